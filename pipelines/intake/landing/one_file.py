"""Read one file within the limits. If the reader fails, the file gets a finding, unless the process is killed.

The process that reads (a worker) sends a JSON header, and tables as Arrow streams. Neither can hold code to execute.
"""

import hashlib
import io
import json
import os
import struct
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polars as pl

from pipelines.intake.landing.limits import OF_BYTES, Limits, variable
from pipelines.intake.readers.reading import Finding, Reading, Sheets, error, reading, shape
from pipelines.machine.environment import in_bytes
from pipelines.machine.files import NotAFileError, TooLargeError, bytes_of
from transforms.tables import schemas as tables

Reader = Callable[[bytes, str], Reading]
"""A function that reads the bytes of the file with this id: `read_bytes`, or a replacement in tests."""
NOT_READ = "not read"
NO_MEMORY, NO_TIME, DIED = "limits.memory", "limits.time", "reader.died"
TRY_AGAIN = (NO_MEMORY, NO_TIME, DIED)
"""Codes of findings that may disappear if the same file is read again on a less busy machine."""

_TOO_MUCH = {
    "bytes": "limits.size/bytes",
    "rows": "limits.size/rows",
    "nesting": "limits.size/nesting",
    "memory": NO_MEMORY,
    "seconds": NO_TIME,
}


class Answer(NamedTuple):
    """The result of reading a file: tables, findings, the sha256 of its bytes, and the code of a reader's failure."""

    reading: Reading
    sha256: str | None
    fault: str | None = None


def read_one(path: Path, file_id: str, limits: Limits, reader: Reader) -> Answer:
    """Read one file. Whatever it contains, only `KeyboardInterrupt` is raised."""
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
    except BaseException as wrong:  # a panic in the code of polars is not an `Exception`
        return failed(file_id, _why_failed(wrong, limits), sha256)
    rows = sum(table.height for table in found.tables.values())
    if rows > limits.rows:
        return Answer(not_read(file_id, too_much("rows", limits, rows=rows)), sha256)
    return Answer(found, sha256)


def failed(file_id: str, why: Finding, sha256: str | None = None) -> Answer:
    """Return the answer about a file whose reader failed."""
    return Answer(not_read(file_id, why), sha256, why.code)


def not_read(file_id: str, why: Finding) -> Reading:
    """Return the reading of a file that is left out: no tables, and the finding that says why."""
    return reading(NOT_READ, Sheets({}, [why]), file_id)


def too_much(limit: str, limits: Limits, **gaps: object) -> Finding:
    """Return the error for a file that exceeds a limit. A `most` among the `gaps` is shown instead of the limit."""
    most = getattr(limits, limit)
    filled: dict[str, Any] = {"most": in_bytes(most) if limit in OF_BYTES else most, "variable": variable(limit)} | gaps
    return error(_TOO_MUCH[limit], **filled)


def no_file(is_what: str) -> Finding:
    """Return the error for something that is not a file, but for example a pipe."""
    return error("landing.no_file", is_what=is_what)


def cannot_be_opened(why: OSError) -> Finding:
    """Return the error for a file that the system does not open."""
    if isinstance(why, PermissionError):
        return error("landing.closed")
    return error("landing.closed/reason", reason=why.strerror or type(why).__name__)


def died(how: str) -> Finding:
    """Return the error for a file whose worker ended before it answered; `how` says how it ended."""
    return error(DIED, how=how)


def _why_failed(wrong: BaseException, limits: Limits) -> Finding:
    if isinstance(wrong, MemoryError | RecursionError):
        return too_much("memory" if isinstance(wrong, MemoryError) else "nesting", limits)
    steps = traceback.extract_tb(wrong.__traceback__)
    where = f"{Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else "?"
    return error("reader.failed", what=type(wrong).__name__, where=where)


READY = b"ready\n"
_LENGTH = struct.Struct(">Q")
_LONGEST_HEADER = 10_000_000


class BrokenAnswerError(Exception):
    """The worker ended before its answer was complete, or sent something else."""


def request(path: Path, file_id: str) -> bytes:
    """Return the line that asks a worker to read a file."""
    return json.dumps({"path": os.fspath(path), "file_id": file_id}).encode() + b"\n"


def requested(line: bytes) -> tuple[Path, str]:
    """Return the path and the id of the file in a line made by `request`."""
    asked = json.loads(line)
    return Path(asked["path"]), asked["file_id"]


def send(answer: Answer, to: BinaryIO) -> None:
    """Write an answer to a stream. Tables without rows are left out."""
    found = answer.reading
    header = {
        "format": found.format,
        "given": sorted(found.given),
        "sha256": answer.sha256,
        "fault": answer.fault,
        "origin": dict(found.origin),
    }
    to.write(packed(header, {"": found.findings} | {name: rows for name, rows in found.tables.items() if rows.height}))
    to.flush()


def packed(header: dict[str, Any], frames: Mapping[str, pl.DataFrame]) -> bytes:
    """Return a header and frames as bytes, which `received` reads."""
    streams: dict[str, bytes] = {}
    for name, frame in frames.items():
        frame.write_ipc_stream(data := io.BytesIO())
        streams[name] = data.getvalue()
    words = json.dumps(header | {"frames": {name: len(data) for name, data in streams.items()}}).encode()
    return b"".join([_LENGTH.pack(len(words)), words, *streams.values()])


class Packed(NamedTuple):
    """An answer that is not unpacked yet: its header, and its tables as bytes."""

    header: dict[str, Any]
    frames: dict[str, bytes]

    def opened(self, file_id: str) -> Answer:
        """Unpack the answer. If that is impossible, the reader counts as failed."""
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
        except (ValueError, KeyError, TypeError, AttributeError, pl.exceptions.PolarsError):
            return failed(file_id, died("what it read cannot be used"))


def received(source: BinaryIO) -> Packed:
    """Read an answer, or raise BrokenAnswerError. This does not use polars, because several threads call it."""
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
