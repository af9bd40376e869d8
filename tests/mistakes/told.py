"""Mistakes that users make: what was done, in words, how, and the command that then says something of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

FOLDER = "club/tuesday"
CHECK = f"check {FOLDER}"
Prepare = Callable[[pytest.MonkeyPatch], object]
"""Makes the mistake in the working folder, which holds what `here` of `folder.py` puts there."""


class Mistake(NamedTuple):
    """What was done, in words; what that leaves; and the command that is typed."""

    done: str
    typed: str
    prepare: Prepare


def _doing(act: Callable[..., object], *words: object) -> Prepare:
    def prepare(_: pytest.MonkeyPatch) -> object:
        return act(*words)

    return prepare


class Mistakes(list[Mistake]):
    """The mistakes of a module, in the order in which they are listed."""

    def mistake(self, done: str, typed: str) -> Callable[[Prepare], Prepare]:
        """List a mistake; the function that is decorated makes it."""

        def listed(prepare: Prepare) -> Prepare:
            self.append(Mistake(done, typed, prepare))
            return prepare

        return listed

    def only_typed(self, done: str, typed: str) -> None:
        """List a mistake that is in the command alone."""
        self.append(Mistake(done, typed, _doing(list)))

    def added(self, done: str, name: str, content: str | bytes, typed: str = CHECK) -> None:
        """List a mistake that is a file in the folder of the competition, or other content of one."""
        self.append(Mistake(done, typed, _doing(put, f"{FOLDER}/{name}", content)))

    def changed(self, done: str, name: str, before: str, after: str, typed: str = CHECK) -> None:
        """List a mistake that is another text in a file in that folder."""
        self.append(Mistake(done, typed, _doing(replaced, f"{FOLDER}/{name}", before, after)))


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
