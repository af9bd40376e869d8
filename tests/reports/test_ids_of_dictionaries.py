"""Ids that are words of Python, as `items` and `get`, are ids like others: templates find what they name."""

import polars as pl
import pytest
from factories import Tables

from pipelines.reports.html import templates

WORDS = ("items", "get", "values", "keys", "pop")


def renamed(tables: Tables, column: str, names: dict[str, str]) -> Tables:
    return {
        name: table.with_columns(pl.col(column).replace(names)) if column in table.columns else table
        for name, table in tables.items()
    }


@pytest.mark.parametrize("word", WORDS)
def test_a_dictionary_with_such_a_key_keeps_its_methods(word: str) -> None:
    filled = templates().from_string("{{ rows.get('a') }} {{ rows.items()|length }} {{ rows.name }}")
    assert filled.render(rows={word: 1, "a": 2, "name": 3}) == "2 3 3"
