"""The seasons of yearly ratings: a season per year, from the first game on, each with all rules of its system."""

import datetime as dt
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from transforms.tables.schemas import CLUB, RatingSeasons
from transforms.tables.shared import types_of

_MOST_YEARS = 200  # the most years with ratings; earlier dates count as typing errors and are ignored


def rating_seasons(club: str, competition: str, rating: Mapping[str, Any], years: Iterable[int]) -> pl.DataFrame:
    """Return one season per year in the shape of `RatingSeasons`. Each ends on the list day of its year.

    `rating` has `system` and `rules`, and perhaps `games` and `of`, as `[rating]` of competition.toml has them. A
    season takes the rules of the edition in `editions` that is valid on its last day. Only a `difference_cap_below`
    that came within a season counts by the day of each game.
    """
    list_day = rating["rules"]["list_day"]
    list_dates = [dt.date.fromisoformat(f"{year:04}-{list_day}") for year in years]
    editions = rating.get("editions") or [{"name": rating["system"], "since": None, "rules": rating["rules"]}]
    stated = {
        **{"club": club, "competition": competition, "system": rating.get("of_system", rating["system"])},
        **{"games_from": rating.get("games", "games"), "rated_in": rating.get("of", "competition")},
    }
    rows = [
        {
            **stated,
            "season": f"{day.year - 1}-{day.year % 100:02}",
            "start": day.replace(year=day.year - 1) + dt.timedelta(days=1),
            "list_date": day,
            **_of_edition(editions, day),
        }
        for day in list_dates
    ]
    return pl.DataFrame(rows, schema=types_of(RatingSeasons))


def _of_edition(editions: Sequence[Mapping[str, Any]], day: dt.date) -> dict[str, Any]:
    begun = [one for one in editions if one["since"] is None or one["since"] <= day] or [editions[0]]
    below = "difference_cap_below"
    rules = {rule: value for rule, value in begun[-1]["rules"].items() if rule != "list_day"}
    with_it = list(itertools.takewhile(lambda one: one["rules"].get(below) == rules.get(below), reversed(begun)))
    since = None if rules.get(below) is None else with_it[-1]["since"]
    return {"edition": begun[-1]["name"], **rules, f"{below}_since": since}


class Rated(NamedTuple):
    """A competition by its ids, with the settings of its ratings."""

    club: str
    competition: str
    rating: Mapping[str, Any]  # the keys of `[rating]`; `rules` has those of the system


class Played(NamedTuple):
    """When competitions were played: tables with `club`, `competition` and the columns that are named below."""

    games: pl.DataFrame  # games, with the column `date`
    ratings: pl.DataFrame  # ratings that were handed in, with the column `list_date`
    sessions: pl.DataFrame  # sessions, with the columns `date` and `kind`
    competitions: pl.DataFrame  # seasons of competition.toml, with the columns `start` and `end`


def rating_years(rated: Iterable[Rated], played: Played, today: dt.date) -> pl.DataFrame:
    """Return competitions' rating seasons, from the first game on. No season begins before the first list handed in."""
    of_competition = {(one.club, one.competition): one.rating for one in rated}
    first_lists = played.ratings.group_by(CLUB).agg(pl.col("list_date").min())
    first_list = {(club, competition): day for club, competition, day in first_lists.iter_rows()}
    spans = []
    for ids, rating in of_competition.items():
        last = _year_of(today, rating)
        earliest, first = last - _MOST_YEARS, first_list.get(ids)
        if first is not None and first.year >= earliest:
            year = _year_of(min(first, today), rating)
            earliest = max(earliest, year + (_start_of(year, rating) < first))
        end = _start_of(last + 1, rating)
        spans.append((*ids, rating["games"], _start_of(earliest, rating), end))
    days = dict.fromkeys(("since", "until"), pl.Date)
    shape = pl.Schema({**dict.fromkeys((*CLUB, "games_from"), pl.String), **days})
    first_games = (
        _dates(played)
        .join(pl.DataFrame(spans, schema=shape, orient="row"), on=[*CLUB, "games_from"])
        .filter(pl.col("date").is_between("since", "until", closed="left"))
        .group_by(CLUB)
        .agg(pl.col("date").min())
        .sort(CLUB)
    )
    parts: list[pl.DataFrame] = [RatingSeasons.create_empty()]
    for club, competition, first in first_games.iter_rows():
        rating = of_competition[club, competition]
        years = range(_year_of(first, rating), _year_of(today, rating) + 1)
        parts.append(rating_seasons(club, competition, rating, years))
    return pl.concat(parts)


def _year_of(day: dt.date, rating: Mapping[str, Any]) -> int:
    """Return the year of the list with which the rating season of this day ends."""
    return day.year + (f"{day:%m-%d}" > rating["rules"]["list_day"])


def _start_of(year: int, rating: Mapping[str, Any]) -> dt.date:
    return dt.date.fromisoformat(f"{year - 1:04}-{rating['rules']['list_day']}") + dt.timedelta(days=1)


def list_is_due(seasons: pl.DataFrame, today: dt.date) -> pl.DataFrame:
    """Return the (`club`, `competition`) for which a list is due: the last season in `RatingSeasons` is over."""
    last = seasons.group_by(CLUB).agg(pl.col("list_date").max())
    return last.filter(pl.col("list_date") < today).select(CLUB)


def _dates(played: Played) -> pl.DataFrame:
    """Return the dates of games, and of matches within seasons. The column `games_from` names the kind."""
    matches = (
        played.sessions.filter(kind="teams")
        .join(played.competitions.select(*CLUB, "start", "end"), on=CLUB)
        .filter(pl.col("date").is_between("start", "end"))
    )
    dated = {"games": played.games, "matches": matches}
    return pl.concat(rows.select(*CLUB, "date", games_from=pl.lit(word)) for word, rows in dated.items())
