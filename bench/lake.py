"""Writers of a lake side by side, and somebody who reads it all the while.

    python -m bench.lake [--writers N] [--commits N] [--reads N]

Each writer replaces the rows of its own club in two tables, again and again, in a lake with a catalogue in Postgres.
Nothing may be lost or doubled, and whoever reads finds both tables of a club as one commit left them. Exit status 1
where that is not so.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

from bench.postgres import postgres
from pipelines.paths import Lake
from pipelines.warehouse import Warehouse
from transforms.tables import WAREHOUSE

GROUPS, HIDDEN = "operations.groups", "operations.hidden_on_pages"
"""Two tables of clubs, of which any rows will do."""
ROWS = 200
"""Of each club in the second table, so that they are in files."""


def rows(club: str, number: int) -> dict[str, pl.DataFrame]:
    """What a club has in the two tables after the commit of this number."""
    of_groups, of_hidden = (WAREHOUSE[table].create_empty().schema for table in (GROUPS, HIDDEN))
    hidden = [(club, f"player {row}", f"{number:06}") for row in range(ROWS)]
    return {
        GROUPS: pl.DataFrame([(club, f"{number:06}", number)], schema=of_groups, orient="row"),
        HIDDEN: pl.DataFrame(hidden, schema=of_hidden, orient="row"),
    }


def write(lake: Lake, club: str, commits: int) -> None:
    """Replace the rows of a club so many times."""
    with Warehouse(lake) as warehouse:
        for number in range(1, commits + 1):
            warehouse.replace(rows(club, number), [club])


def halves(lake: Lake) -> int:
    """How many clubs stand there as no commit left them."""
    with Warehouse(lake, read_only=True) as warehouse:
        groups, hidden = warehouse.read(GROUPS), warehouse.read(HIDDEN)
    of_hidden = hidden.group_by("club").agg(pl.len(), pl.col("known_as").unique())
    whole = groups.join(of_hidden, on="club", how="full", coalesce=True).select(
        ((pl.col("len") == ROWS) & (pl.col("known_as") == pl.concat_list("group_name"))).fill_null(value=False)
    )
    return int((~whole.to_series()).sum())


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--commits", type=int, default=25)
    parser.add_argument("--reads", type=int, default=1_000)
    asked = parser.parse_args()
    started = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="lake") as name, postgres(Path(name) / "pg") as socket:
        lake = Lake(f"postgres:host={socket} dbname=postgres user=postgres", Path(name) / "files")
        with Warehouse(lake) as warehouse:
            warehouse.describe()
        clubs = [f"club-{number}" for number in range(asked.writers)]
        writers = [started.Process(target=write, args=(lake, club, asked.commits)) for club in clubs]
        began = time.perf_counter()
        for writer in writers:
            writer.start()
        wrong, meanwhile = 0, 0
        for _ in range(asked.reads):
            meanwhile += any(writer.is_alive() for writer in writers)
            wrong += halves(lake)
        for writer in writers:
            writer.join()
        seconds = time.perf_counter() - began
        failed = sum(bool(writer.exitcode) for writer in writers)
        with Warehouse(lake, read_only=True) as warehouse:
            numbers = dict(warehouse.read(GROUPS).select("club", "bytes").iter_rows())
            kept, all_rows = len(numbers), warehouse.read(HIDDEN).height
    lost = sum(numbers.get(club) != asked.commits for club in clubs)
    doubled = all_rows - ROWS * kept
    print(f"{asked.writers} writers, {asked.writers * asked.commits} commits, {seconds:.0f} s with the reads:", end=" ")
    print(f"{failed} writers failed, last commits of {lost} clubs lost, {doubled} rows doubled")
    print(f"{asked.reads} reads, {meanwhile} of them while somebody wrote: {wrong} clubs between two commits")
    return int(bool(failed or lost or doubled or wrong))


if __name__ == "__main__":
    sys.exit(main())
