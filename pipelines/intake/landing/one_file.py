"""Read one file within the limits: whatever its reader does short of killing the process becomes a finding."""

import hashlib
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pipelines.intake.landing.limits import Limits, variable
from pipelines.intake.readers.reading import Finding, Reading, Sheets, error, reading
from pipelines.machine.files import NotAFileError, TooLargeError, bytes_of
from pipelines.machine.sizes import in_bytes

Reader = Callable[[bytes, str], Reading]
"""Called with all bytes of a file and its id: `read_bytes`, or what a test puts in its place."""

NOT_READ = "not read"
"""The format of a file that is not read."""

NO_MEMORY, NO_TIME, DIED = "limits.memory", "limits.time", "reader.died"

TRY_AGAIN = (NO_MEMORY, NO_TIME, DIED)
"""Codes of findings that may be gone when the same file is read again, on a machine that is less busy."""


class Answer(NamedTuple):
    """What became of a file: its reading, the sha256 of the bytes that were read (None for none), and the fault.

    `fault` is the code of the finding with which its reader failed; None where it did not fail.
    """

    reading: Reading
    sha256: str | None
    fault: str | None = None


def read_one(path: Path, file_id: str, limits: Limits, reader: Reader) -> Answer:
    """Read one file; nothing is raised, whatever is in it."""
    try:
        data = bytes_of(path, limits.bytes)
    except (OSError, MemoryError) as wrong:
        why = _why_not_opened(wrong, limits)
        return Answer(not_read(file_id, why), None, why.code if why.code == NO_MEMORY else None)
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        found = reader(data, file_id)
    except KeyboardInterrupt:
        raise
    except BaseException as wrong:  # polars panics with an exception that is no Exception
        return failed(file_id, _why_failed(wrong, limits), sha256)
    rows = sum(table.height for table in found.tables.values())
    if rows > limits.rows:
        return Answer(not_read(file_id, _too_many_rows(rows, limits)), sha256)
    return Answer(found, sha256)


def failed(file_id: str, why: Finding, sha256: str | None = None) -> Answer:
    """The answer for a file whose reader failed."""
    return Answer(not_read(file_id, why), sha256, why.code)


def not_read(file_id: str, why: Finding) -> Reading:
    """The reading of a file that is left out: no row, and the finding that says why."""
    return reading(NOT_READ, Sheets({}, [why]), file_id)


def too_large(limits: Limits) -> Finding:
    """The file has too many bytes."""
    return error(
        "limits.bytes",
        "the file has more than {most}, so it is not read: cut it into smaller files, or allow more with {variable}",
        most=in_bytes(limits.bytes),
        variable=variable("bytes"),
    )


def no_file(is_what: str) -> Finding:
    """There is something else than a file."""
    return error(
        "landing.no_file",
        "this is {is_what}, not a file, so it is not opened: take it away, or put the file itself in its place",
        is_what=is_what,
    )


def cannot_be_opened(why: OSError) -> Finding:
    """The system does not let the file be opened."""
    if isinstance(why, PermissionError):
        return error(
            "landing.closed",
            "the file cannot be opened, and is left out until it can: if another program has it open, as Excel may,"
            " close it there and run this again; if none has, give yourself the right to read it (in Windows: right"
            " click, Properties, Security), or ask whoever looks after the computer",
        )
    return error(
        "landing.not_opened",
        "the file cannot be opened ({reason}): see whether it is there and whole, copy it again if not, and run this"
        " again",
        reason=why.strerror or type(why).__name__,
    )


def out_of_memory(limits: Limits) -> Finding:
    """Reading takes too much memory."""
    return error(
        NO_MEMORY,
        "reading this file takes more than {most} of memory, so it is left out: export it again or cut it into smaller"
        " files; if it is right as it stands, allow more with {variable}",
        most=in_bytes(limits.memory),
        variable=variable("memory"),
    )


def out_of_time(seconds: int) -> Finding:
    """Reading takes too long."""
    return error(
        NO_TIME,
        "reading this file takes more than {most} s, so it is left out: export it again or cut it into smaller files;"
        " if it is right as it stands, allow more with {variable}",
        most=seconds,
        variable=variable("seconds"),
    )


def died(how: str) -> Finding:
    """The process that read the file came to an end by itself, or by a hand outside."""
    return error(
        DIED,
        "the program that read this file broke down ({how}), so the file is left out: export it again; if that does not"
        " help, report it with the file",
        how=how,
    )


def _why_not_opened(wrong: OSError | MemoryError, limits: Limits) -> Finding:
    match wrong:
        case TooLargeError():
            return too_large(limits)
        case NotAFileError():
            return no_file(str(wrong.strerror))
        case OSError():
            return cannot_be_opened(wrong)
        case _:
            return out_of_memory(limits)


def _why_failed(wrong: BaseException, limits: Limits) -> Finding:
    match wrong:
        case MemoryError():
            return out_of_memory(limits)
        case RecursionError():
            return _too_deep(limits)
        case _:
            return _wrong(wrong)


def _too_deep(limits: Limits) -> Finding:
    return error(
        "limits.nesting",
        "the content of this file is nested too deep to be read ({most} calls), so it is left out: export it again; if"
        " it is right as it stands, allow more with {variable}",
        most=limits.nesting,
        variable=variable("nesting"),
    )


def _too_many_rows(rows: int, limits: Limits) -> Finding:
    return error(
        "limits.rows",
        "the file has {rows} rows, more than {most}, so it is left out: cut it into smaller files, or allow more with"
        " {variable}",
        rows=rows,
        most=limits.rows,
        variable=variable("rows"),
    )


def _wrong(why: BaseException) -> Finding:
    steps = traceback.extract_tb(why.__traceback__)
    where = f"{Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else "?"
    return error(
        "reader.failed",
        "the reader has a fault that this file brings out ({what} in {where}), so the file is left out: report it with"
        " the file",
        what=type(why).__name__,
        where=where,
    )
