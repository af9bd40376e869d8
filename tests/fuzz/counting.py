"""A second look at spoiled files, by other means than the readers: how many rows they have, and how many are lost.

Where a file is not sound at all, such as a zip file that cannot be opened, its rows are not counted.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable

from pipelines.readers import Reading

_COUNTED = ("rows", "lines", "matches", "participants", "others")
"""Arguments of findings that say how many rows a finding is about."""


def lost(data: bytes, reading: Reading) -> int:
    """How many rows of the file are neither in a table nor spoken of in a finding; 0 where they cannot be counted."""
    count = _COUNTS.get(reading.format)
    if count is None or _is_refused(reading):
        return 0
    return max(count(data) - _accounted(reading), 0)


def _is_refused(reading: Reading) -> bool:
    """Whether the file as a whole is not used, and a finding says so."""
    return not any(table.height for table in reading.tables.values()) and reading.findings.height > 0


def _accounted(reading: Reading) -> int:
    """The different lines in tables and in findings, and the rows that findings speak of together."""
    lines = {line for table in reading.tables.values() for line in table["line_no"].drop_nulls()}
    together = 0
    for line_no, arguments in reading.findings.select("line_no", "arguments").rows():
        said = json.loads(arguments or "{}")
        counts = [int(said[name]) for name in _COUNTED if str(said.get(name, "")).isdigit()]
        together += sum(counts)
        if line_no is not None:
            lines.add(line_no)
    return len(lines) + together


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _in_pbn(data: bytes) -> int:
    """The rows under score tables and result lists, counted from the last line to the first."""
    count = waiting = 0
    for line in reversed(re.sub(r"\{[^{}]*\}", "", _text(data)).split("\n")):
        plain = line.strip()
        if re.match(r'\[\s*\w+\s*"', plain):
            count += waiting if re.match(r"\[\s*(total)?scoretable\b", plain.lower()) else 0
            waiting = 0
        elif plain and plain[0] not in "%;[{":
            waiting += 1
    return count


def _in_usebio(data: bytes) -> int:
    """The lines on which a result line begins, before the place where the file breaks off."""
    plain = re.sub(rb"<!--.*?(-->|\Z)|<!\[CDATA\[.*?(\]\]>|\Z)", b"", data, flags=re.DOTALL)
    return sum(b"<TRAVELLER_LINE>" in line for line in plain.splitlines())


def _in_csv(data: bytes) -> int:
    """The lines with content below the first, those left out that begin inside quotes."""
    count, inside = -1, False
    for line in _text(data).split("\n"):
        if not inside and line.strip(" ,;\t\"'"):
            count += 1
        inside ^= line.count('"') % 2 == 1
    return count


def _in_workbook(data: bytes) -> int:
    """The rows with a value, without the first of each sheet."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sheets = [archive.read(name) for name in archive.namelist() if "worksheets/sheet" in name]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, KeyError):
        return 0
    rows = [re.findall(rb"<row\b[^>]*>(?:(?!<row\b).)*?<v>", sheet, flags=re.DOTALL) for sheet in sheets]
    return sum(max(len(found) - 1, 0) for found in rows)


def _games(data: bytes) -> int:
    """The lines that begin a game."""
    return len(re.findall(r'^\[Event "', re.sub(r"\{[^{}]*\}", "", _text(data)), flags=re.MULTILINE))


_COUNTS: dict[str, Callable[[bytes], int]] = {
    "pbn": _in_pbn,
    "usebio": _in_usebio,
    "csv": _in_csv,
    "xlsx": _in_workbook,
    "pgn": _games,
    "pdn": _games,
}
"""Format -> the count; a Bridgemate file needs a reader of Access files to be counted, so it is not here."""
