"""Walk through untrusted folders. Links out of them are not followed, and no file is opened."""

import datetime as dt
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Self

from pipelines.intake.landing.one_file import no_file
from pipelines.intake.landing.our_pages import is_left_out
from pipelines.intake.readers.hidden_players import may_be_list
from pipelines.intake.readers.reading import Finding, error, warning
from pipelines.intake.readers.recognise import RESULT_SUFFIXES
from pipelines.machine.files import kind_of
from transforms.intake.findings import SETTINGS

_HIDDEN_BY_SYSTEMS = re.compile(
    r"(eh)?thumbs(_vista)?\.db|desktop\.ini|system volume information|\$recycle\.bin|__macosx|icon\r", re.IGNORECASE
)
_OF_A_PAGE = re.compile(r"(?P<page>.+)[_.-](?:files|bestanden|fichiers|filer)", re.IGNORECASE)
"""The folder with pictures and styles that a browser or office program saves next to a web page."""
_HAS_JUNCTIONS = os.name == "nt"
"""Whether the system is Windows, where a junction leads to another folder but is not reported as a link."""


class Found(NamedTuple):
    """An entry of a folder: its path, its id (the path from the starting folder), and findings about it."""

    path: Path
    file_id: str
    findings: tuple[Finding, ...] = ()
    is_folder: bool = False
    is_link: bool = False
    sha256: str = ""
    size: int = 0
    modified_at: dt.datetime | None = None

    def with_finding(self, finding: Finding) -> Self:
        """Return the entry with one more finding."""
        return self._replace(findings=(*self.findings, finding))

    @property
    def can_be_read(self) -> bool:
        """Whether this was a file without errors when its folder was listed."""
        return not self.is_folder and all(finding.severity != "error" for finding in self.findings)

    @property
    def has_plain_name(self) -> bool:
        """Whether the name of the entry is valid UTF-8."""
        return as_id(self.path.name) == self.path.name


def walk(folder: Path, within: Path) -> Iterator[Found]:
    """Yield all files below a folder, and everything else that has a finding.

    Hidden files, files that Barometer wrote, and the parts of a saved page are left out. Each link is followed once, if
    its target is in `within`. Folders come before links to them, so that a file does not get the path of a link.
    """
    root = Path(os.path.realpath(within))
    seen: set[tuple[int, int]] = set()
    folders, links = [Found(folder, "", is_folder=True)], list[Found]()
    while folders or links:
        current = folders.pop() if folders else links.pop(0)
        try:
            known = current.path.stat()
            if (known.st_dev, known.st_ino) in seen:
                yield current.with_finding(warning("landing.link/again"))
                continue
            seen.add((known.st_dev, known.st_ino))
            inside = entries(current.path, root, f"{current.file_id}/" if current.file_id else "")
        except OSError as wrong:
            yield current.with_finding(closed(wrong))
            continue
        if current.file_id and is_left_out(current.path, {found.path.name for found in inside}):
            continue
        pages = {found.path.stem for found in inside if found.path.suffix.lower() in (".htm", ".html")}
        for found in inside:
            if not found.is_folder:
                yield found
                continue
            if (parts := _OF_A_PAGE.fullmatch(found.path.name)) and parts["page"] in pages:
                continue
            if found.path.name == SETTINGS:
                yield found.with_finding(no_file("a folder"))
            elif found.path.suffix.lower() in RESULT_SUFFIXES:
                yield found.with_finding(warning("landing.name/like_a_file"))
            elif found.findings:
                yield found
            (links if found.is_link else folders).append(found)


def entries(folder: Path, root: Path | None = None, before: str = "") -> list[Found]:
    """Return the visible entries of a folder, sorted by name, with ids that begin with `before`; or raise OSError.

    Links may not lead out of `root`, a path without links; None means `folder` itself.
    """
    root = root or Path(os.path.realpath(folder))
    with os.scandir(folder) as found:
        seen = sorted((entry for entry in found if not is_hidden(entry.name)), key=lambda entry: entry.name)
    return [_found(folder / entry.name, f"{before}{as_id(entry.name)}", root, entry) for entry in seen]


def as_id(name: str) -> str:
    """Return the name as text, with escapes such as `\\xff` for bytes that are not UTF-8."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", errors="backslashreplace")


def is_hidden(name: str) -> bool:
    """Return whether this is a dot file, the lock file of an open spreadsheet, or a file that systems hide."""
    if may_be_list(name):  # the list of people who must not be named is always read
        return False
    return name.startswith((".", "~$")) or _HIDDEN_BY_SYSTEMS.fullmatch(name) is not None


def _found(path: Path, file_id: str, root: Path, entry: os.DirEntry[str]) -> Found:
    found = Found(path, file_id)
    try:
        # The listing of the folder shows which entries are files, as most are. Only others need a system call.
        is_file = entry.is_file(follow_symlinks=False)
        mode = stat.S_IFREG if is_file else entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode):
            found = found._replace(is_link=True)
            target = Path(os.path.realpath(path, strict=True))
            if not target.is_relative_to(root):
                return found.with_finding(leads_out())
            mode = target.stat().st_mode
    except OSError as wrong:
        return found.with_finding(error("landing.link/nowhere") if found.is_link else closed(wrong))
    is_folder = stat.S_ISDIR(mode)
    if _HAS_JUNCTIONS and is_folder and not Path(os.path.realpath(path)).is_relative_to(root):
        return found.with_finding(leads_out())
    if is_what := kind_of(mode):
        return found.with_finding(no_file(is_what))
    if not found.has_plain_name:
        found = found.with_finding(warning("landing.name"))
    return found._replace(is_folder=is_folder) if is_folder else found


def leads_out() -> Finding:
    """Return the error for a link that leads out of the landing folder, or from one club to another."""
    return error("landing.link/out")


def closed(why: OSError) -> Finding:
    """Return the error for a folder or another entry that cannot be opened."""
    return error("landing.closed_folder", reason=why.strerror or type(why).__name__)
