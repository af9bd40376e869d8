"""Tables as files to take away: each as CSV, and together as XLSX workbooks."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import polars as pl
import polars.selectors as cs

from pipelines.reports.workbook import write_workbook


class Download(NamedTuple):
    """One table: its title and name, how many rows it has, and the names of the files that hold it.

    A table with more rows than a sheet can hold is in no workbook.
    """

    title: str
    table: str
    rows: int
    csv: str
    workbook: str | None


_MOST_ROWS = 2**20 - 1
"""Of a sheet, below its first row."""


def write_downloads(tables: Mapping[str, pl.DataFrame], folder: Path) -> list[Download]:
    """Write every table that has rows, without its nested columns.

    `raw.results` becomes `raw.results.csv` and the sheet `results` of `raw.xlsx`.
    """
    workbooks: dict[str, dict[str, pl.DataFrame]] = {}
    downloads: list[Download] = []
    for name, table in tables.items():
        if table.height:
            flat = table.drop(cs.nested())
            schema, sheet = name.split(".")
            workbook = f"{schema}.xlsx" if flat.height <= _MOST_ROWS else None
            if workbook:
                workbooks.setdefault(schema, {})[sheet] = flat
            downloads.append(Download(sheet.replace("_", " ").capitalize(), name, flat.height, f"{name}.csv", workbook))
            _as_data(flat).write_csv(folder / f"{name}.csv")
    for schema, sheets in workbooks.items():
        write_workbook(sheets, folder / f"{schema}.xlsx")
    return downloads


def _as_data(table: pl.DataFrame) -> pl.DataFrame:
    """Text that a spreadsheet would take for a formula when it opens a CSV gets an apostrophe in front."""
    like_formula = cs.string().str.contains(r"^[=+\-@\t\r]")
    return table.with_columns(pl.when(like_formula).then("'" + cs.string()).otherwise(cs.string()).name.keep())
