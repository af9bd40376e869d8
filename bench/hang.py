"""Build simulated clubs from nothing, again and again, and count the builds that hang.

    python -m bench.hang 100 [CLUBS [SECONDS]]

A build that takes longer than SECONDS (600) counts as hung. Its stacks are printed, and it is killed.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

SESSIONS, SEED = 6, 3
STACKS = "import faulthandler, signal, sys; faulthandler.register(signal.SIGUSR1, chain=False); "
BUILD = f"{STACKS}from pipelines.__main__ import main; sys.argv[0] = 'barometer'; main()"
DONE = (0, 1)
"""The exit statuses of a build that ended: without findings of severity error, and with some."""


def build(landing: Path, into: Path, at_most: float) -> int | None:
    """Build into a new folder; return the exit status, or None if that took too long."""
    shutil.rmtree(into, ignore_errors=True)
    places = ["--warehouse", str(into / "warehouse.duckdb"), "--reports", str(into / "site")]
    command = [sys.executable, "-c", BUILD, "build", str(landing), *places]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(at_most)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGUSR1)
            with suppress(subprocess.TimeoutExpired):
                process.wait(2)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return None


def main(builds: int = 10, clubs: int = 60, at_most: float = 600) -> int:
    """Print a line for each build, and then how many ended; return 0 if all did."""
    ended = hung = failed = 0
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        landing, into = Path(folder, "landing"), Path(folder, "built")
        simulated = ["simulate", str(landing), "--clubs", str(clubs), "--sessions", str(SESSIONS), "--seed", str(SEED)]
        subprocess.run([sys.executable, "-m", "pipelines", *simulated], check=True, stdout=subprocess.DEVNULL)
        for number in range(1, builds + 1):
            began = time.perf_counter()
            status = build(landing, into, at_most)
            took = time.perf_counter() - began
            if status in DONE:
                ended += 1
                seconds.append(took)
            elif status is None:
                hung += 1
            else:
                failed += 1
            print(f"{number}: {'hung' if status is None else f'exit status {status}'}, {took:.0f} s", flush=True)
    span = f", {min(seconds):.0f} to {max(seconds):.0f} s each" if seconds else ""
    print(f"{builds} builds of {clubs} clubs: {ended} ended{span}; {hung} hung; {failed} failed")
    return int(bool(hung or failed))


if __name__ == "__main__":
    sys.exit(main(*(int(given) for given in sys.argv[1:])))
