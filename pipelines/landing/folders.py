"""The landing folder: which competitions and files it holds, and the checksums that show whether they changed.

Every competition has `LANDING/<club>/<competition>/competition.toml`, and anywhere below that folder result files of
any format.
"""

import datetime as dt
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipelines.errors import UnusableError
from pipelines.readers import RESULT_SUFFIXES

SETTINGS = "competition.toml"

CONTENTS = ["club", "competition", "file_id", "sha256", "modified_at"]
"""The columns of `raw.files` that show whether a file changed. The time is one of them since it says which of two files
of one evening is the newer: what is kept must be what would be read."""

Content = tuple[str, str, str, str, dt.datetime | None]
"""A row of `CONTENTS`."""


class LandingError(UnusableError):
    """The landing folder as a whole cannot be used."""


@dataclass(frozen=True)
class Folder:
    """The folder of one competition; the ids of club and competition are the names of the folders."""

    club: str
    competition: str
    files: dict[str, tuple[Path, str]]
    """File id (the path within the folder) -> the path of the file, and the sha256 of its bytes."""

    def contents(self) -> set[Content]:
        """(club, competition, file id, sha256, time of modification) of every file."""
        return {
            (self.club, self.competition, file_id, sha256, modified_at(path))
            for file_id, (path, sha256) in self.files.items()
        }


def competition_folders(landing: Path) -> list[Folder]:
    """The competitions of a landing folder, sorted by their ids.

    Result files outside any competition come first, as a `Folder` without ids.

    Raises:
        LandingError: there is no such folder, or no competition in it; or it is the folder of a club or competition.
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


def fingerprint(contents: Iterable[Content]) -> str:
    """One sha256 over what shows whether files changed; it does not depend on their order."""
    return hashlib.sha256(repr(sorted(contents, key=repr)).encode()).hexdigest()


def files_in(folder: Path, paths: Iterable[Path]) -> dict[str, tuple[Path, str]]:
    """File id -> path and sha256, for those of the paths that are files and not hidden, sorted by path."""
    found = sorted(path for path in paths if path.is_file() and not _hidden(path.relative_to(folder)))
    return {_file_id(path.relative_to(folder)): (path, sha256_of(path)) for path in found}


def _file_id(path: Path) -> str:
    """The path as text; bytes in a name that are not UTF-8 are written as escapes, such as `\\xff`."""
    return os.fsencode(path.as_posix()).decode("utf-8", errors="backslashreplace")


def sha256_of(path: Path) -> str:
    """The sha256 of the bytes of a file; empty where the file cannot be opened."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""  # reading the file later reports the reason


def modified_at(path: Path) -> dt.datetime | None:
    """When the file was last changed, as the file itself says; None where it cannot be opened."""
    try:
        return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
    except (OSError, OverflowError, ValueError):
        return None


def _hidden(path: Path) -> bool:
    """Whether the path is a dot file, or a lock file that an office program leaves beside an open sheet."""
    return any(part.startswith((".", "~$")) for part in path.parts)
