"""An evening or a table of another club, and last year's file: told once, and not where it may well be right."""

import datetime as dt

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import read
from intake.handed_in import settings

from transforms.intake import assemble
from transforms.intake.people.nobodys_table import tables_of_nobody
from transforms.tables import Players

FIRST = dt.date(2025, 9, 2)
OURS = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn")
THEIRS = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit")


def told(*evenings: tuple[str, ...], table: tuple[str, ...] = OURS) -> list[tuple[str, ...]]:
    """Code, file and value of what is said of names: the players 1, 2, ... have these names in evenings and table."""
    files = [f"{number}.pbn" for number, _ in enumerate(evenings)]
    named = [
        {"player_id": str(player), "name": name, "file_id": file, "line_no": player}
        for file, names in zip((*files, "players.csv"), (*evenings, table), strict=True)
        for player, name in enumerate(names, 1)
    ]
    _, findings = assemble(
        read(
            sessions=[
                {"session_id": file, "file_id": file, "date": FIRST + dt.timedelta(weeks=week)}
                for week, file in enumerate(files)
            ],
            official_results=[{"session_id": file, "entrant": "1", "file_id": file} for file in files],
            players=named,
        ),
        competitions(),
    )
    about = findings.filter(pl.col("code").str.starts_with("players."))
    return about.select("code", "file_id", "value").rows()


def test_an_evening_of_others_is_told_once() -> None:
    assert told(OURS, THEIRS, OURS) == [("players.file_of_strangers", "1.pbn", "Ole Lie")]


def test_a_table_of_others_is_told_once_however_many_evenings_there_are() -> None:
    assert told(OURS, OURS, OURS, table=THEIRS) == [("players.table_of_strangers", "players.csv", "Ole Lie")]


def test_a_few_other_names_are_told_one_by_one() -> None:
    three = (*THEIRS[:3], *OURS[3:])
    assert told(OURS, three) == [("players.other_name", "1.pbn", name) for name in THEIRS[:3]]


def test_the_names_of_two_that_are_exchanged_are_told_together() -> None:
    assert told(OURS, (OURS[1], OURS[0], *OURS[2:])) == [("players.exchanged_names", "1.pbn", OURS[1])]
    assert told((OURS[1], OURS[2], OURS[0], *OURS[3:]))[0][0] == "players.other_name", "three are in no pair"


@pytest.mark.parametrize(
    ("numbers", "is_told"),
    [
        (("1", "2", "3", "4"), True),
        (("1", "2", "3", "501"), False),
        (("1", "2", "3"), False),
        (("0501", "2", "3", "4"), False),  # told as a number without its zeros
    ],
)
def test_a_table_of_whom_nobody_plays(numbers: tuple[str, ...], is_told: bool) -> None:
    rows = [{"player_id": number, "name": f"Name {number}", "file_id": "players.csv"} for number in numbers]
    seen = pl.DataFrame({"club": "club", "competition": "evening", "player_id": ["501", "502"]})
    players = frame(Players, *rows).lazy().collect()
    assert tables_of_nobody(players, seen).collect().height == is_told
    assert tables_of_nobody(players, seen.clear()).collect().is_empty(), "nobody has played yet"


def days(*files: tuple[str, dt.date], **given: dt.date) -> list[str]:
    """The files whose name is told to say another day."""
    _, findings = assemble(
        {
            **read(sessions=[{"session_id": name, "file_id": f"{name}.pbn", "date": day} for name, day in files]),
            "session_settings": settings(*({"files": [f"{name}.pbn"], "date": day} for name, day in given.items())),
        },
        competitions(),
    )
    return findings.filter(code="sessions.named_for_another_day")["file_id"].to_list()


def test_a_name_that_says_another_day_is_told() -> None:
    assert days(("2024-09-02", FIRST)) == ["2024-09-02.pbn"]
    assert days(("evening 20250916", FIRST), ("2025-09-09", dt.date(2025, 9, 9))) == ["evening 20250916.pbn"]


def test_the_day_of_an_export_and_numbers_that_are_no_days_are_not_told() -> None:
    assert days(("2025-09-05", FIRST), ("20259999", FIRST), ("2025-09-02 and 2025-09-30", FIRST)) == []
    others = [(f"2024-10-{day:02}", FIRST + dt.timedelta(weeks=day)) for day in range(1, 5)]
    assert days(*others) == [], "the names of most files say something else"


def test_a_day_that_the_director_gave_is_not_told() -> None:
    assert days(("2024-09-02", FIRST), **{"2024-09-02": FIRST}) == []


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("2-9-2025", "sessions.of_day_for_entries"),
        ("02.09.2025", "sessions.of_day_for_entries"),
        ("20250902", "sessions.of_day_for_entries"),
        ("9-9-2025", "sessions.none_for_entries"),
        ("tuesday", "sessions.none_for_entries"),
    ],
)
def test_a_session_named_by_its_day_in_another_form_is_told_with_its_name(written: str, code: str) -> None:
    entries = [{"session_id": written, "entrant": "1", "player_id": "ann", "file_id": "entries.csv"}]
    given = read(sessions=[{"session_id": "2025-09-02", "date": FIRST, "file_id": "s.csv"}], entries=entries)
    _, findings = assemble(given, competitions())
    (message,) = findings.filter(code=code)["message"]
    assert ("is called 2025-09-02; write that here" in message) == code.startswith("sessions.of_day")


def test_two_sessions_of_that_day_name_none() -> None:
    sessions = [{"session_id": name, "date": FIRST, "file_id": "s.csv"} for name in ("a", "b")]
    entries = [{"session_id": "2-9-2025", "entrant": "1", "player_id": "ann"}]
    _, findings = assemble(read(sessions=sessions, entries=entries), competitions())
    assert "sessions.none_for_entries" in findings["code"].to_list()
