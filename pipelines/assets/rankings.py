"""Stage 3: ranking points per session, rolling rankings, the lines they make, and what other methods would say."""

import polars as pl

from pipelines.assets.table_asset import table_asset
from transforms.rankings.line_assignment import next_lines
from transforms.rankings.partnerships import season_partnerships
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import pair_rankings, player_rankings
from transforms.what_if.backtest import backtest
from transforms.what_if.side_by_side import other_lines, other_methods


@table_asset(
    "rankings.ranking_points",
    group="rankings",
    session_results="scored.session_results",
    entries="raw.entries",
    sessions="raw.sessions",
    competitions="raw.competitions",
    players="raw.players",
    match_results="scored.match_results",
)
def session_ranking_points(**tables: pl.DataFrame) -> pl.LazyFrame:
    """What each session earned each player, by the competition's method."""
    return ranking_points(**tables)


@table_asset(
    "rankings.player_rankings",
    group="rankings",
    points="rankings.ranking_points",
    players="raw.players",
    competitions="raw.competitions",
)
def rolling_player_rankings(points: pl.DataFrame, players: pl.DataFrame, competitions: pl.DataFrame) -> pl.LazyFrame:
    """The mean of the last sessions played, after every session."""
    return player_rankings(points, players, competitions)


@table_asset(
    "rankings.partnerships",
    group="rankings",
    partnerships="raw.partnerships",
    entries="raw.entries",
    sessions="raw.sessions",
    competitions="raw.competitions",
)
def partnerships_of_the_season(
    partnerships: pl.DataFrame, entries: pl.DataFrame, sessions: pl.DataFrame, competitions: pl.DataFrame
) -> pl.LazyFrame:
    """The pairs and trios that are ranked and compete."""
    return season_partnerships(partnerships, entries, sessions, competitions)


@table_asset(
    "rankings.pair_rankings",
    group="rankings",
    rankings="rankings.player_rankings",
    partnerships="rankings.partnerships",
    players="raw.players",
    competitions="raw.competitions",
)
def current_pair_rankings(
    rankings: pl.DataFrame, partnerships: pl.DataFrame, players: pl.DataFrame, competitions: pl.DataFrame
) -> pl.LazyFrame:
    """The ranking of every pair and trio as it stands now."""
    return pair_rankings(rankings, partnerships, players, competitions)


@table_asset(
    "rankings.next_lines",
    group="rankings",
    entries="raw.entries",
    sessions="raw.sessions",
    rankings="rankings.player_rankings",
    players="raw.players",
    competitions="raw.competitions",
)
def lines_of_the_next_session(
    entries: pl.DataFrame,
    sessions: pl.DataFrame,
    rankings: pl.DataFrame,
    players: pl.DataFrame,
    competitions: pl.DataFrame,
) -> pl.LazyFrame:
    """Who would play in which line, if the pairs of the last session come again."""
    return next_lines(entries, sessions, rankings, players, competitions)


@table_asset(
    "rankings.backtest",
    group="rankings",
    session_results="scored.session_results",
    entries="raw.entries",
    sessions="raw.sessions",
    competitions="raw.competitions",
    players="raw.players",
    match_results="scored.match_results",
)
def foretold_by_each_method(**tables: pl.DataFrame) -> pl.LazyFrame:
    """How well the rankings that each method makes foretell the next session."""
    return backtest(**tables)


@table_asset(
    "rankings.other_methods",
    group="rankings",
    session_results="scored.session_results",
    entries="raw.entries",
    sessions="raw.sessions",
    competitions="raw.competitions",
    players="raw.players",
    match_results="scored.match_results",
)
def season_by_each_method(**tables: pl.DataFrame) -> pl.LazyFrame:
    """Where each player would stand by each method."""
    return other_methods(**tables)


@table_asset(
    "rankings.other_lines",
    group="rankings",
    by_method="rankings.other_methods",
    partnerships="rankings.partnerships",
    pairs_championship="championships.pairs",
    players="raw.players",
    competitions="raw.competitions",
)
def lines_by_each_method(**tables: pl.DataFrame) -> pl.LazyFrame:
    """In which line each pair would play by each method."""
    return other_lines(**tables)
