"""Which players sat for the same entrant: the players of one pair or team, two by two."""

import polars as pl


def seated(players: pl.DataFrame, *facts: str) -> pl.DataFrame:
    """(session, player, the facts, seat), sorted by seat and player; the players of one entrant share a seat.

    Args:
        players: rows of players with the numbers of `in_order`, `line` and `entrant`.
        facts: further columns to keep.
    """
    entrant = pl.concat_str("line", pl.lit(" "), "entrant").cast(pl.Categorical).to_physical()
    seat = pl.col("session").cast(pl.UInt64) * 2**32 + entrant
    return players.select("session", "player", *facts, seat=seat).sort("seat", "player")


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
