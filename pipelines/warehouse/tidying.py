"""Remove past states of a lake, which slow down reading. DuckLake removes them only on request.

Rows in the catalogue stay. So do files that our catalogue never named, because another lake may share the folder.
"""

import datetime as dt
from pathlib import Path
from typing import NamedTuple

import duckdb

from pipelines.machine.paths import Lake
from pipelines.warehouse.errors import broken_off, no_warehouse
from pipelines.warehouse.opening import NAME, exists, opened
from pipelines.warehouse.statements import STORED, quoted
from transforms.tables.schemas import VIEWS, WAREHOUSE

_MOSTLY_DELETED = 0.5  # a file is rewritten if more than this fraction of its rows is deleted
_OF_A_BUG = "Failed to read inlined-data aggregates"  # DuckLake's bug: fractions in an SQLite catalogue
_OLD = "'{lake}', older_than => now() - interval '{seconds} seconds'"
_REPLACED = """
    select list(snapshot_id) from (
        select snapshot_id, lead(snapshot_time) over (order by snapshot_id) as until from ducklake_snapshots('{lake}')
    ) where until < now() - interval '{seconds} seconds'
"""  # query for the states replaced before a given time; readers that began later read a later state


class Tidied(NamedTuple):
    """How much was removed and merged."""

    forgotten: int  # the number of states of the lake that can no longer be read
    joined: int  # the number of files that were merged or rewritten
    deleted: int
    bytes: int


def tidy(lake: Lake, keep: dt.timedelta) -> Tidied:
    """Remove states and files unused for longer than `keep`; merge small files. No other process may write."""
    if not exists(lake):
        raise no_warehouse(lake)
    old, replaced = (said.format(lake=NAME, seconds=round(keep.total_seconds())) for said in (_OLD, _REPLACED))
    connection = opened(lake, read_only=False)
    try:
        forgotten: list[int] = connection.sql(replaced).fetchall()[0][0] or []
        if forgotten:
            _called(connection, "expire_snapshots", f"'{NAME}', versions => {forgotten}")
        joined = sum(_joined(connection, name) for name in WAREHOUSE if name not in VIEWS)
        gone = _deleted(connection, old)
    except duckdb.Error as error:
        raise broken_off(lake, error) from error
    finally:
        connection.close()
    return Tidied(len(forgotten), joined, *gone)


def _called(connection: duckdb.DuckDBPyConnection, name: str, arguments: str) -> list[tuple[object, ...]]:
    return connection.execute(f"call ducklake_{name}({arguments})").fetchall()


def _joined(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    of_table = f"'{NAME}', {quoted(table)}, schema => '{STORED}'"
    try:
        made = _called(connection, "rewrite_data_files", f"{of_table}, delete_threshold => {_MOSTLY_DELETED}")
        made += _called(connection, "merge_adjacent_files", of_table)
    except duckdb.Error as error:
        if _OF_A_BUG not in str(error):
            raise
        return 0
    return sum(int(str(processed)) for *_, processed, _ in made)


def _deleted(connection: duckdb.DuckDBPyConnection, old: str) -> tuple[int, int]:
    """Delete old files; return their number and their total size in bytes."""
    files = [Path(str(path)) for (path, *_) in _called(connection, "cleanup_old_files", f"{old}, dry_run => true")]
    sizes = {str(file): file.stat().st_size for file in files if file.is_file()}
    deleted = [sizes.get(str(path), 0) for (path, *_) in _called(connection, "cleanup_old_files", old)]
    return len(deleted), sum(deleted)
