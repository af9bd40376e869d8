"""One build at a time: a lock beside the warehouse, which ends with the process that holds it."""

import contextlib
import getpass
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pipelines.disks import full, is_full
from pipelines.errors import MachineError, UnusableError

_PATIENCE = 600.0
"""Seconds for which a build waits for another one."""
_WITHOUT_A_WORD = 0.5
"""Seconds after which whoever waits is told for whom."""


class LockedError(UnusableError):
    """Something else writes the warehouse, and does not come to its end."""


@contextmanager
def build_lock(
    warehouse: Path, who: str, *, patience: float = _PATIENCE, say: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Hold the lock of a warehouse; nothing else writes it meanwhile.

    Args:
        warehouse: the DuckDB file, which need not exist.
        who: what holds the lock, for whoever waits: `barometer build`.
        patience: seconds to wait for another holder.
        say: called once with the name of the holder where there is a wait.

    Raises:
        LockedError: another one holds it still.
    """
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
            f"{path.parent}: no lock can be made there ({wrong.strerror}); name a warehouse in a folder that can be"
            " written to"
        ) from wrong
    try:
        with contextlib.suppress(OSError):
            holder.write_text(json.dumps({**_me(), "what": who}), encoding="utf-8")
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
    say(f"Waiting for {name}.")
    started = time.monotonic()
    try:
        lock.acquire(timeout=max(0.0, patience - _WITHOUT_A_WORD))
    except Timeout:
        waited = f"{time.monotonic() - started:.0f} s"
        raise LockedError(
            f"{warehouse}: {_in_words(holder)} is writing it, and was not done after {waited};"
            " wait for it or end it, and try again"
        ) from None


def _me() -> dict[str, str | int]:
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "?"
    return {"process": os.getpid(), "host": platform.node(), "user": user}


def _in_words(holder: Path) -> str:
    try:
        known = json.loads(holder.read_text(encoding="utf-8"))
        return f"{known['what']} (process {known['process']} of {known['user']} on {known['host']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another build"
