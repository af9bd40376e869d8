"""Tables as an XLSX workbook: its cells hold text, numbers and dates, never formulas."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
import polars.selectors as cs
import xlsxturbo

_MOST_CHARACTERS = 32_767
_WIDEST = 60
_OF_A_FILE = 0o666


def write_workbook(sheets: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Write one sheet per table, with the name of the table (at most 31 characters); its frozen first row has headings.

    Columns are text, numbers, booleans or dates; values of any other type are written as text. The cell of a number
    that is not finite stays empty.
    """
    with_widths = [(_as_cells(table), name, {"column_widths": _widths(table)}) for name, table in sheets.items()]
    xlsxturbo.dfs_to_xlsx(with_widths, str(path), freeze_panes=True, header_format={"bold": True})
    path.chmod(path.parent.stat().st_mode & _OF_A_FILE)  # the writer goes by no umask, the folder does


def _widths(table: pl.DataFrame) -> dict[int, int]:
    longest = table.select(pl.all().cast(pl.String).str.len_chars().max().fill_null(0)).row(0)
    widths = (min(max(len(name), width), _WIDEST) for name, width in zip(table.columns, longest, strict=True))
    return dict(enumerate(widths))


def _as_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table as cells can hold it: finite numbers, and text that is not too long and that XML allows."""
    plain = cs.numeric() | cs.boolean() | cs.date()
    return table.with_columns(
        pl.when(cs.float().is_finite()).then(cs.float()),
        (~plain)
        .cast(pl.String)
        .str.slice(0, _MOST_CHARACTERS)
        .str.replace_all(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]", ""),
    )
