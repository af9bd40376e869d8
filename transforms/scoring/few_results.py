"""The bonus for a board with few results, by the rule `few_results`. Source: EBU White Book 4.2.3.3.

A board has few results if it has at most three, and at most a third of those expected. Such results are worth 60 % of
the top on average, and 5 % more or less for each matchpoint above or below that average. A single result is always
worth 60 %. All functions take and return expressions.
"""

import polars as pl

from transforms.tables.arithmetic.division import quotient

_FEW = 3
_ON_AVERAGE = 60
_A_MATCHPOINT = 5


def has_bonus(few_results: pl.Expr, counted: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """Whether a board has the bonus, given the rule and the numbers of results counted and expected: Boolean."""
    are_few = (counted <= _FEW) & (3 * counted <= expected)
    return (few_results == "bonus") & (are_few | (counted <= 1))


def with_bonus(earned: pl.Expr, counted: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """The points, of a top of 2 * (expected - 1), of a result that earned `earned` among the `counted` results."""
    percentage = _ON_AVERAGE + _A_MATCHPOINT * (earned - (counted - 1))
    return percentage * 0.01 * 2 * (expected - 1)


def over_the_top(top: pl.Expr) -> pl.Expr:
    """By how many points the sum of both sides of a line with the bonus is above its top."""
    return quotient(top * (2 * _ON_AVERAGE - 100), 100)
