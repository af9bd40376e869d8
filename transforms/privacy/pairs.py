"""Numbers for the partnerships of who is not shown: clubs make their ids of the names of both."""

import polars as pl

from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB

AND = " + "
"""Between the ids of players, in the id of their partnership and of their entrant in an event or season."""


def numbered_pairs(partnerships: pl.DataFrame, members: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, partnership_id, pair): a number for each partnership of a member who is not shown.

    An id that is the ids of its players, as `12 + 34`, needs none: these are replaced each by itself.
    """
    of_players = pl.col("partnership_id").str.split(AND).list.set_difference("players").list.len() == 0
    key = (*CLUB, "partnership_id")
    asked = (
        partnerships.with_columns(players=pl.col("player_id").implode().over(key))
        .filter(~of_players)
        .join(members, on=["club", "player_id"], how="semi")
        .sort("club", "file_id", "line_no", *key, nulls_last=True)
        .unique(key, keep="first", maintain_order=True)
    )
    taken = partnerships.group_by("club").agg(
        taken=pl.col("partnership_id").str.extract(r"^pair-(\d{1,9})$").cast(pl.Int64).max().fill_null(0)
    )
    number = pl.int_range(1, pl.len() + 1).over("club")
    return asked.join(taken, on="club", how="left", maintain_order="left").select(
        *key, pair=phrase("pair-{}", number + pl.col("taken"))
    )
