"""What the benches of a lake and of a cluster find wrong, they call wrong."""

import importlib
import time
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from bench import lake as bench
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse


@pytest.mark.long
@pytest.mark.parametrize("lake", ["postgres"], indirect=True)
def test_each_commit_is_counted_and_rows_that_are_lost_or_doubled_are_seen(lake: Lake) -> None:
    with Warehouse(lake) as warehouse:
        warehouse.describe()
    before = bench.states(lake)
    for club in ("ash", "elm"):
        bench.write(lake, club, 2)
    assert bench.states(lake) - before == 4
    assert bench.not_as_last_written(lake, ["ash", "elm"], 2) == []
    assert bench.halves(lake) == 0
    assert bench.not_as_last_written(lake, ["ash", "fir"], 2) == ["fir"]
    with Warehouse(lake) as warehouse:
        of_first = bench.rows("ash", 1)[bench.GROUPS]
        warehouse.replace({bench.GROUPS: of_first}, ["ash"])
        assert bench.not_as_last_written(lake, ["ash", "elm"], 2) == ["ash"]
        assert bench.halves(lake) == 1
        twice = [bench.rows("elm", 2)[bench.HIDDEN]] * 2
        warehouse.replace({bench.HIDDEN: twice[0].vstack(twice[1])}, ["elm"])
    assert bench.not_as_last_written(lake, ["elm"], 2) == ["elm"]
    assert bench.halves(lake) == 2


def _record(run: str, group: str, parent: str | None = None) -> SimpleNamespace:
    tags = {"dagster/partition": group} | ({"dagster/parent_run_id": parent} if parent else {})
    return SimpleNamespace(dagster_run=SimpleNamespace(run_id=run, tags=tags))


def _seen(*clubs: int, refused: Sequence[str] = ()) -> SimpleNamespace:
    return SimpleNamespace(moments=list(clubs), refused=list(refused), clubs_seen=lambda: list(clubs))


def test_a_cluster_of_which_no_node_was_killed_shows_nothing() -> None:
    cluster = importlib.import_module("bench.cluster")
    looked = _seen(1, 2)
    clubs = {"group-001": ["ash"], "group-002": ["elm"]}
    one, other, again = _record("a", "group-001"), _record("b", "group-002"), _record("c", "group-002", "b")

    def missing(*runs: SimpleNamespace, killed: str = "", put: str = "", seen: SimpleNamespace = looked) -> list[str]:
        made = cluster.Made(1.0, list(runs), {}, set(killed), {put})
        return [str(what) for what in cluster.not_as_asked(made, seen, clubs, kill=True)]

    assert missing(one, other, again, killed="b", put="ash") == []
    assert missing(one, other) == ["no node was killed: no run on the second came to reports__site"]
    assert missing(one, other, killed="b") == ["what was killed was not started again"]
    assert missing(one, other, again, killed="b", put="elm") == ["what was killed had put its clubs already: ['elm']"]
    assert missing(one, other, again, killed="b", seen=_seen(refused=["no server"])) == [
        "nobody looked at the lake",
        "1 looks at the lake were refused",
    ]
    assert missing(one, other, again, killed="b", seen=_seen(2)) == [
        "nobody saw clubs come: the lake had as many at each look"
    ]


def test_a_backfill_that_has_no_time_is_not_done() -> None:
    cluster = importlib.import_module("bench.cluster")
    asked = cluster.Asked(clubs=1, sessions=1, groups=1, kill=False, longest=0)
    with pytest.raises(SystemExit, match=r"not done after 0 s: \['group-001'\]"):
        cluster.backfill(None, ["group-001"], (), Paths.from_environment(), asked)


def test_who_reads_the_lake_of_a_cluster_goes_on_after_a_look_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = importlib.import_module("bench.cluster")
    monkeypatch.setattr(cluster, "_BETWEEN", 0.0)

    def fails(_: object) -> bool:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(cluster, "exists", fails)
    with cluster.Looked(Paths.from_environment()) as looked:
        until = time.monotonic() + 60
        while len(looked.refused) < 2 and time.monotonic() < until:
            time.sleep(0.01)
    assert looked.refused[:2] == ["RuntimeError: no such thing"] * 2
