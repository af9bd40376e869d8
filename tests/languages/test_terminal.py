"""What a terminal says, and what programs read of a command, in another language."""

import json

import pytest
from typer.testing import CliRunner

from pipelines.cli import app
from pipelines.errors import UnusableError
from pipelines.languages import VARIABLE

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def nobody_names_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


@pytest.mark.slow
def test_a_table_speaks_and_what_programs_read_does_not() -> None:
    command = ["movement", "--tables", "4", "--boards", "24"]
    spoken = run(app, ["--language", "nl", *command])
    assert (spoken.exit_code, "Wat past bij 4 tafels" in spoken.output) == (0, True)
    as_json = [*command, "--format", "json"]
    in_english, read = run(app, as_json), run(app, ["--language", "nl", *as_json])
    assert json.loads(read.stdout) == json.loads(in_english.stdout)


def test_a_language_that_there_is_not_is_told() -> None:
    told = run(app, ["--language", "xx", "open"])
    assert isinstance(told.exception, UnusableError)
    assert str(told.exception).endswith("there is no such language; write one of en, nl, fr, nb")
