"""A club whose computing takes too much memory or time is found, and set aside; the other clubs are built."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.tiny_clubs import make_club
from pipelines.machine.environment import BUILD_MEMORY, NO_PROGRESS_SECONDS
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


@pytest.mark.long
@pytest.mark.parametrize("which", [*WATCHED, pytest.param("time", marks=pytest.mark.nightly)])
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
