"""A warehouse that lost bytes or files: it is reported as damaged, and the record of publications comes back."""

import random
import shutil
from pathlib import Path

import duckdb
import polars as pl
import pytest
from cli.test_publish_command import build
from commands import barometer
from published.seasons import first_build, handed_in

from bench.tiny_clubs import make_club
from pipelines.cli.publish.publish import publish
from pipelines.cli.rescue import rescue
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import Warehouse, WarehouseError
from pipelines.warehouse.record_copy import RECORD, copy_of, folder_of_copy

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("published") / "w.duckdb"
    build(path, dict(first_build()), 1)
    publish(path)
    return path


def record(place: Place) -> dict[str, pl.DataFrame]:
    with Warehouse(place, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in RECORD}


@pytest.mark.parametrize("cut", random.Random(7).sample(range(1000), 10))  # noqa: S311 - nothing secret
def test_a_file_that_was_cut_gives_the_record_back(published: Path, tmp_path: Path, cut: int) -> None:
    path = Path(shutil.copyfile(published, tmp_path / "w.duckdb"))
    copy = folder_of_copy(published)
    assert copy
    shutil.copytree(copy, tmp_path / "w.duckdb.record")
    before = record(path)
    content = path.read_bytes()
    path.write_bytes(content[: cut * len(content) // 1000])
    if said := barometer("history", "1", "--warehouse", path).stderr.replace("\n", " "):
        assert "this warehouse is damaged" in said or "no such session" in said
    done = "\n".join(rescue(path))
    assert "Lost" not in done
    for name, rows in record(path).items():
        assert rows.equals(before[name]), name
    assert (tmp_path / "w.duckdb.damaged").read_bytes() == content[: cut * len(content) // 1000]
    assert "nothing to rescue" in rescue(path)[0]


def test_a_file_without_a_record_or_its_copy_stays_as_it_is(published: Path, tmp_path: Path) -> None:
    path = Path(shutil.copyfile(published, tmp_path / "w.duckdb"))
    path.write_bytes(path.read_bytes()[:100_000])
    of_others = tmp_path / "of_others.duckdb"
    with duckdb.connect(str(of_others)) as connection:
        connection.execute("create table mine as select 777")
    for file, why in ((path, "no record can be read"), (of_others, "not from Barometer")):
        before = file.read_bytes()
        with pytest.raises(UnusableError, match=why):
            rescue(file)
        assert file.read_bytes() == before
    with pytest.raises(WarehouseError, match="no such warehouse"):
        rescue(tmp_path / "other.duckdb")


def test_a_warehouse_that_is_gone_comes_back_from_its_copy(published: Path, tmp_path: Path) -> None:
    copy, path = folder_of_copy(published), tmp_path / "w.duckdb"
    assert copy
    shutil.copytree(copy, tmp_path / "w.duckdb.record")
    rescue(path)
    for name, rows in record(published).items():
        assert record(path)[name].equals(rows), name


def test_a_build_without_its_warehouse_keeps_the_copy_of_the_record(published: Path, tmp_path: Path) -> None:
    copy, path = folder_of_copy(published), tmp_path / "w.duckdb"
    assert copy
    shutil.copytree(copy, tmp_path / "w.duckdb.record")
    make_club(tmp_path / "landing", "club")
    for command in (["build", str(tmp_path / "landing")], ["publish"]):
        assert "barometer rescue" in barometer(*command, "--warehouse", path, "--reports", tmp_path / "pages").stderr
    rescue(path)
    assert "build" in barometer("publish", "--warehouse", path).stderr


def test_a_copy_follows_each_publication_and_keeps_no_older_file(published: Path) -> None:
    folder = folder_of_copy(published)
    assert folder
    assert len(list(folder.glob("*.parquet"))) == len(RECORD)
    for name, rows in record(published).items():
        known = copy_of(published, name)
        assert known is not None
        assert known.equals(rows), name
    shutil.rmtree(folder)
    assert copy_of(published, RECORD[0]) is None


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    folder = tmp_path_factory.mktemp("lake")
    place = Lake(f"sqlite:{folder / 'lake.sqlite'}", folder / "files")
    with Warehouse(place) as warehouse:
        warehouse.describe()
    build(place, dict(first_build()), 1)
    publish(place)
    return place


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_lake_that_lacks_any_of_its_files_gives_the_record_back(lake: Lake, tmp_path: Path, step: int) -> None:
    assert lake.file
    assert lake.data
    before = record(lake)
    files = [file for file in sorted(lake.data.rglob("*.parquet")) if "record" not in file.parts]
    assert len(files) > step
    kept = tmp_path / "kept"
    shutil.copytree(lake.file.parent, kept)
    for file in files[::step]:
        file.unlink()
        done = "\n".join(rescue(lake))
        assert "Lost" not in done, file.name
        for name, rows in record(lake).items():
            assert rows.equals(before[name]), (file.name, name)
        with Warehouse(lake, read_only=True) as warehouse:
            assert warehouse.read("operations.steps").is_empty()
        shutil.rmtree(lake.file.parent)
        shutil.copytree(kept, lake.file.parent)


def test_a_lake_whose_file_is_missing_is_said_to_be_damaged(lake: Lake) -> None:
    assert lake.data
    shutil.rmtree(lake.data / "stored")
    player = handed_in()["raw.players"]["player_id"][0]
    wrong = barometer("history", player, "--warehouse", str(lake)).stderr
    assert "this warehouse is damaged" in wrong.replace("\n", " ")
    assert "barometer rescue" in wrong
