"""What the benches of a lake and of a cluster find wrong, they call wrong."""

import importlib
from types import SimpleNamespace

import pytest

from bench import lake as bench
from pipelines.paths import Lake
from pipelines.warehouse import Warehouse


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


def test_a_cluster_of_which_no_node_was_killed_shows_nothing() -> None:
    cluster = importlib.import_module("bench.cluster")
    looked = SimpleNamespace(moments=[1], refused=[])
    clubs = {"group-001": ["ash"], "group-002": ["elm"]}
    one, other, again = _record("a", "group-001"), _record("b", "group-002"), _record("c", "group-002", "b")

    def missing(*runs: SimpleNamespace, killed: str = "", put: str = "", seen: SimpleNamespace = looked) -> list[str]:
        made = cluster.Made(1.0, list(runs), {}, set(killed), {put})
        return [str(what) for what in cluster.not_as_asked(made, seen, clubs, kill=True)]

    assert missing(one, other, again, killed="b", put="ash") == []
    assert missing(one, other) == ["no node was killed: no run on the second came to reports__site"]
    assert missing(one, other, killed="b") == ["what was killed was not started again"]
    assert missing(one, other, again, killed="b", put="elm") == ["what was killed had put its clubs already: ['elm']"]
    blind = SimpleNamespace(moments=[], refused=["no server"])
    assert missing(one, other, again, killed="b", seen=blind) == [
        "nobody looked at the lake",
        "1 looks at the lake were refused",
    ]
