"""Which games can be rated: between two known players, 2 points in all, inside a season, and told once."""

from typing import NamedTuple

import polars as pl

from transforms.intake.findings import CLUB, Checked, finding, once

_HAIR = 1e-6
"""What binary fractions may take from a whole hundredth of a point."""


class _Rule(NamedTuple):
    """What a game must be, and what is told of one that is not; null, as for a player not known, counts as not."""

    field: str
    holds: pl.Expr
    value: pl.Expr
    message: str


def checked_games(games: pl.LazyFrame, players: pl.LazyFrame, ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """The games that can be rated; the others become findings, one for each thing that is wrong.

    Args:
        games: `Games`.
        players: `Players`.
        ratings: `Ratings`; who stands there is known too.
        seasons: `RatingSeasons`.
    """
    told = once(games, (*CLUB, "game_id"), "game_id")
    looked_up = told.rows.pipe(_with_known, players, ratings).pipe(_with_season, seasons)
    findings = [
        finding(looked_up.filter(~rule.holds.fill_null(False)), "error", rule.field, rule.value, rule.message)
        for rule in _RULES
    ]
    sound = pl.all_horizontal(rule.holds.fill_null(False) for rule in _RULES)
    columns = games.collect_schema().names()
    return Checked(looked_up.filter(sound).select(columns), [*told.findings, *findings])


def _known(player: str) -> _Rule:
    message = "no such player; the game is left out: mend the id, or add the player to players"
    return _Rule(player, pl.col(f"{player}_known"), pl.col(player), message)


_WHOLE_HUNDREDTHS = (pl.col("points") * 100 - (pl.col("points") * 100).round()).abs() < _HAIR
_RULES = (
    _Rule(
        "opponent_id",
        pl.col("player_id") != pl.col("opponent_id"),
        pl.col("opponent_id"),
        "nobody plays against himself; the game is left out: name the opponent",
    ),
    _known("player_id"),
    _known("opponent_id"),
    _Rule(
        "points",
        pl.col("points").is_between(0, 2)
        & ((pl.col("points") + pl.col("opponent_points") - 2).abs() < _HAIR)
        & _WHOLE_HUNDREDTHS,
        pl.format("{} and {}", "points", "opponent_points"),
        "a game is worth 2 points in all, in hundredths at the finest; it is left out: mend the points",
    ),
    _Rule(
        "date",
        pl.col("start") <= pl.col("date"),
        pl.col("date"),
        "no season has this day; the game is left out: mend the date, or add the season",
    ),
)


def _with_known(games: pl.LazyFrame, players: pl.LazyFrame, ratings: pl.LazyFrame) -> pl.LazyFrame:
    """`player_id_known` and `opponent_id_known`: true, or null."""
    known = pl.concat([frame.select(*CLUB, "player_id") for frame in (players, ratings)]).unique()
    for player in ("player_id", "opponent_id"):
        named = known.select(*CLUB, pl.col("player_id").alias(player), pl.lit(True).alias(f"{player}_known"))
        games = games.join(named, on=[*CLUB, player], how="left")
    return games


def _with_season(games: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    """`start`: of the first season that ends on the day of the game or later."""
    ends = seasons.select(*CLUB, "start", "list_date").sort("list_date")
    return games.sort("date").join_asof(
        ends, left_on="date", right_on="list_date", by=list(CLUB), strategy="forward", check_sortedness=False
    )
