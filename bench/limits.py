"""Measure what the watch over a build's memory and time costs, and whether it leaves a large club alone.

    python -m bench.limits [PAIRS] [EVENINGS]

Builds of the sample with and without the watch take turns; the seconds are those of the processor, of all processes.
Then one club of so many evenings, of two boards each, is built with the default limits: it must not be set aside.
"""

import datetime as dt
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.tiny_clubs import make_club
from pipelines.machine.paths import SAMPLE
from pipelines.warehouse import Warehouse

BUILD = """
import sys
from contextlib import contextmanager
from pipelines.building import build
from pipelines.cli.app import run

@contextmanager
def unwatched(*_):
    yield

if sys.argv.pop(1) == "without":
    build.watched = unwatched
run()
"""
_FIRST = dt.date(2001, 9, 1)
_SETTINGS = '[[season]]\nname = "{year}-{next:02}"\nstart = {year}-09-01\nend = {next_year}-08-31\n'


def main(pairs: int = 5, evenings: int = 5_000) -> int:
    """Print the medians, their ratio, and what became of the large club; return 1 if it was set aside."""
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        taken: dict[str, list[float]] = {"with": [], "without": []}
        for _ in range(pairs):
            for how, seconds in taken.items():
                seconds.append(_built(SAMPLE, here / "build", how)[0])
                shutil.rmtree(here / "build")
        watched, alone = (statistics.median(taken[how]) for how in ("with", "without"))
        print(f"sample, processor: watched {watched:.2f} s, not watched {alone:.2f} s, ratio {watched / alone:.3f}")
        if not evenings:
            return 0
        _make_large_club(here / "landing", evenings)
        started = time.monotonic()
        processor, memory = _built(here / "landing", here / "large", "with")
        with Warehouse(here / "large" / "w.duckdb", read_only=True) as opened:
            counted = opened.read("raw.sessions").height
        print(
            f"a club of {evenings} evenings: {counted} in the warehouse, {time.monotonic() - started:.0f} s, "
            f"{processor:.0f} s of the processor, at most {memory / 1e9:.1f} GB"
        )
        return int(counted != evenings)


def _built(landing: Path, folder: Path, how: str) -> tuple[float, float]:
    """Return the seconds of the processor that a build takes, and the most memory of a process up to now."""
    folder.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    places = ["--warehouse", str(folder / "w.duckdb"), "--reports", str(folder / "reports")]
    command = [sys.executable, "-c", BUILD, how, "build", str(landing), *places]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss * 1024.0


def _make_large_club(landing: Path, evenings: int) -> None:
    """Write a club with evenings on consecutive days, in as many seasons as they take."""
    make_club(landing, "large")
    folder = landing / "large" / "evenings"
    results, entries = ((folder / "2025-09-01" / name).read_text() for name in ("results.csv", "entries.csv"))
    shutil.rmtree(folder / "2025-09-01")
    days = [_FIRST + dt.timedelta(days=number) for number in range(evenings)]
    years = range(days[0].year, days[-1].year + 1)
    head = (folder / "competition.toml").read_text().partition("[[season]]")[0]
    seasons = [_SETTINGS.format(year=year, next=(year + 1) % 100, next_year=year + 1) for year in years]
    (folder / "competition.toml").write_text(head + "".join(seasons))
    (folder / "sessions.csv").write_text("session_id,date,kind\n" + "".join(f"{day},{day},pairs\n" for day in days))
    for day in days:
        (folder / str(day)).mkdir()
        (folder / str(day) / "results.csv").write_text(results.replace("2025-09-01", str(day)))
        (folder / str(day) / "entries.csv").write_text(entries.replace("2025-09-01", str(day)))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
