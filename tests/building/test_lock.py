"""One build at a time: whoever comes second waits, or says for whom."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipelines.building.lock import LockedError, _Wait, build_lock

HOLDER = """
import sys, time
from pathlib import Path
from pipelines.building.lock import build_lock
with build_lock(Path(sys.argv[1]), "barometer build"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_the_second_is_told_who_holds_it_and_a_kill_lets_it_go(tmp_path: Path) -> None:
    warehouse = tmp_path / "new folder" / "w.duckdb"
    with subprocess.Popen([sys.executable, "-c", HOLDER, warehouse], stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        said: list[str] = []
        with (
            pytest.raises(LockedError, match=rf"barometer build \(process {other.pid} of .* is writing it"),
            build_lock(warehouse, "barometer publish", patience=0.6, say=said.append),
        ):
            pytest.fail("two hold it")
        assert said == [f"Waiting for barometer build (process {other.pid} of {said[0].split(' of ')[1][:-2]})."]
        other.kill()
        other.wait()
        with build_lock(warehouse, "barometer publish", patience=5):
            assert "barometer publish" in next(warehouse.parent.glob(".*.holder")).read_text("utf-8")


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), build_lock(tmp_path / "w", "barometer build", patience=0.1):
            _ = 1 / 0
    assert not list(tmp_path.glob("*.holder"))


@pytest.mark.parametrize("holder", [None, "", "barometer build of harbour"])
def test_a_wait_ends_whether_the_holder_has_a_name_or_not(tmp_path: Path, holder: str | None) -> None:
    said: list[str] = []
    wait = _Wait(tmp_path / "barometer.duckdb", 0.02, said.append)
    refusals = [wait.refused(holder) for _ in range(2)]
    time.sleep(0.03)
    assert [*refusals, wait.refused(holder) is not None] == [None, None, True]
    assert len(said) == 1
