"""Two ids of one person in one session: at which line of the table `people` it is told, and where it is no mistake."""

import datetime as dt
from typing import Any

import polars as pl
from factories import competitions
from intake.evenings import FOUR, Row, assembled_by_kind, read

FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
NAMED = [{**seat, "file_id": "a.pbn"} for seat in FOUR]
NUMBERS = {"ann": "1001", "bob": "1002", "cy": "1003", "di": "1004"}
PEOPLE = [{"alias": name, "player_id": number} for name, number in NUMBERS.items()]


def told(entries: list[Row], people: list[Row], **more: Any) -> pl.DataFrame:
    _, findings = assembled_by_kind(
        read(sessions=[{"date": FIRST}], entries=entries, people=people, **more), competitions()
    )
    return findings


def _numbered(**changed: Any) -> list[Row]:
    return [{**seat, "player_id": NUMBERS[seat["player_id"]], "file_id": "entries.csv", **changed} for seat in FOUR]


def test_a_place_that_one_file_gives_by_name_and_another_by_number_is_one() -> None:
    findings = told([*NAMED, *_numbered()], PEOPLE)
    assert findings.select("code", "severity").rows() == [("entries.seated_twice/in_two_files", "error")]


def test_two_places_in_two_files_are_two() -> None:
    """Pair 3 instead of 1 and of 2: where nobody knows which is right, each row of the table is told."""
    findings = told([*NAMED, *_numbered(entrant="3")], PEOPLE)
    assert findings["code"].to_list() == ["people.both_sit"] * 4


def test_a_place_too_many_of_somebody_whose_place_two_files_give_is_told_there_and_at_no_line() -> None:
    slip = {**_numbered()[0], "entrant": "3", "line_no": 9}
    findings = told([*NAMED, *_numbered(), slip], PEOPLE)
    assert "people.both_sit" not in findings["code"]
    (row,) = findings.filter(code="entries.seated_twice").rows(named=True)
    assert (row["file_id"], row["line_no"]) == ("entries.csv", 9)


def test_a_line_is_told_only_on_its_own_days() -> None:
    seven = [{**seat, "player_id": "7"} if seat["player_id"] == "di" else seat for seat in FOUR]
    people = [
        {"alias": "7", "player_id": "ann", "until": FIRST, "line_no": 1},
        {"alias": "7", "player_id": "bob", "since": SECOND, "line_no": 2},
    ]
    findings = told(seven, people).filter(code="people.both_sit")
    assert findings["line_no"].to_list() == [1]
    assert "by this row 7 is ann, and both 7 and ann sit down" in findings["message"].item()
