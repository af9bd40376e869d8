"""Sums and means that are the same to the last bit for every order of the rows.

A sum of binary fractions in another order may differ in its last bits, and the rows of a group may be in any order. So
the values of a group are sorted before they are added.
"""

import polars as pl

from transforms.arithmetic.division import quotient


def steady_sum(values: pl.Expr) -> pl.Expr:
    """The sum of the values of a group without nulls; 0 where there are none."""
    # A running sum, because polars drops the sort before a plain sum as useless.
    return values.sort().cum_sum().last().fill_null(0)


def steady_mean(values: pl.Expr) -> pl.Expr:
    """The mean of the values of a group without nulls; null where there are none."""
    return pl.when(values.count() > 0).then(quotient(steady_sum(values), values.count()))
