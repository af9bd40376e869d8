"""Boards to score in a test: say what happened at each table, get the points of each."""

from typing import Any

import dataframely as dy
import polars as pl
from factories import competitions, frame

from transforms.results.session_results import session_results
from transforms.scoring.board_scores import board_scores
from transforms.tables import Adjustments, BoardScores, Entries, MatchResults, Results, SessionResults, Sessions

Outcome = int | str | None
"""A score seen from North-South, or a ruling, or null for a table with a sit-out."""


def results(*outcomes: Outcome, board: int = 1, **others: Any) -> dy.DataFrame[Results]:
    """One board: at table t pair 2t - 1 sits North-South and 2t East-West."""
    rows = []
    for table, outcome in enumerate(outcomes, start=1):
        row: dict[str, Any] = {"board": board, "ns": f"{2 * table - 1:02}", "ew": f"{2 * table:02}", **others}
        match outcome:
            case int():
                row["score"] = outcome
            case str():
                row["ruling"] = outcome
            case None:
                row["ew"] = None
        rows.append(row)
    return frame(Results, *rows)


def scored(lines: pl.DataFrame, session: dict[str, Any] | None = None, **rules: Any) -> dy.DataFrame[BoardScores]:
    """`BoardScores` of one session under the default rules and those given."""
    scores = board_scores(Results.cast(lines), frame(Sessions, session or {}), competitions(scoring=rules)).collect()
    return BoardScores.validate(scores)


def result_list(scores: pl.DataFrame, **others: Any) -> dy.DataFrame[SessionResults]:
    """`SessionResults` of one session of pairs, unless other tables are given."""
    usual: dict[str, Any] = {
        "entries": frame(Entries),
        "sessions": frame(Sessions, {}),
        "competitions": competitions(),
        "results": frame(Results),
        "adjustments": frame(Adjustments),
        "match_results": frame(MatchResults),
    }
    return SessionResults.validate(session_results(BoardScores.cast(scores), **{**usual, **others}).collect())


def points(*outcomes: Outcome, **rules: Any) -> list[tuple[float | None, float | None]]:
    """(North-South, East-West) at each table of one board, to two decimals."""
    scores = scored(results(*outcomes), **rules)
    return scores.select(pl.col("ns_points", "ew_points").round(2)).rows()
