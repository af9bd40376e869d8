"""A long search that nobody loses: places tried before it starts, and Ctrl-C that ends it with the best so far."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Timer, get_ident
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
def stopped_gently(within: float | None = None) -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; pressed again, or `within` seconds later, it ends everything at once."""
    pressed = Event()
    at_last = Timer(within or 0.0, signal.pthread_kill, [get_ident(), signal.SIGINT])
    at_last.daemon = True

    def stop(_signal: int, _frame: FrameType | None) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()
        if within is not None:
            at_last.start()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield pressed.is_set
    finally:
        at_last.cancel()
        signal.signal(signal.SIGINT, before)
