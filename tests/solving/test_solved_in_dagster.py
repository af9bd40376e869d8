"""Deals that were solved are seen by the sensor, once no solver is at work; and solving keeps no build waiting."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from first_builds import FirstBuilds
from solving.evening import DEAL, landing

from pipelines.assets.automation import WORK, build_federation, build_group, looked_at, publish_ratings, solve_deals
from pipelines.building.solving.store import Solved, alone, is_at_work, store_of
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from transforms.bridge.cards import cards_of, ids_of

pytestmark = pytest.mark.long

TRICKS = "86997574467699757446"
ID = ids_of(cards_of(pl.Series([DEAL])))["deal_id"].item()


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as ephemeral:
        yield ephemeral


@pytest.fixture(scope="module")
def first_builds(tmp_path_factory: pytest.TempPathFactory) -> FirstBuilds:
    folder = tmp_path_factory.mktemp("solved_in_dagster")
    return FirstBuilds(folder / "here", folder / "kept", landing(folder / "here"))


@pytest.fixture
def paths(first_builds: FirstBuilds) -> Paths:
    paths = first_builds.emptied()
    landing(paths.file.parent, "one", "other")
    (paths.landing / "other" / "evening" / "deals.csv").unlink()
    first_builds.build()
    return paths


def asked(paths: Paths, instance: dg.DagsterInstance, cursor: str | None) -> tuple[list[str], str | None]:
    seen = looked_at(paths, instance, cursor)
    if isinstance(seen, dg.SkipReason):
        return [], cursor
    return [request.tags["barometer/clubs"] for request in seen.run_requests or ()], seen.cursor


def test_the_clubs_of_deals_that_were_solved_are_asked_for_once(paths: Paths, instance: dg.DagsterInstance) -> None:
    clubs, cursor = asked(paths, instance, None)
    assert clubs == []
    Solved(store_of(paths.warehouse)).keep({ID: TRICKS})
    clubs, cursor = asked(paths, instance, cursor)
    assert clubs == ["one"]
    assert asked(paths, instance, cursor) == ([], cursor)
    assert "Double dummy" in drawn_by(paths)
    assert asked(paths, instance, cursor)[0] == []


def drawn_by(paths: Paths) -> str:
    build(paths)
    [page] = (paths.reports / "one").rglob("hands/*/board-1.html")
    return page.read_text(encoding="utf-8")


def test_no_club_is_asked_for_until_the_solver_has_ended(paths: Paths, instance: dg.DagsterInstance) -> None:
    path = store_of(paths.warehouse)
    _, cursor = asked(paths, instance, None)
    with alone(path) as is_alone:
        assert is_alone
        assert is_at_work(path)
        Solved(path).keep({ID: TRICKS})
        clubs, cursor = asked(paths, instance, cursor)
        assert clubs == []
        Solved(path).keep({"c" * 26: TRICKS})
        assert asked(paths, instance, cursor) == ([], cursor)
        shutil.rmtree(paths.landing / "other")
        clubs, cursor = asked(paths, instance, cursor)
        assert clubs == ["one, other"], "the only club left is drawn with a bar of its own"
    assert not is_at_work(path)
    assert asked(paths, instance, cursor)[0] == ["one, other"]


def test_one_build_and_one_solver_run_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = [(job.tags or {})[WORK] for job in (build_group, build_federation, publish_ratings, solve_deals)]
    assert work == ["build", "build", "build", "solving"]
    monkeypatch.chdir(tmp_path)
    shutil.copy(Path(__file__).resolve().parents[2] / "dagster.yaml", tmp_path)
    with dg.DagsterInstance.from_config(str(tmp_path)) as instance:
        queue = instance.get_concurrency_config().run_queue_config
    assert queue is not None
    assert queue.max_concurrent_runs == 2
    assert queue.tag_concurrency_limits == [{"key": WORK, "value": {"applyLimitPerUniqueValue": True}, "limit": 1}]
