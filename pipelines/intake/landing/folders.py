"""The landing folder: its competitions, their files, and checksums that show whether a file changed.

An entry that cannot be read, such as a pipe or a link out of the folder, is listed with the reason. The folder of a
single competition can serve as a landing folder.
"""

import datetime as dt
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pipelines.intake.landing.followed import without_followed
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.nearest_folders import OF_PROGRAMS, no_folder
from pipelines.intake.landing.nearest_folders import LandingError as LandingError
from pipelines.intake.landing.one_file import cannot_be_opened, no_file, too_much
from pipelines.intake.landing.our_pages import is_no_competition, is_written_by_us
from pipelines.intake.landing.walking import Found, as_id, closed, entries, leads_out, walk
from pipelines.intake.readers.hidden_players import may_be_list
from pipelines.intake.readers.parquet_lines import is_parquet
from pipelines.intake.readers.reading import error, warning
from pipelines.intake.readers.recognise import RESULT_SUFFIXES
from pipelines.machine.errors import why
from pipelines.machine.files import Contents, NotAFileError, contents_of, kind_of
from pipelines.settings.club import CLUB_SETTINGS, read_club_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import misnamed_settings
from pipelines.words.plain_text import typed
from transforms.intake.findings import SETTINGS as SETTINGS
from transforms.tables.messages import gettext

PEOPLE = "people.csv"
"""The file in a club's folder that says which names and ids in its competitions belong to the same person."""
OF_CLUB = "../"
"""The prefix of the ids of files that lie in the folder of a club, next to its competitions."""
CONTENTS = ["club", "competition", "file_id", "sha256", "modified_at"]
"""The columns of `raw.files` that show whether a file changed, and which of two files of an evening is newer."""
_AS_TEXT = 14
"""A measure by `bench.country`: the size of a table as CSV, divided by its size as Parquet."""
ABOVE = "landing.above"
_USEBIO, _LOOKED_AT = b"<USEBIO", 2**12

Content = tuple[str, str, str, str, dt.datetime | None]


@dataclass(frozen=True)
class Folder:
    """The folder of one competition. The ids of the club and the competition are the names of their folders."""

    club: str
    competition: str
    files: dict[str, Found]
    mark: str | None = None
    """The file id of the picture that club.toml names, if the file exists."""

    @cached_property
    def contents(self) -> set[Content]:
        """Return (club, competition, file id, sha256, time of modification) of each file when it was listed."""
        return {
            (self.club, self.competition, file_id, file.sha256, file.modified_at)
            for file_id, file in self.files.items()
        }


def competition_folders(landing: Path) -> list[Folder]:
    """Return the competitions of a landing folder as `folders_in` does, with the checksums of `read_through`."""
    limits = Limits.from_environment()
    return [read_through(folder, limits) for folder in folders_in(landing)]


def folders_in(landing: Path) -> list[Folder]:
    """Return the competitions of a landing folder, sorted by id. `landing` may also be the folder of one competition.

    Result files and unreadable entries outside any competition come first, as a `Folder` without ids.
    If there are several competitions, their files are not opened, which would take too long for a whole country.

    Raises:
        LandingError: the folder does not exist, has no competition or no usable name, or is the folder of a club.
    """
    if not landing.is_dir():
        raise no_folder(landing)
    try:
        top = entries(landing)
    except OSError as wrong:
        raise LandingError(
            "{landing}: this folder cannot be opened ({strerror}); allow reading it",
            landing=landing,
            strerror=why(wrong),
        ) from wrong
    if any(found.path.name == SETTINGS for found in top) and not any(landing.glob(f"*/*/{SETTINGS}")):
        return _alone(landing)
    inside, outside = _two_floors(top)
    folders: list[Folder] = []
    for competition, shared in inside:
        if files := _listed(walk(competition.path, competition.path.parent)):
            files, of_club = without_followed(competition.path, files), _listed(shared)
            ids = competition.path.parent.name, competition.path.name
            folders.append(Folder(*ids, {**files, **of_club}, _mark_of(of_club)))
    if not any(SETTINGS in folder.files for folder in folders):
        refuse_a_club(landing)
    loose = read_through(Folder("", "", _listed(outside)))
    if not folders and not any(file.findings for file in loose.files.values()):
        raise _no_competition(landing)
    return [loose, *folders] if loose.files else folders


def read_through(folder: Folder, limits: Limits | None = None) -> Folder:
    """Return a folder of `folders_in` with each file's sha256, and with findings on files that cannot be opened."""
    limits = limits or Limits.from_environment()
    return replace(folder, files={file_id: _read(found, limits) for file_id, found in folder.files.items()})


def _no_competition(landing: Path) -> LandingError:
    if (nearly := misnamed_settings(landing)) and nearly.lower().startswith("competition"):
        return LandingError(
            "{landing}: rename {nearly} to {name} (Windows may hide the last part of a name)",
            landing=landing,
            nearly=nearly,
            name=SETTINGS,
        )
    if any(place.is_file() for place in landing.glob("[!.]*")):
        return LandingError(
            "{landing}: this folder has no {settings}, which describes its files; to write one, run: {command}",
            landing=landing,
            settings=SETTINGS,
            command=f"barometer new {typed(landing)}",
        )
    return LandingError(
        "{landing}: there is no competition in this folder. It needs a folder for each club, and in that a "
        "folder for each competition with its {settings}, for example {example}",
        landing=landing,
        settings=SETTINGS,
        example=landing / gettext("club") / gettext("competition") / SETTINGS,
    )


def ids_of(competition: Path) -> tuple[str, str]:
    """Return the ids of club and competition, from the names of the folder and of its parent.

    The top of a disk has no name; its id is `club` or `competition`.

    Raises:
        LandingError: a name is not UTF-8.
    """
    here = _named_as_seen(competition)
    club, name = here.parent.name or "club", here.name or "competition"
    for folder, written in ((here.parent, club), (here, name)):
        if as_id(written) != written:
            raise LandingError(
                "{folder}: the name of this folder is not in UTF-8, so the folder cannot be read: rename it",
                folder=folder,
            )
    return club, name


def _named_as_seen(folder: Path) -> Path:
    return Path(os.path.abspath(folder))  # noqa: PTH100 - pathlib keeps `..` or follows links


def _alone(competition: Path) -> list[Folder]:
    (club, name), most = ids_of(competition), Limits.from_environment().bytes
    try:
        around = entries(_named_as_seen(competition).parent, before=OF_CLUB)
    except OSError:
        around = list[Found]()
    of_club, inside = _listed(_shared(around)), without_followed(competition, _listed(walk(competition, competition)))
    is_alone = all(found.path.name != SETTINGS or found.is_folder for found in around)
    loose = [*(_above(around, inside.values(), name, most) if is_alone else ()), *_misnamed(around)]
    above = _listed(found._replace(file_id=f"{club}/{found.path.name}") for found in loose)
    alone = Folder(club, name, {**inside, **of_club}, _mark_of(of_club))
    return [Folder("", "", above), alone] if above else [alone]


def _above(around: Iterable[Found], inside: Iterable[Found], competition: str, most: int) -> Iterator[Found]:
    """Yield the result files in the folder above a competition, except copies of files in the competition."""
    candidates = (found for found in around if not found.findings and _is_of_results(found))
    above = {found: contents for found in candidates if (contents := _contents(found, most))}
    own = [found for found in inside if found.can_be_read] if above else []
    names, sizes = {found.path.name for found in own}, {contents.size for contents in above.values()}
    alike = (_contents(found, most) for found in own if found.size in sizes)
    known = {contents.sha256 for contents in alike if contents}
    for found in (found for found, contents in above.items() if contents.sha256 not in known):
        code = "landing.above/another" if found.path.name in names else ABOVE
        yield found.with_finding(warning(code, competition=competition))


def _is_of_results(found: Found) -> bool:
    """Return whether this is certainly a result file. A table is never certain, because it may hold anything."""
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


def fingerprint(contents: Iterable[Content]) -> str:
    """Return one sha256 of all files, in any order, which changes when any of them changes."""
    rows = sorted(repr((*ids, modified and modified.isoformat())) for *ids, modified in contents)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def files_in(folder: Path, limits: Limits | None = None) -> dict[str, Found]:
    """Return all visible files below a folder, by file id; if the path is a file, only that file."""
    found = walk(folder, folder) if folder.is_dir() else [Found(folder, as_id(folder.name))]
    with suppress(OSError):  # an error is reported when the file is read
        if not folder.is_dir() and not stat.S_ISREG(mode := folder.stat().st_mode):
            found = [Found(folder, as_id(folder.name)).with_finding(no_file(kind_of(mode) or "no file"))]
    return read_through(Folder("", "", _listed(found)), limits).files


def _as_time(seconds: float) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(seconds, dt.UTC)
    except (OSError, OverflowError, ValueError):
        return None


def _two_floors(top: list[Found]) -> tuple[list[tuple[Found, list[Found]]], list[Found]]:
    """Return the folders of competitions, each with its club's shared files; and other entries, with findings."""
    inside: list[tuple[Found, list[Found]]] = []
    outside: list[Found] = []
    for club in top:
        if not _is_club(club, outside):
            continue
        if club.is_link:
            outside.append(club.with_finding(leads_out()))
            continue
        if is_written_by_us(club.path) and not any(map(misnamed_settings, club.path.glob("*"))):
            continue
        try:
            below = entries(club.path, before=f"{club.file_id}/")
        except OSError as wrong:
            outside.append(club.with_finding(closed(wrong)))
            continue
        shared = _shared(below)
        of_club = [found._replace(file_id=f"{OF_CLUB}{found.path.name}") for found in shared]
        outside += _misnamed(below)
        below = [found for found in below if not _name_for_all(found) and not is_no_competition(found.path)]
        competitions = [found for found in below if found not in shared and _is_club(found, outside)]
        inside += [(found, of_club) for found in competitions]
        if not competitions:  # the name of the folder may be a slip, so the club of the list is unknown
            outside += [found for found in shared if may_be_list(found.path.name)]
    return sorted(inside, key=lambda of_club: of_club[0].path), outside


def _shared(below: list[Found]) -> list[Found]:
    names = {PEOPLE, CLUB_SETTINGS}
    settings = next((found for found in below if found.path.name == CLUB_SETTINGS), None)
    if settings and not settings.is_folder and not settings.findings:
        with suppress(SettingsError):
            names.add(read_club_settings(settings.path).page.mark or PEOPLE)
    return [
        found for found in below if not found.is_folder and (found.path.name in names or may_be_list(found.path.name))
    ]


def _misnamed(below: list[Found]) -> list[Found]:
    return [
        found.with_finding(error("landing.name/misnamed", name=name))
        for found in below
        if (name := _name_for_all(found))
    ]


def _name_for_all(found: Found) -> str | None:
    """Return the right name of a misnamed file that concerns all competitions (`people.csv.txt`), otherwise None."""
    if found.is_folder or found.path.name in (PEOPLE, CLUB_SETTINGS):
        return None
    name = found.path.name.lower().removesuffix(".txt")
    return name if name in (PEOPLE, CLUB_SETTINGS) else None


def _mark_of(of_club: dict[str, Found]) -> str | None:
    others = of_club.keys() - {f"{OF_CLUB}{PEOPLE}", f"{OF_CLUB}{CLUB_SETTINGS}"}
    return next((file_id for file_id in others if not may_be_list(file_id)), None)


def _is_club(found: Found, outside: list[Found]) -> bool:
    """Return whether this is a folder whose name can be an id. Other entries with findings go to `outside`."""
    if not found.is_folder:
        name = found.path.name.lower().removesuffix(".txt")  # an editor saves `penalties.csv.txt`
        if found.findings or may_be_list(name) or Path(name).suffix in RESULT_SUFFIXES or found.path.name == SETTINGS:
            outside.append(found)
        return False
    if found.has_plain_name:
        return True
    outside.append(found._replace(findings=(error("landing.name/no_id"),)))
    return False


def refuse_a_club(folder: Path) -> None:
    """Raise LandingError if this folder directly contains competitions and is not a landing folder."""
    parents = folder.resolve().parents
    if not parents or not (one := next(iter(sorted(folder.glob(f"*/{SETTINGS}"))), None)):
        return
    if not has_clubs(parents[0], folder.resolve()):
        raise LandingError(
            "{folder}: this is a folder of competitions; name one of them, such as {competition}. To build all "
            "of them together, put {folder} by itself into a new folder, and name the new folder",
            folder=folder,
            competition=one.parent,
        )
    raise LandingError(
        "{folder}: this is the folder of a club; name the folder that contains it, {landing}, or a "
        "competition, such as {competition}",
        folder=folder,
        landing=parents[0],
        competition=one.parent,
    )


def has_clubs(folder: Path, own: Path) -> bool:
    """Return whether a folder has clubs other than `own`, or nothing but `own` and the output of a build."""
    try:
        inside = [place for place in folder.iterdir() if place.is_dir() and not place.name.startswith(".")]
    except OSError:
        return False
    others = [place for place in inside if place != own]
    return any(any(place.glob(f"*/{SETTINGS}")) for place in others) or all(map(is_written_by_us, others))


def _listed(found: Iterable[Found]) -> dict[str, Found]:
    listed: dict[str, Found] = {}
    for one in sorted(found, key=lambda one: one.path.parts):
        listed[one.file_id] = one
        with suppress(OSError):
            known = one.path.stat()
            size = known.st_size * (_AS_TEXT if one.path.suffix.lower() == ".parquet" else 1)
            of_file = {"size": size if one.can_be_read else 0, "modified_at": _as_time(known.st_mtime)}
            listed[one.file_id] = one._replace(**of_file)
    return listed


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
