"""Tables, workbooks, Bridgemate files and games as strangers hand them in."""

import codecs
import io
import zipfile
from typing import Any

import polars as pl
from access_files import access_file
from strangers.inputs import Stranger
from workbooks import SHEET, text_cell, understated, with_cells, with_header, with_part, workbook

_SESSIONS = "session_id,date\n1,2025-09-02\n"
_PLAYERS = "player_id,name\n"
_BOOK = workbook({"players": [["player_id", "name"], ["1", "Ann"]]})
_ENTITIES = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><worksheet><sheetData/></worksheet>'
_ENTRY = {
    **{"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "NS/EW": "N"},
    **{"Contract": "3 H", "Result": "=", "Remarks": "-", "Erased": False},
}


def _zip_of(name: str, content: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, content)
    return made.getvalue()


def _parquet(columns: dict[str, Any]) -> bytes:
    made = io.BytesIO()
    pl.DataFrame(columns).write_parquet(made)
    return made.getvalue()


def _sheets(number: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for place in range(number):
            archive.writestr(f"xl/worksheets/sheet{place}.xml", "")
    return made.getvalue()


_PARQUET = _parquet({"player_id": ["1", "2"], "name": ["Ann", "Bo"]})


def _csv(content: str | bytes, code: str, severity: str = "error", sessions: int | None = 1) -> Stranger:
    return Stranger({"sessions.csv": _SESSIONS, "more.csv": content}, code=code, severity=severity, sessions=sessions)


def _file(name: str, content: str | bytes, code: str, severity: str = "error") -> Stranger:
    return Stranger({"sessions.csv": _SESSIONS, name: content}, code=code, severity=severity, sessions=1)


_DATES = ("0000-01-01", "0001-01-01", "12345-01-01", "99999-12-31")

STRANGERS: dict[str, Stranger] = {
    "a CSV in which one quote is never closed": _csv(f'{_PLAYERS}1,Ann\n2,"Bo\n3,Cy\n', "csv.open_quote"),
    "a CSV with 100,000 columns": _csv(
        ",".join(["player_id", "name", *map(str, range(100_000))]) + "\n1,2\n", "csv.too_wide"
    ),
    "a CSV with a million separators on a line": _csv(_PLAYERS + "," * 1_000_000 + "x", "tables.cells"),
    "a CSV with a line of a million letters": _csv(_PLAYERS + "x" * 1_000_000, "tables.cut_off"),
    "a CSV with 100,000 lines of one column": _csv(_PLAYERS + "x\n" * 100_000, "tables.cells"),
    "a CSV with zero bytes": _csv(_PLAYERS + "1,A\0nn\n" + "2,Bo\n" * 9, "decoding.letters", "warning"),
    "a CSV with a number of 5,000 digits": _csv(
        f"list_date,player_id,rating\n2025-01-01,a,{'9' * 5000}\n", "cells.left_out"
    ),
    "a penalty of 10^309": _csv(f"session_id,line,entrant,amount,unit\n1,A,1,1{'0' * 309},points\n", "cells.left_out"),
    **{f"a session on {date}": _csv(f"session_id,date\n2,{date}\n", "cells.left_out") for date in _DATES},
    "a name as long as a file": _csv(f"{_PLAYERS}1,{'x' * 100_000}\n", "cells.taken_as_empty"),
    "Unicode text without its mark": Stranger({"sessions.txt": _SESSIONS.encode("utf-16-le")}, sessions=1),
    "UTF-32": Stranger({"sessions.txt": codecs.BOM_UTF32_LE + _SESSIONS.encode("utf-32-le")}, sessions=1),
    "a zip archive": _file("evening.zip", _zip_of("evening.pbn", "% PBN 2.1\n"), "unread.other_kind"),
    "a zip archive in a zip archive": _file(
        "evening.zip", _zip_of("a.zip", _zip_of("b.pbn", "%").decode("latin-1")), "unread.other_kind"
    ),
    "a workbook of LibreOffice": _file(
        "x.ods", _zip_of("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "unread.other_kind"
    ),
    "a PDF": _file("x.pdf", b"%PDF-1.7\n", "unread.other_kind"),
    "a web page": _file("x.html", "<!doctype html><html></html>", "unread.other_kind"),
    "a web page in one file": _file("x.mhtml", "From: <Saved by Blink>\r\n", "unread.other_kind"),
    "a web page that Safari saved": _file("x.webarchive", b"bplist00\xd1\x01", "unread.other_kind"),
    "a picture": _file("x.png", b"\x89PNG\r\n\x1a\n", "unread.other_kind"),
    "a workbook with a cell at the far corner": _file(
        "x.xlsx",
        with_cells(f'<row r="2">{text_cell("A2", "1")}</row><row r="1048576">{text_cell("XFD1048576", "!")}</row>'),
        "workbook.outside",
        "warning",
    ),
    "a workbook that understates its size": _file("x.xlsx", understated(_BOOK, "xl/workbook.xml"), "workbook.not_read"),
    "a workbook that unpacks to 70 MB": _file(
        "x.xlsx", with_part(_BOOK, "xl/sharedStrings.xml", "<sst><si><t>" + " " * 70_000_000), "workbook.too_large"
    ),
    "a workbook of an unknown zip version": _file("x.xlsx", with_header(_BOOK, 4, 6, 999), "workbook.not_read"),
    "a workbook packed in an unknown way": _file("x.xlsx", with_header(_BOOK, 8, 10, 99), "workbook.not_read"),
    "a workbook with a password": _file("x.xlsx", with_header(_BOOK, 6, 8, 1), "workbook.not_read"),
    "a workbook of 5,000 sheets": _file("x.xlsx", _sheets(5000), "workbook.too_large"),
    "a workbook with entities": _file("x.xlsx", with_part(_BOOK, SHEET, _ENTITIES), "workbook.not_read"),
    "a workbook that is cut off": _file("x.xlsx", _BOOK[:-30], "workbook.not_read"),
    "a Parquet file that is cut off": _file("x.parquet", _PARQUET[:-30], "parquet.not_read"),
    "a Parquet file that unpacks to 300 MB": _file(
        "x.parquet", _parquet({"player_id": range(300_000), "name": ["x" * 1000] * 300_000}), "parquet.not_read"
    ),
    "a Parquet file with lists for names": _file(
        "x.parquet", _parquet({"player_id": ["1"], "name": [["Ann"]]}), "tables.no_cells"
    ),
    "a Parquet file that is encrypted": _file("x.parquet", b"PARE" + _PARQUET[4:-4] + b"PARE", "unread.other_kind"),
    "a Bridgemate file with text for a number": _file(
        "x.bws", access_file({"ReceivedData": [{**_ENTRY, "Board": "one"}]}), "bws.table"
    ),
    "a Bridgemate file that is cut off": _file(
        "x.bws", access_file({"ReceivedData": [_ENTRY]})[: 4096 * 3], "bws.not_read"
    ),
    "a Bridgemate file without tables": _file("x.bws", access_file({}), "bws.not_read"),
    "a PGN file with a comment that never ends": _file(
        "x.pgn", '[White "a"]\n[Black "b"]\n\n{' + "x" * 1_000_000, "games.left_out"
    ),
    "a PGN file with 300,000 opening brackets": _file(
        "x.pgn", '[White "a"]\n[Black "b"]\n\n' + "[" * 300_000, "games.left_out"
    ),
    "a PDN file with 300,000 opening brackets": _file(
        "x.pdn", '[GameType "20"]\n[White "a"]\n[Black "b"]\n\n' + "(" * 300_000, "games.left_out"
    ),
}
