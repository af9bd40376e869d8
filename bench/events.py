"""Measure what the events of Dagster cost a first run of one club, and that run next to `barometer build`.

The run is what the sensor requests: a process of its own, with a history in SQLite. The time of events is the time in
which Dagster stores them, and that of the transactions around them. The events of what is planned are stored when the
run is requested, before it begins.
"""

import sys
import tempfile
from pathlib import Path

from bench.build import seconds
from pipelines.cli.simulate import simulate_landing

RUN = """
import sys
import time
from pathlib import Path

import dagster as dg
from dagster._core.instance.runs.run_domain import RunDomain
from dagster._core.storage.event_log import SqliteEventLogStorage
from pipelines.assets import events
from pipelines.definitions import build_defs
from pipelines.machine.paths import Paths

spent, within = 0.0, False

def timed(function):
    def call(*given, **options):
        global spent, within
        began, outer, within = time.perf_counter(), within, True
        try:
            return function(*given, **options)
        finally:
            within = outer
            spent += 0 if outer else time.perf_counter() - began
    return call

folder = Path(sys.argv[1])
SqliteEventLogStorage.store_event = timed(SqliteEventLogStorage.store_event)
SqliteEventLogStorage.store_event_batch = timed(SqliteEventLogStorage.store_event_batch)
transaction = events._transaction.__wrapped__

@events.contextmanager
def measured(*given):
    made = transaction(*given)
    timed(next)(made)
    yield
    timed(lambda: next(made, None))()

events._transaction = measured
request = RunDomain.create_run

def requested(*given, **options):
    global began, planned
    run = request(*given, **options)
    began, planned = time.perf_counter(), spent
    return run

RunDomain.create_run = requested
paths = Paths(folder / "landing", folder / "by_run.duckdb", folder / "pages_of_run")
(club,) = (each.name for each in paths.landing.iterdir() if each.is_dir())
with dg.DagsterInstance.local_temp(str(folder)) as instance:
    instance.add_dynamic_partitions("groups", [club])
    job = build_defs(paths).resolve_job_def("build_group")
    asked = time.perf_counter()
    done = job.execute_in_process(instance=instance, partition_key=club)
    whole = time.perf_counter() - began
    number = len(instance.all_logs(done.run_id))
assert done.success
in_run = spent - planned
(folder / "said").write_text(
    f"{number} events; when the run is requested: {planned:.2f} s of {began - asked:.2f} s; "
    f"in the run: {in_run:.2f} s of {whole:.2f} s, {in_run / whole:.1%}"
)
"""


def main(sessions: int = 30) -> None:
    """Print the number and the share of events, and both times."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        simulate_landing(folder / "landing", clubs=1, sessions=sessions)
        for attempt in ("unmeasured", "measured"):  # the first leaves our modules compiled
            places = ["--warehouse", str(folder / attempt / "w.duckdb"), "--reports", str(folder / attempt / "pages")]
            command = seconds("-m", "pipelines", "build", str(folder / "landing"), *places)
        run = seconds("-c", RUN, name)
        sys.stdout.write(f"{(folder / 'said').read_text()}\n")
        sys.stdout.write(f"command {command:.1f} s, run {run:.1f} s: {run / command:.2f} times\n")


if __name__ == "__main__":
    main()
