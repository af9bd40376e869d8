"""Whether our value equals the one that a file prints, to the last decimal that the file prints for that session."""

import polars as pl

from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import SESSION

UNEXPLAINED = "unexplained"
CONTRADICTS = "the file contradicts itself: "
"""How every reason begins that names a fault of the file, not a rule by which its program counts."""
BY_THE_DIRECTOR = "the director "
"""How every reason begins that names points of a table of penalties."""
_MOST_DECIMALS = 4


def is_doubtful(reason: pl.Expr) -> pl.Expr:
    """Whether a difference with this reason follows from no rule that a program may have: Boolean."""
    return (reason == UNEXPLAINED) | reason.str.starts_with(CONTRADICTS)


def half_a_unit() -> pl.Expr:
    """Half a unit of the last decimal of the values `official` in a session; at least one decimal is assumed."""
    decimals = pl.lit(_MOST_DECIMALS)
    for fewer in range(_MOST_DECIMALS - 1, 0, -1):
        decimals = pl.when(is_printed_in(fewer).all().over(SESSION)).then(fewer).otherwise(decimals)
    return 0.5 / pl.lit(10.0).pow(decimals)


def is_printed_in(decimals: int) -> pl.Expr:
    """Whether the official value has no more decimals than this."""
    official = pl.col("official")
    return (official - official.round(decimals)).abs() < HAIR


def differs() -> pl.Expr:
    """Whether `computed` differs from `official` by more than `half_a_unit`; true also where `computed` is null."""
    difference = (pl.col("computed") - pl.col("official")).abs()
    return (difference > pl.col("half_a_unit") + HAIR).fill_null(True)
