"""What shows progress on standard error: a bar on a terminal, elsewhere a line now and then."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from pipelines.display.plain_text import plain
from transforms.messages import gettext

if TYPE_CHECKING:
    from pipelines.display.progress import Progress

BETWEEN_LINES = 10.0
"""Seconds between two lines of progress."""


@contextmanager
def progress_bar(begin: str | None = None) -> "Iterator[Progress]":
    """Yield a function that shows the progress; it may be called as often as one likes.

    Args:
        begin: what is done until it is called; None: files are read.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines().write
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(gettext("reading") if begin is None else begin, total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


class _Lines:
    """Writes a line of progress at most every ten seconds, and none before ten, so short work writes nothing."""

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()

    def write(self, what: str, done: int, of: int) -> None:
        """Write a line, if the last one was long enough ago."""
        now = time.monotonic()
        if now - self._last >= BETWEEN_LINES:
            self._last = now
            seconds = round(now - self._start)
            words = gettext("{what}: {done} of {of}, {seconds} s", what=what, done=done, of=of, seconds=seconds)
            typer.echo(plain(words), err=True)
