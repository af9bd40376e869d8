"""Who is compared with whom: the lines of a session that are scored, or ranked, as one field."""

import polars as pl


def field_of(together: pl.Expr, line: pl.Expr) -> pl.Expr:
    """The field that a line belongs to: its group (`A+C`) as written in `together` (`A+C;B+D`), or itself."""
    group = together.str.replace_all(" ", "").str.extract(pl.format("([A-Z+]*{}[A-Z+]*)", line))
    return pl.coalesce(group, line)
