"""Build groups of clubs as Ray jobs on two nodes into a lake, and compare the tables with those of one machine.

    make cluster
    python -m bench.cluster [CLUBS] [--sessions N] [--groups N] [--kill] [--longest SECONDS]

A backfill of Dagster builds a made-up federation, with `deploy/cluster/dagster.yaml`, Dagster's daemon, a Postgres and
two nodes of Ray on this machine. Meanwhile a reader looks at the lake: it must see all of a club or nothing. Then
all tables and pages are compared with those of `barometer build` in one process. With `--kill`, all processes of the
second node are killed during a run that has put nothing in place yet. Exit status 1: something differs, or the lake was
never looked at, or no node was killed, or the run that was killed was not started again.
"""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import dagster as dg
import polars as pl
import psutil

from bench.postgres import lake_in, postgres
from bench.same_warehouse import main as how_many_tables_differ
from pipelines.assets.clubs import CLUBS, GROUPS_NAME
from pipelines.assets.group_run import wanted
from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.environment import GROUP_BYTES, LAKE_DATA
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse, exists

PROJECT = Path(__file__).resolve().parents[1]
PROGRAMS = Path(sys.executable).parent
CODE = ("-m", "pipelines.definitions")
JOB = "build_group"
_KILLED_AT = CLUBS
"""The step of a run during which its node is killed: nothing is in place until it ends."""
_ASK = "mutation($wanted: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $wanted) { __typename } }"
_BETWEEN = 0.5
_PAUSE = 4.0
"""After each look, the reader of the lake waits this many times as long, to leave the machine to the nodes."""
_OF_A_CLUB = """
    select club, 'results' as what, count(*) as rows from raw.results group by all
    union all select club, 'rankings', count(*) from rankings.player_rankings group by all
    union all select club, 'points', count(*) from rankings.ranking_points group by all
"""


class Node:
    """A node of Ray on this machine: `ray start --block`, and what it starts.

    Args:
        name: how printed lines name the node.
        words: the arguments of `ray start`.
        environment: the environment of its processes.
        log: the file for what they print.
    """

    def __init__(self, name: str, words: list[str], environment: Mapping[str, str], log: Path) -> None:
        self.name = name
        command = [str(PROGRAMS / "ray"), "start", "--block", "--disable-usage-stats", "--num-cpus=1"]
        self._process = started([*command, "--object-store-memory=100000000", *words], environment, log)

    def runs(self) -> set[str]:
        """Return the ids of Dagster's runs that are in progress on this node."""
        found = set[str]()
        for process in self._all():
            with suppress(psutil.Error):
                command = process.cmdline()
                if "execute_run" in command:
                    found.add(str(json.loads(command[-1])["pipeline_run_id"]))
        return found

    def kill(self) -> int:
        """Kill all processes of the node at once; return how many there were."""
        processes = self._all()
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes)
        return len(processes)

    def _all(self) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            first = psutil.Process(self._process.pid)
            return [*first.children(recursive=True), first]
        return []


class Looked:
    """A reader that looks at the lake again and again, each time at a single state of it."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.moments: list[pl.DataFrame] = []
        """The rows of each look: club, what, rows."""
        self.refused: list[str] = []

    def __enter__(self) -> "Looked":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        pause = _BETWEEN
        while not self._over.wait(pause):
            began = time.monotonic()
            try:
                if exists(self._paths.warehouse):
                    with Warehouse(self._paths.warehouse, read_only=True) as warehouse:
                        tables = warehouse.tables()
                        if "rankings.player_rankings" in tables:
                            self.moments.append(warehouse.sql(_OF_A_CLUB))
            except Exception as wrong:  # whatever the reason, a look that failed is reported
                self.refused.append(f"{type(wrong).__name__}: {wrong}")
            pause = max(_BETWEEN, _PAUSE * (time.monotonic() - began))

    def halves(self) -> pl.DataFrame:
        """Return which clubs were seen in part, without all rows that they had at the end: moment, club, what, rows."""
        end = _counts(self._paths)
        seen = [moment.with_columns(moment=number) for number, moment in enumerate(self.moments)]
        if not seen:
            return end.clear()
        of_clubs = pl.concat(seen)
        there = of_clubs.select("moment", "club").unique()
        whole = there.join(end, on="club", how="left")
        return whole.join(of_clubs, on=["moment", "club", "what"], how="left", suffix="_seen").filter(
            ~pl.col("rows").eq_missing(pl.col("rows_seen"))
        )

    def clubs_seen(self) -> list[int]:
        """Return how many clubs the lake had, one number for each time that this changed."""
        counts = [moment["club"].n_unique() for moment in self.moments]
        return [count for place, count in enumerate(counts) if place == 0 or counts[place - 1] != count]


class Made(NamedTuple):
    """What a backfill did."""

    seconds: float
    runs: list[dg.RunRecord]
    nodes: dict[str, str]
    """By id of a run, the node on which it was seen."""
    killed: set[str]
    """The ids of runs whose node was killed."""
    clubs_put: set[str]
    """The clubs that were in the lake when the node was killed."""


class Asked(NamedTuple):
    """The arguments of the bench."""

    clubs: int
    sessions: int
    groups: int
    kill: bool
    longest: float
    """After how many seconds a backfill counts as stuck."""


def _counts(paths: Paths) -> pl.DataFrame:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return warehouse.sql(_OF_A_CLUB)


def started(command: list[str], environment: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    """Start a program that keeps running; what it prints goes into a file."""
    with log.open("ab") as out:
        return subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=out, stderr=subprocess.STDOUT)


def run(command: list[str], environment: Mapping[str, str]) -> str:
    """Run a program to its end, and return its output. If it fails, show the output."""
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


@contextmanager
def cluster(folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[Node, Node]]:
    """Yield two nodes of Ray: the head and another."""
    port, jobs = _free_port(), environment["RAY_JOBS"].rpartition(":")[2]
    head = ["--head", f"--port={port}", f"--dashboard-port={jobs}", f"--temp-dir={folder / 'ray'}"]
    first = Node(
        "node 1", [*head, "--include-dashboard=true", "--node-ip-address=127.0.0.1"], environment, folder / "node1.log"
    )
    with ExitStack() as at_the_end:
        at_the_end.callback(first.kill)
        _wait_for(int(jobs))
        other = [f"--address=127.0.0.1:{port}", "--node-ip-address=127.0.0.1"]
        second = Node("node 2", other, environment, folder / "node2.log")
        at_the_end.callback(second.kill)
        yield first, second


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.5)
    raise SystemExit("Ray's dashboard, which takes its jobs, does not answer")


@contextmanager
def daemon(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """Run Dagster's daemon, which starts runs that wait, and watches those in progress."""
    process = started([str(PROGRAMS / "dagster-daemon"), "run", *CODE], environment, folder / "daemon.log")
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def ask(groups: list[str], environment: Mapping[str, str]) -> None:
    """Request a backfill as Dagster's page does: the daemon starts its runs, and restarts those that died.

    `dagster job backfill` would start the runs itself and end at once; nobody would then start a dead run again.
    """
    where = {"repositoryLocationName": CODE[1], "repositoryName": "__repository__"}
    wanted_ = {
        "selector": {"partitionSetName": f"{JOB}_partition_set", "repositorySelector": where},
        "partitionNames": groups,
    }
    command = [str(PROGRAMS / "dagster-graphql"), *CODE, "--text", _ASK, "--variables", json.dumps({"wanted": wanted_})]
    said = run(command, environment)
    if "LaunchBackfillSuccess" not in said:
        raise SystemExit(f"no backfill: {said}")


def backfill(
    instance: dg.DagsterInstance, groups: list[str], nodes: tuple[Node, Node], paths: Paths, asked: Asked
) -> Made:
    """Wait until each group has a run that succeeded; meanwhile kill the second node, if requested."""
    began = time.monotonic()
    where, killed, clubs_put = dict[str, str](), set[str](), set[str]()
    records, done = list[dg.RunRecord](), set[str]()
    while time.monotonic() < began + asked.longest:
        for node in nodes:
            under_way = node.runs()
            where.update(dict.fromkeys(under_way, node.name))
            if not asked.kill or killed or node is not nodes[1]:
                continue
            if cut_short := {run for run in under_way if _has_begun(instance, run, _KILLED_AT)}:
                after, processes, killed = time.monotonic() - began, node.kill(), cut_short
                clubs_put = _clubs_in(paths)
                names = ", ".join(run[:8] for run in sorted(killed))
                print(
                    f"  after {after:.0f} s {processes} processes of {node.name} killed, with run {names}", flush=True
                )
        records = [*instance.get_run_records(dg.RunsFilter(job_name=JOB))]
        done = {_group(one) for one in records if one.dagster_run.is_success}
        if done == set(groups) and all(one.dagster_run.is_finished for one in records):
            return Made(time.monotonic() - began, records, where, killed, clubs_put)
        time.sleep(_BETWEEN)
    for one in sorted(records, key=_group):
        print(f"  {_group(one)} {one.dagster_run.run_id[:8]}: {_state(one)}", flush=True)
    raise SystemExit(f"not done after {asked.longest:.0f} s: {sorted(set(groups) - done)}")


def _state(record: dg.RunRecord) -> str:
    """Return a run's status, with Dagster's tags about retries: `failure, retry_number=1, will_retry=true`."""
    told = ("parent_run_id", "retry_number", "will_retry", "run_failure_reason")
    tags = {name: record.dagster_run.tags.get(f"dagster/{name}") for name in told}
    return ", ".join([record.dagster_run.status.value.lower(), *(f"{name}={tag}" for name, tag in tags.items() if tag)])


def _clubs_in(paths: Paths) -> set[str]:
    if not exists(paths.warehouse):
        return set()
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return {*warehouse.read("operations.steps")["club"]}


def not_as_asked(made: Made, looked: Looked, clubs: Mapping[str, list[str]], *, kill: bool) -> list[str]:
    """Return the reasons why this run of the bench proves less than it should.

    Args:
        made: what the backfill did.
        looked: the reader of the lake.
        clubs: the clubs of each group.
        kill: whether a node was to be killed.
    """
    again = {one.dagster_run.tags.get("dagster/parent_run_id") for one in made.runs}
    groups = {_group(one) for one in made.runs if one.dagster_run.run_id in made.killed}
    had_put = made.clubs_put & {club for group in groups for club in clubs.get(group, ())}
    said = {
        "nobody looked at the lake": not looked.moments,
        "nobody saw clubs come: the lake had as many at each look": len(looked.clubs_seen()) == 1,
        f"{len(looked.refused)} looks at the lake were refused": bool(looked.refused),
        f"no node was killed: no run on the second came to {_KILLED_AT}": kill and not made.killed,
        "what was killed was not started again": not made.killed <= again,
        f"what was killed had put its clubs already: {sorted(had_put)}": bool(had_put),
    }
    return [what for what, is_so in said.items() if is_so]


def _has_begun(instance: dg.DagsterInstance, run: str, step: str) -> bool:
    begun = instance.all_logs(run, of_type=dg.DagsterEventType.STEP_START)
    return any(entry.step_key == step for entry in begun)


def _group(record: dg.RunRecord) -> str:
    return record.dagster_run.tags["dagster/partition"]


def pages(site: Path) -> dict[str, bytes]:
    """Return the pages of a site by path."""
    return {str(page.relative_to(site)): page.read_bytes() for page in site.rglob("*.html")}


def tell(made: Made) -> None:
    """Print what each run did."""
    started_at = min(one.start_time or one.create_timestamp.timestamp() for one in made.runs)
    for one in sorted(made.runs, key=lambda record: (_group(record), record.create_timestamp)):
        of = one.dagster_run
        begun, ended = ((at - started_at) if at else float("nan") for at in (one.start_time, one.end_time))
        again = " (again)" if "dagster/parent_run_id" in of.tags else ""
        print(
            f"  {_group(one)}{again} {of.run_id[:8]} on {made.nodes.get(of.run_id, '?')}:"
            f" {of.status.value.lower()}, from {begun:.0f} s to {ended:.0f} s"
        )


def measure(folder: Path, asked: Asked) -> int:
    """Build a federation in both ways; return how many differences there are, and how much was not proved."""
    landing = folder / "landing"
    simulate_landing(landing, clubs=asked.clubs, sessions=asked.sessions)
    size = sum(file.stat().st_size for file in landing.rglob("*") if file.is_file())
    home = folder / "dagster"
    home.mkdir()
    instance_of = (PROJECT / "deploy" / "cluster" / "dagster.yaml").read_text(encoding="utf-8")
    at_once = re.sub(r"(max_concurrent_runs): \d+", r"\1: 2", instance_of)
    (home / "dagster.yaml").write_text(at_once, encoding="utf-8")
    with postgres(folder / "pg") as server_at, ExitStack() as open_:
        lake, _ = (lake_in(server_at, name, folder / "files") for name in ("lake", "dagster"))
        ours = {
            "BAROMETER_LANDING": str(landing),
            "BAROMETER_WAREHOUSE": str(lake),
            LAKE_DATA: str(lake.data),
            "BAROMETER_REPORTS": str(folder / "reports"),
            GROUP_BYTES: str(round(1.05 * size / asked.groups)),
            "DAGSTER_DATABASE": f"postgresql+psycopg2://postgres@/dagster?host={server_at}",
            "RAY_JOBS": f"http://127.0.0.1:{_free_port()}",
            "DAGSTER_HOME": str(home),
            "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
        }
        os.environ.update(ours)
        environment = dict(os.environ)
        paths = Paths.from_environment()
        now = wanted(paths, competition_folders(landing))
        named = now.groups
        of_each = f"{asked.clubs} clubs, {asked.sessions} evenings each"
        print(f"{of_each}, {size / 1e6:.1f} MB of files, {len(named)} groups", flush=True)
        instance = open_.enter_context(dg.DagsterInstance.get())
        instance.add_dynamic_partitions(GROUPS_NAME, named)
        run([str(PROGRAMS / "dagster"), "sensor", "stop", "landing", *CODE], environment)
        nodes = open_.enter_context(cluster(folder, environment))
        open_.enter_context(daemon(folder, environment))
        looked = open_.enter_context(Looked(paths))
        ask(named, environment)
        made = backfill(instance, named, nodes, paths, asked)
        tell(made)
        print(f"the backfill took {made.seconds:.0f} s, {len(made.runs)} runs", flush=True)
        time.sleep(2 * _BETWEEN)
        halves = looked.halves()
        print(
            f"{len(looked.moments)} moments read, {len(looked.refused)} refused; clubs there: {looked.clubs_seen()};"
            f" clubs seen in part: {len(halves)}"
        )
        for wrong in looked.refused[:3]:
            print(f"  {wrong}")
        missing = not_as_asked(made, looked, now.clubs, kill=asked.kill)
        for what in missing:
            print(f"not shown: {what}")
        return len(missing) + len(halves) + _beside_one_machine(folder, paths)


def _beside_one_machine(folder: Path, paths: Paths) -> int:
    one = Paths(paths.landing, folder / "one.duckdb", folder / "one")
    began = time.monotonic()
    words = ["build", str(one.landing), "--warehouse", str(one.warehouse), "--reports", str(one.reports)]
    subprocess.run([str(PROGRAMS / "barometer"), *words], capture_output=True, check=False)
    print(f"barometer build, into one file: {time.monotonic() - began:.0f} s", flush=True)
    with redirect_stdout(StringIO()) as told:
        different = how_many_tables_differ(one.warehouse, paths.warehouse)
    lines = told.getvalue().splitlines()
    for line in lines:
        if not line.endswith(" same"):
            print(line)
    ours, theirs = pages(paths.reports), pages(one.reports)
    other = sum(ours.get(name) != theirs.get(name) for name in ours.keys() | theirs.keys())
    print(f"{different} of {len(lines)} tables differ; {other} of {len(theirs)} pages differ")
    return different + other


def main() -> int:
    """Print the figures; return how many differences there are, and how much was not proved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clubs", nargs="?", type=int, default=8)
    parser.add_argument("--sessions", type=int, default=1)
    parser.add_argument("--groups", type=int, default=4)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--longest", type=float, default=1_800, help="seconds after which a backfill counts as stuck")
    parser.add_argument("--keep", action="store_true", help="leave the folder with all logs where it is")
    said = vars(parser.parse_args())
    keep = said.pop("keep")
    folder = Path(tempfile.mkdtemp(prefix="cl"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    try:
        return measure(folder, Asked(**said))
    finally:
        if keep:
            print(f"logs: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(bool(main()))
