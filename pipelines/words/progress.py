"""Show the progress of long work on standard error: on a terminal as a bar, elsewhere as a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipelines.machine import waits
from pipelines.words.streams import plain
from transforms.tables.messages import gettext

Progress = Callable[[str, int, int], None]
"""A function that is called with the name of the work, the number of things done, and the total number of things."""


def drawing_pages() -> str:
    """Return the text for the progress of drawing pages."""
    return gettext("drawing the pages")


@contextmanager
def progress_bar(begin: str | None = None) -> Iterator[Progress]:
    """Yield a function that shows progress each time it is called. Until then, the bar shows `begin`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(gettext("reading") if begin is None else begin, total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


def _lines() -> Progress:
    """Return a function that writes a progress line every ten seconds. Shorter work writes none."""
    start = last = time.monotonic()

    def write(what: str, done: int, of: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < waits.BETWEEN_LINES:
            return
        last = now
        seconds = round(now - start)
        words = gettext("{what}: {done} of {of}, {seconds} s", what=what, done=done, of=of, seconds=seconds)
        if of == 1:  # with nothing to count, 0 of 1 would look stuck
            words = gettext("{what}: {seconds} s", what=what, seconds=seconds)
        import typer  # imported here, because callers that only pass progress on do not need it

        typer.echo(plain(words), err=True)

    return write
