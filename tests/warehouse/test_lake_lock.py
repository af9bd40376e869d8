"""The lock of a lake in Postgres, whose server or whose holder goes away."""

import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl
import pytest

from bench.postgres import postgres
from pipelines.building.lock import build_lock, turns
from pipelines.building.writing import writing
from pipelines.paths import Lake
from pipelines.warehouse import Warehouse, exists, lake_lock
from pipelines.warehouse.errors import NoServerError
from pipelines.warehouse.opening import server
from transforms.tables import WAREHOUSE

IN_POSTGRES = pytest.mark.parametrize("lake", ["postgres"], indirect=True)
GROUPS = "operations.groups"


def end_connections(lake: Lake, who: str) -> int:
    """End those of which the name begins like this, as a server that is started anew does; return how many."""
    of_lake = "datname = current_database() and pid <> pg_backend_pid()"
    those = f"from pg_stat_activity where application_name like ''{who}%'' and {of_lake}"
    with server(lake, "the end") as connection:
        ended = connection.sql(f"from postgres_query('server', 'select pg_terminate_backend(pid) {those}')")
        return len(ended.fetchall())


def until(is_so: threading.Event) -> None:
    assert is_so.wait(60)


@IN_POSTGRES
def test_who_waits_outlives_a_server_that_is_started_anew(lake: Lake) -> None:
    waits, has_it = threading.Event(), threading.Event()
    wrong: list[Exception] = []

    def wait() -> None:
        try:
            with build_lock(lake, "second", has_turn=True, say=lambda _: waits.set()):
                has_it.set()
        except NoServerError as error:
            wrong.append(error)

    with build_lock(lake, "first"):
        other = threading.Thread(target=wait)
        other.start()
        until(waits)
        assert end_connections(lake, "second") == 1
        time.sleep(2)
        assert turns(lake) == 1
        assert not has_it.is_set()
    other.join()
    assert not wrong
    assert has_it.is_set()


@IN_POSTGRES
def test_who_lost_the_lock_puts_nothing(lake: Lake, tmp_path: Path) -> None:
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    rows = pl.DataFrame([("ash", "group-001", 1)], schema=WAREHOUSE[GROUPS].create_empty().schema, orient="row")
    site = tmp_path / "site"
    site.mkdir()
    with writing(lake, site, who="first") as under_way:
        under_way.hold()
        under_way.warehouse.write(GROUPS, rows)
        assert end_connections(lake, "first") == 1
        with build_lock(lake, "second", patience=0.0), pytest.raises(NoServerError, match="no longer answers"):
            under_way.publish({"build": 1, "started_at": "now"})
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read(GROUPS).is_empty()


@IN_POSTGRES
def test_who_reads_ends_as_usual_where_the_server_is_gone(lake: Lake) -> None:
    """DuckDB ends the whole process where it closes a connection in the midst of a transaction then."""
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read(GROUPS).is_empty()
        assert end_connections(lake, "") > 0
    assert exists(lake)


def test_a_server_that_never_answered_is_not_waited_for(tmp_path: Path) -> None:
    nowhere = Lake(f"postgres:host={tmp_path} dbname=none user=none", tmp_path)
    with pytest.raises(NoServerError, match="start its server"), build_lock(nowhere, "first"):
        pass


@contextmanager
def over_a_network() -> Iterator[Lake]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="pg") as folder, postgres(Path(folder), port):
        yield Lake(f"postgres:host=127.0.0.1 port={port} dbname=postgres user=postgres")


@pytest.mark.long
@pytest.mark.usefixtures("server")
def test_the_server_asks_whether_the_machine_of_the_holder_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that loses its power says nothing, and would keep the lock for two hours."""
    opened: list[duckdb.DuckDBPyConnection] = []

    def kept(lake: Lake, who: str) -> duckdb.DuckDBPyConnection:
        opened.append(server(lake, who))
        return opened[-1]

    monkeypatch.setattr(lake_lock, "server", kept)
    names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout")
    asked = ", ".join(f"current_setting(''{name}'') as {name}" for name in names)
    with over_a_network() as lake, build_lock(lake, "first"):
        row = opened[0].sql(f"from postgres_query('server', 'select {asked}')").fetchone()
    assert row == ("15", "5", "3", "30000")
