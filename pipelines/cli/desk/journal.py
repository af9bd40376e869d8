"""What the desk wrote into the landing folder, so that each answer can be taken back.

Every answer is noted with the contents that its files had before. The notes are lines of JSON; a content is a file
named after its hash. Taking an answer back restores these contents, unless a file has changed since. Later answers that
wrote the same files are taken back with it.
"""

import datetime as dt
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import BaseModel

from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole


class Written(BaseModel, frozen=True):
    """One file that the desk wrote: the hashes of its content before and after; None where it did not exist."""

    path: Path
    before: str | None
    after: str | None


class Entry(BaseModel, frozen=True):
    """One answer: when, in whose words, and the files that it wrote. `undone` is true if it was taken back."""

    number: int
    at: dt.datetime
    said: str
    files: tuple[Written, ...]
    undone: bool = False


class Journal:
    """The entries of one desk, in a folder next to the warehouse. `say` gets the words of each entry."""

    def __init__(self, folder: Path, landing: Path, say: Callable[[str], None]) -> None:
        self._folder, self._landing, self._say = folder, landing, say
        self._notes = folder / "journal.jsonl"

    def write(self, said: str, path: Path, content: bytes | None) -> None:
        """Give one file this content; see `write_all`."""
        self.write_all(said, {path: content})

    def write_all(self, said: str, contents: Mapping[Path, bytes | None]) -> None:
        """Give files in the landing folder these contents (None: remove it), and note what they had before.

        Raises:
            UnusableError: a path leads out of the landing folder, or is a link.
        """
        files, new = list[Written](), dict[Path, bytes | None]()
        for path, content in contents.items():
            self._refuse_outside(path)
            before = _content(path)
            if before != content:
                self._keep(before)
                files.append(Written(path=path.absolute(), before=_hash(before), after=_hash(content)))
                new[path] = content
        if not files:
            return
        number = max((entry.number for entry in self.entries()), default=0) + 1
        # Noted first: after a crash between the two, the entry cannot be undone, and the files are as they were.
        self._note(Entry(number=number, at=dt.datetime.now(dt.UTC), said=said, files=tuple(files)))
        for path, content in new.items():
            _put(path, content)
        self._say(said)

    def undo(self, number: int) -> list[Entry]:
        """Take an entry back, and first the later ones that wrote the same files; return them all, the latest first."""
        undone = self.with_later(number)
        if not undone:
            raise UnusableError("this cannot be taken back here, because the file has changed since")
        for entry in undone:
            for file in entry.files:
                self._refuse_outside(file.path)
                self._keep(_content(file.path))
                _put(file.path, None if file.before is None else (self._folder / "before" / file.before).read_bytes())
            self._note(entry.model_copy(update={"undone": True}))
        return undone

    def with_later(self, number: int) -> list[Entry]:
        """Return an entry and the later ones that have to be taken back before it, the latest first.

        Nothing if it cannot be taken back, because something else has changed one of the files since.
        """
        later, paths = list[Entry](), set[Path]()
        for entry in reversed(self.entries()):
            own = {file.path for file in entry.files}
            if entry.number >= number and not entry.undone and (entry.number == number or own & paths):
                paths |= own
                later.insert(0, entry)
        is_now = {path: _hash(_content(path)) for path in paths}
        for file in (file for entry in later for file in entry.files):
            if is_now[file.path] != file.after:
                return []
            is_now[file.path] = file.before
        return later

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
