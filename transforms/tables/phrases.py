"""Texts with gaps that columns fill."""

import re

import polars as pl

_GAP = re.compile(r"(\{\})")


def phrase(text: str, *columns: str | pl.Expr) -> pl.Expr:
    """The text with each `{}` filled by a column, row by row; null where one of the columns is.

    The same as `pl.format`, which cannot be used: where rows are filtered out of several chunks, that of polars 2.1.0
    ends in a panic of its streaming engine for some sizes of the chunks.

    Args:
        text: with as many `{}` as there are columns.
        columns: names, or expressions of any type.

    Raises:
        ValueError: the text has another number of gaps.
    """
    pieces = _GAP.split(text)
    if pieces.count("{}") != len(columns):
        raise ValueError(f"{text!r} has {pieces.count('{}')} gaps, and {len(columns)} columns are given")
    filling = iter(columns)
    filled = [next(filling) if piece == "{}" else pl.lit(piece) for piece in pieces if piece]
    return pl.concat_str(filled)
