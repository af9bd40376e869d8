"""Every finding has a code of its own, fills each gap of its sentence, and says how to mend what is wrong."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parents[2]
NOT_ARGUMENTS = {"code", "line_no", "field", "value", "severity"}


class Sentence(NamedTuple):
    """A call that makes findings."""

    place: str
    code: str | None
    text: str
    """The sentence as far as it stands in the call."""
    is_whole: bool
    arguments: set[str]


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
                if name in imported and name in ("error", "warning", "finding"):
                    yield sentence(f"{path.relative_to(PROJECT)}:{call.lineno}", name, call)


def sentence(place: str, name: str, call: ast.Call) -> Sentence:
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    is_open = any(keyword.arg is None for keyword in call.keywords)
    code, said = (named.get("code"), call.args[4]) if name == "finding" else (call.args[0], call.args[1])
    text, is_whole = written(said)
    return Sentence(
        place,
        code.value if isinstance(code, ast.Constant) and isinstance(code.value, str) else None if code is None else "",
        text,
        is_whole and not is_open,
        set(named) - NOT_ARGUMENTS,
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
    assert said.code is not None, "no code"
    assert said.code == "" or re.fullmatch(r"[a-z_]+\.[a-z0-9_]+", said.code), said.code
    gaps = set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", said.text))
    if said.is_whole:
        assert gaps <= said.arguments
        assert ": " in said.text, f"no mend: {said.text}"


def test_a_code_is_one_sentence() -> None:
    codes = Counter(said.code for said in SENTENCES.values() if said.code)
    assert [code for code, times in codes.items() if times > 1] == []
