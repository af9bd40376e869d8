"""Options whose hyphens Word or a mail made long: `–format` for `--format`."""

import re
from collections.abc import Iterable

_LONG = "‐‑‒–—―−"
_OPTION = re.compile(rf"-?[{_LONG}][-{_LONG}]*(?P<name>[A-Za-z][\w-]*)(?P<value>=.*)?", re.DOTALL)


def with_long_dash(words: Iterable[str]) -> tuple[str, str] | None:
    """The first of some words that is meant as an option and begins with a long dash, and how it is typed."""
    for word in words:
        if word == "--":
            return None
        if found := _OPTION.fullmatch(word):
            name = found["name"]
            return word, f"{'-' if len(name) == 1 else '--'}{name}{found['value'] or ''}"
    return None
