"""Open files from strangers: never a pipe or a device, which could block for ever, and never too many bytes.

The module also writes whole files, and files that show that a process lives.
"""

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
"""Without O_NONBLOCK, opening a pipe waits for a writer; a socket cannot be opened at all."""
_CHUNK = 65_536
"""Bytes read at once: a larger buffer would be slower for small files, because the system must provide it."""

_START = 16
_BUSY = (errno.EACCES, errno.EPERM, errno.EBUSY)
"""Errors for a file that another program reads, if the system does not let us replace it."""


def apply_umask() -> None:
    """Take away from new files the permissions in BAROMETER_UMASK (027: all permissions of others)."""
    if taken := taken_away():
        os.umask(taken)


def taken_away() -> int:
    """Return the permissions that BAROMETER_UMASK takes away; 0 if it is not set."""
    said = value_of(UMASK)
    if not said:
        return 0
    if not re.fullmatch("[0-7]{1,4}", said) or int(said, 8) & ~0o077:
        raise UnusableError(
            "{variable}={said}: write three octal digits, the first of them 0: 027 for owner and group, 077",
            variable=UMASK,
            said=said,
        )
    return int(said, 8)


class NotAFileError(OSError):
    """The path is a folder, a pipe, a socket or a device, not a file; `strerror` says which."""


class TooLargeError(OSError):
    """The file has more bytes than may be read."""


def bytes_of(path: Path, most: int) -> bytes:
    """Return all bytes of a file; raise `NotAFileError`, `TooLargeError` (more than `most` bytes) or `OSError`."""
    with _opened(path) as (handle, known), os.fdopen(handle, "rb", closefd=False) as file:
        data = file.read(most + 1) if known.st_size <= most else b""
    if known.st_size > most or len(data) > most:
        raise TooLargeError(errno.EFBIG, "too large", str(path))
    return data


class Contents(NamedTuple):
    """What a file holds, as far as needed to see whether it changed."""

    sha256: str
    """The hash of its bytes; of its size and modification time if the file is too large to read."""
    size: int
    modified: float
    """When the file was last changed, in seconds as in `os.stat`."""
    start: bytes = b""
    """Its first bytes, which identify some formats; empty if the file is too large to read."""


def contents_of(path: Path, most: int, *, is_file: bool = False) -> Contents:
    """Describe a file; read it unless it has more than `most` bytes. `is_file`: it is known to be a file.

    Raises the errors of `bytes_of`, except for size.
    """
    with _opened(path, is_file=is_file) as (handle, known):
        start = b""
        if known.st_size > most:
            digest = hashlib.sha256(f"{known.st_size} {known.st_mtime_ns}".encode())
        else:
            # A buffered file and `hashlib.file_digest` are slower for small files, and there are many.
            digest = hashlib.sha256()
            while chunk := os.read(handle, _CHUNK):
                digest.update(chunk)
                start = start or chunk[:_START]
        return Contents(digest.hexdigest(), known.st_size, known.st_mtime, start)


def put_whole(path: Path, data: bytes | str) -> None:
    """Write a file next to its place, sync it to the disk, and rename it, so that the old file stays until the end.

    A link stays a link, and its target is rewritten. A pipe or a device is written directly. Text is UTF-8.

    Raises:
        UnusableError: another program holds the file open.
        OSError: anything else.
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
            wrong.filename = str(path)  # the temporary file is gone, and the caller does not know it
        raise


def aside_of(place: Path) -> Path:
    """Return where a file is written until it takes its place."""
    return place.with_name(f".writing-{place.name}")


_IN_USE = gettext_noop(
    "{place}: it cannot be replaced ({strerror}), perhaps because another program has it open; close it there and"
    " try again"
)
_KEPT_OPEN = gettext_noop(
    "{place}: cannot be replaced ({strerror}); close what has it open, or let it be written, and run barometer build:"
    " it goes on from here"
)


def patiently(
    act: Callable[[], object],
    place: Path,
    *,
    tries: int | None = None,
    busy: tuple[int, ...] = (),
    message: str = _IN_USE,
) -> None:
    """Replace, move or remove something; on Windows, try for a while if other programs have it open.

    `busy` are the errors (`errno`) that mean "open elsewhere" on any system. With `busy`, every error except a full
    disk becomes `UnusableError`. Without `busy`, only a lasting `PermissionError` on Windows does; others stay
    `OSError`.
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
    """Rename a file to the place of another; raise `UnusableError` if a program still has that file open."""
    patiently(partial(new.replace, old), old, tries=waits.WAREHOUSE_TRIES, busy=_BUSY, message=_KEPT_OPEN)
    with suppress(OSError):
        synced(old.parent)


def synced(path: Path) -> None:
    """Write a file or folder through to its disk."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def kind_of(mode: int) -> str | None:
    """Return what is at a path, if it is not a file, folder or link: a pipe, a socket, a device."""
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
    """Hold a lock of this process, so that others see that it lives."""
    claim = FileLock(place, is_singleton=False)
    with suppress(OSError):  # if no lock can be made, the lock of the build reports that
        place.parent.mkdir(parents=True, exist_ok=True)
        claim.acquire()
    try:
        yield
    finally:
        claim.release()
        with suppress(OSError):
            place.unlink(missing_ok=True)


def is_claimed(place: Path) -> bool:
    """Return whether a process holds this lock of `claimed`; if that process was killed, remove the lock."""
    try:
        with FileLock(place, timeout=0, is_singleton=False):
            pass
    except Timeout:
        return True
    with suppress(OSError):  # Windows: another process is asking just now
        place.unlink(missing_ok=True)
    return False
