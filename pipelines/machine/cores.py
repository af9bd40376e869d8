"""How many processors this process may use."""

import os
from pathlib import Path

_CPU_MAX = Path("/sys/fs/cgroup/cpu.max")
"""On Linux: microseconds of processor time in each so many, or `max`."""


def cores() -> int:
    """How many cores this process may use, also in a container whose share of the machine is bounded."""
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _CPU_MAX.read_text(encoding="ascii").split()
        return max(1, min(known, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or `max`: not bounded
        return known
