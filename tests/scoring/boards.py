"""Boards to score in a test: say what happened at each table, get the points of each."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import dataframely as dy
import polars as pl
from factories import competitions, frame
from hypothesis import strategies as st

from transforms.results.session_results import session_results
from transforms.scoring import board_scores
from transforms.tables.raw import Adjustments, Competitions, Entries, OfficialResults, Results, Sessions, Totals
from transforms.tables.schemas import BoardScores, MatchResults, SessionResults

Outcome = int | str | None
"""A score seen from North-South, or a ruling, or null for a table with a sit-out."""
Evening = tuple[pl.DataFrame, dict[str, Any], dict[str, Any]]
"""The result lines, what is said of their session, and the rules of scoring."""


def any_of(**values: Sequence[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: st.sampled_from(of) for name, of in values.items()})


COMPARED: dict[str, Sequence[str]] = {
    "not_played": ["neuberg", "as_played"],
    "average": ["tie", "neuberg", "as_played"],
    "assigned": ["average", "in_place"],
    "expected": ["per_board", "per_session", "modal"],
}
"""The rules of what is compared with what, and their values."""


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


def match_lines(*boards: tuple[Outcome, Outcome]) -> dy.DataFrame[Results]:
    """The two lines of each board of a match: team 1 sits North-South on the first, East-West on the second."""
    lines = []
    for board, both in enumerate(boards, start=1):
        for (ns, ew), outcome in zip((("1", "2"), ("2", "1")), both, strict=True):
            said = {"score": outcome} if isinstance(outcome, int) else {"score": 110, "ruling": outcome}
            lines.append({"board": board, "round": 1, "ns": ns, "ew": ew, **said})
    return frame(Results, *lines)


def scored(lines: pl.DataFrame, session: dict[str, Any] | None = None, **rules: Any) -> dy.DataFrame[BoardScores]:
    scores = board_scores(Results.cast(lines), frame(Sessions, session or {}), competitions(scoring=rules)).collect()
    return BoardScores.validate(scores)


def scores_of_clubs(evenings: list[Evening], first: int = 0, shuffled_by: int | None = None) -> pl.DataFrame:
    """`BoardScores` of an evening a club, which all number their boards and pairs alike, from one frame."""
    numbered = list(enumerate(evenings, start=first))
    lines = pl.concat(of.with_columns(club=pl.lit(f"club {number}")) for number, (of, _, _) in numbered)
    if shuffled_by is not None:
        lines = lines.sample(fraction=1, shuffle=True, seed=shuffled_by)
    sessions = (
        {"club": f"club {number}", "date": dt.date(2025, 9, number + 1), **of} for number, (_, of, _) in numbered
    )
    rules = pl.concat(competitions(f"club {number}", scoring=of) for number, (_, _, of) in numbered)
    scores = board_scores(Results.cast(lines), frame(Sessions, *sessions), Competitions.cast(rules))
    return BoardScores.validate(scores.collect())


def scores_of_each(evenings: list[Evening]) -> list[pl.DataFrame]:
    """`BoardScores` of each evening, all from one frame: a query is longer in the making than in the run."""
    scores = scores_of_clubs(evenings)
    return [scores.filter(club=f"club {number}") for number in range(len(evenings))]


def result_list(scores: pl.DataFrame, **others: Any) -> dy.DataFrame[SessionResults]:
    """`SessionResults` of one session of pairs, unless other tables are given."""
    usual: dict[str, Any] = {
        "entries": frame(Entries),
        "sessions": frame(Sessions, {}),
        "competitions": competitions(),
        "results": frame(Results),
        "adjustments": frame(Adjustments),
        "match_results": frame(MatchResults),
        "official_results": frame(OfficialResults),
        "totals": frame(Totals),
    }
    return SessionResults.validate(session_results(BoardScores.cast(scores), **{**usual, **others}).collect())


def points(*outcomes: Outcome, **rules: Any) -> list[tuple[float | None, float | None]]:
    scores = scored(results(*outcomes), **rules)
    return scores.select(pl.col("ns_points", "ew_points").round(2)).rows()
