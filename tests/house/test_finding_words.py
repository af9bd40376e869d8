"""Every finding has a code of its own, fills each gap of its sentence, and says how to mend what is wrong."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parents[2]
OF_FILES, ON_ROWS = ("error", "warning"), ("error_on", "warning_on")
NOT_GAPS = {"line_no", "field", "value"}
KEPT = {"nth", "sentence", "at_lines", "session"}
"""What findings on rows keep beside the gaps: the sentence of several codes, the lines that one tells, the
session by which what follows from it is found, and which of several sections of settings it is about."""
OF_ALL = {"entries.seated_twice": {"numbers"}}
"""The ids of all whom these findings are about, so that they are withheld with anybody who is hidden."""


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
    beside: set[str]
    """What the call gives that is neither a gap nor kept on purpose: a slip, and the gap has the column of its name."""


@cache
def sentences() -> list[Sentence]:
    """The calls that make findings; the code is read once."""
    return [sentence for wing in ("transforms", "pipelines") for sentence in sentences_of(wing)]


def sentences_of(wing: str) -> Iterator[Sentence]:
    for path in sorted((PROJECT / wing).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not any(f"{name}(" in source for name in (*OF_FILES, *ON_ROWS)):
            continue
        tree = ast.parse(source)
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            and node.module in ("pipelines.intake.readers.reading", "transforms.intake.findings")
            for alias in node.names
        } | {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        texts = texts_of(tree)
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in imported and name in (*OF_FILES, *ON_ROWS):
                yield sentence(f"{path.relative_to(PROJECT)}:{call.lineno}", name, call, texts)


def texts_of(tree: ast.Module) -> dict[str, ast.expr]:
    """What each name of a module stands for, where it is given once."""
    given = [
        (node.targets[0].id, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    times = Counter(name for name, _ in given)
    return {name: value for name, value in given if times[name] == 1}


def sentence(place: str, name: str, call: ast.Call, texts: dict[str, ast.expr]) -> Sentence:
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    is_open = any(keyword.arg is None for keyword in call.keywords)
    code, said = call.args[1:3] if name in ON_ROWS else call.args[:2]
    text, is_whole = written(said, texts)
    gaps = set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", text))
    of_code = code.value if isinstance(code, ast.Constant) and isinstance(code.value, str) else None
    kept = NOT_GAPS | KEPT | OF_ALL.get(of_code or "", set())
    return Sentence(
        place,
        of_code,
        text,
        is_whole and not is_open,
        name in ON_ROWS or gaps <= set(named) - NOT_GAPS,
        set(named) - kept - gaps if name in ON_ROWS and is_whole else set(),
    )


def written(node: ast.expr, texts: dict[str, ast.expr]) -> tuple[str, bool]:
    """The text of an expression, and whether all of it is known."""
    match node:
        case ast.Constant(value=str(text)):
            return text, True
        case ast.JoinedStr(values=values):
            parts = [written(value, texts) for value in values]
        case ast.BinOp(left=left, right=right):
            parts = [written(left, texts), written(right, texts)]
        case ast.FormattedValue(value=value) | ast.Call(func=ast.Name(id="gettext_noop"), args=[value]):
            parts = [written(value, texts)]
        case ast.Name(id=name) if name in texts:
            parts = [written(texts[name], {other: texts[other] for other in texts if other != name})]
        case _:
            return "", False
    return "".join(text for text, _ in parts), all(known for _, known in parts)


def test_a_code_names_its_family_and_what_is_wrong() -> None:
    assert len(sentences()) > 100
    codes = [(said.place, said.code) for said in sentences() if said.code is not None]
    assert [code for code in codes if not re.fullmatch(r"[a-z_]+\.[a-z0-9_]+(/[a-z0-9_]+)?", code[1])] == []


def test_a_call_gives_nothing_but_the_gaps_and_what_is_kept() -> None:
    assert {said.place: said.beside for said in sentences() if said.beside} == {}


def test_each_gap_is_filled() -> None:
    assert [said.place for said in sentences() if said.is_whole and not said.fills_all] == []


def test_a_sentence_says_how_to_mend_what_is_wrong() -> None:
    assert [(said.place, said.text) for said in sentences() if said.is_whole and ": " not in said.text] == []


def test_a_code_is_one_sentence() -> None:
    codes = Counter(said.code for said in sentences() if said.code)
    assert [code for code, times in codes.items() if times > 1] == []


@pytest.mark.parametrize(
    ("keyword", "beside"),
    [("lines", set()), ("at_lines", set()), ("value", set()), ("linse", {"linse"}), ("numbers", {"numbers"})],
)
def test_a_keyword_that_is_no_gap_is_seen(keyword: str, beside: set[str]) -> None:
    module = ast.parse(
        f'SAID = gettext_noop("in {{lines}} rows")\nwarning_on(rows, "a.b", f"{{SAID}}: mend", {keyword}="rows")'
    )
    (call,) = (node.value for node in module.body if isinstance(node, ast.Expr))
    assert isinstance(call, ast.Call)
    assert sentence("here", "warning_on", call, texts_of(module)).beside == beside
