"""Kill a process of a build at a chosen moment, or before a chosen change of files; let its clock jump."""

import datetime as dt
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

_CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.truncate")
"""What Python says before it changes what stands in folders; a replacement is a rename."""

_AS_IT_DRAWS = ("pipelines.reports.pages.season", "pipelines.reports.pages.ratings", "pyarrow.dataset")
"""What a build imports only where there is something to draw."""


def import_all() -> None:
    """Import all that builds use: they are in children, and each would take a second of the processor for that."""
    for name in _AS_IT_DRAWS:
        importlib.import_module(name)


def in_child(work: Callable[[], None]) -> int:
    """Do something in a process of its own, forked from this one; return its exit status, below 0 for a signal.

    Only a process that has imported its libraries, and computed nothing, may be forked.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        work()
    except BaseException as wrong:
        sys.stderr.write(f"{type(wrong).__name__}: {wrong}\n")
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


class Changes:
    """Counts the changes of folders in this process; kills it before one of them.

    Args:
        kill_before: the number of that one, from 1; None: count only.
    """

    def __init__(self, kill_before: int | None = None) -> None:
        self.kill_before, self.count, self.counting = kill_before, 0, True
        sys.addaudithook(lambda event, _: self.change() if event in _CHANGES else None)

    def change(self) -> None:
        """Called before a change."""
        if self.counting:
            self.count += 1
            if self.count == self.kill_before:
                os.kill(os.getpid(), signal.SIGKILL)


def kill_after(seconds: float) -> None:
    """Kill this process in so many seconds."""
    killer = threading.Timer(seconds, os.kill, [os.getpid(), signal.SIGKILL])
    killer.daemon = True
    killer.start()


def jump(by: dt.timedelta) -> None:
    """Let the clock of this process be off by so much, for whoever asks `datetime`.

    DuckDB imports pandas, which does not bear it; and a process that has imported pandas may not be forked.
    """
    import pandas  # noqa: F401 - it must be there before the clock is off

    usual, usual_day = dt.datetime, dt.date

    def now(_: type, tz: dt.tzinfo | None = None) -> dt.datetime:
        return usual.now(tz) + by

    def today(_: type) -> dt.date:
        return usual_day.today() + by

    replaced: Any = dt
    replaced.datetime = _like(usual, now=classmethod(now))
    replaced.date = _like(usual_day, today=classmethod(today))


def _like(usual: type, **others: object) -> type:
    """A class with some other methods; what is of the usual class is of this one."""

    def is_one(_: type, value: object) -> bool:
        return isinstance(value, usual)

    of_both = type(f"Any{usual.__name__}", (type,), {"__instancecheck__": is_one})
    return of_both(usual.__name__, (usual,), others)
