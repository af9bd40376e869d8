"""Which players sat for the same entrant: the players of one pair or team, two by two."""

import numpy as np
import polars as pl

from transforms.rankings.numbering import of_session

SEAT = of_session(pl.concat_str("line", pl.lit(" "), "entrant"))
"""One number for each entrant of each session, in rows with the numbers of `in_order`, `line` and `entrant`."""


def seated(players: pl.DataFrame, *facts: str) -> pl.DataFrame:
    """(session, player, the facts, seat), sorted by seat; the players of one entrant share a seat, in order of id.

    Args:
        players: rows of players as `in_order` returns them, with `line` and `entrant`.
        facts: further columns to keep.
    """
    rows = players.select("session", "player", *facts, seat=SEAT)
    # Sorted by session already, which numpy makes use of.
    return rows[np.argsort(rows["seat"].to_numpy(), kind="stable")]


def two_by_two(seated: pl.DataFrame) -> pl.LazyFrame:
    """Every two players of one seat: the columns of one player, and those of the other with `other_` before the name.

    The players of a seat stand one below the other. So the rows are compared with the row below, then with the second
    row below, and so on. A join of the players with themselves would find the same pairs at twice the cost.
    """
    most = seated.select(pl.col("seat").rle().struct.field("len").max().fill_null(0).clip(lower_bound=2)).item()
    others = pl.all().exclude("session")
    return pl.concat(
        seated.lazy()
        .with_columns(others.shift(-distance).name.prefix("other_"))
        .filter(pl.col("seat") == pl.col("other_seat"))
        for distance in range(1, most)
    )
