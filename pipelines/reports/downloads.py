"""Tables as files to download: each table as CSV, and several together as an XLSX workbook."""

import io
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import polars as pl
import polars.selectors as cs

from pipelines.display.for_programs import harmless
from pipelines.reports.files import Files
from pipelines.reports.workbook import workbook


class Download(NamedTuple):
    """One table: its title and name, the number of its rows, and the names of the files that hold it.

    `workbook` is None for a long table with which the workbook would have too many rows.
    """

    title: str
    table: str
    rows: int
    csv: str
    workbook: str | None


_MOST_ROWS = 200_000
"""The most rows of a workbook, in all its sheets: far fewer than a sheet can hold, but already slow to open."""


def write_downloads(tables: Mapping[str, pl.DataFrame], files: Files) -> list[Download]:
    """Write every table that has rows, without its nested columns.

    `raw.results` becomes `raw.results.csv` and the sheet `results` of `raw.xlsx`.

    Args:
        tables: name with a schema, such as `raw.results` -> table.
        files: take the files; a workbook is made only where a table differs from that of the last time.

    Returns:
        One `Download` for each table that was written, in the order of `tables`.
    """
    flat = {name: table.drop(cs.nested()) for name, table in tables.items() if table.height}
    together = _together(flat)
    titles = [_title(name) for name in flat]
    downloads: list[Download] = []
    digests: dict[str, str] = {}
    for (name, table), title in zip(flat.items(), titles, strict=True):
        schema, _ = name.split(".")
        full_title = f"{schema.capitalize()}: {title.lower()}" if titles.count(title) > 1 else title
        workbook = f"{schema}.xlsx" if name in together else None
        downloads.append(Download(full_title, name, table.height, f"{name}.csv", workbook))
        digests[name] = files.write(f"{name}.csv", _as_csv(table))
    for schema in sorted({name.split(".")[0] for name in together}):
        own = [name for name in flat if name in together and name.startswith(f"{schema}.")]
        sheets = {name.split(".")[1]: flat[name] for name in own}
        files.drawn(f"{schema}.xlsx", [(name, digests[name]) for name in own], partial(_as_workbook, sheets))
    return downloads


def _as_csv(table: pl.DataFrame) -> bytes:
    written = io.BytesIO()
    harmless(table).write_csv(written)
    return written.getvalue()


def _as_workbook(sheets: Mapping[str, pl.DataFrame]) -> tuple[bytes, list[Any]]:
    return workbook(sheets), []


def _together(tables: Mapping[str, pl.DataFrame]) -> set[str]:
    """The tables that go into workbooks: from every schema the shortest tables, as many as fit."""
    rows: dict[str, int] = {}
    chosen: set[str] = set()
    for name in sorted(tables, key=lambda name: tables[name].height):
        schema, _ = name.split(".")
        rows[schema] = rows.get(schema, 0) + tables[name].height
        if rows[schema] <= _MOST_ROWS:
            chosen.add(name)
    return chosen


def _title(name: str) -> str:
    """`Player results` for `raw.player_results`."""
    return name.split(".")[1].replace("_", " ").capitalize()
