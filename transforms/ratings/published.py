"""Published lists: those recorded when they were published, and those handed in with the date of a list.

The key of a list is its day; the name of its season and its system do not matter.
"""

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
    """Every list that was published; earlier lists are what the ratings start from.

    Those recorded with a time of publishing stay as they are. A list among `ratings` on the last day of a season counts
    as published where it is not recorded, rounded to whole numbers, halves away from zero.
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
    """The published lists once those of `elo` are published too; each is complete, and replaces what was known of it.

    `published_at` is in UTC; `build` is the number of the build that made them.
    """
    lists = elo.lazy().select(RATING_LIST).unique()
    others = published.lazy().join(lists, on=RATING_LIST, how="anti")
    return in_shape(schemas.PublishedLists, published_anew(others, elo, RATINGS, published_at, build))


def latest_lists(elo: Frame[schemas.Elo], published: Rows) -> dy.LazyFrame[schemas.Elo]:
    """The rows of `Elo` in the last list of each competition, where that list is not published yet."""
    is_last = pl.col("list_date") == pl.col("list_date").max().over("club", "competition")
    known = published.lazy().select(RATING_LIST).unique()
    return in_shape(schemas.Elo, elo.lazy().filter(is_last).join(known, on=RATING_LIST, how="anti"))


def lists_to_publish(elo: Frame[schemas.Elo], published: Frame[schemas.PublishedLists]) -> dy.LazyFrame[schemas.Elo]:
    """The rows of `Elo` that are published with everything else.

    These are the lists recorded before, and the last of each competition where it is not published yet; one that was
    handed in stays so.
    """
    elo, published = elo.lazy(), published.lazy()
    was_recorded = published.filter(pl.col("published_at").is_not_null()).select(RATING_LIST).unique()
    again = elo.join(was_recorded, on=RATING_LIST, how="semi")
    return in_shape(schemas.Elo, pl.concat([again, latest_lists(elo, published)]).sort(schemas.Elo.primary_key()))


def with_changed(now: Rows, before: Rows, after: Rows) -> dy.LazyFrame[schemas.PublishedLists]:
    """The published lists of now, and of `after` each list that is another than in `before`.

    `before` is when a publication began, `after` what it made of them. A list that was none before, and that a build
    has recorded since, stays as that build recorded it.
    """
    now, before, after = now.lazy(), before.lazy(), after.lazy()
    columns = schemas.PublishedLists.column_names()
    changed = pl.concat(
        one.join(other, on=columns, how="anti", nulls_equal=True).select(RATING_LIST)
        for one, other in ((after, before), (before, after))
    ).unique()
    in_before = before.select(RATING_LIST).unique()
    by_builds = now.filter(pl.col("published_at").is_not_null()).join(in_before, on=RATING_LIST, how="anti")
    changed = changed.join(by_builds, on=RATING_LIST, how="anti")
    parts = (now.join(changed, on=RATING_LIST, how="anti"), after.join(changed, on=RATING_LIST, how="semi"))
    lists = pl.concat(rows.select(columns) for rows in parts)
    return in_shape(schemas.PublishedLists, lists.sort(schemas.PublishedLists.primary_key()))


def corrections(
    published: Frame[schemas.PublishedRatings], elo: Frame[schemas.Elo]
) -> dy.LazyFrame[schemas.Corrections]:
    """Name the players of published lists who would now have another rating, or none, or only now have one.

    Rows stand under the season and system of publishing. A published list is left out where `elo`, of all games as they
    are known now, has no list of the same day any more.
    """
    ratings = {name: pl.col(column).cast(pl.Int32) for name, column in _AS_RATINGS.items()}
    return in_shape(
        schemas.Corrections,
        differences(published.lazy().with_columns(build=pl.lit(None, pl.Int64)), elo, RATINGS)
        .select(*schemas.Corrections.primary_key(), **ratings)
        .with_columns(difference=pl.col("recomputed") - pl.col("published"))
        .sort(schemas.Corrections.primary_key()),
    )


_AS_RATINGS = {"published": "published", "recomputed": "now"}  # column -> the text that it is made of
