"""A copy, next to the warehouse, of tables that no build can make again: Parquet files named by content, and a list."""

import hashlib
import io
import json
from pathlib import Path

import polars as pl

from pipelines.machine.files import put_whole
from pipelines.machine.paths import Place
from pipelines.warehouse.errors import folder_of_copy
from pipelines.warehouse.warehouse import Warehouse
from transforms.tables.schemas import RECORDED, VIEWS

RECORD = (
    *(name for name in RECORDED if name not in VIEWS),
    "operations.builds",
    "operations.groups",
    "operations.hidden_on_pages",
)
"""The tables with the record of publications, the numbers of builds, the groups, and who is hidden."""
_LIST = "record.json"


def keep_copy(warehouse: Warehouse, place: Place) -> None:
    """Write the record of a warehouse to the copy of `place`. A kill leaves the old copy or the new one."""
    if (folder := folder_of_copy(place)) is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    for name in RECORD:
        content = io.BytesIO()
        warehouse.read_all_seasons(name).write_parquet(content)
        files[name] = f"{name}-{hashlib.sha256(content.getvalue()).hexdigest()[:16]}.parquet"
        if not (folder / files[name]).exists():
            put_whole(folder / files[name], content.getvalue())
    put_whole(folder / _LIST, json.dumps(files, indent=1))
    for file in folder.glob("*.parquet"):
        if file.name not in files.values():
            file.unlink()


def copy_of(place: Place, name: str) -> pl.DataFrame | None:
    """Return a table of the record from the copy; None if there is no readable copy of this table."""
    try:
        folder = folder_of_copy(place) or Path()
        content = (folder / json.loads((folder / _LIST).read_text(encoding="utf-8"))[name]).read_bytes()
        return pl.read_parquet(io.BytesIO(content))
    except (OSError, ValueError, KeyError, pl.exceptions.PolarsError):
        return None
