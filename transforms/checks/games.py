"""Checks of games and rating lists: games that cannot be rated, and games or players that seem to have two ids."""

from functools import partial

import polars as pl

from transforms.checks.people import times_too_high
from transforms.checks.rows import once
from transforms.intake.check import check, judged, says, which
from transforms.intake.findings import Checked
from transforms.intake.people.names import bare_words
from transforms.tables.arithmetic.tolerance import SUMS_HAIR
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, PERSON, RATING_LIST

_that_count = partial(check, stage="games that count")
_LEFT_OUT = "the game is left out"
_IN_FILE = (*CLUB, "file_id")


def checked_games(games: pl.LazyFrame, players: pl.LazyFrame, ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """Return the games that can be rated, each once, and the findings."""
    given = games.collect()
    if given.is_empty():
        return Checked(games, [])
    first = once(given.lazy(), (*CLUB, "game_id"), "game_id")
    in_seasons = games_in_seasons(first.rows, seasons, ratings)
    tables, wrong = judged("games", {"games": in_seasons, "seasons": seasons})
    rated = tables["games"].select(given.columns)
    _, twice = judged("games that count", {"games": rated, "players": players})
    return Checked(rated.lazy(), [*first.findings, wrong, twice])


def checked_lists(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> Checked:
    """Return the published ratings, each once, and the findings."""
    given = ratings.collect()
    if given.is_empty():
        return Checked(ratings, [])
    first = once(given.lazy(), (*CLUB, "list_date", "player_id"), "player_id")
    _, found = judged("ratings", {"ratings": first.rows, "seasons": seasons})
    return Checked(first.rows, [*first.findings, found])


def games_in_seasons(games: pl.LazyFrame, seasons: pl.LazyFrame, ratings: pl.LazyFrame) -> pl.LazyFrame:
    """Add `start`, `first_start` and `first_list` to each game.

    `start` is the start of the first season that ends on the day of the game or later, `first_start` is the start of
    the first of all seasons, and `first_list` is the date of the first list in `Ratings`, or null.
    """
    ends = seasons.select(*CLUB, "start", "list_date").sort("list_date")
    first = seasons.group_by(CLUB).agg(first_start=pl.col("start").min())
    return (
        games.sort("date")
        .join_asof(
            ends, left_on="date", right_on="list_date", by=list(CLUB), strategy="forward", check_sortedness=False
        )
        .join(first, on=CLUB, how="left")
        .join(ratings.group_by(CLUB).agg(first_list=pl.col("list_date").min()), on=CLUB, how="left")
    )


@check("games.doubtful/beside_matches", field="game_id", one_per=_IN_FILE)
@says(
    "ratings here come from the matches of teams, so these games do not count: delete the file, or remove the key"
    " games from [rating]"
)
def rated_by_matches(games: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    by_matches = seasons.filter(games_from="matches").select(CLUB).unique()
    return games.join(by_matches, on=CLUB, how="semi").sort("line_no")


@check(
    "games.left_out",
    row="left out",
    field={"against_himself": "opponent_id", "points": "points", "": "date"},
    value={"points": phrase("{} and {}", "points", "opponent_points")},
)
@says(
    against_himself=f"both players are the same; {_LEFT_OUT}: name the opponent",
    points=f"a game is worth 2 points in all, with no more than two decimals; {_LEFT_OUT}: correct the points",
    no_season=f"no season of ratings includes this day; {_LEFT_OUT}: correct the date",
    in_first_list=f"the first list, of {{first_list}}, already includes the games up to that day; {_LEFT_OUT}:"
    " correct the date if it was played later",
    no_whole_season="no season of ratings includes this day and starts after the first list, of {first_list};"
    f" {_LEFT_OUT}: a season lasts a year and starts after a list, so give the list of the day before a season that"
    " includes this day, set list_day of [rating], or correct the date",
)
def unrated(games: pl.LazyFrame) -> pl.LazyFrame:
    day, points = pl.col("date"), pl.col("points")
    is_worth_2 = (points + pl.col("opponent_points") - 2).abs() < SUMS_HAIR
    in_hundredths = (100 * points - (100 * points).round()).abs() < SUMS_HAIR
    is_another = (pl.col("player_id") != pl.col("opponent_id")).fill_null(value=False)
    has_season = (pl.col("start") <= day).fill_null(value=False)
    why = which(
        against_himself=~is_another,
        points=~(points.is_between(0, 2) & is_worth_2 & in_hundredths).fill_null(value=False),
        in_first_list=day <= pl.col("first_list"),
        no_whole_season=pl.col("first_list").is_not_null() & pl.col("first_start").is_null(),
        no_season=~has_season,
    )
    return games.with_columns(why).filter(pl.col(VARIANT).is_in(("against_himself", "points")) | ~has_season)


_FEWEST_COPIED = 4
_COPIED = 2 / 3


@check(
    "games.left_out/copied",
    row="left out",
    severity="warning",
    field="game_id",
    one_per=(*_IN_FILE, "first_file_id"),
    file="first_file_id",
    rows="lines",
)
@says(
    "{file} has the games of this file too (such games: {rows}); they count once, and are left out here: delete them"
    " from one of the files; or, if they are other games, give them an event"
)
def copied(games: pl.LazyFrame) -> pl.LazyFrame:
    """Find games that an earlier file also has (same day, event, players, points), if it has most games of the file."""
    game = (*CLUB, "date", "event", "player_id", "opponent_id", "points", "nth")
    numbered = games.with_columns(
        pl.col("event").fill_null(""), nth=pl.int_range(pl.len()).over(*_IN_FILE, *game[len(CLUB) : -1])
    )
    again = (
        numbered.sort(*_IN_FILE, "line_no", nulls_last=True, maintain_order=True)
        .with_columns(first_file_id=pl.col("file_id").first().over(game))
        .filter(pl.col("file_id") != pl.col("first_file_id"))
    )
    sizes = games.group_by(_IN_FILE).agg(size=pl.len())
    of_two = (*_IN_FILE, "first_file_id")
    return (
        again.join(sizes, on=_IN_FILE, maintain_order="left")
        .filter(pl.len().over(of_two) >= _FEWEST_COPIED, pl.len().over(of_two) >= _COPIED * pl.col("size"))
        .with_columns(pl.col("event").replace("", None))
    )


@_that_count(
    "games.doubtful/in_another_file",
    field="game_id",
    one_per=(*_IN_FILE, "first_file_id"),
    file="first_file_id",
    games="lines",
)
@says(
    "{file} has a game with the same day, players and points under another id (such games: {games}); all count: if"
    " they are the same games, delete them from one of the files"
)
def in_another_file(games: pl.LazyFrame) -> pl.LazyFrame:
    """Find games that seem to be in two files; a game without an event may belong to any event."""
    one, other = pl.col("player_id"), pl.col("opponent_id")
    game = (*CLUB, "date", "lower", "higher", "lower_points")
    likely = pl.struct(*CLUB, "date").hash() + one.hash() + other.hash()
    sided = games.filter(likely.is_duplicated()).select(
        *(*CLUB, "date", "event", "file_id", "line_no", "game_id"),
        lower=pl.min_horizontal(one, other),
        higher=pl.max_horizontal(one, other),
        lower_points=pl.when(one < other).then("points").otherwise("opponent_points"),
    )
    return (
        sided.filter((pl.col("file_id").n_unique() > 1).over(game))
        .with_columns(pl.col("event").fill_null(pl.col("event").drop_nulls().min().over(game)))
        .with_columns(first_file_id=pl.col("file_id").min().over(*game, "event"))
        .filter(pl.col("file_id") != pl.col("first_file_id"))
        .sort("line_no")
    )


@_that_count("games.doubtful/names_as_ids", field="player_id", value="name", one_per=_IN_FILE, count="lines")
@says(
    "this name is used as the id of a player here, and {also} has the same name (such players in this file: {count}):"
    " if they are one player, write {also} in the file, or this name as id in the tables, or identify the player in a"
    " table people"
)
def names_as_ids(games: pl.LazyFrame, players: pl.LazyFrame) -> pl.LazyFrame:
    """Find players whose name is used as an id, as in game headers, while a player with another id has that name."""
    words = bare_words(pl.col("name"))
    named = players.with_columns(words=words).filter(pl.col("words") != "")
    ids = named.group_by(*CLUB, "words").agg(first=pl.col("player_id").min(), last=pl.col("player_id").max())
    also = pl.when(pl.col("player_id") == pl.col("first")).then("last").otherwise("first")
    seats = pl.concat([games.select(*CLUB, player_id=side) for side in ("player_id", "opponent_id")])
    return (
        named.filter(pl.col("name") == pl.col("player_id"))
        .join(ids.filter(pl.col("first") < pl.col("last")), on=[*CLUB, "words"])
        .join(seats, on=PERSON, how="semi")
        .unique([*CLUB, "file_id", "player_id"])
        .sort("line_no", "name")
        .with_columns(also=also)
    )


@check("ratings.list/of_no_season", field="list_date", one_per=_IN_FILE)
@says("no season ends on this day, so this list is ignored: correct its date, or list_day of [rating]")
def list_of_no_season(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    starts = seasons.group_by(CLUB).agg(first_start=pl.col("start").min())
    later = ratings.join(starts, on=CLUB).filter(pl.col("list_date") > pl.col("first_start"))
    return later.join(seasons, on=RATING_LIST, how="anti").sort("line_no")


@check("ratings.list/far_outside", field="rating")
@says("this rating is far above all others of the competition: did you mean {likely}?")
def far_outside(ratings: pl.LazyFrame) -> pl.LazyFrame:
    of_others = pl.col("rating").top_k(2).min().over(CLUB)
    likely = times_too_high(pl.col("rating"), of_others)
    return ratings.filter(pl.len().over(CLUB) >= 5).with_columns(likely=likely).drop_nulls("likely")


@check(
    "ratings.list/few_games",
    field="games",
    one_per=(*_IN_FILE, "list_date"),
    ratings="lines",
    established="established_games",
)
@says(
    "this rating is given with fewer than {established} games (such ratings: {ratings}), so the next rating is"
    " computed by performance, from only the games known here: to rate by norms, leave the column games empty, or"
    " lower established_games of [rating]"
)
def few_games(ratings: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    first = seasons.group_by(CLUB).agg(pl.col("start", "established_games").min_by("start"))
    few = ratings.join(first, on=CLUB).filter(
        pl.col("list_date") <= pl.col("start"), pl.col("games") > 0, pl.col("games") < pl.col("established_games")
    )
    return few.sort("line_no")
