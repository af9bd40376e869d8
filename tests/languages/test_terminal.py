"""What a terminal says, and what programs read of a command, in another language; there `3EW` is `3OW` in Dutch."""

import datetime as dt
import json

import polars as pl
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.history import COLUMNS, History
from pipelines.machine.environment import LANGUAGE
from pipelines.words.finding_texts import said
from pipelines.words.languages import speaking

TYPES = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
TYPES |= {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def nobody_names_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, "")


def test_a_table_speaks_and_what_programs_read_does_not() -> None:
    command = ["movement", "--tables", "4", "--boards", "24"]
    spoken = run(app, ["--language", "nl", *command])
    assert (spoken.exit_code, "Wat past bij 4 tafels" in spoken.output) == (0, True)
    as_json = [*command, "--format", "json"]
    in_english, read = run(app, as_json), run(app, ["--language", "nl", *as_json])
    assert json.loads(read.stdout) == json.loads(in_english.stdout)


def test_what_was_published_has_its_numbers_as_the_language_writes_them() -> None:
    none = dict.fromkeys(COLUMNS)
    correction = none | {"event": "correction", "field": "score", "published": "62.5", "now": "61.25"}
    published = none | {"event": "published", "published": "players 1.5 + 2, score 62.50, points 12.00"}
    at = {"at": dt.datetime(2025, 9, 2, tzinfo=dt.UTC), "until_at": None, "build": 1, "kind": "results"}
    rows = pl.DataFrame([correction | at, published | at], schema=TYPES)
    history = History("", rows, [], {})
    assert history.at_a_glance()["event"].to_list() == [
        "score 62.50, would be 61.25",
        "published: players 1.5 + 2, score 62.50, points 12.00",
    ]
    with speaking("nl"):
        assert history.at_a_glance()["event"].to_list() == [
            "score 62,50, zou 61,25 zijn",
            "gepubliceerd: players 1.5 + 2, score 62,50, points 12,00",
        ]


def test_who_asks_what_was_published_reads_the_numbers_of_the_pages() -> None:
    row = {"at": dt.datetime(2025, 9, 10, tzinfo=dt.UTC), "build": 1, "event": "published", "kind": "results"}
    rows = pl.DataFrame([row | {"line": "A", "entrant": "3EW", "players": "1 + 2"}], schema=TYPES)
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
