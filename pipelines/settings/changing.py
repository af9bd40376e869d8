"""Change a key of a settings file, or add a section. The comments, the order and the layout of the file stay."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit
from tomlkit.exceptions import TOMLKitError

from pipelines.machine.errors import UnusableError
from pipelines.settings.club import CLUB_SETTINGS, Page, club_settings_in
from pipelines.settings.competition import SECTIONS, settings_in
from pipelines.settings.problems import SettingsError
from pipelines.settings.section import Section, keys_with_words
from pipelines.settings.toml_files import Lines, parsed
from pipelines.settings.toml_slips import LISTED, is_toml, slip_in
from pipelines.words.finding_texts import said
from pipelines.words.suggestions import some, the_nearest
from transforms.tables.messages import gettext_noop
from transforms.tables.nearest_words import nearest_words

_CLOSE = 0.7  # how similar a key must be to be suggested: `ties` is too far from `lines`
NAME = "NAME"  # stands in a key for the name of a season or a session
_CORRECTED = ("value/date", "value/share", "value/comma", "value/true_false", "quotes/none", "quotes/curly")
"""Codes of the mistakes in a value that can be corrected with certainty."""


class Change(NamedTuple):
    """A settings file after the change of a key, and the key's values in TOML; `before` is None if there was none."""

    text: str
    before: str | None
    after: str


def stands_in_club(key: str) -> bool:
    """Return whether a key belongs in club.toml (else: competition.toml); raise UnusableError if it is unknown."""
    _section_of(key)
    return key.startswith("page.")


def changed(text: str, path: Path, key: str, value: str, *, adds: bool = False) -> Change:
    """Return the text of a settings file ("" if there is none) with another value for one key.

    A key is `ranking.method`, or `season.2025-26.end` with the name of a season or session. The value is TOML, but a
    word needs no quotes. With `adds`, the entries of a list are added to those that are there. UnusableError: the key
    or value is not allowed, or something else in the file is wrong.
    """
    section, name = _section_of(key), key.rpartition(".")[2]
    with suppress(AttributeError, TypeError):  # not a list of sections, which is refused below
        text = _with_session(text, path, key)
    written = parsed(text, path)
    after = in_toml(section, name, value)
    line, expected = f"{name} = {after}", deepcopy(written)
    try:
        entry = _entry(written, key)
        table = _table(expected, entry)
        given, more = tomllib.loads(line)[name], None
        if adds and isinstance(had := table.get(name), list):
            more = [one for one in given if one not in had]
            given = [*had, *more]
        is_given, table[name] = name in table, given
    except (AttributeError, TypeError):  # there is something else in the place of a table
        _refuse(text, path, key, value)
        raise
    for new in _ways(text, (*entry, name), line, is_given=is_given, more=more):
        with suppress(SettingsError, TOMLKitError):
            if parsed(new) == expected:
                _refuse(new, path, key, value, (*entry, name))
                before = tomlkit.item(_table(tomlkit.parse(text), entry)[name]).as_string() if is_given else None
                return Change(new, before, after)
    raise UnusableError("{path}: {line} cannot be added automatically; write it there yourself", path=path, line=line)


def with_section(text: str, path: Path, name: str, keys: Mapping[str, str]) -> str:
    """Return a competition.toml with another `[[season]]` or `[[session]]`, at its end or in place of a remark.

    Values are as for `changed`. UnusableError: a value is not allowed, or something else in the file is wrong.
    """
    section = SECTIONS[(name,)]
    end = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[[{name}]]", *(f"{key} = {in_toml(section, key, keys[key])}" for key in keys)]
    off = end.join(f"#{line}" for line in lines)
    new = text.replace(off, end.join(lines)) if off in text else _at_the_end(text, lines)
    place = len(parsed(text, path).get(name, []))
    first, value = next(iter(keys.items()))
    _refuse(new, path, f"{name}.{first}", value, (name, place))
    return new


def _at_the_end(text: str, lines: list[str]) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    return end.join(([text.rstrip(), ""] if text.strip() else []) + [*lines, ""])


def _section_of(key: str) -> type[Section]:
    known = known_keys()
    wanted, _ = _without_name(key, known)
    if wanted in known:
        return known[wanted]
    sentence = gettext_noop("{key}: there is no such setting{near}; docs/landing.md lists them all")
    raise UnusableError(sentence, key=key, near=nearest_keys(key, known))


def _without_name(key: str, known: Iterable[str]) -> tuple[str, str]:
    """For `season.2025-26.ranking.lines`, return `season.NAME.ranking.lines` and `2025-26`; other keys stay."""
    first, *others = key.split(".")
    for name in range(1, len(others)) if first in LISTED else ():
        if (wanted := ".".join([first, NAME, *others[name:]])) in known:
            return wanted, ".".join(others[:name])
    return key, ""


def nearest_keys(key: str, known: Iterable[str]) -> str:
    """Return ` (the nearest: …)` with the keys whose last part resembles the end of `key`; "" if none does."""
    first, last = key.partition(".")[0], key.rpartition(".")[2].lower()
    names = {one: one.rpartition(".")[2] for one in known if first in LISTED or not is_rule_of_season(one)}
    close = nearest_words(last, {*names.values()}, at_most=3, alike=0.7)  # `ties` must not suggest `lines`
    near = sorted((one for one in names if names[one] in close), key=lambda one: close.index(names[one]))
    return the_nearest([one for one in near if one.partition(".")[0] == first] or near)


def is_rule_of_season(key: str) -> bool:
    """Return whether a known key is a season's own rule, such as `season.NAME.ranking.lines`."""
    return key.startswith(f"season.{NAME}.") and len(key.split(".")) > len(("season", NAME, "end"))


def known_keys() -> dict[str, type[Section]]:
    """Return by key (`ranking.method`, `season.NAME.end` and so on) the section that declares it."""
    known: dict[str, type[Section]] = {f"page.{name}": Page for name in Page.model_fields}
    for path, section in SECTIONS.items():
        parts = [part for part in path if part != "rules"]
        parts[1:1] = [NAME] if path[:1] and path[0] in LISTED else []
        names = [name for name in section.model_fields if not _is_section((*path, name))]
        known |= {".".join([*parts, name]): section for name in names if not path or _is_section(path)}
    return known


def _is_section(path: tuple[str, ...]) -> bool:
    above = SECTIONS.get(path[:-1])
    is_table = len(path) == 1 or (above is not None and above.model_fields[path[-1]].annotation is SECTIONS.get(path))
    return path in SECTIONS and is_table


def _entry(written: dict[str, Any], key: str) -> tuple[str | int, ...]:
    """Return the path to a key's section in the parsed file: `("season", 0)` for `season.2025-26.end`."""
    known_key, wanted = _without_name(key, known_keys())
    path = known_key.split(".")[:-1]
    if not wanted:
        return tuple(path)
    first, _, *within = path
    entries = written.get(first, [])
    names = _names_of(entries)
    if (place := next((number for number, known in enumerate(names) if wanted in known), None)) is not None:
        return first, place, *within
    sentence = gettext_noop(
        "{key}: there is no [[{section}]] of that name; the names are {known}; add one in the file (docs/landing.md)"
    )
    raise UnusableError(sentence, key=key, section=first, known=some(sorted(set().union(*names))))


def _names_of(entries: list[dict[str, Any]]) -> list[set[str]]:
    return [{str(one.get("name", one.get("session", ""))), *one.get("files", [])} - {""} for one in entries]


def _with_session(text: str, path: Path, key: str) -> str:
    """Return the file with a `[[session]]` for the session or file that this key names; add one if needed."""
    first, *others = key.split(".")
    wanted, entries = ".".join(others[:-1]), parsed(text, path).get("session", [])
    if first != "session" or not isinstance(entries, list) or any(wanted in names for names in _names_of(entries)):
        return text
    name = json.dumps(wanted, ensure_ascii=False)
    named = f"files = [{name}]" if (path.parent / wanted).is_file() else f"session = {name}"
    return _at_the_end(text, ["[[session]]", named])


def _table(document: Any, entry: tuple[str | int, ...]) -> Any:
    for step in entry:
        document = document[step] if isinstance(step, int) else document.setdefault(step, {})
    return document


def in_toml(section: type[Section], name: str, value: str) -> str:
    """Return a value as TOML for this key: unchanged, corrected, or with the quotes or brackets that it needs."""
    form = keys_with_words([section])[name]
    is_value = "\n" not in value and value.lstrip("+-") != "nan" and is_toml(f"{name} = {value}")
    given = tomllib.loads(f"{name} = {value}") if is_value else {}
    if given.keys() == {name} and isinstance(given[name], str if form == '"{}"' else list if form else object):
        return value.strip() if "#" not in value else tomlkit.item(given[name]).as_string()
    if form == '["{}"]':
        return json.dumps([word.strip() for word in value.split(",")], ensure_ascii=False)
    slip = None if form or "\n" in value else slip_in(f"{name} = {value}", {name: form})
    if slip is None or slip[0] not in _CORRECTED or "…" in str(slip[1].gaps["line"]):
        return tomlkit.item(value).as_string()
    return str(slip[1].gaps["line"]).partition("=")[2].strip()


def _ways(
    text: str, place: tuple[str | int, ...], line: str, *, is_given: bool, more: list[Any] | None
) -> Iterator[str]:
    """Yield versions of the text with the line, or `more` entries of its list, added, the best first.

    A version may change other keys by mistake.
    """
    section, name = _dotted(place[:-1]), place[-1]
    end = "\r" if "\r\n" in text else ""
    lines = (text if text.endswith("\n") else f"{text}{end}\n").split("\n")
    if not is_given and (not section or section in Lines(text).sections):
        yield "\n".join(_with_line(lines, section, line, end))
    elif not is_given:
        off = re.compile(rf"#[# \t]*(\[{re.escape(section)}\].*)")
        for number, heading in enumerate(lines):
            if found := off.fullmatch(heading):
                yield "\n".join(_with_line([*lines[:number], found[1], *lines[number + 1 :]], section, line, end))
        above = f"{text.rstrip()}{end}\n{end}\n" if text.strip() else ""
        yield f"{above}[{section}]{end}\n{line}{end}\n"
    document = tomlkit.parse(text)
    if more is None:
        _table(document, place[:-1])[name] = tomlkit.value(line.partition(" = ")[2])
    else:
        _table(document, place[:-1])[name].extend(more)
    yield tomlkit.dumps(document)


def _dotted(place: tuple[str | int, ...]) -> str:
    """Return a path as a key such as `season.1.end`. Entries of lists are counted from 1."""
    return ".".join(str(step + 1 if isinstance(step, int) else step) for step in place)


def _with_line(lines: list[str], section: str, line: str, end: str) -> list[str]:
    """Add a line to a section: in place of the same key in a comment, or else after the section's last key."""
    own = [number for number, one in enumerate(Lines("\n".join(lines)).sections) if one == section]
    remark = re.compile(rf"#[# \t]*{re.escape(line.partition(' ')[0])}\s*=[^#\r]*?(\s*#[^\r]*)?\r?")
    for number in own:
        if found := remark.fullmatch(lines[number]):
            return [*lines[:number], f"{line}{found[1] or ''}{end}", *lines[number + 1 :]]
    last = max((number for number in own if not re.match(r"\s*(#|$)", lines[number])), default=-1)
    return [*lines[: last + 1], f"{line}{end}", *lines[last + 1 :]]


def without(text: str, path: Path, key: str) -> str:
    """Return the text of a settings file without a key, which then has its usual value.

    UnusableError: the key is not known, or something else in the file is wrong.
    """
    _section_of(key)
    document, name = tomlkit.parse(text), key.rpartition(".")[2]
    entry = _entry(parsed(text, path), key)
    if name not in _table(parsed(text, path), entry):
        return text
    del _table(document, entry)[name]
    new = tomlkit.dumps(document)
    _refuse(new, path, key, "", (*entry, name))
    return new


def _refuse(text: str, path: Path, key: str, value: str, place: tuple[str | int, ...] = ()) -> None:
    try:
        problems = (club_settings_in if path.name == CLUB_SETTINGS else settings_in)(text, path).set_aside
    except SettingsError as wrong:
        problems = wrong.problems
    own = [one for one in problems if place and f"{one.key}.".startswith(f"{_dotted(place)}.")]
    if own:
        sentence = gettext_noop("{key} = {value}: {fault}; {path} was not changed")
        raise UnusableError(
            sentence, key=key, value=value, fault="; ".join(said(one._asdict()) for one in own), path=path
        )
    if problems:
        form = gettext_noop("{path} was not changed, because something else in it is wrong: {faults}")
        raise UnusableError(form, path=path, faults=SettingsError(path, list(problems)))
