"""Nothing waits for ever where a thread hands over a job while this one queries: each needs what the other holds.

A query that calls Python waits for the interpreter's lock, and a thread that enters polars with that lock held waits for
the threads of polars, which wait for the query.
"""

import subprocess

import pytest

from pipelines.machine.another_python import another_python

PAIRS = """
import sys, time
from pathlib import Path
import numpy as np
import polars as pl
from pipelines.building import drawer
from transforms.tables.arithmetic.sums import steady_sums

drawer._START = "from pipelines.building.drawer import received; import sys; received(sys.stdin.buffer)"
chance = np.random.default_rng(1)
rows = pl.DataFrame({"group": chance.integers(0, 3_000, 60_000), "value": chance.random(60_000)})
tables = {str(number): rows.sample(fraction=1, shuffle=True) for number in range(20)}
until = time.monotonic() + 2
while time.monotonic() < until:
    job = drawer.Job(dict(tables), [], Path(), Path())
    with drawer.drawers([["ash"]], lambda _: job) as beside:
        while beside._drawers[0]._thread.is_alive():
            pl.collect_all([steady_sums(rows.lazy(), ["group"], "value") for _ in range(4)])
"""


@pytest.mark.slow
def test_a_job_is_handed_over_while_there_are_queries() -> None:
    # Of a process of its own, since what hangs here could not be ended.
    subprocess.run(another_python(PAIRS), check=True, timeout=60)
