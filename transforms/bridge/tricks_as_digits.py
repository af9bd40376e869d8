"""Double-dummy tables as 20 hexadecimal digits, in the order of `TABLE`: read, written, and which can be right."""

import polars as pl

from transforms.tables.deals import TABLE

_DIGITS = dict(enumerate("0123456789abcd"))
_FEWEST, _MOST = 80, 132
"""Tricks of all four declarers in all strains, together: 130 where it does not matter who leads; 2,000 deals dealt at
random have 92 to 130. A table that counts levels is below: those deals have at most 64 levels."""
_BOTH_SIDES = 15
"""In a strain, the most tricks of the best declarers of the two sides together. It is 13 where it does not matter who
leads, and may be more where no side wants to: in those 2,000 deals it is 14 in 7 of 10,000 strains, and never more."""


def tricks_in(digits: str) -> list[pl.Expr]:
    """The columns `TABLE`, Int8, from a column of 20 digits in that order."""
    return [_digit(pl.col(digits), place).alias(name) for place, name in enumerate(TABLE)]


def digits_of() -> pl.Expr:
    """The columns `TABLE` as 20 digits in that order: String."""
    return pl.concat_str(pl.col(name).replace_strict(_DIGITS, return_dtype=pl.String) for name in TABLE)


def can_be_right(digits: pl.Expr) -> pl.Expr:
    """Whether 20 digits may be the tricks of a deal: Boolean.

    Some programs write 1 or 0 for fewer than seven tricks, or levels; in nonsense both sides may win nearly all of a
    strain.
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
    return digits.str.slice(place, 1).str.to_integer(base=16, dtype=pl.Int8, strict=False)
