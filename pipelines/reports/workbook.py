"""Tables as an XLSX workbook: its cells hold text, numbers and dates, never formulas.

The same tables give the same bytes: the time at which a workbook was made is taken out of it.
"""

import io
import re
import zipfile
from collections.abc import Mapping

import polars as pl
import polars.selectors as cs
import xlsxturbo

_MOST_CHARACTERS = 32_767
_WIDEST = 60
_COMPRESSION = 2
"""Of 9. The usual 6 takes three times as long, for workbooks a fifth smaller."""
_LEAST_COMPRESSION = 1
"""For the workbook with its time, which is not kept."""
_PROPERTIES = "docProps/core.xml"
_TIME = re.compile(rb"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")
_NO_TIME = b"2000-01-01T00:00:00Z"


def workbook(sheets: Mapping[str, pl.DataFrame]) -> bytes:
    """A workbook with one sheet per table, with the name of the table (at most 31 characters).

    The frozen first row of a sheet has headings. Columns are text, numbers, booleans or dates; values of any other type
    are written as text. The cell of a number that is not finite stays empty.
    """
    cells = {name: _as_cells(table) for name, table in sheets.items()}
    with_widths = [(table, name, {"column_widths": _widths(table)}) for name, table in cells.items()]
    written = io.BytesIO()
    xlsxturbo.dfs_to_xlsx(
        with_widths, written, freeze_panes=True, header_format={"bold": True}, compression_level=_LEAST_COMPRESSION
    )
    return _without_time(written)


def _without_time(written: io.BytesIO) -> bytes:
    timeless = io.BytesIO()
    with zipfile.ZipFile(written) as made, zipfile.ZipFile(timeless, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in made.infolist():
            content = made.read(part)
            if part.filename == _PROPERTIES:
                content = _TIME.sub(_NO_TIME, content)
            archive.writestr(zipfile.ZipInfo(part.filename), content, zipfile.ZIP_DEFLATED, _COMPRESSION)
    return timeless.getvalue()


def _widths(table: pl.DataFrame) -> dict[int, int]:
    longest = table.select(pl.all().cast(pl.String).str.len_chars().max().fill_null(0)).row(0)
    widths = (min(max(len(name), width), _WIDEST) for name, width in zip(table.columns, longest, strict=True))
    return dict(enumerate(widths))


def _as_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table as cells can hold it: finite numbers, and text that is not empty, not too long and that XML allows."""
    plain = cs.numeric() | cs.boolean() | cs.date()
    return table.with_columns(
        pl.when(cs.float().is_finite()).then(cs.float()),
        (~plain)
        .cast(pl.String)
        .str.slice(0, _MOST_CHARACTERS)
        .str.replace_all(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]", "")
        .replace("", None),
    )
