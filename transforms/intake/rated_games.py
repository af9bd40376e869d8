"""Games with the season of ratings in which each was played."""

import polars as pl

from transforms.tables.schemas import CLUB


def games_in_seasons(games: pl.LazyFrame, seasons: pl.LazyFrame, ratings: pl.LazyFrame) -> pl.LazyFrame:
    """`Games` with `start`, of the first season that ends on the day of the game or later, and bounds of all.

    These are the days `first_start` and `last_day`; `first_list` is that of the first list in `Ratings`, or null.
    """
    ends = seasons.select(*CLUB, "start", "list_date").sort("list_date")
    bounds = seasons.group_by(CLUB).agg(first_start=pl.col("start").min(), last_day=pl.col("list_date").max())
    return (
        games.sort("date")
        .join_asof(
            ends, left_on="date", right_on="list_date", by=list(CLUB), strategy="forward", check_sortedness=False
        )
        .join(bounds, on=CLUB, how="left")
        .join(ratings.group_by(CLUB).agg(first_list=pl.col("list_date").min()), on=CLUB, how="left")
    )
