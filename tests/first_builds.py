"""The first build of the same files is made once: tests that begin with one get what it left, and go on from there.

A build knows where its pages are, and elsewhere draws them anew: so all tests build at one place, emptied for each.
"""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipelines.building.groups import BUDGET
from pipelines.cli.build import build
from pipelines.machine.paths import Paths


class FirstBuilds:
    """A place to build at, and what first builds left there.

    Args:
        here: the folder of the place; nothing else may be in it.
        kept: a folder for copies of it.
        paths: landing folder, warehouse and reports, all of them in `here`.
    """

    def __init__(self, here: Path, kept: Path, paths: Paths) -> None:
        self._here, self._kept, self.paths = here, kept, paths

    def emptied(self) -> Paths:
        """The place, without anything in it."""
        shutil.rmtree(self._here, ignore_errors=True)
        self._here.mkdir()
        return self.paths

    def build(self, memory: int = BUDGET) -> None:
        """Build what is in the landing folder for the first time, or put back what was built of the same before."""
        there = [path.name for path in self._here.iterdir()]
        assert there == [self.paths.landing.name], f"a first build begins with the landing folder alone, not {there}"
        kept = self._kept / digest_of(self.paths.landing, memory)
        if kept.exists():
            self.emptied()
            shutil.copytree(kept, self._here, dirs_exist_ok=True)
        else:
            build(self.paths, memory=memory)
            shutil.copytree(self._here, kept)


@contextmanager
def without_pages() -> Iterator[None]:
    """Nothing of clubs is drawn: for tests that look at tables alone. Their pages stay as they were."""

    def nothing(*_: object, **__: object) -> None: ...

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipelines.building.drawing.draw_pages", nothing)
        yield


def digest_of(landing: Path, *others: object) -> str:
    """One sha256 over the files of a landing folder, and other values."""
    digest = hashlib.sha256(f"{others}".encode())
    for path in sorted(landing.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        digest.update(f"\0{path.relative_to(landing)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
