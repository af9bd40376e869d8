"""Rating systems and their table, from data/reference: typed rules, and the frames that the ratings are made from."""

import datetime as dt
import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal

import polars as pl
from pydantic import AfterValidator, Field, model_validator

from pipelines.settings.section import REFERENCE, Section, in_known_letters
from transforms.messages import Message
from transforms.tables import RatingSeasons, RatingTable, rule_words
from transforms.tables.shared import types_of

_MANY = 100_000
"""A number larger than anybody's games or rating points."""
_NO_LEAP_YEAR = 2001


def _day_of_every_year(text: str) -> str:
    """Month and day in the form `06-30`; not 29 February, which most years do not have."""
    try:
        month, day = (int(part) for part in text.split("-"))
        dt.date(_NO_LEAP_YEAR, month, day)
    except ValueError:
        told = Message('write month and day of the yearly list, a day that every year has, as "06-30"')
        raise ValueError(told) from None
    return f"{month:02}-{day:02}"


class KStep(Section):
    """A value of K, and the players it is for.

    They have `games_to` games at most, their rating was never as high as `rating_below`, and in the year in which the
    season starts they turn `age_to` at most. A limit that is not set excludes nobody; `age_to` excludes those whose
    year of birth is not known.
    """

    games_to: int | None = Field(None, ge=0, le=_MANY)
    rating_below: int | None = Field(None, ge=-_MANY, le=_MANY)
    age_to: int | None = Field(None, ge=1, le=150)
    k: float = Field(ge=0, le=100, multiple_of=0.5)


def _reachable(steps: list[KStep]) -> list[KStep]:
    """The steps, if each can apply to somebody, and the last applies to all remaining players.

    A step applies to nobody if an earlier step covers it: with limits that are the same, higher or not set.
    """
    for number, step in enumerate(steps, start=1):
        if covering := next((n for n, earlier in enumerate(steps[: number - 1], start=1) if _covers(earlier, step)), 0):
            raise ValueError(
                Message(
                    "step {number} is for nobody, since step {covering} has all of them: put it before step {covering},"
                    " or take it out",
                    number=number,
                    covering=covering,
                )
            )
    if steps and any(limit is not None for limit in _limits(steps[-1])):
        raise ValueError(
            Message(
                "the last step, {last}, has a limit, so the rest has no K: end with a step of k alone", last=len(steps)
            )
        )
    return steps


def _covers(earlier: KStep, step: KStep) -> bool:
    return all(
        limit is None or (of_step is not None and of_step <= limit)
        for limit, of_step in zip(_limits(earlier), _limits(step), strict=True)
    )


def _limits(step: KStep) -> tuple[int | None, ...]:
    return step.games_to, step.rating_below, step.age_to


class RatingRules(Section):
    """Every rule in which rating systems differ. A game is worth 2 points. A rule that may be unset is then off."""

    list_day: Annotated[str, AfterValidator(_day_of_every_year)]
    """Month and day of the yearly list: the last day of its season."""
    established_games: int = Field(ge=0, le=_MANY)
    """A rated player with this many games at the start of the season is rated by norms; with fewer, by performance."""
    games_if_unknown: int = Field(ge=0, le=_MANY)
    """The number of games of a player whose rating is given without it."""
    first_rating_games: int | None = Field(None, ge=1, le=_MANY)
    """A first rating takes this many games, in all seasons together, against opponents who had a rating when they met.

    Only such games then count in a rating by performance. Unset: any game counts, and newcomers are solved together.
    """
    k_points: Literal[1, 2]
    """The points in a game on the scale for which K is stated."""
    k_steps: Annotated[list[KStep], AfterValidator(_reachable)] = Field(min_length=1, max_length=20)
    """The first step that applies to a player gives K; the last step applies to everybody."""
    turbo_k: float | None = Field(None, ge=0.5, le=100, multiple_of=0.5)
    """K after a season in which the performance was far from the old rating (turbo)."""
    turbo_deviation: int = Field(ge=0, le=_MANY)
    """For turbo, performance and old rating must be further apart than this."""
    turbo_min_games: int = Field(ge=1, le=_MANY)
    """For turbo, a season needs this many rated games."""
    turbo_performance: rule_words.TurboPerformance
    """Whether the deviation is that of the performance before or after it is rounded to a whole number."""
    rounded: rule_words.RoundedRating
    """What is rounded to a whole number, halves away from zero. The choices differ only for a loss that ends on .5."""
    difference_cap: int | None = Field(None, ge=1, le=_MANY)
    """In a norm, a larger difference in rating counts as this one."""
    difference_at_100: int = Field(ge=0, le=_MANY)
    """What a score of 100 % adds to the opponents' rating, and 0 % takes off; the table has no difference for these."""
    max_gain_over_performance: int | None = Field(None, ge=0, le=_MANY)
    """A gain may not lift a rating further than this above the performance (KNDB 2007: 30)."""
    k_games_cap: int | None = Field(None, ge=1, le=_MANY)
    """The most that K * games may be, with K for games of 1 point; K is lowered to a whole number (FIDE: 700)."""
    overshoot_beyond: int = Field(ge=0, le=_MANY)
    """Players whose K * games is more than this are flagged, with K for games of 2 points."""
    nationalities: list[str] | None = None
    """Players of these nationalities are on the ranking list even if they are not members; unset: all players are."""
    list_games: int = Field(ge=0, le=_MANY)
    """The number of games in total that a player needs for the ranking list."""
    list_recent_games: int = Field(ge=0, le=_MANY)
    """The number of games in this season and the one before that a player needs for the ranking list."""


@cache
def rating_systems() -> dict[str, RatingRules]:
    """Name of a system -> its rules, as in data/reference/rating_systems.toml (without the source line)."""
    systems = tomllib.loads((REFERENCE / "rating_systems.toml").read_text(encoding="utf-8"))
    return {
        name: RatingRules.model_validate({rule: value for rule, value in rules.items() if rule != "source"})
        for name, rules in systems.items()
    }


class Rating(Section):
    """Yearly ratings: the system, what they are computed from, and the rules that replace those of the system."""

    system: Literal["kndb", "fmjd", "fide"] = "kndb"
    games: rule_words.RatedBy = "games"
    """games: players are rated, by the table `games`; matches: teams are rated, and each of their matches is a game."""
    rules: RatingRules

    @model_validator(mode="before")
    @classmethod
    def _rules_of_system(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        beside = {key: value for key, value in given.items() if key in ("system", "games")}
        overrides = {key: value for key, value in given.items() if key not in beside}
        system = given.get("system", "kndb")
        name = in_known_letters(system, list(rating_systems())) if isinstance(system, str) else ""
        known = rating_systems().get(name)
        of_system = (known or rating_systems()["kndb"]).model_dump()
        switched_off = {key: None for key, value in overrides.items() if key in MAY_BE_OFF and value == "none"}
        return {**beside, "rules": {**of_system, **overrides, **switched_off}}


MAY_BE_OFF = [name for name, field in RatingRules.model_fields.items() if not field.is_required()]
"""Rules for which `"none"` may be written."""


@cache
def rating_table() -> pl.DataFrame:
    """The 51 classes of the rating table, in the shape of `RatingTable`."""
    schema = types_of(RatingTable)
    return RatingTable.validate(pl.read_csv(REFERENCE / "rating_table.csv", schema=schema))


def rating_seasons(
    club: str, competition: str, system: str, rules: RatingRules, years: Iterable[int], *, games_from: str = "games"
) -> pl.DataFrame:
    """Yearly seasons in the shape of `RatingSeasons`; each is named after its two years and ends on the list day.

    Args:
        club: the id of the club.
        competition: the id of the competition.
        system: the name of the rating system.
        rules: the rules of a system in `rating_systems`, or changed ones.
        years: the years of the lists.
        games_from: `games` or `matches`, as `games` in `Rating`.
    """
    month, day = map(int, rules.list_day.split("-"))
    stated = rules.model_dump(exclude={"list_day"})
    rows = [
        {
            "club": club,
            "competition": competition,
            "season": f"{year - 1}-{year % 100:02}",
            "system": system,
            "start": dt.date(year - 1, month, day) + dt.timedelta(days=1),
            "list_date": dt.date(year, month, day),
            "games_from": games_from,
            **stated,
        }
        for year in years
    ]
    return pl.DataFrame(rows, schema=types_of(RatingSeasons))
