"""Find the clubs that take a build past its limit of memory or time. At a limit, the process of the build ends.

While a step is computed for some clubs, a file next to the warehouse names them. If a limit ends the process, the file
stays under another name. The next build then computes this step for one club after the other; a club that exceeds the
limit alone is set aside until its files, the code or a limit changes.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.machine.cores import memory
from pipelines.machine.environment import BUILD_MEMORY, NO_PROGRESS_SECONDS, in_bytes, number_in
from pipelines.machine.files import put_whole
from pipelines.machine.paths import Place
from pipelines.machine.stopping import exceeded
from pipelines.machine.waits import NO_PROGRESS


class Limits(NamedTuple):
    """The most bytes of memory that a build may use (0: no limit), and the most seconds without progress."""

    memory: int
    seconds: int

    @classmethod
    def from_environment(cls) -> "Limits":
        """Return the limits that are set, or the defaults: most of the memory of this machine, and half an hour."""
        by_default = memory() * 4 // 5 // 1_000_000 * 1_000_000
        return cls(number_in(BUILD_MEMORY) or by_default, number_in(NO_PROGRESS_SECONDS) or NO_PROGRESS)

    def __str__(self) -> str:
        size, seconds = in_bytes(self.memory), self.seconds
        return f"it takes more than {size} of memory ({BUILD_MEMORY}) or {seconds} s ({NO_PROGRESS_SECONDS})"


def trying_of(place: Place) -> Path | None:
    """Return the file that names the clubs being computed; None for a lake, where several builds may run at once."""
    return place.with_name(f".{place.name}.trying") if isinstance(place, Path) else None


class Beyond:
    """The record of the steps that exceeded a limit. Without a file `trying`, nothing is remembered."""

    def __init__(self, trying: Path | None = None, wanted: pl.DataFrame | None = None) -> None:
        self._trying, self.limits = trying, None if trying is None else Limits.from_environment()
        self._alone: dict[str, list[str]] = {}
        self._aside: dict[tuple[str, str], str] = {}
        if trying is None or wanted is None:
            return
        self._state = {
            club: hashlib.sha256(repr((self.limits, rows.sort(pl.all()).rows())).encode()).hexdigest()
            for (club,), rows in wanted.partition_by("club", as_dict=True).items()
        }
        with suppress(OSError, ValueError):
            alone, aside = json.loads(trying.with_suffix(".beyond").read_bytes())
            self._alone.update(alone)
            known = {(where, club): state for where, club, state in aside}
            # "" was recorded by a Dagster run for other clubs, which did not know this club's files.
            known = {one: state or self._state.get(one[1], "") for one, state in known.items()}
            self._aside = {one: state for one, state in known.items() if self._state.get(one[1], state) == state}
        with suppress(OSError, ValueError):
            where, clubs = json.loads(exceeded(trying).read_bytes())
            if len(clubs) > 1:
                self._alone[where] = clubs
            else:
                self._aside[where, clubs[0]] = self._state.get(clubs[0], "")
            self._keep(trying)
        exceeded(trying).unlink(missing_ok=True)

    def aside(self, where: str, clubs: Iterable[str]) -> list[str]:
        """Return the clubs that exceeded a limit by themselves at this step."""
        return [club for club in clubs if (where, club) in self._aside]

    def is_alone(self, where: str, clubs: Iterable[str]) -> bool:
        """Return whether this step must be computed for these clubs one by one."""
        return not {*clubs}.isdisjoint(self._alone.get(where, ()))

    @contextmanager
    def trying(self, where: str, clubs: Collection[str]) -> Iterator[None]:
        """Let the watching process know which clubs are computed inside this context."""
        if self._trying is None:
            yield
            return
        with suppress(OSError):
            self._trying.write_text(json.dumps([where, [*clubs]]), encoding="utf-8")
        try:
            yield
        finally:
            self._trying.unlink(missing_ok=True)

    def done(self) -> None:
        """Note that a build ended normally: the next one computes all clubs of a step together again."""
        if self._trying is not None and self._alone:
            self._alone = {where: clubs for where, clubs in self._alone.items() if self._state.keys().isdisjoint(clubs)}
            self._keep(self._trying)

    def _keep(self, trying: Path) -> None:
        put_whole(
            trying.with_suffix(".beyond"), json.dumps([self._alone, [[*one, of] for one, of in self._aside.items()]])
        )


_known = Beyond()


def known() -> Beyond:
    """Return the record of exceeded limits in this process."""
    return _known


def remember(place: Place, wanted: pl.DataFrame) -> None:
    """Load the record that earlier builds of a warehouse left; `wanted` shows which clubs have changed since then."""
    global _known  # noqa: PLW0603 - there is one build in a process
    _known = Beyond(trying_of(place), wanted)
