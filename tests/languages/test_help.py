"""The help of every command is in the language that is spoken, wherever that is named, and no word of it is left."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from reports.test_languages import masked_catalogue
from typer.main import get_command
from typer.testing import CliRunner

import pipelines.words.languages
from pipelines.cli.app import app
from pipelines.cli.terminal.help_texts import said_in_help
from pipelines.machine.environment import LANGUAGE
from pipelines.tools.gather_messages import messages

_LETTERS = re.compile(r"(?<![-\w])[A-Za-z]{3,}")


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


def test_every_text_of_the_help_is_a_message() -> None:
    known = {said.message for said in messages()}
    texts = {text for text, _ in said_in_help(get_command(app))}
    assert len(texts) > 130
    assert texts <= known


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
