"""Read one file within the limits: any failure of its reader, short of a killed process, becomes a finding.

A worker sends a JSON header, and tables as Arrow streams: nothing in these can be executed.
"""

import hashlib
import io
import json
import os
import struct
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polars as pl

from pipelines.intake.landing.limits import OF_BYTES, Limits, variable
from pipelines.intake.readers.reading import Finding, Reading, Sheets, error, reading, shape
from pipelines.machine.files import NotAFileError, TooLargeError, bytes_of
from pipelines.machine.sizes import in_bytes
from transforms.tables import schemas as tables

Reader = Callable[[bytes, str], Reading]
"""Called with all bytes of a file and its id: `read_bytes`, or a test's replacement."""
NOT_READ = "not read"
NO_MEMORY, NO_TIME, DIED = "limits.memory", "limits.time", "reader.died"
TRY_AGAIN = (NO_MEMORY, NO_TIME, DIED)
"""Codes of findings that may disappear if the same file is read again on a less busy machine."""

_TOO_MUCH = {
    "bytes": (
        "limits.size/bytes",
        "the file has more than {most}, so it is not read: split it, or allow more with {variable}",
    ),
    "rows": (
        "limits.size/rows",
        "the file has {rows} rows, more than {most}, so it is left out: split it, or allow more with {variable}",
    ),
    "nesting": (
        "limits.size/nesting",
        "this file is nested too deep ({most} calls), so it is left out: export it again, or allow more with"
        " {variable}",
    ),
    "memory": (
        NO_MEMORY,
        "this file takes more than {most} of memory, so it is left out: export it again, split it,"
        " or allow more with {variable}",
    ),
    "seconds": (
        NO_TIME,
        "reading this file takes more than {most} s, so it is left out: export it again, split it,"
        " or allow more with {variable}",
    ),
}


class Answer(NamedTuple):
    """The result for a file: its reading, the sha256 of the bytes read, and the code of a reader's fault."""

    reading: Reading
    sha256: str | None
    fault: str | None = None


def read_one(path: Path, file_id: str, limits: Limits, reader: Reader) -> Answer:
    """Read one file; nothing is raised, whatever the file contains."""
    try:
        data = bytes_of(path, limits.bytes)
    except MemoryError:
        return failed(file_id, too_much("memory", limits))
    except TooLargeError:
        return Answer(not_read(file_id, too_much("bytes", limits)), None)
    except OSError as wrong:
        why = no_file(str(wrong.strerror)) if isinstance(wrong, NotAFileError) else cannot_be_opened(wrong)
        return Answer(not_read(file_id, why), None)
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        found = reader(data, file_id)
    except KeyboardInterrupt:
        raise
    except BaseException as wrong:  # polars panics with an exception that is not an Exception
        return failed(file_id, _why_failed(wrong, limits), sha256)
    rows = sum(table.height for table in found.tables.values())
    if rows > limits.rows:
        return Answer(not_read(file_id, too_much("rows", limits, rows=rows)), sha256)
    return Answer(found, sha256)


def failed(file_id: str, why: Finding, sha256: str | None = None) -> Answer:
    """Return the answer for a file whose reader failed."""
    return Answer(not_read(file_id, why), sha256, why.code)


def not_read(file_id: str, why: Finding) -> Reading:
    """Return the reading of a file that is left out, with the finding that says why."""
    return reading(NOT_READ, Sheets({}, [why]), file_id)


def too_much(limit: str, limits: Limits, **gaps: object) -> Finding:
    """Return the error for a file beyond a limit; `gaps` may give another `most`."""
    code, sentence = _TOO_MUCH[limit]
    most = getattr(limits, limit)
    filled: dict[str, Any] = {"most": in_bytes(most) if limit in OF_BYTES else most, "variable": variable(limit)} | gaps
    return error(code, sentence, **filled)


def no_file(is_what: str) -> Finding:
    """Return the error for something that is not a file."""
    sentence = "this is {is_what}, not a file, so it is not opened: take it away, or put the file itself in its place"
    return error("landing.no_file", sentence, is_what=is_what)


def cannot_be_opened(why: OSError) -> Finding:
    """Return the error for a file that the system refuses to open."""
    if isinstance(why, PermissionError):
        sentence = (
            "the file cannot be opened, so it is left out: close it if another program, such as Excel, has it open, and"
            " run this again; or give yourself the right to read it (in Windows: right click, Properties, Security)"
        )
        return error("landing.closed", sentence)
    sentence = "the file cannot be opened ({reason}): copy it again if it is missing or damaged, and run this again"
    return error("landing.closed/reason", sentence, reason=why.strerror or type(why).__name__)


def died(how: str) -> Finding:
    """Return the error for a file whose process ended, by itself or from outside."""
    sentence = (
        "the program that read this file broke down ({how}), so it is left out: export it again, or report this with"
        " the file"
    )
    return error(DIED, sentence, how=how)


def _why_failed(wrong: BaseException, limits: Limits) -> Finding:
    if isinstance(wrong, MemoryError | RecursionError):
        return too_much("memory" if isinstance(wrong, MemoryError) else "nesting", limits)
    steps = traceback.extract_tb(wrong.__traceback__)
    where = f"{Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else "?"
    sentence = "the reader fails on this file ({what} in {where}), so it is left out: report this with the file"
    return error("reader.failed", sentence, what=type(wrong).__name__, where=where)


READY = b"ready\n"
_LENGTH = struct.Struct(">Q")
_LONGEST_HEADER = 10_000_000


class BrokenAnswerError(Exception):
    """The worker ended before its answer was complete, or did not send an answer."""


def request(path: Path, file_id: str) -> bytes:
    """Return the line that asks a worker to read a file."""
    return json.dumps({"path": os.fspath(path), "file_id": file_id}).encode() + b"\n"


def requested(line: bytes) -> tuple[Path, str]:
    """Return the path and the id in such a line."""
    asked = json.loads(line)
    return Path(asked["path"]), asked["file_id"]


def send(answer: Answer, to: BinaryIO) -> None:
    """Write an answer; tables without rows are left out."""
    found = answer.reading
    packed: dict[str, bytes] = {}
    for name, frame in {"": found.findings, **found.tables}.items():
        if frame.height or not name:
            frame.write_ipc_stream(data := io.BytesIO())
            packed[name] = data.getvalue()
    header = {
        "format": found.format,
        "given": sorted(found.given),
        "sha256": answer.sha256,
        "fault": answer.fault,
        "origin": dict(found.origin),
        "frames": {name: len(data) for name, data in packed.items()},
    }
    words = json.dumps(header).encode()
    to.write(b"".join([_LENGTH.pack(len(words)), words, *packed.values()]))
    to.flush()


class Packed(NamedTuple):
    """An answer as received: its header, and its tables in bytes."""

    header: dict[str, Any]
    frames: dict[str, bytes]

    def opened(self) -> Answer:
        """Return the answer itself, or raise BrokenAnswerError."""
        try:
            frames = {name: pl.read_ipc_stream(data) for name, data in self.frames.items()}
            found = Reading(
                self.header["format"],
                frozenset(self.header["given"]),
                {name: frames.get(name, pl.DataFrame(schema=shape(name))) for name in tables.LANDING},
                frames[""],
                self.header["origin"],
            )
            return Answer(found, self.header["sha256"], self.header["fault"])
        except (ValueError, KeyError, TypeError, AttributeError, pl.exceptions.PolarsError) as wrong:
            raise BrokenAnswerError from wrong


def received(source: BinaryIO) -> Packed:
    """Read an answer, or raise BrokenAnswerError; without polars, because several threads do this."""
    (length,) = _LENGTH.unpack(_exactly(source, _LENGTH.size))
    if length > _LONGEST_HEADER:
        raise BrokenAnswerError
    try:
        header = json.loads(_exactly(source, length))
        return Packed(header, {name: _exactly(source, size) for name, size in header["frames"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise BrokenAnswerError from wrong


def _exactly(source: BinaryIO, size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise BrokenAnswerError
    return data
