"""Tests of a lake whose catalogue is in Postgres, and how the connections to that end."""

import pytest

from pipelines.machine.paths import Lake
from pipelines.warehouse.opening import server

IN_POSTGRES = pytest.mark.parametrize("lake", ["postgres"], indirect=True)


def end_connections(lake: Lake, who: str) -> int:
    """End those of which the name begins like this, as a server that is started anew does; return how many."""
    of_lake = "datname = current_database() and pid <> pg_backend_pid()"
    those = f"from pg_stat_activity where application_name like ''{who}%'' and {of_lake}"
    with server(lake, "the end") as connection:
        ended = connection.sql(f"from postgres_query('server', 'select pg_terminate_backend(pid) {those}')")
        return len(ended.fetchall())
