"""Support for long searches: a time limit, progress, and a Ctrl-C that keeps the best result found so far."""

import signal
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, get_ident
from types import FrameType
from typing import TYPE_CHECKING

from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.machine import waits
from pipelines.machine.files import aside_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from pipelines.words.progress import Progress


class Pace:
    """The limits of a search: a time limit, and Ctrl-C (`stopped`). It also reports the progress of the search."""

    def __init__(self, seconds: float | None, stopped: Callable[[], bool], report: "Progress") -> None:
        self._seconds, self._stopped, self._report = seconds, stopped, report
        self._start = time.monotonic()
        self._stopped_at: float | None = None
        self._where = ("matchings", 0, 0)

    def going(self, stage: str, done: int, of_all: int) -> bool:
        """Return whether a stage of the search may go on; see `transforms.balance.design.search.Going`."""
        self._where = (stage, done, of_all)
        self._report(stage, done, of_all)
        now = time.monotonic()
        if self._stopped():
            self._stopped_at = self._stopped_at or now
            return stage == "rounds" and now - self._stopped_at < waits.SEARCH_STOP
        share = 0.5 if stage == "matchings" and done else 1.0  # the rest of the time is kept for rounds
        return self._seconds is None or now - self._start < share * self._seconds

    def solve(self, solver: "cp_model.CpSolver", model: "cp_model.CpModel") -> "cp_model.CpSolverStatus":
        """Run a solver in a thread until it is done or the search has to stop."""
        from ortools.sat.python import cp_model  # not at the top of the module, where every command would wait for it

        if not self.going(*self._where):
            return cp_model.UNKNOWN
        with ThreadPoolExecutor(1) as thread:
            work = thread.submit(solver.solve, model)
            while wait([work], timeout=waits.SEARCH_LOOK).not_done:
                if not self.going(*self._where):
                    solver.stop_search()
            return work.result()


STOPPED = 130


def can_be_written(path: Path | None, *, replaces: bool = False) -> None:
    """Check that a file can be written, without changing it. None means that no file will be written."""
    if path is None:
        return
    if path.exists() and not path.is_file():
        with path.open("ab"):
            return
    refuse_to_write_over([path], replaces=replaces)
    aside = aside_of(path.resolve())
    try:
        aside.touch()
        aside.unlink()
    except OSError as wrong:
        wrong.filename = str(path)  # nobody knows the temporary file
        raise


@contextmanager
def stopped_gently(within: float | None = None) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether Ctrl-C was pressed.

    KeyboardInterrupt is raised only after a second Ctrl-C, or `within` seconds after the first.
    """
    pressed, over, thread = Event(), Event(), get_ident()

    def at_last() -> None:
        wait_for = within
        while not over.wait(wait_for):
            if hasattr(signal, "pthread_kill"):  # this also interrupts system calls; Windows lacks it
                signal.pthread_kill(thread, signal.SIGINT)
            else:
                interrupt_main()
            wait_for = 0.5  # and repeat it, because Python may lose an interrupt in one of its own callbacks

    def stop(_signal: int, _frame: FrameType | None) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()
        if within is not None:
            Thread(target=at_last, daemon=True).start()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield pressed.is_set
    finally:
        over.set()
        signal.signal(signal.SIGINT, before)
