"""Pages drawn in parallel: a part of the clubs in a process of its own, while this one draws the others.

What goes wrong in such a process costs nothing but time: who started it draws its clubs again, and finds out.
"""

import os
import pickle
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polars as pl

from pipelines.building.drawing import draw_clubs
from pipelines.machine.another_python import start_python
from pipelines.machine.cores import cores
from pipelines.machine.environment import DRAW_WORKERS, number_in

_START = "from pipelines.building.drawer import serve; serve()"
_CLUB, _ALL = b"club\n", b"all\n"
"""What it says: that a club is drawn, and that all are."""
_RESULTS_EACH = 30_000
"""Fewer are drawn before a process would have started, which takes 2 to 3 seconds of a core."""
_MOST = 2
"""Where it is not set: each takes about half as much memory as the build itself, so no more than one next to it."""
_LOOKED_AT_EVERY = 0.2
_WORDS_KEPT = 2_000
_SILENT_AT_MOST = 600
"""Seconds after which a process that says nothing is ended; a club takes a few, a large one a minute."""


class Job(NamedTuple):
    """What is drawn: the arguments of `draw_clubs`, but for its progress."""

    tables: dict[str, pl.DataFrame]
    clubs: list[str]
    site: Path
    aside: Path

    def handed_over(self) -> list[bytes]:
        """The job as `received` reads it; each table leaves this job once it is in bytes, so none is in memory twice.

        To be called in the thread that queries: polars must not be entered from another one meanwhile.
        """
        names = list(self.tables)
        tables = [pickle.dumps((name, self.tables.pop(name)), pickle.HIGHEST_PROTOCOL) for name in names]
        return [pickle.dumps((len(names), self._replace(tables={}))), *tables]


def received(source: BinaryIO) -> Job:
    """A job that was handed over."""
    count, job = pickle.load(source)  # noqa: S301 - from the process that started this one
    tables = dict(pickle.load(source) for _ in range(count))  # noqa: S301
    return job._replace(tables=tables)


def most_at_once() -> int:
    """How many processes may draw at once."""
    return number_in(DRAW_WORKERS) or min(cores(), _MOST)


def in_shares(results: Mapping[str, int], most: int) -> list[list[str]]:
    """The clubs, by how many results each has, in as many parts of about one size as there are processes."""
    count = max(1, min(most, len(results), sum(results.values()) // _RESULTS_EACH))
    shares: list[list[str]] = [[] for _ in range(count)]
    sizes = [0] * count
    for club in sorted(results, key=lambda club: (-results[club], club)):
        lightest = sizes.index(min(sizes))
        shares[lightest].append(club)
        sizes[lightest] += results[club]
    return [sorted(share) for share in shares]


class Left(NamedTuple):
    """A share that no process drew."""

    clubs: list[str]
    why: str
    """The last words of the process; nothing where it had none, or could not be started."""


class Beside:
    """Processes that draw while this one does, and end with it."""

    def __init__(self, shares: Sequence[list[str]]) -> None:
        self._shares = shares
        self._drawers: list[_Drawer] = []

    def start(self, job: Callable[[list[str]], Job]) -> None:
        """Start a process for each share, as far as the machine can: this one draws what is left."""
        with suppress(OSError):
            for share in self._shares:
                self._drawers.append(_Drawer(job(share)))

    @property
    def drawn(self) -> int:
        """How many clubs they have drawn by now."""
        return sum(drawer.drawn for drawer in self._drawers)

    def left(self, meanwhile: Callable[[], None]) -> list[Left]:
        """The shares that were not drawn, once all have ended; `meanwhile` is called now and then."""
        while not all(drawer.is_done() for drawer in self._drawers):
            meanwhile()
        left: list[Left] = []
        for number, share in enumerate(self._shares):
            drawer = self._drawers[number] if number < len(self._drawers) else None
            if drawer is None or not drawer.end():
                left.append(Left(share, drawer.last_words() if drawer else ""))
        return left

    def end(self) -> None:
        """End them, whatever they are doing."""
        for drawer in self._drawers:
            drawer.end()
            drawer.last_output.close()


@contextmanager
def drawers(shares: Sequence[list[str]], job: Callable[[list[str]], Job]) -> Iterator[Beside]:
    """Have shares of the clubs drawn, as `job` says, in processes of their own; none is there any more afterwards."""
    started = Beside(shares)
    try:
        started.start(job)
        yield started
    finally:
        started.end()


class _Drawer:
    def __init__(self, job: Job) -> None:
        """Start it; the tables of the job are in bytes then, which need no memory once they are handed over."""
        self.drawn, self._is_all, self._heard_at = 0, False, time.monotonic()
        self.last_output = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `Beside.end`
        try:
            self._process = start_python(_START, last_words=self.last_output)
        except OSError:
            self.last_output.close()
            raise
        self._thread = threading.Thread(target=self._talk, args=(job.handed_over(),), daemon=True)
        self._thread.start()

    def is_done(self) -> bool:
        """Whether it has ended, after some time to do so."""
        self._thread.join(_LOOKED_AT_EVERY)
        if time.monotonic() - self._heard_at > _SILENT_AT_MOST:
            self._process.kill()
        return not self._thread.is_alive()

    def end(self) -> bool:
        """End it, whatever it is doing; return whether it had drawn everything."""
        if self._thread.is_alive():
            self._process.kill()
        self._thread.join()
        return self._is_all

    def last_words(self) -> str:
        """The last line of what it wrote about what went wrong, once it has ended."""
        self.last_output.seek(0)
        lines = self.last_output.read()[-_WORDS_KEPT:].decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _talk(self, parts: list[bytes]) -> None:
        """Hand over the job, and count what it draws. Its input stays open: where that ends, so does it."""
        given: Any = self._process.stdin
        said: Any = self._process.stdout
        with suppress(OSError), given, said:
            while parts:
                given.write(parts.pop(0))
            given.flush()
            for line in said:
                self._heard_at = time.monotonic()
                self.drawn += line == _CLUB
                self._is_all = line == _ALL
        self._process.wait()


def serve() -> None:
    """Draw the clubs of the job on standard input, and say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the one that started this, which ends it
    job = received(sys.stdin.buffer)
    said = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # nothing that a library prints counts as a club
    threading.Thread(target=_end_with_the_other, daemon=True).start()
    known = 0

    def report(_: str, drawn: int, __: int) -> None:
        nonlocal known
        said.write(_CLUB * (drawn - known))
        known = drawn

    draw_clubs(*job, report)
    said.write(_ALL)


def _end_with_the_other() -> None:
    os.read(0, 1)  # not by `sys.stdin`, which cannot be closed while it waits
    os._exit(1)
