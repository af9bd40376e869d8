"""The sheets of an XLSX workbook as lines of text. They are read part by part, never the whole workbook at once.

Every cell becomes the text that it would be in a CSV file: numbers without a needless `.0`, dates as `2025-09-30`,
percentages as `-10%`. An error that the spreadsheet shows is kept (`#N/A`); a formula without a stored value becomes
`#FORMULA!`. The layout follows ECMA-376, part 1, chapter 18. The real size of the unpacked parts is counted.
"""

import datetime as dt
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from decimal import Decimal
from operator import itemgetter
from typing import NamedTuple
from xml.etree import ElementTree as ET

from pipelines.intake.readers.lines import MOST_COLUMNS, Lines, body_of
from pipelines.intake.readers.reading import LETTERS_SHOWN, LINES_NAMED, Finding, error, warning

LARGEST = 32 * 2**20
"""The most bytes that the unpacked parts of an archive may take. A club's season takes less."""
_MOST_PARTS = 2000
_PIECE = 2**16
_READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, KeyError, IndexError),
    *(RuntimeError, NotImplementedError, OverflowError),
)


class ArchiveError(Exception):
    """The archive cannot be used; `finding` says why, and what to do."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def _damaged() -> ArchiveError:
    return ArchiveError(error("workbook.not_read"))


class Archive:
    """The parts of a zip archive, by name. ArchiveError: it is damaged, or has too many parts."""

    def __init__(self, data: bytes) -> None:
        self._left = LARGEST
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self._parts = {part.filename.lstrip("/").lower(): part for part in self._zip.infolist()}
        except _DAMAGE as fault:
            raise _damaged() from fault
        if len(self._parts) > _MOST_PARTS:
            raise ArchiveError(error("workbook.too_large/parts", parts=len(self._parts), most=_MOST_PARTS))

    def names(self) -> list[str]:
        """Return the names of all parts, in small letters."""
        return list(self._parts)

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part, if it exists, in pieces. ArchiveError: the part cannot be used."""
        part = self._parts.get(name.lower())
        if part is None:
            return
        if part.flag_bits & _ENCRYPTED:
            raise ArchiveError(error("workbook.not_read/password", field=name))
        if part.compress_type not in _READ:
            raise ArchiveError(error("workbook.not_read/packed", field=name, value=str(part.compress_type)))
        try:
            with self._zip.open(part) as file:
                while piece := file.read(_PIECE):
                    self._left -= len(piece)
                    if self._left < 0:
                        raise ArchiveError(error("workbook.too_large", most=LARGEST // 2**20))
                    yield piece
        except _DAMAGE as fault:
            raise _damaged() from fault


_VISIBLE = "visible"
_NOT_WORKED_OUT = "#FORMULA!"
ONLY_OF_TABLES = ("workbook.outside", "workbook.hidden_rows")
"""Findings on a sheet that are of interest only if it is a table."""
_CELLS = "xl/worksheets/"
_MOST_SHEETS = 200
_MOST_CELLS = 2**24
_LOOKED_AT = 20
"""How many lines of a sheet are searched for the header, and how many merged cells a finding names, at most."""
_MOST_MERGED = 10_000
_DATES = {*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)}
"""The numbers of built-in date formats, which a workbook need not define."""
_PERCENTAGES = {9, 10}
_DAY_0, _DAY_0_OF_1904 = dt.datetime(1899, 12, 30), dt.datetime(1904, 1, 1)
_NO_DATE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_PLACE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_PLACES = re.compile(rf"{_PLACE.pattern}:{_PLACE.pattern}")
_DOCTYPE = b"<!DOCTYPE"

_Rows = list[tuple[int, dict[int, str]]]
"""The lines of a sheet that are not empty: the number of each, and its texts by column."""


class _Book(NamedTuple):
    texts: list[str]
    date_styles: frozenset[int]
    percent_styles: frozenset[int]
    day_0: dt.datetime


def sheets_of(archive: Archive) -> Iterator[tuple[str, Lines]]:
    """Yield the name and the lines of each sheet with cells, hidden sheets last. ArchiveError: it cannot be used."""
    parts, day_0, findings = _parts_by_name(archive)
    if not parts:
        raise ArchiveError(findings[0]) if findings else _damaged()
    if findings:
        yield "", Lines([], 0, body_of([]), {}, findings)
    if len(parts) > _MOST_SHEETS:
        raise ArchiveError(error("workbook.too_large/sheets", sheets=len(parts), most=_MOST_SHEETS))
    texts = [_text(element) for element in _elements(archive, "xl/sharedstrings.xml", "si")]
    book = _Book(texts, *_styles(archive), day_0)
    left = LARGEST
    for is_hidden, name, part in sorted(parts, key=itemgetter(0)):
        rows, hidden, merged, breaks_off = _rows(archive, part, book, left)
        left -= sum(len(text) for _, cells in rows for text in cells.values())
        yield name, _lines(name, rows, hidden, merged, breaks_off=breaks_off)._replace(is_hidden=is_hidden)


def _elements(archive: Archive, part: str, *wanted: str) -> Iterator[ET.Element]:
    """Yield each complete element with a name in `wanted`, then drop its content; or raise `ArchiveError`."""
    parser = ET.XMLPullParser(events=("end",))
    end = b""
    try:
        for piece in archive.pieces(part):
            if _DOCTYPE in (end + piece).replace(b"\0", b""):
                raise ArchiveError(error("workbook.not_read/entities", field=part))
            end = piece[-2 * len(_DOCTYPE) :]
            parser.feed(piece)
            for event in parser.read_events():
                element = event[-1]
                if isinstance(element, ET.Element) and _local(element.tag) in wanted:
                    yield element
                    element.clear()
        if end:
            parser.close()
    except (ET.ParseError, LookupError) as fault:
        raise _damaged() from fault


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _text(element: ET.Element) -> str:
    """Return the text or value in an element. Parts of a text are joined, without phonetic readings."""
    return "".join(
        child.text or "" if (name := _local(child.tag)) in ("t", "v") else "" if name == "rPh" else _text(child)
        for child in element
    )


def _parts_by_name(archive: Archive) -> tuple[list[tuple[bool, str, str]], dt.datetime, list[Finding]]:
    """Return the sheets with cells (whether hidden, name, part), the first day of the calendar, and findings."""
    target = {
        element.get("Id", ""): (element.get("Type", ""), element.get("Target", ""))
        for element in _elements(archive, "xl/_rels/workbook.xml.rels", "Relationship")
    }
    sheets: list[tuple[bool, str, str]] = []
    findings: list[Finding] = []
    day_0 = _DAY_0
    there = set(archive.names())
    for element in _elements(archive, "xl/workbook.xml", "sheet", "workbookPr"):
        if _local(element.tag) == "workbookPr":
            day_0 = _DAY_0_OF_1904 if element.get("date1904") in ("1", "true") else _DAY_0
            continue
        name = element.get("name", "")
        kind, written = target.get(next((value for key, value in element.items() if key.endswith("}id")), ""), ("", ""))
        part = posixpath.normpath(written.lstrip("/") if written.startswith("/") else f"xl/{written}")
        if part.lower() not in there:
            findings.append(error("workbook.sheet/missing", field=name, sheet=name))
        elif kind.endswith("/worksheet"):
            sheets.append((element.get("state", _VISIBLE) != _VISIBLE, name, part))
    listed = {part.lower() for _, _, part in sheets}
    loose = sorted(part for part in there if part.startswith(_CELLS) and part.endswith(".xml") and part not in listed)
    if loose:
        named = ", ".join(loose[:LINES_NAMED])
        findings.append(error("workbook.sheet/not_listed", field=loose[0], sheets=len(loose), parts=named))
    return sheets, day_0, findings


def _styles(archive: Archive) -> tuple[frozenset[int], frozenset[int]]:
    dates, percentages = set(_DATES), set(_PERCENTAGES)
    styles: list[int] = []
    for element in _elements(archive, "xl/styles.xml", "numFmt", "cellXfs"):
        if _local(element.tag) == "cellXfs":
            styles += [_whole(style.get("numFmtId")) for style in element if _local(style.tag) == "xf"]
            continue
        form = _NO_DATE.sub("", element.get("formatCode", "")).lower()
        if "y" in form or ("d" in form and "m" in form):
            dates.add(_whole(element.get("numFmtId")))
        elif "%" in form:
            percentages.add(_whole(element.get("numFmtId")))
    of_dates, of_percentages = (
        frozenset(place for place, number in enumerate(styles) if number in kind) for kind in (dates, percentages)
    )
    return of_dates, of_percentages


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else 0


def _rows(archive: Archive, part: str, book: _Book, left: int) -> tuple[_Rows, list[int], list[str], bool]:
    """Return a sheet's lines, the numbers of hidden lines, the merged areas, and whether the sheet stops half-way."""
    rows: _Rows = []
    hidden: list[int] = []
    merged: list[str] = []
    line_no = 0
    try:
        for element in _elements(archive, part, "row", "mergeCell"):
            if _local(element.tag) == "mergeCell":
                merged += [element.get("ref", "")[:LETTERS_SHOWN]] if len(merged) < _MOST_MERGED else []
                continue
            line_no = max(_whole(element.get("r")), line_no + 1)  # two lines with the same number count as two lines
            column, cells = 0, dict[int, str]()
            for cell in element:
                if _local(cell.tag) != "c":
                    continue
                place = _PLACE.fullmatch(cell.get("r", ""))
                column = _column_number(place[1]) if place else column + 1
                text = _as_in_csv(cell, book)
                left -= len(text)
                if left < 0:
                    raise ArchiveError(error("workbook.too_large/letters", most=LARGEST))
                if text.strip():
                    cells[column] = text
            rows += [(line_no, cells)] if cells else []
            hidden += [line_no] if cells and element.get("hidden") in ("1", "true") else []
    except ArchiveError as fault:
        if fault.finding != _damaged().finding:
            raise
        return rows, hidden, merged, True
    return rows, hidden, merged, False


def _as_in_csv(cell: ET.Element, book: _Book) -> str:
    value, kind, style = _text(cell), cell.get("t", "n"), _whole(cell.get("s"))
    if not value:
        has_formula = kind != "str" and any(_local(child.tag) == "f" for child in cell)
        return _NOT_WORKED_OUT if has_formula else ""
    if kind == "s":
        place = int(value) if value.isdecimal() and len(value) < 10 else -1
        return book.texts[place] if 0 <= place < len(book.texts) else "#REF!"
    if kind == "b":
        return "true" if value == "1" else "false"
    if kind != "n":
        return value
    if style in book.percent_styles:
        return _percentage(value)
    return _number(value, book if style in book.date_styles else None)


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _number(text: str, dated: _Book | None) -> str:
    try:
        number = float(text)
        if dated:
            # A day of the calendar. A time of day is exact to the second.
            moment = dated.day_0 + dt.timedelta(seconds=round(number * 86_400))
            return moment.isoformat(" ") if moment.time() != dt.time() else moment.date().isoformat()
    except (ValueError, OverflowError):
        return text
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def _percentage(text: str) -> str:
    """Return a fraction as a percentage with all its decimals, as spreadsheets show it: `-10%` for -0.1."""
    try:
        hundredfold = Decimal(repr(float(text))).scaleb(2)
    except (ValueError, ArithmeticError):
        return text
    return f"{_number(str(hundredfold), None)}%"


def _lines(name: str, rows: _Rows, hidden: list[int], merged: list[str], *, breaks_off: bool) -> Lines:
    findings: list[Finding] = []
    if breaks_off:
        line_no = rows[-1][0] if rows else None
        findings.append(error("workbook.sheet/damaged", line_no=line_no, field=name, sheet=name))
    if not rows:
        return Lines([], 0, body_of([]), {}, findings)
    (first, header), *rest = rows
    width = max(header)
    if width > MOST_COLUMNS or width * len(rest) > _MOST_CELLS:
        too_large = error(
            "workbook.too_large/sheet", line_no=first, field=name, sheet=name, columns=width, lines=len(rest)
        )
        return Lines([], first, body_of([]), {}, [*findings, too_large])
    findings += [*_outside(name, rest, width), *_merged(name, merged, first, width)]
    if below := [line_no for line_no in hidden if line_no != first]:
        findings.append(warning("workbook.hidden_rows", line_no=below[0], field=name, sheet=name, rows=len(below)))
    beginning = [(line_no, _filled(cells, min(max(cells), MOST_COLUMNS))) for line_no, cells in rows[:_LOOKED_AT]]
    within = ((line_no, _filled(cells, width)) for line_no, cells in rest if min(cells) <= width)
    outside = sum(min(cells) > width for _, cells in rest)
    return Lines(_filled(header, width), first, body_of(within), {}, findings, beginning, outside)


def _filled(cells: dict[int, str], width: int) -> list[str]:
    return [cells.get(column, "") for column in range(1, width + 1)]


def _outside(sheet: str, rows: _Rows, width: int) -> list[Finding]:
    outside = [(line_no, max(cells), cells[max(cells)]) for line_no, cells in rows if max(cells) > width]
    if not outside:
        return []
    line_no, column, text = outside[0]
    return [warning("workbook.outside", line_no=line_no, value=text, sheet=sheet, lines=len(outside), column=column)]


def _merged(sheet: str, merged: list[str], header_line: int, width: int) -> list[Finding]:
    below = [
        (int(place[2]), area)
        for place, area in ((_PLACES.fullmatch(area), area) for area in merged)
        if place and int(place[4]) > header_line and _column_number(place[1]) <= width
    ]
    if not below:
        return []
    cells = ", ".join([area for _, area in below[:_LOOKED_AT]] + ["..."] * (len(below) > _LOOKED_AT))
    line_no, value = min(line for line, _ in below), below[0][1]
    return [error("workbook.merged", line_no=line_no, field=sheet, value=value, sheet=sheet, cells=cells)]
