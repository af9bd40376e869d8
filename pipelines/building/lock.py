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
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from filelock import FileLock, Timeout

from pipelines.machine.disks import full, is_full
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.machine.files import claimed, is_claimed
from pipelines.machine.paths import Lake, Place
from pipelines.machine.system_errors import why
from pipelines.warehouse.lake_lock import LONGEST_NAME, Held, lake_lock, lake_publication_lock, lake_turns
from transforms.tables.messages import Message, gettext, gettext_noop

_BETWEEN = "|"
_LONGEST_WHAT = 27
"""As long as `barometer ratings --publish`."""
_NOT_KEPT = re.compile(rf"[^ -~]|['\\{_BETWEEN}]")
"""Postgres keeps no other letters in a name, and the address of a server has quotes round it."""


class Holder(NamedTuple):
    """A process that holds a lock."""

    what: str
    """What it does: `barometer build`."""
    process: int
    since: int
    """Seconds since 1970."""
    user: str
    host: str

    @classmethod
    def this_process(cls, what: str) -> Self:
        """The one that runs here, from now on."""
        try:
            user = getpass.getuser()
        except (OSError, KeyError):
            user = "?"
        return cls(what, os.getpid(), int(time.time()), user, platform.node())

    def __str__(self) -> str:
        """In the language that is spoken, with the time of this machine."""
        since = dt.datetime.fromtimestamp(self.since).astimezone().strftime("%Y-%m-%d %H:%M")
        said = self._asdict() | {"since": since}
        return gettext("{what} (process {process} of {user} on {host}, since {since})", **said)

    def as_json(self) -> str:
        """As it stands in a file."""
        return json.dumps(self._asdict())

    def as_name(self) -> str:
        """As Postgres keeps it: what is too long of the user or the host is cut, and nothing else."""
        what, user, host = (_NOT_KEPT.sub("?", text) for text in (self.what, self.user, self.host))
        begins = _BETWEEN.join([what[:_LONGEST_WHAT], str(self.process), str(self.since), ""])
        room = LONGEST_NAME - len(begins) - len(_BETWEEN)
        user = user[: max(room // 2, room - len(host))]
        return f"{begins}{user}{_BETWEEN}{host[: room - len(user)]}"


def holder_of_json(text: str) -> str | None:
    """Who stands in a file, in words; None where that cannot be read."""
    try:
        return str(Holder(**json.loads(text)))
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def holder_of_name(name: str | None) -> str | None:
    """Whose name this is, in words; None where it is not one of ours."""
    try:
        what, process, since, user, host = (name or "").split(_BETWEEN)
        return str(Holder(what, int(process), int(since), user, host))
    except (ValueError, OverflowError, OSError):
        return None


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
) -> Iterator[Held]:
    """Hold the lock of a warehouse; nothing else writes it meanwhile.

    Args:
        warehouse: the DuckDB file, or the lake; it need not exist.
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
        with _turn_beside(file) if has_turn else ExitStack(), _lock_beside(file, who, wait):
            yield lambda: None
    elif isinstance(warehouse, Lake):
        name = Holder.this_process(who).as_name()
        with lake_lock(warehouse, name, has_turn=has_turn, refused=wait.refused_by) as held:
            yield held


class _Task(NamedTuple):
    """What one process at a time does with a warehouse, as others are told."""

    somebody: str
    """Who does it, where that is not known."""
    not_done: str
    """Why there is no more waiting."""


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

    def refused(self, holder: str | None) -> LockedError | None:
        """Say for whom one waits, where that is news; what there is to raise where it takes too long.

        Args:
            holder: who has the lock; None where that is not known, as between two holders.
        """
        now = time.monotonic()
        if self._holder is None or holder not in {None, self._holder}:
            self._since = now if self._holder else self._since
            self._holder = holder or gettext(self._task.somebody)
            self._say(gettext("Waiting for {whom}.", whom=self._holder))
        waited = now - self._since
        if waited < self.patience:
            return None
        return LockedError(Message(self._task.not_done, warehouse=self._warehouse, holder=self._holder, waited=waited))

    def refused_by(self, name: str | None) -> LockedError | None:
        """As `refused`, with the name of the holder as Postgres keeps it."""
        return self.refused(holder_of_name(name))


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
    wait = _Wait(warehouse, PATIENCE if patience is None else patience, say, _PUBLICATION)
    if file is not None:
        with _lock_beside(file.with_name(f"{file.name}.publishing"), who, wait):
            yield
    elif isinstance(warehouse, Lake):
        with lake_publication_lock(warehouse, Holder.this_process(who).as_name(), refused=wait.refused_by):
            yield


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
            holder.write_text(Holder.this_process(who).as_json(), encoding="utf-8")
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
            if over := wait.refused(_named_in(holder)):
                raise over from None
        else:
            return


def _named_in(holder: Path) -> str | None:
    try:
        return holder_of_json(holder.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
