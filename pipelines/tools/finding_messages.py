"""The sentences of findings, as `make messages` takes them from the code; their code is their context in catalogues.

A sentence stands where the finding is made, in a constant, maybe of another module, or beside its code in a table; one
that is put together while the files are read stays English.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

from pipelines.paths import PACKAGES

_CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+")
_MAKERS = {"error": (0, 1), "warning": (0, 1), "problem": (0, 1), "finding": (None, 4)}
"""Function -> where its code (None: a keyword) and its sentence stand among its arguments."""
_MADE_IN = ("pipelines.readers.reading", "transforms.intake.findings", "pipelines.settings.problems")
_OF_SETTINGS = "problem"

_IN_PAIRS = ("pipelines/readers/", "transforms/intake/", "transforms/awards/")
"""Where codes and their sentences also stand side by side in tables, and in calls of what makes the findings."""
_FEWEST_BLANKS = 3

Constants = Mapping[str, ast.expr]


class Sentence(NamedTuple):
    """What a finding says, with gaps."""

    code: str
    text: str
    place: str


def sentences() -> Iterator[Sentence]:
    """Every sentence that is written out, once."""
    found: dict[str, Sentence] = {}
    for _, told in _made():
        for sentence in told:
            found.setdefault(sentence.code, sentence)
    yield from found.values()


def composed() -> list[str]:
    """Where findings are made whose sentence is put together as files are read, `file: call`: they stay English."""
    return [place for place, told in _made() if not told]


@cache
def _made() -> list[tuple[str, list[Sentence]]]:
    """Every call that makes a finding, and its sentence where that is written out; the code is read once."""
    return list(_read())


def _read() -> Iterator[tuple[str, list[Sentence]]]:
    files = {path: ast.parse(path.read_text(encoding="utf-8")) for path in _files()}
    constants = {_module(path): _constants(tree.body) for path, tree in files.items()}
    for path, tree in files.items():
        known = {**_imported(tree, constants), **constants[_module(path)]}
        place = path.relative_to(PACKAGES).as_posix()
        for call, local in _calls(tree):
            yield f"{place}: {ast.unparse(call)[:60]}", list(_sentence(call, {**known, **local}, place))
        if place.startswith(_IN_PAIRS):
            yield from ((place, [pair]) for pair in _pairs(tree, known, place))


def _files() -> list[Path]:
    return sorted(path for wing in ("pipelines", "transforms") for path in (PACKAGES / wing).rglob("*.py"))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGES).with_suffix("").parts)


def _constants(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """Names that are given a value once."""
    given: dict[str, list[ast.expr]] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, text in pairs:
                if isinstance(name, ast.Name):
                    given.setdefault(name.id, []).append(text)
    return {name: values[0] for name, values in given.items() if len(values) == 1}


def _imported(tree: ast.Module, constants: Mapping[str, Constants]) -> dict[str, ast.expr]:
    return {
        alias.asname or alias.name: constants[node.module][alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in constants
        for alias in node.names
        if alias.name in constants[node.module]
    }


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    """The calls that make findings, each with the names of the function in which it stands."""
    makers = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _MADE_IN
        for alias in node.names
    } & set(_MAKERS)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        once = _constants([node for node in ast.walk(function) if isinstance(node, ast.stmt)])
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in makers:
                yield call, {**once, **_given_before(function.body, call)}


def _given_before(block: list[ast.stmt], call: ast.Call) -> dict[str, ast.expr]:
    """The names that have a value where a call stands, by the statements before it in the blocks around it."""
    given: dict[str, ast.expr] = {}
    for statement in block:
        if any(node is call for node in ast.walk(statement)):
            inner = [part for part in ast.walk(statement) if part is not statement]
            blocks = [value for part in (statement, *inner) for _, value in ast.iter_fields(part) if _is_block(value)]
            for nested in blocks:
                if any(node is call for child in nested for node in ast.walk(child)):
                    given |= _given_before(nested, call)
                    break
            return given
        given |= _constants([statement])
    return given


def _is_block(value: object) -> TypeGuard[list[ast.stmt]]:
    return isinstance(value, list) and bool(value) and isinstance(value[0], ast.stmt)


def _sentence(call: ast.Call, known: Constants, place: str) -> Iterator[Sentence]:
    maker = call.func.id if isinstance(call.func, ast.Name) else ""
    code_at, said_at = _MAKERS[maker]
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    code = named.get("code") if code_at is None else _at(call, code_at)
    said = named.get("message") or named.get("sentence") or _at(call, said_at)
    name, text = _text(code, known), _text(said, known)
    if name and maker == _OF_SETTINGS:
        name = f"settings.{name}"
    if name and text and _CODE.fullmatch(name):
        yield Sentence(name, text, place)


def _pairs(tree: ast.Module, known: Constants, place: str) -> Iterator[Sentence]:
    """Codes and sentences that stand side by side in a tuple, in a dictionary or in the arguments of a call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for code, said in zip(node.keys, node.values, strict=True):
                text = _text(said, known)
                is_code = isinstance(code, ast.Constant) and _CODE.fullmatch(str(code.value))
                if isinstance(code, ast.Constant) and is_code and text and text.count(" ") >= _FEWEST_BLANKS:
                    yield Sentence(str(code.value), text, place)
        if not isinstance(node, ast.Tuple | ast.Call):
            continue
        values = node.elts if isinstance(node, ast.Tuple) else [*node.args, *(one.value for one in node.keywords)]
        codes = [one.value for one in values if isinstance(one, ast.Constant) and _CODE.fullmatch(str(one.value))]
        texts = [text for text in (_text(one, known) for one in values) if text and text.count(" ") >= _FEWEST_BLANKS]
        if len(codes) == len(texts) == 1:
            yield Sentence(str(codes[0]), texts[0], place)


def _at(call: ast.Call, place: int) -> ast.expr | None:
    return call.args[place] if len(call.args) > place else None


def _text(node: ast.expr | None, known: Constants, depth: int = 0) -> str | None:
    """The text of an expression, as far as it can be told without running it."""
    if isinstance(node, ast.Constant):
        return str(node.value) if isinstance(node.value, str | int) else None
    if isinstance(node, ast.Name) and node.id in known and depth < 9:
        return _text(known[node.id], known, depth + 1)
    parts: list[ast.expr] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
    texts = [_text(part, known, depth) for part in parts]
    return "".join(text for text in texts if text) if texts and None not in texts else None
