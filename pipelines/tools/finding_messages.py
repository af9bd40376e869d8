"""Read the sentences of findings from the source for `make messages`. In catalogues, a code is the sentence's context.

The sentences of checks are in the declarations of the checks, and those about files in a CSV file. Any other sentence
comes directly after its code: in the call that makes the finding, or in a table. Code and sentence may be names, if
they are defined earlier or in another module. A sentence that many codes share, or that readers of files choose, is
marked with `gettext_noop`, and passed to the finding as the argument `sentence`. No other sentence may be assembled at
run time: it would stay English.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pipelines.intake.readers.reading import SENTENCES
from pipelines.machine.paths import PACKAGES
from transforms.awards import imports
from transforms.checks import CHECKS
from transforms.checks.computed import STAGE as COMPUTED
from transforms.tables.schemas import WAREHOUSE

CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+(/[a-z0-9_]+)?")
Constants = dict[str, ast.expr]
DECLARED_ELSEWHERE = (imports,)  # modules outside transforms/checks that declare checks


class Sentence(NamedTuple):
    """The sentence of a finding, with placeholders such as `{rows}`."""

    code: str
    text: str
    place: str


@cache
def sentences() -> tuple[Sentence, ...]:
    """Return the sentences in the source, one per code."""
    found: dict[str, Sentence] = {}
    for sentence in written_out():
        found.setdefault(sentence.code, sentence)
    return tuple(found.values())


def written_out() -> Iterator[Sentence]:
    """Yield the sentences in the source, as often as they occur."""
    for check in (one for one in CHECKS.values() if one.stage != COMPUTED):
        place = check.offenders.__module__.replace(".", "/") + ".py"
        yield from (Sentence(name, text, place) for name, text in check.sentences.items())
    yield from (Sentence(code, text, "pipelines/intake/readers/sentences.csv") for code, text in SENTENCES.items())
    constants = {place.removesuffix(".py").replace("/", "."): _constants(tree) for place, tree in parsed().items()}
    for (place, tree), known in zip(parsed().items(), constants.values(), strict=True):
        found = _read(tree, dict(known), constants)
        yield from (Sentence(code, text, place) for code, text in found if code not in WAREHOUSE)


@cache
def parsed() -> dict[str, ast.Module]:
    """Return by path the syntax tree of each of our modules."""
    files = sorted(path for wing in ("pipelines", "transforms") for path in (PACKAGES / wing).rglob("*.py"))
    return {path.relative_to(PACKAGES).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def _read(node: ast.AST, known: Constants, constants: Mapping[str, Constants]) -> Iterator[tuple[str, str]]:
    """Yield codes with their sentences, from top to bottom. A name stands for the text assigned to it last."""
    pairs: Iterable[tuple[ast.expr | None, ast.expr]] = ()
    begins = ""
    match node:
        case ast.ImportFrom(module=module):
            of_module = constants.get(module or "", {})
            known |= {one.asname or one.name: of_module[one.name] for one in node.names if one.name in of_module}
        case ast.Call():
            pairs = pairwise(node.args)
            begins = "settings." if isinstance(node.func, ast.Name) and node.func.id == "problem" else ""
        case ast.Tuple():
            pairs = pairwise(node.elts)
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
    for code, said in pairs:
        name, text = f"{begins}{_text(code, known) or ''}", _text(said, known) or ""
        if CODE.fullmatch(name) and text.count(" ") > 2:
            yield name, text
    for child in ast.iter_child_nodes(node):
        yield from _read(child, known, constants)
    if isinstance(node, ast.Assign):
        known |= _given(node)


def _constants(tree: ast.Module) -> Constants:
    return {name: text for node in tree.body if isinstance(node, ast.Assign) for name, text in _given(node).items()}


def _given(node: ast.Assign) -> Constants:
    (target, *_), value = node.targets, node.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=False))
    return {name.id: text for name, text in pairs if isinstance(name, ast.Name)}


def _text(node: ast.expr | None, known: Constants, depth: int = 0) -> str | None:
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
