"""Tables of a Microsoft Access file (Jet 3, Jet 4 and ACE). Each table is read with all its rows or not at all.

The file is a sequence of pages. Each table has a definition page, which its data pages name. Page 2 defines the
catalogue of tables. The layout follows the notes in the mdbtools sources (HACKING.md), and was checked against what
`mdb-export` reads from the same file.

A page that a table no longer uses still names the table, so only pages in the map that the definition names count.
The definition also states the number of rows, but in a copy of an open file that number may be old. It must be right
only if the map is unsound or gives fewer rows, which reveals a lost page. No pointer is followed twice, so reading ends
even if the file is damaged.
"""

import datetime as dt
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Row = dict[str, Any]

_CATALOGUE_PAGE = 2
_DATA_PAGE, _DEFINITION_PAGE, _MAP_PAGE = 1, 2, 5
_MEMOS = b"LVAL"
_SHORT, _MAP_HEAD = b"\0", 4
_TABLE = 1
_DELETED, _ELSEWHERE, _OFFSET = 0x8000, 0x4000, 0x1FFF
_COMPRESSED = b"\xff\xfe"
_DAY_0 = dt.datetime(1899, 12, 30)
_TRUTH, _TEXT = 1, 10
_FIXED = {2: "<B", 3: "<h", 4: "<i", 6: "<f", 7: "<d", 8: "<d"}
"""The `struct` format of numbers by type of column: byte, integer, long, single, double and date."""
_DATE = 8
_MOST_COLUMNS = 255
_MOST_PAGES = 100


class UnsoundError(ValueError):
    """The file, or one of its tables, cannot be read as a whole."""


@dataclass(frozen=True)
class _Layout:
    """Where things are in the pages of one version of the format: offsets and sizes in bytes."""

    page_size: int
    rows_in_table: int
    columns_in_table: int
    """The offset of two numbers of 2 bytes each: the number of variable columns, and the number of all columns."""
    indexes: int
    """The offset of the number of real indexes (4 bytes). Each of them takes `index_size` bytes before the columns."""
    index_size: int
    map_of_pages: int
    """The offset of the pointer to the map: a row (1 byte) in a page (3 bytes)."""
    first_index: int
    column_size: int
    column_number: int
    column_flags: int
    fixed_offset: int
    rows_in_page: int
    wide: int
    """The size in bytes of a count or offset in a row, and of the number that gives a name's length in a definition."""


_JET_3 = _Layout(2048, 12, 23, 31, 8, 35, 43, 18, 1, 13, 14, 8, 1)
_JET_4 = _Layout(4096, 16, 43, 51, 12, 55, 63, 25, 5, 15, 21, 12, 2)


@dataclass(frozen=True)
class _Column:
    name: str
    type: int
    number: int
    is_fixed: bool
    place: int
    """The offset of a column of fixed size; for another column, its position among the columns of variable size."""


def is_access(data: bytes) -> bool:
    """Return whether these are the bytes of a Microsoft Access file."""
    return data[4:19] in (b"Standard Jet DB", b"Standard ACE DB")


class AccessFile:
    """The tables of one file. `name in file` is true if it has a table of this name. UnsoundError: no catalogue."""

    def __init__(self, data: bytes) -> None:
        self._is_jet_3 = data[20:21] == b"\0"
        self._layout = _JET_3 if self._is_jet_3 else _JET_4
        size = self._layout.page_size
        self._pages = [data[start : start + size] for start in range(0, len(data) - size + 1, size)]
        self._definitions = {
            str(row["Name"]): int(row["Id"]) & 0xFFFFFF
            for row in self._rows(_CATALOGUE_PAGE)
            if row.get("Type") == _TABLE and row.get("Name") and isinstance(row.get("Id"), int)
        }

    def __contains__(self, table: str) -> bool:
        return table in self._definitions

    def rows(self, table: str) -> list[Row]:
        """Return rows as Python values by column, without money and memos. UnsoundError: the table is damaged."""
        return self._rows(self._definitions[table])

    def _rows(self, page: int) -> list[Row]:
        try:
            columns, expected, map_at = self._definition(page)
            kept = [number for number, kept in enumerate(self._pages) if self._is_of(kept, struct.pack("<I", page))]
            in_use = self._in_use(map_at, kept)
            rows = [self._values(record, columns) for record in self._records(in_use)] if in_use is not None else []
            if in_use is None or len(rows) < expected:
                rows = [self._values(record, columns) for record in self._records(kept)]
                in_use = None
        except UnsoundError:
            raise
        except (struct.error, IndexError, ValueError, OverflowError) as error:
            raise UnsoundError(f"damaged ({error})") from error
        if in_use is None and len(rows) != expected:
            raise UnsoundError(f"{len(rows)} rows found where it says it has {expected}")
        return rows

    @staticmethod
    def _is_of(page: bytes, owner: bytes) -> bool:
        return page[:2] == bytes((_DATA_PAGE, 1)) and page[4:8] == owner

    def _in_use(self, map_at: int, kept: list[int]) -> list[int] | None:
        """Of the pages that name a table, return those that are in its map; None if the map is not sound."""
        # A map has a bit per page. A short map begins with the number of its first page. A long map is a list of pages,
        # each of which holds the bits of an equal number of pages of the file.
        in_part = 8 * (self._layout.page_size - _MAP_HEAD)
        try:
            record = self._record(self._page(map_at >> 8, _DATA_PAGE), map_at & 0xFF)[1]
            if record.startswith(_SHORT):
                parts = {struct.unpack_from("<I", record, 1)[0]: record[5:]}
            else:
                pointers = struct.unpack_from(f"<{-(-len(self._pages) // in_part)}I", record, 1)
                pages = {part * in_part: self._page(page, _MAP_PAGE) for part, page in enumerate(pointers) if page}
                parts = {first: page[_MAP_HEAD:] for first, page in pages.items()}
        except (UnsoundError, struct.error):
            return None
        named = {first + at for first, bits in parts.items() for at in _ones(bits)}
        memos = {number for number in named if number < len(self._pages) and self._is_of(self._pages[number], _MEMOS)}
        return sorted(named - memos) if named - memos <= {*kept} else None

    def _page(self, number: int, kind: int) -> bytes:
        if not 0 < number < len(self._pages) or self._pages[number][0] != kind:
            raise UnsoundError(f"page {number} is not there")
        return self._pages[number]

    def _definition(self, number: int) -> tuple[list[_Column], int, int]:
        layout, page = self._layout, self._page(number, _DEFINITION_PAGE)
        definition, seen = page, {number}
        while following := struct.unpack_from("<I", page, 4)[0]:
            if following in seen:
                raise UnsoundError("the definition goes round in a circle")
            seen.add(following)
            if len(seen) > _MOST_PAGES:
                raise UnsoundError("the definition is longer than any table has")
            page = self._page(following, _DEFINITION_PAGE)
            definition += page[8:]
        rows = struct.unpack_from("<I", definition, layout.rows_in_table)[0]
        variable, count = struct.unpack_from("<HH", definition, layout.columns_in_table)
        if count > _MOST_COLUMNS:
            raise UnsoundError(f"{count} columns, more than a table may have")
        indexes = struct.unpack_from("<I", definition, layout.indexes)[0]
        map_at = struct.unpack_from("<I", definition, layout.map_of_pages)[0]
        first = layout.first_index + indexes * layout.index_size
        start = first + count * layout.column_size
        columns: list[_Column] = []
        for at in range(first, start, layout.column_size):
            length = struct.unpack_from("<B" if self._is_jet_3 else "<H", definition, start)[0]
            name = definition[start + layout.wide : start + layout.wide + length]
            start += layout.wide + length
            number, variable_place = struct.unpack_from("<HH", definition, at + layout.column_number)
            is_fixed = bool(definition[at + layout.column_flags] & 1)
            fixed_place = struct.unpack_from("<H", definition, at + layout.fixed_offset)[0]
            place = fixed_place if is_fixed else variable_place
            text = name.decode("cp1252" if self._is_jet_3 else "utf-16-le")
            columns.append(_Column(text, definition[at], number, is_fixed, place))
        if sum(not column.is_fixed for column in columns) != variable:
            raise UnsoundError("the columns are not those that the table says it has")
        return columns, rows, map_at

    def _records(self, pages: list[int]) -> Iterator[bytes]:
        followed: set[int] = set()
        for page in map(self._pages.__getitem__, pages):
            for place in range(self._row_count(page)):
                start, record = self._record(page, place)
                if start & _ELSEWHERE and not start & _DELETED:
                    pointer = struct.unpack_from("<I", record)[0]
                    if pointer in followed:
                        raise UnsoundError("two rows stand in one place")
                    followed.add(pointer)
                    yield self._record(self._page(pointer >> 8, _DATA_PAGE), pointer & 0xFF)[1]
                elif not start & _DELETED:
                    yield record

    def _row_count(self, page: bytes) -> int:
        return struct.unpack_from("<H", page, self._layout.rows_in_page)[0]

    def _record(self, page: bytes, place: int) -> tuple[int, bytes]:
        """Return the offset of a row, which has its flags, and the bytes of the row. Rows fill a page from its end."""
        offsets = self._layout.rows_in_page + 2
        start = struct.unpack_from("<H", page, offsets + 2 * place)[0]
        end = struct.unpack_from("<H", page, offsets + 2 * place - 2)[0] & _OFFSET if place else len(page)
        if place >= self._row_count(page) or not offsets < start & _OFFSET <= end <= len(page):
            raise UnsoundError("a row does not stand where its page says")
        return start, page[start & _OFFSET : end]

    def _values(self, record: bytes, columns: list[_Column]) -> Row:
        count = struct.unpack_from("<B" if self._is_jet_3 else "<H", record)[0]
        has_value = record[len(record) - (count + 7) // 8 :]
        has_texts = any(not column.is_fixed and column.number < count for column in columns)
        texts = self._texts(record, len(has_value)) if has_texts else []
        row: Row = {}
        for column in columns:
            known = column.number < count
            is_set = known and bool(has_value[column.number // 8] >> column.number % 8 & 1)
            if column.type == _TRUTH:
                row[column.name] = is_set if known else None
            elif column.type == _TEXT and not column.is_fixed:
                is_set = is_set and column.place < len(texts)
                row[column.name] = self._text(texts[column.place]) if is_set else None
            elif column.type in _FIXED and column.is_fixed:
                row[column.name] = None
                if is_set:
                    number = struct.unpack_from(_FIXED[column.type], record, self._layout.wide + column.place)[0]
                    with suppress(OverflowError, ValueError):  # no day of the calendar
                        days = dt.timedelta(days=number) if column.type == _DATE else None
                        row[column.name] = number if days is None else _DAY_0 + days
        return row

    def _texts(self, record: bytes, bits: int) -> list[bytes]:
        """Return the columns of variable size of a row. Their offsets stand before the null bits, in reverse order."""
        if self._is_jet_3:
            end = len(record) - bits - 1
            count = record[end]
            # Here an offset has one byte. Each jump names a column; 256 is added to the offsets from that column on.
            jumps = (len(record) - 1) // 256
            in_use = (end - 1 - jumps - count) // 256
            jump_at = [record[end - 1 - jump] for jump in range(min(jumps, in_use))]
            low = [record[end - 1 - jumps - place] for place in range(count + 1)]
            offsets = [value + 256 * sum(place >= at for at in jump_at) for place, value in enumerate(low)]
        else:
            end = len(record) - bits - 2
            count = struct.unpack_from("<H", record, end)[0]
            offsets = [struct.unpack_from("<H", record, end - 2 - 2 * place)[0] for place in range(count + 1)]
        if offsets != sorted(offsets) or offsets[-1] > end:
            raise UnsoundError("the texts of a row overlap")
        return [record[start:stop] for start, stop in pairwise(offsets)]

    def _text(self, text: bytes) -> str:
        if self._is_jet_3:
            return text.decode("cp1252", errors="replace")
        if not text.startswith(_COMPRESSED):
            return text.decode("utf-16-le", errors="replace")
        return _expanded(text.removeprefix(_COMPRESSED))


def _ones(bits: bytes) -> Iterator[int]:
    for place, byte in enumerate(bits):
        if byte:
            yield from (8 * place + bit for bit in range(8) if byte >> bit & 1)


def _expanded(text: bytes) -> str:
    """Expand a compressed text, in which a zero byte switches between one and two bytes per letter."""
    wide, place = bytearray(), 0
    is_narrow = True
    while place < len(text):
        if text[place] == 0:
            is_narrow = not is_narrow
            place += 1
        elif is_narrow:
            wide += bytes((text[place], 0))
            place += 1
        else:
            wide += text[place : place + 2]
            place += 2
    return wide.decode("utf-16-le", errors="replace")
