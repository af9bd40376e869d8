"""Who is who in one file."""

import json

import polars as pl
import pytest

from pipelines.intake.readers.pbn.people import names_of
from pipelines.intake.readers.people import SCHEMA, two_names, with_player_ids
from pipelines.intake.readers.reading import Finding
from pipelines.intake.readers.usebio.rows import _apart


def identified(*people: tuple[str | None, str | None]) -> list[str]:
    rows = [{"entrant": "1", "name": name, "member_number": number, "line_no": "7"} for name, number in people]
    return with_player_ids(pl.DataFrame(rows, schema=SCHEMA))[0]["player_id"].to_list()


@pytest.mark.parametrize("lent", ["+", "+0", "+50", " +50 "])
def test_a_number_lent_for_the_evening_is_none(lent: str) -> None:
    assert identified(("Ann Lid", lent), ("Bo By", "17")) == ["Ann Lid", "17"]


def test_a_row_without_a_name_does_not_take_the_number_away() -> None:
    assert identified(("Ann Lid", "17"), (None, "17")) == ["17", "17"]


def test_nobody_is_told() -> None:
    rows = [{"entrant": "4", "name": None, "member_number": "+", "line_no": "7"}]
    people, [finding] = with_player_ids(pl.DataFrame(rows, schema=SCHEMA))
    assert people.is_empty()
    told = (finding.code, finding.severity, finding.line_no, finding.value)
    assert told == ("players.nameless", "error", 7, "pair 4")


OURS = ("Vikar", "Gjest", "innhopper", "Reserve", "Invité", "Remplaçante", "Vikar 2", "Gast (1)", "INVALLER 12")
"""Stand-ins in the languages of the product, also numbered."""


def findings_of(*people: tuple[str | None, str | None]) -> list[Finding]:
    rows = [{"entrant": "4", "name": name, "member_number": number, "line_no": "7"} for name, number in people]
    return with_player_ids(pl.DataFrame(rows, schema=SCHEMA))[1]


@pytest.mark.parametrize(
    "number",
    ["GUEST", "gast", "n.v.t.", "non member", "-1", "SITOUT", "NONE", "brak", "99999", "N/A", "-", "000", "Non-Member"],
)
def test_a_word_for_none_is_no_number(number: str) -> None:
    assert identified(("Ann Lid", number), ("Bo By", "17")) == ["Ann Lid", "17"]
    assert findings_of(("Ann Lid", number), ("Bo By", number)) == []


@pytest.mark.parametrize("number", ["A17", "9999", "11111", "NL-1", "999991", "AAA", "jansenj", "ŁK", "Guest7"])
def test_a_number_with_digits_or_of_letters_is_one(number: str) -> None:
    assert identified(("Ann Lid", number)) == [number]


@pytest.mark.parametrize(
    "name", ["Invaller", "N.N.", "X", "GOŚĆ", " Stand-in ", "?", "-", "Player  North", "Host", *OURS]
)
def test_a_word_for_nobody_is_no_name(name: str) -> None:
    assert identified((name, None), ("Bo By", None)) == ["Bo By"]
    [finding] = findings_of((name, None), ("Bo By", None))
    assert (finding.code, finding.severity, finding.line_no, finding.value) == ("players.nameless", "error", 7, name)
    assert identified((name, "17"), ("Bo By", "17")) == ["17", "17"]


def test_two_unknown_players_of_a_pair_are_told_once() -> None:
    [finding] = findings_of(("Vikar", None), ("Gjest", "+"))
    assert (finding.code, finding.value) == ("players.nameless", "pair 4")
    assert "2 players of pair 4 without a name" in finding.message
    assert "(the file has Vikar, Gjest)" in finding.message
    assert findings_of((None, None), (None, "+"))[0].code == "players.nameless"


def test_a_word_for_nobody_is_not_shown_as_the_name_of_who_has_the_number() -> None:
    rows = [
        {"entrant": "1", "name": name, "member_number": number, "line_no": "7"}
        for name, number in (("Invaller", "1008"), ("Joop Mulder", "1009"))
    ]
    people = with_player_ids(pl.DataFrame(rows, schema=SCHEMA))[0]
    assert people.select("player_id", "name").rows() == [("1008", None), ("1009", "Joop Mulder")]


def test_a_number_of_two_names_is_told_with_both() -> None:
    [finding] = findings_of(("Ann Lid", "17"), ("Bo By", "17"), ("Cy Moe", "18"), (None, "18"))
    assert (finding.code, finding.severity, finding.value) == ("players.number_shared", "warning", "17")
    assert "Ann Lid, Bo By" in finding.message
    assert findings_of(("Ann Lid", "17"), ("ANN  LID", "17")) == []


@pytest.mark.parametrize("joiner", ["en", "and", "et", "und", "&", "/", "EN"])
def test_a_cell_that_surely_names_two_is_two_names(joiner: str) -> None:
    assert two_names(f"Anne van Kok {joiner} Jan Smit") == ["Anne van Kok", "Jan Smit"]
    assert names_of(f"Anne Kok {joiner} Jan Smit") == ["Anne Kok", "Jan Smit"]


@pytest.mark.parametrize("cell", ["Jan en Piet Smit", "Ben en Anne", "Anne Kokenstein", "A B en C D en E F", "Ann-Jan"])
def test_what_may_be_one_name_stays_one(cell: str) -> None:
    assert two_names(cell) == [cell]


def test_a_pair_of_one_player_is_split_in_a_session_of_pairs_alone() -> None:
    def row(name: str | None, number: str | None = None) -> dict[str, str | None]:
        return {"entrant": "4", "name": name, "member_number": number, "line_no": "7"}

    both = "Jan Jansen & Piet Pietersen"
    assert [player["name"] for player in _apart([row(both)])] == ["Jan Jansen", "Piet Pietersen"]
    for whole in ([row(both, "17")], [row(both), row("Bo By")], [row(None)], [row("Bo By")]):
        assert _apart(whole) == whole


def in_places(*places: tuple[str, str]) -> pl.DataFrame:
    """Who `Lars Vik` is, who has each of these numbers at as many pairs."""
    return pl.DataFrame(
        [
            {
                "session_id": "1",
                "line": "A",
                "entrant": entrant,
                "name": "Lars Vik",
                "member_number": number,
                "line_no": "7",
            }
            for entrant, number in places
        ],
        schema=SCHEMA,
    )


@pytest.mark.parametrize("other", ["11", "5"])
def test_a_name_with_lent_numbers_that_sits_down_twice_is_nobody_and_is_told_once(other: str) -> None:
    people, [finding] = with_player_ids(in_places(("5", "+"), (other, "+50")))
    assert people.is_empty()
    assert (finding.code, finding.severity, finding.value) == ("players.nameless", "error", "Lars Vik")
    told = "2 players of pair 5 have this one name" if other == "5" else "several times (pairs 5, 11)"
    assert told in finding.message
    assert json.loads(finding.arguments or "")["seats"] == ("A 5" if other == "5" else "A 5; A 11")


@pytest.mark.parametrize("places", [[("5", "+"), ("11", "17")], [("5", "+")]])
def test_a_name_with_a_lent_number_in_one_place_is_a_person(places: list[tuple[str, str]]) -> None:
    people, findings = with_player_ids(in_places(*places))
    assert people.height == len(places)
    assert findings == []
