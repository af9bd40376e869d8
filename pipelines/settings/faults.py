"""Turn pydantic's reports of faults in keys and values into sentences that say what to write."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any, get_args

from pydantic_core import ErrorDetails

from pipelines.settings.awards import nearest_known_scheme
from pipelines.settings.problems import Problem, problem
from pipelines.settings.ratings import MAY_BE_OFF
from pipelines.settings.seasons import AT, GIVEN, SAID, of_a_year
from pipelines.settings.section import Section, nearest
from pipelines.settings.toml_files import LEFT_OUT, TWO_BRACKETS, Lines, line_of
from pipelines.settings.toml_slips import LISTED, date_of
from pipelines.words.lists import texts
from transforms.tables.messages import Message, gettext_noop

_Path = tuple[int | str, ...]
_Names = tuple[str, ...]
_Said = tuple[str, Message]
_LISTED = tuple((section,) for section in LISTED)
_OF_SEASON = ("season",)
_CALLED: dict[_Path, str] = {("championship", "pairs", "min"): "together"}
"""Keys of other sections that users may write in these places by mistake, with the correct key."""
_NUMBER = re.compile(r"\s*[-+]?[0-9]+(?:\.[0-9]+)?\s*", re.ASCII)
_KINDS = texts("kind of key")
_BOUNDS = {"greater_than": "gt", "greater_than_equal": "ge", "less_than": "lt", "less_than_equal": "le"}
_RANGES = texts("range")
_NO_SEASON = gettext_noop(
    'there is no season: add [[season]] at the end, and below it, each on its own line, name = "2025-26", '
    "start = 2025-09-01 and end = 2026-08-31"
)
_NO_DEFAULT = gettext_noop("this key is missing: write it, because it has no default")


class Sections(dict[_Names, type[Section]]):
    """All sections of a file by path; () is the whole file. A section that can occur several times has one path."""

    def __init__(self, file: type[Section]) -> None:
        super().__init__(_sections_in(file))

    def fault(self, details: ErrorDetails, lines: Lines) -> Problem:
        """Return the problem that pydantic found, with what to write; `lines` has the lines of the file's keys."""
        about = details.get("ctx", {})
        inside, given = (*details["loc"], *about.get(AT, ())), about.get(GIVEN, details["input"])
        written = [part for place, part in enumerate(inside, 1) if not self._has_rules(_names(inside[:place]))]
        key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in written)
        line_no = line_of(key, lines)
        if details["type"] == "missing":
            return problem(*_missing(inside, given), key=key, line_no=line_no or len(lines.sections) or None)
        is_unknown = details["type"] == "extra_forbidden"
        said = self._unknown(inside, given, key, lines) if is_unknown else self._of_the_value(inside, given, details)
        return problem(*next(said), key=key, value=given, line_no=line_no)

    def _has_rules(self, path: _Names) -> bool:
        """Return whether this is a section `rules`, whose keys are written directly in the section above it."""
        return path[-1:] == ("rules",) and path in self

    def _with_key(self, name: str) -> list[_Names]:
        """Return the paths of the sections that have a key of this name; () is the file itself."""
        found = (path for path in self if name in self[path].model_fields and (*path, name) not in self)
        return list(dict.fromkeys(path[:-1] if self._has_rules(path) else path for path in found))

    def _headings_of(self, name: str, of_season: bool) -> list[str]:
        """Return the headings that a key may stand under, in a season if `of_season`; `""` is the top of the file."""
        # The list is empty if entries such as [[season]] need this key: then the heading of an entry is probably
        # missing.
        fields = [self[path].model_fields.get(name) for path in _LISTED if path in self]
        if any(field is not None and field.is_required() for field in fields):
            return []
        headings = self._with_key(name)
        if of_season:
            return [_heading(path) for path in headings if path[:1] == _OF_SEASON and path != _OF_SEASON]
        return [_heading(path) for path in headings if path[:1] not in _LISTED]

    def _unknown(self, inside: _Path, given: Any, key: str, lines: Lines) -> Iterator[_Said]:
        name, path, called = str(inside[-1]), _names(inside[:-1]), _CALLED.get(inside[-3:])
        above = self[path[:-1]].model_fields if self._has_rules(path) else ()
        allowed = [*(one for one in above if one != "rules"), *self[path].model_fields]
        heading, line_no = lines.left_out.get(line_of(key, lines) or 0, ("", 0))
        if heading and tuple(heading.strip("[]").split(".")) in self._with_key(name):
            yield "unknown_key/left_out", Message(LEFT_OUT, heading=heading, line_no=line_no)
        near = called or nearest(key, allowed)
        entries = given if isinstance(given, list) else [given]
        if path in ((), _OF_SEASON) and all(isinstance(one, dict) for one in entries):
            known = {one[-1]: _heading(one) for one in self if one and one[:-1] == path}
            if near in known:
                of = "unknown_key/section_nearly"
                yield of, Message("there is no such section: did you mean {near}?", near=known[near])
            names = ", ".join(known.values())
            yield "unknown_key/section", Message("there is no such section; write one of {known}", known=names)
        of_season = path[:1] == _OF_SEASON and path != _OF_SEASON
        if not called and (headings := self._headings_of(name, of_season=of_season)):
            if headings == [""]:
                of_top = Message("this key belongs at the top: move it above the first heading in [ ]")
                yield "unknown_key/above", of_top
            names = ", ".join(headings)
            if not {one.strip("[]") for one in headings} & {*lines}:
                said = Message("this key belongs below {headings}: put that heading above it", headings=names)
                yield "unknown_key/no_heading", said
            yield "unknown_key/elsewhere", Message("this key belongs below {headings}: move it there", headings=names)
        if near:
            yield "unknown_key/nearly", Message("there is no such key: did you mean {near}?", near=near)
        yield "unknown_key", Message("there is no such key; allowed here: {allowed}", allowed=", ".join(allowed))

    def _of_the_value(self, inside: _Path, given: Any, details: ErrorDetails) -> Iterator[_Said]:
        kind, about, name = details["type"], details.get("ctx", {}), inside[-1]
        unquoted = ', or "none"' if inside[:-1] == ("rating", "rules") and name in MAY_BE_OFF else ""
        match kind, given:
            case ("dict_type", _):
                section = ".".join(map(str, inside))
                said = Message('write a section [{section}], with lines such as NAME = ["ffb"]', section=section)
                yield "heading/section", said
            case ("list_type", dict()) if inside in _LISTED:
                yield "heading/two_brackets", Message(TWO_BRACKETS, section=name)
            case ("model_type", list()) if _names(inside[:-1]) in ((), _OF_SEASON):
                section = ".".join(_names(inside))
                said = Message("write [{section}], in single brackets, and only once", section=section)
                yield "heading/one_bracket", said
            case ("list_type", str()) if not unquoted and given.isprintable() and not set(given) & set('"\\'):
                word = nearest_known_scheme(given) if inside[0] == "awards" else given
                example = f'{name} = ["{word[:60]}"]'
                yield "value/list", Message("write a list, between [ and ], like {example}", example=example)
            case ("date_type" | "date_from_datetime_inexact", str()) if day := date_of(given):
                yield "value/date", Message("write dates as {day}, without quotes", day=day)
            case ("literal_error", _):
                yield "value/choice", _choice(given, str(about["expected"]))
            case ("multiple_of", _):
                step = about["multiple_of"]
                yield "value", Message("write a multiple of {step}{unquoted}", step=step, unquoted=unquoted)
            case _ if kind in _BOUNDS:
                limits = self[_names(inside[:-1])].model_fields[str(name)].metadata
                given_by = [(one, limit) for one in _BOUNDS.values() for limit in limits if hasattr(limit, one)]
                bounds = {one: getattr(limit, one) for one, limit in given_by}
                yield "value/range", Message(_RANGES[" ".join(bounds)], **bounds, unquoted=unquoted)
            case _ if kind in _KINDS:
                yield "value/kind", _kind(name, kind, given, unquoted)
        said = about.get(SAID) or next(iter(getattr(about.get("error"), "args", ())), None)
        message = details["msg"].removeprefix("Value error, ")
        yield "value", said if isinstance(said, Message) else Message("{message}", message=message)


def _sections_in(section: type[Section], path: _Names = ()) -> Iterator[tuple[_Names, type[Section]]]:
    yield path, section
    for name, field in section.model_fields.items():
        for part in (field.annotation, *get_args(field.annotation)):
            if isinstance(part, type) and issubclass(part, Section):
                yield from _sections_in(part, (*path, name))


def _names(inside: _Path) -> _Names:
    return tuple(part for part in inside if isinstance(part, str))


def _heading(path: _Names) -> str:
    return f"[[{path[0]}]]" if path in _LISTED else f"[{'.'.join(path)}]" if path else ""


def _missing(inside: _Path, given: Any) -> _Said:
    if len(inside) > 1 and inside[0] == "season" and (example := of_a_year(str(inside[-1]), given)):
        return "missing/season", Message("this key is missing: write {example} below this [[season]]", example=example)
    return "missing", Message(_NO_SEASON if inside == ("season",) else _NO_DEFAULT)


def _choice(given: Any, expected: str) -> Message:
    allowed = expected.replace(" or ", ", ")
    if near := nearest(str(given), re.findall("'([^']*)'", allowed)):
        return Message("did you mean '{near}'? Write one of {allowed}", near=near, allowed=allowed)
    return Message("write one of {allowed}", allowed=allowed)


def _kind(name: int | str, kind: str, given: Any, unquoted: str) -> Message:
    if kind == "string_type" and name == "accept":
        return Message('write the reason between quotes, like accept = "board 5 was taken out"')
    if kind == "string_type" and isinstance(given, int | float | dt.date) and not isinstance(given, bool):
        line = f'{name} = "{given}"' if isinstance(name, str) else f'"{given}"'
        return Message("write words between quotes: {line}", line=line)
    if kind in ("int_type", "float_type") and isinstance(given, str) and _NUMBER.fullmatch(given):
        unquoted = ", without quotes"
    if kind == "int_type" and isinstance(given, str) and not unquoted:
        return Message("write a whole number, like 6")
    return Message("write {kind}{unquoted}", kind=_KINDS[kind], unquoted=unquoted)
