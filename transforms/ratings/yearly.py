"""A build's yearly ratings: what is rated, its lists and its games, made together."""

import datetime as dt
from typing import NamedTuple

import polars as pl

from transforms.ratings import elo, rating_lists
from transforms.ratings.games import rated_games
from transforms.ratings.to_rate import to_rate
from transforms.tables import Frame


class YearlyRatings(NamedTuple):
    """The lists of all seasons whose list day is past."""

    elo: pl.LazyFrame
    """`Elo`: every rating on every list, and all that made it."""
    lists: pl.LazyFrame
    """`RatingList`: the ranking list and the alphabetical list of every season."""
    games: pl.LazyFrame
    """`RatedGames`: every game of these seasons, with its norms."""


def yearly_ratings(
    games: Frame,
    players: Frame,
    match_results: Frame,
    sessions: Frame,
    *,
    seasons: Frame,
    ratings: Frame,
    rating_table: pl.DataFrame,
    today: dt.date,
) -> YearlyRatings:
    """Every rating on every list, the lists as they are printed, and the games with what the ratings made likely.

    The games of the season that runs are in none of the three.

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
    to_be_rated, everybody = pl.collect_all(to_rate(games, players, match_results, sessions, seasons=seasons))
    made = elo(to_be_rated, ratings, everybody, with_list(seasons, today), rating_table).collect()
    return YearlyRatings(
        made.lazy(),
        rating_lists(made, everybody, seasons),
        rated_games(to_be_rated, made, seasons, rating_table),
    )


def with_list(seasons: Frame, today: dt.date) -> pl.DataFrame:
    """The rows of `RatingSeasons` whose list day is past."""
    return seasons.lazy().filter(pl.col("list_date") < today).collect()
