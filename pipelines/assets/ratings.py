"""The yearly ratings that were published: the only table that a build does not make anew."""

import datetime as dt

import dagster as dg
import polars as pl

from pipelines import clock
from pipelines.assets.table_asset import asset_key, described, read_from
from pipelines.warehouse import Warehouse
from transforms.ratings import published
from transforms.ratings.yearly import with_list
from transforms.tables import Elo, PublishedLists, PublishedRatings, Ratings, RatingSeasons
from transforms.tables.shared import in_shape


class Publishing(dg.Config):
    """Whether this run publishes: the yearly run does, builds do not."""

    publish: bool = False


@dg.asset(
    key=asset_key("ratings.published"),
    ins={
        "made": read_from("ratings.elo"),
        "ratings": read_from("raw.ratings"),
        "seasons": read_from("raw.rating_seasons"),
    },
    **described("ratings.published", "What was published stays as it was; a run that publishes adds the last lists."),
    group_name="ratings",
    required_resource_keys={"warehouse"},
)
def published_lists(
    context: dg.AssetExecutionContext,
    config: Publishing,
    made: pl.DataFrame,
    ratings: pl.DataFrame,
    seasons: pl.DataFrame,
) -> pl.LazyFrame:
    """Every list that was published, with the last one of each competition if this run publishes."""
    warehouse: Warehouse = context.resources.warehouse
    past = with_list(in_shape(RatingSeasons, seasons), clock.today())
    recorded = published.with_builds(warehouse.table(PublishedRatings), warehouse.table(PublishedLists))
    known = published.published_ratings(recorded, in_shape(Ratings, ratings), past).collect()
    if config.publish:
        due = published.latest_lists(in_shape(Elo, made), known)
        known = published.with_recorded(known, due, dt.datetime.now(dt.UTC)).collect()
    return in_shape(PublishedRatings, known.lazy())
