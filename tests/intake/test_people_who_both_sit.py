"""Two ids of one person in one session: at which line of the table `people` it is told, and where it is no mistake."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
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


def _row(alias: str, player: str, line_no: int) -> Row:
    return {"alias": alias, "player_id": player, "line_no": line_no}


def test_of_two_aliases_of_one_person_who_sit_together_both_lines_are_told_as_one() -> None:
    two = [_row("cy", "zoe", 7), _row("ann", "zoe", 3)]
    (found,) = told(FOUR, two).rows(named=True)
    assert (found["code"], found["value"], found["line_no"]) == ("people.both_sit/together", "ann", 3)
    said = "by this row and others (file, line 7) each of these is zoe: ann, cy; they sit down in one session, 1 (such"
    assert found["message"].startswith(said)
    beside = told(FOUR, [*two, _row("bob", "di", 9)])
    assert beside.select("code", "value").rows() == [("people.both_sit/together", "ann"), ("people.both_sit", "bob")]
    twice = told([*FOUR, {"entrant": "2", "player_id": "ann"}], [_row("bob", "zoe", 2)])
    assert ("entries.seated_twice", "ann") in twice.select("code", "value").rows(), "by no line"


def _of_zoe(*evenings: str) -> pl.DataFrame:
    """What is told where each of a to m is Zoe by a row of its own, and these sit down in the evenings."""
    rows = [{"alias": alias, "player_id": "zoe", "line_no": number} for number, alias in enumerate("abcdefghijklm", 2)]
    sessions = [{"session_id": str(number), "date": FIRST} for number, _ in enumerate(evenings, 1)]
    entries = [
        {"session_id": str(number), "entrant": str(pair), "player_id": who}
        for number, seated in enumerate(evenings, 1)
        for pair, who in enumerate(seated.split(), 1)
    ]
    _, findings = assembled_by_kind(read(sessions=sessions, entries=entries, people=rows), competitions())
    return findings.filter(pl.col("code").str.starts_with("people.both_sit"))


def test_a_session_is_named_in_which_all_that_are_named_sit() -> None:
    findings = _of_zoe("a zoe", "a b", "b a", "c", "d")
    assert findings.select("code", "value", "line_no").rows() == [
        ("people.both_sit", "a", 2),
        ("people.both_sit/together", "a", 2),
    ]
    alone, together = findings["message"]
    assert "each of these is zoe: a, b; they sit down in one session, 2 (such sessions: 2)" in together
    assert "both a and zoe sit down in session 1 (such sessions: 1)" in alone


def test_those_who_never_sit_together_are_told_apart() -> None:
    findings = _of_zoe("b a", "c d", "a")
    assert findings.select("code", "value").rows() == [
        ("people.both_sit/together", "a"),
        ("people.both_sit/together", "c"),
    ]
    assert "(file, line 3) each of these is zoe: a, b; they sit down in one session, 1" in findings["message"][0]
    assert "(file, line 5) each of these is zoe: c, d; they sit down in one session, 2" in findings["message"][1]


@pytest.mark.parametrize(
    ("evenings", "named"),
    [
        (("a b", "a c", "b a"), ["a, b|1 (such sessions: 2)", "a, c|2 (such sessions: 1)"]),
        (("a b", "c a b"), ["a, b|1 (such sessions: 1)", "a, b, c|2 (such sessions: 1)"]),
    ],
)
def test_sessions_in_which_others_sit_with_the_first_are_told_apart(
    evenings: tuple[str, ...], named: list[str]
) -> None:
    """Only the first session was told, with the number of all, and of who sits in the others nothing."""
    said = _of_zoe(*evenings)["message"].str.extract_groups(
        r"is zoe: (.*); they .* session, (.* \(such sessions: \d\))"
    )
    assert [f"{aliases}|{session}" for aliases, session in said.struct.unnest().rows()] == named


def test_three_who_sit_together_are_told_as_one() -> None:
    (said,) = _of_zoe("c a b", "d")["message"]
    assert "(file, line 3; file, line 4) each of these is zoe: a, b, c;" in said
    assert _of_zoe("a b zoe", "c", "d")["code"].to_list() == ["people.both_sit"] * 2


def test_that_more_are_meant_than_are_named_is_seen() -> None:
    (ten,) = _of_zoe("a b c d e f g h i j")["message"]
    assert "…" not in ten
    (said,) = _of_zoe("a b c d e f g h i j k l")["message"]
    assert "file, line 11; file, line 12; …) each of these is zoe: a, b, c, d, e, f, g, h, i, j, …; they sit" in said
