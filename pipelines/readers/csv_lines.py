"""The lines of a CSV file: cells with or without quotes, between commas, semicolons or tabs.

A cell in quotes may hold separators, line breaks and doubled quotes. A quote that is opened and never closed would take
in the rest of the file; so a cell goes over a few lines at most, and over none that looks like a line of the table.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from pipelines.readers.cells import LONGEST_TEXT
from pipelines.readers.lines import MOST_COLUMNS, Line, Lines, body_of
from pipelines.readers.reading import Finding, error, on_lines, shortened

_SEPARATORS = (",", ";", "\t")
_NAMES_SEPARATOR = re.compile(r"(?i)\s*\"?sep=(.)\"?\s*")
"""The line with which Excel names the separator, above the header."""
_MOST_LINES = 20
"""Of a cell in quotes."""
_LETTERS_AHEAD = 2 * LONGEST_TEXT
_LETTERS_TOLD = 80
_OPEN = (
    "a quote is opened here and not closed, so the line is left out: close it, or take it out; a cell in quotes stays"
    " on its line"
)


class _Top(NamedTuple):
    """What the first line says."""

    separator: str
    line_no: int
    header: list[str]
    width: int


class _Record(NamedTuple):
    cells: list[str]
    width: int
    lines: int


def header_of(text: str) -> list[str]:
    """The cells of the first line; at most `MOST_COLUMNS` and one."""
    return _top(text).header


def csv_lines(text: str) -> Lines:
    """The lines of a CSV file; the first line tells the separator."""
    top = _top(text)
    if top.width > MOST_COLUMNS:
        sentence = "the first line has {cells} cells, more than the {most} allowed: begin with the names of the columns"
        finding = error(
            "csv.too_wide",
            sentence,
            line_no=top.line_no,
            value=", ".join(top.header[:5])[:_LETTERS_TOLD],
            cells=top.width,
            most=MOST_COLUMNS,
        )
        return Lines([], top.line_no, body_of([]), [finding])
    if '"' in text:
        opened: list[tuple[int, str]] = []
        body = body_of(_quoted(text, top, opened))
        return Lines(top.header, top.line_no, body, _never_closed(opened))
    return Lines(top.header, top.line_no, _plain(text, top), [])


def _top(text: str) -> _Top:
    start, line_no = 0, 1
    separator = None
    while start < len(text):
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        if named := _NAMES_SEPARATOR.fullmatch(line[:20]):
            separator = named[1]
        elif _has_content(line):
            separator = separator or max(_SEPARATORS, key=line.count)
            record = _record(line, separator, MOST_COLUMNS) if '"' in line else None
            cells = record.cells if record else line.split(separator, MOST_COLUMNS)
            return _Top(separator, line_no, cells, record.width if record else line.count(separator) + 1)
        if end < 0:
            break
        start, line_no = end + 1, line_no + 1
    return _Top(_SEPARATORS[0], line_no, [], 0)


def _has_content(line: str) -> bool:
    return bool(line.strip(' \t\r\v\f,;"\N{NO-BREAK SPACE}'))


def _plain(text: str, top: _Top) -> pl.DataFrame:
    """The lines of a text without quotes."""
    line, width = pl.col("text"), len(top.header)
    cells = line.str.count_matches(top.separator, literal=True).cast(pl.Int64) + 1
    # A spreadsheet writes separators for the empty cells behind the last column.
    filled = (
        line.str.strip_chars_end(f" {top.separator}").str.count_matches(top.separator, literal=True).cast(pl.Int64) + 1
    )
    lines = (
        pl.LazyFrame({"text": [text]})
        .select(line.str.split("\n"))
        .explode("text")
        .with_row_index("line_no", offset=1)
        .filter(pl.col("line_no") > top.line_no, line.str.contains(rf"[^\s,;{re.escape(top.separator)}]"))
        .with_columns(width=pl.when(cells > width).then(pl.max_horizontal(filled, width)).otherwise(cells))
    )
    is_whole = pl.col("width") == width
    columns = (pl.col("line_no").cast(pl.Int64), "cells", "width", "value")
    whole = lines.filter(is_whole).with_columns(
        cells=line.str.split(top.separator), value=pl.lit(None, dtype=pl.String)
    )
    others = lines.filter(~is_whole).with_columns(
        cells=pl.lit([], dtype=pl.List(pl.String)), value=shortened(line.str.strip_chars())
    )
    return pl.concat([whole.select(columns), others.select(columns)]).sort("line_no").collect()


def _quoted(text: str, top: _Top, opened: list[tuple[int, str]]) -> Iterator[Line]:
    """The lines of a text with quotes. Those with a quote that is never closed are put into `opened`."""
    lines = text.split("\n")
    width = len(top.header)
    number = top.line_no
    while number < len(lines):
        line = lines[number]
        number += 1
        if not _has_content(line) and line.count('"') % 2 == 0:
            continue
        record = (
            _record_over(lines, number - 1, top.separator, width)
            if '"' in line
            else _Record(line.split(top.separator, width), line.count(top.separator) + 1, 1)
        )
        if record is None:
            opened.append((number, line.strip()[:_LETTERS_TOLD]))
            continue
        cells, count, over = record
        if count > width and not _has_content(cells[width]):
            cells, count = cells[:width], width
        is_whole = count == width
        yield number, cells if is_whole else [], count, None if is_whole else line.strip()[:_LETTERS_TOLD]
        number += over - 1


def _record_over(lines: list[str], place: int, separator: str, width: int) -> _Record | None:
    """The record that begins on this line; None where a quote is opened that is not closed in time."""
    record = _record(lines[place], separator, width)
    if record is not None:
        return record
    ahead = "\n".join(lines[place : place + _MOST_LINES])[: len(lines[place]) + _LETTERS_AHEAD]
    record = _record(ahead, separator, width)
    if record is None or record.width != width:
        return None
    inner = (part for cell in record.cells for part in cell.split("\n")[1:])
    is_of_table = any(part.count(separator) >= max(width - 1, 1) for part in inner)
    return None if is_of_table else record


def _record(text: str, separator: str, width: int) -> _Record | None:
    """The cells up to the first line break that is in no quotes; None where a quote is not closed.

    Of those after the columns, one stands for all.
    """
    mark = re.escape(separator)
    cell = re.compile(
        rf'[ ]*"([^"]*+(?:""[^"]*+)*+)"([^"\n{mark}]*)(?=[\n{mark}]|\Z)|(?![ ]*")([^\n{mark}]*)',
    )
    cells: list[str] = []
    place = 0
    while True:
        found = cell.match(text, place)
        if found is None or (found[2] and found[2].strip() and "\n" in found[1]):
            return None
        cells.append(found[3] if found[1] is None else found[1].replace('""', '"') + found[2])
        place = found.end()
        if place == len(text) or text[place] == "\n":
            return _Record(cells, len(cells), 1 + text.count("\n", 0, place))
        place += 1
        if len(cells) == width:
            end = text.find("\n", place)
            rest = text[place : end if end >= 0 else len(text)]
            place += len(rest)
            return _Record([*cells, rest], width + 1 + rest.count(separator), 1 + text.count("\n", 0, place))


def _never_closed(opened: list[tuple[int, str]]) -> list[Finding]:
    if not opened:
        return []
    return [on_lines("csv.open_quote", _OPEN, [number for number, _ in opened], value=opened[0][1])]
