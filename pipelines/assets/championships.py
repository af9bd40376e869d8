"""Stage 4: both championships: session by session what counts, and the standings that follow from it."""

import polars as pl

from pipelines.assets.table_asset import table_asset
from transforms import championships


@table_asset(
    "championships.individual_sessions",
    group="championships",
    ranking_points="rankings.ranking_points",
    competitions="raw.competitions",
)
def individual_sessions(ranking_points: pl.DataFrame, competitions: pl.DataFrame) -> pl.LazyFrame:
    """What each session brings to the individual championship."""
    return championships.individual_sessions(ranking_points, competitions)


@table_asset(
    "championships.individual",
    group="championships",
    sessions="championships.individual_sessions",
    players="raw.players",
    competitions="raw.competitions",
)
def individual(sessions: pl.DataFrame, players: pl.DataFrame, competitions: pl.DataFrame) -> pl.LazyFrame:
    """The standing of the individual championship."""
    return championships.individual(sessions, players, competitions)


@table_asset(
    "championships.pair_sessions",
    group="championships",
    ranking_points="rankings.ranking_points",
    entries="raw.entries",
    partnerships="rankings.partnerships",
    competitions="raw.competitions",
)
def pair_sessions(
    ranking_points: pl.DataFrame, entries: pl.DataFrame, partnerships: pl.DataFrame, competitions: pl.DataFrame
) -> pl.LazyFrame:
    """What each session brings to the championship of pairs and trios."""
    return championships.pair_sessions(ranking_points, entries, partnerships, competitions)


@table_asset(
    "championships.pairs",
    group="championships",
    sessions="championships.pair_sessions",
    partnerships="rankings.partnerships",
    competitions="raw.competitions",
)
def pairs(sessions: pl.DataFrame, partnerships: pl.DataFrame, competitions: pl.DataFrame) -> pl.LazyFrame:
    """The standing of the championship of pairs and trios."""
    return championships.pairs(sessions, partnerships, competitions)
