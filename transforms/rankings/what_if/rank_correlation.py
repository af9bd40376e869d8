"""How similar two orders of the same rows are: Spearman's rho and Kendall's tau-b."""

from collections.abc import Sequence

import polars as pl

from transforms.tables.arithmetic.division import quotient
from transforms.tables.schemas import COMPETITION, DECIMALS, Rows


def rank_correlation(rows: Rows, one: str, other: str, of: Sequence[str] = COMPETITION) -> pl.LazyFrame:
    """Compare the orders by two columns of numbers, separately in each group.

    Args:
        rows: the columns of the group, and the two columns of numbers; rows in which either is null are left out.
        one: the name of one column, compared to nine decimals.
        other: the name of the other, compared likewise.
        of: the columns of the group.

    Returns:
        One row per group, sorted by group: its columns, `compared` (the number of rows), `spearman` (the correlation of
        the places; equal numbers share the mean of their places) and `kendall` (tau-b, which leaves ties aside). Both
        are null where either column has one value only. Both are computed from whole numbers, so that equal orders
        give exactly 1.
    """
    known = pl.col(one).is_not_null() & pl.col(other).is_not_null()
    # A mean of places may end in a half; twice the mean is a whole number.
    places = {name: (2 * pl.col(name).round(DECIMALS).rank("average").over(of)).cast(pl.Int64) for name in (one, other)}
    placed = (
        rows.lazy()
        .filter(known)
        .select(*of, x=places[one], y=places[other])
        .with_columns(group=pl.struct(of).rank("dense"))
        .collect()
    )
    x, y, n = pl.col("x"), pl.col("y"), pl.len().cast(pl.Int64)
    spread_x, spread_y = (n * (column**2).sum() - column.sum() ** 2 for column in (x, y))
    rho = (
        placed.lazy()
        .group_by(of)
        .agg(
            pl.col("group").first(),
            compared=n,
            spearman=_ratio(n * (x * y).sum() - x.sum() * y.sum(), spread_x, spread_y),
        )
    )
    tau = compared_two_by_two(placed, "group", "x", "y").select("group", kendall=tau_b("x", "y"))
    return rho.join(tau, on="group", how="left").select(*of, "compared", "spearman", "kendall").sort(of)


def compared_two_by_two(rows: pl.DataFrame, group: str, one: str, other: str) -> pl.LazyFrame:
    """Compare all rows of a group with one another, by two columns of numbers.

    Returns:
        One row per group of two rows or more, in any order: `group`, the columns `one` and `other` (how many of the
        comparisons are of different numbers there) and `balance` (how many more of them go the same way in both columns
        than the opposite way): Int64. They may be added up over groups.
    """
    numbers = rows.lazy().select(group, one, other).with_row_index("number")
    by_one, by_other = ((pl.col(name) - pl.col(f"{name}_right")).sign().cast(pl.Int64) for name in (one, other))
    return (
        numbers.join(numbers, on=group)
        .filter(pl.col("number") < pl.col("number_right"))
        .group_by(group)
        .agg(
            by_one.abs().sum().alias(one), by_other.abs().sum().alias(other), (by_one * by_other).sum().alias("balance")
        )
    )


def tau_b(one: str, other: str) -> pl.Expr:
    """Kendall's tau-b, of the columns of `compared_two_by_two`; null where either column of numbers is all the same."""
    return _ratio(pl.col("balance"), pl.col(one), pl.col(other))


def _ratio(together: pl.Expr, one: pl.Expr, other: pl.Expr) -> pl.Expr:
    """`together` divided by the geometric mean of `one` and `other`; null where either of them is 0."""
    product = one.cast(pl.Float64) * other.cast(pl.Float64)
    return pl.when(product > 0).then(quotient(together, product.sqrt()))
