"""The lines of a table below the names of its columns, from a CSV file or another source.

A broken line has more or fewer cells than the first row, or the file stops in the middle of it. A quote that is never
closed would swallow the rest of the file. So a cell in quotes covers a few lines at most, and none that looks like a
line of the table.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.cells import LONGEST_TEXT, as_text
from pipelines.intake.readers.reading import LETTERS_SHOWN, LINES_NAMED, Finding, error, on_lines, required
from transforms.tables.schemas import LANDING

SEPARATORS = (",", ";", "\t")
_FEWEST = 3
"""An empty cell suggests shifted cells only if at least this many other rows all have this column filled."""
_LETTERS = 10_000
"""How many letters of a row are searched for a fault, at most."""
_DECIMAL = re.compile(r"[+-]?[0-9]+,[0-9]+")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?%?")
_UNIT = "unit"
"""A column of the table `adjustments`. If a file has it, and most rows have one cell too many, the cause is a decimal
comma, not a column without a name."""
_MAKE_RESULTS = ("results", "entries", "matches", "totals", "adjustments")
"""Tables that determine the results of a session."""
MOST_COLUMNS = 500
"""A first line with more cells than this cannot name columns."""
_AT_ONCE = 20_000
_SCHEMA = {"line_no": pl.Int64, "cells": pl.List(pl.String)}


@dataclass
class Fault:
    """Lines with the same fault: the beginning of the first, the first few line numbers, and the number of lines."""

    first: str = ""
    line_nos: list[int] = field(default_factory=list)
    lines: int = 0

    def add(self, line_no: int, line: str) -> None:
        """Count a line with this fault."""
        self.first = self.first if self.lines else line[:_LETTERS].replace("\r", " ")
        self.lines += 1
        if len(self.line_nos) <= LINES_NAMED:
            self.line_nos.append(line_no)

    def finding(self, code: str = "csv.open_quote", **gaps: Any) -> Finding:
        """Return one error for all these lines."""
        return on_lines(code, self.line_nos, self.lines, value=self.first.strip(), **gaps)


class CutOff(NamedTuple):
    """The line in which the file stops: its number, its text, and its complete cells."""

    line_no: int
    value: str
    whole: Sequence[str]


class Lines(NamedTuple):
    """The first line that is not blank, and the later lines that are not blank.

    Args:
        header: the cells of the first line, as written; empty if there is no line.
        header_line: the number of the first line; None if the column names are not on a line.
        body: the lines with as many cells as the header, as `line_no` and `cells`. If the columns have types, each
            column is named by its position, from 0, instead.
        of_wrong_width: the lines with another number of cells, by that number.
        findings: findings on lines that are in no other field.
        beginning: number and cells of the first lines of a sheet, including cells beyond the header.
        outside: how many lines have cells only beyond the header. These lines are in no other field.
        unusable: the types of columns that cannot be read, by the position of the column.
        cut_off: the last line, if the file stops in the middle of it; no other field has this line.
        open_quotes: lines that open a quote which is never closed; None if there are no such lines.
        separator: the character between the cells.
        is_hidden: whether the lines are on a hidden sheet.
    """

    header: list[str]
    header_line: int | None
    body: pl.DataFrame
    of_wrong_width: dict[int, Fault]
    findings: list[Finding]
    beginning: Sequence[tuple[int, list[str]]] = ()
    outside: int = 0
    unusable: Mapping[int, str] = {}
    cut_off: CutOff | None = None
    open_quotes: Fault | None = None
    separator: str = SEPARATORS[0]
    is_hidden: bool = False


def text_at(body: pl.DataFrame, place: int) -> pl.Expr:
    """Return the cells of the column at this position of the header, as text."""
    return pl.col("cells").list.get(place) if "cells" in body.columns else as_text(str(place), body.schema[str(place)])


def body_of(lines: Iterable[tuple[int, list[str]]]) -> pl.DataFrame:
    """Return the body of `Lines` from lines of equal width. To save memory, only some are Python lists at a time."""
    rest: Iterator[tuple[int, list[str]]] = iter(lines)
    parts = [pl.DataFrame(schema=_SCHEMA)]
    while part := list(islice(rest, _AT_ONCE)):
        line_nos, cells = zip(*part, strict=True)
        # One flat series takes a tenth of the time that a list per line takes.
        flat = pl.Series([cell for row in cells for cell in row], dtype=pl.String).reshape((len(part), -1))
        parts.append(pl.DataFrame({"line_no": line_nos, "cells": flat.arr.to_list()}, schema=_SCHEMA))
    return pl.concat(parts)


def without_shifted(body: pl.DataFrame, padded: pl.DataFrame, width: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the body without rows in which an extra separator shifts the cells; and these rows of `padded`.

    A spreadsheet writes the same number of separators after the last column in all rows. A row probably has an extra
    separator further left if it has more separators than most rows, and an empty cell in a column that all others fill.

    `padded` has (line_no, width) of the rows of `body` that have more cells than columns, if those cells are empty.
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


def _decimal(name: str, header: list[str], row: list[str]) -> str | None:
    """Return the number that a decimal comma splits in a row with one cell too many; None if that is uncertain."""
    if len(row) != len(header) + 1:
        return None
    joined = [",".join(row[place : place + 2]) for place in range(len(header))]
    cut = [
        number
        for place, (column, number) in enumerate(zip(header, joined, strict=True))
        if _type(name, column) == pl.Float64
        and _DECIMAL.fullmatch(number)
        and _fits(name, header, [*row[:place], "0", *row[place + 2 :]], place)
    ]
    return cut[0] if len(cut) == 1 else None


def _fits(name: str, header: list[str], row: list[str], joined: int) -> bool:
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


def of_wrong_width(name: str, lines: Lines, header: list[str]) -> Iterator[Finding]:
    """Yield one error per wrong number of cells, for all rows of the table with that number."""
    for cells, fault in lines.of_wrong_width.items():
        gaps: dict[str, Any] = {"cells": cells, "columns": len(header), "table": name}
        code = "tables.cells/fewer" if cells < len(header) else "tables.cells/more"
        is_most = fault.lines > max(lines.body.height, 1)
        enough = max(len(header) - 2, 1)
        others = [one for one in SEPARATORS if one != lines.separator and fault.first.count(one) >= enough]
        has_commas = cells > len(header) and lines.separator == ","
        decimal = _decimal(name, header, next(csv.reader([fault.first]))) if has_commas else None
        if cells == 1 and others:
            code = "tables.cells/separator"
            found, separator = ("tab" if one == "\t" else one for one in (others[0], lines.separator))
            gaps |= {"found": found, "separator": separator}
        elif name == "players" and "public" in header[cells:]:
            code = "tables.cells/public"
        elif decimal and (not is_most or _UNIT in header):
            code = "tables.cells/decimal"
            gaps |= {"written": decimal, "number": decimal.replace(",", ".")}
        elif is_most:
            code = "tables.cells/most"
        yield fault.finding(code, **gaps)


def cut_off(name: str, header: list[str], lines: Lines) -> tuple[list[Finding], dict[str, pl.DataFrame]]:
    """Return the error on the row in which the file stops; and a sheet `stated` if the row's session is known."""
    if lines.cut_off is None:
        return [], {}
    gaps: dict[str, Any] = {"line_no": lines.cut_off.line_no, "value": lines.cut_off.value, "table": name}
    session = None
    if name in _MAKE_RESULTS:
        # The session of the incomplete row or, if the cell of the session is incomplete too, of the row above.
        place = header.index("session_id")
        above = lines.body.select(text_at(lines.body, place)).to_series().tail(1).to_list()
        said = (cell.strip() for cell in (*lines.cut_off.whole[place : place + 1], *above) if cell)
        session = next(filter(None, said), None)
    if session is None:
        return [error("tables.cut_off", **gaps)], {}
    row = {"session_id": session, "what": "cut_off", "value": "1", "line_no": lines.cut_off.line_no}
    return [error("tables.cut_off_session", **gaps, session=session)], {"stated": pl.DataFrame([row])}


_NAMES_SEPARATOR = re.compile(r"(?i)\s*\"?sep=(.)\"?\s*")
"""The line with which Excel names the separator, above the header."""
_LINE = re.compile(r"^.*$", re.MULTILINE)
_MOST_LINES = 20
_MOST_OPENED = 1000
"""How many quotes may stay open. After this number, every cell ends at the end of its line."""
_LETTERS_AHEAD = 2 * LONGEST_TEXT


class _Top(NamedTuple):
    separator: str
    line_no: int
    header: list[str]
    width: int


class _Record(NamedTuple):
    cells: list[str]
    width: int
    lines: int


def header_of(text: str) -> list[str]:
    """Return the cells of the first line, but never more than `MOST_COLUMNS` + 1."""
    return _top(text).header


def csv_lines(text: str) -> Lines:
    """Return the lines of a CSV file. The first line shows the separator."""
    top = _top(text)
    width = len(top.header)
    if top.width > MOST_COLUMNS:
        at = {"line_no": top.line_no, "value": ", ".join(top.header[:5])}
        too_wide = error("csv.too_wide", **at, cells=top.width, most=MOST_COLUMNS)
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
    line = pl.col("line")
    below = pl.DataFrame({"line": lines}).with_row_index("place").filter(pl.col("place") >= top.line_no)
    filled = below.filter(line.str.contains(r'[^ \t\r\v\f,;"\x{A0}]'))
    is_whole = line.str.count_matches(top.separator, literal=True) == len(top.header) - 1
    cells = filled.filter(is_whole).select(
        line_no=pl.col("place").cast(pl.Int64) + 1, cells=line.str.split(top.separator)
    )
    return cells, filled.filter(~is_whole)["place"].to_list()


def _top(text: str) -> _Top:
    separator = None
    for line_no, found in enumerate(_LINE.finditer(text), start=1):
        line = found[0]
        if named := _NAMES_SEPARATOR.fullmatch(line[:20]):
            separator = named[1]
        elif _has_content(line):
            separator = separator or max(SEPARATORS, key=line.count)
            record = _record(line, separator, MOST_COLUMNS) if '"' in line else None
            cells = record.cells if record else line.split(separator, MOST_COLUMNS)
            return _Top(separator, line_no, cells, record.width if record else line.count(separator) + 1)
    return _Top(SEPARATORS[0], text.count("\n") + 1, [], 0)


def _has_content(line: str) -> bool:
    return bool(line.strip(' \t\r\v\f,;"\N{NO-BREAK SPACE}'))


def _cut_off(text: str, top: _Top, of_wrong_width: dict[int, Fault], opened: Fault) -> CutOff | None:
    """If the file stops in the middle of its last line, take that line out of the others and return it.

    Such a line has no line end and, unlike all lines before it, too few cells or an open quote.
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
    return CutOff(last, line.strip()[:LETTERS_SHOWN], cells[:-1])


def _record_at(lines: list[str], place: int, separator: str, width: int, *, look_ahead: bool) -> _Record | None:
    """Return the record that begins on this line; None if one of its quotes stays open for too long."""
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
    """Return the cells up to a line break outside quotes; None if a quote stays open. Any rest is in one more cell."""
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
