"""Mistakes that users make: what was done, in words, how, and the command that then says something of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

Prepare = Callable[[pytest.MonkeyPatch], None]
"""Makes the mistake in the working folder, which holds what `here` of `folder.py` puts there."""


class Mistake(NamedTuple):
    """What was done, in words; what that leaves; and the command that is typed."""

    done: str
    typed: str
    prepare: Prepare
    of: str
    """The module in which it is listed."""


LISTED: list[Mistake] = []
"""All of them, in the order of the page."""


def mistake(done: str, typed: str) -> Callable[[Prepare], Prepare]:
    """List a mistake; the function that is decorated makes it."""

    def listed(prepare: Prepare) -> Prepare:
        LISTED.append(Mistake(done, typed, prepare, prepare.__module__))
        return prepare

    return listed


def put(name: str, content: str | bytes) -> Path:
    """Write a file in the working folder, in folders that are made for it."""
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def replaced(name: str, before: str, after: str) -> None:
    """Change a text that stands in a file."""
    file = Path(name)
    text = file.read_text(encoding="utf-8")
    assert before in text, f"{name}: {before} is not there"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
