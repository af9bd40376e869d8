"""A lake that another writer changed first."""

import random
import time
from collections.abc import Callable

from pipelines.warehouse.errors import AnotherWriterError

_TRIES, _PAUSE, _LONGEST_PAUSE = 100, 0.05, 2.0
"""So often it is tried, after so many seconds first and at most."""


def until_first(write: Callable[[], None]) -> None:
    """Do what writes a lake, again where another writer came first.

    Raises:
        AnotherWriterError: others come first all the time.
    """
    pause = _PAUSE
    for tries_left in reversed(range(_TRIES)):
        try:
            write()
            return
        except AnotherWriterError:
            if not tries_left:
                raise
            time.sleep(random.uniform(0.5, 1.5) * pause)  # noqa: S311 - no secret
            pause = min(2 * pause, _LONGEST_PAUSE)
