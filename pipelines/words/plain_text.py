"""Values as text for readers. Whatever characters a file contains, the text is safe to print."""

import json
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipelines.machine.paths import Paths
from pipelines.words.finding_texts import AS_IT_STANDS, said_away_from_desk, value_said
from transforms.tables.arithmetic import as_text
from transforms.tables.messages import decimal_sign, pgettext

_OF_CLUB = "../"
_LONGEST_VALUE = 200


def shown(value: object, decimals: int = 2) -> str:
    """Return a value as text in the current language, "" for null. A float has `decimals`, halves away from zero."""
    if value is None:
        return ""
    if isinstance(value, float):
        return as_text.in_decimals(value, decimals).replace(".", decimal_sign())
    return str(value)


def short(value: float | None) -> str:
    """Return a number as text with as few decimals as possible, at most two: `12`, `0.5`, `11.83`; "" for null."""
    return "" if value is None else as_text.short(value).replace(".", decimal_sign())


def typed(path: object) -> str:
    """Return a path as people type it in a command: in quotes if it contains spaces or other special characters."""
    text = str(path)
    if os.name != "nt":
        return shlex.quote(text)
    return f'"{text}"' if " " in text else text


def between_quotes(words: str) -> str:
    """Return an argument of a command in double quotes, which every shell knows, or in safer quotes if needed."""
    is_plain = os.name == "nt" or not set(words) & set('"$`\\!')
    return f'"{words}"' if is_plain else shlex.quote(words)


def finding_in_words(finding: Mapping[str, Any]) -> str:
    """Return a row of `raw.findings` as text: its place, its subject, and its message."""
    what = what_of(finding)
    return f"{place_of(finding)}: {what}{': ' if what else ''}{said_away_from_desk(finding)}"


def place_of(finding: Mapping[str, Any]) -> str:
    """Return the place of a finding: `club/competition/file:line`."""
    parts = (finding["club"], finding["competition"], finding["file_id"])
    if finding["competition"] and (finding["file_id"] or "").startswith(_OF_CLUB):
        parts = (finding["club"], None, finding["file_id"].removeprefix(_OF_CLUB))
    path = "/".join(filter(None, parts))
    return path if finding["line_no"] is None else f"{path}:{finding['line_no']}"


def what_of(finding: Mapping[str, Any]) -> str:
    """Return the subject of a finding: a line of settings; or `field = value` or one of the two, cut if long; or ""."""
    if line := json.loads(finding.get("arguments") or "{}").get(AS_IT_STANDS):
        return str(line)
    value = value_said(finding)
    is_long = value is not None and len(value) > _LONGEST_VALUE
    quoted = None if value is None else repr(f"{value[:_LONGEST_VALUE]}…" if is_long else value)
    return " = ".join(part for part in (finding["field"], quoted) if part is not None)


def with_typed_minus(words: str) -> str:
    """Return a text with hyphens for minus signs, so that people can search it and programs can read it."""
    return words.replace("\N{MINUS SIGN}", "-")


def to_type(command: str, *words: object, **options: object) -> str:
    """Return a command to type, without options that are None or default: `barometer history 1 --warehouse x.db`."""
    usual = Paths.from_environment()
    left_out = {"warehouse": usual.warehouse, "reports": usual.reports}
    named = {
        name: value
        for name, value in options.items()
        if value is not None and not (name in left_out and _is_same(value, left_out[name]))
    }
    given = [f"--{name} {typed(value)}" for name, value in named.items()]
    return " ".join(["barometer", command, *map(typed, words), *given])


def folder_word() -> str:
    """Return the placeholder for a folder of the user's in printed commands: `FOLDER`."""
    return pgettext("in a command", "FOLDER")


def other_word() -> str:
    """Return the word that stands in a command for a new name of the reader's choice: `OTHER`."""
    return pgettext("in a command", "OTHER")


def _is_same(place: object, usual: object) -> bool:
    if isinstance(place, Path) and isinstance(usual, Path):
        return place.absolute() == usual.absolute()
    return str(place) == str(usual)
