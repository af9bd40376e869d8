"""The rows of spoiled workbooks, Parquet and Access files and JSON, counted by other means than the readers."""

import html
import io
import json
import re
import struct
import zipfile
import zlib
from functools import cache
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa
from lxml import etree
from pyarrow import parquet

from bench.fuzz.corpus_files import sound_files
from pipelines.intake.readers import Reading
from pipelines.intake.readers.decoding import decoded

_SPOILT = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, KeyError),
    etree.XMLSyntaxError,
)
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_JET_3 = 20


def rows_in_workbook(data: bytes, reading: Reading) -> int:
    """The rows with a value of every sheet, without the first of each, and without sheets reported as damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            left_out = _left_out(archive, reading)
            parts = [name for name in archive.namelist() if "worksheets/sheet" in name.lower()]
            whole = [name for name in parts if name.lower() not in left_out]
            return sum(max(_rows_of_sheet(archive, name) - 1, 0) for name in whole)
    except _SPOILT:
        return 0


def _left_out(archive: zipfile.ZipFile, reading: Reading) -> set[str]:
    """The parts that are left out or read in part, as a finding says."""
    of_code = dict(reading.findings.select("code", "arguments").rows())
    not_listed = json.loads(of_code.get("workbook.sheet") or "{}")
    damaged = reading.findings.filter(pl.col("code") == "workbook.sheet")["field"].to_list()
    of_damaged = {f"xl/worksheets/sheet{number}.xml" for name, number in _sheets(archive) if name in damaged}
    return {*of_damaged, *not_listed.get("parts", "").split(", ")}


def _sheets(archive: zipfile.ZipFile) -> list[tuple[str, str]]:
    """Name and number of each sheet, as the sound workbooks of the corpus number them."""
    book = archive.read("xl/workbook.xml").decode("utf-8", "replace")
    return re.findall(r'<sheet name="([^"]*)"[^>]* r:id="rId([0-9]+)"', book)


def _rows_of_sheet(archive: zipfile.ZipFile, name: str) -> int:
    try:
        root = etree.fromstring(archive.read(name), etree.XMLParser(resolve_entities=False, no_network=True))
    except _SPOILT:
        return 0
    rows = root.iter(f"{_MAIN}row")
    return sum(any((value.text or "").strip() for value in row.iter(f"{_MAIN}v", f"{_MAIN}t")) for row in rows)


def rows_in_parquet_file(data: bytes, _: Reading) -> int:
    """The rows with a value; none where the file is not sound."""
    try:
        table = parquet.read_table(pa.BufferReader(data))
        return table.num_rows - sum(not any(value is not None for value in row.values()) for row in table.to_pylist())
    except (pa.ArrowException, OSError, ValueError, NotImplementedError):
        return 0


class _Rows(NamedTuple):
    """The results in a sound Access file that was made for the tests, so that they stand on one page."""

    page_size: int
    needed: dict[int, bytes]
    """Page -> what must stand there for the results to be found."""
    page: int
    records: list[tuple[int, bytes]]
    """(place on the page, bytes) of each."""


def rows_in_access_file(data: bytes, _: Reading) -> int:
    """The results that are as they were in the sound file, where the way to them is too."""
    return max((_unspoilt(data, rows) for rows in _rows_of_sound_files()), default=0)


def _unspoilt(data: bytes, rows: _Rows) -> int:
    pages = {number: data[number * rows.page_size :][: rows.page_size] for number in (*rows.needed, rows.page)}
    if any(not pages[number].startswith(needed) for number, needed in rows.needed.items()):
        return 0
    page = pages[rows.page]
    return sum(page[place : place + len(record)] == record for place, record in rows.records)


@cache
def _rows_of_sound_files() -> list[_Rows]:
    return [_of_sound_file(data) for data in sound_files("bws")]


def _of_sound_file(data: bytes) -> _Rows:
    is_jet_3 = data[_JET_3] == 0
    size, count_at, name = (2048, 8, b"PairNS") if is_jet_3 else (4096, 12, "PairNS".encode("utf-16-le"))
    pages = [data[place : place + size] for place in range(0, len(data), size)]
    definition = next(number for number, page in enumerate(pages) if page[:2] == b"\2\1" and name in page)
    page = next(number for number, page in enumerate(pages) if page[:2] == b"\1\1" and page[4] == definition)
    rows = struct.unpack_from("<H", pages[page], count_at)[0]
    starts = struct.unpack_from(f"<{rows}H", pages[page], count_at + 2)
    ends = (size, *starts)
    records = [(start, pages[page][start:end]) for start, end in zip(starts, ends, strict=False)]
    way = {number: content for number, content in enumerate(pages) if number in (0, 2, definition)}
    catalogue = {number: content for number, content in enumerate(pages) if content[:2] == b"\1\1" and content[4] == 2}
    return _Rows(size, {**way, **catalogue, page: pages[page][: count_at + 2 + 2 * rows]}, page, records)


_LISTS = ("entries", "results", "standings", "adjustments", "matches", "deals")
_DATA = re.compile(r"""\sv-bind:data\s*=\s*("[^"]*"|'[^']*')""")
_SCRIPT = re.compile(r"\bvar\s+data\s*=\s*(\{.*\});", re.DOTALL)


def rows_in_results_json(data: bytes, _: Reading) -> int:
    """The sessions, all rows of their lists, and the players, each once with each name."""
    document = _document(decoded(data)[0])
    sessions = document.get("sessions") if isinstance(document, dict) else None
    if not isinstance(sessions, list):
        return 0
    whole = [session for session in sessions if isinstance(session, dict)]
    rows = sum(len(session[key]) for session in whole for key in _LISTS if isinstance(session.get(key), list))
    named = {
        (str(player.get("player_id")), str(player.get("name")))
        for session in whole
        for player in (session["players"] if isinstance(session.get("players"), list) else ())
        if isinstance(player, dict)
    }
    return len(whole) + rows + len(named)


def rows_in_bridgewebs(data: bytes, _: Reading) -> int:
    """The lines below the first board that hold something and begin no part."""
    lines = re.split(r"\r\n|\n|\r", decoded(data)[0])
    began = max(
        (place for place, line in enumerate(lines) if line.lower().lstrip(' "').startswith("#travellers")), default=0
    )
    boards = (place for place in range(began, len(lines)) if re.match(r'\s*"?#board\b', lines[place], re.IGNORECASE))
    first = next(boards, len(lines))
    return sum(bool(line.strip(' \t,;"')) and not line.lstrip(' "').startswith("#") for line in lines[first:])


def rows_in_lin(data: bytes, _: Reading) -> int:
    """The boards that begin with a call, or the results that the file lists, if these are more."""
    text = decoded(data)[0]
    boards = re.split(r"(?:^|\|)\s*qx\|", text, flags=re.I)
    boards = boards if len(boards) > 1 else re.split(r"(?:^|\|)\s*md\|", text, flags=re.I)
    first_call = re.compile(r"[^|]*\|(?:\s*(?!mb)\w\w\|[^|]*\|)*\s*mb\|(?:[1-7][cdhsn]|p)!?\|", re.I)
    called = sum(first_call.match(one) is not None for one in boards)
    listed = re.search(r"(?:^|\|)\s*rs\|([^|]*)\|", text, re.I)
    return max(called, sum(bool(one.strip()) for one in listed[1].split(","))) if listed else called


def rows_in_ffbridge(data: bytes, _: Reading) -> int:
    """The rows with players in a `lineup`, in a list or in the items of an object."""
    document = _document(decoded(data)[0])
    listed = document.get("items") if isinstance(document, dict) else document
    return sum(isinstance(row, dict) and bool(row.get("lineup")) for row in listed) if isinstance(listed, list) else 0


def rows_in_acbl_live(data: bytes, _: Reading) -> int:
    """The rows of the first table with two pairs: those that have `vs.` between names."""
    text = decoded(data)[0]
    first = text[text.find("tablesorter") :].split("</table", 1)[0]
    return len(re.findall(r"</span>\s*<i>vs\.</i>", first)) if "board-data" in text else 0


def rows_in_jfr(data: bytes, _: Reading) -> int:
    """The rows with two numbers of pairs below the heading `numery`."""
    text = re.sub(r"&nbsp;|\s", "", decoded(data)[0])
    below = text.partition(">numery<")[2]
    return len(re.findall(r"<tr[^>]*>(?:<tdclass=.n.></td>)?<td>[0-9]+</td><td>[0-9]+</td>", below)) * (
        "<h4>ROZDANIE" in text
    )


def rows_in_bbo(data: bytes, _: Reading) -> int:
    """The cells with a number of a traveller's row, or with the names of a pair in a result list."""
    text = decoded(data)[0]
    is_of_hands = re.search(r"<td[^>]*class=.?traveller", text) is not None
    return 0 if is_of_hands else len(re.findall(r"<td[^>]*class=.?(?:handnum|username)\b[^>]*>\s*\w", text))


def rows_in_acbl_game(data: bytes, _: Reading) -> int:
    """The objects with pairs of both directions, wherever they are."""
    text = decoded(data)[0]
    if not text.lstrip().startswith("{"):
        found, script = _DATA.search(text), _SCRIPT.search(text)
        text = html.unescape(found[1][1:-1]) if found else script[1] if script else ""
    return _results_in(_document(text))


def _results_in(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_results_in, value))
    if isinstance(value, dict):
        return ({"ns_pair", "ew_pair"} <= set(value)) + sum(map(_results_in, value.values()))
    return 0


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
