"""Published lists: those recorded when they were published, and those handed in with the date of a list.

The key of a list is its day; the name of its season and its system do not matter.
"""

import dataframely as dy
import polars as pl

from transforms.tables import RATING_LIST, Elo, Frame, PublishedRatings, Ratings, RatingSeasons, Rows
from transforms.tables.shared import in_shape


def published_ratings(
    recorded: Frame[PublishedRatings], ratings: Frame[Ratings], seasons: Frame[RatingSeasons]
) -> dy.LazyFrame[PublishedRatings]:
    """Every list that was published.

    Args:
        recorded: `PublishedRatings`: lists with a time of publishing stay as they are.
        ratings: `Ratings`: a list on the last day of a season counts as published, where it is not recorded. Earlier
            lists are what the ratings start from.
        seasons: `RatingSeasons`.

    Returns:
        `PublishedRatings`, sorted by key. Ratings that were handed in are rounded to whole numbers, halves away from
        zero.
    """
    kept = recorded.lazy().filter(pl.col("published_at").is_not_null())
    rating = pl.col("rating")
    handed_in = (
        ratings.lazy()
        .join(seasons.lazy().select(*RATING_LIST, "season", "system"), on=RATING_LIST)
        .join(kept.select(RATING_LIST).unique(), on=RATING_LIST, how="anti")
        .select(
            *PublishedRatings.primary_key(),
            rating=rating.sign() * (rating.abs() + 0.5).floor(),
            games_total="games",
            published_at=pl.lit(None),
        )
    )
    return in_shape(
        PublishedRatings,
        pl.concat([frame.pipe(PublishedRatings.cast) for frame in (kept, handed_in)]).sort(
            PublishedRatings.primary_key()
        ),
    )


def with_recorded(
    published: Frame[PublishedRatings], elo: Frame[Elo], published_at: pl.Expr
) -> dy.LazyFrame[PublishedRatings]:
    """The published lists once those of `elo` are published too; each replaces what was known of the same list.

    Args:
        published: `PublishedRatings`.
        elo: `Elo`: the rows of the lists to publish; each list is complete.
        published_at: the time, in UTC.

    Returns:
        `PublishedRatings`, sorted by key.
    """
    lists = elo.lazy().select(RATING_LIST).unique()
    listed = (
        elo.lazy()
        .filter(pl.col("rating").is_not_null())
        .select(*PublishedRatings.primary_key(), "rating", "games_total", published_at=published_at)
    )
    others = published.lazy().join(lists, on=RATING_LIST, how="anti")
    return in_shape(
        PublishedRatings,
        pl.concat([frame.pipe(PublishedRatings.cast) for frame in (others, listed)]).sort(
            PublishedRatings.primary_key()
        ),
    )


def latest_lists(elo: Frame[Elo], published: Rows) -> dy.LazyFrame[Elo]:
    """The rows of `Elo` in the last list of each competition, where that list is not published yet."""
    is_last = pl.col("list_date") == pl.col("list_date").max().over("club", "competition")
    known = published.lazy().select(RATING_LIST).unique()
    return in_shape(Elo, elo.lazy().filter(is_last).join(known, on=RATING_LIST, how="anti"))
