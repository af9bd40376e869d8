"""Which games can be rated: between two known players, 2 points in all, inside a season, and told once.

And which lists of ratings mean something: those to start from, and those of a list day.
"""

from typing import NamedTuple

import polars as pl

from transforms.intake.duplicates import same_game, same_player
from transforms.intake.findings import Checked, finding, once
from transforms.tables import CLUB, RATING_LIST

_HAIR = 1e-6
"""What binary fractions may take from a whole hundredth of a point."""


class _Rule(NamedTuple):
    """What a game must be, and what is told of one that is not; null, as for a player not known, counts as not."""

    field: str
    holds: pl.Expr
    value: pl.Expr
    message: pl.Expr | str


def checked_games(games: pl.LazyFrame, players: pl.LazyFrame, ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """The games that can be rated; the others become findings, one for each thing that is wrong.

    Args:
        games: `Games`.
        players: `Players`.
        ratings: `Ratings`; who stands there is known too. The first list has the games before it in it.
        seasons: `RatingSeasons`.
    """
    told = once(games, (*CLUB, "game_id"), "game_id")
    looked_up = (
        told.rows.pipe(_with_known, players, ratings).pipe(_with_season, seasons).pipe(_with_first_list, ratings)
    )
    findings = [
        finding(looked_up.filter(~rule.holds.fill_null(False)), "error", rule.field, rule.value, rule.message)
        for rule in _RULES
    ]
    sound = pl.all_horizontal(rule.holds.fill_null(False) for rule in _RULES)
    rated = looked_up.filter(sound).select(games.collect_schema().names())
    doubts = [_beside_matches(told.rows, seasons), same_game(rated), same_player(rated, players)]
    return Checked(rated, [*told.findings, *findings, *doubts])


def checked_lists(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """Each rating once; a warning for a list that is neither one to start from nor the list of a season.

    And one for a list to start from with players of fewer games than a rating by norms asks: the games that they
    played are not known, so their performance is over those known here.

    Args:
        ratings: `Ratings`.
        seasons: `RatingSeasons`.
    """
    told = once(ratings, (*CLUB, "list_date", "player_id"), "player_id")
    starts = seasons.group_by(CLUB).agg(first_start=pl.col("start").min())
    days = seasons.select(*CLUB, "list_date")
    of_no_season = told.rows.join(starts, on=CLUB).filter(pl.col("list_date") > pl.col("first_start"))
    message = "no season ends on this day, so nothing is made of this list: mend its date, or list_day of [rating]"
    found = _one_a_file(of_no_season.join(days, on=RATING_LIST, how="anti"), "list_date")
    odd = finding(found, "warning", "list_date", pl.col("list_date"), message)
    return Checked(told.rows, [*told.findings, odd, _of_few_games(told.rows, seasons)])


def _of_few_games(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    """A warning for each file and list to start from."""
    first = seasons.group_by(CLUB).agg(pl.col("start", "established_games", "games_if_unknown").min_by("start"))
    few = ratings.join(first, on=CLUB).filter(
        pl.col("list_date") <= pl.col("start"), pl.col("games") > 0, pl.col("games") < pl.col("established_games")
    )
    found = few.group_by(*CLUB, "file_id", "list_date").agg(
        pl.col("line_no").min(),
        pl.col("games").min_by("line_no"),
        pl.col("established_games", "games_if_unknown").first(),
        rows=pl.len(),
    )
    count = pl.when(pl.col("rows") == 1).then(pl.lit("this rating is")).otherwise(pl.format("{} ratings are", "rows"))
    by_norms = pl.when(pl.col("games_if_unknown") >= pl.col("established_games")).then(pl.lit("leave games empty, or "))
    message = pl.format(
        "{} given with fewer than {} games: rated by performance over the games known here alone; {}lower"
        " established_games of [rating], to rate by norms",
        count,
        "established_games",
        by_norms.otherwise(pl.lit("")),
    )
    return finding(found, "warning", "games", pl.col("games"), message)


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


_IN_FIRST_LIST = pl.format(
    "the list of {} that ratings start from has the games up to it in it, so this one is left out: mend the date if it"
    " was played later",
    "first_list",
)
_BEFORE_FIRST_SEASON = pl.format(
    "ratings start with the season that begins on {}, the first after the list of {}; the game is left out: mend the"
    " date if it was played later",
    "first_start",
    "first_list",
)
_TOO_LONG_AGO = "longer ago than ratings go back; the game is left out: mend the date"
_TO_COME = "still to come, after the season that runs; the game is left out: mend the date"
_NO_SEASON = "no season has this day; the game is left out: mend the date"
_WHY_NO_SEASON = (
    pl.when(pl.col("date") <= pl.col("first_list"))
    .then(_IN_FIRST_LIST)
    .when(pl.col("date") > pl.col("last_day"))
    .then(pl.lit(_TO_COME))
    .when((pl.col("date") < pl.col("first_start")) & pl.col("first_list").is_not_null())
    .then(_BEFORE_FIRST_SEASON)
    .when(pl.col("date") < pl.col("first_start"))
    .then(pl.lit(_TOO_LONG_AGO))
    .otherwise(pl.lit(_NO_SEASON))
)
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
        _WHY_NO_SEASON,
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
    """`start`: of the first season that ends on the day of the game or later; `first_start`, `last_day`: of all."""
    ends = seasons.select(*CLUB, "start", "list_date").sort("list_date")
    bounds = seasons.group_by(CLUB).agg(first_start=pl.col("start").min(), last_day=pl.col("list_date").max())
    return (
        games.sort("date")
        .join_asof(
            ends, left_on="date", right_on="list_date", by=list(CLUB), strategy="forward", check_sortedness=False
        )
        .join(bounds, on=CLUB, how="left")
    )


def _with_first_list(games: pl.LazyFrame, ratings: pl.LazyFrame) -> pl.LazyFrame:
    """`first_list`: the day of the first list that is handed in; null without one."""
    return games.join(ratings.group_by(CLUB).agg(first_list=pl.col("list_date").min()), on=CLUB, how="left")
