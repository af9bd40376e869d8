"""Numbers as text for readers, rounded in the same way whether they are single numbers or columns.

Halves are rounded away from zero. A number that is a half in decimal notation counts as a half: 0.285 is written 0.29,
although the float 0.285 is a little less. A zero never gets a minus sign.
"""

import math

import polars as pl

from transforms.arithmetic.rounding import HAIR, RELATIVE_HAIR, to_decimals


def in_decimals(value: float, decimals: int) -> str:
    """The number with exactly this many decimals: `12.00`, `-0.29`."""
    # The same steps as `to_decimals` takes for a column, so that both agree to the last bit.
    scaled = abs(float(value)) * 10**decimals
    size = math.floor(scaled * (1 + RELATIVE_HAIR) + (0.5 + HAIR))
    digits = str(size).zfill(decimals + 1)
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if value < 0 and size else text


def short(value: float) -> str:
    """The number rounded to two decimals, without trailing zeros: `12`, `0.5`, `11.83`."""
    return in_decimals(value, 2).rstrip("0").rstrip(".")


def short_column(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Each value rounded to this many decimals, without trailing zeros, as in `short`: String; null for null."""
    return to_decimals(values, decimals).cast(pl.String).str.strip_suffix(".0")


def column_in_decimals(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Each value with exactly this many decimals, at most two: String; null for null.

    The value is first rounded to two decimals; where it has more of these than `decimals`, the rest is cut off.
    """
    text = short_column(values)
    fraction = text.str.extract(r"\.(\d+)$").fill_null("").str.pad_end(2, "0").str.head(decimals)
    return text.str.replace(r"\.\d+$", "") + pl.when(decimals > 0).then("." + fraction).otherwise(pl.lit(""))
