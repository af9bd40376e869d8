"""End a command on request, or when it makes no progress, with one line that gives the reason.

SIGINT and SIGTERM end a command within three seconds: the main thread gets a `KeyboardInterrupt`, cleans up and ends.
If native code prevents that, a second thread, woken through a pipe by the system's signal handler, ends the process.
Nothing is lost, because files get their final names only when they are complete.

Another process (`watcher`) ends work without progress. A thread could not: while native code holds the interpreter's
lock, no thread runs. The watcher also ends this process if it does not react to a SIGTERM.
"""

import contextlib
import faulthandler
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from types import FrameType
from typing import IO, Any, NoReturn

from pipelines.machine import waits
from pipelines.machine.environment import BUILD_MEMORY, NO_PROGRESS_SECONDS, in_bytes
from transforms.tables.messages import Message, gettext, gettext_noop

_STOPPED = gettext_noop("stopped by {signal}; {left}")
_LEFT = Message("no file is half-written, and the next build starts again or goes on from here")
_OF_A_SHELL = 128
"""The exit status of a command that a signal ends is this plus the number of the signal, as in a shell."""


class _Stop:
    def __init__(self) -> None:
        self.asked: int | None = None
        self.held = 0
        self.is_said = False
        self.left: Message = _LEFT
        self.begins_again = False
        """Whether a build that exceeds a limit in this process begins again."""
        self.pipe: int | None = None
        """A signal stays in this pipe until it ends this process. None: no signals are handled."""


_stop = _Stop()
_with_us: "weakref.WeakSet[Popen[bytes]]" = weakref.WeakSet()


@contextmanager
def stoppable() -> Iterator[None]:
    """Let SIGINT and SIGTERM request an end inside this context. A signal that was ignored before stays ignored."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is _ask:
        yield
        return
    _stop.asked, _stop.held, _stop.is_said, _stop.left = None, 0, False, _LEFT
    heard = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, _ask) for number in heard}
    reading, writing = os.pipe()
    if hasattr(os, "set_blocking"):  # not on Windows before Python 3.12, where it is not needed
        os.set_blocking(writing, False)
    woken_before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    usual, sys.unraisablehook = sys.unraisablehook, _unless_stopped
    watch = threading.Thread(target=_watch, args=(reading, writing), name="stopping", daemon=True)
    watch.start()
    _stop.pipe = reading
    try:
        yield
    finally:
        _stop.pipe = None
        if _stop.asked is None:
            signal.set_wakeup_fd(woken_before)
            sys.unraisablehook = usual
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(writing)


def run(command: Callable[[], object]) -> NoReturn:
    """Run a command and exit with its result. If a signal ends it, print a line that says so."""
    with stoppable():
        _stop.begins_again = sys.platform != "win32"
        try:
            status = command()
        except BaseException:
            if not asked():
                raise
            status = None
        if asked():
            status = say_and_status()
        sys.exit(status if isinstance(status, int) else 0)


def asked() -> bool:
    """Return whether a signal has asked this process to end."""
    return _stop.asked is not None


def raise_if_asked() -> None:
    """Raise `KeyboardInterrupt` if an end was requested. Native code may have swallowed an earlier one."""
    if _stop.asked is not None:
        raise KeyboardInterrupt


@contextmanager
def held() -> Iterator[None]:
    """Hold back signals inside this context, which must be short. At its end they raise `KeyboardInterrupt`."""
    _stop.held += 1
    try:
        yield
    finally:
        _stop.held -= 1
    if not _stop.held:
        raise_if_asked()


def leaves(words: Message) -> None:
    """Set the words about what an interrupted command leaves behind; the default is for a build."""
    _stop.left = words


def _why(name: str) -> str:
    return f"barometer: {gettext(_STOPPED, signal=name, left=_stop.left)}"


def ends_with_us(process: "Popen[bytes]") -> None:
    """Register another process, to be killed if this process has to end at once."""
    _with_us.add(process)


def say_and_status(*, at_once: bool = False) -> int:
    """Print why this process ends, but only once, and return its exit status.

    With `at_once`, bypass all buffers, as another thread may hold their locks, and use English, which needs no files.
    """
    number = _stop.asked or signal.SIGINT
    if not _stop.is_said:
        _stop.is_said = True
        name = signal.Signals(number).name
        in_english = f"barometer: {_STOPPED.format(signal=name, left=_stop.left.text)}"
        line = f"{in_english if at_once else _why(name)}\n"
        with contextlib.suppress(OSError):
            if at_once:
                os.write(2, line.encode())
            else:
                sys.stderr.write(line)
                sys.stderr.flush()
    return _OF_A_SHELL + number


def _ask(number: int, _frame: FrameType | None) -> None:
    if _stop.asked is None:
        _stop.asked = number
        if not _stop.held:
            raise KeyboardInterrupt


def _watch(pipe: int, writing: int) -> None:
    while number := _taken_off(pipe):
        if signal.getsignal(number[0]) is _ask:
            break
    else:
        os.close(pipe)
        return
    with contextlib.suppress(OSError):
        os.write(writing, number)  # the signal in the pipe shows the watcher that the process has not ended yet
    threading.Event().wait(waits.TO_CLEAN_UP)
    _stop.asked = _stop.asked or number[0]
    for process in list(_with_us):
        with contextlib.suppress(OSError):
            process.kill()
    os._exit(say_and_status(at_once=True))


def _taken_off(pipe: int) -> bytes:
    """Return the next signal, but first wait without reading: a signal must stay in the pipe until this thread runs."""
    if sys.platform != "win32":  # Windows can read a pipe, but not wait for it
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            selector.select()
    return os.read(pipe, 1)


def _unless_stopped(wrong: Any) -> None:
    if not (asked() and issubclass(wrong.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(wrong)


_WATCHER = Path(__file__).with_name("watcher.py")
_LONGEST = 300
_UNUSABLE = 2


@contextmanager
def watched(seconds: int, memory: int = 0, trying: Path | None = None) -> Iterator[None]:
    """Inside this context, end this process if `stands_at` reports no progress for this number of seconds.

    On Linux, the process is also ended if it takes more than `memory` bytes, unless that is 0. If the file `trying`
    then exists, it is renamed to `exceeded(trying)`, and a command begins again. Only the outermost `watched` counts.
    If the watcher cannot be started, nothing is watched.
    """
    global _watching  # noqa: PLW0603 - there is only one process to end
    if _watching is not None:
        yield
        return
    with contextlib.suppress(OSError):
        _watching = _Watch(seconds, memory, trying)
        stands_at("the beginning")
    try:
        yield
    finally:
        if _watching is not None:
            _watching.close()
        _watching = None


def exceeded(trying: Path) -> Path:
    """Return the name that the file `trying` of `watched` gets if a limit is exceeded."""
    return trying.with_suffix(".exceeded")


def stands_at(where: str) -> None:
    """Record the current place of the work. The same text as before does not count as progress."""
    if _watching is not None:
        _watching.stands_at(where)


def reporting(progress: Callable[[str, int, int], None]) -> Callable[[str, int, int], None]:
    """Return a progress callback that calls `progress` and also records how far the work is."""

    def reported(what: str, done: int, of: int) -> None:
        stands_at(f"{what}: {done} / {of}")
        progress(what, done, of)

    return reported


@contextmanager
def waiting_for_others() -> Iterator[None]:
    """Expect no progress inside this context, in which this process waits for its turn."""
    watch = _watching
    before = watch.where if watch is not None else ""
    stands_at("")
    try:
        yield
    finally:
        stands_at(before)


class _Watch:
    def __init__(self, seconds: int, memory: int, trying: Path | None) -> None:
        self.where = ""
        signals = None if sys.platform == "win32" else _stop.pipe
        sentence = gettext(
            "stopped, because there was no progress for {seconds} s ({setting}); the last step was: {where}; {left}",
            seconds=seconds, setting=NO_PROGRESS_SECONDS, where="{where}", left=_stop.left,
        )  # fmt: skip
        too_large = gettext(
            "stopped, because it took more than {memory} of memory ({setting}); the last step was: {where}; {left}",
            memory=in_bytes(memory), setting=BUILD_MEMORY, where="{where}", left=_stop.left,
        )  # fmt: skip
        job = {
            "memory": memory,
            "trying": str(trying or ""),
            "exceeded": str(exceeded(trying)) if trying else "",
            "too_large": f"barometer: {too_large}",
            "waits": waits.WATCHER,
            "process": os.getpid(),
            "seconds": seconds,
            "signals": signals,
            "stands_still": f"barometer: {sentence}",
            "stopped": _why("{signal}"),
        }
        self._process = subprocess.Popen(  # noqa: S603 - this Python, with words of our own
            [sys.executable, "-I", "-S", str(_WATCHER), json.dumps(job)],
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
        threading.Thread(target=_end_when_asked, args=(said, trying), name="standstill", daemon=True).start()

    def stands_at(self, where: str) -> None:
        if where != self.where:
            self.where = where
            with contextlib.suppress(OSError):  # the watcher was killed, or is too busy to read
                os.write(self._given, " ".join(where.split())[:_LONGEST].encode() + b"\n")

    def close(self) -> None:
        if hasattr(signal, "SIGUSR1"):
            faulthandler.unregister(signal.SIGUSR1)
        self._process.kill()
        self._process.wait()
        given: Any = self._process.stdin
        given.close()


def _end_when_asked(said: IO[bytes], trying: Path | None) -> None:
    with said:
        if said.read(1):
            for process in list(_with_us):
                with contextlib.suppress(OSError):
                    process.kill()
            if _stop.begins_again and trying and exceeded(trying).exists():
                os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command again
            os._exit(_UNUSABLE)


_watching: _Watch | None = None
