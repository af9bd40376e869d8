"""Every key of a settings file is declared once, is read, and stands in docs/landing.md."""

import ast
import re
from functools import cache
from typing import get_args

import pytest

from pipelines.settings.rules import Ranking
from pipelines.settings.section import Section, column_of, key
from pipelines.tools.table_of_keys import PAGE, Key, keys, with_table
from pipelines.warehouse.column_words import key_words
from transforms.tables.schemas import Competitions
from transforms.tables.shared import words_allowed

PROJECT = PAGE.parents[1]
KEYS = list(keys())
OF_SETTINGS = {
    "page.language": "the language of pages",
    "scoring.profile": "gives the other keys their values",
    "ranking.average_a": "gives `top`",
}
"""Keys whose column is there to be shown: what the settings make of them counts."""


class WithoutEffect(Ranking):
    """A key on trial, of no column."""

    carry_luck: bool = False


@cache
def names_in(folder: str) -> frozenset[str]:
    """The texts that the code of a folder holds, and its attributes with a dot: tables and their words left out.

    A text that is put together, as `f"{championship}_drop"`, is a pattern: `.+_drop`.
    """
    found = set[str]()
    for path in (PROJECT / folder).rglob("*.py"):
        if path.parent == PROJECT / "transforms" / "tables":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(attr=name):
                    found.add(f".{name}")
                case ast.Constant(value=str(text)):
                    found.add(text)
                case ast.Call(func=ast.Attribute(attr="filter"), keywords=given):
                    found.update(one.arg for one in given if one.arg)
                case ast.JoinedStr(values=parts):
                    texts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts]
                    found.add("".join(texts))
    return frozenset(found)


def is_read(section: type[Section], name: str, *, is_of_settings: bool = False) -> bool:
    """Whether a transform names the column of a key; of one without, whether the code asks the settings for it."""
    column = column_of(section, name)
    if column is None or is_of_settings:
        return f".{name}" in names_in("pipelines") or name in names_in("transforms")
    patterns = (text for text in names_in("transforms") if re.fullmatch(r"\.\+\w{3,}|\w+", text))
    return any(re.fullmatch(text, column[1]) for text in patterns)


def words_of(one: Key) -> list[str]:
    return [word for word in get_args(one.field.annotation) if isinstance(word, str)]


def test_a_key_allows_the_words_of_its_column() -> None:
    with_words = [one for one in KEYS if words_of(one) and one.name != "system"]
    assert {one.name for one in with_words} >= {"not_played", "method", "turbo_performance", "of", "games"}
    for one in with_words:
        column = column_of(one.section, one.name)
        assert column is not None, one.path
        assert words_allowed(column[0].columns()[column[1]]) == words_of(one), one.path


def test_docs_list_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page, "make shown writes the table anew"


def test_every_key_is_described_and_read() -> None:
    for one in KEYS:
        assert key_words(one.section, one.name), one.path
        assert is_read(one.section, one.name, is_of_settings=one.path in OF_SETTINGS), one.path


def test_a_key_without_effect_is_found() -> None:
    assert is_read(WithoutEffect, "window")
    assert not is_read(WithoutEffect, "carry_luck")


def test_a_key_of_no_column_cannot_be_declared() -> None:
    with pytest.raises(KeyError):
        key(Competitions, "carry_luck")
