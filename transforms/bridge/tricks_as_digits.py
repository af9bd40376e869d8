"""Double-dummy tables as 20 hexadecimal digits, in the order of `TABLE`: reading, writing and a plausibility check."""

import polars as pl

from transforms.tables.deals import TABLE

_DIGITS = dict(enumerate("0123456789abcd"))
_FEWEST, _MOST = 80, 132
"""The plausible range of the sum of the tricks of all four declarers in all strains. The sum is 130 if it does not
matter who leads. In 2,000 random deals it is 92 to 130. A table that has levels instead of tricks is below this range,
because the levels of those deals add up to at most 64."""
_BOTH_SIDES = 15
"""The largest plausible sum, in one strain, of the tricks of the best declarer of each side. The sum is 13 if it does
not matter who leads. It may be higher if neither side wants to lead. In the same 2,000 deals it is 14 in 7 of 10,000
strains, and never more."""


def tricks_in(digits: str) -> list[pl.Expr]:
    """Return the columns `TABLE` as Int8, read from a column of 20 digits in the same order."""
    return [_digit(pl.col(digits), place).alias(name) for place, name in enumerate(TABLE)]


def digits_of() -> pl.Expr:
    """Return the columns `TABLE` as 20 digits in the same order: String."""
    return pl.concat_str(pl.col(name).replace_strict(_DIGITS, return_dtype=pl.String) for name in TABLE)


def can_be_right(digits: pl.Expr) -> pl.Expr:
    """Return whether 20 digits can be the double-dummy tricks of a deal: Boolean."""
    # Some programs write 1 or 0 for fewer than seven tricks, or levels instead of tricks. In a meaningless table, both
    # sides may win nearly all tricks of a strain.
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
