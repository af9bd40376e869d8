"""One worker process as its parent sees it: started, asked, watched, ended."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple

from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.messages import READY, BrokenAnswerError, Packed, received, request
from pipelines.intake.landing.one_file import Answer, died, failed, out_of_memory, out_of_time
from pipelines.machine.another_python import end_python, start_python
from pipelines.machine.disks import naming
from pipelines.machine.errors import MachineError
from pipelines.machine.system_errors import why
from transforms.tables.messages import Message, gettext

_START = "from pipelines.intake.landing.worker import serve; serve()"

_STARTS_WITHIN = 120
"""Seconds in which a worker is ready, also on a machine that is busy."""
_LOOKED_AT_EVERY = 0.2
"""Seconds between two looks at the time, and at the memory where the system itself does not limit it."""
_OF_NO_MEMORY = (b"memory allocation of", b"MemoryError", b"out of memory", b"std::bad_alloc")
"""The last words of native code that could not get memory."""
_WORDS_KEPT = 2_000
_KIB = 1024


class WorkerError(MachineError):
    """No worker can be started; no file is to blame."""


class Reply(NamedTuple):
    """What became of a file. Its tables are made in the thread that asks for the answer: no other enters polars."""

    fault: str | None
    """As in `Answer`."""
    answer: Callable[[], Answer]


class WorkerProcess:
    """A process that reads one file after the other."""

    def __init__(self, limits: Limits, reader: str) -> None:
        """Start it; it gets ready while this process goes on.

        Args:
            limits: what a file may cost.
            reader: the name of the function that reads a file, as `module:function`.
        """
        self.limits, self.reader = limits, reader
        self.owner = os.getpid()
        self.files_read = 0
        self._is_ready = False
        self._ended_for: str | None = None
        with naming(Path(tempfile.gettempdir())):
            self._last_words = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        told = json.dumps({"limits": asdict(limits), "reader": reader})
        try:
            self._process = start_python(_START, told, last_words=self._last_words)
        except OSError as wrong:
            self._last_words.close()
            raise WorkerError(
                Message("no process can be started to read files in ({strerror})", strerror=why(wrong))
            ) from wrong

    def read(self, path: Path, file_id: str, seconds: int) -> Reply:
        """Have a file read; whatever becomes of the process is the reply. After a fault, end it.

        Args:
            path: the file.
            file_id: its id in the tables.
            seconds: how long it may take.

        Raises:
            WorkerError: the process did not get ready.
        """
        self._get_ready()
        with _Watch(self, seconds):
            try:
                pipe = _pipe(self._process.stdin)
                pipe.write(request(path.absolute(), file_id))  # where it was started is not where we are
                pipe.flush()
                packed = received(_pipe(self._process.stdout))
            except (BrokenAnswerError, OSError, ValueError):
                packed = None
        self.files_read += 1
        if packed is not None:
            return Reply(packed.header.get("fault"), partial(_opened, packed, file_id))
        why = self._why_it_died(seconds)
        return Reply(why.code, partial(failed, file_id, why))

    def end(self, why: str | None = None) -> None:
        """End the process, whatever it is doing; `why` is remembered for the answer."""
        self._ended_for = self._ended_for or why
        self._process.kill()

    def clean_up(self) -> None:
        """End the process, and close all that belongs to it."""
        end_python(self._process)
        self._last_words.close()

    def resident(self) -> int:
        """Bytes of memory that the process has now; 0 where that is not known."""
        return _resident(self._process.pid)

    def _get_ready(self) -> None:
        if self._is_ready:
            return
        with _Watch(self, _STARTS_WITHIN):
            self._is_ready = _pipe(self._process.stdout).read(len(READY)) == READY
        if not self._is_ready:
            self._process.kill()
            self._process.wait()
            said = self._words().decode("utf-8", errors="replace").strip().rpartition("\n")[2]
            raise WorkerError(
                Message(
                    "the process in which files are read does not start: {said}",
                    said=said or gettext("it says nothing"),
                )
            )

    def _why_it_died(self, seconds: int) -> Any:
        self._process.kill()
        status = self._process.wait()
        if self._ended_for == "time":
            return out_of_time(seconds)
        words = self._words()
        if self._ended_for == "memory" or any(told in words for told in _OF_NO_MEMORY):
            return out_of_memory(self.limits)
        return died(_in_words(status))

    def _words(self) -> bytes:
        """The first and the last that it said on standard error: what broke, before and after a list of calls."""
        self._last_words.seek(0)
        first = self._last_words.read(_WORDS_KEPT)
        end = self._last_words.seek(0, os.SEEK_END)
        self._last_words.seek(max(len(first), end - _WORDS_KEPT))
        return first + self._last_words.read(_WORDS_KEPT)


class _Watch:
    """Ends a worker that takes too long, or too much memory where the system itself does not limit that."""

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
        while not self._done.wait(min(_LOOKED_AT_EVERY, max(0, self._until - time.monotonic()))):
            if time.monotonic() >= self._until:
                self._end("time")
                return
            if sys.platform != "linux" and self._worker.resident() - self._at_first > self._worker.limits.memory:
                self._end("memory")
                return

    def _end(self, why: str) -> None:
        """End the worker, unless it has just answered: then it would be missed by the next file."""
        with self._deciding:
            if not self._done.is_set():
                self._worker.end(why)


def _resident(process: int) -> int:
    if sys.platform == "win32":
        psutil = import_module("psutil")  # Dagster brings it there
        try:
            return psutil.Process(process).memory_info().rss
        except psutil.Error:
            return 0
    asked = ["/bin/ps", "-o", "rss=", "-p", str(process)]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 - no shell
    return int(said) * _KIB if said.isdecimal() else 0


def _opened(packed: Packed, file_id: str) -> Answer:
    try:
        return packed.opened()
    except BrokenAnswerError:
        return failed(file_id, died("what it read cannot be used"))


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
        raise BrokenAnswerError
    return pipe
