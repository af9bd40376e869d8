"""Mistakes that users make: what was done, in words, how, and the command that then says something of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

FOLDER = "club/tuesday"
CHECK = f"check {FOLDER}"
Prepare = Callable[[pytest.MonkeyPatch], None]
"""Makes the mistake in the working folder, which holds what `lay_out` of `folder.py` puts there."""


class Mistake(NamedTuple):
    """What was done, in words; what that leaves; and the command that is typed."""

    done: str
    typed: str
    prepare: Prepare


class Mistakes(list[Mistake]):
    """The mistakes of a module, in the order in which they are listed."""

    def mistake(self, done: str, typed: str) -> Callable[[Prepare], Prepare]:
        """List a mistake; the function that is decorated makes it."""

        def listed(prepare: Prepare) -> Prepare:
            self.append(Mistake(done, typed, prepare))
            return prepare

        return listed

    def made(self, done: str, make: Callable[[], object], typed: str = CHECK) -> None:
        @self.mistake(done, typed)
        def without_patches(_: pytest.MonkeyPatch) -> None:
            make()

    def only_typed(self, done: str, typed: str) -> None:
        self.made(done, lambda: None, typed)

    def added(self, done: str, name: str, content: str | bytes, typed: str = CHECK) -> None:
        """List a mistake that is a file in the folder of the competition, or other content of one."""
        self.made(done, lambda: put(f"{FOLDER}/{name}", content), typed)

    def changed(self, done: str, name: str, before: str, after: str, typed: str = CHECK) -> None:
        """List a mistake that is another text in a file in that folder."""
        self.made(done, lambda: replaced(f"{FOLDER}/{name}", before, after), typed)


def put(name: str, content: str | bytes) -> Path:
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def replaced(name: str, before: str, after: str) -> None:
    file = Path(name)
    text = file.read_text(encoding="utf-8")
    assert before in text, f"{name}: {before} is not there"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
