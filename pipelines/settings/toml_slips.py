"""Common slips in lines of TOML that are written by hand, as data: what a line looks like, and what was meant."""

import datetime as dt
import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from contextlib import suppress

from pipelines.settings.toml_lines import is_toml
from transforms.tables.finding_words import FALSE_WORDS, TRUE_WORDS
from transforms.tables.messages import Message, gettext_noop

LISTED = ("season", "session")
"""Sections of which there are several, each in two brackets."""
HEADINGS = ("scoring", "ranking", "championship", "awards", "rating", "movement", "page")
"""Those of which there is one."""
_LONGEST = 300
"""Letters of a line in which slips are looked for: some patterns take time that grows faster than a line."""
_TRUE, _FALSE = ({word for word in words if len(word) > 1} for words in ((*TRUE_WORDS, "on"), (*FALSE_WORDS, "off")))
_DATE = re.compile(r"\b(?:(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))\b", re.ASCII)
_NAMES_OF_MONTHS = (
    "jan janv january januari janvier januar",
    "feb febr fév févr fev fevr february februari février fevrier februar",
    "mar mrt march maart mars",
    "apr avr april avril",
    "may mei mai",
    "jun june juni juin",
    "jul juil july juli juillet",
    "aug août aout august augustus",
    "sep sept september septembre",
    "oct okt october oktober octobre",
    "nov november novembre",
    "dec déc des december décembre decembre desember",
)
"""In whole and short, in the languages that are spoken here: of a beginning, `mardi 3` would be a day of March."""
_MONTHS = {name: number for number, names in enumerate(_NAMES_OF_MONTHS, 1) for name in names.split()}
_DAY_IN_WORDS = re.compile(
    r"(?:(?P<day>\d{1,2})(?:er|st|nd|rd|th|e|\.)?\s+(?:of\s+)?(?P<month>[^\W\d]{3,10})\.?"
    r"|(?P<month_first>[^\W\d]{3,10})\.?\s+(?P<day_behind>\d{1,2})(?:st|nd|rd|th)?,?)\s+(?P<year>\d{4})"
)
_FEW_WORDS = 3
_CURLY = "“”„‘’"
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*+(?:"|$)|\'[^\'\n]*+(?:\'|$)')
_CLOSED = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'')
_KEY = r"(?P<key>[^=\[]+?)\s*=\s*"
_VALUE = r"""(?:"[^"]*"|true|false|[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d|\[[^\[\]]*\])"""
_WORDS = r"\w[\w .&'-]*"
_HEADING = r"(?P<open>\[\[?)[ \t]*(?P<name>[\w.-]+(?:[ \t]+[\w.-]+)*)[ \t]*"

_BETWEEN = r"(?P<between>(?:[^\W\d]+\s+){0,2})"

_Meant = Callable[[re.Match[str], Mapping[str, str]], str | None]
"""The line that was meant, or None where it is no such slip after all; otherwise a text with the groups of the line.

The mapping is that of `meant_in`.
"""


def meant_in(line: str, keys: Mapping[str, str]) -> tuple[str, Message] | None:
    """The code of the likeliest slip in a line that is no TOML, and what is said of it; None where none is known.

    Args:
        line: without blanks around it.
        keys: that may stand in the file, each with how words stand there (`keys_with_words`).
    """
    code, meant = _slip(line, keys)
    return (code, Message(_SENTENCES[code], meant=meant)) if code else None


def _slip(line: str, keys: Mapping[str, str]) -> tuple[str, str]:
    """The code of a slip, and the line without it and those that it has besides; twice "" where none is known."""
    straight = re.sub(f"[{_CURLY}]", '"', line)
    if {*_CURLY} & {*_CLOSED.sub("", line).partition("#")[0]} and is_toml(straight):
        return "quotes/curly", straight
    for code, form, meant in _SLIPS if len(line) <= _LONGEST else ():
        if found := re.fullmatch(rf"{form}(?:\s*#.*)?", line):
            written = meant.format(**found.groupdict()) if isinstance(meant, str) else meant(found, keys)
            if written and not is_toml(written.replace("…", "0")):
                written = _slip(written, keys)[1] if written != line else ""
            if written:
                return code, written
    return "", ""


def date_of(text: str) -> str | None:
    """A date as people write it, as it is written here: `1-8-2016`, `01/08/2016`, `2016.8.1` are all `2016-08-01`."""
    found = _DATE.fullmatch(text.strip())
    return None if found is None else _iso(found)


def _iso(found: re.Match[str]) -> str | None:
    day, month, year = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
    for one, other in ((month, day), (day, month)):
        with suppress(ValueError):
            return dt.date(int(year), int(one), int(other)).isoformat()
    return None


def _day_in_words(text: str) -> str | None:
    """The day that a text says, as `9 September 2025`."""
    if (found := _DAY_IN_WORDS.fullmatch(text.strip())) is None:
        return None
    month = _MONTHS.get((found["month"] or found["month_first"]).casefold(), 0)
    with suppress(ValueError):
        return dt.date(int(found["year"]), month, int(found["day"] or found["day_behind"])).isoformat()
    return None


def _outside_quotes(text: str) -> str:
    return _QUOTED.sub("", text).partition("#")[0].strip()


def _date(found: re.Match[str], keys: Mapping[str, str]) -> str | None:
    if date := _DATE.search(_outside_quotes(found["value"])):
        day = _iso(date) if _iso(date) != date[0] else None
    else:
        day = None if keys.get(found["key"]) else _day_in_words(found["value"])
    return day and f"{found['key']} = {day}"


def _last_of_month(found: re.Match[str], _: Mapping[str, str]) -> str | None:
    """The last day of the month in which a day was meant that there is not."""
    if (date := _DATE.search(_outside_quotes(found["value"]))) is None or _iso(date):
        return None
    year, month = map(int, (date[3], date[2]) if date[1] else (date[4], date[5]))
    with suppress(ValueError):  # no such month or year
        return f"{found['key']} = {dt.date(year, month, monthrange(year, month)[1])}"
    return f"{found['key']} = 2016-08-01"


def _names_quoted(found: re.Match[str], _: Mapping[str, str]) -> str | None:
    names = [name.strip() for name in found["names"].split(",") if name.strip()]
    if not all(re.fullmatch("\"[^\"]*\"|'[^']*'|[^\"']*", name) for name in names):
        return None
    quoted = ", ".join(name if name[0] in "\"'" else f'"{name}"' for name in names)
    return f"{found['key']} = [{quoted}]"


def _quoted(found: re.Match[str], keys: Mapping[str, str]) -> str | None:
    words, form = found["words"].strip(), keys.get(found["key"].rpartition(".")[2])
    form = '"{}"' if form is None or words == "none" else form
    return f"{found['key']} = {form.format(words) or '…'}" if form or not words[0].isdigit() else None


def _words_of_a_key(found: re.Match[str], keys: Mapping[str, str]) -> str | None:
    key, words = found["key"], found["words"]
    if key not in keys or key in (*LISTED, *HEADINGS):
        return None
    return _quoted(found, keys) if keys[key] else f"{key} = {words}"


def _true_or_false(found: re.Match[str], _: Mapping[str, str]) -> str | None:
    word = found["value"].lower()
    return f"{found['key']} = {'true' if word in _TRUE else 'false'}" if word in _TRUE | _FALSE else None


def _heading(found: re.Match[str], _: Mapping[str, str]) -> str:
    name = re.sub(r"[ \t.]+", ".", found["name"])
    of_list = next((one for one in LISTED if name.lower() in (one, f"{one}s")), None)
    return f"[[{of_list}]]" if of_list else f"[[{name}]]" if found["open"] == "[[" else f"[{name}]"


def _bare_heading(found: re.Match[str], keys: Mapping[str, str]) -> str | None:
    name, colon, _ = found[0].lower().partition(":")
    first = name.partition(".")[0].strip()
    if first not in keys or first not in (HEADINGS if colon else (*LISTED, *HEADINGS)):
        return None
    return f"[[{first}]]" if first in LISTED else f"[{name.rstrip(' .')}]"


def _remark(found: re.Match[str], keys: Mapping[str, str]) -> str | None:
    value, form = found["value"] or "", keys.get(found["key"])
    is_key = value and form is not None and (form or _day_in_words(value) or not re.fullmatch(_WORDS, value))
    return None if is_key or len(found[0].split()) <= _FEW_WORDS else f"# {found[0]}"


def _next_key(found: re.Match[str], keys: Mapping[str, str]) -> str | None:
    return None if found["between"] and found["name"] not in keys else found["more"]


_SENTENCES = {
    "heading/alone": gettext_noop(
        "a heading stands alone on its line: write {meant}, and what is behind it on the lines below"
    ),
    "heading/form": gettext_noop("write the heading as {meant}"),
    "quotes/curly": gettext_noop("write straight quotes: {meant}"),
    "quotes/none": gettext_noop("write words between quotes: {meant}"),
    "value/date": gettext_noop("write dates as {meant}"),
    "value/no_day": gettext_noop("there is no such day: write another, as {meant}"),
    "line/remark": gettext_noop("put a # before it, if it is a remark: {meant}"),
    "line/equals": gettext_noop("write a key and its value: {meant}"),
    "line/two_keys": gettext_noop("write each key on a line of its own: {meant}"),
    "line/remark_behind": gettext_noop("put a # before a remark: {meant}"),
    "value/backslash": gettext_noop("write / in place of \\: {meant}"),
    "value/share": gettext_noop("write {meant}, in quotes"),
    "value/comma": gettext_noop("write a point in numbers: {meant}"),
    "value/true_false": gettext_noop("write {meant}"),
    "quotes/open": gettext_noop("the quotes are not closed: write {meant}"),
    "value/no_list": gettext_noop("write a list, between [ and ]: {meant}"),
    "quotes/within": gettext_noop("quotes end at the next quote: write the words between single ones, {meant}"),
    "line/no_value": gettext_noop("nothing stands behind the =: write a value there, {meant}, or take the line away"),
}
_SLIPS: tuple[tuple[str, str, str | _Meant], ...] = (
    ("heading/alone", rf"{_HEADING}\]\]?\s*[^\s#\]].*", _heading),
    ("heading/form", rf"{_HEADING}[\[\] \t]*", _heading),
    ("quotes/none", rf"{_KEY}\[(?P<names>[^\[\]]*)\]", _names_quoted),
    ("value/date", rf"{_KEY}(?P<value>.*)", _date),
    ("value/no_day", rf"{_KEY}(?P<value>.*)", _last_of_month),
    ("line/remark", r"(?P<key>[^\s\[=:][^=:]*?)\s*(?::\s*(?P<value>[^=]*))?", _remark),
    ("heading/form", r"[\w. -]*\w\s*:?[ .]*", _bare_heading),
    ("line/equals", r"(?P<key>[^\s\[=:][^=:]*?)\s*:\s*(?P<value>[^=]+)", "{key} = {value}"),
    ("line/equals", rf"(?P<key>[\w.-]+)\s+(?P<value>{_VALUE})", "{key} = {value}"),
    ("line/equals", rf"(?P<key>[\w.-]+)\s+(?P<words>{_WORDS})", _words_of_a_key),
    ("line/equals", r"(?P<key>[\w. -]*[\w-])\s*:?", "{key} = …"),
    ("line/two_keys", rf"(?:{_KEY}{_VALUE}|[^=\[]*\])[\s,]*{_BETWEEN}(?P<more>(?P<name>[\w.-]+)\s*=.*)", _next_key),
    ("line/remark_behind", rf"{_KEY}(?P<value>{_VALUE})\s+(?P<words>[^\W\d][^\"'\[]*)", "{key} = {value}   # {words}"),
    ("value/backslash", rf"{_KEY}.*\\.*", lambda found, _: found[0].replace("\\", "/")),
    ("value/share", rf"{_KEY}(?P<share>\d+(?:\.\d+)?)\s*%", '{key} = "{share}%"'),
    ("value/comma", rf"{_KEY}(?P<whole>[-+]?\d+),(?P<decimals>\d+\s*%?)", "{key} = {whole}.{decimals}"),
    ("value/true_false", rf"{_KEY}(?P<value>\w+)", _true_or_false),
    ("quotes/none", rf"{_KEY}(?P<words>{_WORDS}|#[0-9a-fA-F]{{3,8}})", _quoted),
    ("quotes/none", rf"{_KEY}'(?P<words>(?:[^\"'#]*\w'\w)+[^\"'#]*)'", '{key} = "{words}"'),
    ("quotes/open", rf"{_KEY}(?=[^\"'#]*[\"'])[\"']?(?P<words>[^\"']*)[\"']?", '{key} = "{words}"'),
    ("value/no_list", rf'{_KEY}(?P<words>"[^"]*"(?:\s*,\s*"[^"]*")+)', "{key} = [{words}]"),
    ("quotes/within", rf'{_KEY}"(?P<words>[^"]+"[^"]+"[^#]*)"', "{key} = '{words}'"),
    ("line/no_value", _KEY, "{key} = …"),
)
"""Code, what the line looks like apart from a remark behind it, and what was meant; the likeliest first."""
