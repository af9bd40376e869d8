"""Rows of a CSV table with more or fewer cells than the first row, and a last row in the middle of which it stops."""

import csv
import json
import re
from typing import Any

import polars as pl

from pipelines.intake.readers.decoding import Fault, Lines, text_at
from pipelines.intake.readers.hidden_players import PUBLIC
from pipelines.intake.readers.reading import Finding, error, on_lines, required
from transforms.tables.schemas import LANDING

SEPARATORS = (",", ";", "\t")
OPEN_QUOTE = "csv.open_quote"
"""Code of the finding on a quote that is never closed."""
_FEWEST = 3
"""With fewer other rows, nothing follows from a column in which all of them have something."""
_LETTERS = 10_000
"""Of a row that is looked at for what may be wrong with it."""
_LOOKED_AT = 20
"""So many kinds of rows are looked at, the first of each."""
_DECIMAL = re.compile(r"[+-]?[0-9]+,[0-9]+")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?%?")
_UNIT = "unit"
"""Of an adjustment: beside it no other column has numbers that may have lost their name."""
_SENTENCES = {
    "tables.cells/more": (
        "cells: {cells}, columns: {columns}; the row is left out: take out the commas or semicolons that are too many,"
        " and put a cell that has one in it, as a number with a decimal comma, between quotes"
    ),
    "tables.cells/decimal": (
        "cells: {cells}, columns: {columns}; the row is left out: between commas {written} is two cells, so write"
        " {meant}, or put it between quotes"
    ),
    "tables.cells/fewer": (
        "cells: {cells}, columns: {columns}; the row is left out: write the cells that are missing, with the separator"
        " of the first row between them, also beside those that are empty"
    ),
    "tables.cells/public": (
        "cells: {cells}, columns: {columns}; the row is left out: give it a cell for public too, which may be empty;"
        " to hide a few people, a second file with the columns player_id and public, and a row for each of them, is"
        " enough"
    ),
    "tables.cells/separator": (
        'between the cells of this row stands "{found}", and in the first row "{separator}"; the row is left out: write'
        ' "{separator}" here too'
    ),
    "tables.cells/most": (
        "cells: {cells}, columns: {columns}, as in most rows, which are left out: see whether the first row has one"
        " name for each cell of the others, and whether a decimal comma cuts a number in two, which needs quotes then"
    ),
}
_CUT_OFF = (
    "the file stops in the middle of this row, which is left out, as is all that stood below it: export it again, or"
    " copy all of it; if nothing stood below it, complete the row"
)
_CUT_OFF_SESSION = (
    "the file stops in the middle of this row, which is left out, as is all that stood below it, and the session"
    " {session} is marked: export it again, or copy all of it; if nothing stood below it, complete the row"
)
_MAKE_RESULTS = ("results", "entries", "matches", "adjustments")
"""Tables without all rows of which the results of a session may be others."""


def without_shifted(body: pl.DataFrame, padded: pl.DataFrame, width: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows without those in which a separator too many shifts the cells, and these of `padded`.

    Behind the last column a spreadsheet writes separators in all rows alike. A row that has more than most, and nothing
    in a column in which every other row has something, has one of them elsewhere.

    Args:
        body: of `Lines`, with cells of text.
        padded: (line_no, width) of those of its rows with more cells than columns, all beyond them empty.
        width: the number of columns.
    """
    of_columns = body.height - padded.height
    counts = padded.group_by("width").len("rows").sort("rows", "width", descending=True)
    usual = int(counts["width"][0]) if counts.height and counts["rows"][0] > of_columns else width
    odd = padded.filter(pl.col("width") > usual)
    others = body.join(odd, on="line_no", how="anti")
    if odd.is_empty() or others.height < _FEWEST:
        return body, odd.clear()
    has_empty = others.select(_is_empty(place).any().alias(str(place)) for place in range(width)).row(0)
    lacks = [_is_empty(place) for place, is_some in enumerate(has_empty) if not is_some]
    shifted = odd.join(body.filter(pl.any_horizontal(pl.lit(value=False), *lacks)), on="line_no", how="semi")
    return body.join(shifted, on="line_no", how="anti", maintain_order="left"), shifted.sort("line_no")


def _is_empty(place: int) -> pl.Expr:
    return pl.col("cells").list.get(place, null_on_oob=True).fill_null("").str.strip_chars() == ""


def look_at(faults: dict[int, Fault], lines: list[str], separator: str, width: int) -> None:
    """Note in the first faults what is seen in their first rows: another separator, or the cells between commas."""
    for cells, fault in list(faults.items())[:_LOOKED_AT]:
        line = lines[fault.line_nos[0] - 1][:_LETTERS].replace("\r", " ")
        if cells == 1:
            others = [other for other in SEPARATORS if other != separator and line.count(other) >= max(width - 2, 1)]
            fault.separators = (others[0], separator) if others else None
        elif cells > width and separator == ",":
            [fault.row] = csv.reader([line])


def of_table(finding: Finding, name: str | None) -> Finding:
    """The finding on an open quote, which costs a row, with the name of the table of that row; any other as it is."""
    if name is None or not finding.code.startswith(OPEN_QUOTE):
        return finding
    return finding._replace(arguments=json.dumps({**json.loads(finding.arguments or "{}"), "table": name}))


def _decimal(name: str, header: list[str], row: list[str]) -> str | None:
    """What a decimal comma cuts in two in a row with one cell too many, as -0,5 in `2025-09-09,A,2,-0,5,points`.

    None where that may be said of several columns, or of none.
    """
    if len(row) != len(header) + 1:
        return None
    cut = [
        ",".join(row[place : place + 2])
        for place, column in enumerate(header)
        if _type(name, column) == pl.Float64
        and _DECIMAL.fullmatch(",".join(row[place : place + 2]))
        and _fits(name, header, [*row[:place], "0", *row[place + 2 :]], place)
    ]
    return cut[0] if len(cut) == 1 else None


def _fits(name: str, header: list[str], row: list[str], joined: int) -> bool:
    """Whether the row has what the table needs, numbers in columns of numbers, and none behind the joined cell else."""
    for place, (column, cell) in enumerate(zip(header, map(str.strip, row), strict=True)):
        is_number = _NUMBER.fullmatch(cell) is not None
        if not cell:
            if column in required(name):
                return False
        elif is_number != _type(name, column).is_numeric() and (not is_number or place == joined + 1):
            return False
    return True


def _type(name: str, column: str) -> pl.DataType:
    kinds = LANDING[name].columns()
    return kinds[column].dtype if column in kinds else pl.String()


def of_wrong_width(name: str, lines: Lines, header: list[str]) -> list[Finding]:
    """One error for all rows with the same wrong number of cells.

    Args:
        name: the table.
        lines: those of the file.
        header: the names of its columns, as the reader compares them.
    """
    findings = []
    for cells, fault in lines.of_wrong_width.items():
        told: dict[str, Any] = {"cells": cells, "columns": len(header), "table": name, "value": fault.value}
        code = "tables.cells/fewer" if cells < len(header) else "tables.cells/more"
        is_most = fault.lines > max(lines.body.height, 1)
        decimal = _decimal(name, header, fault.row)
        if fault.separators:
            code = "tables.cells/separator"
            found, separator = ("tab" if one == "\t" else one for one in fault.separators)
            told |= {"found": found, "separator": separator}
        elif name == "players" and PUBLIC in header[cells:]:
            code = "tables.cells/public"
        elif decimal and (not is_most or _UNIT in header):
            code = "tables.cells/decimal"
            told |= {"written": decimal, "meant": decimal.replace(",", ".")}
        elif is_most:
            code = "tables.cells/most"
        findings.append(on_lines(code, _SENTENCES[code], fault.line_nos, fault.lines, **told))
    return findings


def cut_off(name: str, header: list[str], lines: Lines) -> tuple[list[Finding], dict[str, pl.DataFrame]]:
    """The error on a row in the middle of which the file stops; and the sheet `stated`, where its session is known.

    Args:
        name: the table.
        header: the names of its columns, as the reader compares them.
        lines: those of the file.
    """
    if lines.cut_off is None:
        return [], {}
    told: dict[str, Any] = {"line_no": lines.cut_off.line_no, "value": lines.cut_off.value, "table": name}
    session = _session(header.index("session_id"), lines) if name in _MAKE_RESULTS else None
    if session is None:
        return [error("tables.cut_off", _CUT_OFF, **told)], {}
    row = {"session_id": session, "what": "cut_off", "value": "1", "line_no": lines.cut_off.line_no}
    return [error("tables.cut_off_session", _CUT_OFF_SESSION, **told, session=session)], {"stated": pl.DataFrame([row])}


def _session(place: int, lines: Lines) -> str | None:
    """The session of the row that breaks off, or where that is not whole either, of the row above."""
    above = lines.body.select(text_at(lines.body, place)).to_series().tail(1).to_list()
    said = [*(lines.cut_off.whole[place : place + 1] if lines.cut_off else ()), *above]
    return next((session.strip() for session in said if session and session.strip()), None)
