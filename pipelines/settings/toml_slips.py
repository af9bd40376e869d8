"""Common slips in handwritten TOML, as data: patterns of wrong lines, and what to write instead."""

import datetime as dt
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from pipelines.words.lists import texts
from transforms.tables.finding_words import FALSE_WORDS, TRUE_WORDS
from transforms.tables.messages import LANGUAGES, Message

LISTED = ("season", "session")
"""Sections that may occur several times, with headings in double brackets."""
HEADINGS = ("scoring", "event", "ranking", "championship", "awards", "rating", "movement", "page")
"""Sections that occur once."""
_LONGEST = 300
"""The most letters of a line to search for slips, because the time for some patterns grows faster than the length."""
MOST_PARTS = 50
"""The maximum number of parts of a key. Known keys have at most four."""
_MANY_PARTS = re.compile(rf"(?:[\w\"'-][^.,=#\n]{{0,60}}\.\s*){{{MOST_PARTS}}}")
_DATE = r"(?:\b(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})\b)"
_DAY_IN_WORDS = (
    r"(?:(?:\d{1,2}(?:er|st|nd|rd|th|e|\.)?\s+(?:of\s+)?[^\W\d]{3,10}\.?"
    r"|[^\W\d]{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?)\s+\d{4})"
)
_CURLY = "“”„‘’"
_CLOSED = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'')


def has_many_parts(line: str) -> bool:
    """Return whether a key in this line has so many parts that parsing would take minutes."""
    return _MANY_PARTS.search(line) is not None


def is_toml(line: str) -> bool:
    """Return whether a line is valid TOML. A carriage return at its end, as in Windows files, is ignored."""
    try:
        return not has_many_parts(line) and tomllib.loads(line.removesuffix("\r")) is not None
    except (ValueError, RecursionError):
        return False


def slip_in(line: str, keys: Mapping[str, str]) -> tuple[str, Message] | None:
    """Return the code and the message of the likeliest slip in a line that is not TOML, or None if no slip fits.

    The line has no blanks around it. `keys` are as for `parsed`.
    """
    code, instead = _slip(line, tuple(keys.items()))
    return (code, Message(_SENTENCES[code], line=instead)) if code else None


def _slip(line: str, keys: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """Return the code of a slip, and the line with all its slips corrected; ("", "") if no slip fits."""
    straight = re.sub(f"[{_CURLY}]", '"', line)
    if {*_CURLY} & {*_CLOSED.sub("", line).partition("#")[0]} and is_toml(straight):
        return "quotes/curly", straight
    for code, form, instead in _SLIPS if len(line) <= _LONGEST else ():
        if found := _pattern(form, keys).fullmatch(line):
            written = _instead(found, instead).lower() if code.startswith("heading/") else _instead(found, instead)
            if written and not is_toml(written.replace("…", "0")):
                written = _slip(written, keys)[1] if written != line else ""
            if written:
                return code, written
    return "", ""


@cache
def _pattern(form: str, keys: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """Compile the pattern of a wrong line. Texts between < and > stand for keys of the file; a comment may follow."""
    names = {
        "<key of a list>": [name for name, words in keys if words == '["{}"]'],
        "<key of words>": [name for name, words in keys if words],
        "<other key>": [name for name, words in keys if not words],
        "<any key>": [name for name, _ in keys],
        "<key, no section>": [name for name, _ in keys if name not in (*LISTED, *HEADINGS)],
        "<section>": [name for name, _ in keys if name in HEADINGS],
        "<listed section>": [name for name, _ in keys if name in LISTED],
    }
    for gap, known in names.items():
        form = form.replace(gap, f"(?:{'|'.join(known)})" if known else "(?!)")
    return re.compile(rf"(?P<line>{form})(?:\s*#.*)?")


def _instead(found: re.Match[str], instead: str | tuple[str, str]) -> str:
    """Return the line to write; "" if its date is already right, or is not a day."""
    if isinstance(instead, tuple):
        return re.sub(*instead, found["line"])
    parts = found.groupdict("")
    if date := parts.get("date", ""):
        parts["day"] = date_of(date) or ""
    if "{last_day}" in instead:
        year, month, _ = _numbers(date)
        parts["last_day"] = _first_day(year, *((month, day) for day in (31, 30, 29, 28))) or "2016-08-01"
    return "" if "{day}" in instead and parts["day"] in ("", date) else instead.format(**parts)


def date_of(text: str) -> str | None:
    """Return a date as TOML writes it: `2016-08-01` for `1-8-2016`, `2016.8.1` or `1 August 2016`, else None."""
    text = text.strip()
    if re.fullmatch(_DATE, text, re.ASCII):
        year, month, day = _numbers(text)
        return _first_day(year, (month, day), (day, month))
    if not re.fullmatch(_DAY_IN_WORDS, text):
        return None
    day, year = map(int, re.findall(r"\d+", text))
    months = (_months().get(word) for word in re.findall(r"[^\W\d]+", text.casefold()))
    return _first_day(year, *((month, day) for month in months if month))


def _numbers(date: str) -> tuple[int, int, int]:
    first, second, third = map(int, re.split("[-/.]", date))
    return (first, second, third) if re.match(r"\d{4}", date) else (third, second, first)


def _first_day(year: int, *days: tuple[int, int]) -> str | None:
    for month, day in days:
        with suppress(ValueError):
            return dt.date(year, month, day).isoformat()
    return None


@cache
def _months() -> dict[str, int]:
    from babel.dates import get_month_names  # needed only if somebody writes a day in words

    names = [get_month_names(width, locale=one) for width in ("wide", "abbreviated") for one in LANGUAGES]
    return {name.casefold().rstrip("."): number for each in names for number, name in each.items()}


_SENTENCES = texts("slip")

_KEY = r"(?P<key>[^=\[]+?)\s*=\s*"
_VALUE = r"""(?P<value>"[^"]*"|true|false|[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d|\[[^\[\]]*\])"""
_WORDS = r"(?P<words>\w(?:[\w .&'-]*[\w.&'-])?)"
_TRUE, _FALSE = (
    "|".join(word for word in words if len(word) > 1) for words in ((*TRUE_WORDS, "on"), (*FALSE_WORDS, "off"))
)
_ONE_OF_A_LIST = r"(?<=[\[,])(\s*)([^\s\"'\[\],](?:[^\"'\[\],]*[^\s\"'\[\],])?)(?=\s*[,\]])"
_HEADINGS = (
    (r"\[*\s*(?P<name>(?i:season))\s*\.\s*(?P<below>(?i:<section>)(?:\.\w+)?)", "[{name}.{below}]"),
    (r"\[+\s*(?P<name>(?i:season|session))s?(?:[\s.]*\d+)?", "[[{name}]]"),
    (r"\[+\s*(?P<name>[\w-]+)[\s.]+(?P<below>[\w-]+)", "[{name}.{below}]"),
    (r"\[+\s*(?P<name>[\w-]+)", "[{name}]"),
)
_SLIPS: tuple[tuple[str, str, str | tuple[str, str]], ...] = (
    *(("heading/alone", rf"{form}\s*\]\]?\s*[^\s#\]].*", instead) for form, instead in _HEADINGS),
    *(("heading/form", rf"{form}[\[\]\s]*", instead) for form, instead in _HEADINGS),
    ("quotes/none", rf"{_KEY}\[[^\[\]]*\]", (_ONE_OF_A_LIST, r'\1"\2"')),
    ("value/date", rf"(?!<key of words>\s*=){_KEY}[^\"'#]*?(?P<date>{_DATE}|{_DAY_IN_WORDS}).*", "{key} = {day}"),
    ("value/no_day", rf"(?!<key of words>\s*=){_KEY}(?P<date>{_DATE})", "{key} = {last_day}"),
    ("line/equals", rf"(?P<key>[\w.-]+)(?:\s*:\s*|\s+){_VALUE}", "{key} = {value}"),
    ("line/equals", rf"(?P<key><any key>)\s*:\s*(?P<more>(?:{_VALUE}\s|{_DAY_IN_WORDS}).*)", "{key} = {more}"),
    (
        "line/remark",
        r"(?!<key of words>\s*[A-Z:]|<any key>\s*:.*[^\w .&'-])(?=(\S+\s+){3})[^\s\[=:][^=]*",
        "# {line}",
    ),
    ("heading/form", r"(?P<name>(?i:<listed section>))(?:\.[\w. -]*)?", "[[{name}]]"),
    ("heading/form", r"(?P<name>(?i:<section>)(?:\.[\w -]*\w)?)\s*:?[ .]*", "[{name}]"),
    ("line/equals", r"(?P<key>[^\s\[=:][^=:]*?)\s*:\s*(?P<value>[^=]+)", "{key} = {value}"),
    ("line/equals", rf"(?P<key><key, no section>)\s+{_WORDS}", "{key} = {words}"),
    ("line/equals", r"(?P<key>[\w. -]*[\w-])\s*:?", "{key} = …"),
    ("line/equals", r"(?P<key>[^=\[]+?)\s*=(?:\s*=)+\s*(?P<value>.+)", "{key} = {value}"),
    (
        "line/two_keys",
        rf"(?:{_KEY}{_VALUE}|[^=\[]*\])[\s,]*(?:(?:[^\W\d]+\s+){{0,2}}(?=<any key>\s*=))?(?P<more>[\w.-]+\s*=.*)",
        "{more}",
    ),
    ("line/remark_behind", rf"{_KEY}{_VALUE}\s+(?P<words>[^\W\d][^\"'\[]*)", "{key} = {value}   # {words}"),
    ("value/backslash", rf"{_KEY}.*\\.*", (r"\\", "/")),
    ("value/share", rf"{_KEY}(?P<share>\d+(?:\.\d+)?)\s*%", '{key} = "{share}%"'),
    ("value/comma", rf"{_KEY}(?P<whole>[-+]?\d+),(?P<decimals>\d+(?:\s*%)?)", "{key} = {whole}.{decimals}"),
    ("value/true_false", rf"{_KEY}(?i:{_TRUE})", "{key} = true"),
    ("value/true_false", rf"{_KEY}(?i:{_FALSE})", "{key} = false"),
    ("quotes/none", rf"(?P<key>(?:[\w.-]*\.)?<key of a list>)\s*=\s*(?!none){_WORDS}", '{key} = ["{words}"]'),
    ("quotes/none", rf"(?!(?:[\w.-]*\.)?<other key>\s*=(?!\s*none)){_KEY}{_WORDS}", '{key} = "{words}"'),
    ("quotes/none", rf"{_KEY}(?!\d){_WORDS}", "{key} = …"),
    ("quotes/none", rf"{_KEY}(?P<words>#[0-9a-fA-F]{{3,8}})", '{key} = "{words}"'),
    ("quotes/none", rf"{_KEY}'(?P<words>(?:[^\"'#]*\w'\w)+[^\"'#]*)'", '{key} = "{words}"'),
    ("quotes/open", rf"{_KEY}(?=[^\"'#]*[\"'])[\"']?(?P<words>[^\"']*)[\"']?", '{key} = "{words}"'),
    ("value/no_list", rf'{_KEY}(?P<words>"[^"]*"(?:\s*,\s*"[^"]*")+)', "{key} = [{words}]"),
    ("quotes/within", rf'{_KEY}"(?P<words>[^"]+"[^"]+"[^#]*)"', "{key} = '{words}'"),
    ("line/no_value", _KEY, "{key} = …"),
)
"""The known slips, the likeliest first: a code, a pattern of the line without its comment, and the line to write.

The line to write is a text with the groups of the pattern, or the pattern and replacement for `re.sub`."""
