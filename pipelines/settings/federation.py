"""Read federation.toml, the settings of all clubs together. It lies in the landing folder, next to the clubs' folders.

An entry with a fault is left out, and the fault becomes a finding, so that a slip in this file stops no club.
"""

import datetime as dt
import itertools
import zoneinfo
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Self

import polars as pl
from pydantic import AfterValidator, Field, ValidationError, model_validator

from pipelines.machine.files import contents_of
from pipelines.settings.awards import OnceEach
from pipelines.settings.faults import Sections
from pipelines.settings.problems import Problem, SettingsError, as_they_stand, problem
from pipelines.settings.ratings import Rating
from pipelines.settings.section import OneLine, Section, WholeFile, keys_with_words
from pipelines.settings.toml_files import MOST_BYTES, Lines, parsed, read_text
from transforms.tables.federation import ANSWERS, GIVEN_SEASONS, NO_SETTINGS, Federation
from transforms.tables.messages import Message
from transforms.tables.schemas import Findings
from transforms.tables.shared import types_of

FEDERATION_SETTINGS = "federation.toml"


def _time_zone(name: str) -> str:
    if name not in zoneinfo.available_timezones():
        raise ValueError(Message('write the name of a time zone, such as time_zone = "Europe/Brussels"'))
    return name


def _of_a_club(ids: list[str]) -> list[str]:
    if len(set(ids)) < len(ids) or not all(all(one.partition("/")[::2]) for one in ids):
        raise ValueError(Message('write each id once, with its club in front, like "harbour/1001"'))
    return ids


_Ids = Annotated[list[str], Field(min_length=2, max_length=1000), AfterValidator(_of_a_club)]


class FederationSeason(Section):
    """A season of the federation: the seasons of clubs belong to it if more than half of their days lie in it."""

    name: OneLine
    start: dt.date
    end: dt.date
    schemes: OnceEach = Field(default_factory=list[str])
    """The schemes of federation points that count in this season; by default all that competitions use."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.end < self.start:
            raise ValueError(Message("the season ends before its start: correct the start or the end"))
        return self


class PersonAnswer(Section):
    """An answer to the question whether ids in several clubs belong to one person."""

    ids: _Ids | None = None
    """Ids of one person, each as `club/player`."""
    distinct: _Ids | None = None
    """Ids of different people, whatever numbers the clubs give for them."""

    @model_validator(mode="after")
    def _says_one(self) -> Self:
        if (self.ids is None) == (self.distinct is None):
            raise ValueError(Message('write either ids = ["harbour/1001", "lake/55"] or distinct = [...]'))
        return self


class FederationSettings(WholeFile):
    """The whole of federation.toml. `set_aside` has the faults in keys and entries that are ignored."""

    name: OneLine | None = None
    """The name of the federation."""
    time_zone: Annotated[str, AfterValidator(_time_zone)] | None = None
    """The time zone of the federation's days, such as "Europe/Brussels"."""
    season: list[FederationSeason] = Field(default_factory=list[FederationSeason])
    person: list[PersonAnswer] = Field(default_factory=list[PersonAnswer])
    rating: Rating | None = None
    """The rules of the federation's rating list, with the keys of `[rating]` in competition.toml."""


_SECTIONS = Sections(FederationSettings)


def contents_hash(landing: Path) -> str:
    """Return the SHA-256 of the federation.toml in a landing folder; "" if there is none, or if it cannot be read."""
    with suppress(OSError):
        return contents_of(landing / FEDERATION_SETTINGS, MOST_BYTES).sha256
    return ""


def read_federation_settings(path: Path) -> FederationSettings:
    """Read a federation.toml; leave out what is not allowed. SettingsError: the file cannot be read, or is not TOML."""
    text = read_text(path)[0]
    settings = _checked(parsed(text, path, keys_with_words(_SECTIONS.values())), Lines(text))
    overlapping = list(_faults_of_seasons(settings.season, Lines(text)))
    if overlapping:
        settings.season = []
    return settings.setting_aside(as_they_stand([*settings.set_aside, *overlapping], text))


def federation_of(landing: Path) -> Federation:
    """Return the settings of a landing folder's federation.toml for steps; the defaults if there is no such file."""
    path = landing / FEDERATION_SETTINGS
    if not path.exists():
        return NO_SETTINGS
    try:
        settings = read_federation_settings(path)
    except SettingsError as wrong:
        return Federation(findings=_findings(wrong.problems))
    days = ("name", "start", "end", "schemes")
    seasons = [
        {"place": place, **one.model_dump(include={*days})} for place, one in enumerate(settings.season, start=1)
    ]
    people = [
        {"place": place, "club": club, "player_id": player, "is_distinct": one.ids is None}
        for place, one in enumerate(settings.person, start=1)
        for club, _, player in (written.partition("/") for written in one.ids or one.distinct or ())
    ]
    return Federation(
        name=settings.name,
        time_zone=settings.time_zone,
        seasons=pl.DataFrame(seasons, schema=GIVEN_SEASONS),
        people=pl.DataFrame(people, schema=ANSWERS),
        rating=None if settings.rating is None else settings.rating.model_dump(),
        findings=_findings(settings.set_aside),
    )


def _checked(written: dict[str, Any], lines: Lines) -> FederationSettings:
    """Return the settings without the entries and sections that have a fault."""
    try:
        return FederationSettings.model_validate(written)
    except ValidationError as error:
        details = error.errors(include_url=False)
    at_fault = {one["loc"][:2] for one in details} | {one["loc"][:1] for one in details if len(one["loc"]) == 1}
    kept = {
        name: [entry for place, entry in enumerate(value) if (name, place) not in at_fault]
        if isinstance(value, list)
        else value
        for name, value in written.items()
        if (name,) not in at_fault and (isinstance(value, list) or name not in {loc[0] for loc in at_fault})
    }
    return FederationSettings.model_validate(kept).setting_aside(_SECTIONS.fault(one, lines) for one in details)


def _faults_of_seasons(seasons: list[FederationSeason], lines: Lines) -> Iterator[Problem]:
    in_time = sorted(seasons, key=lambda one: one.start)
    for earlier, later in itertools.pairwise(in_time):
        if later.start <= earlier.end:
            said = "seasons {earlier} and {later} overlap: correct the start or the end of one of them"
            gaps = {"earlier": earlier.name, "later": later.name}
            yield problem("value/federation_seasons", said, gaps, key="season", line_no=lines.get("season", [None])[0])
    if len({one.name for one in seasons}) < len(seasons):
        said = "two seasons have this name: give each season a name of its own"
        yield problem("value/federation_names", said, key="season", line_no=lines.get("season", [None])[0])


def _findings(problems: list[Problem] | tuple[Problem, ...]) -> pl.DataFrame:
    rows = [
        {
            "club": None,
            "competition": None,
            "file_id": FEDERATION_SETTINGS,
            "line_no": one.line_no,
            "severity": "error",
            "field": one.key,
            "value": one.value,
            "code": one.code,
            "arguments": one.arguments,
            "message": one.message,
        }
        for one in problems
    ]
    return pl.DataFrame(rows, schema=types_of(Findings))
