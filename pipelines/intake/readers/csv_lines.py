"""The lines of a CSV file: cells with or without quotes, between commas, semicolons or tabs.

A cell in quotes may hold separators, line breaks and doubled quotes. A quote that is opened and never closed would take
in the rest of the file; so a cell goes over a few lines at most, and over none that looks like a line of the table.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import polars as pl

from pipelines.intake.readers.cells import LONGEST_TEXT
from pipelines.intake.readers.lines import MOST_COLUMNS, SEPARATORS, CutOff, Fault, Lines, body_of, without_shifted
from pipelines.intake.readers.reading import error

_NAMES_SEPARATOR = re.compile(r"(?i)\s*\"?sep=(.)\"?\s*")
"""The line with which Excel names the separator, above the header."""
_MOST_LINES = 20
_MOST_OPENED = 1000
"""After so many quotes that are never closed, no cell is looked for beyond its line."""
_LETTERS_AHEAD = 2 * LONGEST_TEXT
_LETTERS_TOLD = 80


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
    width = len(top.header)
    if top.width > MOST_COLUMNS:
        sentence = "the first row has {cells} cells, more than the {most} allowed: begin with the names of the columns"
        value = ", ".join(top.header[:5])[:_LETTERS_TOLD]
        told = {"cells": top.width, "most": MOST_COLUMNS}
        too_wide = error("csv.too_wide", sentence, line_no=top.line_no, value=value, **told)
        return Lines([], top.line_no, body_of([]), {}, [too_wide])
    lines = text.split("\n")
    of_wrong_width: dict[int, Fault] = defaultdict(Fault)
    opened = Fault()
    padded: list[tuple[int, int]] = []

    whole, places = _whole(lines, top) if '"' not in text else (body_of([]), range(top.line_no, len(lines)))

    def whole_lines() -> Iterator[tuple[int, list[str]]]:
        rest = iter(places)
        for place in rest:
            line, line_no = lines[place], place + 1
            record = _record_at(lines, place, top.separator, width, look_ahead=opened.lines < _MOST_OPENED)
            if record is None:
                opened.add(line_no, line)
                continue
            for _ in range(record.lines - 1):
                next(rest, None)
            if record.width == width or (record.width > width and not _has_content(record.cells[width])):
                if any(cell and not cell.isspace() for cell in record.cells):
                    if record.width > width:
                        padded.append((line_no, record.width))
                    yield line_no, record.cells[:width]
            elif _has_content(line):
                of_wrong_width[record.width].add(line_no, line)

    whole = pl.concat([whole, body_of(whole_lines())]).sort("line_no")
    cut_off = _cut_off(text, top, of_wrong_width, opened)
    beyond = pl.DataFrame(padded, schema={"line_no": pl.Int64, "width": pl.Int64}, orient="row")
    body, shifted = without_shifted(whole, beyond, width)
    for line_no, cells in shifted.iter_rows():
        of_wrong_width[cells].add(line_no, lines[line_no - 1])
    open_quotes = opened if opened.lines else None
    at = {"cut_off": cut_off, "open_quotes": open_quotes, "separator": top.separator}
    return Lines(top.header, top.line_no, body, of_wrong_width, [], **at)


def _whole(lines: list[str], top: _Top) -> tuple[pl.DataFrame, list[int]]:
    """Of lines without quotes: those with a cell for each column, and the places of the others that are not empty."""
    line = pl.col("line")
    below = pl.DataFrame({"line": lines}).with_row_index("place").filter(pl.col("place") >= top.line_no)
    filled = below.filter(line.str.contains(r'[^ \t\r\v\f,;"\x{A0}]'))
    is_whole = line.str.count_matches(top.separator, literal=True) == len(top.header) - 1
    cells = filled.filter(is_whole).select(
        line_no=pl.col("place").cast(pl.Int64) + 1, cells=line.str.split(top.separator)
    )
    return cells, filled.filter(~is_whole)["place"].to_list()


def _top(text: str) -> _Top:
    start, line_no = 0, 1
    separator = None
    while start < len(text):
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        if named := _NAMES_SEPARATOR.fullmatch(line[:20]):
            separator = named[1]
        elif _has_content(line):
            separator = separator or max(SEPARATORS, key=line.count)
            record = _record(line, separator, MOST_COLUMNS) if '"' in line else None
            cells = record.cells if record else line.split(separator, MOST_COLUMNS)
            return _Top(separator, line_no, cells, record.width if record else line.count(separator) + 1)
        if end < 0:
            break
        start, line_no = end + 1, line_no + 1
    return _Top(SEPARATORS[0], line_no, [], 0)


def _has_content(line: str) -> bool:
    return bool(line.strip(' \t\r\v\f,;"\N{NO-BREAK SPACE}'))


def _cut_off(text: str, top: _Top, of_wrong_width: dict[int, Fault], opened: Fault) -> CutOff | None:
    """The last line, taken out of the others, where the file stops in the middle of it.

    It has no line end, and as no line before it fewer cells than the header, or a quote that is not closed.
    """
    last = text.count("\n") + 1
    short = next((width for width, fault in of_wrong_width.items() if fault.line_nos[0] == last), len(top.header))
    if short < len(top.header):
        del of_wrong_width[short]
    elif opened.line_nos == [last]:
        opened.lines = 0
    else:
        return None
    line = text[text.rfind("\n") + 1 :]
    [cells] = csv.reader([line[:_LETTERS_AHEAD]], delimiter=top.separator)
    return CutOff(last, line.strip()[:_LETTERS_TOLD], cells[:-1])


def _record_at(lines: list[str], place: int, separator: str, width: int, *, look_ahead: bool) -> _Record | None:
    """The record that begins on this line; None where a quote is opened that is not closed in time."""
    line = lines[place]
    if '"' not in line:
        return _Record(line.split(separator, width), line.count(separator) + 1, 1)
    record = _record(line, separator, width)
    if record is not None or not look_ahead:
        return record
    ahead = "\n".join(lines[place : place + _MOST_LINES])[: len(lines[place]) + _LETTERS_AHEAD]
    record = _record(ahead, separator, width)
    if record is None or record.width != width:
        return None
    inner = (part for cell in record.cells for part in cell.split("\n")[1:])
    is_of_table = any(part.count(separator) >= max(width - 1, 1) for part in inner)
    return None if is_of_table else record


def _record(text: str, separator: str, width: int) -> _Record | None:
    """The cells up to a line break outside quotes, those after the columns as one; None where a quote stays open."""
    cell = _cell(separator)
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


@cache
def _cell(separator: str) -> re.Pattern[str]:
    mark = re.escape(separator)
    return re.compile(rf'[ ]*"([^"]*+(?:""[^"]*+)*+)"([^"\n{mark}]*)(?=[\n{mark}]|\Z)|(?![ ]*")([^\n{mark}]*)')
