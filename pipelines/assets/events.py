"""Record many events of a run at once, which costs a fraction of recording them one by one."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from typing import TypeVar

import dagster as dg
from dagster._core.storage.event_log import SqliteEventLogStorage
from dagster._core.storage.event_log.sqlite.sqlite_event_log import INDEX_SHARD_NAME, SQLITE_BUSY_TIMEOUT_SECONDS
from sqlalchemy import create_engine

Event = TypeVar("Event")

_PATIENCE = {"timeout": SQLITE_BUSY_TIMEOUT_SECONDS}
_AT_ONCE = 200
"""The most events of a transaction, during which no other process can record the start or the end of a run."""


def at_once(instance: dg.DagsterInstance, run_id: str, events: Sequence[Event]) -> Iterator[Event]:
    """Yield events to Dagster, which records them in few transactions if it keeps its history in SQLite."""
    storage = instance.event_log_storage
    for first in range(0, len(events), _AT_ONCE):
        with _transaction(storage, run_id) if isinstance(storage, SqliteEventLogStorage) else nullcontext():
            yield from events[first : first + _AT_ONCE]


@contextmanager
def _transaction(storage: SqliteEventLogStorage, run_id: str) -> Iterator[None]:
    # Dagster opens both files of a run's events for each event, with a transaction of its own; here both stay open.
    with ExitStack() as opened:
        of_run, of_all_runs = (
            opened.enter_context(create_engine(storage.conn_string_for_shard(shard), connect_args=_PATIENCE).begin())
            for shard in (run_id, INDEX_SHARD_NAME)
        )
        kept = {
            "run_connection": lambda _=None: nullcontext(of_run),
            "index_connection": lambda: nullcontext(of_all_runs),
        }
        vars(storage).update(kept)
        try:
            yield
        finally:
            for name in kept:
                del vars(storage)[name]
