"""Elements of XML as columns of text: those of all rows of a table at once."""

from collections.abc import Mapping

import polars as pl

_NO_CHARACTER = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]"


def escaped(text: pl.Expr) -> pl.Expr:
    """The text as it may stand in an element or an attribute; a sign of doubt for what is no character of XML."""
    plain = text.str.replace_all(_NO_CHARACTER, "\N{REPLACEMENT CHARACTER}")
    return plain.str.replace_many(["&", "<", ">", '"', "\r"], ["&amp;", "&lt;", "&gt;", "&quot;", "&#13;"])


def elements(cells: Mapping[str, pl.Expr]) -> pl.Expr:
    """The elements of a row: name -> its text; none for a null."""
    each = (
        pl.concat_str(pl.lit(f"<{name}>"), escaped(cell.cast(pl.String)), pl.lit(f"</{name}>"))
        for name, cell in cells.items()
    )
    return pl.concat_str(*each, ignore_nulls=True)


def around(name: str, *inside: pl.Expr) -> pl.Expr:
    """An element that holds these."""
    return pl.concat_str(pl.lit(f"<{name}>"), *inside, pl.lit(f"</{name}>"), ignore_nulls=True)
