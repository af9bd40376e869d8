"""The warehouse: what goes in comes out, whole or not at all."""

from pathlib import Path

import duckdb
import polars as pl
import pytest
from factories import competitions, frame
from polars.testing import assert_frame_equal

from pipelines.warehouse import Warehouse, WarehouseError
from transforms.tables import WAREHOUSE, Entries, PairRankings


@pytest.mark.parametrize("name", WAREHOUSE)
def test_every_table_goes_in_and_out_with_its_types(tmp_path: Path, name: str) -> None:
    rows = WAREHOUSE[name].sample(20)
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        assert warehouse.read(name).is_empty()
        warehouse.write(name, rows)
        assert_frame_equal(warehouse.read(name), rows)


def test_only_the_rows_asked_for_are_read(tmp_path: Path) -> None:
    rows = frame(
        PairRankings,
        *({"season": season, "partnership_id": "1", "ranking": 150.0} for season in ("old", "new", "' or 1=1 --")),
    )
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        assert warehouse.read_of("rankings.pair_rankings", season="new").is_empty()
        warehouse.write("rankings.pair_rankings", rows)
        for season in rows["season"]:
            found = warehouse.read_of("rankings.pair_rankings", season=season, file_id="a column that is not there")
            assert_frame_equal(found, rows.filter(season=season))


def test_rows_that_break_the_schema_are_told_and_the_table_stays(tmp_path: Path) -> None:
    sound = frame(Entries, {"entrant": "1", "player_id": "anna"})
    twice = frame(Entries, {"entrant": "1", "player_id": "anna"}, {"entrant": "2", "player_id": "anna"})
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        warehouse.write("raw.entries", sound)
        with pytest.raises(WarehouseError, match=r"raw\.entries: broken: primary_key \(2 rows\).*anna"):
            warehouse.write("raw.entries", twice)
        with pytest.raises(WarehouseError, match=r"raw\.entries: line is Int64, not String"):
            warehouse.write("raw.entries", sound.with_columns(line=pl.lit(1, pl.Int64)))
        assert_frame_equal(warehouse.read("raw.entries"), sound)


def test_one_season_is_replaced_and_the_others_stay(tmp_path: Path) -> None:
    rows = frame(
        PairRankings,
        {"season": "old", "partnership_id": "1", "ranking": 150.0},
        {"season": "new", "partnership_id": "1", "ranking": 160.0},
    )
    path = tmp_path / "w.duckdb"
    with Warehouse(path) as warehouse:
        warehouse.write("rankings.pair_rankings", rows)
    with Warehouse(path, season="new") as warehouse:
        warehouse.write("rankings.pair_rankings", rows.with_columns(ranking=pl.lit(170.0)))
        assert warehouse.read("rankings.pair_rankings")["season"].to_list() == ["new"]
    with Warehouse(path) as warehouse:
        seasons = dict(warehouse.read("rankings.pair_rankings").select("season", "ranking").iter_rows())
    assert seasons == {"old": 150.0, "new": 170.0}


def test_a_file_that_is_no_warehouse_is_told(tmp_path: Path) -> None:
    path = tmp_path / "notes.duckdb"
    path.write_text("not a database, " * 1000, encoding="utf-8")
    with pytest.raises(WarehouseError, match=r"notes\.duckdb: cannot be opened as a warehouse"):
        Warehouse(path).read("raw.files")
    with pytest.raises(WarehouseError, match="no such warehouse; make it with: barometer build"):
        Warehouse(tmp_path / "absent.duckdb", read_only=True)._connect()


def test_a_table_of_another_version_is_replaced_by_a_whole_build_only(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema raw; create table raw.competitions as select 'club' as club")
    told = r"raw\.competitions was written by another version; build all seasons again"
    with Warehouse(path, read_only=True) as warehouse, pytest.raises(WarehouseError, match=told):
        warehouse.read("raw.competitions")
    with Warehouse(path, season="2025-26") as warehouse, pytest.raises(WarehouseError, match=told):
        warehouse.write("raw.competitions", competitions())
    with Warehouse(path) as warehouse:
        assert warehouse.read("raw.competitions").is_empty()
        warehouse.write("raw.competitions", competitions())
        assert_frame_equal(warehouse.read("raw.competitions"), competitions())


def test_names_are_those_of_sql(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with Warehouse(path) as warehouse:
        warehouse.write("raw.competitions", competitions())
    with duckdb.connect(str(path)) as connection:
        assert connection.sql("select club, season from raw.competitions").fetchall() == [("club", "2025-26")]
