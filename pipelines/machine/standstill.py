"""The end of work that stands still: after some time without progress, with a line that says where it stood.

Another process watches (`watcher`), not a thread: native code that never returns may hold the interpreter's lock, and
then no thread and no handler of a signal runs here. So it also ends this process where nobody here hears a SIGTERM.
"""

import contextlib
import faulthandler
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pipelines.machine import stopping
from pipelines.machine.environment import NO_PROGRESS_SECONDS, number_in
from transforms.tables.messages import gettext

_WATCHER = Path(__file__).with_name("watcher.py")
_USUAL = 1_800
"""Far more seconds than the longest step of a build takes."""
_LONGEST = 300
_UNUSABLE = 2
"""The exit status, as of whatever else a build does not come through."""


def longest_without_progress() -> int:
    """Seconds for which a build may make no progress."""
    return number_in(NO_PROGRESS_SECONDS) or _USUAL


@contextmanager
def watched(seconds: int) -> Iterator[None]:
    """Inside, `stands_at` is to be called within so many seconds again and again; else this process ends.

    Within another one the outer one watches; without room for another process, nobody does.
    """
    global _watch  # noqa: PLW0603 - there is one process to end
    if _watch is not None:
        yield
        return
    with contextlib.suppress(OSError):
        _watch = _Watch(seconds)
        stands_at("the beginning")
    try:
        yield
    finally:
        if _watch is not None:
            _watch.close()
        _watch = None


def stands_at(where: str) -> None:
    """Say where the work stands; the same words again are no progress."""
    if _watch is not None:
        _watch.stands_at(where)


def reporting(progress: Callable[[str, int, int], None]) -> Callable[[str, int, int], None]:
    """The same progress, which says where the work stands as well."""

    def reported(what: str, done: int, of: int) -> None:
        stands_at(f"{what}: {done} / {of}")
        progress(what, done, of)

    return reported


@contextmanager
def waiting_for_others() -> Iterator[None]:
    """Inside, no progress is expected: others have their turn."""
    watch = _watch
    before = watch.where if watch is not None else ""
    stands_at("")
    try:
        yield
    finally:
        stands_at(before)


class _Watch:
    def __init__(self, seconds: int) -> None:
        self.where = ""
        signals = None if sys.platform == "win32" else stopping.unheard()
        sentence = gettext(
            "no progress for {seconds} s ({setting}), so this is ended; it stood at: {where}; {left}",
            seconds=seconds, setting=NO_PROGRESS_SECONDS, where="{where}", left=stopping.left(),
        )  # fmt: skip
        told = {
            "process": os.getpid(),
            "seconds": seconds,
            "signals": signals,
            "stands_still": f"barometer: {sentence}",
            "stopped": stopping.why("{signal}"),
        }
        self._process = subprocess.Popen(  # noqa: S603 - this Python, with words of our own
            [sys.executable, "-I", "-S", str(_WATCHER), json.dumps(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=() if signals is None else (signals,),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        said: Any = self._process.stdout
        given: Any = self._process.stdin
        self._given: int = given.fileno()
        if hasattr(os, "set_blocking"):  # not on Windows before Python 3.12
            os.set_blocking(self._given, False)
        if hasattr(signal, "SIGUSR1"):
            faulthandler.register(signal.SIGUSR1, file=2)
        threading.Thread(target=_end_when_asked, args=(said,), name="standstill", daemon=True).start()

    def stands_at(self, where: str) -> None:
        if where != self.where:
            self.where = where
            with contextlib.suppress(OSError):  # it was killed, or has no time to listen
                os.write(self._given, " ".join(where.split())[:_LONGEST].encode() + b"\n")

    def close(self) -> None:
        if hasattr(signal, "SIGUSR1"):
            faulthandler.unregister(signal.SIGUSR1)
        self._process.kill()
        self._process.wait()
        given: Any = self._process.stdin
        given.close()


def _end_when_asked(said: IO[bytes]) -> None:
    with said:
        if said.read(1):
            os._exit(_UNUSABLE)


_watch: _Watch | None = None
