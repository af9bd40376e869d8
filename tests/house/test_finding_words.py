"""Every finding has a code of its own, fills each gap of its sentence, and says how to mend what is wrong."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parents[2]
OF_FILES, ON_ROWS = ("error", "warning"), ("error_on", "warning_on")
NOT_GAPS = {"line_no", "field", "value"}


class Sentence(NamedTuple):
    """A call that makes findings."""

    place: str
    code: str | None
    """None where it is put together."""
    text: str
    """The sentence as far as it stands in the call."""
    is_whole: bool
    fills_all: bool
    """Whether each gap is filled in the call, or from the column of its name."""


def sentences() -> Iterator[Sentence]:
    for wing in ("transforms", "pipelines"):
        for path in sorted((PROJECT / wing).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            imported = {
                alias.asname or alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                and node.module in ("pipelines.readers.reading", "transforms.intake.findings")
                for alias in node.names
            }
            for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
                name = call.func.id if isinstance(call.func, ast.Name) else ""
                if name in imported and name in (*OF_FILES, *ON_ROWS):
                    yield sentence(f"{path.relative_to(PROJECT)}:{call.lineno}", name, call)


def sentence(place: str, name: str, call: ast.Call) -> Sentence:
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    is_open = any(keyword.arg is None for keyword in call.keywords)
    code, said = call.args[1:3] if name in ON_ROWS else call.args[:2]
    text, is_whole = written(said)
    gaps = set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", text))
    return Sentence(
        place,
        code.value if isinstance(code, ast.Constant) and isinstance(code.value, str) else None,
        text,
        is_whole and not is_open,
        name in ON_ROWS or gaps <= set(named) - NOT_GAPS,
    )


def written(node: ast.expr) -> tuple[str, bool]:
    """The text of an expression, and whether all of it is known."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, True
    if isinstance(node, ast.JoinedStr):
        parts = [written(value) for value in node.values]
        return "".join(text for text, _ in parts), all(known for _, known in parts)
    if isinstance(node, ast.BinOp):
        (left, left_known), (right, right_known) = written(node.left), written(node.right)
        return left + right, left_known and right_known
    return "", False


SENTENCES = {sentence.place: sentence for sentence in sentences()}


@pytest.mark.parametrize("place", SENTENCES)
def test_a_finding_has_a_code_and_fills_its_gaps(place: str) -> None:
    said = SENTENCES[place]
    assert said.code is None or re.fullmatch(r"[a-z_]+\.[a-z0-9_]+", said.code), said.code
    if said.is_whole:
        assert said.fills_all
        assert ": " in said.text, f"no mend: {said.text}"


def test_a_code_is_one_sentence() -> None:
    codes = Counter(said.code for said in SENTENCES.values() if said.code)
    assert [code for code, times in codes.items() if times > 1] == []
