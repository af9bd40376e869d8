"""One build at a time, and one publication: a lock that says who holds it, and ends with the process that does.

Of a file, or a lake with a catalogue in SQLite, it stands next to the warehouse; of Postgres it is one of the server,
and ends with its connection. Builds of groups into a lake are computed at the same time and take turns to put what they
made. Whoever has a turn, or waits for one, holds a lock of its own too, so that others can count them.
"""

import datetime as dt
import getpass
import glob
import math
import os
import platform
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from pipelines.machine import waits
from pipelines.machine.disks import full, is_full
from pipelines.machine.errors import MachineError, UnusableError, why
from pipelines.machine.files import claimed, is_claimed
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse.errors import NoServerError, in_use
from pipelines.warehouse.opening import end_transaction, server
from transforms.tables.messages import Message, gettext, gettext_noop

_BETWEEN = "|"
_LONGEST_WHAT = 27
"""As long as `barometer ratings --publish`."""
LONGEST_NAME = 63
"""What Postgres keeps of the name of a program."""
_NOT_KEPT = re.compile(rf"[^ -~]|['\\{_BETWEEN}]")
"""Postgres keeps no other letters in a name, and the address of a server has quotes round it."""

Held = Callable[[], None]
"""Raises a `NoServerError` where a lock is no longer held, as one in Postgres may be."""
Say = Callable[[str], None]


class LockedError(UnusableError):
    """Something else writes the warehouse, and does not come to its end."""


class _Task(NamedTuple):
    somebody: str
    not_done: str
    file: str
    """The lock of a file is named after the warehouse and this."""
    key: int
    """The lock in the database of a catalogue, where others may have theirs."""


_BUILD = _Task(
    gettext_noop("another build"),
    gettext_noop(
        "{warehouse}: {holder} is writing it, and was not done after {waited:.0f} s; wait for it or end it, and try"
        " again"
    ),
    "",
    1_112_623_186,
)
_PUBLICATION = _Task(
    gettext_noop("another publication"),
    gettext_noop(
        "{warehouse}: {holder} is publishing it, and was not done after {waited:.0f} s; pages that are sent for the"
        " first time take long: wait until it is done, or end that process, and run this again"
    ),
    ".publishing",
    _BUILD.key + 1,
)
_OF_TURNS = _BUILD.key + 2


@contextmanager
def build_lock(
    warehouse: Place,
    who: str,
    *,
    patience: float = waits.OTHER_BUILD,
    has_turn: bool = False,
    say: Say = lambda _: None,
) -> Iterator[Held]:
    """Hold the lock of a warehouse, which need not exist; nothing else writes it meanwhile.

    Whoever waits hears that `who` (`barometer build`) holds it. It waits `patience` seconds for each holder, of
    whom `say` hears, and counts among `turns` where it `has_turn`. `LockedError` where another one holds it still.
    """
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse
    turn = claimed(_turn_of(file, secrets.token_hex(8))) if has_turn and file else nullcontext()
    with turn, _held(warehouse, who, _Wait(warehouse, patience, say, _BUILD), has_turn=has_turn) as held:
        yield held


@contextmanager
def publication_lock(
    warehouse: Place, who: str, *, patience: float | None = None, say: Say = lambda _: None
) -> Iterator[None]:
    """Hold what one publication at a time has, from its plan to its record; builds go on. Else as `build_lock`."""
    place = warehouse if isinstance(warehouse, Lake) else warehouse.resolve()
    wait = _Wait(warehouse, waits.OTHER_BUILD if patience is None else patience, say, _PUBLICATION)
    with _held(place, who, wait, has_turn=False):
        yield


def turns(warehouse: Place) -> int:
    """How many builds of a lake have their turn to put what they made, or wait for it; of a file it is not counted."""
    if not isinstance(warehouse, Lake):
        return 0
    if warehouse.file is not None:
        return sum(
            map(is_claimed, warehouse.file.parent.glob(_turn_of(Path(glob.escape(warehouse.file.name)), "*").name))
        )
    with closing(server(warehouse)) as connection, in_use(warehouse):
        return len(connection.sql(_HAVE.format(_OF_TURNS)).fetchall())


def _turn_of(file: Path, name: str) -> Path:
    return file.with_name(f".{file.name}.turn-{name}")


class _Wait:
    def __init__(self, warehouse: Place, patience: float, say: Say, task: _Task) -> None:
        self._warehouse, self.patience, self._say, self.task = warehouse, patience, say, task
        self._holder: str | None = None
        self._since = time.monotonic()

    def refused(self, name: str | None) -> None:
        """Say for whom one waits (None: not known), where that is news; `LockedError` once it takes too long."""
        now, holder = time.monotonic(), holder_of(name)
        if self._holder is None or holder not in {None, self._holder}:
            self._since = now if self._holder else self._since
            self._holder = holder or gettext(self.task.somebody)
            self._say(gettext("Waiting for {whom}.", whom=self._holder))
        waited = now - self._since
        if waited >= self.patience:
            said = Message(self.task.not_done, warehouse=self._warehouse, holder=self._holder, waited=waited)
            raise LockedError(said)


@contextmanager
def _held(warehouse: Place, who: str, wait: _Wait, *, has_turn: bool) -> Iterator[Held]:
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse
    name = _own_name(who)
    if file is not None:
        with _held_beside(file.with_name(f"{file.name}{wait.task.file}"), name, wait):
            yield lambda: None
    elif isinstance(warehouse, Lake):
        with closing(_InPostgres(warehouse, name, wait.task.key, has_turn=has_turn)) as lock:
            lock.take(wait)
            yield lock.see_to


# --- who holds it -----------------------------------------------------------------------------


def name_of_holder(what: str, process: int, since: int, user: str, host: str) -> str:
    """A process as a file or Postgres keeps it, `since` 1970 in seconds; user and host are cut if too long."""
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


# --- next to a file ---------------------------------------------------------------------------


@contextmanager
def _held_beside(warehouse: Path, name: str, wait: _Wait) -> Iterator[None]:
    path, holder = (warehouse.with_name(f".{warehouse.name}.{ending}") for ending in ("lock", "holder"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, is_singleton=False)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=min(waits.BETWEEN_TRIES, wait.patience))
            except Timeout:
                wait.refused(_text_of(holder))
    except OSError as wrong:
        if is_full(wrong):
            raise MachineError(full(path, wrong)) from wrong
        raise UnusableError(
            "{parent}: no lock can be made there ({strerror}); name a warehouse in a folder that can be written to",
            parent=path.parent,
            strerror=why(wrong),
        ) from wrong
    try:
        with suppress(OSError):
            holder.write_text(name, encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            holder.unlink(missing_ok=True)
        lock.release()


def _text_of(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


# --- in Postgres ------------------------------------------------------------------------------

_TAKE = "from postgres_query('server', 'select pg_try_advisory_xact_lock({})')"
_SHARE = f"from postgres_query('server', 'select pg_try_advisory_xact_lock_shared({_OF_TURNS})')"
_LOOK_AGAIN = "from postgres_query('server', 'select pg_stat_clear_snapshot() is null')"
"""Else who connected after this transaction first looked has no name in it."""
_HAVE = """
    from postgres_query('server', 'select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = ''advisory'' and objid = {} and granted
        and database = (select oid from pg_database where datname = current_database())')
"""
_WATCH = {f"tcp_{name}": value for name, value in waits.SILENT_SERVER.items()} | {
    "tcp_user_timeout": waits.NO_ANSWER_MS,
    "idle_in_transaction_session_timeout": 0,
}
"""The server ends the transaction of a machine that does not answer; it ends none because a build takes its time."""
_WATCHED = ", ".join(f"set_config(''{name}'', ''{value}'', true) as {name}" for name, value in _WATCH.items())


class _InPostgres:
    """A lock which lasts as long as a transaction of a connection of its own."""

    def __init__(self, lake: Lake, name: str, key: int, *, has_turn: bool) -> None:
        self._lake, self._name, self._key, self._has_turn = lake, name, key, has_turn
        self._connection: Any = None
        self._given_up_at = -math.inf

    def close(self) -> None:
        if self._connection is not None:
            end_transaction(self._connection)
            self._connection.close()
            self._connection = None

    def take(self, wait: _Wait) -> None:
        """Wait for the lock; where the server goes away meanwhile, also for that to come back."""
        while True:
            try:
                while not self._asked(_TAKE):
                    self._asked(_LOOK_AGAIN)
                    wait.refused(self._asked(_HAVE))
                    time.sleep(waits.BETWEEN_TRIES)
            except NoServerError:
                self.close()
                if time.monotonic() > self._given_up_at:
                    raise
                time.sleep(waits.BETWEEN_TRIES)
            else:
                return

    def see_to(self) -> None:
        """Raise an error where the lock is lost, and another may have it by now."""
        self._asked(_HAVE)

    def _asked(self, query: str) -> Any:
        with in_use(self._lake):
            if self._connection is None:
                self._connection = server(self._lake, self._name)
                self._connection.begin()
                self._connection.sql(f"from postgres_query('server', 'select {_WATCHED}')").fetchall()
                if self._has_turn:
                    self._connection.sql(_SHARE).fetchall()
            row = self._connection.sql(query.format(self._key)).fetchone()
        self._given_up_at = time.monotonic() + waits.LOST_SERVER
        return row[0] if row else None
