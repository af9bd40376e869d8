"""What the schemas say of each column: the text under it, and where there is none, the words it has everywhere."""

import ast
import inspect
import textwrap
from functools import cache
from itertools import pairwise

import dataframely as dy

from transforms.tables.column_words import COLUMN_WORDS


@cache
def column_words(schema: type[dy.Schema]) -> dict[str, str]:
    """Column -> what it is, in one line; a column of which nothing is said is not there.

    The text under a column goes before the words that it has in every table; that of a schema before that of the
    one it inherits from.
    """
    said = {name: words for name, words in COLUMN_WORDS.items() if name in schema.column_names()}
    for written in reversed(schema.__mro__):
        if issubclass(written, dy.Schema) and written.__module__ != dy.Schema.__module__:
            said |= _texts_under_columns(written)
    return said


def _texts_under_columns(schema: type) -> dict[str, str]:
    """Read in the source, since Python keeps no such text; nothing where there is no source."""
    try:
        source = inspect.getsource(schema)
    except OSError:
        return {}
    (definition,) = ast.parse(textwrap.dedent(source)).body
    if not isinstance(definition, ast.ClassDef):
        return {}
    return {
        target.id: " ".join(text.split())
        for column, below in pairwise(definition.body)
        for target in _targets(column)
        if isinstance(target, ast.Name) and (text := _text(below))
    }


def _targets(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign():
            return statement.targets
        case ast.AnnAssign():
            return [statement.target]
        case _:
            return []


def _text(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
        case _:
            return None
