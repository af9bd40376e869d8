"""Which rating seasons a competition has: from the first one played to the one that runs now.

A season ends on its list day, so the season that runs now has no list yet. `[rating]` of competition.toml says what is
rated, and by which rules.
"""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

import polars as pl

from pipelines.settings.ratings import Rating, rating_seasons
from transforms.tables import CLUB, RatingSeasons

_MOST_YEARS = 200
"""Dates further back are taken as typing errors and ignored."""


class Rated(NamedTuple):
    """A competition by its ids, and how its ratings are made."""

    club: str
    competition: str
    rating: Rating


class Played(NamedTuple):
    """The tables, as read, that show when a competition was played: columns club, competition, and those named here."""

    games: pl.DataFrame
    """`date`."""
    ratings: pl.DataFrame
    """`list_date`."""
    sessions: pl.DataFrame
    """`date`, `kind`."""
    competitions: pl.DataFrame
    """`start`, `end` of each season of competition.toml."""


def rating_years(rated: Iterable[Rated], played: Played, today: dt.date) -> pl.DataFrame:
    """The rating seasons of each competition, in the shape of `RatingSeasons`.

    The first rating season is that of the first game. Where ratings are given, seasons that start before the first list
    do not count, since their games are already in that list. The last season is the one that contains today. A
    competition without games has no rating seasons; where teams are rated, their matches are the games.
    """
    of_competition = {(one.club, one.competition): one for one in rated}
    rules = pl.DataFrame(
        [(*ids, one.rating.games, one.rating.rules.list_day) for ids, one in of_competition.items()],
        schema=dict.fromkeys((*CLUB, "games_from", "list_day"), pl.String),
        orient="row",
    ).with_columns(list_day=pl.col("list_day").str.replace("-", "").cast(pl.Int32))
    first_given = played.ratings.group_by(CLUB).agg(first_list=pl.col("list_date").min())
    years = (
        _dates(played)
        .join(rules, on=[*CLUB, "games_from"])
        .join(first_given, on=CLUB, how="left")
        .with_columns(today=pl.lit(today))
        .with_columns(year=_season_of(pl.col("date")), last=_season_of(pl.col("today")))
        .with_columns(
            earliest=pl.max_horizontal(
                _season_of(pl.col("first_list").dt.offset_by("-1d")) + 1, pl.col("last") - _MOST_YEARS
            )
        )
        .filter(pl.col("year").is_between("earliest", "last"))
        .group_by(CLUB)
        .agg(first=pl.col("year").min(), last=pl.col("last").first())
        .sort(CLUB)
    )
    parts = [
        rating_seasons(
            *(club, competition, (rating := of_competition[club, competition].rating).system, rating.rules),
            range(first, last + 1),
            games_from=rating.games,
        )
        for club, competition, first, last in years.iter_rows()
    ]
    return pl.concat([RatingSeasons.create_empty(), *parts])


def list_is_due(seasons: pl.DataFrame, today: dt.date) -> pl.DataFrame:
    """The `club` and `competition` whose last season in `RatingSeasons` is over, so that it should have a list now."""
    last = seasons.group_by(CLUB).agg(pl.col("list_date").max())
    return last.filter(pl.col("list_date") < today).select(CLUB)


def _dates(played: Played) -> pl.DataFrame:
    """One row per date of play: `games_from` is `games`, or `matches` for those within a season of the competition."""
    matches = (
        played.sessions.filter(kind="teams")
        .join(played.competitions.select(*CLUB, "start", "end"), on=CLUB)
        .filter(pl.col("date").is_between("start", "end"))
    )
    return pl.concat(
        frame.select(*CLUB, "date", games_from=pl.lit(word))
        for word, frame in (("games", played.games), ("matches", matches))
    )


def _season_of(date: pl.Expr) -> pl.Expr:
    """The year of the list that ends the rating season of a date."""
    day_of_year = date.dt.month().cast(pl.Int32) * 100 + date.dt.day()
    return date.dt.year() + (day_of_year > pl.col("list_day")).cast(pl.Int32)
