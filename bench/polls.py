"""Read clubs from a lake a thousand times while runs of Dagster write them.

    python -m bench.polls [--clubs N] [--runs N] [--moments N]

Small clubs, each a group of its own, are built into a lake with a catalogue in Postgres. The job `build_group` builds
several groups at the same time, each run in a process of its own, as Dagster does. Then their results change, and all
groups are built again, until a reader has looked often enough, as the commands read a lake, at the tables of all clubs.
The tables of a club must all be of one build; otherwise the club is between two builds. A moment counts once, however
many clubs it shows. Moments of the first build do not count, because most clubs have no rows then. Exit status 1: a
club is between two builds, or a run fails.
"""

import argparse
import logging
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from pathlib import Path
from typing import NamedTuple

import dagster as dg
import polars as pl

from bench.postgres import postgres
from bench.tiny_clubs import make_club
from pipelines.assets.clubs import GROUPS_NAME
from pipelines.assets.group_run import wanted
from pipelines.definitions import build_defs
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.environment import GROUP_BYTES
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse

TABLES = ("raw.results", "scored.board_scores", "rankings.player_rankings", "rankings.ranking_points")
"""The tables that are read, from a club's files to its ranking. Two builds differ in each of them."""
TRICKS = (10, 9)
"""The tricks in one contract, which each build changes from one number to the other."""

Tables = dict[str, pl.DataFrame]


class Polled(NamedTuple):
    """What the reader found."""

    moments: int
    before: int
    after: int
    between: list[str]
    """The clubs that were seen neither as they were before a build nor as they were after it."""


def build_one(paths: Paths, group: str) -> tuple[bool, bool]:
    """Run the job of a group; return whether it succeeded, and whether it made what all clubs show together."""
    logging.disable(logging.WARNING)
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(GROUPS_NAME, [group])
        job = build_defs(paths).resolve_job_def("build_group")
        run = job.execute_in_process(partition_key=group, instance=instance, raise_on_error=False)
    return run.success, any(key.to_user_string() == "reports/first" for key in _made(run))


def _made(run: dg.ExecuteInProcessResult) -> Iterator[dg.AssetKey]:
    return (event.asset_key for event in run.all_events if event.is_step_materialization and event.asset_key)


def look(lake: Lake, clubs: list[str]) -> dict[str, Tables]:
    """Return the tables of each club at one moment."""
    with Warehouse(lake, read_only=True) as warehouse:
        tables = {name: warehouse.read(name, clubs) for name in TABLES}
    return {club: {name: rows.filter(club=club) for name, rows in tables.items()} for club in clubs}


def same(one: Tables, other: Tables) -> bool:
    """Return whether all tables are equal, including the order of rows."""
    return all(one[name].equals(other[name]) for name in TABLES)


def looks(lake: Lake, clubs: list[str], runs: list[Future[tuple[bool, bool]]]) -> Iterator[dict[str, Tables]]:
    """Look again and again, as long as a run is in progress."""
    while not all(run.done() for run in runs):
        yield look(lake, clubs)


def sorted_out(seen: list[dict[str, Tables]], before: dict[str, Tables], after: dict[str, Tables]) -> Polled:
    """Count how often clubs were seen as they were before and after a build, and name clubs seen in between."""
    found = Counter[str]()
    between: list[str] = []
    for club, tables in ((club, tables) for moment in seen for club, tables in moment.items()):
        which = "before" if same(tables, before[club]) else "after" if same(tables, after[club]) else "between"
        found[which] += 1
        between += [club] if which == "between" else []
    return Polled(len(seen), found["before"], found["after"], between)


def measure(folder: Path, socket: Path, asked: argparse.Namespace) -> int:
    """Print what was found; return how much of it is wrong."""
    lake = Lake(f"postgres:host={socket} dbname=postgres user=postgres", folder / "files")
    paths = Paths(folder / "landing", lake, folder / "site")
    clubs = [f"club-{number:02}" for number in range(asked.clubs)]
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    state = look(lake, clubs)
    began, polls, between = time.perf_counter(), Counter[str](), list[str]()
    made = failed = all_runs = 0
    with ProcessPoolExecutor(asked.runs, multiprocessing.get_context("spawn"), max_tasks_per_child=1) as workers:
        for backfill in count():
            for club in clubs:
                make_club(paths.landing, club, tricks=TRICKS[backfill % 2], sessions=2)
            groups = wanted(paths, competition_folders(paths.landing)).groups
            runs = [workers.submit(build_one, paths, group) for group in groups]
            seen = list(looks(lake, clubs, runs))
            after = look(lake, clubs)
            polled = sorted_out(seen, state, after)
            failed += sum(not run.result()[0] for run in runs)
            made += sum(run.result()[1] for run in runs)
            between += polled.between
            state, all_runs = after, all_runs + len(runs)
            if backfill:
                polls.update(moments=polled.moments, before=polled.before, after=polled.after)
            print(f"build {backfill + 1}, {len(runs)} runs: {dict(polls)}, {between} between", flush=True)
            if failed or polls["moments"] >= asked.moments:
                break
    seconds = time.perf_counter() - began
    print(f"a first build and {backfill} more, {all_runs} runs of groups, {asked.runs} side by side, {seconds:.0f} s:")
    print(f"{failed} failed, {made} made what is shown of all clubs, the others left it to one that waited")
    print(f"{polls['moments']} moments at which rows were replaced, of {len(clubs)} clubs each:", end=" ")
    print(f"{polls['before']} times a club before, {polls['after']} after, {len(between)} between")
    return failed + len(between)


def main() -> int:
    """Print what was found; return how much of it is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clubs", type=int, default=12)
    parser.add_argument("--runs", type=int, default=4, help="how many groups are built side by side")
    parser.add_argument("--moments", type=int, default=1_000, help="how often somebody looks at the least")
    os.environ[GROUP_BYTES] = "1"
    with tempfile.TemporaryDirectory(prefix="pl") as name, postgres(Path(name) / "pg") as socket:
        return measure(Path(name), socket, parser.parse_args())


if __name__ == "__main__":
    sys.exit(bool(main()))
