"""Common slips in handwritten TOML: `slips.csv` has patterns of wrong lines, and what to write instead."""

import csv
import datetime as dt
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from pipelines.words.lists import texts
from transforms.tables.finding_words import FALSE_WORDS, TRUE_WORDS
from transforms.tables.messages import LANGUAGES, Message

LISTED = ("season", "session", "person")
"""Sections that may occur several times, with headings in double brackets."""
HEADINGS = (
    *("scoring", "event", "ranking", "championship", "handicap", "strength"),
    *("awards", "rating", "movement", "page"),
)
"""Sections that occur once."""
_LONGEST = 300
"""The longest line that is searched for slips: the time for some patterns grows faster than the length."""
MOST_PARTS = 50
"""The maximum number of parts of a key. Known keys have at most four."""
_MANY_PARTS = re.compile(rf"(?:[\w\"'-][^.,=#\n]{{0,60}}\.\s*){{{MOST_PARTS}}}")
_DATE = r"(?:\b(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})\b)"
_DAY_IN_WORDS = (
    r"(?:(?:\d{1,2}(?:er|st|nd|rd|th|e|\.)?\s+(?:of\s+)?[^\W\d]{3,10}\.?"
    r"|[^\W\d]{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?)\s+\d{4})"
)
_FRAGMENTS = {
    "<KEY>": r"(?P<key>[^=\[]+?)\s*=\s*",
    "<VALUE>": r"""(?P<value>"[^"]*"|true|false|[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d|\[[^\[\]]*\])""",
    "<WORDS>": r"(?P<words>\w(?:[\w .&'-]*[\w.&'-])?)",
    "<TRUE>": "|".join(word for word in (*TRUE_WORDS, "on") if len(word) > 1),
    "<FALSE>": "|".join(word for word in (*FALSE_WORDS, "off") if len(word) > 1),
    "<DATE>": _DATE,
    "<DAY IN WORDS>": _DAY_IN_WORDS,
}
_SENTENCES = texts("slip")
_CURLY = "“”„‘’"
with Path(__file__).with_name("slips.csv").open(encoding="utf-8", newline="") as _table:
    _SLIPS = [tuple(row.values()) for row in csv.DictReader(_table)]
"""The known slips, the likeliest first: a code, a pattern of the line without its comment, `part`, and `instead`.

Without a `part`, `instead` is the corrected line, with the groups of the pattern; otherwise it replaces each `part`."""
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
    for code, form, part, instead in _SLIPS if len(line) <= _LONGEST else ():
        if found := _pattern(form, keys).fullmatch(line):
            written = re.sub(part, instead, found["line"]) if part else _instead(found, instead)
            written = written.lower() if code.startswith("heading/") else written
            if written and not is_toml(written.replace("…", "0")):
                written = _slip(written, keys)[1] if written != line else ""
            if written:
                return code, written
    return "", ""


@cache
def _pattern(form: str, keys: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """Compile the pattern of a wrong line. Texts between < and > stand for keys or fragments; a comment may follow."""
    for gap, fragment in _FRAGMENTS.items():
        form = form.replace(gap, fragment)
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


def _instead(found: re.Match[str], instead: str) -> str:
    """Return the line to write; "" if its date is already right, or is not a day."""
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
    from babel.dates import get_month_names  # imported here, because only days in words need it

    names = [get_month_names(width, locale=one) for width in ("wide", "abbreviated") for one in LANGUAGES]
    return {name.casefold().rstrip("."): number for each in names for number, name in each.items()}
