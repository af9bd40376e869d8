"""Division that rounds once, whatever the rows around it."""

import polars as pl


def quotient(dividend: pl.Expr, divisor: pl.Expr | float) -> pl.Expr:
    """The dividend divided by the divisor: Float64, the nearest to the exact quotient.

    Where polars knows that all divisors are the same, as for a number, or after a join with a single row, it multiplies
    by 1 / divisor, which is another number in its last bit. A club would then have other numbers alone than beside
    others. So the divisors are made as many as the dividends.
    """
    return dividend / (dividend * 0 + divisor)
