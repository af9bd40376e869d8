"""Measure the memory that a process and the processes it started take together."""

import threading
from types import TracebackType
from typing import Self

import psutil  # Dagster installs it

_EVERY = 0.5
"""Seconds between two looks. For each gigabyte, a look costs the system some milliseconds."""


class MostTogether:
    """Inside this context, watches a process and its children; `bytes` is the most memory that they had.

    Shared memory counts once on Linux, and once per process on other systems.
    """

    def __init__(self, process: int) -> None:
        self.bytes = 0
        self._process = process
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._is_over.wait(_EVERY):
            self.bytes = max(self.bytes, _together(self._process))


def _together(number: int) -> int:
    try:
        process = psutil.Process(number)
        return sum(_share_of(each) for each in (process, *process.children(recursive=True)))
    except psutil.Error:  # the process has ended
        return 0


def _share_of(process: psutil.Process) -> int:
    try:
        known = process.memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(known, "pss", known.rss))
