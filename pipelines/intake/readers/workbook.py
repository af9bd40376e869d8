"""The sheets of an XLSX workbook as lines of text, read part by part without ever holding the whole.

Every cell becomes the text that a CSV file would have: numbers without a needless `.0`, dates as `2025-09-30`,
percentages as `-10%`. A cell in which the spreadsheet shows an error keeps that (`#N/A`); a formula whose value was
never stored becomes `#FORMULA!`. The layout is that of ECMA-376, part 1, chapter 18.
"""

import datetime as dt
import posixpath
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple
from xml.parsers import expat

from pipelines.intake.readers.archive import LARGEST, Archive, ArchiveError, damaged
from pipelines.intake.readers.lines import MOST_COLUMNS, Lines, body_of
from pipelines.intake.readers.reading import LINES_NAMED, Finding, error, warning

NOT_WORKED_OUT = "#FORMULA!"
"""Stands for a formula whose value was not stored."""

OUTSIDE = "workbook.outside"
"""The code of the finding on cells beside a table."""

_BOOK = "xl/workbook.xml"
_CELLS = "xl/worksheets/"
_MOST_SHEETS = 200
_MOST_CELLS = 2**24
"""Of a sheet: its lines times the columns of its first line."""
_LETTERS_TOLD = 80
_LOOKED_AT = 20
"""So many lines of a sheet may be above its table, or merged cells named."""
_MOST_MERGED = 10_000
_DATES = {*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)}
"""The numbers of those formats for dates that a workbook need not define."""
_PERCENTAGES = {9, 10}
"""Likewise of formats in percent."""
_DAY_0, _DAY_0_OF_1904 = dt.datetime(1899, 12, 30), dt.datetime(1904, 1, 1)
_NO_DATE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_PLACE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_PLACES = re.compile(rf"{_PLACE.pattern}:{_PLACE.pattern}")


class Sheet(NamedTuple):
    """A sheet of a workbook."""

    name: str
    lines: Lines


class _Named(NamedTuple):
    """A sheet of the list of sheets."""

    name: str
    part: str
    """Where its cells stand."""


class _Book(NamedTuple):
    texts: list[str]
    date_styles: frozenset[int]
    percent_styles: frozenset[int]
    day_0: dt.datetime


def sheets_of(archive: Archive) -> Iterator[Sheet]:
    """The sheets of a workbook, in order; those with drawings only are left out.

    Raises:
        ArchiveError: the workbook cannot be used as a whole.
    """
    named, day_0, findings = _names(archive)
    if not named:
        raise ArchiveError(findings[0]) if findings else damaged()
    if findings:
        yield Sheet("", Lines([], 0, body_of([]), {}, findings))
    if len(named) > _MOST_SHEETS:
        sentence = "a workbook with {sheets} sheets, more than the {most} allowed, so it is not read: take some out"
        raise ArchiveError(error("workbook.too_large/sheets", sentence, sheets=len(named), most=_MOST_SHEETS))
    book = _Book(_shared_texts(archive), *_styles(archive), day_0)
    left = [LARGEST]
    for name, part in named:
        yield Sheet(name, _lines(archive, name, part, book, left))


# --- the parts ----------------------------------------------------------------------------------


def _parse(archive: Archive, part: str, handler: Any) -> None:
    """Call `start(name, attributes)`, `end(name)` and `text(letters)` of the handler for a part of the workbook.

    Raises:
        ArchiveError: it is no sound XML, or it declares a document type, as no spreadsheet does.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = handler.start
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.text

    def refuse(*_: object) -> None:
        sentence = "this workbook declares entities of its own, so it is not read: save it again as XLSX or CSV"
        raise ArchiveError(error("workbook.entities", sentence, field=part))

    parser.StartDoctypeDeclHandler = refuse
    try:
        some = False
        for piece in archive.pieces(part):
            parser.Parse(piece, False)
            some = True
        if some:
            parser.Parse(b"", True)
    except ArchiveError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as fault:
        raise damaged() from fault


def _local(name: str) -> str:
    return name.rpartition(":")[2]


class _Elements:
    """Collects the attributes of some elements, in order."""

    def __init__(self, *wanted: str) -> None:
        self._wanted = frozenset(wanted)
        self._within: list[str] = []
        self.found: list[tuple[str, str, dict[str, str]]] = []
        """(element, the element that it stands in, its attributes)."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        element = _local(name)
        if element in self._wanted:
            self.found.append((element, self._within[-1] if self._within else "", attributes))
        self._within.append(element)

    def end(self, _: str) -> None:
        self._within.pop()

    def text(self, _: str) -> None:
        pass


def _elements(archive: Archive, part: str, *wanted: str) -> list[tuple[str, str, dict[str, str]]]:
    handler = _Elements(*wanted)
    _parse(archive, part, handler)
    return handler.found


def _names(archive: Archive) -> tuple[list[_Named], dt.datetime, list[Finding]]:
    """The sheets with cells; the day from which dates are counted; and findings on sheets that cannot be read."""
    target = {
        attributes.get("Id", ""): (attributes.get("Type", ""), attributes.get("Target", ""))
        for _, _, attributes in _elements(archive, "xl/_rels/workbook.xml.rels", "Relationship")
    }
    sheets: list[_Named] = []
    findings: list[Finding] = []
    day_0 = _DAY_0
    there = set(archive.names())
    for element, _, attributes in _elements(archive, _BOOK, "sheet", "workbookPr"):
        if element == "workbookPr":
            day_0 = _DAY_0_OF_1904 if attributes.get("date1904") in ("1", "true") else _DAY_0
            continue
        name = attributes.get("name", "")
        of_sheet = next((value for key, value in attributes.items() if _local(key) == "id" and ":" in key), "")
        kind, written = target.get(of_sheet, ("", ""))
        part = posixpath.normpath(written.lstrip("/") if written.startswith("/") else f"xl/{written}")
        if part.lower() not in there:
            sentence = "the cells of sheet {sheet} are not in this workbook, so it is left out: save it again"
            findings.append(error("workbook.sheet_missing", sentence, field=name, sheet=name))
        elif kind.endswith("/worksheet"):
            sheets.append(_Named(name, part))
    return sheets, day_0, [*findings, *_not_listed(there, {sheet.part.lower() for sheet in sheets})]


def _not_listed(there: set[str], listed: set[str]) -> list[Finding]:
    """An error for cells that belong to no sheet, as where the list of sheets is damaged."""
    parts = sorted(part for part in there if part.startswith(_CELLS) and part.endswith(".xml") and part not in listed)
    if not parts:
        return []
    sentence = "sheets with cells are not in the list of sheets ({sheets}: {parts}); they are left out: save it again"
    named = ", ".join(parts[:LINES_NAMED])
    return [error("workbook.sheet_not_listed", sentence, field=parts[0], sheets=len(parts), parts=named)]


def _styles(archive: Archive) -> tuple[frozenset[int], frozenset[int]]:
    """The styles whose numbers are dates, and those whose numbers are shown as percentages."""
    dates, percentages = set(_DATES), set(_PERCENTAGES)
    styles: list[int] = []
    for element, within, attributes in _elements(archive, "xl/styles.xml", "numFmt", "xf"):
        number = _whole(attributes.get("numFmtId"))
        if element == "numFmt":
            form = _NO_DATE.sub("", attributes.get("formatCode", "")).lower()
            if "y" in form or ("d" in form and "m" in form):
                dates.add(number)
            elif "%" in form:
                percentages.add(number)
        elif within == "cellXfs":
            styles.append(number)
    of_dates, of_percentages = (
        frozenset(place for place, number in enumerate(styles) if number in kind) for kind in (dates, percentages)
    )
    return of_dates, of_percentages


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else 0


class _Texts:
    """Collects the shared texts; each is the text of its runs together, without the readings beside them."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._in_text = False
        self._aside = 0

    def start(self, name: str, _: dict[str, str]) -> None:
        element = _local(name)
        if element == "si":
            self._parts = []
        elif element == "rPh":
            self._aside += 1
        self._in_text = element == "t" and not self._aside

    def end(self, name: str) -> None:
        element = _local(name)
        self._in_text = False
        if element == "si":
            self.found.append("".join(self._parts))
        elif element == "rPh":
            self._aside -= 1

    def text(self, letters: str) -> None:
        if self._in_text:
            self._parts.append(letters)


def _shared_texts(archive: Archive) -> list[str]:
    handler = _Texts()
    _parse(archive, "xl/sharedstrings.xml", handler)
    return handler.found


# --- the cells of a sheet -----------------------------------------------------------------------


class _Cells:
    """Collects the cells of a sheet, line by line."""

    def __init__(self, book: _Book, left: list[int]) -> None:
        self._book = book
        self._left = left
        """How many letters the cells of this and the later sheets may have together."""
        self.lines: list[tuple[int, dict[int, str]]] = []
        self.merged: list[str] = []
        """Which cells are merged: `A2:A17`."""
        self._line_no = 0
        self._column = 0
        self._cells: dict[int, str] = {}
        self._type = ""
        self._style = 0
        self._value: list[str] = []
        self._has_formula = False
        self._in_value = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        element = _local(name)
        if element == "row":
            # Two lines with one number are two lines.
            self._line_no = max(_whole(attributes.get("r")), self._line_no + 1)
            self._column = 0
            self._cells = {}
        elif element == "c":
            place = _PLACE.fullmatch(attributes.get("r", ""))
            self._column = _column_number(place[1]) if place else self._column + 1
            self._type = attributes.get("t", "n")
            self._style = _whole(attributes.get("s"))
            self._value = []
            self._has_formula = False
        elif element == "f":
            self._has_formula = True
        elif element in ("v", "t"):
            self._in_value = True
        elif element == "rPh":
            self._type = "aside"
        elif element == "mergeCell" and len(self.merged) < _MOST_MERGED:
            self.merged.append(attributes.get("ref", "")[:_LETTERS_TOLD])

    def end(self, name: str) -> None:
        element = _local(name)
        self._in_value = False
        if element == "rPh":
            self._type = "inlineStr"
        elif element == "c":
            text = self._text()
            if text.strip():
                self._left[0] -= len(text)
                if self._left[0] < 0:
                    sentence = "the cells hold more than the {most} letters allowed: save the tables as CSV"
                    raise ArchiveError(error("workbook.too_large/letters", sentence, most=LARGEST))
                self._cells[self._column] = text
        elif element == "row" and self._cells:
            self.lines.append((self._line_no, self._cells))

    def text(self, letters: str) -> None:
        if self._in_value and self._type != "aside":
            self._value.append(letters)

    def _text(self) -> str:
        """The cell as a CSV file would have it."""
        value = "".join(self._value)
        if not value:
            return NOT_WORKED_OUT if self._has_formula and self._type != "str" else ""
        if self._type == "s":
            place = int(value) if value.isdecimal() and len(value) < 10 else -1
            return self._book.texts[place] if 0 <= place < len(self._book.texts) else "#REF!"
        if self._type == "b":
            return "true" if value == "1" else "false"
        if self._type == "n":
            if self._style in self._book.percent_styles:
                return _percentage(value)
            return _number(value, self._book if self._style in self._book.date_styles else None)
        return value


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _number(text: str, dated: _Book | None) -> str:
    """A number without a needless `.0`; a date where the style of the cell says so (`dated`)."""
    try:
        number = float(text)
        if dated:
            # A day of the calendar; a time of day is kept to the second.
            moment = dated.day_0 + dt.timedelta(seconds=round(number * 86_400))
            return moment.isoformat(" ") if moment.time() != dt.time() else moment.date().isoformat()
    except (ValueError, OverflowError):
        return text
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def _percentage(text: str) -> str:
    """A number as a spreadsheet shows it in percent, with all its decimals: `-10%` for -0.1."""
    try:
        hundredfold = Decimal(repr(float(text))).scaleb(2)
    except (ValueError, ArithmeticError):
        return text
    return f"{_number(str(hundredfold), None)}%"


def _lines(archive: Archive, name: str, part: str, book: _Book, left: list[int]) -> Lines:
    handler = _Cells(book, left)
    findings: list[Finding] = []
    try:
        _parse(archive, part, handler)
    except ArchiveError as fault:
        if fault.finding.code != "workbook.damaged":
            raise
        sentence = "sheet {sheet} is damaged or cut off after this row; only what stands above is read: save it again"
        line_no = handler.lines[-1][0] if handler.lines else None
        findings = [error("workbook.sheet_damaged", sentence, line_no=line_no, field=name, sheet=name)]
    if not handler.lines:
        return Lines([], 0, body_of([]), {}, findings)
    (first, header), *rest = handler.lines
    width = max(header)
    if width > MOST_COLUMNS or width * len(rest) > _MOST_CELLS:
        sentence = (
            "sheet {sheet} is larger than a table can be (columns in its first row: {columns}, rows below it: {lines}):"
            " begin with the names of the columns, and delete what stands outside the table"
        )
        found = error(
            "workbook.too_large/sheet", sentence, line_no=first, field=name, sheet=name, columns=width, lines=len(rest)
        )
        return Lines([], first, body_of([]), {}, [*findings, found])
    names = [header.get(column, "") for column in range(1, width + 1)]
    findings += [*_outside(name, rest, width), *_merged(name, handler.merged, first, width)]
    beginning = [(line_no, _cells_of(cells, MOST_COLUMNS)) for line_no, cells in handler.lines[:_LOOKED_AT]]
    outside = sum(min(cells) > width for _, cells in rest)
    return Lines(names, first, body_of(_within(rest, width)), {}, findings, beginning, outside)


def _cells_of(cells: dict[int, str], most: int) -> list[str]:
    return [cells.get(column, "") for column in range(1, min(max(cells), most) + 1)]


def _within(lines: list[tuple[int, dict[int, str]]], width: int) -> Iterator[tuple[int, list[str]]]:
    columns = range(1, width + 1)
    for line_no, cells in lines:
        if min(cells) <= width:
            yield line_no, [cells.get(column, "") for column in columns]


def _outside(sheet: str, lines: list[tuple[int, dict[int, str]]], width: int) -> list[Finding]:
    """One warning for all cells to the right of the names of the columns."""
    outside = [(line_no, max(cells), cells[max(cells)]) for line_no, cells in lines if max(cells) > width]
    if not outside:
        return []
    line_no, column, value = outside[0]
    sentence = (
        "sheet {sheet} has cells to the right of the last heading (rows: {lines}; here in column {column}), which are"
        " passed over: name their column, or delete them"
    )
    return [
        warning(
            OUTSIDE,
            sentence,
            line_no=line_no,
            value=value[:_LETTERS_TOLD],
            sheet=sheet,
            lines=len(outside),
            column=column,
        )
    ]


def _merged(sheet: str, merged: list[str], header_line: int, width: int) -> list[Finding]:
    """One error for all merged cells below the names of the columns."""
    found = [(_PLACES.fullmatch(area), area) for area in merged]
    below = [
        (int(place[2]), area)
        for place, area in found
        if place and int(place[4]) > header_line and _column_number(place[1]) <= width
    ]
    if not below:
        return []
    line_no = min(line for line, _ in below)
    sentence = (
        "cells of sheet {sheet} are merged ({cells}), and only the first of them has what stands there, so the others"
        " are empty: unmerge them, and write it into each"
    )
    cells = ", ".join([area for _, area in below[:_LOOKED_AT]] + ["..."] * (len(below) > _LOOKED_AT))
    told: dict[str, Any] = {"line_no": line_no, "field": sheet, "value": below[0][1]}
    return [error("workbook.merged", sentence, **told, sheet=sheet, cells=cells)]
