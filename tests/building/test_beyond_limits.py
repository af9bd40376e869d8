"""A club whose computing takes too much memory or time is found, and set aside; the other clubs are built."""

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from bench.tiny_clubs import make_club
from pipelines.building.beyond import Beyond
from pipelines.machine.environment import BUILD_MEMORY, NO_PROGRESS_SECONDS
from pipelines.machine.stopping import exceeded
from pipelines.warehouse import Warehouse

PROJECT = Path(__file__).resolve().parents[2]
_TAKING = {
    "memory": "taken.append(bytearray(3_000_000_000)); time.sleep(60)",
    "time": "time.sleep(60)",
}
WATCHED = ["memory"] if sys.platform == "linux" else []
"""Limits that only Linux watches."""
_BUILD = """
import sys, time
from pipelines.__main__ import main
from pipelines.building.clubs_run import ClubsRun
compute, taken = ClubsRun._computed, []
def computed(self, step, clubs):
    if step.makes[0] == "rankings.player_rankings" and "mill" in clubs:
        {taking}
    return compute(self, step, clubs)
ClubsRun._computed = computed
sys.argv[0] = "barometer"
main()
"""


@pytest.mark.nightly
@pytest.mark.parametrize("which", [*WATCHED, "time"])
def test_a_club_beyond_a_limit_is_set_aside(tmp_path: Path, which: str) -> None:
    clubs = ("abbey", "harbour", "mill", "park")
    for club in clubs:
        make_club(tmp_path / "landing", club)
    places = ["--warehouse", str(tmp_path / "barometer.duckdb"), "--reports", str(tmp_path / "site")]
    limits = {BUILD_MEMORY: "2500 MB", NO_PROGRESS_SECONDS: "600"} if which == "memory" else {NO_PROGRESS_SECONDS: "8"}
    code = [sys.executable, "-c", _BUILD.format(taking=_TAKING[which]), "build", str(tmp_path / "landing"), *places]
    environment = os.environ | limits | {"PYTHONPATH": str(PROJECT)}
    done = subprocess.run(code, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("the last step was: rankings.player_rankings") == 2, (
        "once with all clubs, and once with one"
    )
    with Warehouse(tmp_path / "barometer.duckdb", read_only=True) as warehouse:
        assert set(warehouse.read("rankings.player_rankings")["club"]) <= {"abbey", "harbour", "park"}
        assert set(warehouse.read("raw.sessions")["club"]) == {"abbey", "harbour", "park"}
        found = warehouse.read("operations.findings").select("club", "code").rows()
    assert found == [("mill", "club.failed")]
    again = subprocess.run(code, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert (again.returncode, "the last step was" in again.stderr) == (1, False), again.stderr


def test_runs_for_other_clubs_do_not_forget_a_club_beyond_a_limit(tmp_path: Path) -> None:
    trying = tmp_path / ".w.duckdb.trying"
    of_group = pl.DataFrame({"club": ["mill", "park"], "inputs_sha256": ["a", "b"]})
    other = pl.DataFrame({"club": ["abbey"], "inputs_sha256": ["c"]})
    exceeded(trying).write_text(json.dumps(["rankings", ["mill", "park"]]), encoding="utf-8")
    of_other = Beyond(trying, other)
    assert not of_other.is_alone("rankings", ["abbey"])
    of_other.done()
    assert Beyond(trying, of_group).is_alone("rankings", ["mill", "park"])
    exceeded(trying).write_text(json.dumps(["rankings", ["mill"]]), encoding="utf-8")
    Beyond(trying, other).done()
    first = Beyond(trying, of_group)
    assert first.aside("rankings", ["mill", "park"]) == ["mill"]
    first.done()
    again = Beyond(trying, of_group)
    assert not again.is_alone("rankings", ["mill", "park"])
    assert again.aside("rankings", ["mill"]) == ["mill"]


_RUN = """
import sys
from pathlib import Path
import dagster as dg
from pipelines.assets.clubs import GROUPS
from pipelines.definitions import build_defs
from pipelines.machine.paths import Paths
here = Path(sys.argv[1])
job = build_defs(Paths(here / "landing", here / "barometer.duckdb", here / "site")).resolve_job_def("build_group")
instance = dg.DagsterInstance.ephemeral()
first, last = sys.argv[2:]
instance.add_dynamic_partitions(GROUPS.name, [first, last])
tags = {"dagster/asset_partition_range_start": first, "dagster/asset_partition_range_end": last}
made = job.execute_in_process(instance=instance, tags=tags)
sys.exit(0 if made.success else 3)
"""


@pytest.mark.nightly
def test_a_later_run_of_dagster_sets_aside_the_club_that_ended_an_earlier_one(tmp_path: Path) -> None:
    for club in ("abbey", "harbour", "mill", "park"):
        make_club(tmp_path / "landing", club)
    environment = os.environ | {NO_PROGRESS_SECONDS: "8", "PYTHONPATH": str(PROJECT)}
    code = _BUILD.format(taking=_TAKING["time"]).partition("sys.argv[0]")[0] + _RUN

    def ran(*groups: str) -> int:
        command = [sys.executable, "-c", code, str(tmp_path), *groups]
        return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=300).returncode

    statuses = [(ran("mill", "park"), ran("abbey", "harbour")) for _ in range(3)]
    assert statuses == [(2, 0), (2, 0), (1, 0)], "once with both clubs, once with one, then without it: a red run"
    with Warehouse(tmp_path / "barometer.duckdb", read_only=True) as warehouse:
        assert set(warehouse.read("raw.sessions")["club"]) == {"abbey", "harbour", "park"}
        assert warehouse.read("operations.findings").select("club", "code").rows() == [("mill", "club.failed")]
