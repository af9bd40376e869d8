"""Rows of players in the order of their key, with their sessions numbered."""

import polars as pl

from transforms.tables import SESSION, Frame

IN_TIME = pl.col("date").to_physical().cast(pl.Int64) * 2**32 + pl.col("session")
"""One number to order sessions by: date first, then the number that `in_order` gives."""


def in_order(rows: Frame) -> pl.DataFrame:
    """The rows sorted by session and player, with a column `session`: a number for each, in that order.

    Whatever comes after joins, groups and orders by one number instead of four texts, and needs no sort of
    its own if it keeps the order of its rows. The frame is not lazy, so that this is done once however often
    it is used; the sort is one that takes little where the rows come in order, as tables do.
    """
    return (
        rows.lazy()
        .collect()
        .sort(*SESSION, "player_id", maintain_order=True)
        .with_columns(session=pl.struct(SESSION).rle_id())
    )
