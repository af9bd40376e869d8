"""Work that stands still ends with a line that says where it stood, whatever it waits for; so does SIGTERM end it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipelines.machine.another_python import another_python
from pipelines.machine.stopping import stands_at, waiting_for_others, watched

ONLY_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no signals, and another C library")
WORK = """
import ctypes, time
from pipelines.machine import stopping

def work():
    with stopping.watched({seconds}):
        stopping.stands_at("ratings.elo: ash")
        print("begun", flush=True)
        {stuck}

stopping.run(work)
"""
IN_PYTHON = """
        for number in range(4):
            time.sleep(0.5)
            stopping.stands_at(str(number))
        with stopping.waiting_for_others():
            time.sleep(2)
        print("still there", flush=True)
        time.sleep(600)
"""
WITH_THE_LOCK = """
        library, lock = ctypes.PyDLL(None), ctypes.create_string_buffer(64)
        [library.pthread_mutex_lock(lock) for _ in range(2)]
"""
"""In native code that never returns, and holds the interpreter's lock."""
HOW = {"in Python": IN_PYTHON, "in native code": WITH_THE_LOCK.replace("PyDLL", "CDLL"), "with the lock": WITH_THE_LOCK}


def started(how: str, seconds: int) -> "subprocess.Popen[bytes]":
    code = WORK.format(seconds=seconds, stuck=HOW[how])
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(another_python(code), preexec_fn=hearing, **piped)  # noqa: PLW1509 - as a shell


def hearing() -> None:
    """Hear SIGTERM, also where Dagster, in a test before, left it ignored because SIGINT was."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@ONLY_POSIX
@pytest.mark.nightly
@pytest.mark.parametrize("how", ["in Python", "with the lock"])
def test_what_makes_no_progress_ends_and_says_where_it_stood(how: str) -> None:
    """Progress, and a wait for others, do not end it."""
    with started(how, 1) as process:
        printed, said = process.communicate(timeout=60)
    assert (b"still there" in printed) == (how == "in Python")
    assert (
        b"stopped, because there was no progress for 1 s (BAROMETER_NO_PROGRESS_SECONDS); the last step was: " in said
    )
    where = b"3" if how == "in Python" else b"ratings.elo: ash"
    assert b"; the last step was: %b; no file is half-written" % where in said
    assert b" in work\n" in said, "what the threads were doing"
    assert process.returncode == (-signal.SIGKILL if "lock" in how else 2)


@ONLY_POSIX
@pytest.mark.nightly
@pytest.mark.parametrize("how", ["in native code", "with the lock"])
def test_it_can_be_asked_to_end(how: str) -> None:
    with started(how, 600) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.5)  # until it is stuck
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
    assert said.decode().startswith("barometer: stopped by SIGTERM; no file is half-written")
    assert len(said.splitlines()) == 1
    assert process.returncode == (-signal.SIGKILL if "lock" in how else 128 + signal.SIGTERM)


def test_nobody_watches_any_more_once_the_work_is_done() -> None:
    before = children()
    with watched(600):
        with watched(1):
            stands_at("here")
        with waiting_for_others():
            pass
    assert children() == before


def children() -> list[str]:
    return sorted(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text("ascii").split())
