"""One writer of a lake at a time, on whatever machine: a lock in its Postgres, which ends with its connection.

That ends with its process, and where a machine is gone without a word, as soon as the server has asked it in vain.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import duckdb

from pipelines.machine.paths import Lake
from pipelines.warehouse.errors import NoServerError, in_use
from pipelines.warehouse.opening import end_transaction, server

_KEY = 1_112_623_186
"""Of our lock in the database of a catalogue, where others may have theirs."""
_BETWEEN = 0.5
"""Seconds after which is tried again."""
_PATIENCE = 300.0
"""Seconds for which whoever waits for a lock waits for a server that answered before and is gone."""
_OF_PUBLICATIONS = _KEY + 1
"""Of the lock that one publication at a time has."""
_OF_TURNS = _KEY + 2
"""Of the lock that all builds share which have their turn or wait for it."""
_TAKE = "from postgres_query('server', 'select pg_try_advisory_xact_lock({})')"
_SHARE = f"from postgres_query('server', 'select pg_try_advisory_xact_lock_shared({_OF_TURNS})')"
_LOOK_AGAIN = "from postgres_query('server', 'select pg_stat_clear_snapshot() is null')"
"""Else who connected after this transaction first looked has no name in it."""
_HAVE = """
    from postgres_query('server', 'select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = ''advisory'' and objid = {} and granted
        and database = (select oid from pg_database where datname = current_database())')
"""
_WATCH = {
    "tcp_keepalives_idle": 15,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "idle_in_transaction_session_timeout": 0,
}
"""The server asks a silent machine whether it is there, and ends the transaction after half a minute without an answer,
where it would by itself after two hours; it ends none because a build takes its time."""
_WATCHED = ", ".join(f"set_config(''{name}'', ''{value}'', true) as {name}" for name, value in _WATCH.items())
LONGEST_NAME = 63
"""What Postgres keeps of the name of a program."""

Refused = Callable[[str | None], Exception | None]
"""Called with the name of the holder, where it is known, each time that a lock is not to be had; gives the error where
that is the end of it."""
Held = Callable[[], None]
"""Raises a `NoServerError` where a lock is no longer held."""


@contextmanager
def lake_lock(
    lake: Lake, who: str, *, refused: Refused, has_turn: bool = False, of_publications: bool = False
) -> Iterator[Held]:
    """Hold the lock of a lake with a catalogue in Postgres; `refused` is asked while another has it.

    That of publications is held beside that of builds. With `has_turn`, this counts among `lake_turns`, while it waits
    and while it has the lock.
    """
    with closing(_Lock(lake, who, _OF_PUBLICATIONS if of_publications else _KEY, has_turn=has_turn)) as lock:
        lock.take(refused)
        yield lock.see_to


def lake_turns(lake: Lake) -> int:
    """How many builds of a lake with a catalogue in Postgres have their turn or wait for it; the dead do not count."""
    with closing(server(lake)) as connection, in_use(lake):
        return len(connection.sql(_HAVE.format(_OF_TURNS)).fetchall())


class _Lock:
    """A lock of Postgres, which lasts as long as a transaction of a connection of its own."""

    def __init__(self, lake: Lake, who: str, key: int, *, has_turn: bool) -> None:
        self._lake, self._who, self._key, self._has_turn = lake, who, key, has_turn
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._given_up_at = -math.inf

    def close(self) -> None:
        if self._connection is not None:
            end_transaction(self._connection)
            self._connection.close()
            self._connection = None

    def take(self, refused: Refused) -> None:
        """Wait for the lock; where the server goes away meanwhile, also for that to come back."""
        while True:
            try:
                while not self._asked(_TAKE):
                    self._asked(_LOOK_AGAIN)
                    if over := refused(self._asked(_HAVE)):
                        raise over
                    time.sleep(_BETWEEN)
            except NoServerError:
                self.close()
                if time.monotonic() > self._given_up_at:
                    raise
                time.sleep(_BETWEEN)
            else:
                return

    def see_to(self) -> None:
        """Raise an error where the lock is lost, and another may have it by now."""
        self._asked(_HAVE)

    def _asked(self, query: str) -> Any:
        """The first value of what the server says, in the transaction of the lock."""
        with in_use(self._lake):
            if self._connection is None:
                self._connection = server(self._lake, self._who)
                self._connection.begin()
                self._connection.sql(f"from postgres_query('server', 'select {_WATCHED}')").fetchall()
                if self._has_turn:
                    self._connection.sql(_SHARE).fetchall()
            row = self._connection.sql(query.format(self._key)).fetchone()
        self._given_up_at = time.monotonic() + _PATIENCE
        return row[0] if row else None
