"""Tables as pages show them: selected columns, numbers rounded for readers, places and names as text."""

from typing import cast

import dataframely as dy
import polars as pl

from transforms.tables.arithmetic.as_text import OF_SIDE
from transforms.tables.arithmetic.rounding import column_in_decimals, short_column, to_decimals
from transforms.tables.messages import decimal_sign, gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import DIRECTIONS, Rows
from transforms.tables.shared import S
from transforms.tables.shown import DECIMALS_SHOWN

_AND = " & "


def ids_with_page(players: str) -> pl.Expr:
    """Return the ids of those in each list of a column of players who have a page, with line ends between."""
    player = pl.element().struct
    return pl.col(players).list.eval(player["player_id"].filter(player["linked"])).list.join("\n")


def shown(schema: type[S], rows: Rows) -> dy.LazyFrame[S]:
    """Return the columns of a `REPORT` schema, in its order, with numbers rounded as the schema requires."""
    decimals = {name: (column.metadata or {}).get(DECIMALS_SHOWN) for name, column in schema.columns().items()}
    columns = [pl.col(name) if to is None else to_decimals(pl.col(name), to) for name, to in decimals.items()]
    return cast("dy.LazyFrame[S]", rows.lazy().select(columns))


def place(rank: pl.Expr, *among: str) -> pl.Expr:
    """Return a rank as text: `3`, or `3=` if several rows with the same values of `among` have the same rank."""
    shared = pl.len().over(*among, rank) > 1
    return pl.when(shared).then(phrase("{}=", rank)).otherwise(rank.cast(pl.String))


def named(players: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """Return one row per key with its players, in the order of the rows: `names` as text, `players` as a list.

    Args:
        players: rows with the columns of the key, and player_id, name, instead_of and linked, which the list keeps.
        key: the columns that identify an entrant.
    """
    return players.group_by(key, maintain_order=True).agg(
        names=names_of(pl.col("name")), players=pl.struct("player_id", "name", "instead_of", "linked")
    )


def names_of(name: pl.Expr) -> pl.Expr:
    """Join the names of players who sat together into one text."""
    return name.str.join(_AND)


def number_said(number: pl.Expr) -> pl.Expr:
    """Return the number of an entrant as text, such as `3EW`, with the direction in the current language."""
    said = number.str.replace_many({direction: gettext(direction) for direction in DIRECTIONS})
    return pl.when(number.str.contains(OF_SIDE)).then(said).otherwise(number)


def unnamed(number: pl.Expr) -> pl.Expr:
    """Return the text for an entrant without names, such as `No. 7`."""
    return phrase(gettext("No. {number}", number="{}"), number_said(number))


def lines_of_field() -> pl.Expr:
    """Return the lines of a field: `A` for each of the fields `A`, `A NS` and `A EW`."""
    return pl.col("field").str.replace(r" (NS|EW)$", "")


def in_short(column: pl.Expr) -> pl.Expr:
    """Return a number as text, rounded to two decimals and without trailing zeros: `12`, `0.5`, `11.83`, `−3`."""
    return _written(short_column(column))


def aligned(column: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Return a number as text with at most two decimals, so that a column lines up: `12.0`, `0.5`, `−3.0`."""
    return _written(column_in_decimals(column, decimals))


def decimals_of(column: pl.Expr) -> pl.Expr:
    """Return the number of decimals that `in_short` gives to a number: 0, 1 or 2."""
    return short_column(column).str.extract(r"\.(\d+)$").str.len_chars().fill_null(0)


def _written(number: pl.Expr) -> pl.Expr:
    return number.str.replace("-", "−", literal=True).str.replace(".", decimal_sign(), literal=True)
