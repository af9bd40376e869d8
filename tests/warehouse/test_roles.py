"""The roles that `deploy/cluster/roles.sh` makes in a Postgres: one builds into a lake, one only reads it."""

import os
import subprocess
from pathlib import Path

import pytest
from lakes import groups

from bench.postgres import programs
from pipelines.machine.paths import Lake
from pipelines.warehouse import Warehouse, WarehouseError
from pipelines.warehouse.opening import server as connected

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "cluster" / "roles.sh"
GROUPS = "operations.groups"


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
