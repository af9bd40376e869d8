"""The processor's time of the parts of a process."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def timed(seconds: dict[str, float], what: str) -> Iterator[None]:
    """Add the processor's time that this process spends inside to that of this part."""
    started = time.process_time()
    yield
    seconds[what] = seconds.get(what, 0) + time.process_time() - started
