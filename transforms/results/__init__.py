"""From board scores to lists: results of sessions, rounds, matches and events, and the control sheet.

In a notebook: `result_list`. The table of a build is made by `session_results.session_results`.
"""

import dataframely as dy
import polars as pl

from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.tables import (
    COMPETITION,
    SESSION,
    Adjustments,
    Competitions,
    Entries,
    Matches,
    Results,
    SessionResults,
    Sessions,
)
from transforms.tables.filling import filled

__all__ = ["result_list"]

_KINDS = {"matchpoints": "pairs", "butler": "butler", "cross_imps": "cross_imp"}
"""The scoring of a session's lines -> its kind; the others are those of teams."""


def result_list(board_scores: pl.DataFrame | pl.LazyFrame, **rules: object) -> dy.DataFrame[SessionResults]:
    """The result list of every session: points, score and rank of each entrant.

    Args:
        board_scores: what `scoring.score` returns.
        rules: rules (columns of `Competitions`) that differ from the usual ones.

    Returns:
        `SessionResults`, sorted by session, line and entrant. `score` is a percentage, IMPs per board, or victory
        points per match, as the session was scored.

    Raises:
        ValueError: as `scoring.score`.

    >>> import polars as pl
    >>> from transforms import results, scoring
    >>> board = pl.DataFrame({"board": [1, 1], "ns": ["1", "2"], "ew": ["3", "4"], "score": [420, -50]})
    >>> results.result_list(scoring.score(board)).select("entrant", "score", "rank").rows()
    [('1', 100.0, 1), ('2', 0.0, 3), ('3', 0.0, 3), ('4', 100.0, 1)]
    """
    scores = board_scores.lazy().collect()
    kinds = scores.select(*SESSION, kind=pl.col("scoring").replace_strict(_KINDS, default="teams"), scoring="scoring")
    in_teams = pl.when(pl.col("kind") == "teams").then("scoring")
    evenings = kinds.unique(maintain_order=True).select(*SESSION, "kind", team_scoring=in_teams)
    sessions = filled(Sessions, evenings)
    competitions = filled(Competitions, scores.select(COMPETITION).unique(maintain_order=True), **rules)
    matches = match_results(scores, Matches.create_empty(), sessions, competitions).collect()
    listed = session_results(
        scores,
        Entries.create_empty(),
        sessions,
        competitions,
        results=Results.create_empty(),
        adjustments=Adjustments.create_empty(),
        match_results=matches,
    )
    return SessionResults.validate(listed.collect())
