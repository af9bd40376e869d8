"""The landing folder: which competitions and files it holds, and what tells whether they changed.

`LANDING/<club>/<competition>/competition.toml`, and anywhere below it result files of any format.
"""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipelines.errors import UnusableError
from pipelines.readers import RESULT_SUFFIXES

SETTINGS = "competition.toml"

CONTENTS = ["club", "competition", "file_id", "sha256"]
"""The columns of `raw.files` that tell whether anything changed."""


class LandingError(UnusableError):
    """The landing folder as a whole cannot be used."""


@dataclass(frozen=True)
class Folder:
    """The folder of one competition: its ids are the folder names."""

    club: str
    competition: str
    files: dict[str, tuple[Path, str]]
    """File id (the path within the folder) -> where it stands, and the sha256 of its bytes."""

    def contents(self) -> set[tuple[str, str, str, str]]:
        """(club, competition, file id, sha256) of every file."""
        return {(self.club, self.competition, file_id, sha256) for file_id, (_, sha256) in self.files.items()}


def competition_folders(landing: Path) -> list[Folder]:
    """The competitions of a landing folder, in order of their ids.

    Result files that stand outside any competition come first, in a folder without ids.

    Raises:
        LandingError: there is no such folder, or no competition in it.
    """
    if not landing.is_dir():
        raise LandingError(f"{landing}: no such folder; name one with LANDING/<club>/<competition>/{SETTINGS} in it")
    for level, parent in (("", landing.resolve().parents[1]), ("*/", landing.resolve().parent)):
        if any(landing.glob(f"{level}{SETTINGS}")):
            raise LandingError(f"{landing}: this is a club or a competition, not the landing folder; name {parent}")
    folders = [
        Folder(path.parent.name, path.name, files_in(path, path.rglob("*")))
        for path in sorted(landing.glob("*/*/"))
        if not _hidden(path.relative_to(landing))
    ]
    folders = [folder for folder in folders if folder.files]
    if not folders:
        raise LandingError(f"{landing}: no competition in it; expected LANDING/<club>/<competition>/{SETTINGS}")
    loose = (path for level in ("*", "*/*") for path in landing.glob(level) if path.suffix.lower() in RESULT_SUFFIXES)
    outside = Folder("", "", files_in(landing, loose))
    return [outside, *folders] if outside.files else folders


def fingerprint(contents: Iterable[tuple[str, str, str, str]]) -> str:
    """One sha256 over the (club, competition, file id, sha256) of files, in whatever order they come."""
    return hashlib.sha256(repr(sorted(contents)).encode()).hexdigest()


def files_in(folder: Path, paths: Iterable[Path]) -> dict[str, tuple[Path, str]]:
    """File id -> path and sha256 of those that are files, in order of their ids."""
    found = sorted(path for path in paths if path.is_file() and not _hidden(path.relative_to(folder)))
    return {_file_id(path.relative_to(folder)): (path, sha256_of(path)) for path in found}


def _file_id(path: Path) -> str:
    """The path as text; bytes of a name that are no UTF-8 are spelt out."""
    return os.fsencode(path.as_posix()).decode("utf-8", errors="backslashreplace")


def sha256_of(path: Path) -> str:
    """Of its bytes; empty where it cannot be opened."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""  # reading it will say why


def _hidden(path: Path) -> bool:
    """Dot files, and the lock files that office programs leave beside an open sheet."""
    return any(part.startswith((".", "~$")) for part in path.parts)
