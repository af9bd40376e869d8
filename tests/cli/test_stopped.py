"""SIGINT and SIGTERM end a command in time, with one line and nothing left, whatever it is doing."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.tiny_clubs import make_club
from pipelines.building.lock import build_lock

pytestmark = pytest.mark.long
PROJECT = Path(__file__).resolve().parents[2]
WITHIN = 20.0
ENVIRONMENT = os.environ | {"POLARS_MAX_THREADS": "1", "PYTHONPATH": f"{PROJECT}"}


def started(program: str, *arguments: str | Path) -> "subprocess.Popen[str]":
    command = [sys.executable, *program.split(maxsplit=1), *map(str, arguments)]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=ENVIRONMENT, text=True, preexec_fn=hearing, **piped)  # noqa: PLW1509 - as a shell


def hearing() -> None:
    """Hear both signals, also where the tests themselves were started in the background, with one of them ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))


def ended(process: "subprocess.Popen[str]", number: int, is_time: Callable[[], bool]) -> str:
    """Send the signal when it is time; check how it ends, and return its words."""
    until = time.monotonic() + 60
    while not is_time():
        assert process.poll() is None, process.communicate()
        if time.monotonic() > until:
            process.kill()
            pytest.fail("it is not time within a minute")
        time.sleep(0.02)
    process.send_signal(number)
    sent = time.monotonic()
    try:
        out, said = process.communicate(timeout=30)
    finally:
        process.kill()
    assert time.monotonic() - sent < WITHIN
    assert process.returncode == 128 + number
    assert out == ""
    assert f"barometer: stopped by {signal.Signals(number).name};" in said
    # Polars, where the signal finds it asking Python for something, panics and quotes the traceback; we show none.
    assert not re.search("^Traceback", said, re.MULTILINE)
    return said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_while_worker_processes_read(number: int, tmp_path: Path) -> None:
    make_club(tmp_path / "landing", "elm")
    warehouse = tmp_path / "data" / "w.duckdb"
    places = ["--warehouse", warehouse, "--reports", tmp_path / "reports"]
    process = started("-m pipelines", "build", tmp_path / "landing", *places)
    workers: list[int] = []

    def reading() -> bool:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        workers[:] = map(int, children.split())
        return bool(workers)

    said = ended(process, number, reading)
    assert said.count("barometer:") == 1
    until = time.monotonic() + WITHIN
    while any(Path(f"/proc/{worker}").exists() for worker in workers):  # each ends by itself when its pipe closes
        assert time.monotonic() < until, workers
        time.sleep(0.02)
    assert {path.name for path in warehouse.parent.iterdir()} <= {".w.duckdb.lock"}
    assert list((tmp_path / "reports").iterdir()) == []
    with build_lock(warehouse, "a test", patience=0):
        pass


HELD = """
import signal
from pipelines.machine import stopping
def work():
    with stopping.held():
        signal.raise_signal(signal.SIGTERM)
        print("held")
    print("after")
stopping.run(work)
"""


def test_what_is_held_is_done_first() -> None:
    process = started(f"-c {HELD}")
    out, said = process.communicate(timeout=60)
    assert (process.returncode, out) == (143, "held\n")
    assert said.count("\n") == 1
