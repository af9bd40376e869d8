"""Rounding as rules mean it, of expressions: a value that is a half in exact arithmetic counts as one here."""

import polars as pl

from transforms.tables.arithmetic.tolerance import HAIR, RELATIVE_HAIR


def half_up(values: pl.Expr) -> pl.Expr:
    """The nearest whole number, with halves rounded up: Float64."""
    return (values + (0.5 + HAIR)).floor()


def half_away(values: pl.Expr) -> pl.Expr:
    """The nearest whole number, with halves rounded away from zero: Float64."""
    return values.sign() * half_up(values.abs())


def half_up_to(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """The values rounded to this many decimals, halves up: Float64; unchanged where `decimals` is null."""
    unit = pl.lit(10.0).pow(decimals)
    return pl.when(decimals.is_null()).then(values).otherwise(quotient(half_up(values * unit), unit))


def to_decimals(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """The values rounded for readers to this many decimals, halves away from zero: Float64, and no negative zero.

    `as_text.in_decimals` gives the same for a single number.
    """
    scaled = values.abs().cast(pl.Float64) * 10**decimals
    size = quotient((scaled * (1 + RELATIVE_HAIR) + (0.5 + HAIR)).floor(), 10**decimals)
    return zero_without_sign(size * values.sign())


def whole_part(values: pl.Expr) -> pl.Expr:
    """The largest whole number that is not above the value: Float64."""
    return (values + HAIR).floor()


def zero_without_sign(values: pl.Expr) -> pl.Expr:
    """The values with 0.0 in place of -0.0, which a table would show as `-0`."""
    # Adding 0 would be enough, but polars optimises it away.
    return pl.when(values == 0).then(values.abs()).otherwise(values)


def quotient(dividend: pl.Expr, divisor: pl.Expr | float) -> pl.Expr:
    """The dividend divided by the divisor: Float64, the nearest to the exact quotient.

    Polars multiplies by 1 / divisor where it knows that all are the same, which differs in the last bit: a club would
    have other numbers alone than with others. So the divisors are made as many as the dividends.
    """
    return dividend / (dividend * 0 + divisor)


def short_column(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Each value rounded to this many decimals, without trailing zeros, as in `short`: String; null for null."""
    return to_decimals(values, decimals).cast(pl.String).str.strip_suffix(".0")


def column_in_decimals(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Each value, below 1e15, with exactly this many decimals, at most two: String; null for null.

    The value is first rounded to two decimals; where it has more of these than `decimals`, the rest is cut off.
    """
    text = to_decimals(values).cast(pl.String) + "0"
    return text.str.head(text.str.find(".", literal=True) + pl.when(decimals > 0).then(decimals + 1).otherwise(0))
