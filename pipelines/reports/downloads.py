"""Tables as files to take away: each as CSV, and together as XLSX workbooks."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import polars as pl
import polars.selectors as cs

from pipelines.reports.workbook import write_workbook


class Download(NamedTuple):
    """One table: its title and name, how many rows it has, and the names of the files that hold it.

    The longest tables are in no workbook, where it would hold too many rows with them.
    """

    title: str
    table: str
    rows: int
    csv: str
    workbook: str | None


_MOST_ROWS = 200_000
"""Of a workbook, all its sheets together: far less than a sheet can hold, and more than is opened with ease."""


def write_downloads(tables: Mapping[str, pl.DataFrame], folder: Path) -> list[Download]:
    """Write every table that has rows, without its nested columns.

    `raw.results` becomes `raw.results.csv` and the sheet `results` of `raw.xlsx`.
    """
    flat = {name: table.drop(cs.nested()) for name, table in tables.items() if table.height}
    together = _together(flat)
    titles = [_title(name) for name in flat]
    downloads: list[Download] = []
    for (name, table), title in zip(flat.items(), titles, strict=True):
        schema, _ = name.split(".")
        told = f"{schema.capitalize()}: {title.lower()}" if titles.count(title) > 1 else title
        workbook = f"{schema}.xlsx" if name in together else None
        downloads.append(Download(told, name, table.height, f"{name}.csv", workbook))
        _as_data(table).write_csv(folder / f"{name}.csv")
    for schema in sorted({name.split(".")[0] for name in together}):
        sheets = {name.split(".")[1]: flat[name] for name in flat if name in together and name.startswith(f"{schema}.")}
        write_workbook(sheets, folder / f"{schema}.xlsx")
    return downloads


def _together(tables: Mapping[str, pl.DataFrame]) -> set[str]:
    """The tables that share a workbook: of every schema the shortest, as long as they fit."""
    rows: dict[str, int] = {}
    chosen: set[str] = set()
    for name in sorted(tables, key=lambda name: tables[name].height):
        schema, _ = name.split(".")
        rows[schema] = rows.get(schema, 0) + tables[name].height
        if rows[schema] <= _MOST_ROWS:
            chosen.add(name)
    return chosen


def _title(name: str) -> str:
    """`Player results` of `raw.player_results`."""
    return name.split(".")[1].replace("_", " ").capitalize()


def _as_data(table: pl.DataFrame) -> pl.DataFrame:
    """Text that a spreadsheet would take for a formula when it opens a CSV gets an apostrophe in front."""
    like_formula = cs.string().str.contains(r"^[=+\-@\t\r]")
    return table.with_columns(pl.when(like_formula).then("'" + cs.string()).otherwise(cs.string()).name.keep())
