"""Rounding as a rule means it, in spite of binary floats: what is a half or a whole in exact arithmetic is one here.

Expressions in, expressions out.
"""

import polars as pl

HAIR = 1e-9
"""What binary floats may take from a number, or add to it: far less than any rule distinguishes."""


def half_up(values: pl.Expr) -> pl.Expr:
    """The nearest whole number, halves up: Float64."""
    return (values + (0.5 + HAIR)).floor()


def half_away(values: pl.Expr) -> pl.Expr:
    """The nearest whole number, halves away from zero: Float64."""
    return values.sign() * half_up(values.abs())


def half_up_to(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Rounded to so many decimals, halves up: Float64, as it is where `decimals` is null."""
    unit = pl.lit(10.0).pow(decimals)
    return pl.when(decimals.is_null()).then(values).otherwise(half_up(values * unit) / unit)


def whole_part(values: pl.Expr) -> pl.Expr:
    """The largest whole number that is not above: Float64."""
    return (values + HAIR).floor()


def zero_without_sign(values: pl.Expr) -> pl.Expr:
    """0.0 where binary floats have -0.0, which a table would show as `-0`."""
    # Adding nothing would do; but polars leaves that out.
    return pl.when(values == 0).then(values.abs()).otherwise(values)
