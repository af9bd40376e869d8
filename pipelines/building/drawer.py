"""Draw the pages of clubs in several processes. If one process fails, the build draws its clubs and finds the cause."""

import os
import pickle
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.building.drawing import draw_clubs
from pipelines.machine import waits
from pipelines.machine.another_python import end_python, start_python
from pipelines.machine.cores import cores
from pipelines.machine.environment import DRAW_WORKERS, number_in
from pipelines.warehouse.opening import folder_of_this_process

_START = "from pipelines.building.drawer import serve; serve()"
_JOB, _DRAWN, _WORDS = "job", "drawn", "words"
"""The files of a drawing process: its job, one byte for each club drawn, and its printed output."""
_RESULTS_EACH = 30_000
"""The minimum number of results per process. A new process takes 2 to 3 seconds to start; in that time, this process
draws fewer results."""
_MOST = 2
"""The default number of processes, including this one. Each other process needs about half the memory of the build."""
_WORDS_KEPT = 2_000


class Job(NamedTuple):
    """The arguments of `draw_clubs`, except `progress`."""

    tables: dict[str, pl.DataFrame]
    clubs: list[str]
    site: Path
    aside: Path
    is_one: bool = True  # whether the site has no other clubs

    def write(self, file: Path) -> None:
        """Write the job to a file for `of_file`. Each table is dropped once written, so none is in memory twice."""
        with file.open("wb") as to:
            pickle.dump((len(self.tables), self._replace(tables={})), to, pickle.HIGHEST_PROTOCOL)
            for name in list(self.tables):
                pickle.dump((name, self.tables.pop(name)), to, pickle.HIGHEST_PROTOCOL)

    @classmethod
    def of_file(cls, file: Path) -> "Job":
        """Return the job that was written to a file."""
        with file.open("rb") as source:
            count, job = pickle.load(source)  # noqa: S301 - from the process that started this one
            return job._replace(tables=dict(pickle.load(source) for _ in range(count)))  # noqa: S301 - from the same process


def most_at_once() -> int:
    """Return how many processes may draw at once."""
    return number_in(DRAW_WORKERS) or min(cores(), _MOST)


def in_shares(results: Mapping[str, int], most: int) -> list[list[str]]:
    """Split the clubs into at most `most` shares of similar size. `results` has the number of results of each club."""
    count = max(1, min(most, len(results), sum(results.values()) // _RESULTS_EACH))
    shares: list[list[str]] = [[] for _ in range(count)]
    sizes = [0] * count
    for club in sorted(results, key=lambda club: (-results[club], club)):
        lightest = sizes.index(min(sizes))
        shares[lightest].append(club)
        sizes[lightest] += results[club]
    return [sorted(share) for share in shares]


class Drawers(NamedTuple):
    """The processes that draw in parallel with this process."""

    shares: Sequence[list[str]]
    started: "list[_Drawer]"

    def drawn(self) -> int:
        """Return how many clubs the processes have drawn so far."""
        return sum(drawer.drawn() for drawer in self.started)

    def left(self, meanwhile: Callable[[], None]) -> list[tuple[list[str], str]]:
        """Call `meanwhile` until all processes end; return each undrawn share and the last line of its process."""
        while not all(drawer.is_done() for drawer in self.started):
            meanwhile()
        words = [drawer.last_words() for drawer in self.started]
        words += [""] * (len(self.shares) - len(words))
        return [(share, why) for share, why in zip(self.shares, words, strict=True) if why is not None]


@contextmanager
def drawers(shares: Sequence[list[str]], job: Callable[[list[str]], Job]) -> Iterator[Drawers]:
    """Draw the shares in other processes, which end with this context. If the machine has no room, start fewer."""
    started: list[_Drawer] = []
    with ExitStack() as at_end:
        with suppress(OSError):
            for share in shares:
                started.append(_Drawer(job(share)))
                at_end.callback(started[-1].end)
        yield Drawers(shares, started)


class _Drawer:
    def __init__(self, job: Job) -> None:
        self._folder = folder_of_this_process() / secrets.token_hex(8)
        self._folder.mkdir()
        try:
            job.write(self._folder / _JOB)
            with (self._folder / _WORDS).open("wb") as words:
                self._process = start_python(_START, str(self._folder), last_words=words)
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._seen, self._seen_at = 0, time.monotonic()

    def drawn(self) -> int:
        file = self._folder / _DRAWN
        return file.stat().st_size if file.exists() else 0

    def is_done(self) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(waits.DRAWER_LOOK)
        if (drawn := self.drawn()) != self._seen:
            self._seen, self._seen_at = drawn, time.monotonic()
        if time.monotonic() - self._seen_at > waits.DRAWER_SILENCE:
            self._process.kill()
        return self._process.poll() is not None

    def last_words(self) -> str | None:
        """Return the last line that the ended process printed; None if the process drew all its clubs."""
        if self._process.returncode == 0:
            return None
        lines = (self._folder / _WORDS).read_bytes()[-_WORDS_KEPT:].decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def end(self) -> None:
        end_python(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)


def serve() -> None:
    """Draw the clubs of the job in the folder named on the command line, and count the drawn clubs in a file there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C also reaches the parent process, which then ends this one
    threading.Thread(target=_end_with_the_other, daemon=True).start()
    os.dup2(2, 1)  # nobody reads what libraries print
    folder = Path(sys.argv[1])
    job = Job.of_file(folder / _JOB)
    with (folder / _DRAWN).open("wb", buffering=0) as file:

        def count(_: str, drawn: int, __: int) -> None:
            file.write(b"." * (drawn - file.tell()))

        draw_clubs(job.tables, job.clubs, job.site, job.aside, count, is_one=job.is_one)


def _end_with_the_other() -> None:
    os.read(0, 1)  # not through `sys.stdin`, which cannot be closed while a read waits
    os._exit(1)
