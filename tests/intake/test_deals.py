"""The session of a file of deals alone: that of the day, of the folder, or of the boards that were played."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from intake.evenings import MADE, read
from intake.handed_in import placed

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
ONE, TWO, OF_B = ("a/one", FIRST), ("a/two", SECOND), ("b/two", FIRST)


@pytest.mark.parametrize(
    ("file", "date", "sessions", "found"),
    [
        ("a/hands", SECOND, (ONE, TWO), "a/two"),
        ("elsewhere/hands", FIRST, (ONE, TWO), "a/one"),
        ("a/2025-09-09", None, (ONE, TWO), "a/two"),
        ("a/hands 20250909", None, (ONE, TWO), "a/two"),
        ("a/hands_2025.09.09_evening", None, (ONE, TWO), "a/two"),
        ("b/hands", FIRST, (ONE, OF_B), "b/two"),
        ("b/hands", None, (ONE, ("b/two", SECOND)), "b/two"),
        ("a/hands", None, ((*ONE, 1, 7), TWO), "a/two"),
        ("a/hands", None, (ONE, TWO), ["deals.of_no_session/several"]),
        ("a/hands", SECOND, (ONE,), ["deals.of_no_session/another_day"]),
        ("b/hands", None, (ONE,), ["deals.of_no_session"]),
    ],
)
def test_the_session_is_that_of_the_day_of_the_folder_or_of_the_boards(
    file: str, date: dt.date | None, sessions: tuple[Any, ...], found: str | list[str]
) -> None:
    heads = [{"session_id": name, "date": day, "file_id": f"{name}.pbn"} for name, day, *_ in sessions]
    lines = [
        {**MADE, "session_id": name, "file_id": f"{name}.pbn", "board": board}
        for name, _, *boards in sessions
        for board in boards or (1,)
    ]
    deals = [{"session_id": file, "file_id": f"{file}.pbn", "board": 1, "deal": DEAL, "date": date}]
    tables, findings = placed(read(sessions=heads, results=lines, deals=deals))
    about = findings.filter(pl.col("code").str.contains("deals"))["code"].to_list()
    assert (tables["deals"]["session_id"].to_list() or about) == ([found] if isinstance(found, str) else found)
    assert bool(about) == isinstance(found, list)


def test_an_id_that_is_no_name_of_a_file_is_a_slip() -> None:
    deals = [{"session_id": "2", "file_id": "deals.csv", "board": 1, "deal": DEAL}]
    tables, findings = placed(read(sessions=[{"session_id": "1"}], deals=deals))
    assert (tables["deals"].height, findings["code"].to_list()) == (0, ["sessions.none"])
