"""A small process that ends another process if the other makes no progress. It imports no other module of ours.

`stopping` starts it, with settings as JSON. Each line on its standard input says what the other process is doing. An
empty line means that the other process waits for others, for any length of time.
"""

import contextlib
import json
import os
import select
import signal
import sys
import threading
import time
from typing import Any


def watch() -> None:
    """Watch the other process until it ends. End it if it makes no progress or ignores a signal."""
    job = json.loads(sys.argv[1])
    look, pipe = job["waits"]["look"], job["signals"]
    for number in (signal.SIGINT, signal.SIGTERM):  # both processes get these signals; only the other one reacts
        signal.signal(number, signal.SIG_IGN)
    stands_at, silent, unheard = [""], [0], 0
    threading.Thread(target=_listen, args=(stands_at, silent), daemon=True).start()
    while True:
        # The clock is not used, because it goes on while both processes are stopped or the machine sleeps.
        time.sleep(look)
        silent[0] += 1
        if stands_at[0] and job["memory"] and _taken_by(job["process"]) > job["memory"]:
            _end(job, job["too_large"].replace("{where}", stands_at[0]), asks=True)
        if stands_at[0] and silent[0] * look > job["seconds"]:
            _end(job, job["stands_still"].replace("{where}", stands_at[0]), asks=True)
        unheard = unheard + 1 if pipe is not None and select.select([pipe], [], [], 0)[0] else 0
        if unheard * look > job["waits"]["unheard"]:
            _end(job, job["stopped"].replace("{signal}", signal.Signals(os.read(pipe, 1)[0]).name), asks=False)


def _taken_by(process: int) -> int:
    """Return how many bytes of memory a process takes; 0 where the system is not Linux."""
    try:
        with open(f"/proc/{process}/statm", "rb") as pages:  # noqa: PTH123 - none of our imports, to start at once
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _listen(stands_at: list[str], silent: list[int]) -> None:
    for line in sys.stdin.buffer:
        stands_at[0], silent[0] = line.decode(errors="replace").strip(), 0
    os._exit(0)


def _end(job: dict[str, Any], why: str, *, asks: bool) -> None:
    """End the other process: with `asks`, first request an end from one of its threads; then kill it."""
    os.write(2, f"{why}\n".encode())
    if asks:
        with contextlib.suppress(OSError):  # nothing is being tried
            os.replace(job["trying"], job["exceeded"])  # noqa: PTH105 - as above
        if hasattr(signal, "SIGUSR1"):
            os.kill(job["process"], signal.SIGUSR1)
            time.sleep(job["waits"]["stacks"])
        os.write(1, b"!")
        time.sleep(job["waits"]["end"])
    os.kill(job["process"], getattr(signal, "SIGKILL", signal.SIGTERM))
    os._exit(0)


if __name__ == "__main__":
    watch()
