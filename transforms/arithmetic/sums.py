"""Sums and means that are the same to the last bit, in whatever order the rows come.

Binary fractions added in another order differ in their last bits, and groups come in any order. Within a
group the values are therefore taken by size.
"""

import polars as pl


def steady_sum(values: pl.Expr) -> pl.Expr:
    """The sum of a group, nulls left out; 0 where there are no values."""
    # A running sum: before a plain one polars leaves out the sort, since it sees no use in it.
    return values.sort().cum_sum().last().fill_null(0)


def steady_mean(values: pl.Expr) -> pl.Expr:
    """The mean of a group, nulls left out; null where there are no values."""
    return pl.when(values.count() > 0).then(steady_sum(values) / values.count())
