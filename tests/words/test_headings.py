"""Headings of tables that people read, in their language; and what a program reads is in English all the same."""

import datetime as dt

import polars as pl
import pytest

from pipelines.cli.audit import at_a_glance
from pipelines.cli.people import at_a_glance as who_may_be_who
from pipelines.words.headings import heading
from pipelines.words.languages import speaking

DAYS = ("since", "until")


@pytest.mark.parametrize(
    ("column", "in_english", "in_dutch"),
    [
        ("leave_empty", "leave empty", "leeg laten"),
        ("at", "at", "wanneer"),
        ("player_id", "player id", "nummer of naam"),
    ],
)
def test_a_heading_is_in_the_language_that_is_spoken(column: str, in_english: str, in_dutch: str) -> None:
    assert heading(column) == in_english
    with speaking("nl"):
        assert heading(column) == in_dutch


def test_why_values_differ_is_in_the_language_that_is_spoken() -> None:
    rows = pl.DataFrame(
        {
            **{"file_id": "a.pbn", "line_no": 7, "board": None, "ns": None, "ew": None, "line": "A", "entrant": "3"},
            **{"value": "score", "official": 50.0, "computed": 49.0},
            "reason": "the director takes 0.6 points off, in a table of penalties",
        },
        schema_overrides={"ns": pl.String, "ew": pl.String},
    )
    with speaking("nl"):
        shown = at_a_glance(rows)["reason"].item()
        values = at_a_glance(rows.with_columns(value=pl.lit("rank"), official=10.0)).select("official", "ours").row(0)
    assert shown == "de wedstrijdleider trekt 0,6 punten af, in een tabel met straffen"
    assert values == ("10", "49"), "places are whole numbers"


def test_who_may_be_who_is_told_with_names_and_without_what_says_nothing() -> None:
    one = {"club": "c", "kind": "one", "alias": "17", "player_id": "bob", "name": "Bob", "other_name": None}
    two = {"club": "c", "kind": "two", "alias": "18", "player_id": "Cel", "name": "Karel", "other_name": "Cel"}
    places = {"club": "c", "kind": "two", "alias": None, "player_id": None, "name": "Karel", "other_name": "19"}
    days = {"since": None, "until": None, "why": "unexplained"}
    found = pl.DataFrame([one | days, two | days, places | days], schema_overrides=dict.fromkeys(DAYS, pl.Date))
    assert who_may_be_who(found).rows() == [
        ("17", "bob (Bob)", "unexplained"),
        ("18 (Karel)", "Cel", "unexplained"),
        ("19 (Karel)", None, "unexplained"),
    ]
    of_two_clubs = found.with_columns(club=pl.Series(["c", "d", "d"]), since=dt.date(2025, 9, 1))
    assert who_may_be_who(of_two_clubs).columns == ["club", "alias", "player_id", *DAYS, "why"]
    until_alone = found.with_columns(until=pl.Series([None, dt.date(2025, 9, 1), None]))
    assert who_may_be_who(until_alone).columns == ["alias", "player_id", *DAYS, "why"]
