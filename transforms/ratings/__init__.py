"""Yearly Elo ratings as a federation computes them: all games of a season at once, against frozen ratings.

Source: Jan Masselink, KNDB-rating (Het Damspel), for the rules of the KNDB; those of other systems differ in numbers
only. `intake` numbers players and seasons, `rules` turns the rules into whole numbers, `rated_season` rates one season
and its newcomers, `newcomers_solver` solves for newcomers who met newcomers, `standing` keeps what the next season
needs, `rows` makes the table `Elo`, `lists` makes the lists to print.
"""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.ratings.arithmetic import lookups
from transforms.ratings.intake import Intake
from transforms.ratings.lists import rating_lists
from transforms.ratings.rated_season import rated_season
from transforms.ratings.rows import rows
from transforms.ratings.rules import Rules
from transforms.ratings.standing import Standing
from transforms.tables.filling import filled, handed_in, with_rules
from transforms.tables.people import people_of
from transforms.tables.schemas import Elo, Frame, Games, Players, Ratings, RatingSeasons
from transforms.tables.shared import in_shape

__all__ = ["RULES", "elo", "rate", "rating_lists"]

RULES = (
    *("system", "start", "list_date", "established_games", "games_if_unknown", "first_rating_games"),
    *("k_points", "k_steps", "turbo_k", "turbo_deviation", "turbo_min_games", "turbo_performance", "rounded"),
    *("difference_cap", "difference_at_100", "max_gain_over_performance", "k_games_cap", "overshoot_beyond"),
)
"""The rules that `rate` applies; those of the lists to print are none of them."""


def elo(
    games: Frame[Games],
    ratings: Frame[Ratings],
    players: Frame[Players],
    seasons: Frame[RatingSeasons],
    table: pl.DataFrame,
) -> dy.LazyFrame[Elo]:
    """Rate any number of seasons of any number of competitions, each season from the list before it.

    Rated players with enough games at the start of a season are rated by norms: the old rating, plus K for each point
    above the number that the ratings of the opponents made likely. All others are rated by performance over all their
    games: the mean of the opponents' ratings, frozen when they met, plus the difference that belongs to the percentage
    scored. An opponent without a rating counts with his or her first rating; the first ratings of one season are all
    solved together.

    Args:
        games: `Games`, of 2 points each. Games in no season, and games of unknown players, are left out.
        ratings: `Ratings`; of each player the last one up to the start of the first season counts.
        players: `Players`: everybody who can be rated, in addition to those in `ratings`.
        seasons: `RatingSeasons`.
        table: `RatingTable`.

    Returns:
        `Elo`, sorted by key: per season, one row for everybody with a rating, and for those who played and have none.
    """
    intake = Intake.of(games, ratings, players, seasons)
    standing = Standing.before(intake.given)
    rules, lookup = Rules.of(intake.season_facts), lookups(table)
    lists = [rated_season(season, standing, intake.federation, rules, lookup) for season in intake.seasons]
    return in_shape(Elo, rows(lists, intake) if lists else Elo.create_empty(lazy=True))


def rate(
    games: pl.DataFrame | pl.LazyFrame,
    ratings: Mapping[str, float],
    table: pl.DataFrame,
    players: pl.DataFrame | None = None,
    games_before: Mapping[str, int] | None = None,
    **rules: object,
) -> dy.DataFrame[Elo]:
    """Rate the players of one season by its games.

    Args:
        games: one row per game: `player_id`, `opponent_id` and the first player's `points` (2 for a win, 1 for a draw).
            With `date`, games outside the rules `start` and `list_date` do not count.
        ratings: player -> rating at the start. The other players get their first rating from these games.
        table: `RatingTable`, as `pipelines.settings.ratings.rating_table` reads it.
        players: `player_id` and `birth_year` of those of whom it is known, for systems that rate juniors otherwise; the
            age is that in the year of `start`.
        games_before: player -> games rated up to now, on which K depends; who is not named has `games_if_unknown` of
            them (25).
        rules: rules that differ from those of the KNDB: any of `RULES`.

    Returns:
        `Elo`: one row for everybody with a rating, and for those who played and have none.

    Raises:
        ValueError: a column or rule does not exist, is missing, or has an impossible value; the message names it.

    docs/python.md has an example, with the table that is read from a file.
    """
    rows = handed_in(games, ("player_id", "opponent_id", "points"), ("date", "event"))
    for wrong, why in (
        (~pl.col("points").is_between(0, 2), "points of the first player are from 0 to 2: 2 for a win, 1 for a draw"),
        (pl.col("player_id") == pl.col("opponent_id"), "both players are the same one"),
    ):
        if (found := rows.filter(wrong)).height:
            row = found.row(0, named=True)
            raise ValueError(f"{row['player_id']} against {row['opponent_id']}, points {row['points']}: {why}")
    before = games_before or {}
    for player in before:
        if player not in ratings:
            raise ValueError(f"games_before of {player}: there is no rating of {player}; name the rated players")
    seasons = with_rules(RatingSeasons, pl.DataFrame({"season": ["-"]}), rules, RULES)
    undated = {} if "date" in rows.columns else {"date": pl.lit(seasons["start"][0])}
    played = rows.with_row_index("game_id").with_columns(**undated)
    everybody = pl.DataFrame({"player_id": sorted({*played["player_id"], *played["opponent_id"], *ratings})})
    known = people_of(players, seasons).drop("club", "competition")
    list_before = {
        "player_id": list(ratings),
        "rating": list(ratings.values()),
        "games": [before.get(player) for player in ratings],
    }
    return filled(
        Elo,
        elo(
            filled(Games, played, opponent_points=2 - pl.col("points")),
            filled(Ratings, pl.DataFrame(list_before, schema_overrides={"games": pl.Int32})),
            filled(Players, everybody.join(known, on="player_id", how="left").select("player_id", "birth_year")),
            seasons,
            table,
        ).collect(),
    )
