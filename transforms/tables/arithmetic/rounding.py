"""Round expressions so that a value that is a half in exact arithmetic is rounded as a half."""

import polars as pl

from transforms.tables.arithmetic.tolerance import HAIR, RELATIVE_HAIR


def half_up(values: pl.Expr) -> pl.Expr:
    """Return the nearest whole number as Float64, with halves rounded up."""
    return (values + (0.5 + HAIR)).floor()


def half_away(values: pl.Expr) -> pl.Expr:
    """Return the nearest whole number as Float64, with halves rounded away from zero."""
    return values.sign() * half_up(values.abs())


def half_up_to(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Round to this number of decimals, halves up (Float64). Values with null `decimals` stay unchanged."""
    unit = pl.lit(10.0).pow(decimals)
    return pl.when(decimals.is_null()).then(values).otherwise(quotient(half_up(values * unit), unit))


def to_decimals(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Round to this number of decimals, halves away from zero, as `as_text.in_decimals` does (Float64, never -0.0)."""
    scaled = values.abs().cast(pl.Float64) * 10**decimals
    whole = (scaled * (1 + RELATIVE_HAIR) + (0.5 + HAIR)).floor()
    return zero_without_sign(whole / (values * 0.0 + 10**decimals) * values.sign())  # divided as in `quotient`


def whole_part(values: pl.Expr) -> pl.Expr:
    """Return the largest whole number that does not exceed the value, as Float64."""
    return (values + HAIR).floor()


def zero_without_sign(values: pl.Expr) -> pl.Expr:
    """Replace -0.0 by 0.0, because a table would show -0.0 as `-0`."""
    # Adding 0 would be enough, but polars optimises it away. `values` occurs once, as it may be a long expression.
    return values.replace(-0.0, 0.0)


def quotient(dividend: pl.Expr, divisor: pl.Expr | float) -> pl.Expr:
    """Divide, and return the Float64 nearest to the exact quotient.

    If polars knows that all divisors are equal, it multiplies by 1 / divisor, which can differ in the last bit. A club
    computed alone would then get other numbers than among other clubs. Therefore the divisors are passed as a column.
    """
    return dividend / (dividend * 0 + divisor)


def short_column(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Return each value as text, rounded to this number of decimals, without trailing zeros, as in `short`; or null."""
    return to_decimals(values, decimals).cast(pl.String).str.strip_suffix(".0")


def column_in_decimals(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Return each value as text with exactly this number of decimals, at most two.

    Each value must be below 1e15. It is first rounded to two decimals; then the decimals beyond `decimals` are cut off.
    Null stays null.
    """
    text = to_decimals(values).cast(pl.String) + "0"
    return text.str.head(text.str.find(".", literal=True) + pl.when(decimals > 0).then(decimals + 1).otherwise(0))
