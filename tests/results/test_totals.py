"""The result list of a session of which only the totals are known, and events that have such sessions."""

from typing import Any

import polars as pl
import pytest
from factories import close_to, competitions, frame
from scoring.boards import result_list

from transforms.results.event_results import event_results
from transforms.tables import schemas

Row = dict[str, Any]


def listed(*totals: Row, kind: str = "pairs", **others: Any) -> pl.DataFrame:
    rows = frame(schemas.Totals, *({"entrant": str(number), **row} for number, row in enumerate(totals, start=1)))
    usual = {"sessions": frame(schemas.Sessions, {"kind": kind})}
    return result_list(frame(schemas.BoardScores), **{**usual, **others}, totals=rows)


def test_percentages_are_ranked_and_bring_club_points() -> None:
    found = listed(*({"percentage": share} for share in (60.5, 55.25, 55.25, 50, 45, 34)))
    assert found["score"].to_list() == close_to([60.5, 55.25, 55.25, 50, 45, 34])
    assert found.select("rank", "boards", "maximum", "club_points").rows()[:3] == [
        (1, 24, 48, 24),
        (2, 24, 48, 10),
        (2, 24, 48, 10),
    ]


@pytest.mark.parametrize("kind", ["butler", "cross_imp"])
def test_imps_are_those_of_a_board(kind: str) -> None:
    found = listed({"imps": 30, "boards": 20}, {"imps": -12}, kind=kind)
    assert found.select("points", "maximum", "score", "rank").rows() == [(30, None, 1.5, 1), (-12, None, -0.5, 2)]


@pytest.mark.parametrize("maximum", [None, 40])
def test_victory_points_are_those_of_a_match(maximum: int | None) -> None:
    found = listed(*({"vp": vp, "maximum": maximum} for vp in (31, 9, 24.5, 15.5)), kind="teams")
    scores = [(15.5, 1), (4.5, 4), (12.25, 2), (7.75, 3)]
    assert found.select("maximum", "score", "rank").rows() == [(40, *score) for score in scores]


def test_points_and_maximum_are_exact_where_the_percentage_is_rounded() -> None:
    found = listed({"percentage": 66.67, "points": 32, "maximum": 48}, {"percentage": 33.33, "points": 16})
    assert found.select("points", "maximum", "score").row(0) == (32, 48, close_to(200 / 3))
    assert found["score"][1] == close_to(33.33)


def test_no_rule_of_scoring_changes_a_list_again() -> None:
    rules = {"line_decimals": 0, "rounded": "totals", "cross_imp_totals": "full_set"}
    assert listed({"percentage": 52.3}, competitions=competitions(scoring=rules))["score"][0] == close_to(52.3)
    imps = listed({"imps": 20, "boards": 20}, {"imps": 24}, kind="cross_imp", competitions=competitions(scoring=rules))
    assert imps["points"].to_list() == [20, 24]


def test_a_penalty_that_is_not_in_the_list_counts() -> None:
    penalty = frame(schemas.Adjustments, {"entrant": "1", "amount": -10, "unit": "percent_of_top"})
    assert listed({"percentage": 60}, adjustments=penalty)["score"][0] == close_to(60 - 10 / 24)


def test_every_board_of_an_event_counts_alike() -> None:
    """Twelve boards of a top of 8 with 75 %, and 24 boards of a list with 60 %: (12 * 75 + 24 * 60) / 36 = 65."""
    of_event = {"event": "cup"}
    sessions = frame(schemas.Sessions, of_event, {"session_id": "2", **of_event})
    boards = ({"board": board, "ns": "1", "ew": "2", "ns_points": 6, "ew_points": 2, "top": 8} for board in range(12))
    totals = frame(schemas.Totals, *({"session_id": "2", "entrant": pair, "percentage": 60} for pair in "12"))
    played = frame(schemas.BoardScores, *({**row, "board": row["board"] + 1} for row in boards))
    results = result_list(played, sessions=sessions, totals=totals)
    standing = event_results(
        results, frame(schemas.Entries), sessions, competitions(), frame(schemas.MatchResults)
    ).collect()
    assert standing.select("entrant", "boards", "maximum", "score").rows() == [
        ("1", 36, 36 * 8, close_to(65)),
        ("2", 36, 36 * 8, close_to((12 * 25 + 24 * 60) / 36)),
    ]


def test_points_given_to_a_team_change_no_maximum() -> None:
    given = frame(schemas.Adjustments, {"entrant": "1", "amount": 1, "unit": "points"})
    found = listed({"vp": 12}, {"vp": 8}, kind="teams", adjustments=given)
    assert found.select("points", "maximum", "score").row(0) == (13, 20, 13)
