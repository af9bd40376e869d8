"""The bonus for a board with few results, under the rule `few_results`: the EBU's (White Book 4.2.3.3).

Three results or fewer, and no more than a third of those expected, are worth 60 % of the top on average, and every
matchpoint 5 %; a result by itself is worth 60 %. Expressions in, expressions out.
"""

import polars as pl

_FEW = 3
_ON_AVERAGE = 60
_A_MATCHPOINT = 5


def has_bonus(few_results: pl.Expr, counted: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """Whether so many results counted, where so many are expected, have the bonus by this rule: Boolean."""
    are_few = (counted <= _FEW) & (counted <= expected / 3)
    return (few_results == "bonus") & (are_few | (counted <= 1))


def with_bonus(earned: pl.Expr, counted: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """The points of a result that earned so many matchpoints among those counted: of a top of 2 * (expected - 1)."""
    percentage = _ON_AVERAGE + _A_MATCHPOINT * (earned - (counted - 1))
    return percentage * 0.01 * 2 * (expected - 1)


def over_the_top(top: pl.Expr) -> pl.Expr:
    """What both sides of a line with the bonus have together above its top, in points."""
    return top * (2 * _ON_AVERAGE - 100) / 100
