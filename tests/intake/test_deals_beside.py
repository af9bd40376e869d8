"""Files of deals alone: the session of the evening to which they belong, or why that is not known."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import MADE, Row, kinds, read

from transforms.checks import assemble

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)


def session(name: str, date: dt.date = FIRST, boards: tuple[int, ...] = (1,), **given: Any) -> tuple[Row, list[Row]]:
    head = {"session_id": name, "date": date, "file_id": f"{name}.pbn", **given}
    lines = [{**MADE, "session_id": name, "file_id": f"{name}.pbn", "board": board} for board in boards]
    return head, lines


def where(file: str, date: dt.date | None, *sessions: tuple[Row, list[Row]]) -> tuple[str | None, list[str]]:
    """The session of the deals, and the codes of the findings on deals."""
    deals = [
        {"session_id": file, "file_id": f"{file}.pbn", "board": board, "deal": DEAL, "date": date} for board in (1, 2)
    ]
    tables, findings = assemble(
        read(
            sessions=[head for head, _ in sessions],
            results=[line for _, lines in sessions for line in lines],
            deals=deals[:1],
        ),
        competitions(),
    )
    codes = kinds(findings.filter(pl.col("code").str.contains("deals")))
    found = tables["deals"]["session_id"].unique().to_list()
    return (found[0] if found else None), codes


def test_the_day_in_the_file_says_it() -> None:
    both = (session("a/one"), session("a/two", SECOND))
    assert where("a/hands", SECOND, *both) == ("a/two", [])
    assert where("elsewhere/hands", FIRST, *both) == ("a/one", [])


@pytest.mark.parametrize("name", ["a/2025-09-09", "a/hands 20250909", "a/hands_2025.09.09_evening"])
def test_or_else_the_day_in_its_name(name: str) -> None:
    assert where(name, None, session("a/one"), session("a/two", SECOND)) == ("a/two", [])


def test_of_two_sessions_on_one_day_that_of_the_folder_counts() -> None:
    assert where("b/hands", FIRST, session("a/one"), session("b/two")) == ("b/two", [])


def test_without_a_day_the_only_session_of_the_folder_counts() -> None:
    assert where("b/hands", None, session("a/one"), session("b/two", SECOND)) == ("b/two", [])


def test_of_several_that_counts_of_which_every_board_was_dealt() -> None:
    assert where("a/hands", None, session("a/one", boards=(1, 7)), session("a/two", SECOND)) == ("a/two", [])


def test_deals_that_may_be_of_several_sessions_are_told() -> None:
    both = (session("a/one"), session("a/two", SECOND))
    assert where("a/hands", None, *both) == (None, ["deals.of_no_session/several"])


def test_deals_of_another_evening_are_told() -> None:
    assert where("a/hands", SECOND, session("a/one")) == (None, ["deals.of_no_session/another_day"])


def test_deals_of_no_day_and_no_folder_are_told() -> None:
    assert where("b/hands", None, session("a/one")) == (None, ["deals.of_no_session"])


def test_an_id_that_is_no_name_of_a_file_is_a_slip() -> None:
    rows = read(
        sessions=[{"session_id": "1"}],
        deals=[{"session_id": "2", "file_id": "deals.csv", "board": 1, "deal": DEAL}],
    )
    _, findings = assemble(rows, competitions())
    assert findings["code"].to_list() == ["sessions.none"]
