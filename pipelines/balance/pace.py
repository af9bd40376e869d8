"""How long a design may go on: until its time is over, or Ctrl-C, also while a solver is at work."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from ortools.sat.python import cp_model

from pipelines.balance.progress import Told

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

    def solve(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
        """Let a solver work, in a thread, until it is done or may not go on."""
        if not self.going(*self._where):
            return cp_model.UNKNOWN
        with ThreadPoolExecutor(1) as thread:
            work = thread.submit(solver.solve, model)
            while wait([work], timeout=_LOOK).not_done:
                if not self.going(*self._where):
                    solver.stop_search()
            return work.result()
