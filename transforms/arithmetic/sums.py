"""Sums and means that are the same to the last bit for every order of the rows.

A sum of binary fractions in another order may differ in its last bits, and the rows of a group may be in any order. So
the values of a group are sorted before they are added.
"""

from collections.abc import Sequence

import polars as pl

from transforms.arithmetic.division import quotient


def steady_sum(values: pl.Expr) -> pl.Expr:
    """The sum of the values of a group without nulls; 0 where there are none."""
    # A running sum, because polars drops the sort before a plain sum as useless.
    return values.sort().cum_sum().last().fill_null(0)


def steady_sums(rows: pl.LazyFrame, by: Sequence[str], column: str) -> pl.LazyFrame:
    """The steady sums of a column for very many groups, most of which have one row or two: (`by`, `column`).

    The sum of two values is the same in either order, so only larger groups are sorted. For 300,000 groups of one row
    this takes a sixth of the time of `steady_sum`.
    """
    added = rows.group_by(by).agg(pl.col(column).sum(), rows=pl.len())
    is_small = pl.col("rows") <= 2
    large = rows.join(added.filter(~is_small), on=by, how="semi", nulls_equal=True)
    return pl.concat([added.filter(is_small).drop("rows"), large.group_by(by).agg(steady_sum(pl.col(column)))])


def steady_mean(values: pl.Expr) -> pl.Expr:
    """The mean of the values of a group without nulls; null where there are none."""
    return pl.when(values.count() > 0).then(quotient(steady_sum(values), values.count()))
