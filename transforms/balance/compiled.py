"""Compiles inner loops to machine code, and keeps the code on disk for the next run where possible."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")


def compiled(function: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """Compile the function at its first call; the compiled code runs without the interpreter lock.

    The code is kept in the folder of the module, or else in the cache folder of the user. Where neither can be written,
    each process compiles the function again.
    """
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)
