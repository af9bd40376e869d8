"""The build that the desk starts: a process of its own, so that it can neither block the desk nor grow it."""

import subprocess
import sys
from pathlib import Path
from typing import IO

import polars as pl

from pipelines.cli.build import came_in
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse, exists
from transforms.tables.schemas import SESSION


class Job:
    """The build that runs now, and what the last one said. Nothing runs before `start`."""

    def __init__(self, paths: Paths, folder: Path) -> None:
        self._paths, self._folder = paths, folder
        self._log = folder / "build.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._file: IO[bytes] | None = None
        self._begins_again = False
        self._before: pl.DataFrame | None = None
        self.news: list[str] = []
        """A line for each evening that the last builds added."""
        self.status: int | None = None
        """The exit status of the last build; None before the first one ends."""

    def start(self) -> None:
        """Start a build; if one runs, start another after it."""
        if self.runs():
            self._begins_again = True
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        self._before = self._evenings()
        self._file = self._log.open("wb")
        words = ["build", self._paths.landing, "--warehouse", self._paths.warehouse, "--reports", self._paths.reports]
        command = [sys.executable, "-m", "pipelines", *map(str, words)]
        self._process = subprocess.Popen(  # noqa: S603 - the folders are those of the desk's own command
            command, stdin=subprocess.DEVNULL, stdout=self._file, stderr=self._file
        )

    def runs(self) -> bool:
        """Return whether a build runs. If one has just ended, note what it brought, and start the next if wanted."""
        if self._process is None or self._process.poll() is None:
            return self._process is not None
        self.status, self._process = self._process.returncode, None
        if self._file is not None:
            self._file.close()
        if self._before is not None and exists(self._paths.warehouse):
            with Warehouse(self._paths.warehouse, read_only=True) as warehouse:
                self.news = [*came_in(warehouse, self._before)]
        if self._begins_again:
            self._begins_again = False
            self.start()
            return True
        return False

    def lines(self) -> list[str]:
        """Return what the build has said so far."""
        if not self._log.is_file():
            return []
        return [line for line in self._log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]

    def _evenings(self) -> pl.DataFrame:
        if exists(self._paths.warehouse):
            with Warehouse(self._paths.warehouse, read_only=True) as warehouse:
                return warehouse.read_distinct("raw.sessions", SESSION)
        return pl.DataFrame(schema=dict.fromkeys(SESSION, pl.String))
