"""How alike two orders of the same are: Spearman's rho and Kendall's tau-b."""

from collections.abc import Sequence

import polars as pl

from transforms.tables import COMPETITION, DECIMALS, Rows


def rank_correlation(rows: Rows, one: str, other: str, of: Sequence[str] = COMPETITION) -> pl.LazyFrame:
    """Compare the orders by two columns of numbers, in each group apart.

    Args:
        rows: the columns of the group, and the two; rows in which either is null are left out.
        one: a column of numbers, compared to nine decimals.
        other: another.
        of: the columns of the group.

    Returns:
        One row a group: its columns, `compared` (rows), `spearman` (the correlation of the places, of which equal
        numbers share the mean) and `kendall` (tau-b, which leaves ties aside); both null where either column has
        but one value. Sorted by group. Both are taken from whole numbers: the same order is exactly 1.
    """
    known = pl.col(one).is_not_null() & pl.col(other).is_not_null()
    # Twice the mean place is a whole number.
    places = {name: (2 * pl.col(name).round(DECIMALS).rank("average").over(of)).cast(pl.Int64) for name in (one, other)}
    placed = (
        rows.lazy()
        .filter(known)
        .select(*of, x=places[one], y=places[other])
        .with_columns(group=pl.struct(of).rank("dense"))
        .with_row_index("number")
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
    numbers = placed.lazy().select("group", "number", "x", "y")
    by_x, by_y = ((pl.col(name) - pl.col(f"{name}_right")).sign() for name in ("x", "y"))
    tau = (
        numbers.join(numbers, on="group")
        .filter(pl.col("number") < pl.col("number_right"))
        .group_by("group")
        .agg(kendall=_ratio((by_x * by_y).sum(), by_x.abs().sum(), by_y.abs().sum()))
    )
    return rho.join(tau, on="group", how="left").select(*of, "compared", "spearman", "kendall").sort(of)


def _ratio(together: pl.Expr, one: pl.Expr, other: pl.Expr) -> pl.Expr:
    """What both have in common, as a part of the geometric mean of each; null where one of them is nothing."""
    product = one.cast(pl.Float64) * other.cast(pl.Float64)
    return pl.when(product > 0).then(together / product.sqrt())
