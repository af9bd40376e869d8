"""Kill a process of a build at a chosen moment, or before a chosen change of a folder; shift its clock."""

import datetime as dt
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

_CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.truncate")
"""Python's audit events before a change of a folder's content. Replacing a file is a rename."""

_AS_IT_DRAWS = ("pipelines.reports.pages.season", "pipelines.reports.pages.ratings", "pyarrow.dataset")
"""What a build imports only if there is something to draw."""


def import_all() -> None:
    """Import all modules that builds use: in each child process, that would take a second of processor time."""
    for name in _AS_IT_DRAWS:
        importlib.import_module(name)


def in_child(work: Callable[[], None]) -> int:
    """Do something in a process forked from this one; return its exit status, below 0 after a signal.

    The process that forks may have imported its libraries, but must not have computed anything.
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


def unharmed(work: Callable[[], None]) -> None:
    """Do something in a process of its own that nobody kills. SystemExit: it failed."""
    if status := in_child(work):
        raise SystemExit(f"a process ends with {status}")


class Changes:
    """Counts the changes of folders in this process, and kills it before one of them.

    Args:
        kill_before: the number of that change, from 1. None: only count.
    """

    def __init__(self, kill_before: int | None = None) -> None:
        self.kill_before, self.count, self.counting = kill_before, 0, True
        sys.addaudithook(lambda event, _: self.change() if event in _CHANGES else None)

    def change(self) -> None:
        """Count a change that is about to be made, or kill this process before it."""
        if self.counting:
            self.count += 1
            if self.count == self.kill_before:
                os.kill(os.getpid(), signal.SIGKILL)


def kill_after(seconds: float) -> None:
    """Kill this process after this number of seconds."""
    killer = threading.Timer(seconds, os.kill, [os.getpid(), signal.SIGKILL])
    killer.daemon = True
    killer.start()


def jump(by: dt.timedelta) -> None:
    """Shift the clock of this process by this much, for callers of `datetime`.

    DuckDB imports pandas, which fails if the clock is shifted. A process that has imported pandas may not be forked.
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
    """Return a class with some other methods. Objects of the usual class count as its instances."""

    def is_one(_: type, value: object) -> bool:
        return isinstance(value, usual)

    of_both = type(f"Any{usual.__name__}", (type,), {"__instancecheck__": is_one})
    return of_both(usual.__name__, (usual,), others)
