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
from pydantic import AfterValidator, Field, PrivateAttr, ValidationError, model_validator
from pydantic_core import ErrorDetails

from pipelines.machine.files import contents_of
from pipelines.settings.awards import OnceEach
from pipelines.settings.faults import Sections
from pipelines.settings.problems import Problem, SettingsError, as_they_stand, problem
from pipelines.settings.ratings import Rating
from pipelines.settings.section import OneLine, Section, WholeFile, keys_with_words
from pipelines.settings.toml_files import MOST_BYTES, Lines, line_of, parsed, read_text
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
    if len(ids) < 2:
        raise ValueError(Message('write at least two ids, each with its club in front, like "harbour/1001"'))
    if len(set(ids)) < len(ids) or not all(all(one.partition("/")[::2]) for one in ids):
        raise ValueError(Message('write each id once, with its club in front, like "harbour/1001"'))
    return ids


_Ids = Annotated[list[str], Field(max_length=1000), AfterValidator(_of_a_club)]


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
    _lines: dict[str, list[int | None]] = PrivateAttr(default_factory=dict[str, list[int | None]])

    def with_lines(self, lines: dict[str, list[int | None]]) -> Self:
        """Keep the lines of the entries, by section; return the settings themselves."""
        self._lines = lines
        return self

    def lines_of(self, section: str) -> list[int | None]:
        """Return the line of each entry of a section, in their order."""
        return self._lines.get(section, [])


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
    overlapping = list(_faults_of_seasons(settings))
    if overlapping:
        settings.season = []
    contradicting = [*_without_contradictions(settings)]
    return settings.setting_aside(as_they_stand([*settings.set_aside, *overlapping, *contradicting], text))


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
        {"place": place, "club": club, "player_id": player, "is_distinct": one.ids is None, "line_no": line_no}
        for place, (one, line_no) in enumerate(zip(settings.person, settings.lines_of("person"), strict=True), start=1)
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
    """Return the settings without the keys, entries and sections that have a fault.

    An entry stays without a key that it can do without, such as a key that does not exist. Without an answer it cannot.
    """
    first = _faults_in(written)
    spared = [one["loc"][:3] for one in first if len(one["loc"]) > 2 and _can_be_spared(one)]
    cut = {
        name: [
            {key: of for key, of in entry.items() if (name, place, key) not in spared}
            if isinstance(entry, dict)
            else entry
            for place, entry in enumerate(value)
        ]
        if isinstance(value, list)
        else value
        for name, value in written.items()
    }
    second = _faults_in(cut)
    # A [[person]] that says nothing without the keys left out has no further fault.
    known = {one["loc"] for one in first} | {("person", place) for _, place, *_ in spared}
    wrong = [*first, *(one for one in second if one["loc"] not in known)]
    at_fault = {one["loc"][:2] for one in second} | {one["loc"][:1] for one in second if len(one["loc"]) == 1}
    sections = {loc[0] for loc in at_fault}
    stay = {
        name: [place for place in range(len(value)) if (name, place) not in at_fault]
        for name, value in cut.items()
        if isinstance(value, list)
    }
    kept = {
        name: [value[place] for place in stay[name]] if name in stay else value
        for name, value in cut.items()
        if (name,) not in at_fault and (name in stay or name not in sections)
    }
    settings = FederationSettings.model_validate(kept)
    of_entries = {name: [line_of(f"{name}.{place + 1}", lines) for place in places] for name, places in stay.items()}
    return settings.with_lines(of_entries).setting_aside(_SECTIONS.fault(one, lines) for one in wrong)


def _faults_in(written: dict[str, Any]) -> list[ErrorDetails]:
    try:
        FederationSettings.model_validate(written)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _can_be_spared(details: ErrorDetails) -> bool:
    section, _, key, *_ = details["loc"]
    return isinstance(details["loc"][1], int) and (
        details["type"] == "extra_forbidden" or (section, key) == ("season", "schemes")
    )


def _faults_of_seasons(settings: FederationSettings) -> Iterator[Problem]:
    each = zip(settings.season, settings.lines_of("season"), strict=True)
    in_time = sorted(each, key=lambda one: one[0].start)
    for (earlier, above), (later, line_no) in itertools.pairwise(in_time):
        if later.start <= earlier.end:
            said = (
                "seasons {earlier} (line {above}) and {later} (line {line}) overlap, so no season of this file counts: "
                "correct the start or the end of one of them"
            )
            gaps = {"earlier": earlier.name, "above": above, "later": later.name, "line": line_no}
            yield problem("value/federation_seasons", said, gaps, key="season", line_no=line_no)
    lines = dict[str, int | None]()
    for one, line_no in zip(settings.season, settings.lines_of("season"), strict=True):
        if one.name in lines:
            said = (
                "the season on line {line} has this name too, so no season of this file counts: give each season its "
                "own name"
            )
            gaps = {"line": lines[one.name]}
            yield problem("value/federation_names", said, gaps, key="season", value=one.name, line_no=line_no)
        lines.setdefault(one.name, line_no)


def _without_contradictions(settings: FederationSettings) -> Iterator[Problem]:
    """Remove the answers that contradict each other; yield their faults."""
    people, lines = settings.person, settings.lines_of("person")
    together: dict[str, tuple[list[str], set[int]]] = {}
    for place, one in enumerate(people):
        met = [together[written] for written in one.ids or () if written in together]
        ids = list(dict.fromkeys([*(one.ids or ()), *(written for others, _ in met for written in others)]))
        places = {place}.union(*(others for _, others in met))
        together |= dict.fromkeys(ids, (ids, places))
    dropped = set[int]()
    for place, one in enumerate(people):
        known = [written for written in one.distinct or () if written in together]
        pairs = ((a, b) for a, b in itertools.combinations(known, 2) if together[a] is together[b])
        if (pair := next(pairs, None)) is None:
            continue
        said = (
            "{one} and {other} are different people here, but one person by line {lines}, so none of these answers "
            "counts: remove the wrong one"
        )
        others = together[pair[0]][1]
        at = ", ".join(str(lines[other]) for other in sorted(others))
        gaps = {"one": pair[0], "other": pair[1], "lines": at}
        yield problem("value/federation_answers", said, gaps, key=f"person.{place + 1}", line_no=lines[place])
        dropped |= {place, *others}
    settings.person = [one for place, one in enumerate(people) if place not in dropped]
    stay = [line_no for place, line_no in enumerate(lines) if place not in dropped]
    settings.with_lines({"season": settings.lines_of("season"), "person": stay})


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
