"""Tests of a lake whose catalogue is in Postgres, and how the connections to that end."""

import dataframely as dy
import pytest
from factories import frame

from pipelines.machine.paths import Lake
from pipelines.warehouse.opening import server
from transforms.tables.schemas import Groups

IN_POSTGRES = pytest.mark.parametrize("lake", ["postgres"], indirect=True)


def end_connections(lake: Lake, who: str) -> int:
    """End the connections whose name begins like this, as a server that is started anew does; return how many."""
    of_lake = "datname = current_database() and pid <> pg_backend_pid()"
    those = f"from pg_stat_activity where application_name like ''{who}%'' and {of_lake}"
    with server(lake, "the end") as connection:
        ended = connection.sql(f"from postgres_query('server', 'select pg_terminate_backend(pid) {those}')")
        return len(ended.fetchall())


def groups(**of_clubs: str) -> dy.DataFrame[Groups]:
    """Rows of `operations.groups`: club -> its group."""
    return frame(Groups, *({"club": club, "group_name": name, "bytes": 1} for club, name in of_clubs.items()))
