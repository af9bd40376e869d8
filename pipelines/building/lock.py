"""Allow one build or publication at a time, with a lock that names its holder and ends with its process.

The lock is a file next to the warehouse, or next to the SQLite catalogue of a lake. For a lake in Postgres, the server
holds it until the connection ends. Builds of several groups compute at the same time but take turns to write to
a lake. Each build that writes or waits holds a second lock, so that others can count such builds.
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
from typing import Any

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
"""The length of the longest name of a command, `barometer ratings --publish`."""
LONGEST_NAME = 63
"""The number of characters that Postgres keeps of a program's name."""
_NOT_KEPT = re.compile(rf"[^ -~]|['\\{_BETWEEN}]")
"""Characters that Postgres does not keep in a name, that end the quoted address, or that separate parts of a name."""

Held = Callable[[], None]
"""A function that raises `NoServerError` if the lock was lost, which can happen only in Postgres."""
Say = Callable[[str], None]


class LockedError(UnusableError):
    """Another process is writing the warehouse and does not finish."""


_NOT_DONE = gettext_noop(
    "{warehouse}: {holder} is still writing to it after a wait of {waited:.0f} s; wait until that process "
    "has finished, or end it, and run this again"
)
_KEY = 1_112_623_186
"""The number of the lock in the catalogue's database, where other programs may also have locks."""
_OF_TURNS = _KEY + 2


@contextmanager
def build_lock(
    warehouse: Place,
    who: str,
    *,
    patience: float | None = None,
    has_turn: bool = False,
    say: Say = lambda _: None,
) -> Iterator[Held]:
    """Hold the lock of a warehouse, which need not exist yet, so that no other process writes it meanwhile.

    Waiting processes see `who` as the holder. If another process holds the lock, `say` gets the name of that holder,
    and `LockedError` is raised after `patience` seconds. With `has_turn`, `turns` counts this process.
    """
    wait = _Wait(warehouse, waits.OTHER_BUILD if patience is None else patience, say)
    user = "?"
    with suppress(OSError, KeyError):
        user = getpass.getuser()
    name = name_of_holder(who, os.getpid(), int(time.time()), user, platform.node())
    file = warehouse.file if isinstance(warehouse, Lake) else warehouse.resolve()
    if isinstance(warehouse, Lake) and file is None:
        with closing(_InPostgres(warehouse, name, has_turn=has_turn)) as lock:
            lock.take(wait)
            yield lock.check
        return
    assert file is not None  # noqa: S101 - only a lake in Postgres has no file
    with (
        claimed(_turn_of(file, secrets.token_hex(8))) if has_turn else nullcontext(),
        _held_next_to(file, name, wait),
    ):
        yield lambda: None


def turns(warehouse: Place) -> int:
    """Return how many builds of a lake write or wait for their turn to write; 0 if the warehouse is a file."""
    if not isinstance(warehouse, Lake):
        return 0
    if (file := warehouse.file) is not None:
        return sum(map(is_claimed, file.parent.glob(_turn_of(Path(glob.escape(file.name)), "*").name)))
    with closing(server(warehouse)) as connection, in_use(warehouse):
        return len(connection.sql(_HAVE.format(_OF_TURNS)).fetchall())


def _turn_of(file: Path, name: str) -> Path:
    return file.with_name(f".{file.name}.turn-{name}")


class _Wait:
    def __init__(self, warehouse: Place, patience: float, say: Say) -> None:
        self._warehouse, self.patience, self._say = warehouse, patience, say
        self._holder: str | None = None
        self._since = time.monotonic()

    def refused(self, name: str | None) -> None:
        """Report a new holder of the lock (None: not known); raise `LockedError` after too long a wait."""
        now, holder = time.monotonic(), holder_of(name)
        if self._holder is None or holder not in {None, self._holder}:
            self._since = now if self._holder else self._since
            self._holder = holder or gettext("another build")
            self._say(gettext("Waiting for {whom}.", whom=self._holder))
        waited = now - self._since
        if waited >= self.patience:
            gaps = {"warehouse": self._warehouse, "holder": self._holder, "waited": waited}
            raise LockedError(Message(_NOT_DONE, **gaps))


# --- who holds it -----------------------------------------------------------------------------


def name_of_holder(what: str, process: int, since: int, user: str, host: str) -> str:
    """Return the name of a process that began at `since` (seconds since 1970). User and host are cut to fit."""
    what, user, host = (_NOT_KEPT.sub("?", text) for text in (what, user, host))
    begins = _BETWEEN.join([what[:_LONGEST_WHAT], str(process), str(since), ""])
    room = LONGEST_NAME - len(begins) - len(_BETWEEN)
    user = user[: max(room // 2, room - len(host))]
    return f"{begins}{user}{_BETWEEN}{host[: room - len(user)]}"


def holder_of(name: str | None) -> str | None:
    """Return a description of the process with this name, in local time; None if the name is not one of ours."""
    try:
        what, process, since, user, host = (name or "").split(_BETWEEN)
        at = dt.datetime.fromtimestamp(int(since)).astimezone().strftime("%Y-%m-%d %H:%M")
        gaps = {"what": what, "process": int(process), "user": user, "host": host, "since": at}
    except (ValueError, OverflowError, OSError):
        return None
    return gettext("{what} (process {process} of {user} on {host}, since {since})", **gaps)


# --- next to a file ---------------------------------------------------------------------------


@contextmanager
def _held_next_to(warehouse: Path, name: str, wait: _Wait) -> Iterator[None]:
    path, holder = (warehouse.with_name(f".{warehouse.name}.{ending}") for ending in ("lock", "holder"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, is_singleton=False)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=min(waits.BETWEEN_TRIES, wait.patience))
            except Timeout:
                named = None
                with suppress(OSError, ValueError):
                    named = holder.read_text(encoding="utf-8")
                wait.refused(named)
    except OSError as wrong:
        if is_full(wrong):
            raise MachineError(full(path, wrong)) from wrong
        raise UnusableError(
            "{parent}: the lock file of the warehouse cannot be created there ({strerror}); name a warehouse "
            "in a folder that you can write to",
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


# --- in Postgres ------------------------------------------------------------------------------

_TAKE = "from postgres_query('server', 'select pg_try_advisory_xact_lock({})')"
_SHARE = f"from postgres_query('server', 'select pg_try_advisory_xact_lock_shared({_OF_TURNS})')"
_LOOK_AGAIN = "from postgres_query('server', 'select pg_stat_clear_snapshot() is null')"
"""A query that lets a transaction see the names of processes that connected after its first query for names."""
_HAVE = """
    from postgres_query('server', 'select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = ''advisory'' and objid = {} and granted
        and database = (select oid from pg_database where datname = current_database())')
"""
_WATCH = {f"tcp_{name}": value for name, value in waits.SILENT_SERVER.items()} | {
    "tcp_user_timeout": waits.NO_ANSWER_MS,
    "idle_in_transaction_session_timeout": 0,
}
"""Settings with which the server ends the transaction of a silent machine, but never of a slow build."""
_WATCHED = ", ".join(f"set_config(''{name}'', ''{value}'', true) as {name}" for name, value in _WATCH.items())


class _InPostgres:
    """A lock in Postgres. It lasts as long as a transaction on a separate connection."""

    def __init__(self, lake: Lake, name: str, *, has_turn: bool) -> None:
        self._lake, self._name, self._has_turn = lake, name, has_turn
        self._connection: Any = None
        self._given_up_at = -math.inf

    def close(self) -> None:
        if self._connection is not None:
            end_transaction(self._connection)
            self._connection.close()
            self._connection = None

    def take(self, wait: _Wait) -> None:
        """Wait for the lock. If the server goes away, wait until it is back."""
        while True:
            try:
                if self._asked(_TAKE):
                    return
                self._asked(_LOOK_AGAIN)
                wait.refused(self._asked(_HAVE))
            except NoServerError:
                self.close()
                if time.monotonic() > self._given_up_at:
                    raise
            time.sleep(waits.BETWEEN_TRIES)

    def check(self) -> None:
        """Raise an error if the lock was lost: another process may hold it by now."""
        self._asked(_HAVE)

    def _asked(self, query: str) -> Any:
        with in_use(self._lake):
            if self._connection is None:
                self._connection = server(self._lake, self._name)
                self._connection.begin()
                self._connection.sql(f"from postgres_query('server', 'select {_WATCHED}')").fetchall()
                if self._has_turn:
                    self._connection.sql(_SHARE).fetchall()
            row = self._connection.sql(query.format(_KEY)).fetchone()
        self._given_up_at = time.monotonic() + waits.LOST_SERVER
        return row[0] if row else None
