"""Games with the season of ratings in which each was played."""

import polars as pl

from transforms.tables.schemas import CLUB


def games_in_seasons(games: pl.LazyFrame, seasons: pl.LazyFrame, ratings: pl.LazyFrame) -> pl.LazyFrame:
    """`Games` with `start`, of the first season that ends on the day of the game or later, and bounds of all seasons.

    The bounds are `first_start`, the first day of the first season, and `last_day`, the last day of the last season.
    `first_list` is the day of the first list that was handed in; null where there is none.

    Args:
        games: `Games`.
        seasons: `RatingSeasons`.
        ratings: `Ratings`; the first list already includes all games up to its date.
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
