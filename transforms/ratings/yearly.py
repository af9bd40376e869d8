"""Make the yearly ratings of a build: ratings, games, a ranking list of active members, an alphabetical list of all.

Source: KNDB-rating, chapter "KNDB-rating".
"""

import datetime as dt
from typing import NamedTuple

import dataframely as dy
import numpy as np
import polars as pl

from transforms.ratings.games import rated_games
from transforms.ratings.rated_season import elo
from transforms.ratings.to_rate import to_rate
from transforms.tables import schemas
from transforms.tables.runs import facts_of_runs, is_sorted, with_facts
from transforms.tables.schemas import COMPETITION, PERSON, RATING_SEASON, Frame
from transforms.tables.shared import in_shape, natural

# Small letters that Unicode does not split into a letter and an accent.
_LETTERS = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}


def rating_lists(
    elo: Frame[schemas.Elo], players: Frame[schemas.Players], seasons: Frame[schemas.RatingSeasons]
) -> dy.LazyFrame[schemas.RatingList]:
    """Make both lists of every season (docs/ratings.md); the alphabetical list ignores accents."""
    # If neither membership nor nationality is known, a player is on the ranking list. Players with the same rating
    # share the best position.
    rules = seasons.lazy().select(*COMPETITION, "nationalities", "list_games", "list_recent_games").collect()
    sorted_as = _sorted_as(pl.coalesce("name", "player_id"))
    people = players.lazy().select(*PERSON, "name", "member", "nationality", sorted_as=sorted_as).collect()
    key, rows = schemas.Elo.primary_key(), elo.lazy().filter(pl.col("rating").is_not_null()).collect()
    in_order = (rows if is_sorted(rows, key) else rows.sort(key)).with_row_index("row")
    with_rules = pl.concat([in_order, facts_of_runs(in_order, COMPETITION, rules)], how="horizontal")
    nameless = pl.when(pl.col("sorted_as").is_null()).then("player_id")
    rated = with_facts(with_rules, people, PERSON).with_columns(
        number=pl.struct(RATING_SEASON).rle_id(),
        printed=pl.coalesce("name", "player_id"),
        sorted_as=pl.coalesce("sorted_as", _sorted_as(nameless)),
    )
    of_country = pl.col("nationality").is_in(pl.col("nationalities"))
    known = pl.col("member").is_not_null() | pl.col("nationality").is_not_null()
    belongs = pl.col("nationalities").is_null() | (pl.col("member") | of_country).fill_null(~known)
    has_played = pl.col("games_total") >= pl.col("list_games"), pl.col("recent") >= pl.col("list_recent_games")
    by_name = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("number", order_by=["sorted_as", "printed", "row"])
    by_rating = pl.col("rating").rank("min", descending=True).over("number")
    alphabetical = rated.with_columns(list=pl.lit("alphabetical"), position=by_name)
    ranking = rated.filter(belongs, *has_played).with_columns(list=pl.lit("ranking"), position=by_rating)
    both = pl.concat([alphabetical, ranking]).select(*schemas.RatingList.column_names(), "number").collect()
    # Numpy sorts rows that are nearly in order faster.
    return schemas.RatingList.cast(both[np.argsort(both["number"].to_numpy(), kind="stable")].lazy())


def _sorted_as(name: pl.Expr) -> pl.Expr:
    plain = name.str.to_lowercase().str.normalize("NFKD").str.replace_all(r"\p{M}", "")
    return natural(plain.str.replace_many(_LETTERS))


class YearlyRatings(NamedTuple):
    """The ratings, lists and games of all seasons whose list date has passed."""

    elo: dy.LazyFrame[schemas.Elo]  # every rating on every list, and the numbers that led to it
    lists: dy.LazyFrame[schemas.RatingList]  # the ranking list and the alphabetical list of every season
    games: dy.LazyFrame[schemas.RatedGames]  # every game of these seasons, with its norms


def yearly_ratings(
    games: Frame[schemas.Games],
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
    sessions: Frame[schemas.Sessions],
    *,
    seasons: Frame[schemas.RatingSeasons],
    ratings: Frame[schemas.Ratings],
    rating_table: pl.DataFrame,
    today: dt.date,
) -> YearlyRatings:
    """Return every rating on every list before `today`, the printed lists, and the games with expected results."""
    of_games, of_players = to_rate(games, players, match_results, sessions, seasons=seasons)
    to_be_rated, everybody = of_games.collect(), of_players.collect()
    made = elo(to_be_rated, ratings, everybody, with_list(seasons, today), rating_table).collect()
    return YearlyRatings(
        made.lazy(), rating_lists(made, everybody, seasons), rated_games(to_be_rated, made, seasons, rating_table)
    )


def with_list(seasons: Frame[schemas.RatingSeasons], today: dt.date) -> dy.DataFrame[schemas.RatingSeasons]:
    """Return the rows of `RatingSeasons` whose list date has passed."""
    return in_shape(schemas.RatingSeasons, seasons.lazy().filter(pl.col("list_date") < today)).collect()
