"""Descriptions of the columns of schemas: the text under the column, or a text that all tables share."""

import ast
import csv
import inspect
import re
import sys
from collections import ChainMap, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import dataframely as dy

from pipelines.settings.section import Section, column_of
from transforms.tables.schemas import WAREHOUSE
from transforms.tables.shared import METHODS, NAMED, columns_of, words_allowed
from transforms.tables.shown import FOLLOWED

_WORDS: defaultdict[str, dict[str, str]] = defaultdict(dict)
"""The descriptions of columns in `column_words.csv`, by table; "" is every table. A description in the schema, or the
text below a column, takes precedence."""
with Path(__file__).with_name("column_words.csv").open(encoding="utf-8", newline="") as _table:
    for row in csv.DictReader(_table):
        for method in METHODS if "{method}" in row["column"] else ("",):
            _WORDS[row["table"]][row["column"].replace("{method}", method)] = row["words"].replace("{method}", method)
COLUMN_WORDS = _WORDS[""]


@cache
def column_words(schema: type[dy.Schema]) -> dict[str, str]:
    """Describe each column by the first text that exists: in its schema, under it, for its table, for all tables."""
    said = {name: words for name, words in COLUMN_WORDS.items() if name in schema.column_names()}
    if schema in FOLLOWED:
        of_others = ChainMap(
            _WORDS["shown on pages"], *(column_words(followed) for followed in reversed(FOLLOWED[schema]))
        )
        said |= {name: of_others[name] for name in schema.column_names() if name in of_others}
    for table, named in NAMED.items():
        said |= _WORDS.get(table, {}) if named is schema else {}
    for written in reversed(schema.__mro__):
        if issubclass(written, dy.Schema) and written.__module__ != dy.Schema.__module__:
            said |= _texts_under_columns(written)
    said |= {name: column.description for name, column in columns_of(schema).items() if column.description}
    return {name: _with_values(words, columns_of(schema)[name]) for name, words in said.items()}


def _with_values(words: str, column: dy.Column) -> str:
    values = words_allowed(column)
    missing = set(values) - set(re.findall(r"\w+", words))
    return f"{words} One of: {', '.join(values)}." if missing else words


def key_words(section: type[Section], name: str) -> str:
    """Return the text under a settings key, or else the description of its column without the words about null."""
    if name in (said := _texts_under_columns(section)):
        return said[name]
    column = column_of(section, name)
    words = "" if column is None else column_words(column[0]).get(column[1], "")
    return re.sub(r"[;.] null\b.*", ".", words, flags=re.IGNORECASE)


def table_words(schema: type[dy.Schema]) -> str:
    """Return the description of a table, with the columns that identify a row."""
    said, key = inspect.cleandoc(schema.__doc__ or ""), schema.primary_key()
    return f"{said}\n\nEach once: {', '.join(key)}." if key else f"{said}\n\nNo key: rows may be equal."


@cache
def comments(stored: Callable[[str], str]) -> dict[str, str]:
    """Return the comment of each view, of the table behind it (named by `stored`), and of each of their columns."""
    said: dict[str, str] = {}
    for name, schema in WAREHOUSE.items():
        place = ".".join(f'"{part}"' for part in name.split("."))
        words = column_words(schema)
        for kind, at in (("view", place), ("table", stored(name))):
            said[f"{kind} {at}"] = table_words(schema)
            said |= {f'column {at}."{column}"': words[column] for column in schema.column_names() if column in words}
        said[f'column {place}."person"'] = words.get("person", COLUMN_WORDS["person"])
    return said


@cache
def _texts_under_columns(schema: type) -> dict[str, str]:
    """Return the text under each column, from the source code, because Python does not keep such texts."""
    definition = _classes_in(schema.__module__).get(schema.__name__)
    if definition is None:
        return {}
    found: dict[str, str] = {}
    for column, below in pairwise(definition.body):
        match column, below:
            case (
                ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


@cache
def _classes_in(module: str) -> dict[str, ast.ClassDef]:
    try:
        source = inspect.getsource(sys.modules[module])
    except OSError:
        return {}
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
