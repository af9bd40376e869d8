"""The progress of long work, shown on standard error: as a bar on a terminal, elsewhere as a line now and then."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from threading import Event, Lock, Thread
from typing import Self

from pipelines.words.streams import plain
from transforms.tables.messages import gettext

Progress = Callable[[str, int, int], None]
"""Called with (what is being done, how many are done, how many there are)."""


def drawing_pages() -> str:
    """What is being done while pages are drawn."""
    return gettext("drawing the pages")


BETWEEN_LINES = 10.0
"""Seconds between two lines of progress."""


@contextmanager
def progress_bar(begin: str | None = None) -> Iterator[Progress]:
    """Yield a function that shows the progress; it may be called as often as one likes.

    Args:
        begin: what is done until it is called; None: files are read.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not console.is_terminal:
        with _Lines() as lines:
            yield lines.write
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(gettext("reading") if begin is None else begin, total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


class _Lines:
    """Writes a line of progress every ten seconds, and none before ten, so short work writes nothing.

    Work that takes longer than that between two reports has its line too: the seconds go on.
    """

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()
        self._state: tuple[str, int, int] | None = None
        self._spoken = copy_context()  # with the language of who reports
        self._lock, self._ended = Lock(), Event()
        self._ticks = Thread(target=self._tick, name="progress", daemon=True)

    def __enter__(self) -> Self:
        if math.isfinite(BETWEEN_LINES):
            self._ticks.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._ticks.is_alive():
            self._ticks.join()

    def write(self, what: str, done: int, of: int) -> None:
        """Write a line, if the last one was long enough ago."""
        with self._lock:
            self._state, self._spoken = (what, done, of), copy_context()
            self._spoken.run(self._write_if_due)

    def _tick(self) -> None:
        while not self._ended.wait(max(BETWEEN_LINES / 4, 0.01)):
            with self._lock:
                if not self._ended.is_set():
                    self._spoken.run(self._write_if_due)

    def _write_if_due(self) -> None:
        now = time.monotonic()
        if self._state and now - self._last >= BETWEEN_LINES:
            self._last = now
            what, done, of = self._state
            seconds = round(now - self._start)
            words = gettext("{what}: {done} of {of}, {seconds} s", what=what, done=done, of=of, seconds=seconds)
            if of == 1:  # nothing to count: 0 of 1 would look as if it hung
                words = gettext("{what}: {seconds} s", what=what, seconds=seconds)
            import typer  # here: whoever only reports progress does without it

            typer.echo(plain(words), err=True)
