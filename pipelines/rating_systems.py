"""Rating systems and their table, from data/reference: typed rules, and the frames that `transforms/elo` takes."""

import datetime as dt
import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal

import polars as pl
from pydantic import Field

from pipelines.settings import REFERENCE, Section
from transforms.tables import RatingSeasons, RatingTable

_K = Annotated[float, Field(ge=0, le=100, multiple_of=0.5)]


class KStep(Section):
    """A K, and whom it is for: so many games at most, and a rating that was never so high. Unset: anybody."""

    games_to: int | None = Field(None, ge=0)
    rating_below: int | None = None
    k: _K


class RatingRules(Section):
    """Every choice that a rating system makes. A game is worth 2 points; a rule that may be unset is then off."""

    list_day: str = Field(pattern=r"^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")
    """Month and day of the yearly list: the last day of its season."""
    established_games: int = Field(ge=0)
    """Games at the start of the season from which a rated player is rated by norms; before, by performance."""
    games_if_unknown: int = Field(ge=0)
    """Games of a player whose rating is given without their number."""
    k_points: Literal[1, 2]
    """Points in a game on the scale on which K is stated."""
    k_steps: list[KStep] = Field(min_length=1)
    """The first that fits a player holds; none: the last."""
    turbo_k: _K | None = None
    """K after a season far from the old rating."""
    turbo_deviation: int = Field(ge=0)
    """Performance and old rating must be further apart than this for it."""
    turbo_min_games: int = Field(ge=1)
    """Rated games that a season needs for it."""
    turbo_performance: Literal["exact", "rounded"]
    """Whether the deviation is that of the performance before or after it is rounded to a whole number."""
    rounded: Literal["rating", "change"]
    """What is rounded to a whole number, halves away from zero: they differ for a loss that ends on a half."""
    difference_cap: int | None = Field(None, ge=1)
    """A larger difference in rating counts as this one in a norm."""
    difference_at_100: int = Field(ge=0)
    """What a score of 100 % adds to the opponents' rating, and 0 % takes off: the table has no difference there."""
    max_gain_over_performance: int | None = Field(None, ge=0)
    """Nobody gains beyond the performance and so many more (KNDB 2007: 30)."""
    k_games_cap: int | None = Field(None, ge=1)
    """The most that K * games may be, K stated for games of 1 point (FIDE: 700)."""
    overshoot_beyond: int = Field(ge=0)
    """Players are flagged whose K * games is more than this, K stated for games of 2 points."""
    nationalities: list[str] | None = None
    """Those on the ranking list without being a member; unset, everybody is."""
    list_games: int = Field(ge=0)
    """Games in total for the ranking list."""
    list_recent_games: int = Field(ge=0)
    """Games in this season and the one before together, for the ranking list."""


@cache
def rating_systems() -> dict[str, RatingRules]:
    """Name -> rules, as in data/reference/rating_systems.toml (without the source line)."""
    systems = tomllib.loads((REFERENCE / "rating_systems.toml").read_text(encoding="utf-8"))
    return {
        name: RatingRules.model_validate({rule: value for rule, value in rules.items() if rule != "source"})
        for name, rules in systems.items()
    }


@cache
def rating_table() -> pl.DataFrame:
    """The 51 classes in the shape of `RatingTable`."""
    schema = RatingTable.create_empty().schema
    return RatingTable.validate(pl.read_csv(REFERENCE / "rating_table.csv", schema=schema))


def rating_seasons(club: str, competition: str, system: str, rules: RatingRules, years: Iterable[int]) -> pl.DataFrame:
    """Yearly seasons in the shape of `RatingSeasons`, each named after both its years and ending on the list day.

    Args:
        club: the id.
        competition: the id.
        system: its name.
        rules: those of `rating_systems`, or any of them changed.
        years: of the lists.
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
            **stated,
        }
        for year in years
    ]
    return pl.DataFrame(rows, schema=RatingSeasons.create_empty().schema)
