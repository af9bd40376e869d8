"""The sentences of findings, as `make messages` takes them from the code; their code is their context in catalogues.

Those of checks stand in their declarations. Any other stands where the finding is made, in a constant, maybe of another
module, or beside its code in a table. One that many codes share, or that is chosen as files are read, is marked with
`gettext_noop`, and stands in the arguments of the finding as `sentence`. No other is ever put together as files are
read: it would stay English.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pipelines.machine.paths import PACKAGES
from transforms.checks import CHECKS
from transforms.checks.computed import STAGE as COMPUTED

_CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+(/[a-z0-9_]+)?")
_MAKERS = {**dict.fromkeys(("error", "warning", "on_lines", "problem"), 0), "error_on": 1, "warning_on": 1}
"""Function -> where its code stands among its arguments, before its sentence."""
_MADE_IN = ("pipelines.intake.readers.reading", "transforms.intake.findings", "pipelines.settings.problems")
_OF_SETTINGS = "problem"

_IN_PAIRS = ("pipelines/intake/readers/", "pipelines/intake/landing/", "transforms/intake/", "transforms/awards/")
"""Where codes and sentences also stand side by side without a call that makes findings in the file."""
_FEWEST_BLANKS = 3
_BEGIN_NAMES = ("raw.", "page.", "season.", "session.", "ranking.")
"""How names of tables and of keys of settings begin that look like codes."""

Constants = Mapping[str, ast.expr]


class Sentence(NamedTuple):
    """What a finding says, with gaps."""

    code: str
    text: str
    place: str


@cache
def sentences() -> tuple[Sentence, ...]:
    """Every sentence that is written out, once."""
    found: dict[str, Sentence] = {}
    for sentence in (*_of_checks(), *_read()):
        found.setdefault(sentence.code, sentence)
    return tuple(found.values())


def _of_checks() -> Iterator[Sentence]:
    for check in (one for one in CHECKS.values() if one.stage != COMPUTED):
        place = check.offenders.__module__.replace(".", "/") + ".py"
        yield from (Sentence(name, text, place) for name, text in check.sentences.items())


@cache
def _parsed() -> dict[str, ast.Module]:
    return {path.relative_to(PACKAGES).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in _files()}


def _read() -> Iterator[Sentence]:
    constants = {_module(place): _constants(tree.body) for place, tree in _parsed().items()}
    for place, tree in _parsed().items():
        if not place.startswith(_IN_PAIRS) and not _makers(place, tree):
            continue
        known = {**_imported(tree, constants), **constants[_module(place)]}
        for call, local in _calls(place, tree):
            yield from _sentence(call, {**known, **local}, place)
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        for part, names in ((tree, known), *((one, {**known, **_once(one)}) for one in functions)):
            yield from (pair for pair in _pairs(part, names, place) if not _is_other(pair.code))


def _files() -> list[Path]:
    return sorted(path for wing in ("pipelines", "transforms") for path in (PACKAGES / wing).rglob("*.py"))


def _module(place: str) -> str:
    return place.removesuffix(".py").replace("/", ".")


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


def _makers(place: str, tree: ast.Module) -> set[str]:
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _MADE_IN
        for alias in node.names
    }
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and _module(place) in _MADE_IN}
    return (imported | defined) & set(_MAKERS)


def _calls(place: str, tree: ast.Module) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    """The calls that make findings, each with the names of the function in which it stands."""
    makers = _makers(place, tree)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        once = _once(function)
        for call in _calls_of(function, makers):
            before = (node for node in ast.walk(function) if isinstance(node, ast.Assign) and node.lineno < call.lineno)
            nearest = sorted(before, key=lambda node: node.lineno)
            yield call, once | {name: text for node in nearest for name, text in _constants([node]).items()}


def _calls_of(tree: ast.AST, makers: set[str]) -> list[ast.Call]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in makers]


def _once(function: ast.FunctionDef) -> dict[str, ast.expr]:
    return _constants([node for node in ast.walk(function) if isinstance(node, ast.stmt)])


def _sentence(call: ast.Call, known: Constants, place: str) -> Iterator[Sentence]:
    maker = call.func.id if isinstance(call.func, ast.Name) else ""
    said = _at(call, _MAKERS[maker] + 1)
    name, text = _text(_code_of(call), known), _text(said, known)
    if name and maker == _OF_SETTINGS:
        name = f"settings.{name}"
    if name and text and _CODE.fullmatch(name):
        yield Sentence(name, text, place)


def _code_of(call: ast.Call) -> ast.expr | None:
    return _at(call, _MAKERS[call.func.id if isinstance(call.func, ast.Name) else ""])


def _is_other(text: str) -> bool:
    """Whether this is no code, though it looks like one: a beginning of codes, or names a file, table or key."""
    return (
        text.endswith(("_", ".toml", ".csv", ".duckdb", ".html", ".css"))
        or text.startswith(_BEGIN_NAMES)
        or text == "awards.only"
    )


def _pairs(tree: ast.AST, known: Constants, place: str) -> Iterator[Sentence]:
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
        named = [_text(one, known) for one in values if isinstance(one, ast.Constant | ast.Name)]
        codes = [text for text in named if text and _CODE.fullmatch(text)]
        texts = [text for text in (_text(one, known) for one in values) if text and text.count(" ") >= _FEWEST_BLANKS]
        if len(codes) == len(texts) == 1:
            yield Sentence(codes[0], texts[0], place)


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
