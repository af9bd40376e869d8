"""The memory that a process and those it started take together, as Linux shares it out among them."""

import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

_EVERY = 0.5
"""Seconds between two looks: each takes the system some milliseconds for every gigabyte."""
_PROCESSES = Path("/proc")


class MostTogether:
    """While inside, looks how much a process and its children take; `bytes` is the most that was seen, 0 elsewhere."""

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
            self.bytes = max(self.bytes, sum(_share_of(process) for process in _family(self._process)))


def _family(process: int) -> Iterator[int]:
    yield process
    for children in _PROCESSES.glob(f"{process}/task/*/children"):
        for child in _text_of(children).split():
            yield from _family(int(child))


def _share_of(process: int) -> int:
    lines = _text_of(_PROCESSES / str(process) / "smaps_rollup").splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):  # it has ended, or this is not Linux
        return ""
