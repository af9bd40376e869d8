"""Ids that are words of Python, as `items` and `get`, are ids like others: templates find what they name."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from reports.whole_site import write_site

from pipelines.reports.html import templates

WORDS = ("items", "get", "values", "keys", "pop")


def renamed(tables: Tables, column: str, names: dict[str, str]) -> Tables:
    return {
        name: table.with_columns(pl.col(column).replace(names)) if column in table.columns else table
        for name, table in tables.items()
    }


def test_sessions_and_a_competition(season_with_hands: Tables, tmp_path: Path) -> None:
    sessions = dict(zip(season_with_hands["raw.sessions"]["session_id"].sort(), WORDS, strict=False))
    [competition] = season_with_hands["raw.competitions"]["competition"].unique()
    tables = renamed(renamed(season_with_hands, "session_id", sessions), "competition", {competition: "update"})
    site = write_site(tables, tmp_path).parent
    names = {path.stem for path in site.rglob("sessions/*.html")}
    assert names == set(sessions.values())
    assert {path.name for path in site.glob("*/*/") if (path / "2025-26").is_dir()} == {"update"}


@pytest.mark.parametrize("word", WORDS)
def test_a_dictionary_with_such_a_key_keeps_its_methods(word: str) -> None:
    filled = templates().from_string("{{ rows.get('a') }} {{ rows.items()|length }} {{ rows.name }}")
    assert filled.render(rows={word: 1, "a": 2, "name": 3}) == "2 3 3"
