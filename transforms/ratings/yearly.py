"""The yearly ratings of a build: ratings, lists and games, made together."""

import datetime as dt
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.ratings import elo, rating_lists
from transforms.ratings.games import rated_games
from transforms.ratings.to_rate import to_rate
from transforms.tables.schemas import (
    Elo,
    Frame,
    Games,
    MatchResults,
    Players,
    RatedGames,
    RatingList,
    Ratings,
    RatingSeasons,
    Sessions,
)
from transforms.tables.shared import in_shape


class YearlyRatings(NamedTuple):
    """The lists of all seasons whose list day is past."""

    elo: dy.LazyFrame[Elo]
    """Every rating on every list, and the numbers that led to it."""
    lists: dy.LazyFrame[RatingList]
    """The ranking list and the alphabetical list of every season."""
    games: dy.LazyFrame[RatedGames]
    """Every game of these seasons, with its norms."""


def yearly_ratings(
    games: Frame[Games],
    players: Frame[Players],
    match_results: Frame[MatchResults],
    sessions: Frame[Sessions],
    *,
    seasons: Frame[RatingSeasons],
    ratings: Frame[Ratings],
    rating_table: pl.DataFrame,
    today: dt.date,
) -> YearlyRatings:
    """Every rating on every list, the lists as they are printed, and the games with what the ratings made likely.

    The games of a season without a list yet are in none of the three.

    Args:
        games: `Games`, of 2 points each.
        players: `Players`.
        match_results: `MatchResults`, of all seasons.
        sessions: `Sessions`, of all seasons.
        seasons: `RatingSeasons`.
        ratings: `Ratings`: those to start from.
        rating_table: `RatingTable`.
        today: a season has its list once its list day is past.
    """
    of_games, of_players = to_rate(games, players, match_results, sessions, seasons=seasons)
    to_be_rated, everybody = of_games.collect(), of_players.collect()
    made = elo(to_be_rated, ratings, everybody, with_list(seasons, today), rating_table).collect()
    return YearlyRatings(
        made.lazy(),
        rating_lists(made, everybody, seasons),
        rated_games(to_be_rated, made, seasons, rating_table),
    )


def with_list(seasons: Frame[RatingSeasons], today: dt.date) -> dy.DataFrame[RatingSeasons]:
    """The rows of `RatingSeasons` whose list day is past."""
    return in_shape(RatingSeasons, seasons.lazy().filter(pl.col("list_date") < today)).collect()
