"""A run into a lake computes first and waits then: what comes to be meanwhile is not lost by what it puts."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from bench.tiny_clubs import make_club
from pipelines.building.build import Build, under_way
from pipelines.building.changes import plan_of
from pipelines.building.clubs_run import LISTS, ClubsRun
from pipelines.building.rewriting import rewriting
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


@pytest.mark.slow
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
