"""Stage 5: yearly ratings: each season's list from the list before, how well they foretell, and what was published.

A season has a list once its list day is past; the games of the season that runs are in none of these tables.
"""

import datetime as dt

import dagster as dg
import polars as pl

from pipelines import clock
from pipelines.assets.table_asset import asset_key, described, table_asset
from pipelines.settings.rating_years import with_list
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse
from transforms.ratings import calibration as foretold
from transforms.ratings import corrections as changed
from transforms.ratings import elo, games, published, rating_lists
from transforms.ratings.to_rate import to_rate

_TO_RATE = {
    "games": "raw.games",
    "players": "raw.players",
    "match_results": "scored.match_results",
    "sessions": "raw.sessions",
    "seasons": "raw.rating_seasons",
}


@table_asset("ratings.elo", group="ratings", all_seasons=True, ratings="raw.ratings", **_TO_RATE)
def yearly_ratings(ratings: pl.DataFrame, seasons: pl.DataFrame, **tables: pl.DataFrame) -> pl.LazyFrame:
    """Every rating on every list, and all that made it."""
    past = with_list(seasons, clock.today())
    to_be_rated, everybody = to_rate(**tables, seasons=seasons)
    return elo(to_be_rated, ratings, everybody, past, rating_table())


@table_asset("ratings.lists", group="ratings", all_seasons=True, made="ratings.elo", **_TO_RATE)
def lists(made: pl.DataFrame, seasons: pl.DataFrame, **tables: pl.DataFrame) -> pl.LazyFrame:
    """The ranking list and the alphabetical list of every season."""
    _, everybody = to_rate(**tables, seasons=seasons)
    return rating_lists(made, everybody, seasons)


@table_asset("ratings.games", group="ratings", all_seasons=True, made="ratings.elo", **_TO_RATE)
def games_with_norms(made: pl.DataFrame, seasons: pl.DataFrame, **tables: pl.DataFrame) -> pl.LazyFrame:
    """Every game of the seasons that have a list, with its norms."""
    to_be_rated, _ = to_rate(**tables, seasons=seasons)
    return games.rated_games(to_be_rated, made, seasons, rating_table())


@table_asset("ratings.calibration", group="ratings", rated_games="ratings.games")
def calibration(rated_games: pl.DataFrame) -> pl.LazyFrame:
    """What was scored at each expectation."""
    return foretold.calibration(rated_games)


@table_asset("ratings.foretelling", group="ratings", rated_games="ratings.games")
def foretelling(rated_games: pl.DataFrame) -> pl.LazyFrame:
    """How well the ratings foretold each season."""
    return foretold.foretelling(rated_games)


class Publishing(dg.Config):
    """Whether this run publishes: the yearly one does, builds do not."""

    publish: bool = False


@dg.asset(
    key=asset_key("ratings.published"),
    ins={
        parameter: dg.AssetIn(key=asset_key(table))
        for parameter, table in (("made", "ratings.elo"), ("ratings", "raw.ratings"), ("seasons", "raw.rating_seasons"))
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
    past = with_list(seasons, clock.today())
    known = published.published_ratings(warehouse.read("ratings.published"), ratings, past).collect()
    if not config.publish:
        return known.lazy()
    return published.with_recorded(known, published.latest_lists(made, known), pl.lit(dt.datetime.now(dt.UTC)))


@table_asset("ratings.corrections", group="ratings", published_ratings="ratings.published", made="ratings.elo")
def corrections(published_ratings: pl.DataFrame, made: pl.DataFrame) -> pl.LazyFrame:
    """Where a published list would now be another."""
    return changed.corrections(published_ratings, made)
