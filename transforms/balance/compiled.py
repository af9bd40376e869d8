"""Inner loops compiled to machine code, kept on disk for the next run where there is a place to keep them."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")


def compiled(function: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """The function compiled at its first call, free of the interpreter lock while it runs.

    Where neither the folder of the module nor that of the user can be written, it is compiled anew in each process.
    """
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)
