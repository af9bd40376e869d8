"""The fields of sessions, numbered: a number is joined, sorted and grouped by much faster than six texts."""

import polars as pl

from transforms.bridge.sessions import field_of
from transforms.tables.schemas import FIELD, LINE, SESSION, Frame, Sessions


def places(lines: pl.LazyFrame, sessions: Frame[Sessions]) -> pl.DataFrame:
    """(place, `FIELD`, line): the lines (`LINE`) that occur, each with its field; sorted.

    `place` numbers the fields from 0 in the order of their keys.
    """
    of_lines = (
        lines.select(LINE)
        .unique()
        .join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .select(*SESSION, "line", field=field_of(pl.col("together"), pl.col("line")))
        .sort(*FIELD, "line")
        .collect()
    )
    fields = of_lines.select(FIELD).unique(maintain_order=True).with_row_index("place")
    return of_lines.join(fields, on=FIELD, maintain_order="left").select("place", *FIELD, "line")
