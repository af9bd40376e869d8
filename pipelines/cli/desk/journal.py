"""What the desk wrote into the landing folder, so that each answer can be taken back.

Every file that the desk writes is noted with its content before. The notes are lines of JSON; a content is a file named
after its hash. Taking an answer back restores the content before, unless the file has changed since.
"""

import datetime as dt
import hashlib
from pathlib import Path

from pydantic import BaseModel

from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole


class Entry(BaseModel, frozen=True):
    """One file that the desk wrote: when, in whose words, and the hashes of its content before and after.

    A hash is None where the file did not exist. `undone` is true if the entry was taken back.
    """

    number: int
    at: dt.datetime
    said: str
    path: Path
    before: str | None
    after: str | None
    undone: bool = False

    @property
    def can_be_undone(self) -> bool:
        """Whether the file still has the content that the desk gave it."""
        return not self.undone and _hash(_content(self.path)) == self.after


class Journal:
    """The entries of one desk, in a folder next to the warehouse."""

    def __init__(self, folder: Path, landing: Path) -> None:
        self._folder, self._landing = folder, landing
        self._notes = folder / "journal.jsonl"

    def write(self, said: str, path: Path, content: bytes | None) -> None:
        """Give a file in the landing folder this content (None: remove it), and note what it had before.

        Raises:
            UnusableError: the path leads out of the landing folder, or is a link.
        """
        self._refuse_outside(path)
        before = _content(path)
        if before == content:
            return
        self._keep(before)
        number = max((entry.number for entry in self.entries()), default=0) + 1
        hashes = {"before": _hash(before), "after": _hash(content)}
        # Noted first: after a crash between the two, the entry cannot be undone, and the file is as it was.
        self._note(Entry(number=number, at=dt.datetime.now(dt.UTC), said=said, path=path.absolute(), **hashes))
        _put(path, content)

    def undo(self, number: int) -> Entry:
        """Restore what the file of an entry had before, and return the entry."""
        entry = next((one for one in self.entries() if one.number == number), None)
        if entry is None or not entry.can_be_undone:
            raise UnusableError("this cannot be taken back here, because the file has changed since")
        self._refuse_outside(entry.path)
        content = None if entry.before is None else (self._folder / "before" / entry.before).read_bytes()
        self._keep(_content(entry.path))
        _put(entry.path, content)
        self._note(entry.model_copy(update={"undone": True}))
        return entry

    def entries(self) -> list[Entry]:
        """Return all entries, the latest first."""
        found = {entry.number: entry for entry in map(Entry.model_validate_json, self._lines())}
        return [found[number] for number in sorted(found, reverse=True)]

    def _refuse_outside(self, path: Path) -> None:
        if path.is_symlink() or not path.resolve().is_relative_to(self._landing.resolve()):
            raise UnusableError("{path} is not in {landing}, so it stays as it is", path=path, landing=self._landing)

    def _keep(self, content: bytes | None) -> None:
        if content is not None and (name := _hash(content)) is not None:
            kept = self._folder / "before" / name
            kept.parent.mkdir(parents=True, exist_ok=True)
            if not kept.is_file():
                put_whole(kept, content)

    def _lines(self) -> list[str]:
        return self._notes.read_text(encoding="utf-8").splitlines() if self._notes.is_file() else []

    def _note(self, entry: Entry) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        put_whole(self._notes, "".join(f"{one}\n" for one in [*self._lines(), entry.model_dump_json()]))


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _hash(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _put(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        put_whole(path, content)
