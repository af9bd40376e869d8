"""Values as text to read, safe to print whatever a file holds."""

from collections.abc import Mapping
from typing import Any

from transforms.arithmetic import as_text


def plain(words: str) -> str:
    """The words on one line, without what cannot be seen: control characters, marks that turn or hide what follows."""
    return "".join(_seen(letter) for letter in words)


def _seen(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


def shown(value: object, decimals: int = 2) -> str:
    """Nothing for null; a number to so many decimals, halves away from zero."""
    if value is None:
        return ""
    if isinstance(value, float):
        return as_text.in_decimals(value, decimals)
    return str(value)


def short(value: float | None) -> str:
    """Nothing for null; a number with as few decimals as say it, two at most: `12`, `0.5`, `11.83`."""
    return "" if value is None else as_text.short(value)


def finding_in_words(finding: Mapping[str, Any]) -> str:
    """A row of `raw.findings`: where (`club/competition/file:line`), the field with its value if any, the message."""
    path = "/".join(part for part in (finding["club"], finding["competition"], finding["file_id"]) if part)
    place = path if finding["line_no"] is None else f"{path}:{finding['line_no']}"
    value = "" if finding["value"] is None else f" = {finding['value']!r}"
    what = "" if finding["field"] is None else f"{finding['field']}{value}: "
    return f"{place}: {what}{finding['message']}"


def with_typed_minus(words: str) -> str:
    """A minus as it is typed, which a terminal can search for and a program can read."""
    return words.replace("\N{MINUS SIGN}", "-")
