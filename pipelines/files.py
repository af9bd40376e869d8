"""Open files from strangers: never a pipe or a device, which could wait for ever, and never too many bytes."""

import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from pipelines.errors import UnusableError

_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


UMASK = "BAROMETER_UMASK"


def apply_umask() -> None:
    """Let nobody do with the files that this process makes what BAROMETER_UMASK takes away (027: all of others).

    Raises:
        UnusableError: it is no such number, or takes away what the owner needs.
    """
    if taken := taken_away():
        os.umask(taken)


def taken_away() -> int:
    """What BAROMETER_UMASK takes away from others; 0 where it says nothing.

    Raises:
        UnusableError: it is no such number, or takes away what the owner needs.
    """
    said = os.environ.get(UMASK)
    if not said:
        return 0
    if not re.fullmatch("[0-7]{1,4}", said) or int(said, 8) & ~0o077:
        raise UnusableError(
            f"{UMASK}={said}: three octal digits, of which the first is 0: 027 for owner and group, 077"
        )
    return int(said, 8)


class NotAFileError(OSError):
    """What has this name is a folder, a pipe, a socket or a device; `strerror` says so."""


class TooLargeError(OSError):
    """The file has more bytes than are read."""


def bytes_of(path: Path, most: int) -> bytes:
    """All bytes of a file.

    Raises:
        NotAFileError: it is no regular file.
        TooLargeError: it has more than `most` bytes.
        OSError: it cannot be opened.
    """
    with _opened(path, most) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_large(path)
    return data


def sha256_of(path: Path, most: int) -> str:
    """The sha256 of the bytes of a file; of its size and time of change where it has more than `most` bytes.

    Raises:
        NotAFileError, OSError: as for `bytes_of`.
    """
    try:
        with _opened(path, most) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except TooLargeError:
        known = path.stat()
        return hashlib.sha256(f"{known.st_size} {known.st_mtime_ns}".encode()).hexdigest()


def kind_of(mode: int) -> str | None:
    """What is at a path, if it is neither a file nor a folder nor a link: a pipe, a socket, a device."""
    return _KINDS.get(stat.S_IFMT(mode))


@contextmanager
def _opened(path: Path, most: int) -> Iterator[BufferedReader]:
    # Without O_NONBLOCK, opening a pipe waits for somebody to write into it; a socket cannot be opened at all.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    before = path.stat().st_mode
    if not stat.S_ISREG(before):
        raise _no_file(path, before)
    with os.fdopen(os.open(path, flags), "rb") as file:
        now = os.fstat(file.fileno())
        if not stat.S_ISREG(now.st_mode):
            raise _no_file(path, now.st_mode)
        if now.st_size > most:
            raise _too_large(path)
        yield file


def _no_file(path: Path, mode: int) -> NotAFileError:
    is_what = "a folder" if stat.S_ISDIR(mode) else kind_of(mode) or "no file"
    return NotAFileError(errno.EINVAL, is_what, str(path))


def _too_large(path: Path) -> TooLargeError:
    return TooLargeError(errno.EFBIG, "too large", str(path))
