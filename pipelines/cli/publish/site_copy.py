"""Copies the public site to a folder that a web server reads: only what changed, and never half a file.

A reader of the target sees each file as it was or as it is: every file is written beside its place and renamed. New
pages come before the first page that leads to them, and pages that are gone go last. What was copied stands in a list
in the target, so that a copy that was stopped goes on the next time, and a file that is not Barometer's stays.
"""

import filecmp
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
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
"""The file in the target that lists what was copied there, a path a line."""
ASIDE = ".writing-"
_DEPTH_OF_PAGES = 2
"""So many folders a page of a competition lies in, at least: those of its club and of the competition."""
_DEPTH_OF_EVENINGS = 4
"""So many folders a page lies in, at least, that tells what was played: `sessions` of a season, and others there."""
FIRST = "index.html"
_LINK = re.compile(r"""\b(?:href|src)=["']?([^"'#?:\s>]+)""")
_HOST = re.compile(r"([\w.-]+@)?[\w-]+(\.[\w-]+)*\.[a-zA-Z]{2,}(:[0-9]+)?")
_MIND = Message("name an empty folder, or one to which barometer publish copied before")


class Copied(NamedTuple):
    """How many files were written, how many were the same, and how many went."""

    written: int
    same: int
    removed: int
    lies_in: str | None = None
    """The whole path of the folder on the server, where it says that."""
    made: str | None = None
    """The first folder of the path, where it was not there."""
    left: tuple[str, ...] = ()
    """`club/competition` of those whose pages went, and that the site has no more."""


def copy_site(site: Path, target: Path, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Make `target`, new, empty or a copy of a site, hold the site, without what begins with a dot in its folder.

    `replaces` says that the copy of a site with none of these competitions may go, where `published` has none of its
    `club/competition` either, as this warehouse published them before.
    """
    check_is_site(site)
    check_apart(site, target)
    if _HOST.fullmatch(target.parts[0] if target.parts else "") and not os.path.lexists(target.parts[0]):
        raise UnusableError(
            "{target}: there is no such folder on this computer; name a server as sftp://USER@HOST/FOLDER (USER: the"
            " name with which you log in there)",
            target=target,
        )
    if not target.absolute().parent.is_dir():
        raise UnusableError(
            "{target}: the folder above it is not there: make it, or mend the path (a disk of the web may not be"
            " mounted)",
            target=target,
        )
    try:
        files = files_of(site)
        copied_before = _copied_before(target)
        left = check_same_site(files, copied_before, str(target), replaces=replaces, published=published)
        target.mkdir(parents=True, exist_ok=True)
        _write_list(target, copied_before | set(files))
        written = sum(_put(site, target, name) for name in sorted(files, key=late))
        gone = sorted(copied_before - set(files), key=late, reverse=True)
        removed = sum(_remove(target, name) for name in gone)
        _write_list(target, set(files))
    except PermissionError as wrong:
        raise UnusableError(
            "{target}: files may not be written there, so nothing is recorded as published; name another folder, or"
            " give yourself the right to write in that one (in Windows: right click, Properties, Security), or ask"
            " whoever looks after the computer",
            target=target,
        ) from wrong
    return Copied(written, len(files) - written, removed, left=left)


def check_is_site(site: Path) -> None:
    """See that a folder holds a site."""
    if not is_ours(site / FIRST):
        raise UnusableError("{site}: there is no site of Barometer; make it with: barometer build", site=site)


def check_is_ours(target: str, first_page: Path) -> None:
    """See that nothing but a site of Barometer would be written over, by the first page of what the target holds."""
    if not is_ours(first_page):
        raise UnusableError("{target}: holds something that is not Barometer's; {mend}", target=target, mend=_MIND)


def check_apart(site: Path, target: Path) -> None:
    """See that a site can be copied to a folder, which is not in it or around it."""
    here, there = site.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise UnusableError(
            "{target}: that is the site itself, or within or around it; {mend}", target=target, mend=_MIND
        )
    if target.exists() and not target.is_dir():
        raise UnusableError("{target}: this is no folder; {mend}", target=target, mend=_MIND)


def check_same_site(
    files: Iterable[PurePosixPath],
    before: Collection[PurePosixPath],
    target: str,
    *,
    replaces: bool,
    published: Iterable[str],
) -> tuple[str, ...]:
    """See that the files copied there `before` are of this site, and not of another; return the competitions that go.

    Refused are pages of competitions in which somebody played, and of none of the site or of those published before.
    """
    here, there = _competitions(files), _competitions(before)
    # Before the first evening, a season has no page of one or of a player, and nothing is lost.
    is_of_nobody = not any(file.suffix == ".html" and len(file.parts) > _DEPTH_OF_EVENINGS for file in before)
    is_same_site = not set(map(lasting, there)).isdisjoint(map(lasting, (*here, *published)))
    if replaces or not here or not there or is_of_nobody or is_same_site:
        return tuple(sorted(there - here))
    raise UnusableError(
        "{target}: not published, since it has the pages of {there}, which would be removed, and these are of"
        " {here}; name another target, or another warehouse with --warehouse. Where they have another name now, or"
        " to replace them all the same, add --replace",
        target=target,
        there=some(sorted(there)),
        here=some(sorted(here)),
    )


def _competitions(files: Iterable[PurePosixPath]) -> set[str]:
    return {"/".join(file.parts[:2]) for file in files if len(file.parts) > _DEPTH_OF_PAGES}


def files_of(site: Path) -> set[PurePosixPath]:
    """Every file of the site, by its path in it."""
    found: set[PurePosixPath] = set()
    for folder, folders, names in os.walk(site):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = Path(folder).relative_to(site)
        found |= {PurePosixPath(inside.as_posix(), name) for name in names if not name.startswith(".")}
    return found


def _copied_before(target: Path) -> set[PurePosixPath]:
    """The files in the target that are copies; a target with anything else, and no copy, is not ours.

    A site that was copied by other means has no list: its pages, and the files to which they lead, count as copies.
    """
    if (target / LIST).is_file():
        return {*files_listed(target / LIST)}
    if not target.exists() or not any(target.iterdir()):
        return set()
    check_is_ours(str(target), target / FIRST)
    target = target.resolve()
    copies = {page for page in target.rglob("*.html") if is_ours(page)}
    for page in [*copies]:
        links = _LINK.findall(page.read_text(encoding="utf-8", errors="replace"))
        places = {Path(os.path.normpath(page.parent / unquote(unescape(link)))) for link in links}
        copies |= {to for to in places if to.suffix != ".html" and to.is_relative_to(target) and to.is_file()}
    return {PurePosixPath(file.relative_to(target).as_posix()) for file in copies}


def write_list(path: Path, files: Mapping[PurePosixPath, str] | Iterable[PurePosixPath]) -> None:
    """Write a list of files, a path a line; behind the digest of each, where they have one."""
    digests = files if isinstance(files, Mapping) else {}
    lines = (f"{digests[file]} {file}\n" if digests else f"{file}\n" for file in sorted(files))
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def files_listed(path: Path, *, with_digests: bool = False) -> dict[PurePosixPath, str]:
    """Path -> digest, of a list of `write_list`; a line counts if it leads to nothing but a file within the target."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition(" ") if with_digests else ("", "", line)
        file = PurePosixPath(name)
        if file.parts and not file.is_absolute() and ".." not in file.parts and ":" not in file.parts[0]:
            found[file] = digest
    return found


def is_ours(page: Path) -> bool:
    """Whether this is a page of Barometer."""
    return page.is_file() and OF_SITE in page.read_bytes()


def late(file: PurePosixPath) -> tuple[bool, int, str]:
    """The order of writing: what pages need before pages, deep pages before those that lead to them."""
    return (file.suffix == ".html", -len(file.parts), str(file))


def _put(site: Path, target: Path, name: PurePosixPath) -> bool:
    source, place = site / name, target / name
    _check_no_link(target, name)
    if place.is_file() and filecmp.cmp(source, place, shallow=False):
        return False
    if place.is_dir():
        raise UnusableError(
            "{place}: this is a folder, and the site has a file of this name; {mend}", place=place, mend=_MIND
        )
    place.parent.mkdir(parents=True, exist_ok=True)
    aside = place.with_name(f"{ASIDE}{place.name}")
    aside.unlink(missing_ok=True)  # what a copy left that was stopped; or a link
    shutil.copyfile(source, aside)
    patiently(partial(aside.replace, place), place)
    return True


def _remove(target: Path, name: PurePosixPath) -> bool:
    _check_no_link(target, name)
    place = target / name
    if not place.is_file():
        return False
    place.unlink()
    with suppress(OSError):  # a folder that is not empty stays, and so do those around it
        for folder in folders_around(name):
            (target / folder).rmdir()
    return True


def _check_no_link(target: Path, name: PurePosixPath) -> None:
    for place in (target / name, *(target / folder for folder in folders_around(name))):
        if place.is_symlink():
            raise UnusableError(
                "{place}: this is a link, and nothing is written behind it; {mend}", place=place, mend=_MIND
            )


def folders_around(name: PurePosixPath) -> Iterator[PurePosixPath]:
    """The folders of the site in which a file stands, the innermost first."""
    yield from (folder for folder in name.parents if folder.parts)


def _write_list(target: Path, files: set[PurePosixPath]) -> None:
    aside = target / f"{ASIDE}list"
    aside.unlink(missing_ok=True)
    write_list(aside, files)
    patiently(partial(aside.replace, target / LIST), target / LIST)


@contextmanager
def as_built(site: Path, *, patience: float = waits.SENDING) -> Iterator[Path]:
    """A folder with the files of the site as they are now; make it while no build puts pages in their places.

    A build replaces each file by one rename and changes none, so a second name for each file is enough; where the disk
    knows no second names, the files are copied.
    """
    with ExitStack() as held:
        try:
            held.enter_context(sending(site, patience=patience))
        except Timeout as wrong:
            raise UnusableError(
                "{site}: another barometer publish is sending it; wait until that is done", site=site
            ) from wrong
        aside = Path(
            held.enter_context(tempfile.TemporaryDirectory(prefix=SENT_ASIDE, dir=site, ignore_cleanup_errors=True))
        )
        for name in files_of(site):
            place = aside / name
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(site / name, place)
            except OSError:
                shutil.copy2(site / name, place)
        yield aside
