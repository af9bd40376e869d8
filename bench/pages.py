"""Measure how many pages are drawn a second on one core, next to writing the same bytes to files.

`python -m bench.pages WAREHOUSE [CLUBS]` draws the first clubs of a warehouse; without one, it makes up a small
federation. Charts and workbooks are measured separately. All times are CPU seconds of this process, on one thread.
"""

import os

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import polars as pl

from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.machine.paths import Paths
from pipelines.reports.manifests import put
from pipelines.reports.site import draw_clubs
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import OF_ALL_CLUBS, WAREHOUSE, Tables

KEPT = (".svg", ".xlsx", ".zip")
"""Files that are not drawn again if their input is the same."""


def cpu(act: Callable[[], object]) -> float:
    """Return the CPU seconds of this process for one call."""
    started = time.process_time()
    act()
    return time.process_time() - started


def made_up(folder: Path, clubs: int, sessions: int) -> Path:
    """Build a made-up federation, and return its warehouse."""
    landing = simulate_landing(folder / "landing", clubs, sessions)
    warehouse = folder / "warehouse.duckdb"
    build(Paths(landing, warehouse, folder / "reports"))
    return warehouse


def tables_of(warehouse: Path, most: int) -> tuple[list[str], Tables, bool]:
    """Return the first clubs of a warehouse, their rows in all tables of clubs, and whether it has only one club."""
    with Warehouse(warehouse, read_only=True) as read:
        everybody = read.read("raw.competitions")["club"].unique().sort()
        clubs = everybody.head(most).to_list()
        names = [name for name in WAREHOUSE if not name.startswith("operations.") and name not in OF_ALL_CLUBS]
        tables = {name: read.read(name).filter(pl.col("club").is_in(clubs)) for name in names}
        return clubs, tables, everybody.len() == 1


def written(files: dict[Path, bytes], folder: Path) -> None:
    """Write these files into a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def without(site: Path, suffixes: tuple[str, ...]) -> None:
    """Remove the files with these suffixes."""
    for file in [file for file in site.rglob("*") if file.suffix in suffixes]:
        file.unlink()


def main(warehouse: Path | None = None, most: int = 12) -> None:
    """Print how many pages are drawn a second in each case, and the ratios to the floor."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        clubs, tables, is_one = tables_of(warehouse or made_up(folder, 6, 8), most)
        draw = partial(draw_clubs, tables, is_one=is_one)
        site = folder / "site"
        # The first drawing loads the libraries and compiles the templates. It is not measured.
        draw(clubs[:1], site, folder / "first")

        everything = cpu(lambda: draw(clubs, site, folder / "aside"))
        drawn = {file.relative_to(folder / "aside"): file.read_bytes() for file in (folder / "aside").rglob("*.*")}
        floor = cpu(lambda: written(drawn, folder / "floor"))
        moved = cpu(lambda: put(folder / "aside", site))
        pages = sum(name.suffix == ".html" for name in drawn)

        def again(*gone: str) -> float:
            """Return the CPU seconds of drawing the files again that have these suffixes."""
            shutil.rmtree(folder / "aside", ignore_errors=True)
            without(site, gone)
            return cpu(lambda: draw(clubs, site, folder / "aside"))

        unchanged = again()
        html_and_csv = again(".html", ".csv")
        put(folder / "aside", site)
        html = again(".html")
        put(folder / "aside", site)
        charts = again(".svg") - unchanged
        put(folder / "aside", site)
        workbooks = again(".xlsx") - unchanged
    megabytes = sum(map(len, drawn.values())) / 1e6
    print(f"{len(clubs)} clubs, {pages} pages, {len(drawn)} files, {megabytes:.0f} MB")
    for what, seconds in (
        ("pages and tables, no chart and no workbook drawn anew", html_and_csv),
        ("pages alone", html),
        ("nothing changed: made and compared", unchanged),
        ("everything, charts and workbooks too", everything),
    ):
        print(f"{what}: {pages / seconds:.0f} pages a second ({seconds:.2f} s; {seconds / floor:.1f} x the floor)")
    print(f"of it charts {charts:.2f} s ({charts / everything:.0%}), workbooks {workbooks:.2f} s", end="; ")
    print(
        f"put in place {moved:.2f} s; floor, writing the same bytes: {floor:.2f} s ({pages / floor:.0f} pages a second)"
    )


if __name__ == "__main__":
    own = Path(sys.argv[1]) if sys.argv[1:] else None
    main(own, int(sys.argv[2]) if sys.argv[2:] else 12)
