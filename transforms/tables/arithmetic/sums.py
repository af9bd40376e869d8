"""Sums and means that are the same to the last bit for every order of the rows.

A sum of binary fractions in another order may differ in its last bits, and the rows of a group may be in any order. So
the values of a group are sorted before they are added.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from transforms.tables.arithmetic.division import quotient


def steady_sum(values: pl.Expr) -> pl.Expr:
    """The sum of the values of a group without nulls; 0 where there are none."""
    # A running sum, because polars drops the sort before a plain sum as useless.
    return values.sort().cum_sum().last().fill_null(0)


def steady_sums(rows: pl.LazyFrame, by: Sequence[str], column: str) -> pl.LazyFrame:
    """The steady sums of a column of Float64 for very many groups: (`by`, `column`).

    They are those of `steady_sum`, in a fraction of its time: groups of the same size are sorted and added up as the
    rows of one array.
    """
    return rows.group_by(by).agg(pl.col(column).drop_nulls()).with_columns(sums_of_lists(column))


def sums_of_lists(*columns: str) -> pl.Expr:
    """The steady sum of each list in columns of lists of Float64 without nulls; 0 for an empty list."""
    return pl.col(columns).map_batches(_sums_of_lists, return_dtype=pl.Float64, is_elementwise=True)


def steady_means(rows: pl.LazyFrame, by: Sequence[str], column: str) -> pl.LazyFrame:
    """The steady means of a column without nulls for very many groups: (`by`, `column`); as `steady_sums`."""
    of_groups = rows.group_by(by).agg(pl.col(column), times=pl.len()).with_columns(sums_of_lists(column))
    return of_groups.select(*by, quotient(pl.col(column), pl.col("times")))


def _sums_of_lists(lists: pl.Series) -> pl.Series:
    """The sum of each list, its values added from the smallest up; 0 for an empty list."""
    sizes = lists.list.len().fill_null(0).to_numpy().astype(np.int64)  # polars may ask for no list at all
    values = lists.explode(empty_as_null=False, keep_nulls=False).to_numpy()
    starts = np.cumsum(sizes) - sizes
    sums = np.zeros(len(lists))
    for size in np.unique(sizes[sizes > 0]):
        of_this_size = np.flatnonzero(sizes == size)
        lines = np.sort(values[starts[of_this_size, np.newaxis] + np.arange(size)], axis=1)
        sums[of_this_size] = lines.cumsum(axis=1)[:, -1]
    return pl.Series(lists.name, sums)


def steady_mean(values: pl.Expr) -> pl.Expr:
    """The mean of the values of a group without nulls; null where there are none."""
    return pl.when(values.count() > 0).then(quotient(steady_sum(values), values.count()))
