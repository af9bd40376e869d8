"""competition.toml -> typed settings, and one row per season for `raw.competitions`.

An unknown key or a value out of range is a `SettingsError`, which names the file, the key and what is allowed.
"""

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from pipelines.settings.awards import Awards, scheme_meant
from pipelines.settings.movement import MovementNamed
from pipelines.settings.problems import Problem, SettingsError, as_they_stand, problem, problem_of
from pipelines.settings.ranking import Championship, IndividualChampionship, PairsChampionship, Ranking
from pipelines.settings.ratings import MAY_BE_OFF, KStep, Rating, RatingRules
from pipelines.settings.scoring import Scoring, ScoringRules
from pipelines.settings.seasons import (
    AT,
    GIVEN,
    SAID,
    AcceptAtMost,
    OfSession,
    Season,
    faults_of,
    of_a_year,
    read_season,
)
from pipelines.settings.section import Section, WholeFile, keys_with_words, nearest
from pipelines.settings.several_faults import without_faulty_lines
from pipelines.settings.toml_files import LISTED, date_of, parsed, text_of
from pipelines.settings.toml_lines import AT_THE_END, Lines, line_of, lines_of
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.raw import MOST_SESSIONS

_MOST_TOLD = 50
"""Faults of one file that are told one by one."""


class Settings(WholeFile):
    """All of competition.toml.

    `set_aside` is what is wrong in sections that are then taken as not given (`_SET_ASIDE`).
    """

    club: str | None = Field(None, min_length=1)
    """The name of the club; without it, that of its folder."""
    competition: str | None = Field(None, min_length=1)
    """The name of the competition; without it, that of its folder."""
    season: list[Season] = Field(min_length=1)
    scoring: Scoring = Scoring()
    ranking: Ranking = Ranking()
    championship: Championship = Championship()
    awards: Awards = Awards()
    rating: Rating = Rating.model_validate({})
    movement: MovementNamed = MovementNamed()
    session: list[OfSession] = Field(default_factory=list[OfSession], max_length=MOST_SESSIONS)

    @model_validator(mode="after")
    def _seasons_apart(self) -> Self:
        for fault in faults_of(enumerate(self.season)):
            raise fault  # `_of_seasons` tells all of them
        return self


def read_settings(path: Path) -> Settings:
    """Read one competition.toml.

    Raises:
        SettingsError: the file is missing, is not TOML, or has a key or value that is not allowed.
    """
    return settings_in(text_of(path), path)


def settings_in(text: str, path: Path) -> Settings:
    """Read the text of one competition.toml, which stands at `path`.

    Raises:
        SettingsError: it is no TOML, or has a key or value that is not allowed.
    """
    if not text.strip():
        raise SettingsError(path, [problem("file/empty", _EMPTY)])
    rest = without_faulty_lines(text, _KEYS)
    told = [one for fault in rest.faults for one in _of_another_kind(rest.text, fault) or [fault]]
    if rest.written is None:
        raise SettingsError(path, as_they_stand(told, text))
    try:
        settings = checked(rest.written, path, lines_of(rest.text))
    except SettingsError as wrong:
        beside = [one for one in wrong.problems if not rest.may_lead_to(one)]
        raise SettingsError(path, as_they_stand([*told, *beside], text)) from None
    if told:
        raise SettingsError(path, as_they_stand([*told, *settings.set_aside], text))
    return settings.setting_aside(as_they_stand(settings.set_aside, text))


_NAMES = {"near", "known", "allowed"}
"""Gaps of sentences that name words, which want quotes."""


def _of_another_kind(text: str, wrong: Problem) -> list[Problem]:
    """What the key wants where what seems to be meant is no value of it: words, as `min = six`, or yes and no."""
    is_one = wrong.sentence in ("quotes/none", "value/true_false")
    if not is_one or wrong.line_no is None or wrong.arguments is None:
        return []
    lines = text.split("\n")
    meant = json.loads(wrong.arguments)["meant"]
    lines[wrong.line_no - 1] = meant if wrong.sentence == "quotes/none" else f"{wrong.key} = {meant}"
    quoted = "\n".join(lines)
    try:
        checked(parsed(quoted), "", lines_of(quoted))
    except SettingsError as of_all:
        here = [one for one in of_all.problems if one.line_no == wrong.line_no]
        return [one for one in here if not _NAMES & json.loads(one.arguments or "{}").keys()]
    return []


def checked(written: dict[str, Any], where: Path | str, lines: Lines | None = None) -> Settings:
    """The settings written in a competition.toml, checked.

    Args:
        written: the content of the file, as parsed.
        where: the file, or whatever else the message should name as the place.
        lines: on which lines of the file the keys stand; None: it is no file.

    Raises:
        SettingsError: a key or value is not allowed, in a section that more than the numbers of next time follow from.
    """
    try:
        return Settings.model_validate(written, context={"folder": where.parent if isinstance(where, Path) else None})
    except ValidationError as error:
        details = [one for one in error.errors(include_url=False) if one["loc"]]
        told = _told([*details, *_of_seasons(written)], lines or Lines())
    aside = [one for one in told if (one.key or "").partition(".")[0] in _SET_ASIDE]
    if not aside:
        raise SettingsError(where, told)
    try:
        rest = checked({name: value for name, value in written.items() if name not in _SET_ASIDE}, where, lines)
    except SettingsError as wrong:
        raise SettingsError(where, [*wrong.problems, *aside]) from None
    return rest.setting_aside([*rest.set_aside, *aside])


_SET_ASIDE = ("movement",)
"""Sections that nothing of the results follows from: what is wrong there is told, and all else counts."""


def _of_seasons(written: dict[str, Any]) -> list[ErrorDetails]:
    given = written.get("season")
    if not isinstance(given, list):
        return []
    each = ((place, read_season(one)) for place, one in enumerate(given))
    faults = faults_of((place, season) for place, season in each if season is not None)
    return [ErrorDetails(type=fault.type, loc=(), msg="", input=None, ctx=fault.context or {}) for fault in faults]


def _told(details: list[ErrorDetails], lines: Lines) -> list[Problem]:
    told = [_problem(one, lines) for one in details[:_MOST_TOLD]]
    if len(details) > _MOST_TOLD:
        told.append(problem("more", "more faults like these: {more}", {"more": len(details) - _MOST_TOLD}))
    return told


def _problem(details: ErrorDetails, lines: Lines) -> Problem:
    about = details.get("ctx", {})
    inside, kind, given = (*details["loc"], *about.get(AT, ())), details["type"], about.get(GIVEN, details["input"])
    written = inside[:1] + inside[2:] if inside[:2] in _WITH_RULES else inside
    key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in written) or None
    line_no = line_of(key, lines)
    left_out = lines.left_out.get(line_no or 0) if kind == "extra_forbidden" else None
    code, said = (
        (left_out and _below_heading(str(inside[-1]), *left_out))
        or _words(inside, kind, given, key)
        or ("value/choice" if kind == "literal_error" else "value", _of_the_rule(details))
    )
    if kind == "missing":
        given, line_no = None, line_no or line_of(AT_THE_END, lines)
    return problem_of(code, said, key=key, value=given, line_no=line_no)


_KINDS = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "words between quotes",
    "string_too_short": "words between quotes, or leave it out",
    "date_type": "a date, as 2025-09-01",
    "list_type": "a list, between [ and ]",
    "too_short": "at least one",
    "too_long": "fewer of them",
    "model_type": "a table, between { and }",
}
"""Kind of fault, as pydantic names it -> what should stand there."""

_BOUNDS = {"greater_than": "gt", "greater_than_equal": "ge", "less_than": "lt", "less_than_equal": "le"}
_RANGES: dict[tuple[str, ...], str] = {
    ("ge",): gettext_noop("write a number from {ge}{unquoted}"),
    ("gt",): gettext_noop("write a number above {gt}{unquoted}"),
    ("le",): gettext_noop("write a number to {le}{unquoted}"),
    ("lt",): gettext_noop("write a number below {lt}{unquoted}"),
    ("ge", "le"): gettext_noop("write a number from {ge} to {le}{unquoted}"),
    ("gt", "le"): gettext_noop("write a number above {gt} to {le}{unquoted}"),
    ("ge", "lt"): gettext_noop("write a number from {ge}, below {lt}{unquoted}"),
    ("gt", "lt"): gettext_noop("write a number above {gt}, below {lt}{unquoted}"),
}

_NO_DEFAULT = gettext_noop("missing: write it, since it has no default")
_EMPTY = (
    "the file is empty: put back a copy of it, if you have one; else delete it, and run barometer new on this folder,"
    " which writes one by its result files"
)
_NO_SEASON = gettext_noop(
    'missing: add [[season]] at the end, and below it, each on a line of its own, name = "2025-26", start = 2025-09-01'
    " and end = 2026-08-31"
)

_Said = tuple[str, Message]
"""The code of a fault, and what is said of it."""


def _of_the_rule(details: ErrorDetails) -> Message:
    about = details.get("ctx", {})
    if expected := about.get("expected"):
        allowed = str(expected).replace(" or ", ", ")
        if near := nearest(str(details["input"]), re.findall("'([^']*)'", allowed)):
            return Message("did you mean '{near}'? Write one of {allowed}", near=near, allowed=allowed)
        return Message("write one of {allowed}", allowed=allowed)
    if "multiple_of" in about:
        return Message(
            "write a multiple of {step}{unquoted}", step=about["multiple_of"], unquoted=_or_off(details["loc"])
        )
    told = about.get(SAID) or next(iter(getattr(about.get("error"), "args", ())), None)
    return (
        told
        if isinstance(told, Message)
        else Message("{message}", message=details["msg"].removeprefix("Value error, "))
    )


def _words(inside: tuple[int | str, ...], kind: str, given: Any, key: str | None) -> _Said | None:
    if kind == "extra_forbidden":
        return _unknown(inside, given, key)
    if kind == "missing":
        example = of_a_year(str(inside[-1]), given) if len(inside) > 1 and inside[0] == "season" else None
        of_season = "missing/season", Message("missing: write {example} below this [[season]]", example=example)
        return of_season if example else ("missing", Message(_NO_SEASON if inside == ("season",) else _NO_DEFAULT))
    if kind in _BOUNDS:
        return "value/range", _range(inside)
    if (meant := _meant(inside, kind, given, key)) is not None:
        return meant
    if kind in _KINDS:
        is_number = kind in ("int_type", "float_type") and isinstance(given, str) and _NUMBER.fullmatch(given)
        unquoted = ", without quotes" if is_number else _or_off(inside)
        if kind == "string_type" and inside[-1] == "accept":
            told = Message('write the reason between quotes, as accept = "board 5 was taken out"')
        elif kind == "string_type" and isinstance(given, int | float | dt.date) and not isinstance(given, bool):
            before = f"{inside[-1]} = " if isinstance(inside[-1], str) else ""
            told = Message("write words between quotes: {meant}", meant=f'{before}"{given}"')
        elif kind == "int_type" and isinstance(given, str) and not unquoted:
            told = Message("write a whole number, as 6")
        else:
            told = Message("write {kind}{unquoted}", kind=_KINDS[kind], unquoted=unquoted)
        return "value/kind", told
    return None


def _is_section(given: Any) -> bool:
    """Whether this is what stands below a heading: `[name]`, or `[[name]]`."""
    return isinstance(given, dict) or (isinstance(given, list) and all(isinstance(one, dict) for one in given))


def _unknown(inside: tuple[int | str, ...], given: Any, key: str | None) -> _Said:
    allowed = _keys_beside(inside)
    called = _CALLED.get(inside)
    near = called or nearest(key, allowed)
    if len(inside) == 1 and _is_section(given):
        known = {
            path[0]: f"[[{path[0]}]]" if path in _LISTED else f"[{path[0]}]" for path in SECTIONS if len(path) == 1
        }
        if near in known:
            told = Message("there is no such section: did you mean {near}?", near=known[near])
            return "unknown_key/section_nearly", told
        told = Message("there is no such section; write one of {known}", known=", ".join(known.values()))
        return "unknown_key/section", told
    if not called and (elsewhere := _headings_of(str(inside[-1]))):
        if elsewhere == [""]:
            return "unknown_key/above", Message("there is no such key here: put it at the top, above the first [ ]")
        told = Message("there is no such key here, but below {headings}: put it there", headings=", ".join(elsewhere))
        return "unknown_key/elsewhere", told
    if near:
        return "unknown_key/nearly", Message("there is no such key: did you mean {near}?", near=near)
    return "unknown_key", Message("there is no such key; allowed here: {allowed}", allowed=", ".join(allowed))


_CALLED: dict[tuple[int | str, ...], str] = {("championship", "pairs", "min"): "together"}
"""A key of another section that has another name here."""


def _headings_of(name: str) -> list[str]:
    """The headings below which a key of this name may stand, `""` for the top of the file.

    None where each of a list must have such a key: it is rather one of these, whose heading was forgotten.
    """
    of_lists = (SECTIONS[path].model_fields.get(name) for path in _LISTED)
    if any(field is not None and field.is_required() for field in of_lists):
        return []
    of_rules: dict[tuple[str, ...], tuple[str, ...]] = {rules[:1]: rules for rules in _WITH_RULES}
    paths = (path for path in SECTIONS if path not in _LISTED and path[:1] not in _LISTED and path not in _WITH_RULES)
    own = (path for path in paths if name in _keys_beside((*of_rules.get(path, path), name)))
    return [f"[{'.'.join(path)}]" if path else "" for path in own if (*path, name) not in SECTIONS]


def _below_heading(name: str, heading: str, line_no: int) -> _Said | None:
    """What is said of an unknown key that is one of the section whose heading stands behind a # above it."""
    path = tuple(heading.strip("[]").split("."))
    path = (*path, "rules") if (*path, "rules") in _WITH_RULES else path
    if path not in SECTIONS or name not in _keys_beside((*path, name)):
        return None
    told = Message(
        "there is no such key here, but below {heading}: is there still a # before it in line {line_no}? Take it away",
        heading=heading,
        line_no=line_no,
    )
    return "unknown_key/left_out", told


def _meant(inside: tuple[int | str, ...], kind: str, given: Any, key: str | None) -> _Said | None:
    match kind:
        case "dict_type":
            return "heading/section", Message(
                'write a section [{section}], with lines such as NAME = ["ffb"]', section=key
            )
        case "list_type" if inside in _LISTED and isinstance(given, dict):
            return "heading/two_brackets", Message("write [[{section}]], in two brackets", section=key)
        case "list_type" if (
            not _or_off(inside) and isinstance(given, str) and given.isprintable() and not set(given) & set('"\\')
        ):
            word = scheme_meant(given) if inside[0] == "awards" else given
            example = f'{inside[-1]} = ["{word[:_LONGEST_EXAMPLE]}"]'
            return "value/list", Message("write a list, between [ and ], as {example}", example=example)
        case "model_type" if isinstance(given, list) and key in Settings.model_fields:
            return "heading/one_bracket", Message("write [{section}], in one bracket, and only once", section=key)
        case "date_type" | "date_from_datetime_inexact" if isinstance(given, str) and (meant := date_of(given)):
            return "value/date", Message("write dates as {meant}, without quotes", meant=meant)
        case _:
            return None


def _or_off(location: tuple[int | str, ...]) -> str:
    """`, or "none"` for a rule that may be switched off; else empty."""
    return ', or "none"' if location[:-1] == ("rating", "rules") and location[-1] in MAY_BE_OFF else ""


_LONGEST_EXAMPLE = 60
"""Letters of a value that are repeated in an example of what to write."""
_NUMBER = re.compile(r"\s*[-+]?[0-9]+(?:\.[0-9]+)?\s*", re.ASCII)
_LISTED = tuple((section,) for section in LISTED)


def _range(location: tuple[int | str, ...]) -> Message:
    section = SECTIONS[tuple(part for part in location[:-1] if isinstance(part, str))]
    limits = section.model_fields[str(location[-1])].metadata
    given = {kind: getattr(limit, kind) for kind in _BOUNDS.values() for limit in limits if hasattr(limit, kind)}
    return Message(_RANGES[tuple(given)], **given, unquoted=_or_off(location))


_WITH_RULES = (("scoring", "rules"), ("rating", "rules"))
"""Sections whose rules are written beside their other keys: beside the profile, or beside the rating system."""
SECTIONS: dict[tuple[str, ...], type[Section]] = {
    (): Settings,
    ("season",): Season,
    ("session",): OfSession,
    ("session", "accept_at_most"): AcceptAtMost,
    ("scoring",): Scoring,
    ("scoring", "rules"): ScoringRules,
    ("ranking",): Ranking,
    ("championship",): Championship,
    ("championship", "individual"): IndividualChampionship,
    ("championship", "pairs"): PairsChampionship,
    ("awards",): Awards,
    ("rating",): Rating,
    ("rating", "rules"): RatingRules,
    ("movement",): MovementNamed,
    ("rating", "rules", "k_steps"): KStep,
}
_KEYS = keys_with_words(SECTIONS.values())


def sections_with(name: str) -> list[str]:
    """Full names of a key that is known in some sections: `window` -> `ranking.window`."""
    paths = {
        path[:1] if path in _WITH_RULES else path for path, known in SECTIONS.items() if name in known.model_fields
    }
    return sorted(".".join((*path, name)) for path in paths if path)


def _keys_beside(location: tuple[int | str, ...]) -> list[str]:
    path = tuple(part for part in location[:-1] if isinstance(part, str))
    keys = list(SECTIONS[path].model_fields)
    if path not in _WITH_RULES:
        return keys
    return [key for key in SECTIONS[path[:1]].model_fields if key != "rules"] + keys
