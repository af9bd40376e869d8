"""Workbooks made for tests, also such as no spreadsheet writes."""

import io
import re
import struct
import zipfile
from collections.abc import Mapping, Sequence

import xlsxwriter

SHEET = "xl/worksheets/sheet1.xml"


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """A workbook with these cells, as a spreadsheet writes it."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True, "default_date_format": "yyyy-mm-dd"}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return content.getvalue()


def with_part(book: bytes, part: str, content: str | bytes, packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The workbook with another content of one of its parts, or with one part more."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(made, "w", packed) as new:
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
        new.writestr(part, content)
    return made.getvalue()


def with_cells(rows: str) -> bytes:
    """A workbook with one sheet of players, and these rows of XML below its first line."""
    book = workbook({"players": [["player_id", "name"]]})
    head = f'<row r="1">{text_cell("A1", "player_id")}{text_cell("B1", "name")}</row>'
    return with_part(book, SHEET, f'<worksheet xmlns="x"><sheetData>{head}{rows}</sheetData></worksheet>')


def text_cell(place: str, text: str) -> str:
    """A cell with its text in it."""
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def understated(book: bytes, part: str) -> bytes:
    """The workbook, which says that this part takes 10 bytes unpacked."""
    data = bytearray(book)
    for signature, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        name_at = 30 if at == 22 else 46
        for found in re.finditer(re.escape(signature), bytes(data)):
            if data[found.start() + name_at :].startswith(part.encode()):
                struct.pack_into("<I", data, found.start() + at, 10)
    return bytes(data)


def with_header(book: bytes, at_local: int, at_central: int, value: int) -> bytes:
    """The workbook with two bytes of every header set, such as the version that is needed to unpack it."""
    data = bytearray(book)
    for signature, at in ((b"PK\x03\x04", at_local), (b"PK\x01\x02", at_central)):
        for found in re.finditer(re.escape(signature), bytes(data)):
            struct.pack_into("<H", data, found.start() + at, value)
    return bytes(data)
