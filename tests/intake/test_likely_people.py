"""Who may be one person or two: proposed with the evidence, and never whom the evenings tell apart."""

import datetime as dt
import time
from typing import Any

import polars as pl
import pytest
from factories import frame
from hypothesis import given
from hypothesis import strategies as st

from pipelines.cli.people import as_lines
from transforms.intake.people.likely_people import likely_people
from transforms.intake.people.names import one_letter_off
from transforms.tables.phrases import phrase
from transforms.tables.schemas import Entries, Findings, People, Players, Sessions


def likely(
    seats: list[tuple[str, str, str]],
    *,
    names: dict[str, str] | None = None,
    decided: list[tuple[str, str]] | None = None,
    findings: list[dict[str, Any]] | None = None,
    competition: dict[str, str] | None = None,
) -> pl.DataFrame:
    """What is proposed for seats: (session, entrant, player)."""
    of = competition or {}
    entries = [
        {"session_id": session, "entrant": entrant, "player_id": player, "competition": of.get(session, "evening")}
        for session, entrant, player in seats
    ]
    sessions = {session: {"session_id": session, "competition": of.get(session, "evening")} for session, _, _ in seats}
    players = {player: {"player_id": player, "name": (names or {}).get(player)} for _, _, player in seats}
    return likely_people(
        frame(Players, *players.values()),
        frame(Entries, *entries),
        frame(Sessions, *sessions.values()),
        frame(People, *({"alias": alias, "player_id": player} for alias, player in decided or [])),
        frame(Findings, *(findings or [])),
    )


def together(session: str, *players: str) -> list[tuple[str, str, str]]:
    return [(session, "1", player) for player in players]


def pairs(found: pl.DataFrame, kind: str = "one") -> list[tuple[str, str]]:
    return found.filter(kind=kind).select("alias", "player_id").rows()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Ames", "Ames, Ann"),
        ("Zoë Élan", "Zoe Elan"),
        ("Ann Ames", "Anne Ames"),
        ("Ann Ames", "Ann Amse"),
        ("Ann Ames", "Ann Anes"),
        ("Ann Ames", "ann ames"),
        ("Ann-Marie Ames", "Ann Marie Ames"),
    ],
)
def test_a_name_here_and_a_number_there(one: str, other: str) -> None:
    found = likely([*together("1", "1001", "bob"), *together("2", other, "bob")], names={"1001": one})
    assert pairs(found) == [(other, "1001")]
    assert "evenings with the same partner bob: 1 and 1; " in found["why"][0]


@pytest.mark.parametrize("other", ["Ann Bloom", "Tom Ames", "Annabel Ames", "1002"])
def test_other_names_are_other_people(other: str) -> None:
    assert (
        pairs(likely([*together("1", "1001", "bob"), *together("2", other, "bob")], names={"1001": "Ann Ames"})) == []
    )


def test_numbers_are_not_compared_as_names() -> None:
    seats = [*together("1", "Player 100001"), *together("2", "Player 100002"), *together("3", "2001")]
    assert pairs(likely([*seats, *together("4", "2002")])) == []


def test_who_ever_sat_in_one_session_are_two() -> None:
    seats = [*together("1", "1001", "bob"), *together("2", "Ann Ames", "bob")]
    names = {"1001": "Ann Ames"}
    assert pairs(likely(seats, names=names)) == [("Ann Ames", "1001")]
    assert pairs(likely([*seats, ("2", "2", "1001")], names=names)) == []


def test_a_number_without_a_name_is_known_by_the_partner() -> None:
    seats = [seat for evening in "123" for seat in together(evening, "1001", "bob")]
    later = [seat for evening in "456" for seat in together(evening, "Ann Ames", "bob")]
    found = likely([*seats, *later])
    assert pairs(found) == [("Ann Ames", "1001")]
    assert "evenings with the same partner bob: 3 and 3" in found["why"][0]
    assert pairs(likely([*seats, *later[:4]])) == []


def test_the_best_evidence_comes_first() -> None:
    seats = [
        *together("1", "1001", "bob"),
        *together("2", "Ann Ames", "bob"),
        *together("3", "1002", "x"),
        *together("4", "Tom Bloon", "y"),
    ]
    names = {"1001": "Ann Ames", "1002": "Tom Bloom"}
    assert pairs(likely(seats, names=names)) == [("Ann Ames", "1001"), ("Tom Bloon", "1002")]


def test_an_alias_has_one_line() -> None:
    seats = [*together("1", "1001", "bob"), *together("2", "1002", "bob"), *together("3", "Ann Ames", "bob")]
    found = likely(seats, names={"1001": "Ann Ames", "1002": "Ann Ames"})
    assert pairs(found) == [("1002", "1001"), ("Ann Ames", "1001")]


def test_what_a_director_decided_is_not_proposed_again() -> None:
    seats = [*together("1", "1001", "bob"), *together("2", "Ann Ames", "bob")]
    names = {"1001": "Ann Ames"}
    assert pairs(likely(seats, names=names, decided=[("Ann Ames", "Ann Ames")])) == []


def test_two_names_under_one_id_may_be_two() -> None:
    told = {
        "severity": "warning",
        "code": "players.other_name",
        "value": "Piet Puk",
        "arguments": '{"player":"7","shown":"Ann Ames","since":"2025-09-02","until":"2025-09-09"}',
        "message": "-",
    }
    seats = together("1", "7", "bob")
    found = likely(seats, names={"7": "Ann Ames"}, findings=[told])
    days = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
    assert found.select("kind", "alias", "player_id", "since", "until").rows() == [("two", "7", "Piet Puk", *days)]
    known = likely([*seats, *together("2", "12")], names={"7": "Ann Ames", "12": "Piet Puk"}, findings=[told])
    assert pairs(known, "two") == [("7", "12")]


def test_two_spellings_under_one_id_are_one_person_whom_no_line_of_people_splits() -> None:
    told = {
        "severity": "warning",
        "code": "players.other_name",
        "value": "Ann Amse",
        "arguments": '{"player":"7","shown":"Ann Ames","place":"a.pbn:60","variant":"spelling"}',
        "message": "-",
    }
    found = likely(together("1", "7", "bob"), names={"7": "Ann Ames"}, findings=[told])
    assert found.select("kind", "alias", "player_id", "name", "other_name").rows() == [
        ("one", None, "7", "Ann Ames", "Ann Amse")
    ]
    assert as_lines(found).is_empty()


def test_two_competitions_on_one_day_may_be_two() -> None:
    found = likely([*together("1", "7"), *together("2", "7")], competition={"1": "noon", "2": "evening"})
    assert found.select("kind", "alias", "other_name").rows() == [("two", None, "7")]
    assert "sat down in evening, noon on one day" in found["why"][0]


LETTERS = st.text("abc ", min_size=6, max_size=9)


def distance(one: str, other: str) -> int:
    """How many letters are put in, taken out, changed or exchanged with their neighbour (plainly, by a table)."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, with_ in enumerate(other, 1):
            least = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != with_))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == with_:
                least = min(least, rows[-2][j - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]


@given(st.lists(LETTERS, min_size=2, max_size=6, unique=True))
def test_one_letter_off_is_a_distance_of_one(words: list[str]) -> None:
    table = pl.DataFrame({"words": words, "club": "c"})
    found = one_letter_off(table, table, ["club"]).select("words", "other_words").rows()
    assert sorted(found) == sorted((a, b) for a in words for b in words if distance(a, b) == 1)


def test_twenty_thousand_people_take_seconds() -> None:
    people = 20_000
    number = pl.int_range(people, eager=True)
    letters = [chr(97 + place) for place in range(26)]
    word = pl.concat_str(
        pl.col("n").floordiv(26**power).mod(26).replace_strict(dict(enumerate(letters)), return_dtype=pl.String)
        for power in (0, 1, 2, 3)
    )
    ids = pl.DataFrame({"n": number}).select(player_id=phrase("Anna Maria {} Van {}", word, word.str.reverse()))
    seats = ids.with_columns(
        session_id=(pl.int_range(people) // 40).cast(pl.String), entrant=(pl.int_range(people) // 2).cast(pl.String)
    )
    empty = Entries.create_empty()
    entries = pl.concat([empty, seats], how="diagonal").with_columns(
        club=pl.lit("c"), competition=pl.lit("e"), season=pl.lit("s"), line=pl.lit("A")
    )
    players = pl.concat([Players.create_empty(), ids], how="diagonal").with_columns(
        club=pl.lit("c"), competition=pl.lit("e")
    )
    started = time.process_time()
    likely_people(
        Players.cast(players),
        Entries.cast(entries),
        Sessions.create_empty(),
        People.create_empty(),
        Findings.create_empty(),
    )
    assert time.process_time() - started < 20
