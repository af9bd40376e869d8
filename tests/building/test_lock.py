"""One build at a time: whoever comes second waits, or says for whom."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipelines.building.lock import (
    LONGEST_NAME,
    LockedError,
    _Wait,
    build_lock,
    holder_of,
    name_of_holder,
)

HOLDER = """
import sys, time
from pathlib import Path
from pipelines.building.lock import build_lock
with build_lock(Path(sys.argv[1]), "barometer build"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_the_second_hears_who_holds_it_and_a_kill_lets_it_go(tmp_path: Path) -> None:
    warehouse = tmp_path / "new folder" / "w.duckdb"
    with subprocess.Popen([sys.executable, "-c", HOLDER, warehouse], stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        said: list[str] = []
        with (
            pytest.raises(LockedError, match=rf"barometer build \(process {other.pid} of .* is still writing to it"),
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


def test_a_wait_ends_whether_the_holder_has_a_name_or_not(tmp_path: Path) -> None:
    for name in (None, name_of_holder("barometer build", 7, 1_750_000_000, "ann", "club"), "psql"):
        said: list[str] = []
        wait = _Wait(tmp_path / "barometer.duckdb", 0.02, said.append)
        wait.refused(name)
        wait.refused(name)
        time.sleep(0.03)
        with pytest.raises(LockedError, match="is still writing to it"):
            wait.refused(name)
        assert said == [f"Waiting for {holder_of(name) or 'another build'}."]


SINCE = 1_750_000_000
USER, HOST = "willemijn.van-der-hoeven-o'neill", "score-computer|Łódź.bridgeclub.example.org"


HOLDERS = {
    ("barometer build", 7, "ann", "club"): "barometer build (process 7 of ann on club, since 2025-06-1",
    ("barometer build", 7, USER, HOST): "barometer build (process 7 of willemijn.van-de on score-co",
    ("barometer build", 7, "ö", HOST): "barometer build (process 7 of ? on score-computer???d?.bridg",
    ("barometer ratings --publish", 4_294_967_295, USER, HOST): (
        "barometer ratings --publish (process 4294967295 of willem on score-"
    ),
}


def test_postgres_keeps_who_holds_a_lock_and_since_when_and_a_name_that_is_not_ours_says_nothing() -> None:
    for (what, process, user, host), words in HOLDERS.items():
        name = name_of_holder(what, process, SINCE, user, host)
        assert len(name.encode()) <= LONGEST_NAME
        assert not set(name) & set("'\\")
        assert (holder_of(name) or "").startswith(words)
    for other in (None, "", "psql", "barometer build (process 7 of ann", "a|b|c|d|e", f"a|1|{10**30}|b|c"):
        assert holder_of(other) is None
