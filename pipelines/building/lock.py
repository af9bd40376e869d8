"""One build at a time: a lock beside the warehouse, which ends with the process that holds it.

In a lake, builds of groups are computed side by side and take turns to put what they made. Whoever has a turn, or waits
for one, holds a lock of his own too, so that others can count them: who is killed no longer counts.
"""

import datetime as dt
import getpass
import glob
import json
import os
import platform
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from pipelines.errors import MachineError, UnusableError
from pipelines.machine.claims import claimed, is_claimed
from pipelines.machine.disks import full, is_full
from pipelines.machine.system_errors import why
from pipelines.paths import Lake, Place
from pipelines.warehouse.lake_lock import lake_lock, lake_publication_lock, lake_turns
from transforms.messages import Message, gettext

PATIENCE = 600.0
"""Seconds for which a build waits for another one, from when that came."""
_WITHOUT_A_WORD = 0.5
"""Seconds after which whoever waits is told for whom."""


class LockedError(UnusableError):
    """Something else writes the warehouse, and does not come to its end."""


@contextmanager
def build_lock(
    warehouse: Place,
    who: str,
    *,
    patience: float = PATIENCE,
    has_turn: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[None]:
    """Hold the lock of a warehouse; nothing else writes it meanwhile.

    Args:
        warehouse: the DuckDB file, or the lake; it need not exist.
        who: what holds the lock, for whoever waits: `barometer build`.
        patience: seconds to wait for another holder; where one after the other has it, for each of them.
        has_turn: whether this counts among `turns`, while it waits and while it has the lock.
        say: called with the name of each holder for which there is a wait.

    Raises:
        LockedError: another one holds it still.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse
    wait = _Wait(warehouse, patience, say)
    if file is not None:
        with _turn_beside(file) if has_turn else ExitStack(), _lock_beside(file, who, wait):
            yield
    elif isinstance(warehouse, Lake):
        with lake_lock(warehouse, _named(_me(who)), has_turn=has_turn, refused=wait.refused):
            yield


class _Wait:
    """A wait for the lock of a warehouse, which one holder after the other may have."""

    def __init__(
        self,
        warehouse: Place,
        patience: float,
        say: Callable[[str], None],
        not_done: Callable[[Place, str, float], LockedError] | None = None,
    ) -> None:
        self._warehouse, self.patience, self._say = warehouse, patience, say
        self._not_done = not_done or _not_done
        self._holder: str | None = None
        self._since = time.monotonic()

    def refused(self, holder: str | None) -> LockedError | None:
        """Say for whom one waits, where that is news; what there is to raise where it takes too long.

        Args:
            holder: who has the lock; None or no word where that is not known, as between two holders.
        """
        holder = holder or None
        now = time.monotonic()
        if self._holder is None or holder not in {None, self._holder}:
            self._since = now if self._holder else self._since
            self._holder = holder or gettext("another build")
            self._say(gettext("Waiting for {whom}.", whom=self._holder))
        if now - self._since < self.patience:
            return None
        return self._not_done(self._warehouse, self._holder, now - self._since)


def turns(warehouse: Place) -> int:
    """How many builds of a lake have their turn to put what they made, or wait for it; of a file it is not counted.

    Args:
        warehouse: the DuckDB file, or the lake.
    """
    if not isinstance(warehouse, Lake):
        return 0
    if warehouse.file is None:
        return lake_turns(warehouse)
    return sum(map(is_claimed, warehouse.file.parent.glob(_turn_named(glob.escape(warehouse.file.name), "*"))))


def _turn_named(file: str, name: str) -> str:
    return f".{file}.turn-{name}"


def _turn_beside(file: Path) -> AbstractContextManager[None]:
    """Count among the `turns` of a lake with a catalogue in a file."""
    return claimed(file.with_name(_turn_named(file.name, secrets.token_hex(8))))


@contextmanager
def publication_lock(
    warehouse: Place, who: str, *, patience: float | None = None, say: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Hold what one publication of a warehouse at a time has, from its plan to its record; builds go on meanwhile.

    Args:
        warehouse: the DuckDB file, or the lake.
        who: what holds the lock, for whoever waits: `barometer publish`.
        patience: seconds to wait for another publication; None: those of a build.
        say: called with the name of the publication for which there is a wait.

    Raises:
        LockedError: another publication has it still, which may take as long as pages take to be sent.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse.resolve()
    wait = _Wait(warehouse, PATIENCE if patience is None else patience, say, _still_publishes)
    if file is not None:
        with _lock_beside(file.with_name(f"{file.name}.publishing"), who, wait):
            yield
    elif isinstance(warehouse, Lake):
        with lake_publication_lock(warehouse, _named(_me(who)), refused=wait.refused):
            yield


def _still_publishes(warehouse: Place, holder: str, waited: float) -> LockedError:
    return LockedError(
        Message(
            "{warehouse}: {holder} is publishing it, and was not done after {waited:.0f} s; pages that are sent for the"
            " first time take long: wait until it is done, or end that process, and run this again",
            warehouse=warehouse,
            holder=holder,
            waited=waited,
        )
    )


@contextmanager
def _lock_beside(warehouse: Path, who: str, wait: _Wait) -> Iterator[None]:
    path = warehouse.with_name(f".{warehouse.name}.lock")
    holder = warehouse.with_name(f".{warehouse.name}.holder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, is_singleton=False)
        _acquire(lock, holder, wait)
    except OSError as wrong:
        if isinstance(wrong, LockedError | Timeout):
            raise
        if is_full(wrong):
            raise MachineError(full(path, wrong)) from wrong
        raise UnusableError(
            Message(
                "{parent}: no lock can be made there ({strerror}); name a warehouse in a folder that can be written to",
                parent=path.parent,
                strerror=why(wrong),
            )
        ) from wrong
    try:
        with suppress(OSError):
            holder.write_text(json.dumps(_me(who)), encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            holder.unlink(missing_ok=True)
        lock.release()


def _acquire(lock: FileLock, holder: Path, wait: _Wait) -> None:
    while True:
        try:
            lock.acquire(timeout=min(_WITHOUT_A_WORD, wait.patience))
        except Timeout:
            if over := wait.refused(_in_words(holder)):
                raise over from None
        else:
            return


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
    since = dt.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    return {"process": os.getpid(), "host": platform.node(), "user": user, "what": who, "since": since}


def _in_words(holder: Path) -> str | None:
    try:
        return _named(json.loads(holder.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _named(holder: Mapping[str, str | int]) -> str:
    return gettext("{what} (process {process} of {user} on {host}, since {since})", **holder)
