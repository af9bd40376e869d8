"""Published rating lists, by their date: recorded when they are published, or handed in with their date."""

import datetime as dt

import dataframely as dy
import polars as pl

from transforms.published.differences import differences
from transforms.published.kinds import RATINGS
from transforms.published.shown import recorded as published_anew
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import half_away
from transforms.tables.schemas import RATING_LIST, Frame, Rows
from transforms.tables.shared import in_shape


def published_ratings(
    recorded: Frame[schemas.PublishedLists], ratings: Frame[schemas.Ratings], seasons: Frame[schemas.RatingSeasons]
) -> dy.LazyFrame[schemas.PublishedLists]:
    """Return every list that was published for a season; other lists in `ratings` only give ratings to start from.

    A list in `ratings` on the last day of a season counts, rounded (halves away from 0), if no list is recorded for it.
    """
    kept = recorded.lazy().filter(pl.col("published_at").is_not_null())
    rating = pl.col("rating")
    handed_in = (
        ratings.lazy()
        .join(seasons.lazy().select(*RATING_LIST, "season", "system"), on=RATING_LIST)
        .join(kept.select(RATING_LIST).unique(), on=RATING_LIST, how="anti")
        .select(
            *schemas.PublishedLists.primary_key(),
            rating=half_away(rating),
            games_total="games",
            published_at=pl.lit(None),
            build=pl.lit(None),
        )
    )
    return in_shape(
        schemas.PublishedLists,
        pl.concat([frame.pipe(schemas.PublishedLists.cast) for frame in (kept, handed_in)]).sort(
            schemas.PublishedLists.primary_key()
        ),
    )


def with_recorded(
    published: Frame[schemas.PublishedLists],
    elo: Frame[schemas.Elo],
    published_at: dt.datetime,
    build: int | None = None,
) -> dy.LazyFrame[schemas.PublishedLists]:
    """Return all lists after publication of the lists of `elo`, which replace older lists of the same date."""
    lists = elo.lazy().select(RATING_LIST).unique()
    others = published.lazy().join(lists, on=RATING_LIST, how="anti")
    return in_shape(schemas.PublishedLists, published_anew(others, elo, RATINGS, published_at, build))


def with_changed(now: Rows, before: Rows, after: Rows) -> dy.LazyFrame[schemas.PublishedLists]:
    """Apply to `now` the changes of a publication (`before` to `after`), except to lists that builds recorded since."""
    now, before, after = now.lazy(), before.lazy(), after.lazy()
    columns = schemas.PublishedLists.column_names()
    since = now.drop_nulls("published_at").join(before, on=RATING_LIST, how="anti")
    changed = pl.concat(
        one.join(other, on=columns, how="anti", nulls_equal=True).join(since, on=RATING_LIST, how="anti")
        for one, other in ((after, before), (before, after))
    )
    parts = (now.join(changed, on=RATING_LIST, how="anti"), after.join(changed, on=RATING_LIST, how="semi"))
    lists = pl.concat(rows.select(columns) for rows in parts)
    return in_shape(schemas.PublishedLists, lists.sort(schemas.PublishedLists.primary_key()))


def corrections(
    published: Frame[schemas.PublishedRatings], elo: Frame[schemas.Elo]
) -> dy.LazyFrame[schemas.Corrections]:
    """Return the players whose published rating (on a day in `elo`) would now be different, missing, or new."""
    stood, key = published.lazy().with_columns(build=pl.lit(None, pl.Int64)), schemas.Corrections.primary_key()
    ratings = differences(stood, elo, RATINGS).select(
        *key, published=pl.col("published").cast(pl.Int32), recomputed=pl.col("now").cast(pl.Int32)
    )
    difference = pl.col("recomputed") - pl.col("published")
    return in_shape(schemas.Corrections, ratings.with_columns(difference=difference).sort(key))
