"""A number of a pair with its direction, `3EW`, is `3OW` wherever somebody reads it in Dutch."""

import datetime as dt
import json

import polars as pl
import pytest

from pipelines.cli.history import COLUMNS, History
from pipelines.words.finding_texts import said
from pipelines.words.languages import speaking


def test_who_asks_what_was_published_reads_the_numbers_of_the_pages() -> None:
    types = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
    types |= {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}
    row = {"at": dt.datetime(2025, 9, 10, tzinfo=dt.UTC), "build": 1, "event": "published", "kind": "results"}
    rows = pl.DataFrame([row | {"line": "A", "entrant": "3EW", "players": "1 + 2"}], schema=types)
    with speaking("nl"):
        assert History("", rows, [], {"1": "Ann", "2": "Bob"}).at_a_glance()["who"].item() == "A 3OW Ann & Bob"


@pytest.mark.parametrize(
    ("code", "gap", "there", "in_dutch"),
    [
        ("results.out_of_place/two_tables", "entrant", "3EW", "paar 3OW van lijn A"),
        ("results.out_of_place/two_tables", "entrant", "3EW (Ann, Bob)", "paar 3OW (Ann, Bob) van lijn A"),
        ("results.out_of_place/one_table", "pairs", "1EW, 2NS, 3EW", "paren 1OW, 2NZ, 3OW van lijn A"),
        ("players.nameless/places", "places", "A 3EW, B 2NS", "(paren A 3OW, B 2NZ)"),
        ("landing.same_file", "first", "week 3EW", "van week 3EW,"),
    ],
)
def test_who_reads_a_finding_reads_the_numbers_of_the_pages(code: str, gap: str, there: str, in_dutch: str) -> None:
    gaps = {"line": "A", "tables": "1, 2", "table": "1", "round": "2", "times": "1", gap: there}
    code, _, variant = code.partition("/")
    arguments = json.dumps(gaps | {"variant": variant})
    row = {"code": code, "message": "in English", "arguments": arguments, "field": None, "value": None}
    with speaking("nl"):
        assert in_dutch in said(row)
