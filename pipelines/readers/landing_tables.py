"""The landing tables as CSV files or as sheets of an XLSX workbook, which any program or spreadsheet can write.

A table is recognised by its column names, so files and sheets may have any name. All cells stay text until the columns
are known: `007` stays `007`, and text that looks like a formula stays text.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator

import fastexcel
import polars as pl

from pipelines.readers.cells import kind_of, tricks_won
from pipelines.readers.reading import Finding, Sheets, required, shape
from transforms.tables import LANDING
from transforms.tables.nearest_words import nearest_words

LARGEST_WORKBOOK = 256 * 2**20
"""The most bytes that a workbook may take when it is unpacked: far more than the season of a club needs."""

_SEPARATORS = (",", ";", "\t")
_TABLES = tuple(name for name in LANDING if name not in ("official_results", "stated"))
_ADDED_BY_READERS = (
    *("file_id", "line_no"),
    *("official_ns_points", "official_ew_points", "official_centred", "official_datum"),
)


def is_landing_table(text: str) -> bool:
    """Whether the first line holds enough column names of a landing table to recognise it."""
    return _table_with(_header(text)) is not None


def is_workbook(data: bytes) -> bool:
    """Whether this is a zip file, as every XLSX workbook is."""
    return data.startswith(b"PK\x03\x04")


def read_csv(text: str) -> Sheets:
    """Read one landing table: the first line names the columns; comma, semicolon or tab separates the cells."""
    try:
        rows = _quoted_rows(text) if '"' in text else _plain_rows(text)
    except csv.Error as error:
        return Sheets({}, [Finding(None, "error", None, None, f"not readable as CSV: {error}; save it again as CSV")])
    return _tables([("this file", rows)])


def read_workbook(data: bytes) -> Sheets:
    """Read the landing tables of a workbook, one per sheet; any other sheet is skipped, with a warning."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size > LARGEST_WORKBOOK:
            limit = f"more than the {LARGEST_WORKBOOK} allowed"
            message = f"the workbook would unpack to {size} bytes, {limit}, so it is not opened: save the tables as CSV"
            return Sheets({}, [Finding(None, "error", None, None, message)])
        workbook = fastexcel.read_excel(data)
        return _tables([(f"sheet {name}", _sheet_rows(workbook, name)) for name in workbook.sheet_names])
    except (zipfile.BadZipFile, fastexcel.FastExcelError) as error:
        reason = str(error).splitlines()[0]
        message = f"not readable as an XLSX workbook ({reason}): save it again as XLSX or CSV"
        return Sheets({}, [Finding(None, "error", None, None, message)])


# --- from text or sheet to rows of cells: line_no, cells ----------------------------------------


def _plain_rows(text: str) -> pl.DataFrame:
    """The rows of a text without quotes: each line is a row."""
    return (
        pl.DataFrame({"text": text.split("\n")})
        .with_row_index("line_no", offset=1)
        .filter(pl.col("text").str.strip_chars() != "")
        .select(pl.col("line_no").cast(pl.Int64), cells=pl.col("text").str.split(_separator(text)))
    )


def _quoted_rows(text: str) -> pl.DataFrame:
    """The rows of a text with quotes: a cell may hold line breaks, and a row has the number of its first line."""
    return _frame(_numbered(text))


def _numbered(text: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
    first_line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield first_line, cells
        first_line = reader.line_num + 1


def _sheet_rows(workbook: fastexcel.ExcelReader, name: str) -> pl.DataFrame:
    sheet = workbook.load_sheet(name, header_row=None, skip_rows=0, dtypes="string").to_polars()
    rows = enumerate(sheet.fill_null("").iter_rows(), start=1)
    return _frame((line_no, list(cells)) for line_no, cells in rows if any(cell.strip() for cell in cells))


def _frame(rows: Iterator[tuple[int, list[str]]]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema={"line_no": pl.Int64, "cells": pl.List(pl.String)}, orient="row")


def _separator(text: str) -> str:
    first_line = text.lstrip("\n").split("\n", 1)[0]
    return max(_SEPARATORS, key=first_line.count)


def _header(text: str) -> list[str]:
    first_line = text.lstrip("\n").split("\n", 1)[0]
    return [_column_name(cell) for cell in first_line.split(_separator(text))]


def _column_name(cell: str) -> str:
    return re.sub(r"[\s-]+", "_", cell.strip().strip('"').strip().lower())


# --- from rows of cells to sheets ---------------------------------------------------------------


def _tables(sources: list[tuple[str, pl.DataFrame]]) -> Sheets:
    sheets: dict[str, pl.DataFrame] = {}
    findings: list[Finding] = []
    for source, rows in sources:
        header = [_column_name(cell) for cell in rows["cells"].head(1).explode().to_list() if cell is not None]
        name = _table_with(header)
        missing = _missing(name, header) if name else None
        if name is None or name in sheets:
            why = "no columns of a landing table" if name is None else f"a second table of {name}"
            message = f"{why} in {source}, so it is passed over: see the column names in the documentation"
            findings.append(Finding(None, "warning", None, ", ".join(header) or None, message))
        elif missing:
            message = (
                f"{source} looks like the table {name}, but lacks {', '.join(missing)}, so it is left out:"
                f" name its columns {', '.join(_columns(name))}"
            )
            here = ", ".join(column for column in header if column not in _columns(name))
            findings.append(Finding(rows["line_no"][0], "error", ", ".join(missing), here or None, message))
        else:
            sheets[name], problems = _sheet(name, header, rows)
            findings += problems
    if not sheets and not any(finding.severity == "error" for finding in findings):
        message = "nothing of this file could be used: give it the column names of a landing table"
        findings.append(Finding(None, "error", None, None, message))
    return Sheets(sheets, findings)


def _table_with(header: list[str]) -> str | None:
    """The table that has the most of these columns; None where it has too few of them.

    It must have at least half of these columns, and more than one; or these must be half of the columns it requires.
    """
    known = {name: set(_columns(name)) & set(header) for name in _TABLES}
    needed = {name: len(known[name] & set(required(name))) / len(required(name)) for name in _TABLES}
    best = max(_TABLES, key=lambda name: (len(known[name]), needed[name]))
    has_half = len(known[best]) > 1 and 2 * len(known[best]) >= len(header)
    return best if len(header) > 1 and (has_half or needed[best] >= 1 / 2) else None


def _columns(name: str) -> list[str]:
    return [column for column in shape(name).names() if column not in _ADDED_BY_READERS]


def _missing(name: str, header: list[str]) -> list[str]:
    """The columns that the table needs and the header lacks; the cells of some of them may be empty."""
    must_have = required(name)
    if name == "results":
        must_have = [*must_have, "ns", "ew", *(() if "contract" in header else ("score",))]
    return [column for column in must_have if column not in header]


def _sheet(name: str, header: list[str], rows: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """The cells in the columns of the table; rows with more or fewer cells than the header are left out."""
    findings = [
        _not_a_column(name, column, header[:place], rows["line_no"][0])
        for place, column in enumerate(header)
        if column and (column not in _columns(name) or column in header[:place])
    ]
    body = rows.slice(1)
    has_all = pl.col("cells").list.len() == len(header)
    findings += [
        Finding(
            line_no, "error", None, None, f"{cells} cells under {len(header)} columns; the line is left out: mend it"
        )
        for line_no, cells in body.filter(~has_all).select("line_no", pl.col("cells").list.len()).iter_rows()
    ]
    cells = [
        pl.col("cells").list.get(header.index(column)).alias(column) for column in _columns(name) if column in header
    ]
    sheet = body.filter(has_all).select("line_no", *cells)
    if {"tricks", "contract"} <= set(sheet.columns):
        sheet = sheet.with_columns(tricks=tricks_won(pl.col("tricks"), pl.col("contract")))
    return sheet, findings + _ambiguous_dates(name, sheet)


def _ambiguous_dates(name: str, sheet: pl.DataFrame) -> list[Finding]:
    """A warning for the first date of each column that may have the day or the month first.

    Dates with dots have the day first everywhere.
    """
    findings = []
    for column in (column for column, dtype in shape(name).items() if dtype == pl.Date and column in sheet.columns):
        written = pl.col(column).str.strip_chars()
        day, month = (
            written.str.extract(r"^([0-9][0-9]?)[/-]([0-9][0-9]?)[/-][0-9]{4}$", part).cast(pl.Int64) for part in (1, 2)
        )
        read_as = kind_of(column, LANDING[name].columns()[column]).value(written)
        found = (
            sheet.select("line_no", written, read_as=read_as)
            .drop_nulls("read_as")
            .filter(day <= 12, month <= 12, day != month)
        )
        for line_no, value, date in found.head(1).iter_rows():
            message = f"read as {date.day} {date:%B %Y} (dates like it: {found.height}): write {date}"
            findings.append(Finding(line_no, "warning", column, value, message))
    return findings


def _not_a_column(name: str, column: str, before: list[str], line_no: int) -> Finding:
    """The finding on a column that is not read: an error where its name looks like that of a column of the table.

    In that case values are probably lost. In all other cases the finding is a warning.
    """
    if column in before:
        message = f"{name} has this column twice; the first counts: take one of them out"
        return Finding(line_no, "warning", column, None, message)
    meant = [known for known in nearest_words(column, _columns(name)) if known not in before]
    nearest = "".join(f"did you mean {known}? " for known in meant)
    message = f"{name} has no such column, so it is passed over; {nearest}allowed here: {', '.join(_columns(name))}"
    return Finding(line_no, "error" if meant else "warning", column, None, message)
