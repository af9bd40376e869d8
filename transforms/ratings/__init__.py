"""Yearly Elo ratings as a federation computes them: all games of a season at once, with ratings fixed at its start.

Source: Jan Masselink, KNDB-rating (Het Damspel), for the rules of the KNDB. The rules of other systems differ only in
numbers. `to_rate` chooses the games or matches, `intake` numbers players and seasons, `rated_season` rates one season
after the other, `newcomers_solver` solves the ratings of newcomers who met newcomers, and `yearly` makes the lists to
print.
"""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.ratings.rated_season import elo
from transforms.ratings.yearly import rating_lists
from transforms.tables.filling import AnyFrame, face, filled, handed_in, people_of, with_rules
from transforms.tables.schemas import Elo, Games, Players, Ratings, RatingSeasons

__all__ = ["RULES", "elo", "rate", "rating_lists"]

RULES = (
    *("system", "start", "list_date", "established_games", "games_if_unknown", "first_rating_games"),
    *("added_draws", "added_draws_rating", "first_rating_at_most", "floor"),
    *("k_points", "k_steps", "turbo_k", "turbo_deviation", "turbo_min_games", "turbo_performance", "rounded"),
    *("difference_cap", "difference_cap_below", "difference_cap_below_since", "difference_at_100"),
    *("max_gain_over_performance", "k_games_cap", "overshoot_beyond"),
)
"""The rules that `rate` applies: all except the rules about the lists to print."""


@face
def rate(
    games: AnyFrame,
    ratings: Mapping[str, float],
    table: pl.DataFrame,
    players: AnyFrame | None = None,
    games_before: Mapping[str, int] | None = None,
    **rules: object,
) -> dy.DataFrame[Elo]:
    """Rate the players of one season by its games. Return a row of `Elo` for everybody who has a rating or played.

    `games` has one row per game: `player_id`, `opponent_id` and the first player's `points` (2 for a win, 1 for a
    draw). If there is a column `date`, games before the rule `start` or after `list_date` do not count. `ratings` has
    the ratings at the start. Other players get their first rating from these games. `players` has `player_id` and
    `birth_year`, for systems that rate juniors differently, by their age in the year of `start`. `games_before` has the
    number of games rated up to now, because K depends on it. Players who are not in it have `games_if_unknown` (25).
    `rules` are any of `RULES` that differ from the KNDB's. docs/python.md has an example, with the `table` that
    `pipelines.settings.ratings.rating_table` reads.

    Raises:
        ValueError: a column or rule does not exist, is missing, or has an impossible value; the message names it.
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
