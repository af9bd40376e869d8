"""Lists that were published: those recorded when they were, and those handed in with the date of a list."""

import polars as pl

from transforms.tables import RATING_LIST, Elo, Frame, PublishedRatings

"""A list is that of its day, whatever the season was called and by which system it was made."""


def published_ratings(recorded: Frame, ratings: Frame, seasons: Frame) -> pl.LazyFrame:
    """Every list that was published.

    Args:
        recorded: `PublishedRatings`: lists with a time of publishing are kept as they are.
        ratings: `Ratings`: a list on the last day of a season was published, unless it is recorded. Earlier ones are
            what the ratings start from.
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
    return pl.concat([frame.pipe(PublishedRatings.cast) for frame in (kept, handed_in)]).sort(
        PublishedRatings.primary_key()
    )


def with_recorded(published: Frame, elo: Frame, published_at: pl.Expr) -> pl.LazyFrame:
    """What is published once the lists of `elo` are: each in the place of what was known of that list before.

    Args:
        published: `PublishedRatings`.
        elo: `Elo`: the rows of the lists to publish, whole lists.
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
    return pl.concat([frame.pipe(PublishedRatings.cast) for frame in (others, listed)]).sort(
        PublishedRatings.primary_key()
    )


def latest_lists(elo: Frame, published: Frame) -> pl.LazyFrame:
    """Of each competition the rows of its last list, unless that was published."""
    is_last = pl.col("list_date") == pl.col("list_date").max().over("club", "competition")
    known = published.lazy().select(RATING_LIST).unique()
    return elo.lazy().pipe(Elo.cast).filter(is_last).join(known, on=RATING_LIST, how="anti")
