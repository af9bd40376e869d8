"""Files of Microsoft Access made for tests: the same tables as Jet 3 and as Jet 4."""

import datetime as dt
import struct
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

Value = int | bool | str | dt.datetime | None
Row = Mapping[str, Value]

_TRUTH, _NUMBER, _DATE, _TEXT = 1, 4, 8, 10
_SIZES = {_TRUTH: 0, _NUMBER: 4, _DATE: 8}
_CATALOGUE = {"Id": 0, "Name": "", "Type": 0, "Flags": 0}


class _Column(NamedTuple):
    name: str
    type: int
    place: int
    """Offset of a fixed column; of a variable one its number among those."""


def access_file(
    tables: Mapping[str, Sequence[Row]],
    *,
    jet_3: bool = False,
    shorter: Mapping[str, int] | None = None,
    maps: Literal["short", "long"] | None = None,
) -> bytes:
    """A file with these tables. The first row of each sets the types, so it has every value.

    Args:
        tables: name -> rows. The columns are those of the first row.
        jet_3: as Access 97 wrote it; else as Access 2000 and later.
        shorter: table -> how many columns it had when its rows were written.
        maps: how the pages of each table are listed; Access lists them always.
    """
    size = 2048 if jet_3 else 4096
    pages = [_header(jet_3).ljust(size, b"\0"), bytes(size), b""]
    catalogue = []
    for name, rows in tables.items():
        columns = _columns(rows[0])
        known = columns[: (shorter or {}).get(name, len(columns))]
        definition = len(pages)
        pages.append(_definition(columns, len(rows), jet_3).ljust(size, b"\0"))
        data = _data_pages(definition, [_record(row, known, jet_3) for row in rows], size, jet_3)
        if maps:
            at = 35 if jet_3 else 55
            place = struct.pack("<I", len(pages) << 8)
            pages[definition] = pages[definition][:at] + place + pages[definition][at + 4 :]
            pages += _map_pages(len(pages), len(data), size, jet_3, is_long=maps == "long")
        pages += data
        catalogue.append({"Id": definition, "Name": name, "Type": 1, "Flags": 0})
    columns = _columns(_CATALOGUE)
    pages[2] = _definition(columns, len(catalogue), jet_3).ljust(size, b"\0")
    pages += _data_pages(2, [_record(row, columns, jet_3) for row in catalogue], size, jet_3)
    return b"".join(pages)


def _header(jet_3: bool) -> bytes:
    return b"\0\1\0\0Standard Jet DB\0" + struct.pack("<I", 0 if jet_3 else 1)


def _columns(row: Row) -> list[_Column]:
    columns: list[_Column] = []
    fixed = variable = 0
    for name, value in row.items():
        column_type = _type(value)
        columns.append(_Column(name, column_type, variable if column_type == _TEXT else fixed))
        fixed += _SIZES.get(column_type, 0)
        variable += column_type == _TEXT
    return columns


def _type(value: Value) -> int:
    if isinstance(value, bool):
        return _TRUTH
    if isinstance(value, int):
        return _NUMBER
    return _TEXT if isinstance(value, str) else _DATE


def _definition(columns: list[_Column], rows: int, jet_3: bool) -> bytes:
    texts = sum(column.type == _TEXT for column in columns)
    page = b"\2\1VC" + (struct.pack("<4I", 0, 0, rows, 0) if jet_3 else struct.pack("<4I20x", 0, 0, 0, rows))
    page += struct.pack("<BHHHIIII", 0x4E, len(columns), texts, len(columns), 0, 0, 0, 0)
    for number, column in enumerate(columns):
        is_text = column.type == _TEXT
        variable, fixed = (column.place, 0) if is_text else (0, column.place)
        flags = 2 + (not is_text)
        length = 100 if is_text else _SIZES[column.type]
        if jet_3:
            page += struct.pack("<BHHH6sBHH", column.type, number, variable, number, b"", flags, fixed, length)
        else:
            page += struct.pack(
                "<BIHHH4sBBIHH", column.type, 0, number, variable, number, b"", flags, 0, 0, fixed, length
            )
    for column in columns:
        name = column.name.encode("cp1252" if jet_3 else "utf-16-le")
        page += struct.pack("<B" if jet_3 else "<H", len(name)) + name
    return page


def _record(row: Row, columns: list[_Column], jet_3: bool) -> bytes:
    count = struct.pack("<B" if jet_3 else "<H", len(columns))
    fixed = b"".join(_fixed(row.get(column.name), column.type) for column in columns if column.type != _TEXT)
    texts = [_text(row.get(column.name), jet_3) for column in columns if column.type == _TEXT]
    bits = bytearray((len(columns) + 7) // 8)
    for number, column in enumerate(columns):
        value = row.get(column.name)
        is_set = value is True if column.type == _TRUTH else value is not None
        bits[number // 8] |= is_set << number % 8
    start = len(count) + len(fixed)
    offsets = [start + sum(map(len, texts[:place])) for place in range(len(texts) + 1)]
    body = count + fixed + b"".join(texts)
    if not texts:
        return body + bytes(bits)
    if not jet_3:
        ends = b"".join(struct.pack("<H", offset) for offset in reversed(offsets))
        return body + ends + struct.pack("<H", len(texts)) + bytes(bits)
    low = bytes(offset % 256 for offset in reversed(offsets))
    jumps = [
        next((place for place, offset in enumerate(offsets) if offset >= 256 * jump), 255)
        for jump in range(1, 1 + (len(body) + len(low) + len(bits)) // 256)
    ]
    return body + low + bytes(reversed(jumps)) + bytes([len(texts)]) + bytes(bits)


def _fixed(value: Value, column_type: int) -> bytes:
    if column_type == _DATE:
        days = (value - dt.datetime(1899, 12, 30)) / dt.timedelta(days=1) if isinstance(value, dt.datetime) else 0
        return struct.pack("<d", days)
    return struct.pack("<i", value) if column_type == _NUMBER and isinstance(value, int) else bytes(_SIZES[column_type])


def _text(value: Value, jet_3: bool) -> bytes:
    text = value if isinstance(value, str) else ""
    if jet_3:
        return text.encode("cp1252")
    is_latin = all(0 < ord(letter) < 256 for letter in text)
    return b"\xff\xfe" + text.encode("latin-1") if text and is_latin else text.encode("utf-16-le")


def _data_pages(owner: int, records: list[bytes], size: int, jet_3: bool) -> list[bytes]:
    pages: list[list[bytes]] = [[]]
    for record in records:
        if sum(len(other) + 2 for other in pages[-1]) + len(record) + 32 > size:
            pages.append([])
        pages[-1].append(record)
    return [_data_page(owner, those, size, jet_3) for those in pages]


def _data_page(owner: int, records: list[bytes], size: int, jet_3: bool) -> bytes:
    head = b"\1\1" + struct.pack("<HI", 0, owner) + (b"" if jet_3 else bytes(4)) + struct.pack("<H", len(records))
    starts = [size - sum(map(len, records[: place + 1])) for place in range(len(records))]
    head += b"".join(struct.pack("<H", start) for start in starts)
    body = b"".join(reversed(records))
    return head + bytes(size - len(head) - len(body)) + body


def _map_pages(page: int, count: int, size: int, jet_3: bool, *, is_long: bool) -> list[bytes]:
    """The map of the pages after it: one page with a row, and if it is long, one with the bits."""
    bits = (2**count - 1 << page + 1 + is_long).to_bytes(64, "little")
    row = b"\1" + struct.pack("<2I", page + 1, 0) if is_long else b"\0" + bytes(4) + bits
    [first] = _data_pages(0, [row], size, jet_3)
    return [first, (b"\5\1" + bytes(2) + bits).ljust(size, b"\0")] if is_long else [first]
