"""A long search that nobody loses: places tried before it starts, and Ctrl-C that ends it with the best so far."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import FrameType

STOPPED = 130
"""Exit status after Ctrl-C, as shells have it."""


def can_be_written(path: Path | None) -> None:
    """Try whether a file can be written, and leave everything as it is.

    Raises:
        OSError: where it cannot.
    """
    if path is None:
        return
    target = path.resolve()
    there = target.exists()
    with target.open("ab"):
        pass
    if not there:
        target.unlink()


@contextmanager
def stopped_gently() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; pressed again, it ends everything at once."""
    pressed = Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
