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
_TAKE = "from postgres_query('server', 'select pg_try_advisory_xact_lock({})')"
_HOLDER = f"""
    from postgres_query('server', 'select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = ''advisory'' and objid = {_KEY} and granted')
"""  # noqa: S608 - a number of ours
_LONGEST_NAME = 63
"""What Postgres keeps of the name of a program."""


@contextmanager
def lake_lock(
    lake: Lake, who: str, patience: float, waiting: Callable[[str], None], over: Callable[[str], Exception]
) -> Iterator[None]:
    """Hold the lock of a lake with a catalogue in Postgres.

    Args:
        lake: the lake.
        who: what holds the lock, for whoever waits.
        patience: seconds to wait for another holder.
        waiting: called once with the name of the holder where there is a wait.
        over: gives the error where the holder does not come to its end, from its name.
    """
    with closing(server(lake, who[:_LONGEST_NAME].replace("'", " "))) as connection:
        try:
            connection.begin()
            until, is_told = time.monotonic() + patience, False
            while not connection.sql(_TAKE.format(_KEY)).fetchall()[0][0]:
                holder = next((name for (name,) in connection.sql(_HOLDER).fetchall()), "another build")
                if not is_told:
                    waiting(holder)
                    is_told = True
                if time.monotonic() > until:
                    raise over(holder)
                time.sleep(_BETWEEN)
        except duckdb.Error as error:
            raise broken_off(lake, error) from error
        yield


@contextmanager
def lake_publication_lock(lake: Lake, who: str) -> Iterator[bool]:
    """Hold the lock of publications of a lake with a catalogue in Postgres, beside that of builds.

    Args:
        lake: the lake.
        who: what holds it.

    Yields:
        Whether nobody else has it.
    """
    with closing(server(lake, who)) as connection:
        try:
            connection.begin()
            is_ours = bool(connection.sql(_TAKE.format(_OF_PUBLICATIONS)).fetchall()[0][0])
        except duckdb.Error as error:
            raise broken_off(lake, error) from error
        yield is_ours
