"""How many processor cores this process may use."""

import os
from pathlib import Path

_CPU_MAX = Path("/sys/fs/cgroup/cpu.max")
"""On Linux, this file has microseconds of processor time (or `max`) and the length of the period they are for."""


def cores() -> int:
    """Return how many cores this process may use, also in a container with a limited share of the machine."""
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _CPU_MAX.read_text(encoding="ascii").split()
        return max(1, min(known, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or `max`: no limit
        return known
