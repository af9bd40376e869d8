"""Who may be one person or two: proposed with the evidence, and never whom the evenings tell apart."""

import datetime as dt
import json
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
from transforms.tables.schemas import Entries, Findings, People, Players, Sessions


def likely(
    seats: list[tuple[str, str, str]],
    *,
    names: dict[str, str] | None = None,
    decided: list[tuple[str, str]] | None = None,
    findings: list[dict[str, Any]] | None = None,
    competition: dict[str, str] | None = None,
) -> pl.DataFrame:
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


ANN = {"1001": "Ann Ames"}
WITH_BOB = [*together("1", "1001", "bob"), *together("2", "Ann Ames", "bob")]
WITHOUT_NAME = [seat for evening in "123" for seat in together(evening, "1001", "bob")]
WITHOUT_NAME += [seat for evening in "456" for seat in together(evening, "Ann Ames", "bob")]


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


@pytest.mark.parametrize(
    ("seats", "names", "decided", "found"),
    [
        *(
            ([*together("1", "1001", "bob"), *together("2", other, "bob")], ANN, [], [])
            for other in ("Ann Bloom", "Tom Ames", "Annabel Ames", "1002")
        ),
        (
            [(n, "1", player) for n, player in zip("1234", ("P 100001", "P 100002", "2001", "2002"), strict=True)],
            {},
            [],
            [],
        ),
        (WITH_BOB, ANN, [], [("Ann Ames", "1001")]),
        ([*WITH_BOB, ("2", "2", "1001")], ANN, [], []),
        (WITH_BOB, ANN, [("Ann Ames", "Ann Ames")], []),
        (WITHOUT_NAME, {}, [], [("Ann Ames", "1001")]),
        (WITHOUT_NAME[:-2], {}, [], []),
        (
            [*WITH_BOB, *together("3", "1002", "x"), *together("4", "Tom Bloon", "y")],
            {**ANN, "1002": "Tom Bloom"},
            [],
            [("Ann Ames", "1001"), ("Tom Bloon", "1002")],
        ),
        (
            [*WITH_BOB, *together("3", "1002", "bob")],
            {**ANN, "1002": "Ann Ames"},
            [],
            [("1002", "1001"), ("Ann Ames", "1001")],
        ),
    ],
    ids=[
        *("Ann Bloom", "Tom Ames", "Annabel", "a number", "numbers", "a name", "in one session", "decided"),
        *("one partner", "too few evenings", "best first", "one line an alias"),
    ],
)
def test_who_may_be_one_person(
    seats: list[tuple[str, str, str]],
    names: dict[str, str],
    decided: list[tuple[str, str]],
    found: list[tuple[str, str]],
) -> None:
    assert pairs(likely(seats, names=names, decided=decided)) == found


def other_name(value: str, **arguments: str) -> dict[str, Any]:
    told = {"player": "7", "shown": "Ann Ames", **arguments}
    of = {"severity": "warning", "code": "players.other_name", "message": "-"}
    return of | {"value": value, "arguments": json.dumps(told)}


def test_two_names_under_one_id_may_be_two() -> None:
    told, seats = other_name("Piet Puk", since="2025-09-02", until="2025-09-09"), together("1", "7", "bob")
    found = likely(seats, names={"7": "Ann Ames"}, findings=[told])
    days = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
    assert found.select("kind", "alias", "player_id", "since", "until").rows() == [("two", "7", "Piet Puk", *days)]
    known = likely([*seats, *together("2", "12")], names={"7": "Ann Ames", "12": "Piet Puk"}, findings=[told])
    assert pairs(known, "two") == [("7", "12")]


def test_two_spellings_under_one_id_are_one_person_whom_no_line_of_people_splits() -> None:
    told = other_name("Ann Amse", place="a.pbn:60", variant="spelling")
    found = likely(together("1", "7", "bob"), names={"7": "Ann Ames"}, findings=[told])
    expected = ("one", None, "7", "Ann Ames", "Ann Amse")
    assert found.select("kind", "alias", "player_id", "name", "other_name").rows() == [expected]
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
    words = ["".join(chr(97 + n // 26**power % 26) for power in range(4)) for n in range(people)]
    ids = [f"Anna Maria {word} Van {word[::-1]}" for word in words]
    seats = {"player_id": ids, "session_id": [str(n // 40) for n in range(people)]}
    seats["entrant"] = [str(n // 2) for n in range(people)]
    of = {name: pl.lit("x") for name in ("club", "competition", "season", "line")}
    entries = pl.concat([Entries.create_empty(), pl.DataFrame(seats)], how="diagonal").with_columns(**of)
    players = pl.concat([Players.create_empty(), pl.DataFrame({"player_id": ids})], how="diagonal")
    known = Players.cast(players.with_columns(club=of["club"], competition=of["competition"]))
    nothing = Sessions.create_empty(), People.create_empty(), Findings.create_empty()
    started = time.process_time()
    likely_people(known, Entries.cast(entries), *nothing)
    assert time.process_time() - started < 20
