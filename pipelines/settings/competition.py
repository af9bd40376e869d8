"""competition.toml -> typed settings, and one row per season for `raw.competitions`.

An unknown key or a value out of range is a `SettingsError`, which names the file, the key and what is allowed.
"""

import datetime as dt
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import Field, ValidationError
from pydantic_core import ErrorDetails

from pipelines.settings.awards import Awards, nearest_known_scheme
from pipelines.settings.movement import MovementNamed
from pipelines.settings.problems import Problem, SettingsError, as_they_stand, problem
from pipelines.settings.ranking import Championship, Ranking
from pipelines.settings.ratings import MAY_BE_OFF, Rating
from pipelines.settings.scoring import Scoring
from pipelines.settings.seasons import AT, GIVEN, SAID, OfSession, Season, faults_of, of_a_year, read_season
from pipelines.settings.section import Section, WholeFile, keys_with_words, nearest
from pipelines.settings.toml_files import TWO_BRACKETS, parsed, text_of, without_faulty_lines
from pipelines.settings.toml_lines import Lines, line_of
from pipelines.settings.toml_slips import LISTED, date_of
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.raw import MOST_SESSIONS

_MOST_FAULTS = 50
"""Faults of one file that are reported one by one."""


class Settings(WholeFile):
    """All of competition.toml.

    `set_aside` is what is wrong in sections that are then taken as not given (`_SET_ASIDE`).
    """

    club: str | None = Field(None, min_length=1)
    """The name of the club; without it, that of its folder."""
    competition: str | None = Field(None, min_length=1)
    """The name of the competition; without it, that of its folder."""
    season: list[Season] = Field(min_length=1)
    session: list[OfSession] = Field(default_factory=list[OfSession], max_length=MOST_SESSIONS)
    scoring: Scoring = Scoring()
    ranking: Ranking = Ranking()
    championship: Championship = Championship()
    awards: Awards = Awards()
    rating: Rating = Rating.model_validate({})
    movement: MovementNamed = MovementNamed()


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
    faults = [one for fault in rest.faults for one in _of_another_kind(rest.text, fault) or [fault]]
    if rest.written is None:
        raise SettingsError(path, as_they_stand(faults, text))
    try:
        settings = checked(rest.written, path, Lines(rest.text))
    except SettingsError as wrong:
        others = [one for one in wrong.problems if not rest.may_lead_to(one)]
        raise SettingsError(path, as_they_stand([*faults, *others], text)) from None
    if faults:
        raise SettingsError(path, as_they_stand([*faults, *settings.set_aside], text))
    return settings.setting_aside(as_they_stand(settings.set_aside, text))


_EMPTY = (
    "the file is empty: put back a copy, if you have one; otherwise delete it, and run barometer new on this "
    "folder, which writes one from its result files"
)
_NAMES = {"near", "known", "allowed"}
"""Gaps of sentences that name words, which want quotes."""


def _of_another_kind(text: str, wrong: Problem) -> list[Problem]:
    """What the key wants, where not even the corrected value is allowed: words, as `min = six`, or yes and no."""
    if wrong.sentence not in ("quotes/none", "value/true_false") or wrong.line_no is None or wrong.arguments is None:
        return []
    lines = text.split("\n")
    corrected = json.loads(wrong.arguments)["line"]
    words = json.dumps((wrong.value or "").partition("#")[0].strip(), ensure_ascii=False)
    lines[wrong.line_no - 1] = f"{wrong.key} = {words}" if "…" in corrected else corrected
    text = "\n".join(lines)
    try:
        checked(parsed(text), "", Lines(text))
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
    settings, details = None, list[ErrorDetails]()
    context = {"folder": where.parent if isinstance(where, Path) else None}
    try:
        settings = Settings.model_validate(written, context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
        unknown = [str(one["loc"][0]) for one in details if one["type"] == "extra_forbidden" and len(one["loc"]) == 1]
        named = [nearest(name, Settings.model_fields) for name in unknown]
        # a section whose name is misspelt is missing only for that
        details = [one for one in details if one["type"] != "missing" or one["loc"] not in [(name,) for name in named]]
    details += _of_seasons(written)
    if settings is not None and not details:
        return settings
    problems = [_problem(one, lines or Lines("")) for one in details[:_MOST_FAULTS]]
    if more := len(details) - len(problems):
        problems.append(problem("more", "more faults like these: {more}", {"more": more}))
    aside = [one for one in problems if (one.key or "").partition(".")[0] in _SET_ASIDE]
    if not aside:
        raise SettingsError(where, problems)
    try:
        rest = checked({name: value for name, value in written.items() if name not in _SET_ASIDE}, where, lines)
    except SettingsError as wrong:
        raise SettingsError(where, [*wrong.problems, *aside]) from None
    return rest.setting_aside([*rest.set_aside, *aside])


_SET_ASIDE = ("movement",)
"""Sections that nothing of the results follows from: what is wrong there is reported, and all else counts."""


def _of_seasons(written: dict[str, Any]) -> list[ErrorDetails]:
    given = written.get("season")
    each = ((place, read_season(one)) for place, one in enumerate(given if isinstance(given, list) else ()))
    faults = faults_of((place, season) for place, season in each if season is not None)
    return [ErrorDetails(type=fault.type, loc=(), msg="", input=None, ctx=fault.context or {}) for fault in faults]


_Path = tuple[int | str, ...]
_Said = tuple[str, Message]
"""The code of a fault, and what is said of it."""


def _problem(details: ErrorDetails, lines: Lines) -> Problem:
    about = details.get("ctx", {})
    inside, given = (*details["loc"], *about.get(AT, ())), about.get(GIVEN, details["input"])
    written = inside[:1] + inside[2:] if inside[:2] in _WITH_RULES else inside
    key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in written)
    line_no = line_of(key, lines)
    if details["type"] == "missing":
        code, said = _missing(inside, given)
        return problem(code, said, key=key, line_no=line_no or len(lines.sections) or None)
    if details["type"] == "extra_forbidden":
        likely = _unknown(inside, given, key, lines.left_out.get(line_no or 0))
    else:
        likely = _of_the_value(inside, given, details)
    code, said = next(likely)
    return problem(code, said, key=key, value=given, line_no=line_no)


def _missing(inside: _Path, given: Any) -> _Said:
    if len(inside) > 1 and inside[0] == "season" and (example := of_a_year(str(inside[-1]), given)):
        return "missing/season", Message("missing: write {example} below this [[season]]", example=example)
    return "missing", Message(_NO_SEASON if inside == ("season",) else _NO_DEFAULT)


_NO_DEFAULT = gettext_noop("missing: write it, since it has no default")
_NO_SEASON = gettext_noop(
    'missing: add [[season]] at the end, and below it, each on a line of its own, name = "2025-26", start = 2025-09-01'
    " and end = 2026-08-31"
)


def _unknown(inside: _Path, given: Any, key: str, left_out: tuple[str, int] | None) -> Iterator[_Said]:
    name, allowed = str(inside[-1]), _keys_next_to(inside)
    if left_out and tuple(left_out[0].strip("[]").split(".")) in sections_with(name):
        gaps = {"heading": left_out[0], "line_no": left_out[1]}
        yield "unknown_key/left_out", Message(_LEFT_OUT, **gaps)
    near = _CALLED.get(inside) or nearest(key, allowed)
    tables = given if isinstance(given, list) else [given]
    if len(inside) == 1 and all(isinstance(one, dict) for one in tables):
        known = {path[0]: _heading(path) for path in SECTIONS if len(path) == 1}
        if near in known:
            said = Message("there is no such section: did you mean {near}?", near=known[near])
            yield "unknown_key/section_nearly", said
        said = Message("there is no such section; write one of {known}", known=", ".join(known.values()))
        yield "unknown_key/section", said
    if inside not in _CALLED and (headings := _headings_of(name)):
        if headings == [""]:
            yield "unknown_key/above", Message("this key belongs at the top: move it above the first [ ]")
        said = Message("this key belongs below {headings}: move it there", headings=", ".join(headings))
        yield "unknown_key/elsewhere", said
    if near:
        yield "unknown_key/nearly", Message("there is no such key: did you mean {near}?", near=near)
    yield "unknown_key", Message("there is no such key; allowed here: {allowed}", allowed=", ".join(allowed))


_LEFT_OUT = gettext_noop(
    "this key belongs below {heading}: is there still a # before that heading, in line {line_no}? Remove it"
)
_CALLED: dict[_Path, str] = {("championship", "pairs", "min"): "together"}
"""A key of another section that has another name here."""


def _of_the_value(inside: _Path, given: Any, details: ErrorDetails) -> Iterator[_Said]:
    kind, about, name = details["type"], details.get("ctx", {}), inside[-1]
    unquoted = ', or "none"' if inside[:-1] == ("rating", "rules") and name in MAY_BE_OFF else ""
    match kind, given:
        case ("dict_type", _):
            section = ".".join(map(str, inside))
            said = Message('write a section [{section}], with lines such as NAME = ["ffb"]', section=section)
            yield "heading/section", said
        case ("list_type", dict()) if inside in _LISTED:
            yield "heading/two_brackets", Message(TWO_BRACKETS, section=name)
        case ("model_type", list()) if len(inside) == 1:
            yield "heading/one_bracket", Message("write [{section}], in single brackets, and only once", section=name)
        case ("list_type", str()) if not unquoted and given.isprintable() and not set(given) & set('"\\'):
            word = nearest_known_scheme(given) if inside[0] == "awards" else given
            example = f'{name} = ["{word[:_LONGEST_EXAMPLE]}"]'
            yield "value/list", Message("write a list, between [ and ], as {example}", example=example)
        case ("date_type" | "date_from_datetime_inexact", str()) if day := date_of(given):
            yield "value/date", Message("write dates as {day}, without quotes", day=day)
        case ("literal_error", _):
            yield "value/choice", _choice(given, str(about["expected"]))
        case ("multiple_of", _):
            yield "value", Message("write a multiple of {step}{unquoted}", step=about["multiple_of"], unquoted=unquoted)
        case _ if kind in _BOUNDS:
            yield "value/range", _range(inside, unquoted)
        case _ if kind in _KINDS:
            yield "value/kind", _kind(name, kind, given, unquoted)
    said = about.get(SAID) or next(iter(getattr(about.get("error"), "args", ())), None)
    message = details["msg"].removeprefix("Value error, ")
    yield "value", said if isinstance(said, Message) else Message("{message}", message=message)


_LONGEST_EXAMPLE = 60
"""Letters of a value that are repeated in an example of what to write."""
_LISTED = tuple((section,) for section in LISTED)
_NUMBER = re.compile(r"\s*[-+]?[0-9]+(?:\.[0-9]+)?\s*", re.ASCII)
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
    ("le",): gettext_noop("write a number up to {le}{unquoted}"),
    ("ge", "le"): gettext_noop("write a number from {ge} to {le}{unquoted}"),
    ("gt", "le"): gettext_noop("write a number above {gt}, up to {le}{unquoted}"),
}


def _choice(given: Any, expected: str) -> Message:
    allowed = expected.replace(" or ", ", ")
    if near := nearest(str(given), re.findall("'([^']*)'", allowed)):
        return Message("did you mean '{near}'? Write one of {allowed}", near=near, allowed=allowed)
    return Message("write one of {allowed}", allowed=allowed)


def _range(inside: _Path, unquoted: str) -> Message:
    field = SECTIONS[_section_at(inside)].model_fields[str(inside[-1])]
    limits = {
        kind: getattr(limit, kind) for kind in _BOUNDS.values() for limit in field.metadata if hasattr(limit, kind)
    }
    return Message(_RANGES[tuple(limits)], **limits, unquoted=unquoted)


def _kind(name: int | str, kind: str, given: Any, unquoted: str) -> Message:
    if kind == "string_type" and name == "accept":
        return Message('write the reason between quotes, as accept = "board 5 was taken out"')
    if kind == "string_type" and isinstance(given, int | float | dt.date) and not isinstance(given, bool):
        line = f'{name} = "{given}"' if isinstance(name, str) else f'"{given}"'
        return Message("write words between quotes: {line}", line=line)
    if kind in ("int_type", "float_type") and isinstance(given, str) and _NUMBER.fullmatch(given):
        unquoted = ", without quotes"
    if kind == "int_type" and isinstance(given, str) and not unquoted:
        return Message("write a whole number, as 6")
    return Message("write {kind}{unquoted}", kind=_KINDS[kind], unquoted=unquoted)


def _sections_in(section: type[Section], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], type[Section]]]:
    yield path, section
    for name, field in section.model_fields.items():
        for part in (field.annotation, *get_args(field.annotation)):
            if isinstance(part, type) and issubclass(part, Section):
                yield from _sections_in(part, (*path, name))


SECTIONS = dict(_sections_in(Settings))
"""Every section by its path, () for the whole file: those of a list are there once."""
_WITH_RULES = tuple(path for path in SECTIONS if path[1:] == ("rules",))
"""Sections whose rules are written next to their other keys: next to the profile, or next to the rating system."""
_KEYS = keys_with_words(SECTIONS.values())


def _section_at(inside: _Path) -> tuple[str, ...]:
    return tuple(part for part in inside[:-1] if isinstance(part, str))


def _keys_next_to(inside: _Path) -> list[str]:
    path = _section_at(inside)
    above = SECTIONS[path[:1]].model_fields if path in _WITH_RULES else ()
    return [*(name for name in above if name != "rules"), *SECTIONS[path].model_fields]


def _heading(path: tuple[str, ...]) -> str:
    return f"[[{path[0]}]]" if path in _LISTED else f"[{'.'.join(path)}]" if path else ""


def sections_with(name: str) -> list[tuple[str, ...]]:
    """The sections that have a key of this name, by their headings; () for the top of the file."""
    found = (path for path in SECTIONS if name in SECTIONS[path].model_fields and (*path, name) not in SECTIONS)
    return list(dict.fromkeys(path[:1] if path in _WITH_RULES else path for path in found))


def _headings_of(name: str) -> list[str]:
    """The headings below which a key of this name may stand, `""` for the top of the file.

    None where each of a list must have such a key: it is rather one of these, whose heading was forgotten.
    """
    if any(name in SECTIONS[path].model_fields and SECTIONS[path].model_fields[name].is_required() for path in _LISTED):
        return []
    return [_heading(path) for path in sections_with(name) if path[:1] not in _LISTED]
