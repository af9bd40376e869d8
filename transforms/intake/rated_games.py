"""Which games can be rated: those between two players, worth 2 points in all, inside a season, and given once.

Also which lists of ratings can be used: lists to start from, and lists of the last day of a season.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import Checked, error_on, once, warning_on
from transforms.intake.people.two_ids import same_game, same_player
from transforms.tables import CLUB, RATING_LIST, Findings
from transforms.tables.arithmetic.tolerance import SUMS_HAIR
from transforms.tables.phrases import phrase


class _Rule(NamedTuple):
    """A condition that every rated game meets, and the finding for a game that does not meet it."""

    code: str
    field: str
    holds: pl.Expr
    """Whether a game meets the condition; null counts as not."""
    sentence: str
    value: pl.Expr | None = None
    """What is told of a game that does not meet it, where it is not what stands in `field`."""


def checked_games(games: pl.LazyFrame, players: pl.LazyFrame, ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """Keep the games that can be rated; each other game becomes findings, one for each condition that it does not meet.

    Args:
        games: `Games`.
        players: `Players`.
        ratings: `Ratings`; the first list already includes all games up to its date.
        seasons: `RatingSeasons`.
    """
    given = games.collect()
    if given.is_empty():
        return Checked(games, [])
    games = given.lazy()
    unique = once(games, (*CLUB, "game_id"), "game_id")
    looked_up = unique.rows.pipe(_with_season, seasons).pipe(_with_first_list, ratings)
    findings = [
        error_on(
            looked_up.filter(~rule.holds.fill_null(False)),
            rule.code,
            rule.sentence,
            field=rule.field,
            value=rule.value,
        )
        for rule in _RULES
    ]
    sound = pl.all_horizontal(rule.holds.fill_null(False) for rule in _RULES)
    rated = looked_up.filter(sound).select(games.collect_schema().names())
    doubts = [_beside_matches(unique.rows, seasons), same_game(rated), *same_player(rated, players)]
    return Checked(rated, [*unique.findings, *findings, *doubts])


def checked_lists(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """Keep each rating once, with warnings for two kinds of lists.

    The first kind is neither a list to start from nor the list of a season. The second kind is a list to start from
    with players who have fewer games than a rating by norms needs: their earlier games are not known here, so their
    performance covers only the games known here.

    Args:
        ratings: `Ratings`.
        seasons: `RatingSeasons`.
    """
    given = ratings.collect()
    if given.is_empty():
        return Checked(ratings, [])
    unique = once(given.lazy(), (*CLUB, "list_date", "player_id"), "player_id")
    starts = seasons.group_by(CLUB).agg(first_start=pl.col("start").min())
    days = seasons.select(*CLUB, "list_date")
    of_no_season = unique.rows.join(starts, on=CLUB).filter(pl.col("list_date") > pl.col("first_start"))
    message = "no season ends on this day, so nothing is made of this list: mend its date, or list_day of [rating]"
    found = _one_a_file(of_no_season.join(days, on=RATING_LIST, how="anti"), "list_date")
    odd = warning_on(found, "ratings.list_of_no_season", message, field="list_date")
    return Checked(unique.rows, [*unique.findings, odd, *_of_few_games(unique.rows, seasons)])


def _of_few_games(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each list to start from, per file, with ratings over too few games for a rating by norms."""
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
    norms_by_games = pl.col("games_if_unknown") >= pl.col("established_games")
    given = (
        "given with fewer than {established} games (such ratings: {ratings}): rated by performance over the games known"
    )
    here = f"{given} here alone; "
    lower = "lower established_games of [rating], to rate by norms"
    gaps = {"ratings": "rows", "established": "established_games"}
    return [
        warning_on(
            found.filter(norms_by_games),
            "ratings.few_games",
            f"{here}leave games empty, or {lower}",
            field="games",
            **gaps,
        ),
        warning_on(found.filter(~norms_by_games), "ratings.few_games_given", f"{here}{lower}", field="games", **gaps),
    ]


def _beside_matches(games: pl.LazyFrame, seasons: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each file with games, in competitions that rate the matches of teams instead of games."""
    by_matches = seasons.filter(games_from="matches").select(CLUB).unique()
    message = "the matches of teams are rated here, and not these games: take the file away, or games from [rating]"
    found = _one_a_file(games.join(by_matches, on=CLUB, how="semi"), "game_id")
    return warning_on(found, "games.beside_matches", message, field="game_id")


def _one_a_file(rows: pl.LazyFrame, field: str) -> pl.LazyFrame:
    """(club, competition, file_id, line_no, and the column named `field`) of the first row of each file."""
    return rows.group_by(*CLUB, "file_id").agg(pl.col("line_no", field).min_by("line_no"))


def _of_no_season(code: str, holds: pl.Expr, sentence: str) -> _Rule:
    """A game on a day that no season has.

    Args:
        code: the name of the sentence.
        holds: whether this is not why.
        sentence: why no season has it.
    """
    in_season = (pl.col("start") <= pl.col("date")).fill_null(value=False)
    return _Rule(code, "date", in_season | holds, sentence)


_IN_FIRST_LIST = (pl.col("date") <= pl.col("first_list")).fill_null(value=False)
_TO_COME = ~_IN_FIRST_LIST & (pl.col("date") > pl.col("last_day")).fill_null(value=False)
_TOO_EARLY = ~_IN_FIRST_LIST & ~_TO_COME & (pl.col("date") < pl.col("first_start")).fill_null(value=False)
_AFTER_A_LIST = pl.col("first_list").is_not_null()
_NO_SEASON_YET = ~_IN_FIRST_LIST & _AFTER_A_LIST & pl.col("first_start").is_null()
"""The first list is from the middle of the season that runs, or of the last one with games."""
_WHOLE_HUNDREDTHS = (pl.col("points") * 100 - (pl.col("points") * 100).round()).abs() < SUMS_HAIR
_RULES = (
    _Rule(
        "games.against_himself",
        "opponent_id",
        pl.col("player_id") != pl.col("opponent_id"),
        "both players are the same one; the game is left out: name the opponent",
    ),
    _Rule(
        "games.points",
        "points",
        pl.col("points").is_between(0, 2)
        & ((pl.col("points") + pl.col("opponent_points") - 2).abs() < SUMS_HAIR)
        & _WHOLE_HUNDREDTHS,
        "a game is worth 2 points in all, in hundredths at the finest; it is left out: mend the points",
        phrase("{} and {}", "points", "opponent_points"),
    ),
    _of_no_season(
        "games.in_first_list",
        ~_IN_FIRST_LIST,
        "the list of {first_list} that ratings start from has the games up to it in it, so this one is left out: mend"
        " the date if it was played later",
    ),
    _of_no_season(
        "games.to_come", ~_TO_COME, "still to come, after the season that runs; the game is left out: mend the date"
    ),
    _of_no_season(
        "games.before_first_season",
        ~(_TOO_EARLY & _AFTER_A_LIST),
        "ratings start with the season that begins on {first_start}, the first after the list of {first_list}; the game"
        " is left out: mend the date if it was played later",
    ),
    _of_no_season(
        "games.too_long_ago",
        ~(_TOO_EARLY & ~_AFTER_A_LIST),
        "longer ago than ratings go back; the game is left out: mend the date",
    ),
    _of_no_season(
        "games.no_whole_season",
        ~_NO_SEASON_YET,
        "a season of ratings starts behind a list and lasts a year, and none starts between the first list, of"
        " {first_list}, and this day; the game is left out: give the list of the day before such a season starts, set"
        " list_day of [rating], or mend the date",
    ),
    _of_no_season(
        "games.no_season",
        _IN_FIRST_LIST | _TO_COME | _TOO_EARLY | _NO_SEASON_YET,
        "no season of ratings has this day; the game is left out: mend the date",
    ),
)


def _with_season(games: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    """Add `start`, of the first season that ends on the day of the game or later, and bounds of all seasons.

    The bounds are `first_start`, the first day of the first season, and `last_day`, the last day of the last season.
    """
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
    """Add `first_list`: the day of the first list that was handed in; null where there is none."""
    return games.join(ratings.group_by(CLUB).agg(first_list=pl.col("list_date").min()), on=CLUB, how="left")
