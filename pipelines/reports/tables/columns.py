"""Columns that the report's tables share: as text, as places, as names."""

from collections.abc import Mapping

import polars as pl

from transforms.arithmetic import as_text

Tables = Mapping[str, pl.DataFrame]


_AND = " & "


def in_short(column: pl.Expr) -> pl.Expr:
    """A number as text, to two decimals and with as few as say it: `12`, `0.5`, `11.83`, `−3`."""
    return _with_minus(as_text.short_column(column))


def aligned(column: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """A number as text with so many decimals, two at most, as a column of numbers has them: `12.0`, `0.5`, `−3.0`."""
    return _with_minus(as_text.column_in_decimals(column, decimals))


def _with_minus(text: pl.Expr) -> pl.Expr:
    return text.str.replace("^-", "−")


def decimals_of(column: pl.Expr) -> pl.Expr:
    """How many decimals say a number: 0, 1 or 2."""
    return in_short(column).str.extract(r"\.(\d+)$").str.len_chars().fill_null(0)


def place(rank: pl.Expr, *among: str) -> pl.Expr:
    """A rank as text: `3`, or `3=` where it is shared."""
    shared = pl.len().over(*among, rank) > 1
    return pl.when(shared).then(pl.format("{}=", rank)).otherwise(rank.cast(pl.String))


def lines_of_field() -> pl.Expr:
    """`A` of the fields `A`, `A NS` and `A EW`."""
    return pl.col("field").str.replace(r" (NS|EW)$", "")


def named(players: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """One row a key, its players in the order they come: `names` as text, `players` as a list."""
    return players.group_by(key, maintain_order=True).agg(
        names=pl.col("name").str.join(_AND), players=pl.struct("player_id", "name", "instead_of", "linked")
    )
