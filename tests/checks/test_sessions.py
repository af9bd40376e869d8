"""Sessions: their dates and ids, and what the settings of a competition say of them, each check by itself."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from checks.alone import found, season
from each import cases, items
from factories import competitions
from intake.evenings import kinds

FIRST = dt.date(2025, 9, 2)
CLUB = {"club": "club", "competition": "evening"}


def ended(*sessions: tuple[str, dt.date]) -> pl.DataFrame:
    more: dict[str, Any] = {"file_id": "sessions.csv", "season": "2025-26", "counts": True, "is_superseded": False}
    rows = [
        {**CLUB, "evening": number, "session_id": session, "date": date, "line_no": number, **more}
        for number, (session, date) in enumerate(sessions)
    ]
    return pl.DataFrame(rows)


def none(written: str, *sessions: tuple[str, dt.date]) -> tuple[str, str]:
    row = {**CLUB, "session_id": written, "file_id": "entries.csv", "table": "entries", "line_no": 1, "lines": 2}
    unplaced = pl.DataFrame([row]).with_columns(several=pl.lit(None, pl.UInt32))
    findings = found("sessions.none", unplaced=unplaced, ended=ended(*sessions))
    (kind,), (message,) = kinds(findings), findings["message"]
    return kind, message


SEASON = pl.DataFrame([{**CLUB, "season": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 6, 30)}])
NONE_GIVEN = pl.DataFrame(schema={"evening": pl.Int64, "date": pl.Date})


@cases(
    ("2025-09-10", dt.date(2025, 10, 9), True),
    ("2025-09-10", dt.date(2025, 9, 10), False),
    ("2025-09-10", dt.date(2025, 9, 17), False),
    ("2025-09-30", dt.date(2025, 10, 1), False),
    ("2025-08-09", dt.date(2025, 9, 8), False),  # in no season
    ("10 September", dt.date(2025, 10, 9), False),
)
def test_day_and_month_exchanged_in_a_table_are_reported(session: str, date: dt.date, is_reported: bool) -> None:
    sessions = ended((session, date), ("2025-09-02", FIRST))
    findings = found("sessions.another_day", ended=sessions, seasons=SEASON, given_dates=NONE_GIVEN)
    assert kinds(findings) == (["sessions.another_day/exchanged"] if is_reported else [])


OUTSIDE = dt.date(2024, 9, 2)


@cases(
    ("2025-09-09.pbn", [OUTSIDE], [("", "and date = 2025-09-09, with the day of the session")]),
    ("2024-09-09.pbn", [OUTSIDE], [("", "and date = 2025-09-02, with the day of the session")]),
    ("2025-09-09.csv", [OUTSIDE, OUTSIDE], [("", "date = 2025-09-02")] * 2),
    ("2025-09-09.csv", [OUTSIDE, FIRST], [("", "date = 2025-09-02")]),
    ("a.pbn", [dt.date(2028, 2, 29)], [("", "date = 2026-02-28")]),
    ("a.pbn", [dt.date(2025, 8, 20)], [("", "date = 2025-09-01")]),
    ("2025-09-09.csv", [None], [("/file_of_a_day", 'files = ["2025-09-09.csv"] and date = 2025-09-09')]),
    ("a.csv", [None], [("/file", 'files = ["a.csv"] and date = 2025-09-01')]),
    ("2025-09-09.csv", [FIRST, None], [("/no_date", "left out: write the date")]),
)
def test_a_session_of_no_season_is_reported_with_the_day_in_the_name_where_that_is_in_one(
    file: str, dates: list[dt.date | None], reported: list[tuple[str, str]]
) -> None:
    sessions = pl.concat(ended((str(n), date or FIRST)).with_columns(date=pl.lit(date, pl.Date), evening=n)
                         for n, date in enumerate(dates))  # fmt: skip
    of_season = pl.when(date=FIRST).then(pl.lit("2025-26"))
    findings = found("sessions.no_season", ended=sessions.with_columns(file_id=pl.lit(file), season=of_season),
                     seasons=SEASON, given_dates=NONE_GIVEN)  # fmt: skip
    assert kinds(findings) == [f"sessions.no_season{variant}" for variant, _ in reported]
    assert all(offer in message for (_, offer), message in zip(reported, findings["message"], strict=True))


def test_lines_scored_together_must_exist() -> None:
    entries = [{"line": line, "entrant": "1", "player_id": line} for line in "ABC"]
    given = season(sessions=[{"together": "A+C;B+D"}], entries=entries)
    tables = {name: given[name] for name in ("sessions", "entries", "results")}
    (message,) = found("sessions.scoring/line_missing", **tables)["message"]
    assert message.startswith("line D has no entries and no results in this session")


def days(*files: tuple[str, dt.date], given: pl.DataFrame = NONE_GIVEN) -> list[tuple[str, str, str]]:
    names = pl.Series([f"{name}.pbn" for name, _ in files])
    findings = found("sessions.another_day", ended=ended(*files).with_columns(file_id=names), seasons=SEASON,
                     given_dates=given)  # fmt: skip
    return list(zip(kinds(findings), findings["file_id"], findings["message"], strict=True))


@items(
    ([("2025-10-02", FIRST)], ["2025-10-02"]),
    ([("evening 20250916", FIRST), ("2025-09-09", dt.date(2025, 9, 9))], ["evening 20250916"]),
    ([("2025-09-05", FIRST), ("20259999", FIRST), ("2025-09-02 and 2025-09-30", FIRST)], []),
    ([("2025-09-02_2025-09-30", dt.date(2025, 9, 30)), ("20250902-20250930", dt.date(2025, 9, 30))], []),
    ([("20250916193000", FIRST), ("2025-09-161", FIRST)], []),
    ([("2025-09-16 20250916", FIRST)], ["2025-09-16 20250916"]),
    ([(f"2024-10-{day:02}", FIRST + dt.timedelta(weeks=day)) for day in range(1, 5)], []),
    ids=["a day", "without signs", "no days", "several days", "longer numbers", "the same day twice", "most files"],
)
def test_a_name_that_says_another_day_is_reported(files: list[tuple[str, dt.date]], reported: list[str]) -> None:
    assert [file.removesuffix(".pbn") for _, file, _ in days(*files)] == reported


def test_a_day_of_no_season_is_not_offered_and_one_that_the_director_gave_not_doubted() -> None:
    ((kind, _, message),) = days(("2024-09-02", FIRST))
    assert kind == "sessions.another_day/no_season"
    assert "date = " not in message
    assert "if 2024-09-02 is right, add its season" in message
    ((_, _, within),) = days(("2025-11-02", FIRST))
    assert "date = 2025-09-02 or date = 2025-11-02" in within
    assert days(("2024-09-02", FIRST), given=pl.DataFrame([{"evening": 0, "date": FIRST}])) == []


@cases(("2-9-2025", "sessions.none/of_day"), ("02.09.2025", "sessions.none/of_day"),
     ("20250902", "sessions.none/of_day"), ("9-9-2025", "sessions.none/nearest"),
     ("2025-09-90", "sessions.none/no_day"), ("31-9-2025", "sessions.none/no_day"), ("tuesday", "sessions.none"),
)  # fmt: skip
def test_a_session_named_by_its_day_in_another_form_is_reported_with_its_name(written: str, code: str) -> None:
    kind, message = none(written, ("2025-09-02", FIRST))
    assert kind == code
    assert ("write 2025-09-02, the session of this day" in message) == code.endswith("/of_day")


@pytest.mark.parametrize(("days_played", "named"), [(("10-09", "09-14"), True), (("10-09", "09-10"), False)])
def test_an_ambiguous_day_names_no_session(days_played: tuple[str, ...], named: bool) -> None:
    dates = [dt.date.fromisoformat(f"2025-{day}") for day in days_played]
    kind, _ = none("9/10/2025", *((f"{date:%B}", date) for date in dates))
    assert kind == ("sessions.none/of_day" if named else "sessions.none/nearest")


def test_two_sessions_of_that_day_name_none() -> None:
    kind, message = none("2-9-2025", ("a", FIRST), ("b", FIRST))
    assert kind == "sessions.none/nearest"
    assert "the nearest are a, b: write" in message


@cases(("2025-09-90", "2025-09-30, 2025-09-09, 2025-09-02"), ("32-9-2025", "2025-09-30, 2025-09-23, 2025-09-02"),
     ("2025-09-11", "2025-09-02, 2025-09-09, 2025-09-16"), ("2025-09-166", "2025-09-16, "),
)  # fmt: skip
def test_a_mistyped_day_is_reported_with_the_nearest_sessions(written: str, near: str) -> None:
    dates = [FIRST + dt.timedelta(weeks=week) for week in range(5)]
    kind, message = none(written, *((f"{date}", date) for date in dates))
    assert kind.startswith("sessions.none/n")
    assert f"the nearest are {near}" in message
    assert ("sessions.csv" in message) == (written in ("2025-09-11", "2025-09-166"))


def more_lines(*played: str, lines: int, **session: Any) -> list[str]:
    evenings = [{"session_id": f"2025-09-{day:02}", **session} for day, _ in enumerate(played, 2)]
    results = [
        {"session_id": evening["session_id"], "line": line, "board": 1, "ns": "1", "ew": "2", "score": 400}
        for evening, letters in zip(evenings, played, strict=True)
        for line in letters
    ]
    given = season(sessions=evenings, results=results)
    rules = competitions(ranking={"lines": lines})
    tables = {"results": given["results"], "sessions": given["sessions"], "competitions": rules}
    return found("settings.more_lines", **tables)["message"].to_list()


@items(
    (("ABC", "ABC"), 2, {}, "2 of the 2 sessions of 2025-26 have more lines, usually 3"),
    (("ABC", "ABCD", "ABC", "A"), 2, {}, "3 of the 4 sessions of 2025-26 have more lines, usually 3"),
    (("ABC", "ABC"), 3, {}, None),
    (("A", "AB"), 3, {}, None),
    (("ABC",), 2, {}, None),
    (("ABC", "ABC", "AB", "AB"), 2, {}, None),
    (("ABC", "ABC"), 1, {"together": "A+B+C"}, None),
    (("ABC", "ABC"), 2, {"together": "A+B"}, "2 of the 2 sessions of 2025-26 have more lines, usually 3"),
    (("ABC", "ABC"), 3, {"together": "A+B"}, None),
    ids=["all", "most", "as said", "fewer", "one evening", "half of them", "one field", "two fields", "of three lines"],
)
def test_too_many_lines(played: tuple[str, ...], lines: int, session: dict[str, Any], reported: str | None) -> None:
    messages = more_lines(*played, lines=lines, **session)
    assert [message.startswith(f"ranking.lines is {lines}, but {reported}") for message in messages] == [True] * (
        reported is not None
    )
