"""Compare the files that a lake's catalogue lists with those that exist. No data is read."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.machine.paths import Lake, Place
from pipelines.warehouse.errors import DamagedError
from pipelines.warehouse.opening import NAME
from pipelines.warehouse.record_copy import RECORD
from pipelines.warehouse.statements import STORED
from pipelines.warehouse.warehouse import Warehouse
from pipelines.words.plain_text import folder_word, to_type
from pipelines.words.suggestions import some
from transforms.tables.messages import gettext_noop
from transforms.tables.schemas import VIEWS, WAREHOUSE

_STEPS = "operations.steps"
_IN = f"__ducklake_metadata_{NAME}.ducklake"
_UNDER = "case when {0}.path_is_relative::boolean then {1} else '' end || {0}.path"
_FOLDER = f"(select value from {_IN}_metadata where key = 'data_path')"  # noqa: S608 - a name of ours
_LISTED = f"""
    with files as (
        select data_file_id, table_id, path, path_is_relative, file_size_bytes from {_IN}_data_file
            where end_snapshot is null
        union all select data_file_id, table_id, path, path_is_relative, file_size_bytes from {_IN}_delete_file
            where end_snapshot is null
    )
    select t.table_name, {_UNDER.format("f", _UNDER.format("t", _UNDER.format("s", _FOLDER)))} as path,
        file_size_bytes as bytes, min_value as first, max_value as last
    from files f join {_IN}_table t using (table_id) join {_IN}_schema s using (schema_id)
        left join {_IN}_column c on c.table_id = f.table_id and c.column_name = 'club' and c.end_snapshot is null
        left join {_IN}_file_column_stats v on v.data_file_id = f.data_file_id and v.column_id = c.column_id
    where s.schema_name = '{STORED}' and t.end_snapshot is null and s.end_snapshot is null
"""  # noqa: S608 - names of ours


class Lost(NamedTuple):
    """The missing or truncated files of a lake: their number, their tables, and the clubs with rows in them."""

    files: int
    tables: list[str]
    clubs: list[str]

    @property
    def can_be_made(self) -> bool:
        """Whether a build can make all lost tables again: the record of publications is not among them."""
        return set(RECORD).isdisjoint(self.tables)

    def error(self, place: Place) -> DamagedError:
        """Return the error that names the losses, and says what to do."""
        sentence = gettext_noop(
            "{place}: files of this lake are missing or cut off: {files}; tables: {tables}; clubs: {clubs}. If their "
            "disk is not mounted, mount it; if you have a backup, put these files back. If not: {command}"
        )
        rescue = to_type("rescue", warehouse=place)
        build = f"{to_type('build', folder_word(), warehouse=place)} --full"
        gaps = {"tables": some(self.tables), "clubs": some(self.clubs)}
        return DamagedError(
            sentence, place=place, files=self.files, command=build if self.can_be_made else rescue, **gaps
        )


def lost(warehouse: Warehouse) -> Lost | None:
    """Return the losses of an existing lake, if any. If the warehouse is one file, there is nothing to compare."""
    if not isinstance(warehouse.place, Lake) or not warehouse.tables():
        return None
    listed = warehouse.sql(_LISTED)
    gone = listed.filter(pl.Series([_size(path) for path in listed["path"]], dtype=pl.Int64) != pl.col("bytes"))
    if gone.is_empty():
        return None
    clubs = {*gone["first"].drop_nulls(), *gone["last"].drop_nulls()} - {""}
    return Lost(gone.height, sorted({*gone["table_name"]}), sorted(clubs))


def make_again(warehouse: Warehouse, names: Collection[str]) -> None:
    """Empty tables that cannot be read, and let the next build make everything but the record again."""
    made = WAREHOUSE.keys() - VIEWS.keys() - {*RECORD}
    warehouse.drop({*names, *made} if _STEPS in names else names)
    warehouse.describe()
    outdated = (pl.lit("lost").alias(name) for name in ("inputs_sha256", "code_sha256"))
    warehouse.write(_STEPS, warehouse.read_all_seasons(_STEPS).with_columns(outdated))


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return -1
