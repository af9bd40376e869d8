"""What goes between this process and its workers: JSON, and tables as a stream of Arrow. Nothing in it can be run."""

import io
import json
import os
import struct
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polars as pl

from pipelines.intake.landing.one_file import Answer
from pipelines.intake.readers.reading import Reading, shape
from transforms.tables import schemas as tables

_LENGTH = struct.Struct(">Q")
_LONGEST_HEADER = 10_000_000

READY = b"ready\n"
"""The first that a worker says."""


class BrokenAnswerError(Exception):
    """The worker ended before its answer did, or what it said is no answer."""


def request(path: Path, file_id: str) -> bytes:
    """The line that asks for a file to be read."""
    return json.dumps({"path": os.fspath(path), "file_id": file_id}).encode() + b"\n"


def requested(line: bytes) -> tuple[Path, str]:
    """The path and id in such a line."""
    asked = json.loads(line)
    return Path(asked["path"]), asked["file_id"]


def send(answer: Answer, to: BinaryIO) -> None:
    """Write an answer; tables without rows are left out."""
    found = answer.reading
    frames = {name: table for name, table in found.tables.items() if table.height} | {"": found.findings}
    packed = {name: _packed(frame) for name, frame in frames.items()}
    header = {
        "format": found.format,
        "given": sorted(found.given),
        "sha256": answer.sha256,
        "fault": answer.fault,
        "origin": dict(found.origin),
        "frames": {name: len(data) for name, data in packed.items()},
    }
    words = json.dumps(header).encode()
    to.write(_LENGTH.pack(len(words)) + words)
    for data in packed.values():
        to.write(data)
    to.flush()


class Packed(NamedTuple):
    """An answer as it came: its header, and its tables in bytes."""

    header: dict[str, Any]
    frames: dict[str, bytes]

    def opened(self) -> Answer:
        """The answer itself.

        Raises:
            BrokenAnswerError: it is none.
        """
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
    """Read an answer, without polars: several threads do so, while others query.

    Raises:
        BrokenAnswerError: there is none.
    """
    (length,) = _LENGTH.unpack(_exactly(source, _LENGTH.size))
    if length > _LONGEST_HEADER:
        raise BrokenAnswerError
    try:
        header = json.loads(_exactly(source, length))
        return Packed(header, {name: _exactly(source, size) for name, size in header["frames"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise BrokenAnswerError from wrong


def _packed(frame: pl.DataFrame) -> bytes:
    data = io.BytesIO()
    frame.write_ipc_stream(data)
    return data.getvalue()


def _exactly(source: BinaryIO, size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise BrokenAnswerError
    return data
