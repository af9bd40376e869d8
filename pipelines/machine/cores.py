"""How many processor cores this process may use."""

import os
from pathlib import Path

_CPU_MAX = Path("/sys/fs/cgroup/cpu.max")
"""A file of Linux: the microseconds of processor time allowed in each period (or `max`), and those of a period."""


def cores() -> int:
    """Return how many cores this process may use. The limit of a container counts too."""
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _CPU_MAX.read_text(encoding="ascii").split()
        return max(1, min(known, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or `max`: no limit
        return known
