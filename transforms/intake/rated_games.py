"""Which games can be rated: between two known players, 2 points in all, inside a season, and told once.

And which lists of ratings mean something: those to start from, and those of a list day.
"""

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
    return Checked(
        looked_up.filter(sound).select(columns), [*told.findings, *findings, _beside_matches(told.rows, seasons)]
    )


def checked_lists(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """Each rating once; a warning for a list that is neither one to start from nor the list of a season.

    Args:
        ratings: `Ratings`.
        seasons: `RatingSeasons`.
    """
    told = once(ratings, (*CLUB, "list_date", "player_id"), "player_id")
    starts = seasons.group_by(CLUB).agg(first_start=pl.col("start").min())
    days = seasons.select(*CLUB, "list_date")
    of_no_season = told.rows.join(starts, on=CLUB).filter(pl.col("list_date") > pl.col("first_start"))
    message = "no season ends on this day, so nothing is made of this list: mend its date, or list_day of [rating]"
    found = _one_a_file(of_no_season.join(days, on=[*CLUB, "list_date"], how="anti"), "list_date")
    return Checked(told.rows, [*told.findings, finding(found, "warning", "list_date", pl.col("list_date"), message)])


def _beside_matches(games: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    """A warning for each file with games of a competition that rates the matches of its teams."""
    by_matches = seasons.filter(games_from="matches").select(CLUB).unique()
    message = "the matches of teams are rated here, and not these games: take the file away, or games from [rating]"
    found = _one_a_file(games.join(by_matches, on=CLUB, how="semi"), "game_id")
    return finding(found, "warning", "game_id", pl.col("game_id"), message)


def _one_a_file(rows: pl.LazyFrame, field: str) -> pl.LazyFrame:
    """The first row of each file that has any."""
    return rows.group_by(*CLUB, "file_id").agg(pl.col("line_no", field).min_by("line_no"))


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
