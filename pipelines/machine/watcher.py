"""What watches a process that might stand still: a small process of its own, which imports nothing else of ours.

`stopping` starts it, with what it needs as JSON. On standard input come lines that say where the other process
stands; an empty line says that it waits for somebody else, which may take as long as it likes.
"""

import json
import os
import select
import signal
import sys
import threading
import time

_LOOKED_AT_EVERY = 0.5
_UNHEARD = 3.0
"""Seconds after which nobody takes a signal off its pipe: that takes a moment for a thread that can run."""
_FOR_STACKS, _FOR_ITS_END = 0.5, 2.0
"""Seconds in which it says what its threads were doing, and in which it ends by itself."""


def watch() -> None:
    """Watch until the other process ends, or is to be ended."""
    told = json.loads(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM):  # which reach both, and are answered by the other
        signal.signal(number, signal.SIG_IGN)
    stands_at, silent, unheard = [""], [0], 0
    threading.Thread(target=_listen, args=(stands_at, silent), daemon=True).start()
    while True:
        # Not by the clock: where both were stopped, or the machine slept, no time has passed.
        time.sleep(_LOOKED_AT_EVERY)
        silent[0] += 1
        if stands_at[0] and silent[0] * _LOOKED_AT_EVERY > told["seconds"]:
            _end(told["process"], told["stands_still"].replace("{where}", stands_at[0]), asks=True)
        pipe = told["signals"]
        unheard = unheard + 1 if pipe is not None and select.select([pipe], [], [], 0)[0] else 0
        if unheard * _LOOKED_AT_EVERY > _UNHEARD:
            name = signal.Signals(os.read(pipe, 1)[0]).name
            _end(told["process"], told["stopped"].replace("{signal}", name), asks=False)


def _listen(stands_at: list[str], silent: list[int]) -> None:
    for line in sys.stdin.buffer:
        stands_at[0], silent[0] = line.decode(errors="replace").strip(), 0
    os._exit(0)


def _end(process: int, why: str, *, asks: bool) -> None:
    """End the other process: by itself, where one of its threads can still run, and else whatever it is doing."""
    os.write(2, f"{why}\n".encode())
    if asks:
        if hasattr(signal, "SIGUSR1"):
            os.kill(process, signal.SIGUSR1)
            time.sleep(_FOR_STACKS)
        os.write(1, b"!")
        time.sleep(_FOR_ITS_END)
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    os._exit(0)


if __name__ == "__main__":
    watch()
