"""Yearly ratings: the rating systems and table of data/reference, `[rating]` of competition.toml, rating seasons."""

import datetime as dt
import tomllib
from collections.abc import Iterable
from functools import cache, partial
from itertools import combinations
from typing import Annotated, Any, Literal, NamedTuple

import polars as pl
from pydantic import AfterValidator, Field, model_validator

from pipelines.settings.section import REFERENCE, Section, in_known_letters, key, section_of
from transforms.tables import rule_words
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.raw import MOST_GAMES
from transforms.tables.schemas import CLUB, RatingSeasons, RatingTable
from transforms.tables.shared import types_of

_NO_LEAP_YEAR = 2001
_rule = partial(key, RatingSeasons, without_usual=True)
_Columns = section_of(RatingSeasons, "established_games", "list_recent_games", without_usual=True)
_MOST_YEARS = 200  # the most years with ratings; earlier dates count as typing errors and are ignored


def _day_of_every_year(text: str) -> str:
    """Return a month and a day as `06-30`. 29 February is refused, because most years lack it."""
    try:
        month, day = (int(part) for part in text.split("-"))
        dt.date(_NO_LEAP_YEAR, month, day)
    except ValueError:
        raise ValueError(
            Message('write the month and day of the yearly list, such as "06-30"; the day must exist in every year')
        ) from None
    return f"{month:02}-{day:02}"


class KStep(Section):
    """A value of K, and for whom it holds: up to how many games, below which rating, and up to which age."""

    games_to: int | None = Field(None, ge=0, le=MOST_GAMES)
    rating_below: int | None = Field(None, ge=-MOST_GAMES, le=MOST_GAMES)
    age_to: int | None = Field(None, ge=1, le=150)
    k: float = Field(ge=0, le=100, multiple_of=0.5)


def _reachable(steps: list[KStep]) -> list[KStep]:
    """Check that no step covers all players of a later step, and that the last step covers everybody who is left."""
    limits = [(step.games_to, step.rating_below, step.age_to) for step in steps]
    for (covering, earlier), (number, step) in combinations(enumerate(limits, start=1), 2):
        if all(limit is None or (own is not None and own <= limit) for limit, own in zip(earlier, step, strict=True)):
            sentence = gettext_noop(
                "step {number} applies to nobody, because step {covering} already covers these players: "
                "move step {number} before step {covering}, or remove it"
            )
            raise ValueError(Message(sentence, number=number, covering=covering))
    if any(limit is not None for limit in (limits or [()])[-1]):
        said = gettext_noop(
            "the last step, {last}, has a limit, so all other players have no K: end with a step that has only k"
        )
        raise ValueError(Message(said, last=len(steps)))
    return steps


class RatingRules(_Columns):
    """All rules in which rating systems differ. A game is worth 2 points. An optional rule is off unless it is set."""

    list_day: Annotated[str, AfterValidator(_day_of_every_year)]
    """Month and day of the yearly list, which is the last day of its season."""
    k_points: Literal[1, 2] = _rule("k_points", ge=None, le=None)
    k_steps: Annotated[list[KStep], AfterValidator(_reachable)] = _rule("k_steps", max_length=20)
    turbo_k: float | None = _rule("turbo_k", ge=0.5, multiple_of=0.5)


@cache
def rating_systems() -> dict[str, RatingRules]:
    """Return by name the rules of each rating system in data/reference/rating_systems.toml."""
    systems = tomllib.loads((REFERENCE / "rating_systems.toml").read_text(encoding="utf-8"))
    for rules in systems.values():
        del rules["source"]
    return {name: RatingRules.model_validate(rules) for name, rules in systems.items()}


class Rating(Section):
    """Yearly ratings: the system, where the games come from, and rules that replace the system's own."""

    system: Literal["kndb", "fmjd", "fide"] = key(RatingSeasons, "system", min_length=None)
    games: rule_words.RatedBy = key(RatingSeasons, "games_from")
    rules: RatingRules

    @model_validator(mode="before")
    @classmethod
    def _rules_of_system(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        rules = {key: None if value == "none" and key in MAY_BE_OFF else value for key, value in given.items()}
        others = {key: rules.pop(key) for key in ("system", "games") if key in rules}
        systems, system = rating_systems(), str(others.get("system", "kndb"))
        known = in_known_letters(system, list(systems))
        of_system = systems[known if known in systems else "kndb"]
        return {**others, "rules": {**of_system.model_dump(), **rules}}


MAY_BE_OFF = [name for name, field in RatingRules.model_fields.items() if not field.is_required()]
"""The names of the rules that may have the value `"none"`."""


@cache
def rating_table() -> pl.DataFrame:
    """Return the 51 classes of the rating table in the shape of `RatingTable`."""
    schema = types_of(RatingTable)
    return RatingTable.validate(pl.read_csv(REFERENCE / "rating_table.csv", schema=schema))


def rating_seasons(
    club: str, competition: str, system: str, rules: RatingRules, years: Iterable[int], *, games_from: str = "games"
) -> pl.DataFrame:
    """Return one season per year in the shape of `RatingSeasons`. Each ends on the list day of its year."""
    list_dates = [dt.date.fromisoformat(f"{year:04}-{rules.list_day}") for year in years]
    stated = {"club": club, "competition": competition, "system": system, "games_from": games_from}
    rows = [
        {
            **stated,
            "season": f"{day.year - 1}-{day.year % 100:02}",
            "start": day.replace(year=day.year - 1) + dt.timedelta(days=1),
            "list_date": day,
            **rules.model_dump(exclude={"list_day"}),
        }
        for day in list_dates
    ]
    return pl.DataFrame(rows, schema=types_of(RatingSeasons))


class Rated(NamedTuple):
    """A competition by its ids, with the settings of its ratings."""

    club: str
    competition: str
    rating: Rating


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
        spans.append((*ids, rating.games, _start_of(earliest, rating), end))
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
        parts.append(rating_seasons(club, competition, rating.system, rating.rules, years, games_from=rating.games))
    return pl.concat(parts)


def _year_of(day: dt.date, rating: Rating) -> int:
    """Return the year of the list with which the rating season of this day ends."""
    return day.year + (f"{day:%m-%d}" > rating.rules.list_day)


def _start_of(year: int, rating: Rating) -> dt.date:
    return dt.date.fromisoformat(f"{year - 1:04}-{rating.rules.list_day}") + dt.timedelta(days=1)


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
