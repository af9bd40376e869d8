"""One build at a time: a lock beside the warehouse, which ends with the process that holds it."""

import contextlib
import getpass
import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pipelines.errors import MachineError, UnusableError
from pipelines.machine.disks import full, is_full
from pipelines.paths import Lake, Place
from pipelines.warehouse.lake_lock import lake_lock, lake_publication_lock
from transforms.messages import Message, gettext

_PATIENCE = 600.0
"""Seconds for which a build waits for another one."""
_WITHOUT_A_WORD = 0.5
"""Seconds after which whoever waits is told for whom."""


class LockedError(UnusableError):
    """Something else writes the warehouse, and does not come to its end."""


@contextmanager
def build_lock(
    warehouse: Place, who: str, *, patience: float = _PATIENCE, say: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Hold the lock of a warehouse; nothing else writes it meanwhile.

    Args:
        warehouse: the DuckDB file, or the lake; it need not exist.
        who: what holds the lock, for whoever waits: `barometer build`.
        patience: seconds to wait for another holder.
        say: called once with the name of the holder where there is a wait.

    Raises:
        LockedError: another one holds it still.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse
    if file is not None:
        with _lock_beside(file, who, patience, say):
            yield
    elif isinstance(warehouse, Lake):

        def over(holder: str) -> LockedError:
            return _not_done(warehouse, holder, patience)

        with lake_lock(
            warehouse, _named(_me(who)), patience, lambda holder: say(gettext("Waiting for {whom}.", whom=holder)), over
        ):
            yield


@contextmanager
def publication_lock(warehouse: Place) -> Iterator[None]:
    """Hold what one publication of a warehouse at a time has, from its plan to its record; builds go on meanwhile.

    Args:
        warehouse: the DuckDB file, or the lake.

    Raises:
        LockedError: another publication has it, which may take as long as pages take to be sent.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse.resolve()
    with ExitStack() as held:
        if file is not None:
            beside = file.with_name(f"{file.name}.publishing")
            try:
                held.enter_context(_lock_beside(beside, "barometer publish", 0.0, lambda _: None))
            except LockedError as wrong:
                raise _publishes(warehouse) from wrong
        elif isinstance(warehouse, Lake) and not held.enter_context(
            lake_publication_lock(warehouse, "barometer publish")
        ):
            raise _publishes(warehouse)
        yield


def _publishes(warehouse: Place) -> LockedError:
    return LockedError(
        Message(
            "{warehouse}: another barometer publish is under way; wait until that has recorded what it sent",
            warehouse=warehouse,
        )
    )


@contextmanager
def _lock_beside(warehouse: Path, who: str, patience: float, say: Callable[[str], None]) -> Iterator[None]:
    path = warehouse.with_name(f".{warehouse.name}.lock")
    holder = warehouse.with_name(f".{warehouse.name}.holder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, is_singleton=False)
        _acquire(lock, warehouse, holder, patience, say)
    except OSError as wrong:
        if isinstance(wrong, LockedError | Timeout):
            raise
        if is_full(wrong):
            raise MachineError(full(path, wrong)) from wrong
        raise UnusableError(
            Message(
                "{parent}: no lock can be made there ({strerror}); name a warehouse in a folder that can be written to",
                parent=path.parent,
                strerror=wrong.strerror,
            )
        ) from wrong
    try:
        with contextlib.suppress(OSError):
            holder.write_text(json.dumps(_me(who)), encoding="utf-8")
        yield
    finally:
        with contextlib.suppress(OSError):
            holder.unlink(missing_ok=True)
        lock.release()


def _acquire(lock: FileLock, warehouse: Path, holder: Path, patience: float, say: Callable[[str], None]) -> None:
    try:
        lock.acquire(timeout=min(_WITHOUT_A_WORD, patience))
        return
    except Timeout:
        name = _in_words(holder)
    say(gettext("Waiting for {whom}.", whom=name))
    started = time.monotonic()
    try:
        lock.acquire(timeout=max(0.0, patience - _WITHOUT_A_WORD))
    except Timeout:
        raise _not_done(warehouse, _in_words(holder), time.monotonic() - started) from None


def _not_done(warehouse: Place, holder: str, waited: float) -> LockedError:
    return LockedError(
        Message(
            "{warehouse}: {holder} is writing it, and was not done after {waited:.0f} s; wait for it or end it,"
            " and try again",
            warehouse=warehouse,
            holder=holder,
            waited=waited,
        )
    )


def _me(who: str) -> dict[str, str | int]:
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "?"
    return {"process": os.getpid(), "host": platform.node(), "user": user, "what": who}


def _in_words(holder: Path) -> str:
    try:
        return _named(json.loads(holder.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return gettext("another build")


def _named(holder: Mapping[str, str | int]) -> str:
    return gettext("{what} (process {process} of {user} on {host})", **holder)
