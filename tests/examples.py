"""How many examples a property tries: fewer by day than at night."""

from hypothesis import settings

NIGHT = 300
"""The examples at night of a property that names no number of its own; by day it tries a fiftieth of them."""


def by_night(number: int) -> int:
    """The number where `make test-nightly` asks for new examples; else a fifth of it, and three at least."""
    return number if settings().max_examples >= NIGHT else min(number, max(3, number // 5))
