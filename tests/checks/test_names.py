"""Other names of a person: told once where they are those of another club, or where two are exchanged."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season
from factories import frame

from transforms.intake.people.players import known_players, players_of_games
from transforms.tables.schemas import Files

FIRST = dt.date(2025, 9, 2)
OURS = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn")
THEIRS = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit")
THIRD = ("Siv Ask", "Per Bo", "Kari Lund", "Gro Moen", "Lars Ness", "Tor Rud")
SWAPPED = (OURS[1], OURS[0], *OURS[2:])
Names = tuple[str | None, ...]


def findings(*evenings: Names, table: Names = OURS, more: Row | None = None) -> pl.DataFrame:
    files = [f"{number}.pbn" for number, _ in enumerate(evenings)]
    named = [
        {"player_id": str(player), "name": name, "file_id": file, "line_no": player}
        for file, names in zip((*files, "players.csv"), (*evenings, table), strict=True)
        for player, name in enumerate(names, 1)
    ]
    dates = [FIRST + dt.timedelta(weeks=week) for week, _ in enumerate(files)]
    sessions = [{"session_id": file, "file_id": file, "date": date} for file, date in zip(files, dates, strict=True)]
    read = season(
        sessions=sessions,
        official_results=[{"session_id": file, "entrant": "1", "file_id": file} for file in files],
        players=[*named, *([more] if more else [])],
    )
    read["players"] = read["players"].with_columns(renamed=pl.lit(value=False))
    read["files"] = frame(Files).lazy()
    known = known_players(read, read["sessions"], players_of_games(read))
    return found("players.other_name", others=known.others, named=known.named).sort("file_id", "line_no")


def told(*evenings: Names, **given: Any) -> list[tuple[str, ...]]:
    rows = findings(*evenings, **given)
    kinds = [kind.removeprefix("players.other_name") for kind, _ in said(rows)]
    return list(zip(kinds, rows["file_id"], rows["value"], strict=True))


@pytest.mark.parametrize(
    ("evenings", "table", "expected"),
    [
        ((OURS, THEIRS, OURS), OURS, [("/of_others", "1.pbn", "Ole Lie")]),
        ((OURS, OURS, OURS), THEIRS, [("/of_others", "0.pbn", "Ann Ames")]),
        ((OURS, THEIRS, THIRD), (), [("/of_others", "0.pbn", "Ann Ames")]),
        ((OURS, (*THEIRS[:3], *OURS[3:])), OURS, [("", "1.pbn", name) for name in THEIRS[:3]]),
        ((OURS, SWAPPED), OURS, [("/exchanged", "1.pbn", OURS[1])]),
        ((OURS, OURS, SWAPPED, (OURS[0], None, *OURS[2:])), (), [("/exchanged", "2.pbn", OURS[1])]),
        ((OURS, OURS, (OURS[1], None, *OURS[2:]), SWAPPED), OURS, [("/exchanged", "3.pbn", OURS[1])]),
        ((OURS, OURS, (*OURS[:5], "Flo Fin")), (), [("/spelling", "2.pbn", "Flo Fin")]),
    ],
    ids=["an evening of others", "a table of others", "numbers given anew", "a few", "exchanged",
         "one missed the last evening", "one missed the first with it", "a letter off"],
)  # fmt: skip
def test_names_of_others_are_told_once(
    evenings: tuple[Names, ...], table: Names, expected: list[tuple[str, ...]]
) -> None:
    assert told(*evenings, table=table)[: len(expected)] == expected


def test_three_names_in_a_circle_and_two_in_no_one_file_are_told_apart() -> None:
    assert told((OURS[1], OURS[2], OURS[0], *OURS[3:]))[0][0] == "", "three are in no pair"
    apart = told(OURS, OURS, (OURS[1], None, *OURS[2:]), (None, OURS[0], *OURS[2:]))
    assert [kind for kind, *_ in apart] == ["", ""], "no file has both"
    third = {"player_id": "1", "name": "Ole Lie", "file_id": "0.pbn", "line_no": 9}
    assert [kind for kind, *_ in told(SWAPPED, more=third)] == ["/exchanged", ""]


@pytest.mark.parametrize(
    "written",
    [
        ("A. Ames", "B. Burr", "C. Cole", "D. Dunn", "E. Eads", "F. Finn"),  # initials
        ("Ann Lie", "Bob Moe", "Cy Vik", "Di Dahl", "Ed Kok", "Flo Smit"),  # married
        ("A", "B", "C", "D", "E", "F"),
        ("Puck", "Bobbie", "Koos", "Dirkje", "Teddy", "Floor"),  # call names
        ("Анна", "Боб", "Сай", "Ди", "Эд", "Фло"),
        ("Speler 1", "Speler 2", "Speler 3", "Speler 4", "Speler 5", "Speler 6"),
    ],
)
def test_the_same_people_written_otherwise_are_no_strangers(written: Names) -> None:
    kinds = {kind for kind, *_ in (*told(OURS, OURS, table=written), *told(OURS, written))}
    assert "/of_others" not in kinds


def test_what_is_told_of_others_takes_nothing_away_and_names_the_person_of_the_line() -> None:
    (row,) = findings(OURS, (*OURS[:1], *THEIRS[1:]), OURS).rows(named=True)
    assert (row["line_no"], row["value"]) == (2, THEIRS[1])
    assert f"2: {THEIRS[1]} here, {OURS[1]} in players.csv:2 (such files: 1)" in row["message"]
    assert "take" not in row["message"]
    (exchanged,) = findings(OURS, SWAPPED, table=())["message"]
    assert "where it is wrong, exchange" in exchanged


def of_files(*files: tuple[str, str, str], without_results: str = "") -> list[tuple[str, str, str]]:
    rows = [
        {
            "competition": competition,
            "file_id": file,
            "path": f"{competition}/{file}",
            "format": "pbn",
            "sha256": content,
        }
        for competition, file, content in files
    ]
    given = frame(Files, *rows)
    holding = given.filter(given["file_id"] != without_results)["club", "competition", "file_id"]
    warnings = found("landing.in_two_folders", files=given, holding=holding)
    others = warnings["arguments"].str.json_path_match("$.first")
    return warnings.select("competition", "file_id").with_columns(others.alias("other")).rows()


OWN = [("tuesday", "2.pbn", "b"), ("tuesday", "16.pbn", "c"), ("friday", "5.pbn", "d"), ("friday", "12.pbn", "e")]


def test_a_file_in_two_folders_is_told_with_the_other() -> None:
    """Both counted without a word, and were published."""
    both = [("tuesday", "9.pbn", "a"), ("friday", "9.pbn", "a")]
    assert of_files(*OWN, *both) == of_files(*both) == [("tuesday", "9.pbn", "friday/9.pbn")]
    assert of_files(*OWN, ("tuesday", "9.pbn", "a"), ("tuesday", "10.pbn", "a")) == []


def test_tables_of_people_may_be_the_same_and_so_may_most_evenings_of_a_competition() -> None:
    both = [("tuesday", "players.csv", "a"), ("friday", "players.csv", "a")]
    assert of_files(*OWN, *both, without_results="players.csv") == []
    assert of_files(*OWN, ("ladder", "2.pbn", "b"), ("ladder", "16.pbn", "c")) == []
