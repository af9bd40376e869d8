"""Numbers as people write them: one rounding for whatever is read, of a number by itself and of a column.

Halves go away from zero, and what binary floats make of a half is a half: 0.285 is written 0.29, though the float that
stands for it is a little less. No minus stands before a zero.
"""

import math

import polars as pl

from transforms.arithmetic.rounding import HAIR, RELATIVE_HAIR, to_decimals


def in_decimals(value: float, decimals: int) -> str:
    """With so many decimals: `12.00`, `-0.29`."""
    # Step by step what `to_decimals` does to a column, so that both agree to the last bit.
    scaled = abs(float(value)) * 10**decimals
    size = math.floor(scaled * (1 + RELATIVE_HAIR) + (0.5 + HAIR))
    digits = str(size).zfill(decimals + 1)
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if value < 0 and size else text


def short(value: float) -> str:
    """With as few decimals as say it, two at most: `12`, `0.5`, `11.83`."""
    return in_decimals(value, 2).rstrip("0").rstrip(".")


def short_column(values: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Each with as few decimals as say it, so many at most: String, as `short` has it; null for null."""
    return to_decimals(values, decimals).cast(pl.String).str.strip_suffix(".0")


def column_in_decimals(values: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Each with so many decimals, two at most: String, as `in_decimals` has it where two say it; null for null."""
    text = short_column(values)
    fraction = text.str.extract(r"\.(\d+)$").fill_null("").str.pad_end(2, "0").str.head(decimals)
    return text.str.replace(r"\.\d+$", "") + pl.when(decimals > 0).then("." + fraction).otherwise(pl.lit(""))
