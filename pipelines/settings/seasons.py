"""`[[season]]` and `[[session]]` of competition.toml. Seasons are checked one by one, then with each other."""

import datetime as dt
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, Self

import polars as pl
from pydantic import Field, StringConstraints, ValidationError, create_model, field_validator, model_validator
from pydantic_core import PydanticCustomError

from pipelines.settings.awards import Awards
from pipelines.settings.rules import Rules
from pipelines.settings.section import OneLine, Section, key, section_of
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.raw import SETTLED
from transforms.tables.schemas import DIFFERING, STATED, Competitions, SessionSettings
from transforms.tables.shared import types_of

AT, GIVEN, SAID = "at", "given", "said"  # the parts of a fault inside a section: its key, its value and the message
_DAY = dt.timedelta(days=1)
_Number = Annotated[int | None, Field(ge=0)]
_Reason = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"\S")]
_GROUPS = re.compile(r"[A-Z](\+[A-Z])+(;[A-Z](\+[A-Z])+)*")
_NUMBERS: dict[str, Any] = dict.fromkeys((*DIFFERING, *STATED), (_Number, None))
AcceptAtMost = create_model("AcceptAtMost", __base__=Section, **_NUMBERS)  # how many values may differ or be missing


def _at(place: tuple[str | int, ...], given: object, said: Message) -> PydanticCustomError:
    return PydanticCustomError("value_error", "{message}", {"message": str(said), SAID: said, AT: place, GIVEN: given})


class Season(Rules):
    """The period of one ranking and one championship, with its first and last day. It may have rules of its own."""

    name: OneLine = key(Competitions, "season", without_usual=True, min_length=None)
    start: dt.date = key(Competitions, "start", without_usual=True)
    end: dt.date = key(Competitions, "end", without_usual=True)
    awards: Awards = Awards()

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.end < self.start:
            sentence = gettext_noop("season {season} ends before its start, {start}: correct the start or the end")
            said = Message(sentence, season=self.name, start=self.start)
            raise _at(("end",), self.end, said)
        return self


def read_season(written: Any) -> Season | None:
    """Return a `[[season]]` as a `Season`; None if it is not valid."""
    try:
        return Season.model_validate(written)
    except ValidationError:
        return None


def faults_of(seasons: Iterable[tuple[int, Season]]) -> Iterator[PydanticCustomError]:
    """Yield a fault for two seasons that overlap or have the same name. Each season comes with its position."""
    placed = list(seasons)
    in_time = sorted(placed, key=lambda one: one[1].start)
    for (_, earlier), (place, later) in itertools.pairwise(in_time):
        if later.start <= earlier.end:
            sentence = gettext_noop(
                "season {later} starts within season {earlier}, whose last day is {end}: let season {later} "
                "start after that day, or let season {earlier} end earlier"
            )
            said = Message(sentence, later=later.name, earlier=earlier.name, end=earlier.end)
            yield _at(("season", place, "start"), later.start, said)
    names: set[str] = set()
    for place, season in placed:
        if season.name in names:
            said = Message("two seasons have this name: give each season a name of its own")
            yield _at(("season", place, "name"), season.name, said)
        names.add(season.name)


def season_around(day: dt.date, seasons: Iterable[Season]) -> dict[str, str] | None:
    """Return `name`, `start` and `end` of a season of at most a year that contains a day.

    It adjoins the season before it, or else the one after it, or leaves whole years between them.

    None: the day is in a given season, none is given, or the name is taken.
    """
    known = list(seasons)
    before = max((season.end for season in known if season.end < day), default=None)
    after = min((season.start for season in known if season.start > day), default=None)
    if any(season.start <= day <= season.end for season in known) or (before is None and after is None):
        return None
    start = before + _DAY if before else _years_on(after or day, -1)
    while before and _years_on(start, 1) <= day:
        start = _years_on(start, 1)
    while start > day:
        start = _years_on(start, -1)
    end = min(_years_on(start, 1) - _DAY, after - _DAY if after else dt.date.max)
    name = (of_a_year("name", {"start": start, "end": end}) or "").partition(" = ")[2].strip('"')
    if not start <= day <= end or name in {season.name for season in known}:
        return None
    return {"name": name, "start": f"{start}", "end": f"{end}"}


def of_a_year(key: str, season: Mapping[str, Any]) -> str | None:
    """Return the line for a missing `name`, `start` or `end`; None if the season's other keys do not imply it."""
    days = (day.date() if isinstance(day, dt.datetime) else day for day in map(season.get, ("start", "end")))
    start, end = (day if isinstance(day, dt.date) else None for day in days)
    with suppress(OverflowError, ValueError):  # before year 1 or after year 9999
        if key == "end" and start:
            return f"end = {_years_on(start, 1) - _DAY}"
        if key == "start" and end:
            return f"start = {_years_on(end + _DAY, -1)}"
        if key == "name" and start and end:
            years = f"{start.year}" if start.year == end.year else f"{start.year}-{end.year % 100:02}"
            return f'name = "{years}"'
    return None


def _years_on(day: dt.date, years: int) -> dt.date:
    is_leap_day = (day.month, day.day) == (2, 29)
    return (day + _DAY if is_leap_day else day).replace(year=day.year + years)


class OfSession(section_of(SessionSettings, "kind", "simultaneous")):  # pyrefly: ignore - made from columns
    """The settings of one session, which its id (`session`) or its `files` identify."""

    session: OneLine | None = key(SessionSettings, "session_id")
    """The id of the session; either `session` or `files` must be given."""
    files: list[str] = key(SessionSettings, "files", default_factory=list[str], max_length=100)
    event: OneLine | None = key(SessionSettings, "event", min_length=None)
    simultaneous: OneLine | None = key(SessionSettings, "simultaneous", min_length=None)
    date: dt.date | None = key(SessionSettings, "date")
    together: str | None = key(SessionSettings, "together")
    supersedes: list[str] = key(SessionSettings, "supersedes", default_factory=list[str], max_length=100)
    keep_both: bool = key(SessionSettings, "keep_both")
    accept: _Reason | None = key(SessionSettings, "accept")
    accept_at_most: AcceptAtMost | None = key(SessionSettings, "accept_at_most")
    settled: list[str] = key(SessionSettings, "settled", default_factory=list[str], max_length=1000)

    @field_validator("settled")
    @classmethod
    def _of_results(cls, given: list[str]) -> list[str]:
        written = [" ".join(one.split()) for one in given]
        if not all(re.fullmatch(SETTLED, one) for one in written):
            raise ValueError(Message('write line, board and one of the pairs of each result, like "A 3 12"'))
        return written

    @field_validator("together", mode="before")
    @classmethod
    def _of_lines(cls, given: object) -> object:
        if not isinstance(given, str | bool):
            return given
        groups = "".join(str(given).split()).upper()
        letters = re.findall("[A-Z]", groups)
        if _GROUPS.fullmatch(groups) and len(set(letters)) == len(letters):
            return groups
        lines = re.findall(r"\b[A-Z]\b", str(given))
        if len(set(lines)) == len(lines) > 1 and ";" not in str(given):
            raise ValueError(Message('write together = "{lines}", with + between lines', lines="+".join(lines)))
        raise ValueError(
            Message('write joined lines as "A+C", with ; between several groups, and each line in one group')
        )

    @model_validator(mode="after")
    def _of_a_session(self) -> Self:
        if self.session is None and not self.files:
            raise ValueError(Message('name the session: session = "ID", or files = ["FILE"]'))
        if self.accept_at_most is not None and self.accept is None:
            raise ValueError(Message('accept_at_most limits what accept covers: add accept = "..." with the reason'))
        return self


def session_settings(club: str, competition: str, sessions: list[OfSession]) -> pl.DataFrame:
    """Return the `[[session]]` settings of a competition.toml in the shape of `SessionSettings`."""
    rows = [
        {"club": club, "competition": competition, "place": place, "session_id": given.session}
        | given.model_dump(exclude={"session", "accept_at_most"})
        | {"accept_at_most": given.accept_at_most and given.accept_at_most.model_dump_json(exclude_none=True)}
        for place, given in enumerate(sessions, start=1)
    ]
    return pl.DataFrame(rows, schema=types_of(SessionSettings))
