"""Compute results from board scores: `result_list` is for notebooks, `session_results.session_results` for builds."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import kind_of
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.tables import schemas
from transforms.tables.filling import AnyFrame, face, filled, handed_in, scoring_rules, with_rules
from transforms.tables.schemas import COMPETITION, SESSION

__all__ = ["RULES", "result_list"]

# The rules that `result_list` applies; not `sit_out`, because `BoardScores` has no sit-outs.
RULES = ("line_decimals", "rounded", "cross_imp_totals", "victory_points")


@face
def result_list(
    board_scores: AnyFrame, profile: Mapping[str, object] | None = None, **rules: object
) -> dy.DataFrame[schemas.SessionResults]:
    """Return points, score and rank of each entrant of every session, sorted by session, line and entrant.

    `board_scores` is the result of `scoring.score`, and `profile` has the rules of a scoring profile, as for that
    function. `rules` are any of `RULES` that differ from the profile. `score` is a percentage, IMPs per board, or
    victory points per match, depending on the scoring of the session.

    Raises:
        ValueError: for the same reasons as in `scoring.score`.

    >>> import polars as pl
    >>> from transforms import results
    >>> from transforms import scoring
    >>> board = pl.DataFrame({"board": [1, 1], "ns": ["1", "2"], "ew": ["3", "4"], "score": [420, -50]})
    >>> results.result_list(scoring.score(board)).select("entrant", "score", "rank").rows()
    [('1', 100.0, 1), ('2', 0.0, 3), ('3', 0.0, 3), ('4', 100.0, 1)]
    """
    scores = filled(schemas.BoardScores, handed_in(board_scores, schemas.BoardScores.column_names(), ()))
    kinds = scores.select(*SESSION, kind=kind_of(pl.col("scoring")), scoring="scoring")
    in_teams = pl.when(pl.col("kind") == "teams").then("scoring")
    evenings = kinds.unique(maintain_order=True).select(*SESSION, "kind", team_scoring=in_teams)
    sessions, given = filled(schemas.Sessions, evenings), scoring_rules(profile, rules, RULES)
    keys = scores.select(COMPETITION).unique(maintain_order=True)
    competitions = with_rules(schemas.Competitions, keys, given, RULES)
    matches = match_results(scores, schemas.Matches.create_empty(), sessions, competitions).collect()
    listed = session_results(
        scores,
        schemas.Entries.create_empty(),
        sessions,
        competitions,
        results=schemas.Results.create_empty(),
        adjustments=schemas.Adjustments.create_empty(),
        match_results=matches,
        official_results=schemas.OfficialResults.create_empty(),
        totals=schemas.Totals.create_empty(),
    )
    return filled(schemas.SessionResults, listed.collect())
