"""A session that lies in the folder of another competition of the club is told, and no other."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import assembled_by_kind, read
from result_files import needs_real_data, real_files, real_reading

from transforms.tables.schemas import LANDING, Competitions

FIRST = dt.date(2025, 9, 2)
TUESDAY = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn", "Gus Gray", "Hal Hess")
THURSDAY = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit", "Siv Ask", "Per Bo")
CODES = ("entries.of_other_competition", "entries.of_other_competition")
Evening = tuple[str, int, tuple[str, ...]]
"""The competition, the day after the first, and who sat down, two by two."""


def told(*evenings: Evening) -> list[tuple[str, ...]]:
    """Code, competition, session and message of what is said of evenings; numbers have no names."""
    keys = [(competition, f"{FIRST + dt.timedelta(days=day)}", names) for competition, day, names in evenings]
    sessions: list[dict[str, Any]] = [
        {"competition": competition, "session_id": day, "date": dt.date.fromisoformat(day), "file_id": f"{day}.pbn"}
        for competition, day, _ in keys
    ]
    entries: list[dict[str, Any]] = [
        {
            "competition": competition,
            "session_id": day,
            "entrant": str(place // 2),
            "player_id": name,
            "file_id": f"{day}.pbn",
            "line_no": place,
        }
        for competition, day, names in keys
        for place, name in enumerate(names)
    ]
    seasons = pl.concat(competitions(competition=name) for name in sorted({key[0] for key in keys}))
    _, findings = assembled_by_kind(read(sessions=sessions, entries=entries), Competitions.cast(seasons))
    of_these = findings.filter(pl.col("code").is_in(CODES))
    return of_these.select("code", "competition", "value", "message").rows()


TUESDAYS: list[Evening] = [("tuesday", 7 * week, TUESDAY) for week in range(4)]
THURSDAYS: list[Evening] = [("thursday", 2 + 7 * week, THURSDAY) for week in range(3)]


def test_an_evening_of_which_all_pairs_play_in_another_competition_is_told_with_its_name() -> None:
    ((code, competition, session, message),) = told(*TUESDAYS, *THURSDAYS, ("tuesday", 30, THURSDAY))
    assert (code, competition, session) == (CODES[0], "tuesday", "2025-10-02")
    assert "of the 4 pairs of this session 4 play in thursday too, and 0 in other sessions" in message


@pytest.mark.parametrize(
    "evening",
    [
        ("tuesday", 30, TUESDAY),
        ("tuesday", 30, (*TUESDAY[:2], *THURSDAY[:6])),  # visitors beside one pair of its own
        ("tuesday", 30, ("Kari Lund", "Gro Moen", "Lars Ness", "Tor Rud", "Ulf Olsen", "Mia Rask", "Eva Ytre", "Bo")),
        ("tuesday", 30, (*TUESDAY[1:], TUESDAY[0])),  # other partners, and no pair of Thursday
        ("tuesday", 2, THURSDAY),  # Thursday has that day, too: it is put into both
    ],
)
def test_an_evening_that_may_be_of_this_competition_is_not_told(evening: Evening) -> None:
    assert told(*TUESDAYS, *THURSDAYS, evening) == []


def test_where_pairs_do_not_come_again_nothing_is_told() -> None:
    changing: list[Evening] = [
        ("drives", 3 + 7 * week, tuple(f"Player {chr(97 + week)}{n}" for n in "abcdefgh")) for week in range(4)
    ]
    assert told(*changing, *THURSDAYS, ("drives", 40, THURSDAY)) == []
    assert told(*TUESDAYS[:2], *THURSDAYS, ("tuesday", 30, THURSDAY)) == [], "a season has begun"


NUMBERS = tuple(str(number) for number in range(1001, 1009))
NUMBERED: list[Evening] = [("tuesday", 7 * week, NUMBERS) for week in range(3)]


def test_an_evening_without_numbers_among_numbers_is_told_once() -> None:
    ((code, _, session, message),) = told(*NUMBERED, ("tuesday", 2, THURSDAY), ("tuesday", 9, THURSDAY))
    assert (code, session) == (CODES[1], "2025-09-04")
    assert "none of the 8 players of this session has a number, and in 3 other sessions" in message
    assert "(such sessions: 2)" in message


def test_guests_without_a_number_and_few_sessions_are_not_told() -> None:
    assert told(*NUMBERED, ("tuesday", 2, (*NUMBERS[:1], *THURSDAY[1:]))) == []
    assert told(*NUMBERED[:1], ("tuesday", 2, THURSDAY)) == []
    assert told(*NUMBERED[:2], ("tuesday", 2, THURSDAY), ("tuesday", 9, THURSDAY)) == [], "which is usual, none knows"
    assert told(*NUMBERED, ("tuesday", 2, THURSDAY[:6])) == [], "a few"


@needs_real_data
def test_of_real_evenings_none_is_told_and_of_those_that_lie_elsewhere_those_whose_pairs_come_again() -> None:
    files = [*real_files("pbn/spiren/2015-1*.pbn"), *real_files("pbn/bridgekam/*.pbn")]
    assert of_real({path.name: path.parent.name for path in files}) == []
    moved = [path.name for path in files if path.name.startswith("2015-10") and path.parent.name == "spiren"]
    for name in moved:
        places = {path.name: "bridgekam" if path.name == name else path.parent.name for path in files}
        # Of the first one 7 of 15 pairs come again this autumn, which is not half of them.
        assert of_real(places) == ([] if name == "2015-10-07.pbn" else [("bridgekam", name)])


def of_real(places: dict[str, str]) -> list[tuple[str, ...]]:
    """Competition and file of what is said where the evenings lie in these competitions."""
    readings = [(path, real_reading(path)) for path in real_files("pbn/*/*.pbn") if path.name in places]
    tables = {
        name: pl.concat(
            reading.tables[name].with_columns(club=pl.lit("club"), competition=pl.lit(places[path.name]))
            for path, reading in readings
        )
        for name in LANDING
    }
    wide = pl.concat(competitions(competition=name) for name in sorted(set(places.values()))).with_columns(
        start=pl.date(2000, 1, 1), end=pl.date(2030, 1, 1)
    )
    _, findings = assembled_by_kind(tables, Competitions.cast(wide))
    return findings.filter(pl.col("code").is_in(CODES)).select("competition", "file_id").rows()
