"""Write a Microsoft Access file (Jet 4) with tables of whole numbers, truths, dates and texts, without indexes.

The layout is that of `pipelines/intake/readers/access_file.py`, which reads these files; mdbtools reads them too. A
file has the list of its tables (MSysObjects) and no other system table, which Microsoft's own engine may want.
"""

import struct
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

_PAGE = 4096
_CATALOGUE_PAGE, _MAP_PAGE = 2, 1
_LATIN, _ENGLISH = 1252, 0x0409
_HEADER_KEY = b"\xc7\xda\x39\x6b"
_HIDDEN_FROM, _HIDDEN_BYTES = 0x18, 128
_MAP_BYTES = 64
_COMPRESSED = b"\xff\xfe"

Value = int | bool | str | None
Row = Mapping[str, Value]


class Type(IntEnum):
    """The type of a column, by its number in the file. Dates and objects are always empty here."""

    TRUTH, INTEGER, LONG, DATE, TEXT, OBJECT = 1, 3, 4, 8, 10, 11


_SIZES = {Type.TRUTH: 0, Type.INTEGER: 2, Type.LONG: 4, Type.DATE: 8, Type.OBJECT: 0}
_OF_ANY_SIZE = (Type.TEXT, Type.OBJECT)


class Column(NamedTuple):
    """A column: its name, its type, and the most letters of a text."""

    name: str
    type: Type
    letters: int = 0

    @property
    def bytes(self) -> int:
        """The size in bytes; of a text, the most that it may take."""
        return 2 * self.letters if self.type is Type.TEXT else _SIZES[self.type]


class Table(NamedTuple):
    """A table. A column that a row lacks is empty; a truth is then false."""

    columns: Sequence[Column]
    rows: Sequence[Row] = ()


def access_file(tables: Mapping[str, Table]) -> bytes:
    """Return the bytes of a file with these tables, by name: a few dozen tables, and 500 pages in all."""
    pages = [_header(), b"", b""]
    maps: list[bytes] = []
    catalogue: list[Row] = []

    def placed(definition: int, table: Table) -> None:
        data = _data_pages(definition, [_record(row, table.columns) for row in table.rows])
        in_use = sum(1 << page for page in range(len(pages), len(pages) + len(data)))
        pages[definition] = _definition(table, len(maps))
        maps.extend([_map(in_use), _map(0)])
        pages.extend(data)

    for name, table in tables.items():
        catalogue.append({"Id": len(pages), "Name": name, "Type": 1, "Flags": 0})
        pages.append(b"")
        placed(len(pages) - 1, table)
    columns = (Column("Id", Type.LONG), Column("Name", Type.TEXT, 64), Column("Type", Type.INTEGER))
    columns = (*columns, Column("Flags", Type.LONG), Column("LvProp", Type.OBJECT))
    placed(_CATALOGUE_PAGE, Table(columns, catalogue))
    [pages[_MAP_PAGE]] = _data_pages(0, maps)
    return b"".join(pages)


def _header() -> bytes:
    hidden = bytearray(_HIDDEN_BYTES)
    struct.pack_into("<H", hidden, 0x3C - _HIDDEN_FROM, _LATIN)
    struct.pack_into("<H", hidden, 0x6E - _HIDDEN_FROM, _ENGLISH)
    head = b"\0\1\0\0Standard Jet DB\0" + struct.pack("<I", 1)
    return (head + bytes(a ^ b for a, b in zip(hidden, _key_stream(len(hidden)), strict=True))).ljust(_PAGE, b"\0")


def _key_stream(size: int) -> bytes:
    """Return the bytes of RC4 with which Access hides the header of each of its files."""
    state, other = list(range(256)), 0
    for place in range(256):
        other = (other + state[place] + _HEADER_KEY[place % len(_HEADER_KEY)]) % 256
        state[place], state[other] = state[other], state[place]
    stream, other = bytearray(), 0
    for step in range(1, size + 1):
        place = step % 256
        other = (other + state[place]) % 256
        state[place], state[other] = state[other], state[place]
        stream.append(state[(state[place] + state[other]) % 256])
    return bytes(stream)


def _definition(table: Table, map_row: int) -> bytes:
    texts = sum(column.type in _OF_ANY_SIZE for column in table.columns)
    count = len(table.columns)
    page = b"\2\1VC" + struct.pack("<4I20x", 0, 0, 0, len(table.rows))
    maps = (_MAP_PAGE << 8 | map_row, _MAP_PAGE << 8 | map_row + 1)
    page += struct.pack("<BHHHIIII", 0x4E, count, texts, count, 0, 0, *maps)
    fixed = variable = 0
    for number, column in enumerate(table.columns):
        is_text = column.type in _OF_ANY_SIZE
        language = struct.pack("<I", _ENGLISH if is_text else 0)
        flags = 2 + (not is_text)
        places = (0 if is_text else fixed, column.bytes)
        page += struct.pack(
            "<BIHHH4sBBIHH", column.type, 0, number, variable, number, language, flags, is_text, 0, *places
        )
        fixed += 0 if is_text else column.bytes
        variable += is_text
    for column in table.columns:
        name = column.name.encode("utf-16-le")
        page += struct.pack("<H", len(name)) + name
    return page.ljust(_PAGE, b"\0")


def _record(row: Row, columns: Sequence[Column]) -> bytes:
    values = [row.get(column.name) for column in columns]
    fixed, texts = b"", list[bytes]()
    has_value = bytearray((len(columns) + 7) // 8)
    for number, (column, value) in enumerate(zip(columns, values, strict=True)):
        is_set = value is True if column.type is Type.TRUTH else value is not None
        has_value[number // 8] |= is_set << number % 8
        if column.type in _OF_ANY_SIZE:
            texts.append(_text(str(value or "")[: column.letters]))
        elif column.type in (Type.INTEGER, Type.LONG):
            fixed += struct.pack("<h" if column.type is Type.INTEGER else "<i", int(value or 0))
        else:
            fixed += bytes(column.bytes)
    body = struct.pack("<H", len(columns)) + fixed
    if not texts:
        return body + bytes(has_value)
    ends = [len(body) + sum(map(len, texts[:place])) for place in range(len(texts) + 1)]
    offsets = b"".join(struct.pack("<H", end) for end in reversed(ends))
    return body + b"".join(texts) + offsets + struct.pack("<H", len(texts)) + bytes(has_value)


def _text(text: str) -> bytes:
    is_latin = all(0 < ord(letter) < 256 for letter in text)
    return _COMPRESSED + text.encode("latin-1") if text and is_latin else text.encode("utf-16-le")


def _data_pages(owner: int, records: Sequence[bytes]) -> list[bytes]:
    pages: list[list[bytes]] = [[]]
    for record in records:
        if sum(len(other) + 2 for other in pages[-1]) + len(record) + 32 > _PAGE:
            pages.append([])
        pages[-1].append(record)
    return [_data_page(owner, those) for those in pages]


def _data_page(owner: int, records: Sequence[bytes]) -> bytes:
    ends = [_PAGE - sum(map(len, records[: place + 1])) for place in range(len(records))]
    starts = b"".join(struct.pack("<H", end) for end in ends)
    free = _PAGE - 14 - len(starts) - sum(map(len, records))
    head = b"\1\1" + struct.pack("<HIIH", free, owner, 0, len(records)) + starts
    return head + bytes(free) + b"".join(reversed(records))


def _map(in_use: int) -> bytes:
    return b"\0" + bytes(4) + in_use.to_bytes(_MAP_BYTES, "little")
