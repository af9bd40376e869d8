"""A build writes next to the files that people read, and puts its result in their place at the end.

The warehouse is written as a copy in the same folder, the pages into a folder inside the site. Then a journal lists
what must be put in place. If a build is killed before there is a journal, people still read the old files; if it is
killed later, the next start completes it.
"""

import json
import os
import shutil
import stat
from pathlib import Path

from pipelines.building import putting
from pipelines.machine import stopping
from pipelines.machine.disks import naming
from pipelines.machine.errors import MachineError
from pipelines.machine.files import replaced, synced, taken_away
from pipelines.machine.paths import desk_of
from pipelines.reports.manifests import put as put_file_by_file
from pipelines.warehouse import opening
from pipelines.warehouse.errors import COPY

_ASIDE = ".writing"


class Places:
    """The paths that people read, and those that a build writes: copy of the warehouse, journal, new pages."""

    def __init__(self, warehouse: Path, reports: Path) -> None:
        self.warehouse, self.reports, self.desk = warehouse, reports, desk_of(reports)
        self.copy = warehouse.with_name(f".{warehouse.name}{COPY}")
        self.journal = warehouse.with_name(f".{warehouse.name}.journal")
        self.aside, self.desk_aside = reports / _ASIDE, self.desk / _ASIDE


def start_copy(places: Places) -> None:
    """Remove the remains of a killed build, then make the copy of the warehouse, if there is one."""
    forget(places)
    if places.warehouse.exists():
        with naming(places.copy):
            try:
                is_new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
                may = stat.S_IMODE(places.warehouse.stat().st_mode) & ~taken_away()
                os.close(os.open(places.copy, is_new, 0o600))
                shutil.copyfile(places.warehouse, places.copy)
                if (log := _log_of(places.warehouse)).exists():
                    shutil.copyfile(log, _log_of(places.copy))
                places.copy.chmod(may | stat.S_IRUSR | stat.S_IWUSR)
            except BaseException:
                places.copy.unlink(missing_ok=True)
                raise


def publish(places: Places) -> None:
    """Put the closed copy and the pages in place. Once the journal is written, killing the process only delays this."""
    left = _log_of(places.copy)
    if left.exists():
        raise MachineError(
            "{left}: the warehouse was not written completely; check whether the disk is full", left=left
        )
    with naming(places.journal):
        synced(places.copy)
        written = places.journal.with_suffix(".writing")
        folders = {"reports": str(places.reports.resolve()), "desk": str(places.desk)}
        written.write_text(json.dumps(folders), encoding="utf-8")
        synced(written)
        with stopping.held():
            written.replace(places.journal)
            complete(places)


def complete(places: Places) -> None:
    """Put everything in place that the journal lists and that is not there yet; without a journal, do nothing."""
    if not places.journal.exists():
        return
    with stopping.held():
        if places.copy.exists():
            # The copy includes the changes in this log. If the log stayed, nobody could open the new file.
            _log_of(places.warehouse).unlink(missing_ok=True)
            replaced(places.copy, places.warehouse)
        folders = json.loads(places.journal.read_text(encoding="utf-8"))
        for name, put in (("reports", putting.put), ("desk", put_file_by_file)):
            if name in folders and (aside := Path(folders[name], _ASIDE)).exists():
                with naming(aside.parent):
                    put(aside, aside.parent)
        places.journal.unlink()


def forget(places: Places) -> None:
    """Remove the files that an unfinished build left."""
    with naming(places.copy):
        for path in (places.copy, _log_of(places.copy), places.journal.with_suffix(".writing")):
            path.unlink(missing_ok=True)
        opening.clear_spilled(places.copy)
        for aside in (places.aside, places.desk_aside):
            if aside.exists():
                shutil.rmtree(aside)


def _log_of(warehouse: Path) -> Path:
    """Return the path of DuckDB's log, which exists next to a file until the file is completely written."""
    return warehouse.with_name(f"{warehouse.name}.wal")
