"""A person's membership, substitute ranking and handicap in one season, from the table of players."""

import polars as pl

from transforms.tables.schemas import PERSON, PLAYER, Rows


def with_own(rows: pl.LazyFrame, players: Rows, column: str) -> pl.LazyFrame:
    """Add `own`, a player's value in a season, and `of_season`, the value if it was given for this season alone.

    Args:
        rows: rows with a player's key, `PLAYER`.
        players: the rows of `Players`.
        column: `member`, `substitute_ranking` or `handicap`. Both new columns are null where nothing was given.
    """
    usual = players.lazy().select(*PERSON, own=column)
    by_season = players.lazy().select(*PERSON, "seasons").drop_nulls("seasons").explode("seasons").unnest("seasons")
    return (
        rows.join(usual, on=PERSON, how="left", maintain_order="left")
        .join(by_season.select(*PLAYER, of_season=column), on=PLAYER, how="left", maintain_order="left")
        .with_columns(own=pl.coalesce("of_season", "own"))
    )
