"""A long search that nobody loses: how far it is, how long it may go on, and Ctrl-C that ends it with the best so far.

Progress goes to standard error: a bar on a terminal, elsewhere a line now and then.
"""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Timer, get_ident
from types import FrameType
from typing import TYPE_CHECKING

from pipelines.commands.exit_status import say

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

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


_FOR_MATCHINGS = 0.5
"""Of the seconds given: the rest is for rounds."""

_AFTER_STOP = 1.0
"""Seconds in which the best matchings so far may still come into rounds after Ctrl-C."""

_LOOK = 0.1
"""Seconds between two looks while a solver is at work."""


class Pace:
    """Says whether to go on, and tells how far it is.

    Args:
        seconds: that it may take; None: as long as it takes.
        stopped: whether Ctrl-C was pressed.
        told: where to tell how far it is.
    """

    def __init__(self, seconds: float | None, stopped: Callable[[], bool], told: Told) -> None:
        """It starts now."""
        self._seconds, self._stopped, self._told = seconds, stopped, told
        self._start = time.monotonic()
        self._stopped_at: float | None = None
        self._where = ("matchings", 0, 0)

    def going(self, stage: str, done: int, of_all: int) -> bool:
        """Whether to go on with a stage; see `transforms.balance.design.search.Going`."""
        self._where = (stage, done, of_all)
        self._told(stage, done, of_all)
        now = time.monotonic()
        if self._stopped():
            self._stopped_at = self._stopped_at or now
            return stage == "rounds" and now - self._stopped_at < _AFTER_STOP
        share = _FOR_MATCHINGS if stage == "matchings" and done else 1.0
        return self._seconds is None or now - self._start < share * self._seconds

    def solve(self, solver: "cp_model.CpSolver", model: "cp_model.CpModel") -> "cp_model.CpSolverStatus":
        """Let a solver work, in a thread, until it is done or may not go on."""
        from ortools.sat.python import cp_model  # not at the top: every command would wait for it

        if not self.going(*self._where):
            return cp_model.UNKNOWN
        with ThreadPoolExecutor(1) as thread:
            work = thread.submit(solver.solve, model)
            while wait([work], timeout=_LOOK).not_done:
                if not self.going(*self._where):
                    solver.stop_search()
            return work.result()


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
