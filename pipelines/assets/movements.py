"""Beside the scores and rankings: how evenly each session let everybody be compared with everybody."""

import polars as pl

from pipelines.assets.table_asset import table_asset
from transforms.balance.played.luck import luck
from transforms.balance.played.season_scores import season_scores
from transforms.balance.played.session_balance import session_balance


@table_asset(
    "movements.session_balance", group="movements", board_scores="scored.board_scores", sessions="raw.sessions"
)
def balance_of_sessions(board_scores: pl.DataFrame, sessions: pl.DataFrame) -> pl.LazyFrame:
    """The balance of every session as it was played."""
    return session_balance(board_scores, sessions)


@table_asset(
    "movements.season_scores",
    group="movements",
    board_scores="scored.board_scores",
    sessions="raw.sessions",
    entries="raw.entries",
)
def scores_of_the_season(board_scores: pl.DataFrame, sessions: pl.DataFrame, entries: pl.DataFrame) -> pl.LazyFrame:
    """Who met whom, and was compared with whom, over the season."""
    return season_scores(board_scores, sessions, entries)


@table_asset(
    "movements.luck",
    group="movements",
    board_scores="scored.board_scores",
    sessions="raw.sessions",
    session_results="scored.session_results",
    entries="raw.entries",
    rankings="rankings.player_rankings",
)
def luck_of_the_movement(board_scores: pl.DataFrame, sessions: pl.DataFrame, **tables: pl.DataFrame) -> pl.LazyFrame:
    """What the movement of each session gave each entrant, by estimate."""
    return luck(board_scores, sessions, **tables)
