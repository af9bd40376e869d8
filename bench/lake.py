"""Let several processes write to a lake at the same time, while another one reads it.

    python -m bench.lake [--writers N] [--commits N] [--reads N]

Each writer replaces the rows of its own club in two tables, again and again. The catalogue of the lake is in Postgres.
Nothing may be lost or doubled: each commit is a state of the lake, and each club has the rows of its last commit, once.
The reader must find both tables of a club as one commit left them. Exit status 1: something failed. Runs of groups take
turns instead, as `bench.polls` and `bench.cluster` show; this bench shows what holds without a lock.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import polars as pl

from bench.postgres import postgres
from pipelines.machine.paths import Lake
from pipelines.warehouse import Warehouse
from pipelines.warehouse.opening import server
from transforms.tables.schemas import WAREHOUSE

GROUPS, HIDDEN = "operations.groups", "operations.hidden_on_pages"
"""Two tables of clubs in which any rows are allowed."""
ROWS = 200
"""The rows of each club in the second table: enough to be stored in files."""


def rows(club: str, number: int) -> dict[str, pl.DataFrame]:
    """Return the rows of a club in both tables after the commit with this number."""
    of_groups, of_hidden = (WAREHOUSE[table].create_empty().schema for table in (GROUPS, HIDDEN))
    hidden = [(club, f"player {row}", f"{number:06}") for row in range(ROWS)]
    return {
        GROUPS: pl.DataFrame([(club, f"{number:06}", number)], schema=of_groups, orient="row"),
        HIDDEN: pl.DataFrame(hidden, schema=of_hidden, orient="row"),
    }


def write(lake: Lake, club: str, commits: int) -> None:
    """Replace the rows of a club this many times."""
    with Warehouse(lake) as warehouse:
        for number in range(1, commits + 1):
            warehouse.replace(rows(club, number), [club])


def by_club(lake: Lake) -> pl.DataFrame:
    """Return for each club the commits that its rows are from, and the number of its rows in each table."""
    with Warehouse(lake, read_only=True) as warehouse:
        groups, hidden = warehouse.read(GROUPS), warehouse.read(HIDDEN)
    of_groups = groups.group_by("club").agg(pl.col("group_name").unique().alias("number"), rows=pl.len())
    of_hidden = hidden.group_by("club").agg(pl.col("known_as").unique().alias("of_hidden"), rows_hidden=pl.len())
    return of_groups.join(of_hidden, on="club", how="full", coalesce=True)


def halves(lake: Lake) -> int:
    """Return how many clubs are in a state that no commit left."""
    clubs = by_club(lake)
    return clubs.height - sum(_is_whole(row) for row in clubs.iter_rows(named=True))


def _is_whole(row: dict[str, Any], numbers: list[str] | None = None) -> bool:
    expected = row["number"] if numbers is None else numbers
    of_one = expected is not None and len(expected) == 1
    return of_one and (row["number"], row["of_hidden"], row["rows"], row["rows_hidden"]) == (
        expected,
        expected,
        1,
        ROWS,
    )


def not_as_last_written(lake: Lake, clubs: list[str], commits: int) -> list[str]:
    """Return the clubs whose rows are not those of their last commit, each row once."""
    there = {row["club"]: row for row in by_club(lake).iter_rows(named=True)}
    last = [f"{commits:06}"]
    return [club for club in clubs if club not in there or not _is_whole(there[club], last)]


def states(lake: Lake) -> int:
    """Return how many states the lake has had, including the present one. Each commit makes one."""
    with server(lake) as connection:
        ((number,),) = connection.sql("select count(*) from server.ducklake_snapshot").fetchall()
    return int(number)


def main() -> int:
    """Print what was found; return 1 if anything is wrong."""
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
        before = states(lake)
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
        committed, other = states(lake) - before, not_as_last_written(lake, clubs, asked.commits)
    commits = asked.writers * asked.commits
    print(f"{asked.writers} writers, {commits} commits, {seconds:.0f} s with the reads:", end=" ")
    print(f"{failed} writers failed, {commits - committed} commits lost, {len(other)} clubs not as last written")
    print(f"{asked.reads} reads, {meanwhile} of them while somebody wrote: {wrong} clubs between two commits")
    return int(bool(failed or committed != commits or other or wrong))


if __name__ == "__main__":
    sys.exit(main())
