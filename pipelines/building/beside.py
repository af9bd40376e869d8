"""Write, audit, publish: a build writes next to what people read, and swaps it in at its end.

The warehouse is written as a copy in the same folder, pages into a folder inside the site. When all is done, a journal
says what belongs in its place; then the copy is renamed, and the pages are put. Killed before the journal stands, a
build leaves what people read as it was; killed later, the next start completes it.
"""

import errno
import json
import os
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from pipelines.machine import stopping, waits
from pipelines.machine.disks import is_full, naming
from pipelines.machine.errors import MachineError, UnusableError, why
from pipelines.machine.files import patiently, taken_away
from pipelines.machine.paths import desk_of
from pipelines.reports.put import put as put_file_by_file
from pipelines.warehouse import spilling

_ASIDE = ".writing"
_BUSY = (errno.EACCES, errno.EPERM, errno.EBUSY)

Put = Callable[[Path, Path], None]
"""Moves what was drawn aside to its place in the site; may be called again where it was interrupted."""


class Places:
    """What people read, and what is written next to it: the copy, the journal, pages of the site and of the desk."""

    def __init__(self, warehouse: Path, reports: Path) -> None:
        self.warehouse, self.reports, self.desk = warehouse, reports, desk_of(reports)
        self.copy = warehouse.with_name(f".{warehouse.name}.next")
        self.journal = warehouse.with_name(f".{warehouse.name}.journal")
        self.aside, self.desk_aside = reports / _ASIDE, self.desk / _ASIDE


def start_copy(places: Places) -> None:
    """Copy the warehouse, if there is one, next to itself; what a killed build left is removed."""
    forget(places)
    if places.warehouse.exists():
        with naming(places.copy):
            try:
                _copy(places.warehouse, places.copy)
            except BaseException:
                places.copy.unlink(missing_ok=True)
                raise


def publish(places: Places, put: Put) -> None:
    """Put the closed copy and the pages in their places; from the first step on, a kill undoes nothing.

    `UnusableError`: the disk is full, or somebody keeps a file that is to be replaced.
    """
    left = _log_of(places.copy)
    if left.exists():
        raise MachineError("{left}: the warehouse was not written to its end; look whether its disk is full", left=left)
    with naming(places.journal):
        _sync(places.copy)
        written = places.journal.with_suffix(".writing")
        said = {"reports": str(places.reports.resolve()), "desk": str(places.desk)}
        written.write_text(json.dumps(said), encoding="utf-8")
        _sync(written)
        with stopping.held():
            written.replace(places.journal)
            complete(places, put)


def is_to_complete(places: Places) -> bool:
    """Whether a build was killed when all was done, but not yet in its place."""
    return places.journal.exists()


def complete(places: Places, put: Put) -> None:
    """Do what the journal says and is not done yet; where there is no journal, nothing."""
    if not places.journal.exists():
        return
    with stopping.held():
        if places.copy.exists():
            # Its content is in the copy; next to another file it would keep everybody out.
            _log_of(places.warehouse).unlink(missing_ok=True)
            replaced(places.copy, places.warehouse)
        said = json.loads(places.journal.read_text(encoding="utf-8"))
        for name, put_there in (("reports", put), ("desk", put_file_by_file)):
            if name in said and (Path(said[name]) / _ASIDE).exists():
                folder = Path(said[name])
                with naming(folder):
                    put_there(folder / _ASIDE, folder)
        places.journal.unlink()


def forget(places: Places) -> None:
    """Remove what a build left that was killed before all was done."""
    with naming(places.copy):
        for path in (places.copy, _log_of(places.copy), places.journal.with_suffix(".writing")):
            path.unlink(missing_ok=True)
        spilling.clear(places.copy)
        for aside in (places.aside, places.desk_aside):
            if aside.exists():
                shutil.rmtree(aside)


def replaced(new: Path, old: Path) -> None:
    """Rename a file to the place of another; `UnusableError` where somebody has that open still."""
    try:
        patiently(partial(new.replace, old), old, waits.WAREHOUSE_TRIES, _BUSY)
    except OSError as wrong:
        if is_full(wrong):
            raise
        raise UnusableError(
            "{old}: cannot be replaced ({strerror}); close what has it open, or let it be written,"
            " and run barometer build: it goes on from here",
            old=old,
            strerror=why(wrong),
        ) from wrong
    with suppress(OSError):
        _sync(old.parent)


def _copy(warehouse: Path, copy: Path) -> None:
    is_new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    may = stat.S_IMODE(warehouse.stat().st_mode) & ~taken_away()
    os.close(os.open(copy, is_new, 0o600))
    shutil.copyfile(warehouse, copy)
    if (log := _log_of(warehouse)).exists():
        shutil.copyfile(log, _log_of(copy))
    copy.chmod(may | stat.S_IRUSR | stat.S_IWUSR)


def _log_of(warehouse: Path) -> Path:
    """What DuckDB keeps next to a file until it is written to its end."""
    return warehouse.with_name(f"{warehouse.name}.wal")


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
