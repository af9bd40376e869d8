"""Swap two folders at once, so that whoever reads meets the one or the other, whole."""

import ctypes
import ctypes.util
import errno
import os
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

_AT_FDCWD, _EXCHANGE_ON_LINUX = -100, 2
_SWAP_ON_MAC = 2
_NOT_HERE = (errno.EINVAL, errno.ENOSYS, errno.EXDEV, errno.ENOTSUP, errno.EOPNOTSUPP)


def exchanged(one: Path, other: Path) -> bool:
    """Swap what stands at two paths, and return True; False, and nothing is changed, where the system cannot do that.

    Raises:
        OSError: one of them is not there, or may not be moved.
    """
    swap = _swap()
    if swap is None:
        return False
    if swap(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    wrong = ctypes.get_errno()
    if wrong in _NOT_HERE:
        return False
    raise OSError(wrong, os.strerror(wrong), str(one))


@cache
def _swap() -> Any:
    """A function of two paths that returns 0 when they are swapped; None where there is none."""
    if sys.platform == "win32":
        return None
    libc = ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
    if sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        return partial(_swapped_on_mac, libc)
    if hasattr(libc, "renameat2"):
        return partial(_swapped_on_linux, libc)
    return None


def _swapped_on_mac(libc: ctypes.CDLL, one: bytes, other: bytes) -> int:
    return libc.renamex_np(one, other, _SWAP_ON_MAC)


def _swapped_on_linux(libc: ctypes.CDLL, one: bytes, other: bytes) -> int:
    return libc.renameat2(_AT_FDCWD, one, _AT_FDCWD, other, _EXCHANGE_ON_LINUX)
