"""Read many files in a few worker processes. A failure affects only the file that caused it."""

import atexit
import codecs
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

from pipelines.intake.landing import one_file
from pipelines.intake.landing.limits import Limits
from pipelines.intake.readers import read_bytes
from pipelines.machine import waits
from pipelines.machine.another_python import end_python, start_python
from pipelines.machine.cores import cores
from pipelines.machine.disks import naming
from pipelines.machine.errors import MachineError, why
from pipelines.machine.files import bytes_of
from transforms.tables.messages import Message, gettext

READER = "pipelines.intake.readers.recognise:read_bytes"

_FILES_A_WORKER = 50
"""How many files one worker reads while another starts. Each further group of this size gets one more worker."""
_MOST_WORKERS = 8
_TIMEOUTS, _LESS_TIME = 3, 10
"""Once three files of an owner took too long, each other file of this owner gets a tenth of the time."""
_STARTS = 3
_SMALL = 65_536
_BEFORE = codecs.BOM_UTF8 + b" \t\r\n"
_NO_CSV = (b"PK", b"PAR1", b"<", b"{", b"[", b"%")
"""The first bytes of files in other formats, which may be named like CSV files."""
_OF_NO_MEMORY = (b"memory allocation of", b"MemoryError", b"out of memory", b"std::bad_alloc")
_WORDS_KEPT = 2_000
_KIB = 1024


class WorkerError(MachineError):
    """No worker can be started, for a reason outside the files."""


class Job(NamedTuple):
    """A file to read: its path, id in the tables, owner (club and competition), and sha256 when it was listed."""

    path: Path
    file_id: str
    owner: str = ""
    sha256: str = ""


class Reply(NamedTuple):
    """The fault of a file, if any, and a function that makes the `Answer`, to be called by only one thread."""

    fault: str | None
    answer: Callable[[], one_file.Answer]


def read_all(jobs: Sequence[Job], limits: Limits, reader: str = READER) -> Generator[one_file.Answer, None, None]:
    """Read the files; yield the answers in the order of the jobs.

    `reader` is the function that reads a file, as `module:function`. Small CSV files are read in this process, because
    they can do no harm and starting another process takes longer; a process is started only for the other files.

    Raises:
        WorkerError: no worker can be started.
    """
    small = [reader == READER and _is_small_csv(job.path) for job in jobs]
    answers = _in_workers([job for job, is_small in zip(jobs, small, strict=True) if not is_small], limits, reader)
    with closing(answers):
        for job, is_small in zip(jobs, small, strict=True):
            yield one_file.read_one(job.path, job.file_id, limits, read_bytes) if is_small else next(answers)
        next(answers, None)  # the generator ends there, and keeps a worker


def _in_workers(jobs: Sequence[Job], limits: Limits, reader: str) -> Generator[one_file.Answer, None, None]:
    if not jobs:
        return
    wanted = limits.workers or min(cores(), _MOST_WORKERS, 1 + len(jobs) // _FILES_A_WORKER)
    lanes = [_Lane(limits, reader) for _ in range(min(wanted, len(jobs)))]
    free: SimpleQueue[_Lane] = SimpleQueue()
    for lane in lanes:
        free.put(lane)
    timeouts: Counter[str] = Counter()

    def read(job: Job) -> Reply:
        lane = free.get()
        try:
            reply = lane.read(job, _seconds_for(timeouts[job.owner], limits))
            timeouts[job.owner] += reply.fault == one_file.NO_TIME
            return reply
        finally:
            free.put(lane)

    threads = ThreadPoolExecutor(len(lanes), thread_name_prefix="reading")
    try:
        for reply in threads.map(read, jobs):
            yield reply.answer()
        end_spare(lanes[0].handed_over())
    finally:
        for lane in lanes:
            lane.close()
        threads.shutdown(cancel_futures=True)
        for lane in lanes:
            lane.clean_up()


def _is_small_csv(path: Path) -> bool:
    if path.suffix.lower() != ".csv":
        return False
    with suppress(OSError):
        data = bytes_of(path, _SMALL)
        return b"\0" not in data and not data.lstrip(_BEFORE).startswith(_NO_CSV)
    return False


def _seconds_for(timeouts: int, limits: Limits) -> int:
    return limits.seconds if timeouts < _TIMEOUTS else max(1, limits.seconds // _LESS_TIME)


class _Lane:
    def __init__(self, limits: Limits, reader: str) -> None:
        self._limits, self._reader = limits, reader
        self._worker: WorkerProcess | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def read(self, job: Job, seconds: int) -> Reply:
        """Read a file. If the worker fails and has read other files before, try once more in a new worker."""
        had_others = self._started().files_read > 0
        reply = self._once(job, seconds)
        if had_others and reply.fault in (one_file.NO_MEMORY, one_file.DIED) and not self._is_closed:
            reply = self._once(job, seconds)
        return reply

    def handed_over(self) -> "WorkerProcess | None":
        """Give up the worker and return it. It then belongs to the caller."""
        with self._lock:
            worker, self._worker = self._worker, None
            return worker

    def close(self) -> None:
        """End the worker at once, even while it reads a file, and start no other."""
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
                # When memory ran out, the system may have ended this worker before it was ready.
                self.clean_up()
                if self._is_closed or not starts_left:
                    raise
            else:
                if reply.fault is not None:
                    self.clean_up()
                return reply
        raise AssertionError("the last start ends the loop")

    def _started(self) -> "WorkerProcess":
        with self._lock:
            if self._worker is None:
                self._worker = _spare(self._limits, self._reader) or WorkerProcess(self._limits, self._reader)
                if self._is_closed:
                    self._worker.end()
            return self._worker


_kept: list["WorkerProcess"] = []
_keeping = threading.Lock()


def _spare(limits: Limits, reader: str) -> "WorkerProcess | None":
    with _keeping:
        is_fit = bool(_kept) and (_kept[0].owner, _kept[0].limits, _kept[0].reader) == (os.getpid(), limits, reader)
        return _kept.pop() if is_fit else None


def end_spare(instead: "WorkerProcess | None" = None) -> None:
    """End the worker kept for the next call, if there is one, and keep `instead`, if given, in its place."""
    with _keeping:
        before = _kept[:]
        _kept.clear()
        if instead is not None:
            _kept.append(instead)
    for worker in before:
        if worker.owner == os.getpid():
            worker.clean_up()


atexit.register(end_spare)


class WorkerProcess:
    """A process that reads one file after another. It starts in the background."""

    def __init__(self, limits: Limits, reader: str) -> None:
        self.limits, self.reader = limits, reader
        self.owner = os.getpid()
        self.files_read = 0
        self._is_ready = False
        self._ended_for: str | None = None
        with naming(Path(tempfile.gettempdir())):
            self._last_words = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        arguments = json.dumps({"limits": asdict(limits), "reader": reader})
        try:
            code = "from pipelines.intake.landing.worker import serve; serve()"
            self._process = start_python(code, arguments, last_words=self._last_words)
        except OSError as wrong:
            self._last_words.close()
            raise WorkerError(
                Message("no process can be started to read files ({strerror})", strerror=why(wrong))
            ) from wrong

    def read(self, path: Path, file_id: str, seconds: int) -> Reply:
        """Let the process read a file within this many seconds. If it fails, it is killed, and the reply says why.

        Raises WorkerError if the process did not get ready.
        """
        self._get_ready()
        with _Watch(self, seconds):
            try:
                pipe = _pipe(self._process.stdin)
                pipe.write(one_file.request(path.absolute(), file_id))  # the working folder of the process may differ
                pipe.flush()
                packed = one_file.received(_pipe(self._process.stdout))
            except (one_file.BrokenAnswerError, OSError, ValueError):
                packed = None
        self.files_read += 1
        if packed is not None:
            return Reply(packed.header.get("fault"), partial(packed.opened, file_id))
        why = self._why_it_died(seconds)
        return Reply(why.code, partial(one_file.failed, file_id, why))

    def end(self, why: str | None = None) -> None:
        """End the process, whatever it is doing, and keep `why` as the reason for the reply."""
        self._ended_for = self._ended_for or why
        self._process.kill()

    def clean_up(self) -> None:
        """End the process, and close its pipes and files."""
        end_python(self._process)
        self._last_words.close()

    def resident(self) -> int:
        """Return how many bytes of memory the process uses; 0 if that is unknown."""
        process = self._process.pid
        if sys.platform == "win32":
            psutil = import_module("psutil")  # Dagster installs it on Windows
            try:
                return psutil.Process(process).memory_info().rss
            except psutil.Error:
                return 0
        asked = ["/bin/ps", "-o", "rss=", "-p", str(process)]
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 - no shell
        return int(said) * _KIB if said.isdecimal() else 0

    def _get_ready(self) -> None:
        if self._is_ready:
            return
        with _Watch(self, waits.READER_START):
            self._is_ready = _pipe(self._process.stdout).read(len(one_file.READY)) == one_file.READY
        if not self._is_ready:
            self._process.kill()
            self._process.wait()
            said = self._words().decode("utf-8", errors="replace").strip().rpartition("\n")[2]
            raise WorkerError(
                Message(
                    "the process that reads files does not start: {said}",
                    said=said or gettext("it printed no message"),
                )
            )

    def _why_it_died(self, seconds: int) -> Any:
        self._process.kill()
        status = self._process.wait()
        if self._ended_for == "time":
            return one_file.too_much("seconds", self.limits, most=seconds)
        words = self._words()
        if self._ended_for == "memory" or any(sign in words for sign in _OF_NO_MEMORY):
            return one_file.too_much("memory", self.limits)
        return one_file.died(_in_words(status))

    def _words(self) -> bytes:
        """Return the start and the end of standard error, because an error is named before or after its traceback."""
        self._last_words.seek(0)
        first = self._last_words.read(_WORDS_KEPT)
        end = self._last_words.seek(0, os.SEEK_END)
        self._last_words.seek(max(len(first), end - _WORDS_KEPT))
        return first + self._last_words.read(_WORDS_KEPT)


class _Watch:
    """Ends a worker that takes too long or, where the system cannot limit memory, too much memory."""

    def __init__(self, worker: WorkerProcess, seconds: float) -> None:
        self._worker, self._until = worker, time.monotonic() + seconds
        self._done, self._deciding = threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._at_first = 0 if sys.platform == "linux" else worker.resident()

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        with self._deciding:
            self._done.set()

    def _look(self) -> None:
        while not self._done.wait(min(waits.READER_LOOK, max(0, self._until - time.monotonic()))):
            if time.monotonic() >= self._until:
                return self._end("time")
            if sys.platform != "linux" and self._worker.resident() - self._at_first > self._worker.limits.memory:
                return self._end("memory")
        return None

    def _end(self, why: str) -> None:
        """End the worker, unless it has just answered: then it is needed for the next file."""
        with self._deciding:
            if not self._done.is_set():
                self._worker.end(why)


def _in_words(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"{name}, as the system does when memory runs out" if name == "SIGKILL" else name


def _pipe(pipe: IO[bytes] | None) -> Any:
    if pipe is None:
        raise one_file.BrokenAnswerError
    return pipe
