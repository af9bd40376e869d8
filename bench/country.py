"""Build the tables of a country: 3,000 clubs of 40 evenings, 90 million result lines, simulated as Parquet.

    python -m bench.country [PERCENT ...] [--site-clubs N] [--csv] [--budget GB]

The country is simulated and built in separate processes. The bench prints their processor time, the time from start to
end, and the most memory that they took, next to the processor time of a floor, which reads and writes the same but does
nothing in between. The floor of a build is the sum of the floors of its stages (`bench.stage_floors`). These write
separately, while a build stores its tables together. On a machine that also does other work, only processor time can be
compared. Tables are built as `barometer build` builds them, batch by batch, but the pages of clubs are not drawn. Only
a few clubs get pages (`--site-clubs`); the time for all clubs is extrapolated from these. `--csv` does the same from
CSV, for the first percentage.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import polars as pl

from bench.memory import MostTogether
from bench.stage_floors import floors, stage_of
from bench.taken import timed
from pipelines.building.build import under_way
from pipelines.building.changes import plan_of
from pipelines.building.clubs_run import steps_of_clubs
from pipelines.building.groups import BUDGET, batches, bytes_of
from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing.folders import Folder, competition_folders
from pipelines.machine.paths import Paths

CLUBS, EVENINGS, BOARDS, PAIRS = 3_000, 40, 30, 54
"""Of 54 partnerships, about 50 sit down, so a board has 25 result lines."""
PROJECT = Path(__file__).resolve().parents[1]
_AS_A_COMMAND = "from pipelines.machine.errors import leave_out_what_is_for_others as leave; leave(); "
"""Starts Python as `barometer` does, without modules that only other users of our libraries need."""
_AS_COMMANDS = ("make", "build_tables")
_KIB, _GB = 1_024, 1_000_000_000
_THIS_AND_ITS_OWN = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


class Stage(NamedTuple):
    """What a process took, together with those that it started."""

    processor: float
    """Processor time in seconds."""
    seconds: float
    """Seconds from start to end."""
    memory: float
    """The most memory that they had at one time, in GB."""
    told: dict[str, float]
    """The numbers that the process printed about itself."""


def stage(name: str, *arguments: object) -> Stage:
    """Run a function of this module in a process of its own, and measure that process."""
    words = [str(argument) for argument in arguments]
    run = f"from bench import country; print(json.dumps(country.{name}(*sys.argv[1:]) or {{}}))"
    start = f"import json, sys; {_AS_A_COMMAND if name in _AS_COMMANDS else ''}{run}"
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([sys.executable, "-c", start, *words], cwd=PROJECT, env=environment, stdout=said)
        with MostTogether(process.pid) as together:
            _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        if os.waitstatus_to_exitcode(status):
            raise SystemExit(f"failed: {name} {' '.join(words)}")
        said.seek(0)
        told = json.loads(said.read().splitlines()[-1])
    return Stage(used.ru_utime + used.ru_stime, seconds, max(_KIB * used.ru_maxrss, together.bytes) / _GB, told)


# --- the stages -----------------------------------------------------------------------------------


def make(landing: str, clubs: str, file_format: str) -> dict[str, float]:
    """Simulate the landing folder."""
    simulate_landing(
        *(Path(landing), int(clubs), EVENINGS),
        pairs=PAIRS,
        boards=BOARDS,
        file_format="csv" if file_format == "csv" else "parquet",
    )
    found = list(Path(landing).rglob(f"*.{file_format}"))
    lines = sum(_rows(path) for path in found if path.stem == "results")
    return {"lines": lines, "bytes": sum(path.stat().st_size for path in found)}


def make_nothing() -> None:
    """Do nothing but import the modules that all stages import."""


def copy_files(landing: str, out: str) -> None:
    """Read all tables of a landing folder, and write them to another folder."""
    for path in sorted(Path(landing).rglob("*")):
        place = Path(out) / path.relative_to(landing)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".parquet":
            pl.read_parquet(path).write_parquet(place)
        elif path.suffix == ".csv":
            pl.read_csv(path, infer_schema=False).write_csv(place)


def read_and_write(landing: str, warehouse: str, out: str, budget: str) -> dict[str, float]:
    """Read and write what each stage of `build_tables` reads and writes, batch by batch."""
    sizes = _sizes(competition_folders(Path(landing)))
    return floors(Path(landing), Path(warehouse), Path(out), batches(sizes, int(budget)))


def build_tables(landing: str, warehouse: str, reports: str, budget: str) -> dict[str, float]:
    """Build all tables of all clubs, and those of all clubs together, but no pages of clubs."""
    seconds, told = dict[str, float](), dict[str, float](batches=0)
    paths = Paths(landing=Path(landing), warehouse=Path(warehouse), reports=Path(reports))
    with timed(seconds, "listing"):
        folders = competition_folders(paths.landing)
    with under_way(paths, lambda copy: plan_of(paths, copy, folders, full=True)) as build:
        of_all = list(batches(_sizes(folders), int(budget)))
        for batch in of_all:
            run = build.clubs_run(batch)
            with run.engine():
                with timed(seconds, "reading"):
                    run.read()
                with timed(seconds, "ratings"):
                    run.record_published()
                for step in steps_of_clubs():
                    with timed(seconds, stage_of(step)):
                        run.compute(step)
            with timed(seconds, "storing"):
                build.keep(run)
            told["batches"] += 1
            told.setdefault("after the first batch", _most_so_far())
            _tell_how_far(told["batches"], len(of_all))
        told["after the last"] = _most_so_far()
        with timed(seconds, "federation"):
            build.make_federation()
        with timed(seconds, "publishing"):
            build.publish()
        if build.failures:
            raise SystemExit(f"clubs failed: {build.failures[:3]}")
    return seconds | told


def build_all(landing: str, warehouse: str, reports: str) -> dict[str, float]:
    """Run `barometer build`, which also draws the pages of all clubs."""
    command = [sys.executable, "-m", "pipelines", "build", landing, "--warehouse", warehouse, "--reports", reports]
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        raise SystemExit(f"the build ended with {done.returncode}")
    return {"pages": sum(1 for _ in Path(reports).rglob("*.html"))}


def _sizes(folders: list[Folder]) -> dict[str, int]:
    """Return the size in bytes of the files of each club."""
    of_clubs: dict[str, list[Folder]] = {}
    for folder in folders:
        of_clubs.setdefault(folder.club, []).append(folder)
    return {club: bytes_of(of_club) for club, of_club in of_clubs.items()}


def _most_so_far() -> float:
    """Return the most memory that this process has taken so far, in GB."""
    return _KIB * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _GB


def _tell_how_far(batches_done: float, of_all: int) -> None:
    """Print a line of progress on standard error, because a country takes hours."""
    taken = sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, _THIS_AND_ITS_OWN))
    what = f"batch {batches_done:.0f} of {of_all}: {taken:.0f} s of the processor, {_most_so_far():.2f} GB"
    print(what, file=sys.stderr, flush=True)


def _rows(path: Path) -> int:
    scan = pl.scan_parquet(path) if path.suffix == ".parquet" else pl.scan_csv(path, infer_schema=False)
    return int(scan.select(pl.len()).collect().item())


# --- the output -----------------------------------------------------------------------------------


class Told(NamedTuple):
    """The figures of a smaller federation, with which those of the next are compared."""

    lines: float
    processor: float


def tell(what: str, took: Stage, floor: float, lines: float, before: Told | None) -> Told:
    """Print what a stage took, its floor in processor seconds, and the factors by which lines and time grew."""
    print(f"  {what}: {_in_words(took)}; floor {floor:.1f} s; ratio {took.processor / floor:.1f}")
    print(f"    {1e6 * took.processor / lines:.2f} s of the processor a million lines", end="")
    if before is not None:
        times = took.processor / before.processor
        print(f"; {lines / before.lines:.1f} times the lines, {times:.1f} times the time", end="")
    print(flush=True)
    return Told(lines, took.processor)


def _in_words(took: Stage) -> str:
    return f"{took.processor:.1f} s of the processor in {took.seconds:.1f} s, {took.memory:.2f} GB"


def country(clubs: int, file_format: str, budget: int, before: dict[str, Told]) -> dict[str, Told]:
    """Simulate some clubs and build their tables; print what that took.

    Args:
        clubs: how many clubs.
        file_format: the format of the landing folder.
        budget: the memory in bytes for clubs that are computed together.
        before: what a smaller federation took, in the same format.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        landing, warehouse = folder / "landing", folder / "warehouse.duckdb"
        made = stage("make", landing, clubs, file_format)
        lines = made.told["lines"]
        print(
            f"{clubs} clubs, {clubs * EVENINGS} sessions, {lines / 1e6:.2f} million result lines,"
            f" {made.told['bytes'] / 1e6:.0f} MB of {file_format}:"
        )
        copied = stage("copy_files", landing, folder / "copy")
        shutil.rmtree(folder / "copy")
        told = {"make": tell("made up", made, copied.processor, lines, before.get("make"))}
        built = stage("build_tables", landing, warehouse, folder / "reports", budget)
        # Printed before the floors, which take a third as long, for somebody who stops a long run.
        print(f"  built: {_in_words(built)}", flush=True)
        floor = stage("read_and_write", landing, warehouse, folder / "copy.duckdb", budget).told
        told["tables"] = tell("all tables", built, sum(floor.values()), lines, before.get("tables"))
        said = built.told
        first, last, batches = (said.pop(name) for name in ("after the first batch", "after the last", "batches"))
        others = built.processor - sum(said.values())
        size = warehouse.stat().st_size / _GB
        print(
            f"    {batches:.0f} batches, {size:.2f} GB stored; at most {first:.2f} GB in the first, {last:.2f} in all"
        )
        for what, taken in {**said, "the rest: other processes, and starting": others}.items():
            print(f"    {what}: {taken:.1f} s; floor {floor.get(what, 0):.1f}", flush=True)
    return told


def sites(clubs: int) -> None:
    """Build some clubs with their pages, and print what all clubs would take."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        landing = folder / "landing"
        made = stage("make", landing, clubs, "parquet")
        tables = stage("build_tables", landing, folder / "tables.duckdb", folder / "none", BUDGET)
        whole = stage("build_all", landing, folder / "warehouse.duckdb", folder / "reports")
    pages = whole.processor - tables.processor
    print(
        f"pages of {clubs} clubs, {made.told['lines'] / 1e6:.2f} million lines: {_in_words(whole)} with them,"
        f" {_in_words(tables)} without; {whole.told['pages']:.0f} pages; {pages / clubs:.1f} s of the processor a club."
        f" Extrapolated, not measured: {pages / clubs * CLUBS / 3600:.1f} h of a processor for {CLUBS} clubs"
    )


def main() -> None:
    """Print the figures for each size that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("percent", nargs="*", type=float, help="of 90 million lines; 1, if nothing else is asked for")
    parser.add_argument("--site-clubs", type=int, default=0)
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--budget", type=float, default=BUDGET / _GB)
    asked = parser.parse_args()
    percents = asked.percent or ([] if asked.site_clubs and not asked.csv else [1])
    idle = stage("make_nothing")
    print(f"a process that does nothing: {_in_words(idle)}", flush=True)
    budget = int(asked.budget * _GB)
    told: dict[str, Told] = {}
    for percent in percents:
        told = country(_clubs(percent), "parquet", budget, told)
    if asked.csv:
        country(_clubs(percents[0]), "csv", budget, {})
    if asked.site_clubs:
        sites(asked.site_clubs)


def _clubs(percent: float) -> int:
    return max(1, round(CLUBS * percent / 100))


if __name__ == "__main__":
    main()
