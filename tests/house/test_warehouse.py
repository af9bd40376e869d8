"""The warehouse: what goes in comes out, whole or not at all."""

import os
import tempfile
from pathlib import Path

import duckdb
import polars as pl
import pytest
from each import each
from factories import competitions, frame
from polars.testing import assert_frame_equal

from pipelines.warehouse import Warehouse, WarehouseError
from transforms.tables.schemas import WAREHOUSE, Entries, PairRankings


def test_every_table_goes_in_and_out_with_its_types(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        for name, schema in WAREHOUSE.items():
            with subtests.test(name):
                rows = schema.sample(20)
                assert warehouse.read(name).is_empty()
                warehouse.write(name, rows)
                assert_frame_equal(warehouse.read(name), in_order(rows))


def in_order(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows as the warehouse shows them: clubs together, each in the order in which its rows were written."""
    key = [column for column in ("club", "competition", "season") if column in rows.columns]
    return rows.sort(key, maintain_order=True, nulls_last=True) if key else rows


def test_rows_of_clubs_are_replaced_and_the_order_is_that_of_a_whole_table(tmp_path: Path) -> None:
    def rankings(club: str, ranking: float) -> list[dict[str, object]]:
        return [
            {"club": club, "season": season, "partnership_id": pair, "ranking": ranking}
            for season in ("2024-25", "2025-26")
            for pair in ("2", "1")
        ]

    clubs = ("b", "a", "d", "c")
    at_first = frame(PairRankings, *(row for club in clubs for row in rankings(club, 1.0)))
    afresh = frame(PairRankings, *(row for club in "abc" for row in rankings(club, 1.0 + (club in "bc"))))
    changed = frame(PairRankings, *(row for club in "cb" for row in rankings(club, 2.0)))
    name = "rankings.pair_rankings"
    with Warehouse(tmp_path / "one.duckdb") as one, Warehouse(tmp_path / "other.duckdb") as other:
        one.write(name, at_first)
        one.replace({name: changed}, ["b", "c", "d"])
        other.write(name, afresh)
        assert_frame_equal(one.read(name), other.read(name))
        assert_frame_equal(one.read(name, ["c", "a"]), other.read(name).filter(pl.col("club").is_in(["a", "c"])))
        assert one.read(name, []).is_empty()


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


def test_rows_that_break_the_schema_are_listed_and_the_table_stays(tmp_path: Path) -> None:
    sound = frame(Entries, {"entrant": "1", "player_id": "anna"})
    twice = frame(Entries, {"entrant": "1", "player_id": "anna"}, {"entrant": "2", "player_id": "anna"})
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        warehouse.write("raw.entries", sound)
        with pytest.raises(
            WarehouseError, match=r"raw\.entries: these rules are broken: primary_key \(2 rows\)"
        ) as words:
            warehouse.write("raw.entries", twice)
        assert str(words.value).endswith("; first in club club, competition evening, season 2025-26, session_id 1")
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


ABSENT = [
    ("", "absent", r"no such warehouse; .* make it with: barometer build FOLDER"),
    ("my club", "absent", r"if you built .my club\.duckdb., name it .* .my club.*build"),
    ("my club, another", "absent", "no such warehouse; go to the folder where you built"),
    ("thursday, friday", "thurday", r"did you mean .*/thursday\.duckdb\?"),
    ("thursday, friday", "tuesday", "no such warehouse; go to the folder where you built"),
]
"""The warehouses in the working folder, the one that is asked for, and what is said."""


def test_a_warehouse_that_somebody_means_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of another name in the working folder, or of nearly this name: what was proposed began a second one."""
    for number, (there, asked, words) in enumerate(ABSENT):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        for name in filter(None, there.split(", ")):
            Path(f"{name}.duckdb").touch()
        with pytest.raises(WarehouseError, match=words):
            Warehouse(folder / f"{asked}.duckdb", read_only=True)._connect()


def test_a_table_of_another_version_is_replaced_by_a_whole_build_only(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema raw; create table raw.competitions as select 'club' as club")
        connection.execute("create schema operations; create table operations.builds as select 1 as build")
    words = r"raw\.competitions was written by another version of Barometer; build all seasons again"
    with Warehouse(path, read_only=True) as warehouse, pytest.raises(WarehouseError, match=words):
        warehouse.read("raw.competitions")
    with Warehouse(path, season="2025-26") as warehouse, pytest.raises(WarehouseError, match=words):
        warehouse.write("raw.competitions", competitions())
    with Warehouse(path) as warehouse:
        assert warehouse.read("raw.competitions").is_empty()
        warehouse.write("raw.competitions", competitions())
        assert_frame_equal(warehouse.read("raw.competitions"), competitions())


HOSTILE_NAMES = [
    *(f"{schema}.duckdb" for schema in ("raw", "main", "temp", "memory", "warehouse")),
    "without_suffix",
    "o'brien's.duckdb",
    'a "quoted" name.duckdb',
    "a; drop table x.duckdb",
    ":memory:",
    "md:club",
    "s3:club",
    "-x.duckdb",
    "*.duckdb",
    "x.csv",
    "Zürich 王.duckdb",
]


@pytest.mark.long
@each(HOSTILE_NAMES)
def test_a_warehouse_may_have_any_name(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        with Warehouse(path) as warehouse:
            warehouse.write("raw.competitions", competitions())
            warehouse.write("raw.competitions", competitions(club="other"))
        with Warehouse(path, read_only=True) as warehouse:
            assert warehouse.tables() == ["raw.competitions"]
            assert warehouse.read("raw.competitions")["club"].to_list() == ["other"]
        assert [file.name for file in Path(folder).iterdir()] == [name]


NO_WAREHOUSES = {
    "what?.duckdb": "without question marks or line breaks",
    "two\nlines.duckdb": "without question marks or line breaks",
    "\udce9.duckdb": "must be UTF-8",
    "folder": "this is not a file; name a file with --warehouse",
    "file/w.duckdb": "cannot be opened as a warehouse",
    "pipe": "this is not a file; name a file with --warehouse",
    "notes.duckdb": r"notes\.duckdb: barometer build did not make this file",
}


def test_what_can_be_no_warehouse_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("a file")
    (tmp_path / "notes.duckdb").write_text("not a database, " * 1000, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    for name, words in NO_WAREHOUSES.items():
        with pytest.raises(WarehouseError, match=words):
            Warehouse(tmp_path / name).write("raw.competitions", competitions())


STATEMENTS = [
    "from read_csv('/etc/passwd')",
    "from read_text('{folder}/secret.txt')",
    "from '{folder}/secret.csv'",
    "from glob('/etc/*')",
    "from read_csv('https://example.org/a.csv')",
    "install httpfs",
    "load httpfs",
    "attach '{folder}/other.db'",
    "attach 'md:club'",
    "copy (select 1) to '{folder}/out.csv'",
    "export database '{folder}/out'",
    "set enable_external_access = true",
    "set autoload_known_extensions = true",
    "set lock_configuration = false",
]


@pytest.mark.parametrize("read_only", [False, True])
def test_a_connection_reaches_its_file_only(tmp_path: Path, subtests: pytest.Subtests, *, read_only: bool) -> None:
    for name in ("secret.txt", "secret.csv"):
        (tmp_path / name).write_text("secret\n1\n")
    path = tmp_path / "w.duckdb"
    with Warehouse(path) as warehouse:
        warehouse.write("raw.competitions", competitions())
    with Warehouse(path, read_only=read_only) as warehouse:
        for statement in STATEMENTS:
            with subtests.test(statement), pytest.raises(duckdb.Error):
                warehouse._connect().execute(statement.format(folder=tmp_path)).fetchall()
        assert warehouse.read("raw.competitions").height == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["secret.csv", "secret.txt", "w.duckdb"]
