"""One writer of a lake at a time, on whatever machine: a lock in its Postgres, which ends with its process."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import duckdb

from pipelines.paths import Lake
from pipelines.warehouse.errors import broken_off
from pipelines.warehouse.opening import server

_KEY = 1_112_623_186
"""Of our lock in the database of a catalogue, where others may have theirs."""
_BETWEEN = 0.5
"""Seconds after which is tried again."""
_OF_PUBLICATIONS = _KEY + 1
"""Of the lock that one publication at a time has."""
_OF_TURNS = _KEY + 2
"""Of the lock that all builds share which have their turn or wait for it."""
_TAKE = "from postgres_query('server', 'select pg_try_advisory_xact_lock({})')"
_SHARE = f"from postgres_query('server', 'select pg_try_advisory_xact_lock_shared({_OF_TURNS})')"
_LOOK_AGAIN = "from postgres_query('server', 'select pg_stat_clear_snapshot() is null')"
"""Else who connected since a transaction first looked at who there is has no name in it."""
_HAVE = """
    from postgres_query('server', 'select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = ''advisory'' and objid = {} and granted
        and database = (select oid from pg_database where datname = current_database())')
"""
LONGEST_NAME = 63
"""What Postgres keeps of the name of a program."""


@contextmanager
def lake_lock(
    lake: Lake, who: str, *, has_turn: bool, refused: Callable[[str | None], Exception | None]
) -> Iterator[None]:
    """Hold the lock of a lake with a catalogue in Postgres.

    Args:
        lake: the lake.
        who: what holds the lock, for whoever waits: at most `LONGEST_NAME` letters, none of them a quote.
        has_turn: whether this counts among `lake_turns`, while it waits and while it has the lock.
        refused: called with the name of the holder, where it is known, each time that the lock is not to be had; gives
            the error where that is the end of it.
    """
    with closing(server(lake, who)) as connection:
        try:
            connection.begin()
            if has_turn:
                connection.sql(_SHARE).fetchall()
            _take(connection, _KEY, refused)
        except duckdb.Error as error:
            raise broken_off(lake, error) from error
        yield


def lake_turns(lake: Lake) -> int:
    """How many builds of a lake with a catalogue in Postgres have their turn or wait for it; the dead do not count."""
    with closing(server(lake)) as connection:
        try:
            return len(connection.sql(_HAVE.format(_OF_TURNS)).fetchall())
        except duckdb.Error as error:
            raise broken_off(lake, error) from error


@contextmanager
def lake_publication_lock(lake: Lake, who: str, *, refused: Callable[[str | None], Exception | None]) -> Iterator[None]:
    """Hold the lock of publications of a lake with a catalogue in Postgres, beside that of builds.

    Args:
        lake: the lake.
        who: as for `lake_lock`.
        refused: as for `lake_lock`.
    """
    with closing(server(lake, who)) as connection:
        try:
            connection.begin()
            _take(connection, _OF_PUBLICATIONS, refused)
        except duckdb.Error as error:
            raise broken_off(lake, error) from error
        yield


def _take(connection: duckdb.DuckDBPyConnection, key: int, refused: Callable[[str | None], Exception | None]) -> None:
    """Wait for a lock, and have it as long as the transaction goes on."""
    while not connection.sql(_TAKE.format(key)).fetchall()[0][0]:
        connection.sql(_LOOK_AGAIN).fetchall()
        if over := refused(next((name for (name,) in connection.sql(_HAVE.format(key)).fetchall()), None)):
            raise over
        time.sleep(_BETWEEN)
