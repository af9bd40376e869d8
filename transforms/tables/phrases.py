"""Fill the placeholders of texts from columns, and join several texts."""

from string import Formatter

import polars as pl


def phrase(text: str, *columns: str | pl.Expr) -> pl.Expr:
    """Fill each `{}` of a text from a column, row by row; the result is null if a column is null.

    This does the same as `pl.format`, which cannot be used: in polars 2.1.0 it makes the streaming engine panic if rows
    are filtered out of chunks of some sizes. `{{` and `}}` stand for braces.

    Raises:
        ValueError: the number of columns differs from the number of placeholders.
    """
    pieces = [(literal, gap is not None) for literal, gap, *_ in Formatter().parse(text)]
    gaps = sum(has_gap for _, has_gap in pieces)
    if gaps != len(columns):
        raise ValueError(f"{text!r} has {gaps} gaps, and {len(columns)} columns are given")
    filling = iter(columns)
    filled: list[str | pl.Expr] = []
    for literal, has_gap in pieces:
        filled += [pl.lit(literal)] if literal else []
        filled += [next(filling)] if has_gap else []
    return pl.concat_str(filled)


def some(texts: pl.Expr, between: str, most: int = 10) -> pl.Expr:
    """Join the first `most` texts of each group, or of the whole column, and add `…` if there are more."""
    dots = pl.when(texts.len() > most).then(pl.lit(f"{between}…")).otherwise(pl.lit(""))
    return texts.head(most).str.join(between) + dots
