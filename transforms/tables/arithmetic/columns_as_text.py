"""Columns of numbers as text for readers, rounded as `as_text` rounds single numbers."""

import polars as pl

from transforms.tables.arithmetic.rounding import to_decimals


def short_column(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Each value rounded to this many decimals, without trailing zeros, as in `short`: String; null for null."""
    return to_decimals(values, decimals).cast(pl.String).str.strip_suffix(".0")


def column_in_decimals(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Each value, below 1e15, with exactly this many decimals, at most two: String; null for null.

    The value is first rounded to two decimals; where it has more of these than `decimals`, the rest is cut off.
    """
    text = to_decimals(values).cast(pl.String) + "0"
    return text.str.head(text.str.find(".", literal=True) + pl.when(decimals > 0).then(decimals + 1).otherwise(0))
