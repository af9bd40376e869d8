"""Remove what a lake keeps of its past, which makes it slower to read: DuckLake does so when it is asked.

Every build leaves the files that it replaced, since somebody may read them, and small files of what it added. Rows that
DuckLake keeps in its catalogue stay, for readers of an earlier state. Files that no catalogue of ours named stay too:
another lake may have its files in the same folder.
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

_MOSTLY_DELETED = 0.5
"""The part of the rows of a file that are deleted from which on it is written anew."""
_OF_A_BUG = "Failed to read inlined-data aggregates"
"""What DuckLake says where a catalogue in SQLite has rows of a table with fractions, whose files then stay."""
_OLD = "'{lake}', older_than => now() - interval '{seconds} seconds'"
_REPLACED = """
    select list(snapshot_id) from (
        select snapshot_id, lead(snapshot_time) over (order by snapshot_id) as until from ducklake_snapshots('{lake}')
    ) where until < now() - interval '{seconds} seconds'
"""
"""The states that have not been the last one for so long: whoever began to read since then reads another."""


class Tidied(NamedTuple):
    """What was tidied."""

    forgotten: int
    """States of the lake that nobody can read any more."""
    joined: int
    """Files that were put together into others, fewer or smaller."""
    deleted: int
    bytes: int


def tidy(lake: Lake, keep: dt.timedelta) -> Tidied:
    """Remove what is older, and put small files together; rows stay, perhaps in another order. Nobody else may write.

    Readers go on: a file goes only when it has been of no use for so long. `WarehouseError` where it cannot be done.
    """
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
    """How many files are deleted, and their size, which only a look before shows."""
    files = [Path(str(path)) for (path, *_) in _called(connection, "cleanup_old_files", f"{old}, dry_run => true")]
    sizes = {str(file): file.stat().st_size for file in files if file.is_file()}
    deleted = [sizes.get(str(path), 0) for (path, *_) in _called(connection, "cleanup_old_files", old)]
    return len(deleted), sum(deleted)
