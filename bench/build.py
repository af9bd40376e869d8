"""Measure `barometer build` on the sample, next to the bare cost of the libraries that it uses.

The floor is a process that imports the libraries of the whole product, and makes as many assets in Dagster as it, all
empty. A build starts from nothing: no warehouse, no reports. To separate tables from pages, the tables are also built
alone: without pages, Dagster and some parts of sqlalchemy and pyarrow, so the floor imports more than that. Two more
builds are measured: one with nothing new, and one with one evening more than the build before it, with the time until
people can read the pages of that evening. The first run leaves our modules compiled, like those of the libraries, even
if the environment of a container forbids that.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pipelines.machine.paths import SAMPLE
from transforms.tables.schemas import WAREHOUSE

FLOOR = """
import dataframely, duckdb, jinja2, lxml.etree, matplotlib.backends.backend_svg, matplotlib.figure
import polars, pyarrow, pydantic, rich.progress, typer, xlsxturbo
import dagster as dg

def empty(number):
    return dg.asset(name=f"empty_{number}")(lambda: None)

assets = [empty(number) for number in range(ASSETS)]
job = dg.define_asset_job("empty", executor_def=dg.in_process_executor)
defs = dg.Definitions(assets=assets, jobs=[job], executor=dg.in_process_executor)
quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
assert defs.resolve_job_def("empty").execute_in_process(run_config=quiet).success
"""
_LOOK = 0.01
"""How many seconds pass between two looks."""
ASSETS = len(WAREHOUSE) + 1  # all tables, and the site
TABLES = """
import sys
from pipelines.machine.errors import leave_out_what_is_for_others

leave_out_what_is_for_others()
from bench.country import build_tables
from pipelines.building import build, drawing
from pipelines.building.groups import BUDGET

build.Build._draw_desk = drawing.draw_first = lambda *_, **__: None
build_tables(*sys.argv[1:], BUDGET)
"""


def seconds(*command: str) -> float:
    """Return how many seconds a process takes from its start to its end."""
    return seconds_until(lambda: False, *command)[1]


def seconds_until(stands: Callable[[], bool], *command: str) -> tuple[float, float]:
    """Return how many seconds pass from the start of a process until something stands, and until the process ends."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, env=environment)
    while process.poll() is None and not stands():
        time.sleep(_LOOK)
    stood = time.perf_counter() - started
    if process.wait():
        raise SystemExit(f"{' '.join(command)} ends with {process.returncode}")
    return stood, time.perf_counter() - started


def main(repeats: int = 3) -> None:
    """Print the best of several runs of each kind, and the ratios."""
    floors: list[float] = []
    tables: list[float] = []
    builds: list[float] = []
    again: list[float] = []
    one_more: list[tuple[float, float]] = []
    for _ in range(repeats):
        floors.append(seconds("-c", FLOOR.replace("ASSETS", str(ASSETS))))
        with tempfile.TemporaryDirectory() as folder:
            tables.append(seconds("-c", TABLES, str(SAMPLE), f"{folder}/tables.duckdb", f"{folder}/no-pages"))
            places = ["--warehouse", str(Path(folder) / "sample.duckdb"), "--reports", str(Path(folder) / "reports")]
            build = ["-m", "pipelines", "build", str(SAMPLE), *places]
            builds.append(seconds(*build))
            again.append(seconds(*build))
            one_more.append(one_evening_more(Path(folder)))
    floor, all_tables, whole = min(floors), min(tables), min(builds)
    print(
        f"build of the sample: {whole:.2f} s; floor ({ASSETS} empty assets) {floor:.2f} s; ratio {whole / floor:.2f};"
    )
    print(f"tables {all_tables:.2f} s, ratio {all_tables / floor:.2f}; pages {whole - all_tables:.2f} s;")
    print("(the floor imports Dagster, and what draws charts and writes workbooks, which tables are built without)")
    print(f"a second build, with nothing new: {min(again):.2f} s")
    stood, more = (min(figures) for figures in zip(*one_more, strict=True))
    print(f"one evening more: {more:.2f} s, ratio to a build from nothing {more / whole:.2f}")
    print(f"the pages of that evening stand after {stood:.2f} s")


def one_evening_more(folder: Path) -> tuple[float, float]:
    """Add the last evening of the sample to all the others; return the seconds until its pages stand, and of it all."""
    landing = shutil.copytree(SAMPLE, folder / "landing")
    last = max(landing.glob("*/*/20*"), key=lambda evening: evening.name)
    later = last.rename(folder / last.name)
    places = ["--warehouse", str(folder / "one.duckdb"), "--reports", str(folder / "one")]
    build = ["-m", "pipelines", "build", str(landing), *places]
    seconds(*build)
    later.rename(last)
    page = next((folder / "one").glob("*/*/*/hands")) / last.name / "boards.html"
    return seconds_until(page.exists, *build)


if __name__ == "__main__":
    main()
