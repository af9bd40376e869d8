"""Yearly ratings: the rating systems and the table of data/reference, and `[rating]` of settings files."""

import datetime as dt
from functools import cache, partial
from itertools import combinations
from typing import Annotated, Any, Literal, Self

import polars as pl
from pydantic import (
    AfterValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    computed_field,
    model_validator,
)

from pipelines.settings.editions import editions, named, names
from pipelines.settings.section import REFERENCE, Section, in_known_letters, key, section_of
from transforms.tables import rule_words
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.raw import MOST_GAMES
from transforms.tables.schemas import RatingSeasons, RatingTable
from transforms.tables.shared import types_of

_NO_LEAP_YEAR = 2001
_rule = partial(key, RatingSeasons, without_usual=True)
_Columns = section_of(RatingSeasons, "established_games", "list_recent_games", without_usual=True)
RATING_FILE = "rating_systems.toml"
_literal: Any = Literal
_System = _literal[tuple(names(RATING_FILE))]


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
    """Return by name the rules of each rating system in data/reference/rating_systems.toml, in their last edition."""
    return {name: RatingRules.model_validate(every[-1].rules) for name, every in editions(RATING_FILE).items()}


class Rating(Section):
    """Yearly ratings: the system, where the games come from, and rules that replace the system's own."""

    system: _System = key(RatingSeasons, "system", min_length=None)
    games: rule_words.RatedBy = key(RatingSeasons, "games_from")
    of: rule_words.RatedIn = key(RatingSeasons, "rated_in")
    rules: RatingRules
    """Those of the last edition of the system, except for the rules that the competition has of its own."""
    _own: dict[str, Any] = PrivateAttr(default_factory=dict[str, Any])

    @computed_field
    @property
    def of_system(self) -> str:
        """The system of `system`, which may name one of its editions."""
        return named(self.system, RATING_FILE)[0].of

    @computed_field
    @property
    def editions(self) -> list[dict[str, Any]]:
        """The rules by edition: `name`, `since` and `rules`. An edition that is named holds on all days."""
        every = named(self.system, RATING_FILE)
        since = [None, *(one.since for one in every[1:])]
        rules = [RatingRules.model_validate(one.rules | self._own).model_dump() for one in every]
        return [{"name": one.name, "since": day, "rules": of} for one, day, of in zip(every, since, rules, strict=True)]

    @model_validator(mode="wrap")
    @classmethod
    def _rules_of_system(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(given, dict):
            return handler(given)
        rules = {key: None if value == "none" and key in MAY_BE_OFF else value for key, value in given.items()}
        others = {key: rules.pop(key) for key in ("system", "games", "of") if key in rules}
        known = in_known_letters(str(others.get("system", "kndb")), names(RATING_FILE))
        last = (named(known, RATING_FILE) or named("kndb", RATING_FILE))[-1]
        rating = handler({**others, "rules": {**last.rules, **rules}})
        rating._own = rules
        return rating

    @model_validator(mode="after")
    def _of_people(self) -> Self:
        if (self.games, self.of) == ("matches", "federation"):
            raise ValueError(
                Message('the list of the federation has people, not teams: remove of, or games = "matches"')
            )
        return self


MAY_BE_OFF = [name for name, field in RatingRules.model_fields.items() if not field.is_required()]
"""The names of the rules that may have the value `"none"`."""


@cache
def rating_table() -> pl.DataFrame:
    """Return the 51 classes of the rating table in the shape of `RatingTable`."""
    schema = types_of(RatingTable)
    return RatingTable.validate(pl.read_csv(REFERENCE / "rating_table.csv", schema=schema))
