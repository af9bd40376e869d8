"""What a terminal says, and what programs read of a command, in another language; there `3EW` is `3OW` in Dutch."""

import ast
import datetime as dt
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from reports.test_languages import masked_catalogue
from typer.main import get_command
from typer.testing import CliRunner

import pipelines.words.languages
from pipelines.cli.app import app
from pipelines.cli.history import COLUMNS, History
from pipelines.machine.environment import LANGUAGE
from pipelines.settings.scoring import programs_by_profile
from pipelines.tools.finding_messages import parsed
from pipelines.tools.gather_messages import SAYING
from pipelines.words.languages import speaking
from transforms.tables.schemas import METHODS

TYPES = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
TYPES |= {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}

run = CliRunner().invoke


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
        "score 62.50, would now be 61.25",
        "published: players 1.5 + 2, score 62.50, points 12.00",
    ]
    with speaking("nl"):
        assert history.at_a_glance()["event"].to_list() == [
            "score 62,50, zou 61,25 zijn",
            "gepubliceerd: players 1.5 + 2, score 62,50, points 12,00",
        ]
        row = none | at | {"event": "published", "line": "A", "entrant": "3EW", "players": "1 + 2"}
        rows = pl.DataFrame([row], schema=TYPES)
        assert History("", rows, [], {"1": "Ann", "2": "Bob"}).at_a_glance()["who"].item() == "A 3OW Ann & Bob"


_ERRORS = {
    *("UnusableError", "MachineError", "WarehouseError", "BrokenOffError", "AnotherWriterError", "LandingError"),
    *("WorkerError", "LockedError", "StoreError", "DiskError", "BadParameter"),
    *("ScheduleError", "MovementError", "AwardError"),
}
_PRINTING = {"say", "echo", "titled", "print_table", "print_rows", "print_lines", "leaves"}
_WORD = re.compile(r"(?<![\w.\-/])[a-z]{3,}(?![\w/])")
_LETTERS = re.compile(r"(?<![-\w])[A-Za-z]{3,}")
_SAID_TO_PROGRAMS = {"barometer"}


def bare_words(tree: ast.Module) -> Iterator[str]:
    """Texts with words that an error or a command is given as they stand, each with its line.

    What an error of ours is given first is a message, where it is written out: those are in the catalogues.
    """
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name in _ERRORS | _PRINTING:
            is_message = name in SAYING and call.args and isinstance(call.args[0], ast.Constant)
            words = call.args[1:] if is_message else call.args
            for given in [*words, *(one.value for one in call.keywords if one.arg == "title")]:
                for text in _texts(given):
                    if set(_WORD.findall(text)) - _SAID_TO_PROGRAMS:
                        yield f"{call.lineno}: {text}"


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Call | ast.Subscript | ast.Compare):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                yield from _texts(part)


def test_every_word_said_in_a_terminal_is_a_message() -> None:
    assert {f"{place}:{text}" for place, tree in parsed().items() for text in bare_words(tree)} == set()


RESULTS = (
    "session_id,line,round,table,board,ns,ew,contract,declarer,tricks\n1,A,1,1,1,1,2,4S,N,10\n1,A,1,2,1,3,4,4S,N,9\n"
)
_NAMES = {
    *("barometer", "build", "new", "check", "competition", "toml", "sessions", "results", "csv", "CSV", "FOLDER"),
    *("session", "date", "fonteintje", "profile", "PBN", "USEBIO", "XML", "Bridgemate", "bws", "Excel", "season"),
    *("files", "start", "end", "scoring", "name", "club", "ranking", "method", "lines", "window", "hand", "on", "min"),
    *("championship", "individual", "drop", "show", "pairs", "together", "substitutes", "awards", "schemes", "true"),
    *("false", "points", "ffb", *METHODS, "Tuesday", "evening", "Tuesdays"),
    *("players", "entries", "tuesday", "eve", "Eve", "nothing", "top", "substitute"),
}
"""Names of files, keys, formats and commands, and those of this test: the same in every language."""


@pytest.mark.parametrize(
    "command",
    [
        ["new", "--no-build", "{folder}/eve/tuesday"],
        ["score", "{folder}/eve/tuesday/results.csv"],
        ["balance", "check", "8-pairs-7-rounds", "--strong", "1", "--strong", "2"],
        ["score", "{folder}/nothing"],
        ["awards", "ffb", "{folder}/eve/tuesday/results.csv"],
        ["demo", "{folder}/eve"],
    ],
)
def test_no_word_of_commands_is_english(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines.words.languages, "translations", masked_catalogue)
    monkeypatch.setenv(LANGUAGE, "nl")
    folder = tmp_path / "eve" / "tuesday"
    folder.mkdir(parents=True)
    (folder / "results.csv").write_text(RESULTS, encoding="utf-8")
    (folder / "sessions.csv").write_text("session_id,date,kind\n1,2025-11-04,pairs\n", encoding="utf-8")
    ran = CliRunner().invoke(app, [word.format(folder=tmp_path) for word in command])
    settings = folder / "competition.toml"
    said = ran.output + (settings.read_text(encoding="utf-8") if settings.exists() else "")
    said = said.replace(str(tmp_path), "")
    assert "\u00b7\u00b7" in said, ran.exception
    programs = programs_by_profile()
    known = _NAMES | set(_LETTERS.findall(" ".join([RESULTS, *programs, *chain(*programs.values())])))
    assert set(_LETTERS.findall(said)) - known == set()


def tree(command: Any, *words: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, with what is typed for it."""
    yield words, command
    for name, other in getattr(command, "commands", {}).items():
        yield from tree(other, *words, name)


TREE = list(tree(get_command(app)))
NAMES = {word for words, _ in TREE for word in words} | {"barometer", "root", "club", "competition"}
"""The same in every language."""


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, "")
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 400)


def printed(*words: str) -> str:
    ran = CliRunner().invoke(app, list(words))
    assert ran.exit_code == 0, ran.output
    return ran.output


def of_command(command: Any) -> set[str]:
    """The words of its names, of its choices and of its example."""
    shown = [str(command.epilog).removeprefix("Example: ")]
    for param in command.params:
        choices = param.type_descriptor.choices or ()
        shown += [param.name, str(param.metavar), str(param.default), *(getattr(one, "value", one) for one in choices)]
    return set(_LETTERS.findall(" ".join(shown)))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_language_may_be_named_anywhere(place: int) -> None:
    words = ["build", "--help"]
    words[place:place] = ["--language", "nl"]
    assert "Bouw alles, of wat sinds de vorige keer veranderd is." in printed(*words)
    assert "Bouw alles" not in printed("build", "--help", "--language", "en")


def test_no_word_of_a_help_is_left_in_english(monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    monkeypatch.setattr(pipelines.words.languages, "translations", masked_catalogue)
    monkeypatch.setenv(LANGUAGE, "nl")
    for words, command in TREE:
        with subtests.test(" ".join(words) or "barometer"):
            said = printed(*words, "--help")
            assert "\u00b7\u00b7" in said
            assert set(_LETTERS.findall(said)) - NAMES - of_command(command) == set()
