"""Read many files in a few worker processes; what goes wrong with one file costs that file alone.

A worker in which a file went wrong is ended, and another takes over. A file on which a worker fails that has read other
files before is tried once more in a new one: so it pays for itself only, never for what an earlier file left behind.
"""

import atexit
import os
import threading
from collections import Counter
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.one_file import DIED, NO_MEMORY, NO_TIME, Answer
from pipelines.intake.landing.worker_process import Reply, WorkerError, WorkerProcess
from pipelines.machine.cores import cores

READER = "pipelines.intake.readers.recognise:read_bytes"

_FILES_A_WORKER = 50
"""A worker takes about as long to start as these many files to read, so fewer are no reason for another one."""
_MOST_WORKERS = 8
_TIMEOUTS, _LESS_TIME = 3, 10
"""After so many files that never ended, the others of the same owner get this fraction of the time."""
_STARTS = 3
"""How often a worker is started that ends before it is ready."""


class Job(NamedTuple):
    """A file to read: its path, its id in the tables, and whose it is."""

    path: Path
    file_id: str
    owner: str = ""


def read_all(jobs: Sequence[Job], limits: Limits, reader: str = READER) -> Generator[Answer, None, None]:
    """Read the files; yield the answers in the order of the jobs, whichever comes first.

    Args:
        jobs: the files; for none, no process is started.
        limits: what a file may cost, and how many processes read.
        reader: the name of the function that reads a file, as `module:function`.

    Raises:
        WorkerError: no worker can be started.
    """
    if not jobs:
        return
    lanes = [_Lane(limits, reader) for _ in range(_how_many(len(jobs), limits))]
    free: SimpleQueue[_Lane] = SimpleQueue()
    for lane in lanes:
        free.put(lane)

    patience = _Patience(limits)

    def read(job: Job) -> Reply:
        lane = free.get()
        try:
            reply = lane.read(job, patience.seconds(job.owner))
            patience.after(job.owner, reply.fault)
            return reply
        finally:
            free.put(lane)

    threads = ThreadPoolExecutor(len(lanes), thread_name_prefix="reading")
    try:
        for reply in threads.map(read, jobs):
            yield reply.answer()
        _spare.keep(lanes[0].handed_over())
    finally:
        for lane in lanes:
            lane.close()
        threads.shutdown(cancel_futures=True)
        for lane in lanes:
            lane.clean_up()


def _how_many(files: int, limits: Limits) -> int:
    wanted = limits.workers or min(cores(), _MOST_WORKERS, 1 + files // _FILES_A_WORKER)
    return min(wanted, files)


class _Patience:
    """How long the files of each owner may take: who hands in several that never end gets less time for the others."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._timeouts: Counter[str] = Counter()

    def seconds(self, owner: str) -> int:
        """The seconds for the next file of this owner."""
        usual = self._limits.seconds
        return usual if self._timeouts[owner] < _TIMEOUTS else max(1, usual // _LESS_TIME)

    def after(self, owner: str, fault: str | None) -> None:
        """Take note of what became of a file."""
        self._timeouts[owner] += fault == NO_TIME


class _Lane:
    """One worker at a time, and another after each that failed."""

    def __init__(self, limits: Limits, reader: str) -> None:
        self._limits, self._reader = limits, reader
        self._worker: WorkerProcess | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def read(self, job: Job, seconds: int) -> Reply:
        had_others = self._started().files_read > 0
        reply = self._once(job, seconds)
        if had_others and reply.fault in (NO_MEMORY, DIED) and not self._is_closed:
            reply = self._once(job, seconds)
        return reply

    def handed_over(self) -> WorkerProcess | None:
        """The worker, which is the caller's from now on."""
        with self._lock:
            worker, self._worker = self._worker, None
            return worker

    def close(self) -> None:
        """End the worker at once, also while a file is being read; no other is started."""
        with self._lock:
            self._is_closed = True
            if self._worker is not None:
                self._worker.end()

    def clean_up(self) -> None:
        if (worker := self.handed_over()) is not None:
            worker.clean_up()

    def _once(self, job: Job, seconds: int) -> Reply:
        for starts_left in reversed(range(_STARTS)):
            try:
                reply = self._started().read(job.path, job.file_id, seconds)
            except WorkerError:
                # Whoever ends processes when memory runs out may have ended this one before it was ready.
                self.clean_up()
                if self._is_closed or not starts_left:
                    raise
            else:
                if reply.fault is not None:
                    self.clean_up()
                return reply
        raise AssertionError("the last start ends the loop")

    def _started(self) -> WorkerProcess:
        with self._lock:
            if self._worker is None:
                self._worker = _spare.taken(self._limits, self._reader) or WorkerProcess(self._limits, self._reader)
                if self._is_closed:
                    self._worker.end()
            return self._worker


class _Spare:
    """A worker that has nothing to do, kept for the next time that this process reads files."""

    def __init__(self) -> None:
        self._worker: WorkerProcess | None = None
        self._lock = threading.Lock()
        atexit.register(self.keep, None)

    def taken(self, limits: Limits, reader: str) -> WorkerProcess | None:
        """The spare worker, if there is one with these limits and this reader."""
        with self._lock:
            found = self._worker
            if found is None or (found.owner, found.limits, found.reader) != (os.getpid(), limits, reader):
                return None
            self._worker = None
            return found

    def keep(self, worker: WorkerProcess | None) -> None:
        """Keep this one, and end the one kept before."""
        with self._lock:
            before, self._worker = self._worker, worker
        if before is not None and before.owner == os.getpid():
            before.clean_up()


_spare = _Spare()


def end_spare() -> None:
    """End the worker that is kept for the next time, if there is one."""
    _spare.keep(None)
