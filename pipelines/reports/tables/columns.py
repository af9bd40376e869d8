"""Columns that the report's tables share: rounded, as places, as names."""

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
    """Round halves up; what binary floats make of a half (0.285 is 0.28499...) is a half."""
    # The last rounding makes 69.96 of 69.96000000000001: polars divides by multiplying with a hundredth.
    return (rounding.half_up(column * 10**decimals) / 10**decimals).round(decimals)


def in_short(column: pl.Expr) -> pl.Expr:
    """A number as text, to two decimals and with as few as say it: `12`, `0.5`, `11.83`, `−3`."""
    return half_up(column.cast(pl.Float64)).cast(pl.String).str.strip_suffix(".0").str.replace("^-", "−")


def aligned(column: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """A number as text with so many decimals, two at most, as a column of numbers has them: `12.0`, `0.5`, `−3.0`."""
    text = in_short(column)
    fraction = text.str.extract(r"\.(\d+)$").fill_null("").str.pad_end(2, "0").str.head(decimals)
    return text.str.replace(r"\.\d+$", "") + pl.when(decimals > 0).then("." + fraction).otherwise(pl.lit(""))


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
