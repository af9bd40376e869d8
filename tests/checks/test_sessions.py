"""Sessions by other names than theirs, each check by itself."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from checks.alone import found
from intake.evenings import kinds

FIRST = dt.date(2025, 9, 2)
CLUB = {"club": "club", "competition": "evening"}


def ended(*sessions: tuple[str, dt.date]) -> pl.DataFrame:
    """Sessions that count, all of one file."""
    more: dict[str, Any] = {"file_id": "sessions.csv", "season": "2025-26", "counts": True, "is_superseded": False}
    rows = [
        {**CLUB, "evening": number, "session_id": session, "date": date, "line_no": number, **more}
        for number, (session, date) in enumerate(sessions)
    ]
    return pl.DataFrame(rows)


def none(written: str, *sessions: tuple[str, dt.date]) -> tuple[str, str]:
    """What is said of rows of the session that is called so: code with variant, and message."""
    row = {**CLUB, "session_id": written, "file_id": "entries.csv", "table": "entries", "line_no": 1, "lines": 2}
    unplaced = pl.DataFrame([row]).with_columns(several=pl.lit(None, pl.UInt32))
    findings = found("sessions.none", unplaced=unplaced, ended=ended(*sessions))
    (kind,), (message,) = kinds(findings), findings["message"]
    return kind, message


@pytest.mark.parametrize(
    ("session", "date", "is_told"),
    [
        ("2025-09-10", dt.date(2025, 10, 9), True),
        ("2025-09-10", dt.date(2025, 9, 10), False),
        ("2025-09-10", dt.date(2025, 9, 17), False),
        ("2025-09-30", dt.date(2025, 10, 1), False),
        ("2025-08-09", dt.date(2025, 9, 8), False),  # in no season
        ("10 September", dt.date(2025, 10, 9), False),
    ],
)
def test_day_and_month_exchanged_in_a_table_of_sessions_are_told(session: str, date: dt.date, is_told: bool) -> None:
    """The page said 9 October, at the address 2025-09-10."""
    season = pl.DataFrame([{**CLUB, "season": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 6, 30)}])
    none_given = pl.DataFrame(schema={"evening": pl.Int64})
    sessions = ended((session, date), ("2025-09-02", FIRST))
    findings = found("sessions.another_day", ended=sessions, seasons=season, given_dates=none_given)
    assert kinds(findings) == (["sessions.another_day/exchanged"] if is_told else [])


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("2-9-2025", "sessions.none/of_day"),
        ("02.09.2025", "sessions.none/of_day"),
        ("20250902", "sessions.none/of_day"),
        ("9-9-2025", "sessions.none/nearest"),
        ("2025-09-90", "sessions.none/no_day"),
        ("31-9-2025", "sessions.none/no_day"),
        ("tuesday", "sessions.none"),
    ],
)
def test_a_session_named_by_its_day_in_another_form_is_told_with_its_name(written: str, code: str) -> None:
    kind, message = none(written, ("2025-09-02", FIRST))
    assert kind == code
    assert ("is called 2025-09-02; write that here" in message) == code.endswith("/of_day")


@pytest.mark.parametrize(("days_played", "named"), [(("10-09", "09-14"), True), (("10-09", "09-10"), False)])
def test_a_day_whose_month_may_stand_first_names_none_where_both_days_have_sessions(
    days_played: tuple[str, ...], named: bool
) -> None:
    dates = [dt.date.fromisoformat(f"2025-{day}") for day in days_played]
    kind, _ = none("9/10/2025", *((f"{date:%B}", date) for date in dates))
    assert kind == ("sessions.none/of_day" if named else "sessions.none/nearest")


def test_two_sessions_of_that_day_name_none() -> None:
    kind, message = none("2-9-2025", ("a", FIRST), ("b", FIRST))
    assert kind == "sessions.none/nearest"
    assert "the nearest are a, b: write" in message


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("2025-09-90", "2025-09-30, 2025-09-09, 2025-09-02"),
        ("32-9-2025", "2025-09-30, 2025-09-23, 2025-09-02"),
        ("2025-09-11", "2025-09-02, 2025-09-09, 2025-09-16"),
        ("2025-09-166", "2025-09-16, "),
    ],
)
def test_a_mistyped_day_is_told_with_the_nearest_sessions(written: str, near: str) -> None:
    dates = [FIRST + dt.timedelta(weeks=week) for week in range(5)]
    kind, message = none(written, *((f"{date}", date) for date in dates))
    assert kind.startswith("sessions.none/n")
    assert f"the nearest are {near}" in message
    assert ("sessions.csv" in message) == (written in ("2025-09-11", "2025-09-166"))
