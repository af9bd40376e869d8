"""Headings of tables, their width, and commands to type: what a terminal prints can be read and copied."""

import datetime as dt
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from pipelines.cli.audit import at_a_glance
from pipelines.cli.people import at_a_glance as possible_duplicates
from pipelines.words.headings import heading
from pipelines.words.languages import speaking
from pipelines.words.plain_text import folder_word, to_type
from pipelines.words.terminal import print_table

DAYS = ("since", "until")


def test_headings_and_reasons_are_in_the_language_that_is_spoken() -> None:
    columns = ("leave_empty", "at", "player_id")
    assert [*map(heading, columns)] == ["leave empty", "at", "player id"]
    with speaking("nl"):
        assert [*map(heading, columns)] == ["leeg laten", "wanneer", "nummer of naam"]
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


def test_possible_duplicates_have_names_and_only_columns_with_values() -> None:
    one = {"club": "c", "kind": "one", "alias": "17", "player_id": "bob", "name": "Bob", "other_name": None}
    two = {"club": "c", "kind": "two", "alias": "18", "player_id": "Cel", "name": "Karel", "other_name": "Cel"}
    places = {"club": "c", "kind": "two", "alias": None, "player_id": None, "name": "Karel", "other_name": "19"}
    days = {"since": None, "until": None, "why": "unexplained"}
    found = pl.DataFrame([one | days, two | days, places | days], schema_overrides=dict.fromkeys(DAYS, pl.Date))
    assert possible_duplicates(found).rows() == [
        ("17", "bob (Bob)", "unexplained"),
        ("18 (Karel)", "Cel", "unexplained"),
        ("19 (Karel)", None, "unexplained"),
    ]
    of_two_clubs = found.with_columns(club=pl.Series(["c", "d", "d"]), since=dt.date(2025, 9, 1))
    assert possible_duplicates(of_two_clubs).columns == ["club", "alias", "player_id", *DAYS, "why"]
    until_alone = found.with_columns(until=pl.Series([None, dt.date(2025, 9, 1), None]))
    assert possible_duplicates(until_alone).columns == ["alias", "player_id", *DAYS, "why"]


ROWS = pl.DataFrame(
    {
        "at": ["2026-11-26 01:19", "2026-11-26 01:20"],
        "build": [1, 2],
        "what": ["results 2025-26 2025-09-09", None],
        "event": ["points 90 became 91; score 62.5 became 63.19", "published: 23 rows"],
        "files": ["2025-09-09/results.csv", None],
    }
)


def printed(width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(ROWS, "A title")
    return capsys.readouterr().out.splitlines()


def test_every_cell_fits_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = Counter("".join(value for row in ROWS.iter_rows() for value in map(str, row) if value != "None"))
    del said[" "]
    for width in range(40, 131):
        lines = printed(width, capsys, monkeypatch)
        assert max(map(len, lines)) <= width
        assert said - Counter("".join(lines[1:])) == {}, width
        assert "files" in " ".join(lines), width


@pytest.fixture(autouse=True)
def _usual_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAROMETER_WAREHOUSE", str(tmp_path / "usual.duckdb"))
    monkeypatch.setenv("BAROMETER_REPORTS", str(tmp_path / "reports"))
    monkeypatch.chdir(tmp_path)


def test_a_command_to_type_names_unusual_places_alone_and_quotes_blanks(tmp_path: Path) -> None:
    assert to_type("people", warehouse=tmp_path / "usual.duckdb", reports=None) == "barometer people"
    assert to_type("people", warehouse=Path("usual.duckdb"), reports=tmp_path / "reports") == "barometer people"
    command = to_type("history", "Ann Ames", competition="club/monday", warehouse=Path("other.duckdb"), season=None)
    assert command == "barometer history 'Ann Ames' --competition club/monday --warehouse other.duckdb"
    with speaking("nl"):
        assert to_type("build", folder_word()) == "barometer build MAP"
