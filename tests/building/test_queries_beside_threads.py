"""Nothing waits for ever where threads hand over jobs while there are queries.

A query that calls Python waits for the interpreter's lock; a thread that enters polars with that lock held waits for
the threads of polars, and those for the query.
"""

import subprocess

from pipelines.machine.another_python import another_python

PAIRS = """
import io, os, time
from pathlib import Path
from types import SimpleNamespace
import numpy as np
import polars as pl
from pipelines.building import drawer
from transforms.tables.arithmetic.sums import sums_of_lists

def no_process(*_, **__):
    nothing = {"kill": lambda: None, "wait": lambda: None}
    return SimpleNamespace(stdin=open(os.devnull, "wb"), stdout=io.BytesIO(b"all\\n"), **nothing)

drawer.start_python = no_process
chance = np.random.default_rng(1)
played = pl.LazyFrame({"who": chance.integers(0, 300, 6_000), "a": chance.random(6_000), "b": chance.random(6_000)})
sums = played.group_by("who").agg("a", "b").with_columns(sums_of_lists("a", "b"))
part = pl.DataFrame({f"column_{number}": chance.random(100) for number in range(30)})
table = pl.concat([part] * 5, rechunk=False)
jobs, until = 0, time.monotonic() + 1
with pl.Config(engine_affinity="in-memory"):
    while time.monotonic() < until:
        tables = {str(number): table.clone() for number in range(100)}
        with drawer.drawers([["ash"]], lambda _: drawer.Job(tables, [], Path(), Path())) as beside:
            sums.collect()
            while any(drawing._thread.is_alive() for drawing in beside._drawers):
                sums.collect()
        jobs += 1
print(jobs)
"""


def test_jobs_are_handed_over_while_there_are_queries() -> None:
    # In a process of its own, since what hangs here can only be killed.
    done = subprocess.run(another_python(PAIRS), check=True, timeout=60, capture_output=True)
    assert int(done.stdout) > 3
