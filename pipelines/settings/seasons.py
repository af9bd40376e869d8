"""The seasons of a competition.toml, each by itself and beside the others."""

import datetime as dt
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from pipelines.settings.section import Section
from transforms.messages import Message

AT, GIVEN, SAID = "at", "given", "said"
"""What is known of a fault inside of what is validated: its key, the value that is given there, what is said of it."""


def _at(place: tuple[str | int, ...], given: object, said: Message) -> PydanticCustomError:
    return PydanticCustomError("value_error", "{message}", {"message": str(said), SAID: said, AT: place, GIVEN: given})


class Season(Section):
    """A period with one ranking and one championship; `start` and `end` are its first and last day."""

    name: str = Field(min_length=1)
    start: dt.date
    end: dt.date

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.end < self.start:
            told = Message(
                "season {season} ends before it starts, on {start}: mend its start or its end",
                season=self.name,
                start=self.start,
            )
            raise _at(("end",), self.end, told)
        return self


def read_season(written: Any) -> Season | None:
    """What stands below a `[[season]]`; None where that is no season."""
    try:
        return Season.model_validate(written)
    except ValidationError:
        return None


def faults_of(seasons: Iterable[tuple[int, Season]]) -> Iterator[PydanticCustomError]:
    """What is wrong between seasons, each with its place: two that share a day, or a name."""
    placed = list(seasons)
    in_time = sorted(placed, key=lambda one: one[1].start)
    for (_, earlier), (place, later) in itertools.pairwise(in_time):
        if later.start <= earlier.end:
            told = Message(
                "season {later} starts within season {earlier}, whose last day is {end}: let it start after"
                " that day, or the other end earlier",
                later=later.name,
                earlier=earlier.name,
                end=earlier.end,
            )
            yield _at(("season", place, "start"), later.start, told)
    names: set[str] = set()
    for place, season in placed:
        if season.name in names:
            told = Message("two seasons have this name: give each its own")
            yield _at(("season", place, "name"), season.name, told)
        names.add(season.name)
