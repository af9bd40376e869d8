"""Compile inner loops to machine code, cache it on disk if possible, and draw the random numbers for these loops."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")


def compiled(function: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """Compile the function at its first call, without the interpreter lock; cache it if a folder can be written."""
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)


def seed_of_run(seed: int, *run: int) -> np.uint64:
    """Return the initial state of the random numbers of one run (`run` identifies it)."""
    return np.random.SeedSequence([seed, *run]).generate_state(1, np.uint64)[0]


@compiled
def drawn(state: NDArray[np.uint64]) -> np.uint64:
    """Draw the next number of splitmix64 (Steele, Lea and Flood 2014) and advance `state`, an array of one number."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def below(state: NDArray[np.uint64], choices: int) -> int:
    """Draw a random integer from 0 to `choices` - 1; `choices` must be less than 2**32."""
    return int(((drawn(state) >> np.uint64(32)) * np.uint64(choices)) >> np.uint64(32))
