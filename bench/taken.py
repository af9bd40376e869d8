"""The time that work takes, by the clock and by the processor. A busy machine delays the first, hardly the second."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import NamedTuple, Self


class Taken(NamedTuple):
    """The time that a piece of work took."""

    seconds: float
    """Seconds by the clock."""
    processor: float
    """Processor seconds of all threads of the process, user and system together."""

    def beside(self, floor: Self) -> str:
        """Return the ratios to a floor that was measured in the same run."""
        return f"ratio {self.seconds / floor.seconds:.2f}, of the processor {self.processor / floor.processor:.2f}"

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s ({self.processor:.2f} s of the processor)"


class Taking:
    """Measures the time of the work inside its context, and then holds it in `taken`."""

    taken: Taken

    def __enter__(self) -> Self:
        self._started = Taken(time.perf_counter(), time.process_time())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        seconds, processor = time.perf_counter(), time.process_time()
        self.taken = Taken(seconds - self._started.seconds, processor - self._started.processor)


def best(runs: Iterable[tuple[Taken, float]]) -> tuple[Taken, float]:
    """Return the least seconds, the least processor time and the least peak memory of some runs, each on its own."""
    took, peaks = zip(*runs, strict=True)
    return Taken(*(min(figures) for figures in zip(*took, strict=True))), min(peaks)


@contextmanager
def timed(seconds: dict[str, float], what: str) -> Iterator[None]:
    """Add the processor time of the work inside this context to the seconds of this part."""
    with Taking() as taking:
        yield
    seconds[what] = seconds.get(what, 0) + taking.taken.processor
