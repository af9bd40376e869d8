"""Values that were published, as the pages write them."""

import polars as pl

from transforms.messages import decimal_sign
from transforms.published.differences import printed
from transforms.tables.arithmetic.columns_as_text import column_in_decimals

_IN_TWO_DECIMALS = ("score", "ranking", "average")
"""What pages show with two decimals always; all other numbers have as many as they need."""
_DECIMALS = r"((?:^| )-?[0-9]+)\.([0-9]+(?:,|$))"
"""A number that is a value by itself, or one of several behind their names."""


def as_on_pages(name: str, field: str = "field") -> pl.Expr:
    """The values in the column `name`, each with the decimals of its kind in the column `field`: `62.50`, in text.

    The decimal sign is that of the language that is spoken.
    """
    number = pl.col(name).cast(pl.Float64, strict=False)
    in_two = pl.when(pl.col(field).is_in(_IN_TWO_DECIMALS)).then(column_in_decimals(number, pl.lit(2)))
    return spelled(pl.coalesce(in_two, name))


def column_on_pages(name: str, decimals: int | None) -> pl.Expr:
    """The column `name` of a table of what is or was published, numbers or texts: `62.50`, with a point."""
    if name in _IN_TWO_DECIMALS:
        return column_in_decimals(pl.col(name).cast(pl.Float64), pl.lit(2))
    return printed(name, decimals)


def spelled(texts: pl.Expr) -> pl.Expr:
    """Texts with their numbers as the language writes them: `score 62,50, rank 1`."""
    return texts.str.replace_all(_DECIMALS, f"${{1}}{decimal_sign()}${{2}}")
