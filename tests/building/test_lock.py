"""One build at a time: whoever comes second waits, or says for whom."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipelines.building.lock import (
    _BUILD,
    _PUBLICATION,
    Holder,
    LockedError,
    _Wait,
    build_lock,
    holder_of_json,
    holder_of_name,
)
from pipelines.warehouse.lake_lock import LONGEST_NAME

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


@pytest.mark.parametrize("holder", [None, "barometer build of harbour"])
def test_a_wait_ends_whether_the_holder_has_a_name_or_not(tmp_path: Path, holder: str | None) -> None:
    said: list[str] = []
    wait = _Wait(tmp_path / "barometer.duckdb", 0.02, said.append, _BUILD)
    refusals = [wait.refused(holder) for _ in range(2)]
    time.sleep(0.03)
    assert [*refusals, wait.refused(holder) is not None] == [None, None, True]
    assert said == [f"Waiting for {holder or 'another build'}."]


def test_who_publishes_without_a_name_is_another_publication(tmp_path: Path) -> None:
    said: list[str] = []
    over = _Wait(tmp_path / "barometer.duckdb", 0, said.append, _PUBLICATION).refused_by("psql")
    assert said == ["Waiting for another publication."]
    assert "another publication is publishing it" in str(over)


SINCE = 1_750_000_000
USER, HOST = "willemijn.van-der-hoeven-o'neill", "score-computer|Łódź.bridgeclub.example.org"


@pytest.mark.parametrize(
    ("holder", "told"),
    [
        (Holder("barometer build", 7, SINCE, "ann", "club"), "barometer build (process 7 of ann on club"),
        (Holder("barometer build", 7, SINCE, USER, HOST), "barometer build (process 7 of willemijn.van-de on score-co"),
        (
            Holder("barometer build", 7, SINCE, "ö", HOST),
            "barometer build (process 7 of ? on score-computer???d?.bridg",
        ),
        (
            Holder("barometer ratings --publish", 4_294_967_295, SINCE, USER, HOST),
            "barometer ratings --publish (process 4294967295 of willem on score-",
        ),
    ],
)
def test_postgres_keeps_who_holds_a_lock_and_since_when(holder: Holder, told: str) -> None:
    name = holder.as_name()
    assert len(name.encode()) <= LONGEST_NAME
    assert not set(name) & set("'\\")
    said = holder_of_name(name) or ""
    assert said.startswith(told)
    assert said.partition(", since ")[2] == str(holder).partition(", since ")[2]


@pytest.mark.parametrize(
    "name", [None, "", "psql", "barometer build (process 7 of ann", "a|b|c|d|e", f"a|1|{10**30}|b|c"]
)
def test_a_name_that_is_not_ours_tells_nothing(name: str | None) -> None:
    assert holder_of_name(name) is None


@pytest.mark.parametrize("text", ["", "[1]", '{"what": "x"}', "{}", Holder("x", 1, 10**30, "u", "h").as_json()])
def test_a_file_that_cannot_be_read_tells_nothing(text: str) -> None:
    assert holder_of_json(text) is None
