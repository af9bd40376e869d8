"""Open files from strangers safely (no pipes or devices, not too many bytes), and write files only as a whole."""

import errno
import hashlib
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from pipelines.machine import waits
from pipelines.machine.disks import is_full
from pipelines.machine.environment import UMASK, value_of
from pipelines.machine.errors import UnusableError, why
from transforms.tables.messages import gettext_noop

_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags for opening a file. Without O_NONBLOCK, opening a pipe would wait until somebody writes to it."""
_CHUNK = 65_536
"""The number of bytes read at once. The system provides the buffer, so a larger one slows down small files."""

_START = 16
_BUSY = (errno.EACCES, errno.EPERM, errno.EBUSY)


def apply_umask() -> None:
    """Withhold the permissions that BAROMETER_UMASK names, such as 027, from new files."""
    if taken := taken_away():
        os.umask(taken)


def taken_away() -> int:
    """Return the permissions that BAROMETER_UMASK withholds; 0 if it is not set."""
    said = value_of(UMASK)
    if not said:
        return 0
    if not re.fullmatch("[0-7]{1,4}", said) or int(said, 8) & ~0o077:
        raise UnusableError(
            "{variable}={said}: write three octal digits that begin with 0, such as 027 (access for owner and "
            "group) or 077 (for the owner only)",
            variable=UMASK,
            said=said,
        )
    return int(said, 8)


class NotAFileError(OSError):
    """The path is not a file but a folder, a pipe, a socket or a device; `strerror` says which."""


class TooLargeError(OSError):
    """The file has more bytes than may be read."""


def bytes_of(path: Path, most: int) -> bytes:
    """Return all bytes of a file; raise `NotAFileError`, `TooLargeError` above `most` bytes, or another `OSError`."""
    with _opened(path) as (handle, known), os.fdopen(handle, "rb", closefd=False) as file:
        data = file.read(most + 1) if known.st_size <= most else b""
    if known.st_size > most or len(data) > most:
        raise TooLargeError(errno.EFBIG, "too large", str(path))
    return data


class Contents(NamedTuple):
    """Facts about the content of a file that show whether it changed."""

    sha256: str
    """The hash of the file's bytes. If the file is too large to read: the hash of its size and modification time."""
    size: int
    modified: float
    """The time of the last change, in seconds as in `os.stat`."""
    start: bytes = b""
    """The first bytes of the file, which identify some formats; empty if the file is too large to read."""


def contents_of(path: Path, most: int, *, is_file: bool = False) -> Contents:
    """Return the `Contents` of a file. It is read only if it has at most `most` bytes. Errors as in `bytes_of`."""
    with _opened(path, is_file=is_file) as (handle, known):
        start = b""
        if known.st_size > most:
            digest = hashlib.sha256(f"{known.st_size} {known.st_mtime_ns}".encode())
        else:
            # A buffered file and `hashlib.file_digest` are slower for small files, of which there are many.
            digest = hashlib.sha256()
            while chunk := os.read(handle, _CHUNK):
                digest.update(chunk)
                start = start or chunk[:_START]
        return Contents(digest.hexdigest(), known.st_size, known.st_mtime, start)


def put_whole(path: Path, data: bytes | str) -> None:
    """Write a file under a temporary name, sync it to the disk, then rename it. Until then the old file stays.

    If `path` is a link, its target is replaced. A pipe or a device is written directly. Text is UTF-8. Raises
    `UnusableError` if another program holds the file open, or another `OSError`.
    """
    content = data.encode("utf-8") if isinstance(data, str) else data
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    place = path.resolve()
    aside = aside_of(place)
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, aside)
        patiently(partial(aside.replace, place), place)
    except BaseException as wrong:
        aside.unlink(missing_ok=True)
        if isinstance(wrong, OSError):
            wrong.filename = str(path)  # the temporary file is gone, and its name means nothing to the caller
        raise


def aside_of(place: Path) -> Path:
    """Return the temporary path at which a file is written before it is renamed to `place`."""
    return place.with_name(f".writing-{place.name}")


_IN_USE = gettext_noop(
    "{place}: this cannot be replaced ({strerror}), perhaps because another program has it open; close it "
    "there, and try again"
)
_KEPT_OPEN = gettext_noop(
    "{place}: this file cannot be replaced ({strerror}); close the program that has it open, or allow writing "
    "to it. Then run barometer build, which goes on from here"
)


def patiently(
    act: Callable[[], object],
    place: Path,
    *,
    tries: int | None = None,
    busy: tuple[int, ...] = (),
    message: str = _IN_USE,
) -> None:
    """Do `act`, which replaces, moves or removes `place`. On Windows, retry for a while if a program has it open.

    `busy` has the error numbers that mean "open in another program" on any system. If it is given, every error except
    a full disk becomes `UnusableError`; if it is empty, only a lasting `PermissionError` on Windows does.
    """
    for tries_left in reversed(range(tries or waits.FILE_TRIES)):
        try:
            act()
            return
        except OSError as wrong:
            is_open = wrong.errno in busy if busy else sys.platform == "win32" and isinstance(wrong, PermissionError)
            if not is_open and (not busy or is_full(wrong)):
                raise
            if not (is_open and tries_left):
                raise UnusableError(message, place=place, strerror=why(wrong)) from wrong
            time.sleep(waits.FILE_PAUSE)


def replaced(new: Path, old: Path) -> None:
    """Rename the file `new` to `old`. Raise `UnusableError` if a program keeps `old` open."""
    patiently(partial(new.replace, old), old, tries=waits.WAREHOUSE_TRIES, busy=_BUSY, message=_KEPT_OPEN)
    with suppress(OSError):
        synced(old.parent)


def synced(path: Path) -> None:
    """Flush a file or folder to its disk."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def kind_of(mode: int) -> str | None:
    """Return `a pipe`, `a socket` or `a device` if the mode means one of these, otherwise None."""
    return _KINDS.get(stat.S_IFMT(mode))


@contextmanager
def _opened(path: Path, *, is_file: bool = False) -> Iterator[tuple[int, os.stat_result]]:
    if not is_file and not stat.S_ISREG(before := path.stat().st_mode):
        raise _no_file(path, before)
    handle = os.open(path, _READING)
    try:
        now = os.fstat(handle)
        if not stat.S_ISREG(now.st_mode):
            raise _no_file(path, now.st_mode)
        yield handle, now
    finally:
        os.close(handle)


def _no_file(path: Path, mode: int) -> NotAFileError:
    is_what = "a folder" if stat.S_ISDIR(mode) else kind_of(mode) or "no file"
    return NotAFileError(errno.EINVAL, is_what, str(path))


@contextmanager
def claimed(place: Path) -> Iterator[None]:
    """Hold a lock at `place`, which shows other processes that this one is alive."""
    claim = FileLock(place, is_singleton=False)
    with suppress(OSError):  # if no lock can be made, the build reports the reason when it takes its own lock
        place.parent.mkdir(parents=True, exist_ok=True)
        claim.acquire()
    try:
        yield
    finally:
        claim.release()
        with suppress(OSError):
            place.unlink(missing_ok=True)


def is_claimed(place: Path) -> bool:
    """Return whether a living process holds the lock of `claimed` at this place. If none does, remove the file."""
    try:
        with FileLock(place, timeout=0, is_singleton=False):
            pass
    except Timeout:
        return True
    with suppress(OSError):  # on Windows, if another process is checking the same place
        place.unlink(missing_ok=True)
    return False
