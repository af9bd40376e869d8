"""Columns that several tables of the report need: rounded numbers, places and names."""

from collections.abc import Mapping

import polars as pl

from transforms.arithmetic import rounding
from transforms.tables import COMPETITION, SESSION

Tables = Mapping[str, pl.DataFrame]

ENTRANT = (*SESSION, "line", "entrant")
PLAYER = ("club", "competition", "player_id")
SEASON_PLAYER = (*COMPETITION, "player_id")
PARTNERSHIP = (*COMPETITION, "partnership_id")

_AND = " & "


def half_up(column: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Round halves up; a half that a binary float cannot hold (0.285 is 0.28499...) is rounded up as well."""
    # The last rounding turns 69.96000000000001 into 69.96: polars divides by multiplying by one hundredth.
    return (rounding.half_up(column * 10**decimals) / 10**decimals).round(decimals)


def in_short(column: pl.Expr) -> pl.Expr:
    """A number as text, rounded to two decimals and without zeros at the end: `12`, `0.5`, `11.83`, `−3`."""
    return half_up(column.cast(pl.Float64)).cast(pl.String).str.strip_suffix(".0").str.replace("^-", "−")


def aligned(column: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """A number as text with this many decimals, two at most, so that a column lines up: `12.0`, `0.5`, `−3.0`."""
    text = in_short(column)
    fraction = text.str.extract(r"\.(\d+)$").fill_null("").str.pad_end(2, "0").str.head(decimals)
    return text.str.replace(r"\.\d+$", "") + pl.when(decimals > 0).then("." + fraction).otherwise(pl.lit(""))


def decimals_of(column: pl.Expr) -> pl.Expr:
    """How many decimals `in_short` gives to a number: 0, 1 or 2."""
    return in_short(column).str.extract(r"\.(\d+)$").str.len_chars().fill_null(0)


def place(rank: pl.Expr, *among: str) -> pl.Expr:
    """A rank as text: `3`, or `3=` where rows with the same values of `among` share it."""
    shared = pl.len().over(*among, rank) > 1
    return pl.when(shared).then(pl.format("{}=", rank)).otherwise(rank.cast(pl.String))


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
        names=pl.col("name").str.join(_AND), players=pl.struct("player_id", "name", "instead_of", "linked")
    )
