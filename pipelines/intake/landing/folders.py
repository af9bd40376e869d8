"""The landing folder: which competitions and files it holds, and the checksums that show whether they changed.

Every competition has `LANDING/<club>/<competition>/competition.toml`, and anywhere below that folder result files of
any format. What is there but cannot be read, such as a pipe or a link that leads out, is listed with the reason. The
folder of a single competition can be named in place of a landing folder.
"""

import datetime as dt
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.meant_folders import OF_PROGRAMS, no_folder
from pipelines.intake.landing.meant_folders import LandingError as LandingError
from pipelines.intake.landing.one_file import cannot_be_opened, no_file, too_much
from pipelines.intake.landing.our_pages import is_no_competition, is_written_by_us
from pipelines.intake.landing.walking import Found, as_id, closed, entries, leads_out, walk
from pipelines.intake.readers.parquet_lines import is_parquet
from pipelines.intake.readers.reading import error, warning
from pipelines.intake.readers.recognise import RESULT_SUFFIXES
from pipelines.machine.errors import why
from pipelines.machine.files import Contents, NotAFileError, contents_of, kind_of
from pipelines.settings.club import CLUB_SETTINGS, read_club_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import meant_as_settings
from pipelines.words.plain_text import typed
from transforms.intake.findings import SETTINGS as SETTINGS
from transforms.tables.messages import gettext

PEOPLE = "people.csv"
"""Beside the competitions of a club: who is who in all of them."""

OF_CLUB = "../"
"""The id of a file that stands beside the competitions of its club begins so."""

CONTENTS = ["club", "competition", "file_id", "sha256", "modified_at"]
"""The columns of `raw.files` that show whether a file changed. The time is one of them since it says which of two files
of one evening is the newer: what is kept must be what would be read."""

_AS_TEXT = 14
"""How many times the bytes of a Parquet file the same table has as CSV, about; measured by `bench.country`."""

ABOVE = "landing.above"
_USEBIO, _LOOKED_AT = b"<USEBIO", 2**12
_ABOVE = "the file lies above the folder {competition}, so it is not read: move it into that folder if it belongs there"
_ABOVE_ANOTHER = (
    "the file lies above the folder {competition}, so it is not read; another of this name in that folder is read: keep"
    " the right one there"
)
_TO_BE_RENAMED = "nothing of this file is used: rename it to {name}; Windows may hide the end of a name"
_NO_ID = "the name of this folder is not UTF-8, so it cannot be an id, and nothing in it is read: give it another name"

Content = tuple[str, str, str, str, dt.datetime | None]


@dataclass(frozen=True)
class Folder:
    """The folder of one competition; the ids of club and competition are the names of the folders."""

    club: str
    competition: str
    files: dict[str, Found]
    """File id (the path within the folder) -> what is there."""
    mark: str | None = None
    """The file id of the picture that club.toml names; None where it names none that is there."""

    def contents(self) -> set[Content]:
        """(club, competition, file id, sha256, time of modification) of every file, as it was when it was listed."""
        return self._contents

    @cached_property
    def _contents(self) -> set[Content]:
        return {
            (self.club, self.competition, file_id, file.sha256, file.modified_at)
            for file_id, file in self.files.items()
        }


def competition_folders(landing: Path, limits: Limits | None = None) -> list[Folder]:
    """The competitions of a landing folder as `folders_in`, with the sha256 of each file and what was found of it."""
    limits = limits or Limits.from_environment()
    return [read_through(folder, limits) for folder in folders_in(landing, limits)]


def folders_in(landing: Path, limits: Limits | None = None) -> list[Folder]:
    """The competitions of a landing folder, sorted by their ids; or the one whose folder this is (`ids_of`).

    What stands outside any competition, and is a result file or cannot be read, comes first, as a `Folder` without ids.
    Files of several competitions are not opened: in a country that would be more work than all else.

    Raises:
        LandingError: there is no such folder, or no competition in it; or it is that of a club, or its name can be no
        id.
    """
    if not landing.is_dir():
        raise no_folder(landing)
    limits = limits or Limits.from_environment()
    try:
        top = entries(landing)
    except OSError as wrong:
        raise LandingError(
            "{landing}: cannot be opened ({strerror}); let it be read", landing=landing, strerror=why(wrong)
        ) from wrong
    if any(found.path.name == SETTINGS for found in top) and not any(landing.glob(f"*/*/{SETTINGS}")):
        return _alone(landing, limits)
    inside, outside = _two_floors(top)
    folders = [_folder(found.path, shared) for found, shared in inside]
    folders = [folder for folder in folders if folder.files]
    if not any(SETTINGS in folder.files for folder in folders):
        refuse_a_club(landing)
    loose = read_through(Folder("", "", _listed(outside)), limits)
    if not folders and not any(file.findings for file in loose.files.values()):
        raise _no_competition(landing)
    return [loose, *folders] if loose.files else folders


def read_through(folder: Folder, limits: Limits | None = None) -> Folder:
    """The same, with the sha256 of each file and what is found of it; `folder` is of `folders_in`."""
    limits = limits or Limits.from_environment()
    return replace(folder, files={file_id: _read(found, limits) for file_id, found in folder.files.items()})


def _no_competition(landing: Path) -> LandingError:
    if (nearly := meant_as_settings(landing)) and nearly.lower().startswith("competition"):
        return LandingError(
            "{landing}: there is {nearly}: rename it to {name}; Windows may hide the end of a name",
            landing=landing,
            nearly=nearly,
            name=SETTINGS,
        )
    if any(place.is_file() for place in landing.glob("[!.]*")):
        return LandingError(
            "{landing}: no {settings} says what its files are; let one be written: {command}",
            landing=landing,
            settings=SETTINGS,
            command=f"barometer new {typed(landing)}",
        )
    return LandingError(
        "{landing}: no competition in it; it needs a folder for each club, in that one for each competition, and in"
        " that its {settings}: {example}",
        landing=landing,
        settings=SETTINGS,
        example=landing / gettext("club") / gettext("competition") / SETTINGS,
    )


def ids_of(competition: Path) -> tuple[str, str]:
    """The ids of club and competition by the name of its folder and of the one above it.

    A disk has no name: it is `club`, or `competition`. LandingError is raised where a name is not UTF-8.
    """
    here = _named_as_seen(competition)
    club, name = here.parent.name or "club", here.name or "competition"
    for folder, written in ((here.parent, club), (here, name)):
        if as_id(written) != written:
            raise LandingError(
                "{folder}: the name of this folder is not UTF-8, so it cannot be an id: give it another name",
                folder=folder,
            )
    return club, name


def _named_as_seen(folder: Path) -> Path:
    """The whole path, without `.` and `..`; a link keeps the name that people see."""
    return Path(os.path.abspath(folder))  # noqa: PTH100 - pathlib keeps `..` or follows links


def _alone(competition: Path, limits: Limits) -> list[Folder]:
    club, name = ids_of(competition)
    try:
        around = entries(_named_as_seen(competition).parent, before=OF_CLUB)
    except OSError:
        around = list[Found]()
    of_club, inside = _listed(_shared(around)), list(walk(competition, competition))
    misnamed = [found._replace(file_id=f"{club}/{found.path.name}") for found in _misnamed(around)]
    above = _listed([*_above(around, inside, (club, name), limits.bytes), *misnamed])
    alone = Folder(club, name, {**_listed(inside), **of_club}, _mark_of(of_club))
    return [Folder("", "", above), alone] if above else [alone]


def _above(around: Sequence[Found], inside: Sequence[Found], ids: tuple[str, str], most: int) -> Iterator[Found]:
    """The result files that lie one folder too high: above a competition, which has no copy of them.

    Next to the settings of a competition they are its own.
    """
    club, competition = ids
    if any(found.path.name == SETTINGS and not found.is_folder for found in around):
        return
    candidates = (found for found in around if not found.findings and _is_of_results(found))
    above = {found: contents for found in candidates if (contents := _contents(found, most))}
    own = [found for found in inside if found.can_be_read] if above else []
    names, sizes = {found.path.name for found in own}, {contents.size for contents in above.values()}
    alike = (_contents(found, most) for found in own if _size(found) in sizes)
    known = {contents.sha256 for contents in alike if contents}
    for found, contents in above.items():
        if contents.sha256 not in known:
            at = found._replace(file_id=f"{club}/{found.path.name}")
            if found.path.name in names:
                yield at.with_finding(warning("landing.above/another", _ABOVE_ANOTHER, competition=competition))
            else:
                yield at.with_finding(warning(ABOVE, _ABOVE, competition=competition))


def _is_of_results(found: Found) -> bool:
    """Whether a file is surely one of results: tables may be of anything."""
    suffix = found.path.suffix.lower()
    if found.is_folder or suffix != ".xml":
        return suffix in OF_PROGRAMS and not found.is_folder
    with suppress(OSError), found.path.open("rb") as file:
        return _USEBIO in file.read(_LOOKED_AT).upper()
    return False


def _contents(found: Found, most: int) -> Contents | None:
    with suppress(OSError):
        contents = contents_of(found.path, most)
        return contents if contents.size <= most else None
    return None


def _size(found: Found) -> int | None:
    with suppress(OSError):
        return found.path.stat().st_size
    return None


def fingerprint(contents: Iterable[Content]) -> str:
    """One sha256 over what shows whether files changed; it does not depend on their order."""
    rows = sorted(repr((*ids, modified and modified.isoformat())) for *ids, modified in contents)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def files_in(folder: Path, limits: Limits | None = None) -> dict[str, Found]:
    """File id -> what is there, for everything below a folder that is not hidden; or for the one file named."""
    found = walk(folder, folder) if folder.is_dir() else [Found(folder, as_id(folder.name))]
    with suppress(OSError):  # said of it as it is read
        if not folder.is_dir() and not stat.S_ISREG(mode := folder.stat().st_mode):
            found = [Found(folder, as_id(folder.name)).with_finding(no_file(kind_of(mode) or "no file"))]
    return read_through(Folder("", "", _listed(found)), limits).files


def _as_time(seconds: float) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(seconds, dt.UTC)
    except (OSError, OverflowError, ValueError):
        return None


def _two_floors(top: list[Found]) -> tuple[list[tuple[Found, list[Found]]], list[Found]]:
    """The folders of competitions, each with what its club has beside them; what else deserves a finding."""
    inside: list[tuple[Found, list[Found]]] = []
    outside: list[Found] = []
    for club in top:
        if not _is_club(club, outside):
            continue
        if club.is_link:
            outside.append(club.with_finding(leads_out()))
            continue
        if is_written_by_us(club.path) and not any(map(meant_as_settings, club.path.glob("*"))):
            continue
        try:
            below = entries(club.path, before=f"{club.file_id}/")
        except OSError as wrong:
            outside.append(club.with_finding(closed(wrong)))
            continue
        of_club = _shared(below)
        shared = [found._replace(file_id=f"{OF_CLUB}{found.path.name}") for found in of_club]
        outside += _misnamed(below)
        below = [found for found in below if not _name_for_all(found) and not is_no_competition(found.path)]
        inside += [(found, shared) for found in below if found not in of_club and _is_club(found, outside)]
    return sorted(inside, key=lambda of_club: of_club[0].path), outside


def _folder(competition: Path, shared: list[Found]) -> Folder:
    club = competition.parent
    files = _listed(walk(competition, club))
    of_club = _listed(shared if files else [])
    return Folder(club.name, competition.name, {**files, **of_club}, _mark_of(of_club))


def _shared(below: list[Found]) -> list[Found]:
    names = {PEOPLE, CLUB_SETTINGS, _named_mark(below)}
    return [found for found in below if not found.is_folder and found.path.name in names]


def _misnamed(below: list[Found]) -> list[Found]:
    return [
        found.with_finding(error("landing.name/misnamed", _TO_BE_RENAMED, name=name))
        for found in below
        if (name := _name_for_all(found))
    ]


def _name_for_all(found: Found) -> str | None:
    """The name that a file of all competitions should have, where it has nearly that: `people.csv.txt`."""
    if found.is_folder or found.path.name in (PEOPLE, CLUB_SETTINGS):
        return None
    name = found.path.name.lower().removesuffix(".txt")
    return name if name in (PEOPLE, CLUB_SETTINGS) else None


def _mark_of(of_club: dict[str, Found]) -> str | None:
    return next(iter(of_club.keys() - {f"{OF_CLUB}{PEOPLE}", f"{OF_CLUB}{CLUB_SETTINGS}"}), None)


def _named_mark(below: list[Found]) -> str | None:
    listed = next((found for found in below if found.path.name == CLUB_SETTINGS), None)
    if listed is None or listed.is_folder or listed.findings:
        return None
    try:
        return read_club_settings(listed.path).page.mark
    except SettingsError:
        return None


def _is_club(found: Found, outside: list[Found]) -> bool:
    """Whether this is a folder whose name can be an id; whatever else deserves a finding joins those outside."""
    if not found.is_folder:
        name = found.path.name.lower().removesuffix(".txt")  # an editor saves `penalties.csv.txt`
        if found.findings or Path(name).suffix in RESULT_SUFFIXES or found.path.name == SETTINGS:
            outside.append(found)
        return False
    if found.has_plain_name:
        return True
    outside.append(found._replace(findings=(error("landing.name/no_id", _NO_ID),)))
    return False


def refuse_a_club(folder: Path) -> None:
    """Raise LandingError for a folder with competitions right in it, but no landing folder with stray settings."""
    parents = folder.resolve().parents
    if not parents or not (one := next(iter(sorted(folder.glob(f"*/{SETTINGS}"))), None)):
        return
    if not has_clubs(parents[0], folder.resolve()):
        raise LandingError(
            "{folder}: this is a folder of competitions; name one of them, such as {competition}. To build them"
            " together, make a new folder around {folder} alone, and name that",
            folder=folder,
            competition=one.parent,
        )
    raise LandingError(
        "{folder}: this is the folder of a club; name the one around it, {landing}, or a competition, such as"
        " {competition}",
        folder=folder,
        landing=parents[0],
        competition=one.parent,
    )


def has_clubs(folder: Path, own: Path) -> bool:
    """Whether a folder has other clubs than this one, or nothing else but what a build wrote."""
    try:
        inside = [place for place in folder.iterdir() if place.is_dir() and not place.name.startswith(".")]
    except OSError:
        return False
    others = [place for place in inside if place != own]
    return any(any(place.glob(f"*/{SETTINGS}")) for place in others) or all(map(is_written_by_us, others))


def _listed(found: Iterable[Found]) -> dict[str, Found]:
    return {one.file_id: _with_size(one) for one in sorted(found, key=lambda one: one.path.parts)}


def _with_size(found: Found) -> Found:
    with suppress(OSError):
        known = found.path.stat()
        size = known.st_size * (_AS_TEXT if found.path.suffix.lower() == ".parquet" else 1)
        return found._replace(size=size if found.can_be_read else 0, modified_at=_as_time(known.st_mtime))
    return found


def _read(found: Found, limits: Limits) -> Found:
    if found.sha256 or not found.can_be_read:
        return found
    try:
        sha256, size, modified, start = contents_of(found.path, limits.bytes, is_file=True)
    except OSError as wrong:
        why = no_file(str(wrong.strerror)) if isinstance(wrong, NotAFileError) else cannot_be_opened(wrong)
        return found.with_finding(why)._replace(size=0)
    as_text = size * _AS_TEXT if is_parquet(start) else size
    read = found._replace(sha256=sha256, size=as_text, modified_at=_as_time(modified))
    return read.with_finding(too_much("bytes", limits)) if size > limits.bytes else read
