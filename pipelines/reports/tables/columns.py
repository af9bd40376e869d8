"""Columns that the report's tables share: as text, as places, as names."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars as pl

from pipelines.words.desk_words import OF_SIDE
from pipelines.words.languages.numbers import decimal_sign
from transforms.messages import gettext
from transforms.privacy.hidden_people import A_MEMBER
from transforms.tables import DIRECTIONS, Tables
from transforms.tables.arithmetic import columns_as_text
from transforms.tables.phrases import phrase

_AND = " & "
_WITH_NAMES = ("raw.players", "ratings.lists", "awards.federation")
"""The tables of the warehouse that name people."""
_IN_BRACKETS = re.compile(r"\([^()]+\)")
_TERM = re.compile(r"(?<![\d.])(?<!× )\d+(?:\.\d+)?(?![\d.]| ×)")
"""A number that is added, not multiplied."""
_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def in_short(column: pl.Expr) -> pl.Expr:
    """A number as text, rounded to two decimals and without zeros at the end: `12`, `0.5`, `11.83`, `−3`."""
    return _written(columns_as_text.short_column(column))


def aligned(column: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """A number as text with this many decimals, two at most, so that a column lines up: `12.0`, `0.5`, `−3.0`."""
    return _written(columns_as_text.column_in_decimals(column, decimals))


def hundredths(column: pl.Expr) -> pl.Expr:
    """A number as text with two decimals: `12.00`, `−0.29`, as `words.fixed` gives it; "" for null."""
    return aligned(column, pl.lit(2)).fill_null("")


def won(column: pl.Expr, scoring: pl.Expr) -> pl.Expr:
    """A score or points with two decimals, and a sign where they can be below 0, as `words.won` gives it."""
    is_gain = scoring.is_in(["butler", "cross_imps"]) & (column > 0)
    return pl.when(is_gain).then("+" + hundredths(column)).otherwise(hundredths(column))


def formula(column: pl.Expr) -> pl.Expr:
    """A formula as the language writes its numbers: `100 − (100 − 60) / 12 = 89,09`."""
    return column.str.replace_all("-", "−", literal=True).str.replace_all(
        r"(\d)\.(\d)", f"${{1}}{decimal_sign()}${{2}}"
    )


def formula_said(text: str) -> str:
    """As `formula`, for one; the terms of a sum in brackets have as many decimals each: `(79,41 + 79,60) / 2`."""
    aligned_sums = _IN_BRACKETS.sub(lambda sum_of: _in_as_many_decimals(sum_of[0]), text)
    return _POINT.sub(decimal_sign(), aligned_sums.replace("-", "−"))


def _in_as_many_decimals(terms: str) -> str:
    numbers: list[str] = _TERM.findall(terms)
    most = max((len(number.partition(".")[2]) for number in numbers), default=0)
    return _TERM.sub(lambda number: f"{Decimal(number[0]):.{most}f}", terms)


def ruling_said(result: pl.Expr) -> pl.Expr:
    """A result with the words of its ruling in the language that is spoken; contracts stay as they are."""
    words = {
        "average": gettext("average"),
        "not played": gettext("not played"),
        "reversed": gettext("reversed"),
        "PASS": gettext("PASS"),
        "NS ": f"{gettext('NS')} ",
        "EW ": f"{gettext('EW')} ",
        " of ": f" {gettext('of')} ",
    }
    return result.str.replace_many(words)


def each(values: pl.Series, word: Callable[[Any], str]) -> pl.Series:
    """What a function says of each value, asked once for equal ones; null for null."""
    different = values.drop_nulls().unique()
    said = pl.Series([word(value) for value in different], dtype=pl.String)
    return values.replace_strict(different, said, default=None, return_dtype=pl.String)


def names_said(tables: Tables) -> Tables:
    """The tables with the names of people as readers see them (`said_names`): all that reports name comes from these.

    Args:
        tables: those of the warehouse, by name, as everybody may see them; absent ones are passed over.
    """
    named = {name: tables[name].with_columns(said_names(pl.col("name"))) for name in _WITH_NAMES if name in tables}
    return {**tables, **named}


def said_names(name: pl.Expr) -> pl.Expr:
    """Names of people, where who is not shown is "a member" in the language that is spoken."""
    return name.replace(A_MEMBER, gettext(A_MEMBER))


def is_shown(name: pl.Expr) -> pl.Expr:
    """Whether a name of `said_names` is that of somebody who is shown."""
    return name != gettext(A_MEMBER)


def _written(number: pl.Expr) -> pl.Expr:
    """The text of a number as `numbers.written` gives it."""
    return number.str.replace("-", "−", literal=True).str.replace(".", decimal_sign(), literal=True)


def decimals_of(column: pl.Expr) -> pl.Expr:
    """How many decimals `in_short` gives to a number: 0, 1 or 2."""
    return columns_as_text.short_column(column).str.extract(r"\.(\d+)$").str.len_chars().fill_null(0)


def place(rank: pl.Expr, *among: str) -> pl.Expr:
    """A rank as text: `3`, or `3=` where rows with the same values of `among` share it."""
    shared = pl.len().over(*among, rank) > 1
    return pl.when(shared).then(phrase("{}=", rank)).otherwise(rank.cast(pl.String))


def number_said(number: pl.Expr) -> pl.Expr:
    """The number of an entrant as `desk_words.number_said` has it."""
    said = number.str.replace_many({direction: gettext(direction) for direction in DIRECTIONS})
    return pl.when(number.str.contains(OF_SIDE)).then(said).otherwise(number)


def lines_of_field() -> pl.Expr:
    """The lines of a field: `A` for the fields `A`, `A NS` and `A EW`."""
    return pl.col("field").str.replace(r" (NS|EW)$", "")


def named(players: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """One row per key, with its players in the order of the rows: `names` as text, `players` as a list.

    Args:
        players: the columns of the key, and (player_id, name, instead_of, linked), which the list takes over.
        key: the columns that identify an entrant.
    """
    return players.group_by(key, maintain_order=True).agg(
        names=names_of(pl.col("name")), players=pl.struct("player_id", "name", "instead_of", "linked")
    )


def names_of(name: pl.Expr) -> pl.Expr:
    """The names of those who sat together, as one text."""
    return name.str.join(_AND)
