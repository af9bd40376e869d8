"""Tables as files to download: each table as CSV, and several together as an XLSX workbook."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import polars as pl
import polars.selectors as cs
import xlsxturbo

from pipelines.reports.files import Files
from pipelines.words.for_programs import as_csv, harmless
from pipelines.words.headings import table_title


class Download(NamedTuple):
    """A table, and the files that hold it; `workbook` is None for a long one, `title` "" where it has none."""

    title: str
    table: str
    rows: int
    csv: str
    workbook: str | None


_MOST_ROWS = 200_000
"""The most rows of a workbook, in all its sheets: far fewer than a sheet can hold, but already slow to open."""


_END = "\x1e"  # the end of a record: `harmless` leaves no such character in a text


def write_downloads(
    tables: Mapping[str, pl.DataFrame], files: Files, texts: Mapping[str, str] | None = None
) -> list[Download]:
    """Write every table that has rows, without nested columns: `raw.results` as CSV and as a sheet of `raw.xlsx`.

    Args:
        tables: name with a schema -> table.
        files: take the files.
        texts: these tables as CSV, of those that have rows (`csv_parts`); None: they are made here.
    """
    flat = {name: table for name, table in tables.items() if table.height}
    together = _together(flat)
    downloads: list[Download] = []
    digests: dict[str, str] = {}
    for name, table in flat.items():
        schema, _ = name.split(".")
        workbook = f"{schema}.xlsx" if name in together else None
        downloads.append(Download(table_title(name), name, table.height, f"{name}.csv", workbook))
        text = texts[name] if texts else as_csv(table.drop(cs.nested()))
        digests[name] = files.write(f"{name}.csv", text.encode())
    for schema in sorted({name.split(".")[0] for name in together}):
        own = [name for name in flat if name in together and name.startswith(f"{schema}.")]
        sheets = {name.split(".")[1]: flat[name] for name in own}
        files.drawn(f"{schema}.xlsx", [(name, digests[name]) for name in own], partial(_as_workbook, sheets))
    return downloads


def csv_parts(table: pl.DataFrame, columns: Sequence[str]) -> dict[tuple[Any, ...], str]:
    """Values of these columns -> the rows that have them, as CSV with a heading; made for all rows at once."""
    if table.is_empty():
        return {}
    heading, *records = harmless(table.drop(cs.nested())).write_csv(line_terminator=_END).split(_END)[:-1]
    lines = table.select(columns).with_columns(record=pl.Series(records))
    parts = lines.group_by(columns).agg(pl.col("record").str.join("\n"))
    return {tuple(key): f"{heading}\n{rows}\n" for *key, rows in parts.iter_rows()}


def _as_workbook(sheets: Mapping[str, pl.DataFrame]) -> tuple[bytes, list[Any]]:
    return workbook({name: table.drop(cs.nested()) for name, table in sheets.items()}), []


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


_MOST_CHARACTERS = 32_767
_WIDEST = 60
_COMPRESSION = 2
"""Of 9. The usual 6 takes three times as long, for workbooks a fifth smaller."""
_LEAST_COMPRESSION = 1  # for the workbook with its time, which is not kept
_PROPERTIES = "docProps/core.xml"
_TIME = re.compile(rb"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")
_NO_TIME = b"2000-01-01T00:00:00Z"


def workbook(sheets: Mapping[str, pl.DataFrame]) -> bytes:
    """A workbook with one sheet per table: its first row has headings, and stays.

    Columns are text, numbers, booleans or dates; other values are text, and a number that is not finite an empty cell.
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
    plain = cs.numeric() | cs.boolean() | cs.date()
    return table.with_columns(
        pl.when(cs.float().is_finite()).then(cs.float()),
        (~plain)
        .cast(pl.String)
        .str.slice(0, _MOST_CHARACTERS)
        .str.replace_all(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]", "")
        .replace("", None),
    )
