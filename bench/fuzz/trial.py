"""One spoiled file, read: whether the reader stands, how long it takes, its memory, and whether a row is lost."""

import time
from pathlib import Path
from typing import NamedTuple

from bench.fuzz.counting import lost
from pipelines.intake.readers import read_bytes

MOST_SECONDS = 10.0
"""For a file of 1 MB; smaller files have as long."""
MOST_MEMORY = 200 * 2**20
MOST_MEMORY_A_BYTE = 20


class Trial(NamedTuple):
    """What became of one file."""

    fault: str | None
    """What went wrong: `crash`, `hang`, `memory` or `loss`; None where nothing did."""
    what: str
    seconds: float
    """Of the processor, so that a busy machine makes no hang."""
    memory: int
    """Bytes by which the process grew at most."""


def tried(data: bytes, name: str) -> Trial:
    before = memory_now()
    forget_peak()
    started = time.process_time()
    try:
        reading = read_bytes(data, name)
    except Exception as error:  # whatever it is, it is what is looked for
        return Trial("crash", f"{type(error).__name__}: {error}"[:300], time.process_time() - started, 0)
    seconds, memory = time.process_time() - started, max(peak() - before, 0)
    if seconds > MOST_SECONDS:
        return Trial("hang", f"{seconds:.1f} s for {len(data)} bytes", seconds, memory)
    if memory > MOST_MEMORY + MOST_MEMORY_A_BYTE * len(data):
        return Trial("memory", f"{memory} bytes for {len(data)}", seconds, memory)
    rows = lost(data, reading)
    return Trial("loss" if rows else None, f"{rows} rows without a word" if rows else "", seconds, memory)


_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def forget_peak() -> None:
    if _CLEAR.exists():
        _CLEAR.write_text("5")


def peak() -> int:
    return _of_status("VmHWM:")


def memory_now() -> int:
    return _of_status("VmRSS:")


def _of_status(name: str) -> int:
    """In bytes; 0 where the system does not say."""
    if not _STATUS.exists():
        return 0
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) * 1024
