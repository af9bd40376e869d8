"""Who is who in one file."""

import json

import polars as pl
import pytest
from each import cases

from pipelines.intake.readers.pbn.people import names_of
from pipelines.intake.readers.reading import Finding
from pipelines.intake.readers.sheets import SCHEMA, two_names, with_player_ids

Person = tuple[str | None, str | None]
"""Name and number."""


def read(*people: Person) -> tuple[pl.DataFrame, list[Finding]]:
    rows = [{"entrant": "4", "name": name, "member_number": number, "line_no": "7"} for name, number in people]
    return with_player_ids(pl.DataFrame(rows, schema=SCHEMA))


NONE = (
    *("GUEST", "gast", "n.v.t.", "non member", "-1", "SITOUT", "NONE", "brak", "99999", "N/A", "-", "000"),
    "Non-Member",
)
NOBODY = (
    *("Invaller", "N.N.", "X", "GOŚĆ", " Stand-in ", "?", "-", "Player  North", "Host"),
    *("Vikar", "Gjest", "innhopper", "Reserve", "Invité", "Remplaçante", "Vikar 2", "Gast (1)", "INVALLER 12"),
)
"""Stand-ins in the languages of the product, also numbered."""


@cases(
    *(([("Ann Lid", lent), ("Bo By", "17")], ["Ann Lid", "17"]) for lent in ("+", "+0", "+50", " +50 ", *NONE)),
    *(([("Ann Lid", number)], [number]) for number in ("A17", "9999", "11111", "NL-1", "999991", "AAA", "jansenj")),
    *(([("Ann Lid", number)], [number]) for number in ("ŁK", "Guest7")),
    *(([(name, None), ("Bo By", None)], ["Bo By"]) for name in NOBODY),
    *(([(name, "17"), ("Bo By", "17")], ["17", "17"]) for name in NOBODY),
    ([("Ann Lid", "17"), (None, "17")], ["17", "17"]),
    ([(None, "+")], []),
)
def test_a_person_is_a_number_of_one_name_or_else_a_name(people: list[Person], ids: list[str]) -> None:
    assert read(*people)[0]["player_id"].to_list() == ids


@cases(
    ([(None, "+")], "players.nameless", "pair 4", "a player of pair 4"),
    *(([(name, None), ("Bo By", None)], "players.nameless", name, "this is not a name") for name in NOBODY),
    ([("Vikar", None), ("Gjest", "+")], "players.nameless", "pair 4", "2 players of pair 4 have no usable name"),
    ([("Vikar", None), ("Gjest", "+")], "players.nameless", "pair 4", "(Vikar, Gjest)"),
    ([(None, None), (None, "+")], "players.nameless", "pair 4", "2 players of pair 4 have no usable name"),
    (
        [("Ann Lid", "17"), ("Bo By", "17"), ("Cy Moe", "18"), (None, "18")],
        *("players.number_shared", "17", "Ann Lid, Bo By"),
    ),
)
def test_unknown_people_are_reported_once(people: list[Person], code: str, value: str, said: str) -> None:
    [finding] = read(*people)[1]
    severity = "warning" if code == "players.number_shared" else "error"
    assert (finding.code, finding.severity, finding.line_no, finding.value) == (code, severity, 7, value)
    assert said in finding.message


@pytest.mark.parametrize("number", NONE)
def test_a_word_for_none_is_shared_by_nobody(number: str) -> None:
    assert read(("Ann Lid", number), ("Bo By", number))[1] == []
    assert read(("Ann Lid", "17"), ("ANN  LID", "17"))[1] == []


def test_a_word_for_nobody_is_not_shown_as_the_name_of_who_has_the_number() -> None:
    people = read(("Invaller", "1008"), ("Joop Mulder", "1009"))[0]
    assert people.select("player_id", "name").rows() == [("1008", None), ("1009", "Joop Mulder")]


@pytest.mark.parametrize("joiner", ["en", "and", "et", "und", "&", "/", "EN"])
def test_a_cell_that_surely_names_two_is_two_names(joiner: str) -> None:
    assert two_names(f"Anne van Kok {joiner} Jan Smit") == ["Anne van Kok", "Jan Smit"]
    assert names_of(f"Anne Kok {joiner} Jan Smit") == ["Anne Kok", "Jan Smit"]


@pytest.mark.parametrize("cell", ["Jan en Piet Smit", "Ben en Anne", "Anne Kokenstein", "A B en C D en E F", "Ann-Jan"])
def test_what_may_be_one_name_stays_one(cell: str) -> None:
    assert two_names(cell) == [cell]


def in_places(*places: tuple[str, str]) -> tuple[pl.DataFrame, list[Finding]]:
    """Who `Lars Vik` is, who has each of these numbers at as many pairs."""
    of_all = {"session_id": "1", "line": "A", "name": "Lars Vik", "line_no": "7"}
    rows = [{**of_all, "entrant": entrant, "member_number": number} for entrant, number in places]
    return with_player_ids(pl.DataFrame(rows, schema=SCHEMA))


@cases(
    ("5", "2 players of pair 5 have the same name and no number", "A 5"),
    ("11", "occurs in several pairs (5, 11)", "A 5; A 11"),
)
def test_a_name_with_lent_numbers_that_sits_down_twice_is_nobody(other: str, said: str, seats: str) -> None:
    people, [finding] = in_places(("5", "+"), (other, "+50"))
    assert people.is_empty()
    assert (finding.code, finding.severity, finding.value) == ("players.nameless", "error", "Lars Vik")
    assert said in finding.message
    assert json.loads(finding.arguments or "")["seats"] == seats


@pytest.mark.parametrize("places", [[("5", "+"), ("11", "17")], [("5", "+")]])
def test_a_name_with_a_lent_number_in_one_place_is_a_person(places: list[tuple[str, str]]) -> None:
    people, findings = in_places(*places)
    assert (people.height, findings) == (len(places), [])
