"""How far a long search is, on standard error: a bar on a terminal, elsewhere a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipelines.exit_status import say

BETWEEN_LINES = 10.0
"""Seconds."""

Told = Callable[[str, int, int], None]
"""Takes what is being done, how much of it is done, and of how much."""


@contextmanager
def progress() -> Iterator[Told]:
    """Where to tell how far it is, as often as one likes."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines().told
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("searching", total=None)

        def told(what: str, done: int, of: int) -> None:
            bar.update(task, description=what, completed=done, total=of)

        yield told


class _Lines:
    """A line for what is told first after every ten seconds, so that short searches say nothing."""

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()

    def told(self, what: str, done: int, of: int) -> None:
        """Write a line, if the last one is long ago."""
        now = time.monotonic()
        if now - self._last >= BETWEEN_LINES:
            self._last = now
            say(f"{what}: {done} of {of}, {now - self._start:.0f} s")
