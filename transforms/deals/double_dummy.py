"""Double-dummy tables of the deals of a competition: solved here, or else from the file if its table can be right."""

import dataframely as dy
import polars as pl

from transforms.tables import COMPETITION, Deals, DoubleDummy, Frame, Rows
from transforms.tables.deals import TABLE
from transforms.tables.shared import in_shape

_DEAL = (*COMPETITION, "deal_id")
_HEX = {digit: value for value, digit in enumerate("0123456789abcd")}
_FEWEST, _MOST = 80, 132
"""Tricks of all four declarers in all strains, together: 130 where it does not matter who leads; 2,000 deals dealt at
random have 92 to 130. A table that counts levels is below: those deals have at most 64 levels."""
_BOTH_SIDES = 15
"""In a strain, the most tricks of the best declarers of the two sides together. It is 13 where it does not matter who
leads, and may be more where no side wants to: in those 2,000 deals it is 14 in 7 of 10,000 strains, and never more."""


def double_dummy(deals: Frame[Deals], solved: Rows) -> dy.LazyFrame[DoubleDummy]:
    """The table of every deal of which there is one.

    Args:
        deals: `Deals`.
        solved: `deal_id` and the columns `TABLE`, of deals that were solved; others than those of `deals` may be there.

    Returns:
        `DoubleDummy`; a solved table before one of a file, and of several files the first that can be right.
    """
    every = deals.lazy()
    known = every.select(_DEAL).unique().join(solved.lazy().select("deal_id", *TABLE), on="deal_id")
    of_files = (
        first_of_files(every)
        .join(known, on=_DEAL, how="anti")
        .select(*_DEAL, *tricks_in("double_dummy"), source=pl.lit("file"))
    )
    both = pl.concat([known.with_columns(source=pl.lit("solved")), of_files], how="vertical_relaxed")
    return in_shape(DoubleDummy, both.sort(_DEAL))


def first_of_files(deals: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of `Deals` with the table of a deal that is taken where none was solved, a row a deal."""
    return (
        deals.filter(pl.col("double_dummy").is_not_null(), can_be_right(pl.col("double_dummy")))
        .sort(*_DEAL, "file_id", "line_no", "session_id", "board", nulls_last=True)
        .unique(_DEAL, keep="first", maintain_order=True)
    )


def tricks_in(digits: str) -> list[pl.Expr]:
    """The columns `TABLE`, Int8, from a column of 20 digits in that order."""
    return [_digit(pl.col(digits), place).alias(name) for place, name in enumerate(TABLE)]


def digits_of() -> pl.Expr:
    """The columns `TABLE` as 20 digits in that order: String."""
    letters = {value: digit for digit, value in _HEX.items()}
    return pl.concat_str(pl.col(name).replace_strict(letters, return_dtype=pl.String) for name in TABLE)


def can_be_right(digits: pl.Expr) -> pl.Expr:
    """Whether 20 digits may be the tricks of a deal: Boolean.

    Some programs write 1 or 0 for fewer than seven tricks, or the level that can be made; and by a table of nonsense
    both sides may win nearly all tricks of a strain.
    """
    tricks = [_digit(digits, place).cast(pl.Int32) for place in range(len(TABLE))]
    strains = len(TABLE) // 4
    most = [
        pl.max_horizontal(tricks[strain], tricks[strain + 2 * strains])
        + pl.max_horizontal(tricks[strain + strains], tricks[strain + 3 * strains])
        for strain in range(strains)
    ]
    return (
        pl.sum_horizontal(tricks).is_between(_FEWEST, _MOST)
        & digits.str.contains("[2-6]")
        & (pl.max_horizontal(most) <= _BOTH_SIDES)
    )


def _digit(digits: pl.Expr, place: int) -> pl.Expr:
    return digits.str.slice(place, 1).replace_strict(_HEX, default=None, return_dtype=pl.Int8)
