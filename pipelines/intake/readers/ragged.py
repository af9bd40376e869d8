"""Rows of a CSV table with more or fewer cells than the first row: which these are, and what is told of them."""

import csv
import json
import re
from typing import Any

import polars as pl

from pipelines.intake.readers.hidden_players import PUBLIC
from pipelines.intake.readers.lines import Fault, Lines
from pipelines.intake.readers.reading import Finding, on_lines, required
from transforms.tables.schemas import LANDING

SEPARATORS = (",", ";", "\t")
OPEN_QUOTE = "csv.open_quote"
"""Code of what is told of a quote that is never closed."""
_LETTERS = 10_000
"""Of a row that is looked at for what may be wrong with it."""
_LETTERS_TOLD = 80
_LOOKED_AT = 20
"""So many kinds of rows are looked at, the first of each."""
_FEWEST = 3
"""So many other rows have something in a column, before it is told that this one has nothing there."""
_DECIMAL = re.compile(r"[+-]?[0-9]+,[0-9]+")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?%?")
_UNIT = "unit"
"""Of an adjustment: beside it no other column has numbers that may have lost their name."""
_SENTENCES = {
    "tables.cells/more": (
        "cells: {cells}, columns: {columns}; the row is left out: take out the commas or semicolons that are too"
        " many, and put a cell that has one in it between quotes"
    ),
    "tables.cells/decimal": (
        "cells: {cells}, columns: {columns}; the row is left out: between commas {written} is two cells, so write"
        " {meant}, or put it between quotes"
    ),
    "tables.cells/empty": (
        "cells: {cells}, columns: {columns}, and none in column {column}, which all other rows have; the row is left"
        " out: take out the separator that is too many there"
    ),
    "tables.cells/fewer": (
        "cells: {cells}, columns: {columns}; the row is left out: write the cells that are missing, and the"
        " separator of those that are empty"
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
        " name for each cell of the others"
    ),
}


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
    if odd.is_empty():
        return body, odd
    filled = filled_places(body.join(odd, on="line_no", how="anti"), width)
    lacks = pl.any_horizontal(pl.lit(value=False), *(_is_empty(place) for place in filled))
    shifted = odd.join(body.filter(lacks), on="line_no", how="semi", maintain_order="left")
    return body.join(shifted, on="line_no", how="anti", maintain_order="left"), shifted


def filled_places(body: pl.DataFrame, width: int) -> list[int]:
    """The places of the columns in which every row has something; none where there are hardly any rows."""
    if body.height < _FEWEST:
        return []
    empty = body.select(_is_empty(place).any().alias(str(place)) for place in range(width)).row(0)
    return [place for place, has_empty in enumerate(empty) if not has_empty]


def _most_filled(body: pl.DataFrame) -> int:
    """How many cells of a row have something in them, at most."""
    filled = pl.col("cells").list.eval(pl.element().fill_null("").str.strip_chars() != "").list.sum()
    return int(body.select(filled.max()).item() or 0)


def _is_empty(place: int) -> pl.Expr:
    return pl.col("cells").list.get(place, null_on_oob=True).fill_null("").str.strip_chars() == ""


def looked_at(faults: dict[int, Fault], text: str, separator: str, body: pl.DataFrame, width: int) -> None:
    """Note in the first faults what is seen in their first rows: another separator, or a column with nothing in it."""
    if not faults:
        return
    lines = text.split("\n")
    filled: list[int] | None = None
    for cells, fault in list(faults.items())[:_LOOKED_AT]:
        line = lines[fault.line_nos[0] - 1][:_LETTERS].replace("\r", " ")
        if cells == 1:
            others = [other for other in SEPARATORS if other != separator and line.count(other) >= max(width - 2, 1)]
            fault.separators = (others[0], separator) if others else None
        elif cells > width:
            filled = filled_places(body, width) if filled is None else filled
            [row] = csv.reader([line], delimiter=separator)
            fault.row = row if separator == "," else []
            # A cell that a separator cuts in two is one more that has something in it: then nothing says where it is.
            if filled and sum(bool(cell.strip()) for cell in row) <= _most_filled(body):
                fault.empty = next((place for place in filled if place < len(row) and not row[place].strip()), None)


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
        told: dict[str, Any] = {"cells": cells, "columns": len(header), "table": name}
        is_most = fault.lines > max(lines.body.height, 1)
        decimal = _decimal(name, header, fault.row)
        if fault.separators:
            code = "tables.cells/separator"
            told |= zip(
                ("found", "separator"), ("tab" if one == "\t" else one for one in fault.separators), strict=True
            )
        elif name == "players" and PUBLIC in header[cells:]:
            code = "tables.cells/public"
        elif decimal and (not is_most or _UNIT in header):
            code = "tables.cells/decimal"
            told |= {"written": decimal, "meant": decimal.replace(",", ".")}
        elif is_most:
            code = "tables.cells/most"
        elif cells < len(header):
            code = "tables.cells/fewer"
        elif fault.empty is not None and header[fault.empty]:
            code = "tables.cells/empty"
            told |= {"column": header[fault.empty]}
        else:
            code = "tables.cells/more"
        told |= {"value": fault.value}
        findings.append(on_lines(code, _SENTENCES[code], fault.line_nos, fault.lines, **told))
    return findings
