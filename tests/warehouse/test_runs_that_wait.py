"""A run into a lake computes first and waits then: what comes to be meanwhile is not lost by what it puts."""

import datetime as dt
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

from bench.tiny_clubs import make_club
from pipelines import automation
from pipelines.assets import group_plan
from pipelines.building import writing
from pipelines.building.build import Build, under_way
from pipelines.building.changes import plan_of
from pipelines.building.clubs_run import LISTS, ClubsRun
from pipelines.building.lock import claimed, is_claimed
from pipelines.building.rewriting import rewriting
from pipelines.commands.build import build as build_all
from pipelines.errors import UnusableError
from pipelines.landing.folders import competition_folders
from pipelines.paths import Lake, Paths
from pipelines.warehouse import Warehouse
from transforms.tables import WAREHOUSE


@pytest.fixture
def paths(lake: Lake, tmp_path: Path) -> Paths:
    make_club(tmp_path / "landing", "ash")
    return Paths(tmp_path / "landing", lake, tmp_path / "site")


@pytest.fixture
def computed(paths: Paths) -> Iterator[tuple[Build, ClubsRun]]:
    """A run of the club that has drawn its pages, and does not hold the lock yet."""
    with under_way(
        paths,
        lambda warehouse: plan_of(paths, warehouse, competition_folders(paths.landing)),
        at_once=False,
    ) as build:
        run = build.clubs_run(["ash"])
        run.run(build.draw)
        yield build, run


@pytest.mark.long
def test_a_rating_list_that_is_published_while_a_run_waits_stays(
    paths: Paths, computed: tuple[Build, ClubsRun]
) -> None:
    build, run = computed
    row = {
        **{"club": "ash", "competition": "evenings", "season": "2025-26", "system": "elo"},
        **{"list_date": dt.date(2025, 6, 30), "player_id": "p1", "rating": 1500, "games_total": 30},
        **{"published_at": dt.datetime(2025, 7, 1, tzinfo=dt.UTC), "build": 1},
    }
    recorded = pl.DataFrame([row]).select(
        pl.col(name).cast(kind) for name, kind in WAREHOUSE[LISTS].create_empty().schema.items()
    )
    with rewriting(paths.warehouse, "barometer publish") as warehouse:
        warehouse.write(LISTS, recorded)
    build.hold()
    build.keep(run)
    build.make_federation()
    build.publish()
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert warehouse.read(LISTS).equals(recorded)
        assert plan_of(paths, warehouse, competition_folders(paths.landing)).clubs == ["ash"]  # and follows from it


def _is_old(folder: Path) -> None:
    os.utime(folder, (1_750_000_000,) * 2)


@pytest.mark.long
def test_who_waits_for_days_keeps_his_pages_and_what_the_dead_left_goes(
    paths: Paths, computed: tuple[Build, ClubsRun]
) -> None:
    build, run = computed
    left = paths.reports / ".building-of-the-dead"
    left.mkdir()
    _is_old(left)
    _is_old(build.aside)
    claim = build.aside.with_suffix(".alive")
    with claimed(claim), under_way(paths, lambda warehouse: plan_of(paths, warehouse, [])):  # while this one waits
        assert not left.exists()
    build.hold()
    assert is_claimed(claim)
    assert (build.aside / "ash" / "evenings").is_dir()
    build.keep(run)
    build.make_federation()
    build.publish()
    assert (paths.reports / "ash" / "evenings").is_dir()
    assert not list(paths.reports.glob(".building-*"))


@pytest.mark.long
def test_a_run_whose_pages_are_gone_puts_nothing(
    computed: tuple[Build, ClubsRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    build, _ = computed

    def removed(*_: object) -> None:
        shutil.rmtree(build.aside / "ash")

    monkeypatch.setattr(writing, "_complete", removed)
    with pytest.raises(FileNotFoundError, match="ash"):
        build.hold()


@pytest.mark.long
def test_what_all_show_waits_for_nobody_where_a_competition_is_gone_or_nobody_tells_who_waits(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_all(paths)
    club = paths.landing / "ash"

    def is_made() -> bool:
        with under_way(
            paths, lambda warehouse: plan_of(paths, warehouse, competition_folders(paths.landing)), at_once=False
        ) as build:
            run = build.clubs_run(["ash"])
            run.run(build.draw)
            build.hold()
            build.keep(run)
            return build.make_federation(may_be_left=True)

    def two(_: object) -> int:
        return 2

    def too_many(_: object) -> int:
        raise UnusableError("too many connections")

    monkeypatch.setattr(writing, "turns", two)
    (club / "evenings").rename(club / "nights")
    assert is_made()  # else the first page leads to pages that are gone
    (club / "nights").rename(club / "evenings")
    make_club(paths.landing, "ash", tricks=9)
    assert not is_made()
    monkeypatch.setattr(writing, "turns", too_many)
    assert is_made()


def test_the_sensor_asks_once_whether_a_run_has_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that takes its turn between two such questions would else be trusted with what it may never make."""
    make_club(tmp_path / "landing", "ash")
    paths = Paths(tmp_path / "landing", tmp_path / "w.duckdb", tmp_path / "site")
    answers = iter([0])

    def turns(_: object) -> int:
        return next(answers)

    for module in (automation, group_plan):
        monkeypatch.setattr(module, "turns", turns)
    with dg.DagsterInstance.ephemeral() as instance:
        found = automation.looked_at(paths, instance, None)
    assert isinstance(found, dg.SensorResult)
    assert [request.partition_key for request in found.run_requests or ()] == ["group-001"]
