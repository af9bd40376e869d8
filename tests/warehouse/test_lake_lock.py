"""The lock of a lake in Postgres, whose server or whose holder goes away."""

import datetime as dt
import json
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import duckdb
import polars as pl
import pytest
from each import items
from factories import frame
from lakes import IN_POSTGRES, end_connections, groups

from bench.postgres import postgres
from pipelines.building import lock
from pipelines.building.lock import build_lock, turns
from pipelines.building.writing import _InALake, complete, writing
from pipelines.machine.paths import Lake
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import BUILDS
from pipelines.warehouse.errors import AnotherWriterError, NoServerError, broken_off
from pipelines.warehouse.opening import server
from transforms.tables.schemas import Builds

pytestmark = pytest.mark.long

GROUPS = "operations.groups"
_AT = dt.datetime(2025, 9, 1, tzinfo=dt.UTC)
SECOND = json.dumps({"build": 2, "started_at": str(_AT)})


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
        patience = time.monotonic() + 60
        while turns(lake) != 1:
            assert time.monotonic() < patience
            time.sleep(0.1)
        assert not has_it.is_set()
    other.join()
    assert not wrong
    assert has_it.is_set()


@IN_POSTGRES
def test_who_lost_the_lock_puts_nothing(lake: Lake, tmp_path: Path) -> None:
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    site = tmp_path / "site"
    site.mkdir()
    with writing(lake, site, who="first") as under_way:
        under_way.hold()
        under_way.warehouse.write(GROUPS, groups(ash="group-001"))
        assert end_connections(lake, "first") == 1
        with build_lock(lake, "second", patience=0.0), pytest.raises(NoServerError, match="no longer answers"):
            under_way.publish({"build": 1, "started_at": "now"})
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read(GROUPS).is_empty()


@contextmanager
def who_lost_the_lock(lake: Lake, site: Path) -> Iterator[_InALake]:
    """Somebody who has all but recorded the second build, when the lock is no longer his and he knows nothing of it."""
    site.mkdir()
    with writing(lake, site, who="before") as under_way:
        under_way.hold()
        under_way.warehouse.describe()
        under_way.warehouse.write(BUILDS, build_record(1))
        under_way.publish({"build": 1, "started_at": str(_AT)})
    with writing(lake, site, who="late") as late:
        assert isinstance(late, _InALake)
        late._lock = lambda: nullcontext(lambda: None)
        late.hold()
        late.warehouse.write(BUILDS, build_record(1, 2))
        (late.aside / "ash").mkdir(parents=True)
        yield late


@pytest.mark.parametrize("lake", ["sqlite", "postgres"], indirect=True)
def test_a_lost_lock_and_forgotten_pages_commit_nothing(lake: Lake, tmp_path: Path) -> None:
    """Else the tables would be his, and the pages of his clubs older for good."""
    site = tmp_path / "site"
    with who_lost_the_lock(lake, site) as late:
        late.aside.with_suffix(".journal").write_text(SECOND, encoding="utf-8")
        with writing(lake, site, who="next") as following:
            following.hold()
            assert not late.aside.exists()
        with pytest.raises(AnotherWriterError):
            late.publish(json.loads(SECOND))
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read(BUILDS)["build"].to_list() == [1]


@pytest.mark.parametrize("lake", ["sqlite", "postgres"], indirect=True)
def test_a_commit_as_the_lock_is_lost_stands(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    with who_lost_the_lock(lake, site) as late:
        (late.aside / ".token").write_text("2", encoding="utf-8")
        (late.aside / ".gone").write_text("[]", encoding="utf-8")
        late.aside.with_suffix(".journal").write_text(SECOND, encoding="utf-8")
        write, commits = Warehouse.write, iter([late.warehouse.save])

        def written(warehouse: Warehouse, name: str, rows: pl.DataFrame) -> pl.DataFrame:
            if commit := next(commits, None):
                commit()
            return write(warehouse, name, rows)

        monkeypatch.setattr(Warehouse, "write", written)
        complete(lake, site)
    assert (site / "ash").exists()
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read(BUILDS)["build"].to_list() == [1, 2]


@IN_POSTGRES
def test_pages_are_left_to_the_next(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with writing(lake, site, who="first") as under_way:
        under_way.hold()
        under_way.warehouse.describe()
        under_way.warehouse.write(BUILDS, build_record(1))
        (under_way.aside / "ash").mkdir(parents=True)
        (under_way.aside / ".token").write_text("1", encoding="utf-8")
        (under_way.aside / ".gone").write_text("[]", encoding="utf-8")
        save = under_way.warehouse.save

        def saved() -> None:
            save()
            assert end_connections(lake, "first") == 1

        monkeypatch.setattr(under_way.warehouse, "save", saved)
        with pytest.raises(NoServerError):
            under_way.publish({"build": 1, "started_at": str(_AT)})
    assert not (site / "ash").exists()
    complete(lake, site)
    assert (site / "ash").exists()


def build_record(*numbers: int) -> pl.DataFrame:
    of_each = {
        **{"started_at": _AT, "finished_at": _AT, "landing": "landing", "clubs": 1, "failed": 0, "why": "", "pages": 1},
        **{"code_sha256": "0" * 64, "reports": "site", "only_season": None, "errors": 0, "warnings": 0},
    }
    return frame(Builds, *({"build": number, **of_each} for number in numbers))


@IN_POSTGRES
def test_who_reads_ends_as_usual_where_the_server_is_gone(lake: Lake) -> None:
    """DuckDB ends the whole process where it closes a connection in the midst of a transaction then."""
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    with Warehouse(lake, read_only=True) as warehouse:
        assert warehouse.read(GROUPS).is_empty()
        assert end_connections(lake, "") > 0
    assert exists(lake)


@items("SSL SYSCALL error: EOF detected", "could not send data to server: Broken pipe", "terminating connection due to")
def test_a_server_that_is_gone_is_known_by_what_is_said_of_it(tmp_path: Path, said: str) -> None:
    lake = Lake(f"postgres:host={tmp_path} dbname=none user=none", tmp_path)
    assert isinstance(broken_off(lake, duckdb.IOException(f"Failed to execute query: {said}")), NoServerError)


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

    monkeypatch.setattr(lock, "server", kept)
    names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout")
    asked = ", ".join(f"current_setting(''{name}'') as {name}" for name in names)
    with over_a_network() as lake, build_lock(lake, "first"):
        row = opened[0].sql(f"from postgres_query('server', 'select {asked}')").fetchone()
    assert row == ("15", "5", "3", "30000")
