"""A recorded table of an older version takes over the columns that are new, and no row that was recorded is lost."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from each import items
from factories import frame
from polars.testing import assert_frame_equal

from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import Warehouse, WarehouseError
from pipelines.warehouse.opening import opened
from transforms.tables.schemas import RECORDED, VIEWS, WAREHOUSE, PublishedRankings

pytestmark = pytest.mark.long

RANKINGS = "published.rankings"
AS_IT_WAS = """
    alter table stored."published.rankings" drop column rank;
    create or replace view published.rankings as
        from stored."published.rankings" order by club, competition, season, rowid
"""
"""`published.rankings` as the version made it that brought it."""
NEVER_NULL = 'alter table stored."published.rankings" alter column ranking set not null'
"""That too; in a lake only a table with rows takes it."""


@pytest.fixture(params=["file", "lake"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "file":
        return tmp_path / "w.duckdb"
    return Lake(f"sqlite:{tmp_path / 'lake.sqlite'}", tmp_path / "files")


def execute(place: Place, statements: str) -> None:
    with opened(place, read_only=False) as connection:
        connection.execute(statements)


def rankings(*clubs: str) -> pl.DataFrame:
    when = dt.datetime(2026, 7, 2, 12, tzinfo=dt.UTC)
    rest = {"list": "players", "entrant": "b", "players": "b", "ranking": 12.5, "published_at": when, "rank": None}
    return frame(PublishedRankings, *({"club": club, **rest} for club in clubs))


def recorded(place: Place) -> dict[str, pl.DataFrame]:
    with Warehouse(place, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in RECORDED}


def _read(warehouse: Warehouse) -> None:
    warehouse.read(RANKINGS)


@items((("ash", "elm"), _read), pytest.param((), Warehouse.describe, marks=pytest.mark.nightly))
def test_a_nullable_new_column(place: Place, clubs: tuple[str, ...], first: Callable[[Warehouse], None]) -> None:
    with Warehouse(place) as warehouse:
        warehouse.describe()
        warehouse.write(RANKINGS, rankings(*clubs))
        warehouse.save()
    execute(place, f"{AS_IT_WAS}; {NEVER_NULL}" if clubs else AS_IT_WAS)
    with Warehouse(place, read_only=True) as warehouse:
        assert_frame_equal(warehouse.read_all_seasons(RANKINGS), rankings(*clubs))
    place_only = rankings("oak").with_columns(ranking=pl.lit(None, pl.Float64), rank=pl.lit(1, pl.Int32))
    with Warehouse(place) as warehouse:
        first(warehouse)
        assert_frame_equal(warehouse.read(RANKINGS), rankings(*clubs))
        warehouse.replace({RANKINGS: place_only}, ["oak"])
        warehouse.describe()
        warehouse.save()
    assert_frame_equal(recorded(place)[RANKINGS], pl.concat([rankings(*clubs), place_only]))


@pytest.mark.parametrize("place", ["file", pytest.param("lake", marks=pytest.mark.nightly)], indirect=True)
def test_all_that_may_be_null_may_be_new(place: Place) -> None:
    """Whatever column a next version adds, as long as it may be null, also where the table has a key."""
    kept: dict[str, pl.DataFrame] = {name: WAREHOUSE[name].sample(3) for name in RECORDED if name not in VIEWS}
    with Warehouse(place) as warehouse:
        warehouse.describe()
        for name, rows in kept.items():
            warehouse.write(name, rows)
    for name, rows in kept.items():
        new = [c for c, about in WAREHOUSE[name].columns().items() if about.nullable and not about.primary_key]
        schema, table = name.split(".")
        drops = "".join(f'alter table stored."{name}" drop column "{column}"; ' for column in new)
        execute(place, f'{drops}create or replace view "{schema}"."{table}" as from stored."{name}"')
        kept[name] = rows.with_columns(pl.lit(None, rows.schema[column]).alias(column) for column in new)
    with Warehouse(place) as warehouse:
        warehouse.describe()
        for name, rows in kept.items():
            assert_frame_equal(warehouse.read(name), rows, check_row_order=False)


def test_a_new_column_that_may_not_be_null_is_refused_and_nothing_is_lost(place: Place) -> None:
    with Warehouse(place) as warehouse:
        warehouse.describe()
        warehouse.write(RANKINGS, rankings("ash"))
    view = 'create or replace view published.rankings as from stored."published.rankings"'
    execute(place, f'alter table stored."published.rankings" drop column players; {view}')
    words = "no build can make it again; use that version, or build into a new file"
    with Warehouse(place) as warehouse, pytest.raises(WarehouseError, match=words):
        warehouse.describe()
    with opened(place, read_only=True) as connection:
        assert connection.sql("select count(*) from published.rankings").fetchall() == [(1,)]
