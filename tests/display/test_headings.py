"""Headings of tables that people read, in their language; and what a program reads is in English all the same."""

import polars as pl
import pytest

from pipelines.commands.audit import at_a_glance
from pipelines.commands.people import as_lines
from pipelines.display.headings import heading
from pipelines.languages import speaking


@pytest.mark.parametrize(
    ("column", "in_english", "in_dutch"),
    [("leave_empty", "leave empty", "leeg laten"), ("at", "at", "wanneer"), ("player_id", "player id", "player id")],
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
        }
    )
    with speaking("nl"):
        shown = at_a_glance(rows)["reason"].item()
    assert shown == "de wedstrijdleider trekt 0,6 punten af, in een tabel met straffen"


def test_the_remark_of_a_line_for_people_is_in_the_language_that_is_spoken() -> None:
    lines = pl.DataFrame(
        {
            **{"club": "club", "alias": "Jann", "player_id": "Jan", "since": None, "until": None},
            "why": "one person? one letter off",
        }
    )
    with speaking("nl"):
        assert as_lines(lines)["why"].item() == "één persoon? één letter verschil"
