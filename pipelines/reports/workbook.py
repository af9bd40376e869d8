"""Tables as an XLSX workbook, cells as text, numbers and dates, never as formulas."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import polars as pl
import polars.selectors as cs
from xlsxwriter import Workbook

_OPTIONS = {
    "constant_memory": True,
    "default_date_format": "yyyy-mm-dd",
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_ALWAYS = dt.datetime(2000, 1, 1)
"""The day every workbook says it was made on, so that the same tables give the same bytes."""

_MOST_CHARACTERS = 32_767
_WIDEST = 60


def write_workbook(sheets: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Write one sheet a table, under its name (at most 31 characters), the columns' names in a frozen first row.

    Columns are text, numbers, booleans or dates; anything else is written as text. What is not finite
    is left empty. The same tables give the same bytes.
    """
    with Workbook(path, _OPTIONS) as workbook:
        workbook.set_properties({"created": _ALWAYS})
        bold = workbook.add_format({"bold": True})
        for name, table in sheets.items():
            sheet = workbook.add_worksheet(name)
            sheet.freeze_panes(1, 0)
            for number, width in enumerate(_widths(table)):
                sheet.set_column(number, number, width)
            sheet.write_row(0, 0, table.columns, bold)
            for number, row in enumerate(_as_cells(table).iter_rows(), start=1):
                sheet.write_row(number, 0, row)


def _widths(table: pl.DataFrame) -> list[int]:
    longest = table.select(pl.all().cast(pl.String).str.len_chars().max().fill_null(0)).row(0)
    return [min(max(len(name), width), _WIDEST) + 2 for name, width in zip(table.columns, longest, strict=True)]


def _as_cells(table: pl.DataFrame) -> pl.DataFrame:
    """What a cell can hold: no number that is not finite, no text too long or with signs that XML cannot say."""
    plain = cs.numeric() | cs.boolean() | cs.date()
    return table.with_columns(
        pl.when(cs.float().is_finite()).then(cs.float()),
        (~plain)
        .cast(pl.String)
        .str.slice(0, _MOST_CHARACTERS)
        .str.replace_all(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]", ""),
    )
