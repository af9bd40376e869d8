"""How many processor cores and how much memory this process may use."""

import os
from contextlib import suppress
from pathlib import Path

_CPU_MAX = Path("/sys/fs/cgroup/cpu.max")
"""The file in which Linux gives the allowed processor time per period (or `max`), and the period, in microseconds."""
_MEMORY_MAX = Path("/sys/fs/cgroup/memory.max")
"""The file in which Linux gives the allowed bytes of memory, or `max`."""


def memory() -> int:
    """Return how many bytes of memory this process may use, also within a container; 0 if that is unknown."""
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Windows
        return 0
    with suppress(OSError, ValueError):  # no such file, or `max`
        return min(there, int(_MEMORY_MAX.read_text(encoding="ascii")))
    return there


def cores() -> int:
    """Return how many cores this process may use, within the limit of its container."""
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _CPU_MAX.read_text(encoding="ascii").split()
        return max(1, min(known, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or `max`: no limit
        return known
