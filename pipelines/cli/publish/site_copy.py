"""Copy changes of the public site to a folder that a web server reads, so that no file is ever half-written.

Each file is written next to its place and then renamed. New pages come before the pages that link to them, and old
pages are removed last. A list in the target names the copied files, so the next run continues an interrupted copy, and
files that are not Barometer's are kept.
"""

import filecmp
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from html import unescape
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote

from filelock import Timeout

from pipelines.building.writing import ASIDE as SENT_ASIDE
from pipelines.building.writing import sending
from pipelines.intake.landing.our_pages import OF_SITE
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import patiently
from pipelines.reports.page_names import lasting
from pipelines.words.suggestions import some
from transforms.tables.messages import Message

LIST = ".barometer-published"
"""The file in the target that lists the files that were copied there, one path per line."""
ASIDE = ".writing-"
_DEPTH_OF_EVENINGS = 4
"""The least number of folders around a page with results, such as `club/competition/season/sessions`."""
FIRST = "index.html"
_LINK = re.compile(r"""\b(?:href|src)=["']?([^"'#?:\s>]+)""")
_HOST = re.compile(r"([\w.-]+@)?[\w-]+(\.[\w-]+)*\.[a-zA-Z]{2,}(:[0-9]+)?")
_FIX = Message("name an empty folder, or one to which barometer publish copied before")


class Copied(NamedTuple):
    """The numbers of files that were written, that were already the same, and that were removed."""

    written: int
    same: int
    removed: int
    lies_in: str | None = None
    """On the server, if it reports that: the whole path of the folder, and the first of it that had to be made."""
    made: str | None = None
    left: tuple[str, ...] = ()
    """The competitions, as `club/competition`, that are no longer on the site, so that their pages were removed."""


class Plan(NamedTuple):
    """The files of the site, and those to remove from a target, each in the order in which that is done."""

    here: list[PurePosixPath]
    gone: list[PurePosixPath]
    left: tuple[str, ...]

    def done(self, written: int, removed: int) -> Copied:
        """Return the result of the plan, from the number of files written and the number removed."""
        return Copied(written, len(self.here) - written, removed, left=self.left)


def planned(
    site: Path, before: Collection[PurePosixPath], target: str, *, replaces: bool, published: Iterable[str]
) -> Plan:
    """Return the plan for `target`, which has the copied files `before`; refuse it if it has another site.

    That is a site with results of competitions, none of which is on this site or was `published` before
    (`club/competition`). If `replaces` is true, it is not refused.
    """
    files = files_of(site)
    here, there = _competitions(files), _competitions(before)
    # Before the first evening, a season has no page of an evening or a player, so nothing is lost.
    is_of_nobody = not any(file.suffix == ".html" and len(file.parts) > _DEPTH_OF_EVENINGS for file in before)
    is_same_site = not set(map(lasting, there)).isdisjoint(map(lasting, (*here, *published)))
    if here and there and not (replaces or is_of_nobody or is_same_site):
        raise UnusableError(
            "{target}: not published, because this would remove the pages of {there}; the site to publish has "
            "those of {here}. Name another target, or another warehouse with --warehouse. If the competitions "
            "were renamed, or if you want to replace those pages, add --replace",
            target=target,
            there=some(sorted(there)),
            here=some(sorted(here)),
        )
    gone = sorted(set(before) - files, key=_late, reverse=True)
    return Plan(sorted(files, key=_late), gone, tuple(sorted(there - here)))


def copy_site(site: Path, target: Path, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Bring the folder `target`, which must be new, empty or a copy of a site, up to date; see `planned`."""
    check_is_site(site)
    check_apart(site, target)
    if _HOST.fullmatch(target.parts[0] if target.parts else "") and not os.path.lexists(target.parts[0]):
        raise UnusableError(
            "{target}: there is no such folder on this computer; name a server as sftp://USER@HOST/FOLDER (USER: your"
            " login name there)",
            target=target,
        )
    if not target.absolute().parent.is_dir():
        raise UnusableError(
            "{target}: the folder that should contain this one does not exist; create it, or correct the path (the "
            "disk of the web server may not be mounted)",
            target=target,
        )
    try:
        before = _copied_before(target)
        plan = planned(site, before, str(target), replaces=replaces, published=published)
        target.mkdir(parents=True, exist_ok=True)
        _write(target / LIST, partial(write_list, files={*before, *plan.here}))
        written = sum(_put(site, target, name) for name in plan.here)
        removed = sum(_remove(target, name) for name in plan.gone)
        _write(target / LIST, partial(write_list, files=plan.here))
    except PermissionError as wrong:
        raise UnusableError(
            "{target}: no files may be written there, so nothing is recorded as published; name another folder, or"
            " give yourself the right to write in that folder (in Windows: right click, Properties, Security), or ask"
            " whoever looks after the computer",
            target=target,
        ) from wrong
    return plan.done(written, removed)


def check_is_site(site: Path) -> None:
    """Check that a folder holds a site."""
    if not _is_ours(site / FIRST):
        raise UnusableError(
            "{site}: there is no Barometer site in this folder; make one with: barometer build", site=site
        )


def check_is_ours(target: str, first_page: Path) -> None:
    """Check, by its home page, that the target is a Barometer site. Nothing else may be overwritten."""
    if not _is_ours(first_page):
        raise UnusableError("{target}: this contains files that Barometer did not make; {fix}", target=target, fix=_FIX)


def check_apart(site: Path, target: Path) -> None:
    """Check that the target is neither inside the site nor around it."""
    here, there = site.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise UnusableError(
            "{target}: this is the site itself, or a folder inside or around it; {fix}", target=target, fix=_FIX
        )
    if target.exists() and not target.is_dir():
        raise UnusableError("{target}: this is not a folder; {fix}", target=target, fix=_FIX)


def _is_ours(page: Path) -> bool:
    return page.is_file() and OF_SITE in page.read_bytes()


def files_of(site: Path) -> set[PurePosixPath]:
    """Return the paths of all files of the site, relative to the site, except names that begin with a dot."""
    found: set[PurePosixPath] = set()
    for folder, folders, names in os.walk(site):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = Path(folder).relative_to(site)
        found |= {PurePosixPath(inside.as_posix(), name) for name in names if not name.startswith(".")}
    return found


def write_list(path: Path, files: Mapping[PurePosixPath, str] | Iterable[PurePosixPath]) -> None:
    """Write a list of files, one per line: the digest of the file, if there is one, and its path."""
    digests = files if isinstance(files, Mapping) else {}
    lines = (f"{digests[file]} {file}\n" if digests else f"{file}\n" for file in sorted(files))
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def files_listed(path: Path, *, with_digests: bool = False) -> dict[PurePosixPath, str]:
    """Read a list of `write_list`: the digest of each file, by path. Paths that lead out of the target are ignored."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition(" ") if with_digests else ("", "", line)
        file = PurePosixPath(name)
        if file.parts and not file.is_absolute() and ".." not in file.parts and ":" not in file.parts[0]:
            found[file] = digest
    return found


def folders_around(name: PurePosixPath) -> list[PurePosixPath]:
    """Return the folders of the site that contain a file, the innermost first."""
    return [folder for folder in name.parents if folder.parts]


def _late(file: PurePosixPath) -> tuple[bool, int, str]:
    """Return the key that sorts files for writing: pages come after all other files, and deep pages come first."""
    return (file.suffix == ".html", -len(file.parts), str(file))


def _competitions(files: Iterable[PurePosixPath]) -> set[str]:
    return {"/".join(file.parts[:2]) for file in files if len(file.parts) > 2}  # club/competition/…


def _copied_before(target: Path) -> set[PurePosixPath]:
    """Return the files in the target that were copied there; refuse a target that has only other files.

    If a site was copied by other means, without a list, its pages and the files to which they link count as copied.
    """
    if (target / LIST).is_file():
        return {*files_listed(target / LIST)}
    if not target.exists() or not any(target.iterdir()):
        return set()
    check_is_ours(str(target), target / FIRST)
    target = target.resolve()
    copies = {page for page in target.rglob("*.html") if _is_ours(page)}
    for page in [*copies]:
        links = _LINK.findall(page.read_text(encoding="utf-8", errors="replace"))
        places = {Path(os.path.normpath(page.parent / unquote(unescape(link)))) for link in links}
        copies |= {to for to in places if to.suffix != ".html" and to.is_relative_to(target) and to.is_file()}
    return {PurePosixPath(file.relative_to(target).as_posix()) for file in copies}


def _put(site: Path, target: Path, name: PurePosixPath) -> bool:
    source, place = site / name, target / name
    _check_no_link(target, name)
    if place.is_file() and filecmp.cmp(source, place, shallow=False):
        return False
    if place.is_dir():
        raise UnusableError(
            "{place}: this is a folder, but the site has a file with this name; {fix}", place=place, fix=_FIX
        )
    place.parent.mkdir(parents=True, exist_ok=True)
    _write(place, partial(shutil.copyfile, source))
    return True


def _write(place: Path, write: Callable[[Path], object]) -> None:
    aside = place.with_name(f"{ASIDE}{place.name}")
    aside.unlink(missing_ok=True)  # left by an interrupted copy, or a link
    write(aside)
    patiently(partial(aside.replace, place), place)


def _remove(target: Path, name: PurePosixPath) -> bool:
    _check_no_link(target, name)
    if not (target / name).is_file():
        return False
    (target / name).unlink()
    with suppress(OSError):  # a folder that is not empty stays, and so do the folders around it
        for folder in folders_around(name):
            (target / folder).rmdir()
    return True


def _check_no_link(target: Path, name: PurePosixPath) -> None:
    for place in (target / name, *(target / folder for folder in folders_around(name))):
        if place.is_symlink():
            raise UnusableError(
                "{place}: this is a link, and Barometer does not write through links; {fix}", place=place, fix=_FIX
            )


@contextmanager
def as_built(site: Path, *, patience: float = waits.SENDING) -> Iterator[Path]:
    """Yield a folder with the files of the site as they are now. Call this while no build replaces pages.

    A build replaces each file and never changes it, so hard links are enough; if there are none, files are copied.
    """
    with ExitStack() as held:
        try:
            held.enter_context(sending(site, patience=patience))
        except Timeout as wrong:
            raise UnusableError(
                "{site}: another barometer publish is sending this site; wait until it has finished", site=site
            ) from wrong
        aside = tempfile.TemporaryDirectory(prefix=SENT_ASIDE, dir=site, ignore_cleanup_errors=True)
        taken = Path(held.enter_context(aside))
        for name in files_of(site):
            place = taken / name
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(site / name, place)
            except OSError:
                shutil.copy2(site / name, place)
        yield taken
