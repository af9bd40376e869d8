"""Rounding as a rule means it, in spite of binary floats: what is a half or a whole in exact arithmetic is one here.

Expressions in, expressions out.
"""

import polars as pl

HAIR = 1e-9
"""What binary floats may take from a number, or add to it: far less than any rule distinguishes."""
RELATIVE_HAIR = 2**-50
"""The same for a number so large that its last bit is more than that: as a part of it, a few last bits."""


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


def to_decimals(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """What is read of a number: so many decimals, halves away from zero; Float64, and zero without a sign.

    The same as `as_text.in_decimals` says of a number by itself.
    """
    scaled = values.abs().cast(pl.Float64) * 10**decimals
    size = (scaled * (1 + RELATIVE_HAIR) + (0.5 + HAIR)).floor() / 10**decimals
    # The last rounding makes 69.96 of 69.96000000000001: polars divides by multiplying with a hundredth.
    return zero_without_sign((size * values.sign()).round(decimals))


def whole_part(values: pl.Expr) -> pl.Expr:
    """The largest whole number that is not above: Float64."""
    return (values + HAIR).floor()


def zero_without_sign(values: pl.Expr) -> pl.Expr:
    """0.0 where binary floats have -0.0, which a table would show as `-0`."""
    # Adding nothing would do; but polars leaves that out.
    return pl.when(values == 0).then(values.abs()).otherwise(values)
