"""Nothing is said in a terminal that no catalogue knows: not by an error, and not by what a command prints."""

import ast
import re
from collections.abc import Iterator

import pytest

from pipelines.paths import PACKAGES

_ERRORS = {
    *("UnusableError", "MachineError", "WarehouseError", "BrokenOffError", "AnotherWriterError", "LandingError"),
    *("WorkerError", "LockedError", "StoreError", "DiskError", "BadParameter"),
    *("ScheduleError", "SearchError", "SeatingError", "AwardError"),
}
_WORD = re.compile(r"(?<![\w.\-/])[a-z]{3,}(?![\w/])")
_SAID_TO_PROGRAMS = {"barometer"}


def bare_words(source: str) -> Iterator[str]:
    """Texts with words that an error or a command is given as they stand, each with its line."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name in _ERRORS:
            for given in call.args:
                for text in _texts(given):
                    if set(_WORD.findall(text)) - _SAID_TO_PROGRAMS:
                        yield f"{call.lineno}: {text}"


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that are written out in an expression, other than in calls."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Call | ast.Subscript | ast.Compare):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                yield from _texts(part)


FILES = sorted(path for wing in ("pipelines", "transforms") for path in (PACKAGES / wing).rglob("*.py"))


def test_every_word_said_in_a_terminal_is_a_message() -> None:
    found = {
        f"{path.relative_to(PACKAGES).as_posix()}:{text}"
        for path in FILES
        for text in bare_words(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("raise UnusableError(f'{path}: no such file')", ["1: : no such file"]),
        ("raise UnusableError(Message('{path}: no such file', path=path))", []),
        ("raise UnusableError(f'{path}: {error}')", []),
        ("raise UnusableError('nothing' if a == 'one' else told)", ["1: nothing"]),
    ],
)
def test_bare_words_are_found(source: str, words: list[str]) -> None:
    assert list(bare_words(source)) == words
