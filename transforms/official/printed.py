"""Whether our value equals what a file prints, to the last decimal there; whether equal scores have equal points."""

import polars as pl

from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import DECIMALS, SESSION

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


_PLACE = ("file_id", "line_no")
_SAME_RESULT = (*SESSION, "line", "board", "subfield", "score")


def unlike_the_same_score(results: pl.LazyFrame) -> pl.LazyFrame:
    """Played lines of pairs whose North-South `points` are not the `usual` ones for their score on that board.

    Usual are those of most lines with this score, of several the first.
    """
    played = results.filter(pl.col("ruling").is_null(), pl.col("score").is_not_null()).with_columns(
        points=pl.col("official_ns_points").round(DECIMALS)
    )
    usual = (
        played.group_by(*_SAME_RESULT, "points")
        .agg(pl.len(), *(pl.col(column).min() for column in _PLACE))
        .sort(*_SAME_RESULT, "len", *_PLACE, descending=[*[False] * len(_SAME_RESULT), True, *[False] * len(_PLACE)])
        .unique(_SAME_RESULT, keep="first", maintain_order=True)
        .select(*_SAME_RESULT, usual="points")
    )
    return played.join(usual, on=_SAME_RESULT, nulls_equal=True).filter(pl.col("points") != pl.col("usual"))
