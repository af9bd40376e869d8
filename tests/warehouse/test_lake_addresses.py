"""Addresses of lakes, who may write them, and the errors where there is none."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from lakes import groups

from bench.postgres import programs
from pipelines.machine.environment import LAKE_DATA
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Paths, place_of
from pipelines.warehouse import Warehouse, WarehouseError, as_it_is, exists, opening
from pipelines.warehouse.opening import server as connected


@pytest.mark.parametrize("lake", ["sqlite", "postgres"], indirect=True)
def test_a_lake_that_is_not_there_is_reported(lake: Lake) -> None:
    assert not exists(lake)
    with as_it_is(lake) as warehouse:
        assert warehouse.read("raw.results").is_empty()
    with pytest.raises(WarehouseError, match=r"no such warehouse; .* make it with: barometer build FOLDER"):
        Warehouse(lake, read_only=True).read("raw.results")


def test_a_password_is_never_shown_and_an_address_of_no_lake_is_reported() -> None:
    shown = {
        "ducklake:postgres:dbname=a password=secret host=b": "ducklake:postgres:dbname=a password=*** host=b",
        "ducklake:postgres:password='se cr\\'et' dbname=a": "ducklake:postgres:password=*** dbname=a",
        "ducklake:postgres:postgresql://ada:secret@db/a": "ducklake:postgres:postgresql://ada:***@db/a",
    }
    assert {address: str(place_of(address)) for address in shown} == shown
    for address in (
        *("ducklake:mysql:x", "ducklake:", "ducklake:sqlite:", "ducklake:postgres: "),
        *("Ducklake:sqlite:x", "postgres:dbname=x", "postgresql://x", "sqlite:x"),
    ):
        with pytest.raises(UnusableError, match="the catalogue of a lake must be in SQLite or Postgres"):
            place_of(address)


def test_a_home_folder_is_understood_where_no_shell_sees_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(LAKE_DATA, "~/files")
    assert place_of("ducklake:sqlite:~/lake") == Lake(f"sqlite:{tmp_path / 'lake'}", tmp_path / "files")


def test_files_of_a_lake_are_in_a_folder_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for inside in (tmp_path / "landing", tmp_path / "site" / "files"):
        with pytest.raises(UnusableError, match="name another folder with BAROMETER_LAKE_DATA"):
            Paths(tmp_path / "landing", Lake("sqlite:lake", inside), tmp_path / "site")
    monkeypatch.setenv(LAKE_DATA, "s3://bucket/files")
    with pytest.raises(UnusableError, match="is not a folder"):
        place_of("ducklake:sqlite:lake")


def test_a_server_that_does_not_answer_is_reported(tmp_path: Path) -> None:
    lake = place_of(f"ducklake:postgres:host={tmp_path} dbname=none user=none password=secret")
    with pytest.raises(WarehouseError, match="start its server") as words:
        exists(lake)
    assert "secret" not in str(words.value)


def _no_package(_: str) -> None:
    return None


def test_extensions_that_are_missing_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opening._extension.cache_clear()
    monkeypatch.setattr(opening, "find_spec", _no_package)
    with pytest.raises(UnusableError, match=r"pip install 'barometer\[lake\]'"):
        Warehouse(Lake(f"sqlite:{tmp_path / 'lake.sqlite'}", tmp_path)).describe()


def test_files_of_a_lake_that_are_gone_are_reported(lake: Lake) -> None:
    with Warehouse(lake) as warehouse:
        warehouse.write("operations.groups", groups(**{f"club {number}": "group-001" for number in range(1000)}))
    assert lake.data
    shutil.rmtree(lake.data)
    with (
        Warehouse(lake, read_only=True) as warehouse,
        pytest.raises(WarehouseError, match="If you have a backup, put it back"),
    ):
        warehouse.read("operations.groups")


SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "cluster" / "roles.sh"
GROUPS = "operations.groups"


@pytest.mark.long
def test_who_builds_writes_and_who_reads_only_reads(server: Path, tmp_path: Path) -> None:
    folder = programs()  # with a server comes its psql
    passwords = {f"{role}_PASSWORD": f"it's {role}" for role in ("LAKE", "DAGSTER", "READER")}
    environment = os.environ | passwords | {"PGHOST": str(server), "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["sh", SCRIPT], env=environment, check=True, stdout=subprocess.DEVNULL)

    owner, reader = (
        Lake(f"postgres:host={server} dbname=lake user={one}", tmp_path) for one in ("barometer", "reader")
    )
    row = groups(ash="group-001")
    with Warehouse(owner) as warehouse:
        warehouse.describe()
        warehouse.write(GROUPS, row)
    with Warehouse(reader, read_only=True) as warehouse:
        assert warehouse.read(GROUPS).equals(row)
    with Warehouse(reader) as warehouse, pytest.raises(WarehouseError, match="Failed to commit"):
        warehouse.write(GROUPS, row)
    with connected(owner) as connection:
        asked = "select array_to_string(rolconfig, '' '') as said from pg_roles where rolname = ''barometer''"
        row_of_role = connection.sql(f"from postgres_query('server', '{asked}')").fetchone()
    assert row_of_role is not None
    assert "tcp_user_timeout=30000" in row_of_role[0]
