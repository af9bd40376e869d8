"""One build at a time: a lock next to the warehouse, which ends with the process that holds it.

In a lake, builds of groups are computed at the same time and take turns to put what they made. Whoever has a turn, or
waits for one, holds a lock of its own too, so that others can count them: a killed process no longer counts.
"""

import datetime as dt
import getpass
import glob
import os
import platform
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from pipelines.machine.disks import full, is_full
from pipelines.machine.errors import MachineError, UnusableError, why
from pipelines.machine.files import claimed, is_claimed
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse.lake_lock import LONGEST_NAME, Held, lake_lock, lake_turns
from transforms.tables.messages import Message, gettext, gettext_noop

PATIENCE = 600.0
"""Seconds for which a build waits for another one, from when that came."""
_WITHOUT_A_WORD = 0.5
"""Seconds after which whoever waits hears for whom."""
_BETWEEN = "|"
_LONGEST_WHAT = 27
"""As long as `barometer ratings --publish`."""
_NOT_KEPT = re.compile(rf"[^ -~]|['\\{_BETWEEN}]")
"""Postgres keeps no other letters in a name, and the address of a server has quotes round it."""


class LockedError(UnusableError):
    """Something else writes the warehouse, and does not come to its end."""


def name_of_holder(what: str, process: int, since: int, user: str, host: str) -> str:
    """A process as a file or Postgres keeps it; what is too long of the user or the host is cut, and nothing else.

    `what` is what it does (`barometer build`), `since` the seconds since 1970.
    """
    what, user, host = (_NOT_KEPT.sub("?", text) for text in (what, user, host))
    begins = _BETWEEN.join([what[:_LONGEST_WHAT], str(process), str(since), ""])
    room = LONGEST_NAME - len(begins) - len(_BETWEEN)
    user = user[: max(room // 2, room - len(host))]
    return f"{begins}{user}{_BETWEEN}{host[: room - len(user)]}"


def holder_of(name: str | None) -> str | None:
    """Whose name this is, in words and with the time of this machine; None where it is not one of ours."""
    try:
        what, process, since, user, host = (name or "").split(_BETWEEN)
        at = dt.datetime.fromtimestamp(int(since)).astimezone().strftime("%Y-%m-%d %H:%M")
        said = {"what": what, "process": int(process), "user": user, "host": host, "since": at}
    except (ValueError, OverflowError, OSError):
        return None
    return gettext("{what} (process {process} of {user} on {host}, since {since})", **said)


def _own_name(what: str) -> str:
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "?"
    return name_of_holder(what, os.getpid(), int(time.time()), user, platform.node())


@contextmanager
def build_lock(
    warehouse: Place,
    who: str,
    *,
    patience: float = PATIENCE,
    has_turn: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[Held]:
    """Hold the lock of a warehouse, which need not exist; nothing else writes it meanwhile.

    Args:
        warehouse: the DuckDB file, or the lake.
        who: what holds the lock, for whoever waits: `barometer build`.
        patience: seconds to wait for another holder; where one after the other has it, for each of them.
        has_turn: whether this counts among `turns`, while it waits and while it has the lock.
        say: called with the name of each holder for which there is a wait.

    Yields:
        What raises an error where the lock is lost, as one in Postgres may be, which ends with its connection.

    Raises:
        LockedError: another one holds it still.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse
    wait = _Wait(warehouse, patience, say, _BUILD)
    if file is not None:
        turn = claimed(file.with_name(_turn_named(file.name, secrets.token_hex(8)))) if has_turn else ExitStack()
        with turn, _lock_beside(file, who, wait):
            yield lambda: None
    elif isinstance(warehouse, Lake):
        with lake_lock(warehouse, _own_name(who), has_turn=has_turn, refused=wait.refused) as held:
            yield held


@contextmanager
def publication_lock(
    warehouse: Place, who: str, *, patience: float | None = None, say: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Hold what one publication of a warehouse at a time has, from its plan to its record; builds go on meanwhile.

    Arguments as `build_lock`; no `patience` means that of a build, though pages may take longer to be sent.

    Raises:
        LockedError: another publication has it still.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse.resolve()
    wait = _Wait(warehouse, PATIENCE if patience is None else patience, say, _PUBLICATION)
    if file is not None:
        with _lock_beside(file.with_name(f"{file.name}.publishing"), who, wait):
            yield
    elif isinstance(warehouse, Lake):
        with lake_lock(warehouse, _own_name(who), refused=wait.refused, of_publications=True):
            yield


def turns(warehouse: Place) -> int:
    """How many builds of a lake have their turn to put what they made, or wait for it; of a file it is not counted."""
    if not isinstance(warehouse, Lake):
        return 0
    if warehouse.file is None:
        return lake_turns(warehouse)
    return sum(map(is_claimed, warehouse.file.parent.glob(_turn_named(glob.escape(warehouse.file.name), "*"))))


def _turn_named(file: str, name: str) -> str:
    return f".{file}.turn-{name}"


class _Task(NamedTuple):
    """What one process at a time does with a warehouse: who does it, and why there is no more waiting."""

    somebody: str
    not_done: str


_BUILD = _Task(
    gettext_noop("another build"),
    gettext_noop(
        "{warehouse}: {holder} is writing it, and was not done after {waited:.0f} s; wait for it or end it, and try"
        " again"
    ),
)
_PUBLICATION = _Task(
    gettext_noop("another publication"),
    gettext_noop(
        "{warehouse}: {holder} is publishing it, and was not done after {waited:.0f} s; pages that are sent for the"
        " first time take long: wait until it is done, or end that process, and run this again"
    ),
)


class _Wait:
    """A wait for the lock of a warehouse, which one holder after the other may have."""

    def __init__(self, warehouse: Place, patience: float, say: Callable[[str], None], task: _Task) -> None:
        self._warehouse, self.patience, self._say, self._task = warehouse, patience, say, task
        self._holder: str | None = None
        self._since = time.monotonic()

    def refused(self, name: str | None) -> LockedError | None:
        """Say for whom one waits, where that is news; return what there is to raise where it takes too long.

        The holder has no name where it is not known, as between two holders.
        """
        now, holder = time.monotonic(), holder_of(name)
        if self._holder is None or holder not in {None, self._holder}:
            self._since = now if self._holder else self._since
            self._holder = holder or gettext(self._task.somebody)
            self._say(gettext("Waiting for {whom}.", whom=self._holder))
        waited = now - self._since
        if waited < self.patience:
            return None
        return LockedError(Message(self._task.not_done, warehouse=self._warehouse, holder=self._holder, waited=waited))


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
            "{parent}: no lock can be made there ({strerror}); name a warehouse in a folder that can be written to",
            parent=path.parent,
            strerror=why(wrong),
        ) from wrong
    try:
        with suppress(OSError):
            holder.write_text(_own_name(who), encoding="utf-8")
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
            try:
                name = holder.read_text(encoding="utf-8")
            except (OSError, ValueError):
                name = None
            if over := wait.refused(name):
                raise over from None
        else:
            return
