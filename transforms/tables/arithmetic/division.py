"""Division that rounds once, whatever the rows around it."""

import polars as pl


def quotient(dividend: pl.Expr, divisor: pl.Expr | float) -> pl.Expr:
    """The dividend divided by the divisor: Float64, the nearest to the exact quotient.

    Polars multiplies by 1 / divisor where it knows that all are the same, which differs in the last bit: a club would
    have other numbers alone than beside others. So the divisors are made as many as the dividends.
    """
    return dividend / (dividend * 0 + divisor)
