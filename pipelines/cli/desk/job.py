"""The commands that the desk runs: processes of their own, so that they can neither block the desk nor grow it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import IO

import polars as pl

from pipelines.cli.build import came_in
from pipelines.machine import stopping
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse, exists
from pipelines.words.languages.numbers import spoken_date
from transforms.tables.schemas import SESSION

_AT_REST = 2_000_000_000
"""Nanoseconds without a change, after which a file is taken to be complete."""


class Program:
    """One command of Barometer, and what it says, in a file of the desk's folder."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._file: IO[bytes] | None = None
        self.status: int | None = None
        """The exit status of the last run; None before it ends."""

    def start(self, *words: object) -> None:
        """Start the command with these words."""
        self._log.parent.mkdir(parents=True, exist_ok=True)
        self._log.write_bytes(b"")
        # A command that an earlier desk left running writes here too: each adds at the end.
        self._file, self.status = self._log.open("ab"), None
        self._process = subprocess.Popen(  # noqa: S603 - our own command, with the folders of the desk
            [sys.executable, "-m", "pipelines", *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=self._file,
            stderr=self._file,
        )
        stopping.ends_with_us(self._process)

    def runs(self) -> bool:
        """Return whether the command runs."""
        process = self._process  # another thread may find at the same time that it has ended
        if process is None or process.poll() is None:
            return process is not None
        self.status, self._process = process.returncode, None
        if self._file is not None:
            self._file.close()
        return False

    def ask_to_end(self) -> None:
        """Ask the command to end, if it runs."""
        if self._process is not None:
            self._process.terminate()

    def stop(self) -> None:
        """End the command, and wait until it has ended."""
        if self._process is not None:
            self.ask_to_end()
            self._process.wait()
            self.runs()

    def lines(self) -> list[str]:
        """Return what the command has said so far."""
        if not self._log.is_file():
            return []
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line.removeprefix("barometer: ") for line in lines if line.strip()]


class Job:
    """The build or the publication that runs now, and what the last build brought. Nothing runs before `start`."""

    def __init__(self, paths: Paths, folder: Path) -> None:
        self._paths = paths
        self.program, self.publication = Program(folder / "build.txt"), Program(folder / "publish.txt")
        self._lock = RLock()
        self._seen: set[tuple[str, int, int]] | None = None
        self._before: pl.DataFrame | None = None
        self._next: tuple[object, ...] | None = None
        self._then: Callable[[], None] | None = None
        self.news: list[str] = []
        """A line for each evening that the last build added."""

    @property
    def status(self) -> int | None:
        """The exit status of the last build."""
        return self.program.status

    @property
    def places(self) -> tuple[object, ...]:
        """The options that name the warehouse and the pages of the desk."""
        return "--warehouse", self._paths.warehouse, "--reports", self._paths.reports

    def start(self, *words: object) -> None:
        """Start a build, or another command that builds; if one runs, start this one after it."""
        words = words or ("build", self._paths.landing)
        with self._lock:
            if self.runs():
                self._next = words
                return
            self._before, self._seen = self._evenings(), self._files()
            self.program.start(*words, *self.places)

    def publish(self, *words: object, then: Callable[[], None]) -> None:
        """Start to publish, and call `then` if all was published. Builds wait until it has ended.

        UnusableError: something runs.
        """
        with self._lock:
            if self.runs():
                raise UnusableError("the pages are being made; publish when that is done")
            self._then = then
            self.publication.start("publish", *words, *self.places)

    def watch(self) -> None:
        """Build if files in the landing folder have changed since the last build began, and are now at rest."""
        with self._lock:
            if self.runs() or (now := self._files()) == self._seen:
                return
            newest = max((changed for *_, changed in now - (self._seen or set())), default=0)
            if self._seen is None or newest < time.time_ns() - _AT_REST:
                self.start()

    def _files(self) -> set[tuple[str, int, int]]:
        found = set[tuple[str, int, int]]()
        for folder, _, names in os.walk(self._paths.landing):
            for name in (name for name in names if not name.startswith((".", "~"))):
                with suppress(OSError):
                    known = Path(folder, name).stat()
                    found.add((f"{folder}/{name}", known.st_size, known.st_mtime_ns))
        return found

    def runs(self) -> bool:
        """Return whether something runs. If it has just ended, note what it brought, and start the next if wanted."""
        with self._lock:
            if self.program.runs() or self.publication.runs():
                return True
            if self._before is not None and exists(self._paths.warehouse):
                with Warehouse(self._paths.warehouse, read_only=True) as warehouse:
                    self.news = [*came_in(warehouse, self._before, spoken_date)]
            self._before = None
            if self._then is not None and self.publication.status == 0:
                self._then()
            self._then = None
            if self._next is not None:
                words, self._next = self._next, None
                self.start(*words)
                return True
            return False

    def lines(self) -> list[str]:
        """Return what the command that runs, or else the last build, has said so far."""
        return (self.publication if self.publication.runs() else self.program).lines()

    def progress(self) -> str:
        """Return what the command that runs said last; not the first line of a build, which counts clubs and files."""
        publishes = self.publication.runs()
        return next(reversed(self.lines()[0 if publishes else 1 :]), "")

    def _evenings(self) -> pl.DataFrame:
        if exists(self._paths.warehouse):
            with Warehouse(self._paths.warehouse, read_only=True) as warehouse:
                return warehouse.read_distinct("raw.sessions", SESSION)
        return pl.DataFrame(schema=dict.fromkeys(SESSION, pl.String))
