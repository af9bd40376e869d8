"""Put a club's drawn site in place at once, and the pages of all clubs after it.

If the system cannot swap two folders in one operation, the files are put in place one by one.
"""

import ctypes
import ctypes.util
import errno
import json
import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from pipelines.machine.disks import is_full
from pipelines.machine.files import patiently, replaced
from pipelines.machine.stopping import stands_at
from pipelines.reports.manifests import MANIFEST, NamedFolders, forget, manifest_of
from pipelines.reports.manifests import put as put_file_by_file
from pipelines.reports.page_names import page_name, pages_in

_TOKEN, _GONE = ".token", ".gone"
"""Two files next to the folders of clubs: one holds the name of the build, the other the list of removed clubs."""
_OF_BUILD = ".build"


def takes_competitions(aside: Path) -> bool:
    """Return whether the drawn pages will remove a competition from the site: its new manifest is empty."""
    return any(not manifest_of(manifest.parent) for manifest in aside.glob(f"*/*/{MANIFEST}"))


def pages_of_clubs(site: Path, aside: Path, clubs: Iterable[str]) -> dict[str, int]:
    """Return the number of pages that each of these clubs should have."""
    folders = {club: page_name(club) for club in clubs if club}
    drawn = {club: aside / name if (aside / name).is_dir() else site / name for club, name in folders.items()}
    return {club: pages_in(folder) for club, folder in drawn.items() if folder.is_dir()}


def seal(aside: Path, token: str, gone: Iterable[str]) -> None:
    """Mark what was drawn in `aside`, and each club's folder in it, as complete; leave out clubs that are `gone`."""
    stands_at("putting the tables and pages in their places")
    aside.mkdir(parents=True, exist_ok=True)
    gone = list(gone)
    forget(aside, gone)  # `put` removes these clubs as a whole, so nothing takes their place
    for folder in _clubs(aside):
        (folder / _OF_BUILD).write_text(token, encoding="utf-8")
    (aside / _GONE).write_text(json.dumps(gone), encoding="utf-8")
    (aside / _TOKEN).write_text(token, encoding="utf-8")


def put(aside: Path, site: Path) -> None:
    """Move all drawn files to their places in the site. If a call is interrupted, the next call continues."""
    if (aside / _TOKEN).exists():
        token = (aside / _TOKEN).read_text(encoding="utf-8")
        # New folders come first, because folders of an older version link to them.
        for folder in sorted(_clubs(aside), key=lambda folder: (site / folder.name).exists()):
            _put_whole(folder, site / folder.name, token)
        if not _clubs(aside):
            # Put in place the files next to the clubs, the home page last. After that, clubs without a link on the home
            # page can be removed.
            files = (file for file in aside.iterdir() if file.is_file() and not file.name.startswith("."))
            for file in sorted(files, key=lambda file: (file.name == "index.html", file.suffix == ".html", file.name)):
                replaced(file, site / file.name)
        named = NamedFolders(site)
        for club in json.loads((aside / _GONE).read_text(encoding="utf-8")):
            for folder in named.of(club):
                patiently(partial(folder.rename, aside / f"{_GONE}-{folder.name}"), folder)
        for left in aside.glob(f"{_GONE}-*"):
            shutil.rmtree(left)
        (aside / _TOKEN).unlink()
    (aside / _GONE).unlink(missing_ok=True)
    put_file_by_file(aside, site)


def _put_whole(folder: Path, place: Path, token: str) -> None:
    """Swap a club's drawn folder with its folder on the site; if that is impossible, leave it to `put_file_by_file`."""
    if not place.exists():
        patiently(partial(folder.rename, place), folder)
    elif not _is_from(place, token) and not (_keeps_what_is_not_ours(folder, place) and exchanged(folder, place)):
        (folder / _OF_BUILD).unlink(missing_ok=True)
        return
    for manifest in place.glob(f"*/{MANIFEST}"):
        if not manifest_of(manifest.parent):  # a competition that is gone
            manifest.unlink()
            with suppress(OSError):  # another program has files in the competition's folder
                manifest.parent.rmdir()
    if folder.exists():
        shutil.rmtree(folder)
    if [left.name for left in place.iterdir()] == [_OF_BUILD]:
        shutil.rmtree(place)  # an older version left it, and no page links to it


def _keeps_what_is_not_ours(drawn: Path, present: Path) -> bool:
    """Copy files that are not ours, such as a password file, from a club's present folder; False if that fails."""
    competitions = {path.parent for path in present.glob(f"*/{MANIFEST}")}
    ours = {present / _OF_BUILD} | {of / file for of in competitions for file in (*manifest_of(of), MANIFEST)}
    ours |= {folder for file in ours for folder in file.parents}
    try:
        for found in sorted(set(present.rglob("*")) - ours):
            place = drawn / found.relative_to(present)
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.is_symlink() or (place.is_file() and not found.is_dir()):
                continue  # copied before an interruption, or one of our files now has that name
            if place.is_dir() and not found.is_dir():
                return False
            if found.is_symlink():
                place.symlink_to(found.readlink())
            elif found.is_dir():
                if not os.access(found, os.R_OK | os.W_OK | os.X_OK):
                    return False  # the content cannot be read, or could not be removed after the swap
                place.mkdir(exist_ok=True)
                shutil.copystat(found, place)
            else:
                linked(found, place)
        shutil.copymode(present, drawn)
    except OSError as wrong:
        if is_full(wrong):
            raise
        return False
    return True


def linked(file: Path, place: Path) -> None:
    """Make a hard link to a file, or a copy where that is impossible."""
    try:
        place.hardlink_to(file)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copy2(file, place)


def _is_from(folder: Path, token: str) -> bool:
    try:
        return (folder / _OF_BUILD).read_text(encoding="utf-8") == token
    except OSError:
        return False


def _clubs(aside: Path) -> list[Path]:
    return sorted(path for path in aside.iterdir() if path.is_dir() and not path.name.startswith("."))


_AT_FDCWD, _EXCHANGE = -100, 2
_NOT_HERE = (errno.EINVAL, errno.ENOSYS, errno.EXDEV, errno.ENOTSUP, errno.EOPNOTSUPP)


def exchanged(one: Path, other: Path) -> bool:
    """Swap two existing files or folders; return False and change nothing if the system cannot do that."""
    libc, (first, second) = _libc(), (os.fsencode(one), os.fsencode(other))
    if hasattr(libc, "renamex_np"):  # macOS
        wrong = libc.renamex_np(first, second, _EXCHANGE)
    elif hasattr(libc, "renameat2"):
        wrong = libc.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
    else:
        return False
    number = ctypes.get_errno()
    if wrong and number not in _NOT_HERE:
        raise OSError(number, os.strerror(number), str(one))
    return not wrong


@cache
def _libc() -> Any:
    return None if sys.platform == "win32" else ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
