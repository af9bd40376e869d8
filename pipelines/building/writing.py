"""The places where a build writes before it publishes: a copy next to the file that people read, or a lake, unseen."""

import json
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from pipelines.building import putting, swap
from pipelines.building.lock import Held, build_lock, turns
from pipelines.building.swap import Places
from pipelines.machine import stopping, waits
from pipelines.machine.disks import naming
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import claimed, is_claimed, put_whole
from pipelines.machine.paths import Lake, Place, desk_of
from pipelines.machine.stopping import waiting_for_others
from pipelines.reports.manifests import put as put_file_by_file
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.warehouse.build_record import BUILDS, has_build
from pipelines.warehouse.errors import until_first

Say = Callable[[str], None]

_ASIDE = ".building-"
"""The prefix of folders into which builds of a lake draw pages. Each build has its own folder."""
_JOURNAL, _ALIVE = ".journal", ".alive"
"""Suffixes of two files next to the folder of a build: the record of the build, written once everything is drawn, and a
file that is locked while the build waits or writes."""


class _OnACopy:
    def __init__(self, places: Places, warehouse: Warehouse) -> None:
        self._places, self.warehouse, self.aside = places, warehouse, places.aside
        self.desk, self.desk_aside = places.desk, places.desk_aside

    def hold(self) -> bool:
        return True  # the lock has been held since the copy was made

    def is_waited_for(self) -> bool:
        return False  # a waiting build has not looked for work yet, so it cannot take over any of ours

    def publish(self, record: dict[str, object]) -> None:
        del record  # the journal ensures that a copy is put in place only when complete
        self.warehouse.save()
        self.warehouse.close()
        swap.publish(self._places)


@contextmanager
def writing(
    place: Place,
    reports: Path,
    season: str | None = None,
    *,
    who: str,
    say: Say = lambda _: None,
    patience: float | None = None,
) -> "Iterator[Writing]":
    """Yield the warehouse and folders that a build writes, after completing a build that was killed."""
    if isinstance(place, Lake):
        lock = partial(build_lock, place, who, patience=patience, has_turn=True, say=say)
        with Warehouse(place, season) as warehouse, closing(_InALake(place, reports, warehouse, lock)) as under_way:
            yield under_way
        return
    places = Places(place.resolve(), reports)
    with build_lock(places.warehouse, who, patience=patience, say=say):
        swap.complete(places)
        try:
            swap.start_copy(places)
            with Warehouse(places.copy, season) as warehouse:
                yield _OnACopy(places, warehouse)
        finally:
            if not places.journal.exists():
                swap.forget(places)


def complete(
    place: Place,
    reports: Path,
    say: Say = lambda _: None,
    *,
    who: str = "barometer build",
    patience: float | None = None,
) -> None:
    """Finish a build that was killed after its result was complete."""
    if isinstance(place, Lake):
        if not all(
            is_claimed(journal.with_suffix(_ALIVE)) for journal in _journals(reports)
        ):  # as long as all builds with a journal still run, each finishes by itself
            with build_lock(place, who, patience=patience, say=say):
                _complete(place, reports)
        return
    places = Places(place.resolve(), reports)
    if places.journal.exists():
        with build_lock(places.warehouse, who, patience=patience, say=say):
            swap.complete(places)


# --- a lake -----------------------------------------------------------------------------------


class _InALake:
    def __init__(
        self, lake: Lake, reports: Path, warehouse: Warehouse, lock: Callable[[], AbstractContextManager[Held]]
    ) -> None:
        self._lake, self._reports, self._lock, self._turn = lake, reports, lock, ExitStack()
        self.warehouse, self.desk = warehouse, desk_of(reports)
        self.aside = reports / f"{_ASIDE}{secrets.token_hex(8)}"
        self.desk_aside = self.desk / self.aside.name
        self._held: Held | None = None

    def hold(self) -> bool:
        if self._held is not None:
            return True
        drawn = _folders_in(self.aside)
        if drawn:
            self._turn.enter_context(claimed(self.aside.with_suffix(_ALIVE)))
        with waiting_for_others():
            self._held = self._turn.enter_context(self._lock())
        _complete(self._lake, self._reports)
        self.warehouse.hold_back()
        if drawn <= _folders_in(self.aside):
            return True
        shutil.rmtree(self.aside, ignore_errors=True)
        return False

    def is_waited_for(self) -> bool:
        try:
            return turns(self._lake) > 1
        except (UnusableError, OSError):  # without an answer, this build makes the pages itself, which does no harm
            return False

    def publish(self, record: dict[str, object]) -> None:
        check = self._held or (lambda: None)
        journal = self.aside.with_suffix(_JOURNAL)
        with naming(journal):
            put_whole(journal, json.dumps(record, default=str))
        with stopping.held():
            check()
            self.warehouse.save()
            check()  # if the lock was lost, the next build puts these pages in place, perhaps already now
            _put(journal)
        self._turn.close()

    def close(self) -> None:
        """Let other builds write, because the result is now in place or has been given up."""
        self.warehouse.close()  # before the lock is given up, so that no transaction is open any more
        self._turn.close()
        if not self.aside.with_suffix(_JOURNAL).exists():
            _forget(self.aside)


Writing = _OnACopy | _InALake
"""An unfinished build: a warehouse, a folder of pages, and a folder that only the director reads."""


def _complete(lake: Lake, reports: Path) -> None:
    """Put in place the pages of killed builds whose tables are already in the lake. The caller holds the lock."""
    if journals := _journals(reports):
        _shut_out(lake)
        with as_it_is(lake) as warehouse, stopping.held():
            for journal in journals:
                if has_build(warehouse, json.loads(journal.read_text(encoding="utf-8"))):
                    _put(journal)
                else:
                    _forget(journal.with_suffix(""))
                    journal.unlink()
    for folder in (*reports.glob(f"{_ASIDE}*/"), *desk_of(reports).glob(f"{_ASIDE}*/")):
        is_old = time.time() - folder.stat().st_mtime > waits.KILLED_BUILD
        if is_old and not is_claimed((reports / folder.name).with_suffix(_ALIVE)):
            shutil.rmtree(folder)
    for claim in reports.glob(f"{_ASIDE}*{_ALIVE}"):
        is_claimed(claim)  # removes the claim if its process was killed


def _shut_out(lake: Lake) -> None:
    """Rewrite the rows of `operations.builds`, so that a build that lost the lock can no longer commit."""
    # A lake without builds needs no protection: it has no pages yet, and the next build draws them all.

    def write_builds() -> None:
        with Warehouse(lake) as warehouse:
            warehouse.hold_back()  # if that build commits after this moment, our write fails and is repeated
            if not (builds := warehouse.read(BUILDS)).is_empty():
                warehouse.write(BUILDS, builds)
            warehouse.save()

    until_first(write_builds)


def _put(journal: Path) -> None:
    aside, reports = journal.with_suffix(""), journal.parent
    with naming(reports):
        putting.put(aside, reports)
        put_file_by_file(desk_of(reports) / aside.name, desk_of(reports))
    journal.unlink()


def _forget(aside: Path) -> None:
    for folder in (aside, desk_of(aside.parent) / aside.name):
        shutil.rmtree(folder, ignore_errors=True)


def _folders_in(aside: Path) -> set[Path]:
    return {place for place in aside.iterdir() if place.is_dir()} if aside.is_dir() else set()


def _journals(reports: Path) -> list[Path]:
    return sorted(reports.glob(f"{_ASIDE}*{_JOURNAL}"))


# --- other changes than builds ----------------------------------------------------------------


@contextmanager
def standing(place: Place, who: str, say: Say = lambda _: None) -> Iterator[Warehouse]:
    """Yield an existing warehouse for reading, while no other process writes to it or its pages."""
    where = place if isinstance(place, Lake) else place.resolve()
    with build_lock(where, who, say=say):
        if isinstance(where, Path):
            swap.complete(_without_pages(where))
        with Warehouse(where, read_only=True) as warehouse:
            yield warehouse


@contextmanager
def rewriting(place: Place, who: str, say: Say = lambda _: None) -> Iterator[Warehouse]:
    """Yield a warehouse whose changes become visible if nothing is raised in the context."""
    if isinstance(place, Lake):
        with build_lock(place, who, say=say), Warehouse(place) as warehouse:
            warehouse.hold_back()
            yield warehouse
            warehouse.save()
        return
    places = _without_pages(place.resolve())
    with writing(places.warehouse, places.reports, who=who, say=say) as into:
        yield into.warehouse
        into.publish({})


def _without_pages(file: Path) -> Places:
    return Places(file, file.with_name(f".{file.name}.no-pages"))
