"""A season of two clubs in memory: as it was handed in, built, published, and with a late change of one file."""

import datetime as dt
from collections.abc import Callable
from functools import cache
from typing import Any

import polars as pl
from factories import Tables, competitions, frame
from ratings.federations import games as meetings
from ratings.federations import given as rated
from ratings.federations import seasons as rating_seasons
from simulated import simulate

from pipelines.settings.ratings import rating_table
from pipelines.settings.scoring import profile_table
from transforms.published.kinds import KINDS
from transforms.published.trail import REMEMBERED, When, publication, trail
from transforms.season import season_tables
from transforms.tables.phrases import phrase
from transforms.tables.schemas import WAREHOUSE, AwardChoices, Files

FIRST = dt.datetime(2026, 7, 2, 12, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
TODAY = dt.date(2026, 7, 1)
NOTHING = {name: WAREHOUSE[name].create_empty() for name in REMEMBERED}
MADE = (
    *("scored.session_results", "rankings.player_rankings", "rankings.pair_rankings", "rankings.partnerships"),
    *("championships.individual", "championships.individual_sessions", "championships.pairs"),
    *("championships.pair_sessions", "awards.points", "ratings.elo"),
)
OF_AN_EVENING = ("raw.results", "raw.entries")
WORST = pl.lit(-7600)


@cache
def handed_in() -> dict[str, pl.DataFrame]:
    """Two clubs of three evenings each, a file each; and in the first club games, in a file of their own."""
    made_up = simulate(2, 3, pairs=12, boards=4)
    raw = {name: WAREHOUSE[name].create_empty() for name in WAREHOUSE if name.startswith("raw.")}
    raw |= {f"raw.{name}": table for name, table in made_up.items() if f"raw.{name}" in WAREHOUSE}
    owners = raw["raw.sessions"].select("club", "competition").unique().sort("club").rows()
    raw["raw.competitions"] = pl.concat(competitions(*owner) for owner in owners)
    for name in ("raw.sessions", *OF_AN_EVENING):
        raw[name] = raw[name].with_columns(file_id=phrase("{}.csv", "session_id"))
    club, competition = owners[0]
    of_first = {"club": pl.lit(club), "competition": pl.lit(competition)}
    raw["raw.games"] = meetings([("one", "other", 2.0)]).with_columns(**of_first, file_id=pl.lit("games.csv"))
    raw["raw.ratings"] = rated(one=(1500, 126), other=(1500, 126)).with_columns(**of_first)
    raw["raw.rating_seasons"] = rating_seasons().with_columns(**of_first)
    choice = {"scheme": "ffb", "of": "session", "whole_points": False, "ties": "mean"}
    chosen = [{"club": owner, "competition": name, **choice} for owner, name in owners]
    raw["raw.award_choices"] = frame(AwardChoices, *chosen)
    return raw


def built(raw: dict[str, pl.DataFrame]) -> Tables:
    """Everything that a build makes of it, and its files: their content is what they hold."""
    rows = pl.concat(
        raw[name].select("club", "competition", "file_id", content=pl.struct(pl.all()).hash())
        for name in ("raw.sessions", *OF_AN_EVENING, "raw.games")
    )
    contents = rows.group_by("club", "competition", "file_id").agg(pl.len().alias("rows"), pl.col("content").sum())
    usual = [
        {"path": "p", "format": "csv", "modified_at": FIRST, "ingested_at": FIRST, "settings": None, "findings": 0}
    ]
    files = contents.join(pl.DataFrame(usual), how="cross").with_columns(sha256=pl.col("content").cast(pl.String))
    given = {
        **raw,
        "raw.files": Files.cast(files),
        "rating_table": rating_table(),
        "today": TODAY,
        "profiles": profile_table(),
    }
    return {**given, **season_tables(given, MADE)}


@cache
def first_build() -> Tables:
    return built(handed_in())


def after_build(before: Tables, made: Tables, number: int, was: Tables | None = None) -> dict[str, Any]:
    """What is remembered after a build that comes after another one, which made `was`, or else the first one."""
    when, last = When(FIRST + number * HOUR, number), was or first_build()
    found = trail(before, lambda name, clubs: last[name].filter(pl.col("club").is_in(clubs)), made, when)
    return {**before, **{name: WAREHOUSE[name].validate(rows) for name, rows in found.items()}}


def after_publication(before: Tables, made: Tables, number: int) -> dict[str, Any]:
    """What is remembered once this build is published, half an hour after it."""
    known = after_build(before, made, number)
    found = publication(known, made, KINDS, When(FIRST + number * HOUR + HOUR / 2, number))
    return {**known, **{name: WAREHOUSE[name].validate(rows) for name, rows in found.items()}}


@cache
def first_published() -> dict[str, Any]:
    return after_publication(NOTHING, first_build(), 1)


def changed(table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> dict[str, pl.DataFrame]:
    raw = handed_in()
    return {**raw, table: change(raw[table])}


def second_evening() -> tuple[str, str]:
    """(club, session) of the second evening of the first club."""
    club, session = handed_in()["raw.sessions"].sort("club", "date").select("club", "session_id").row(1)
    return club, session


def another_result(results: pl.DataFrame, score: pl.Expr = WORST) -> pl.DataFrame:
    """The best score of North-South on the first board of the second evening becomes the worst: a late correction."""
    club, session = second_evening()
    is_best = (pl.col("score") == pl.col("score").max().over("board")) & (pl.col("board") == 1)
    of_evening = (pl.col("club") == club) & (pl.col("session_id") == session) & (pl.col("line") == "A")
    other = {"contract": pl.lit(None), "declarer": pl.lit(None), "tricks": pl.lit(None), "score": score}
    evening = results.filter(of_evening).with_columns(
        pl.when(is_best).then(value.cast(results.schema[name])).otherwise(name).alias(name)
        for name, value in other.items()
    )
    return pl.concat([results.filter(~of_evening), evening])


def one_game_more(games: pl.DataFrame) -> pl.DataFrame:
    """A second game of the same two, with the same result: it came in late."""
    return pl.concat([games, games.with_columns(game_id=pl.lit("late"))])


@cache
def corrected_build() -> Tables:
    return built(changed("raw.results", another_result))
