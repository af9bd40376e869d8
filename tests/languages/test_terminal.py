"""What a terminal says, and what programs read of a command, in another language."""

import datetime as dt
import json

import polars as pl
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.history import COLUMNS, History
from pipelines.machine.environment import LANGUAGE
from pipelines.words.languages import speaking

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
    numbers = {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}
    types = dict.fromkeys(COLUMNS, pl.String()) | numbers | dict.fromkeys(("at", "until_at"), pl.Datetime("us", "UTC"))
    rows = pl.DataFrame([correction | at, published | at], schema=types)
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
