"""A warehouse that lost bytes or files: it is reported as damaged, and the record of publications comes back."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest
from cli.test_publish_command import build
from commands import barometer
from published.seasons import first_build, handed_in

from bench.same_warehouse import OF_THE_RUN
from bench.tiny_clubs import make_club
from pipelines.cli.build import build as build_landing
from pipelines.cli.publish.publish import publish
from pipelines.cli.rescue import rescue
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Paths, Place
from pipelines.warehouse import Warehouse, WarehouseError
from pipelines.warehouse.errors import DamagedError, folder_of_copy
from pipelines.warehouse.record_copy import RECORD, copy_of
from transforms.tables.schemas import WAREHOUSE

pytestmark = pytest.mark.long
CUTS = random.Random(7).sample(range(1, 1000), 9)  # noqa: S311 - nothing secret


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("published") / "w.duckdb"
    build(path, dict(first_build()), 1)
    publish(path)
    return path


def record(place: Place) -> dict[str, pl.DataFrame]:
    with Warehouse(place, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in RECORD}


@pytest.mark.parametrize("cut", [500, *(pytest.param(cut, marks=pytest.mark.nightly) for cut in (0, *CUTS))])
def test_a_file_that_was_cut_gives_the_record_back(published: Path, tmp_path: Path, cut: int) -> None:
    path = Path(shutil.copyfile(published, tmp_path / "w.duckdb"))
    copy = folder_of_copy(published)
    assert copy
    shutil.copytree(copy, tmp_path / "w.duckdb.record")
    before = record(path)
    content = path.read_bytes()
    path.write_bytes(content[: cut * len(content) // 1000])
    if said := barometer("history", "1", "--warehouse", path).stderr.replace("\n", " "):
        assert ("this warehouse is damaged" in said and "barometer rescue" in said) or (
            cut and "no such session" in said
        )
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


@pytest.mark.nightly
@pytest.mark.parametrize("step", [18, pytest.param(1, marks=pytest.mark.nightly)])
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
            assert set(warehouse.read("operations.steps")["inputs_sha256"]) <= {"lost"}
        shutil.rmtree(lake.file.parent)
        shutil.copytree(kept, lake.file.parent)


def test_a_lake_whose_file_is_missing_is_said_to_be_damaged(lake: Lake) -> None:
    assert lake.data
    shutil.rmtree(lake.data / "stored")
    player = handed_in()["raw.players"]["player_id"][0]
    wrong = barometer("history", player, "--warehouse", str(lake)).stderr
    assert "this warehouse is damaged" in wrong.replace("\n", " ")
    assert "barometer rescue" in wrong


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    folder = tmp_path_factory.mktemp("built")
    make_club(folder / "landing", "ash")
    make_club(folder / "landing", "elm")
    paths = Paths(
        folder / "landing", Lake(f"sqlite:{folder / 'w' / 'lake.sqlite'}", folder / "w" / "files"), folder / "site"
    )
    (folder / "w").mkdir()
    build_landing(paths)
    publish(paths.warehouse)
    shutil.copytree(folder / "w", folder / "kept")
    return paths


@pytest.fixture
def built(built_once: Paths) -> Paths:
    """Return a lake with two clubs and their publications, without the damage that another test did."""
    restore(built_once)
    return built_once


def restore(paths: Paths) -> None:
    folder = paths.landing.parent
    shutil.rmtree(folder / "w")
    shutil.copytree(folder / "kept", folder / "w")


def catalogue(paths: Paths) -> tuple[Path, Path]:
    """Return the catalogue of a lake and the folder of its files."""
    assert isinstance(paths.warehouse, Lake)
    assert paths.warehouse.file
    assert paths.warehouse.data
    return paths.warehouse.file, paths.warehouse.data


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "gone": lambda _: b"",
    "another file": lambda _: b"x" * 10_000,
    "cut in the middle": lambda content: content[: len(content) // 2],
    "cut near its end": lambda content: content[:-5_000],
    "overwritten": lambda content: bytes(len(content) // 2) + content[len(content) // 2 :],
    "its last rows overwritten": lambda content: content[:-16384] + bytes(16384),
}
ASKED = ("cut in the middle",)
"""The damage of each change; the others are those of the night."""


@pytest.mark.parametrize(
    "how", [pytest.param(how, marks=[pytest.mark.nightly] * (how not in ASKED)) for how in DAMAGES]
)
def test_a_damaged_catalogue_gives_way_to_the_copy_of_the_record(built: Paths, how: str) -> None:
    before, (file, _) = record(built.warehouse), catalogue(built)
    damaged = DAMAGES[how](file.read_bytes())
    for part in file.parent.glob("lake.sqlite*"):
        part.unlink()
    if damaged:
        file.write_bytes(damaged)
    if how != "its last rows overwritten":  # which rows that is differs
        with pytest.raises(WarehouseError, match="barometer rescue"):
            build_landing(built)
    assert "Lost" not in "\n".join(rescue(built.warehouse))
    for name, rows in record(built.warehouse).items():
        assert rows.equals(before[name]), name
    assert not damaged or file.with_name("lake.sqlite.damaged").read_bytes() == damaged
    build_landing(built)
    with Warehouse(built.warehouse, read_only=True) as warehouse:
        assert warehouse.read("published.corrections").is_empty()
        assert set(warehouse.read("raw.results")["club"]) == {"ash", "elm"}


def test_a_damaged_catalogue_without_a_copy_stays_as_it_is(built: Paths) -> None:
    file, data = catalogue(built)
    shutil.rmtree(data / "record")
    file.write_bytes(b"x" * 10_000)
    with pytest.raises(UnusableError, match="no record can be read"):
        rescue(built.warehouse)
    assert file.read_bytes() == b"x" * 10_000


def tables(place: Place) -> dict[str, pl.DataFrame]:
    """Return the tables that builds make from files, as far as they are equal in each build."""
    names = [name for name in WAREHOUSE if not name.startswith(("operations.", "published."))]
    with Warehouse(place, read_only=True) as warehouse:
        return {name: warehouse.read(name).drop(OF_THE_RUN.get(name, ())) for name in names}


@pytest.mark.nightly
@pytest.mark.parametrize("step", [14, 1])
def test_an_unchanged_build_names_each_lost_file_and_a_full_one_replaces_it(built: Paths, step: int) -> None:
    _, data = catalogue(built)
    published, before = record(built.warehouse), tables(built.warehouse)
    files = [file for file in sorted(data.rglob("*.parquet")) if "record" not in file.parts]
    assert len(files) > step
    for number, file in enumerate(files[::step]):
        restore(built)
        if number % 2:
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[:-10])
        with pytest.raises(DamagedError) as said:
            build_landing(built)
        is_of_the_record = "barometer rescue" in str(said.value)
        assert any(name in str(said.value) for name in WAREHOUSE), said.value
        if is_of_the_record:
            with pytest.raises(DamagedError, match="barometer rescue"):
                build_landing(built, full=True)
            rescue(built.warehouse)
        build_landing(built, full=not is_of_the_record)
        now = tables(built.warehouse)
        assert [name for name, rows in before.items() if not rows.equals(now[name])] == [], file.name
        now = record(built.warehouse)
        of_builds = ("operations.builds", "published.files")
        assert [name for name, rows in published.items() if name not in of_builds and not rows.equals(now[name])] == []
        assert build_landing(built).up_to_date


@pytest.mark.nightly
def test_a_loss_names_the_clubs_whose_rows_are_lost(built: Paths) -> None:
    make_club(built.landing, "elm", tricks=9)
    try:
        _, data = catalogue(built)
        there = {*data.rglob("*.parquet")}
        build_landing(built)
        next(file for file in sorted({*data.rglob("*.parquet")} - there) if "delete" not in file.name).unlink()
        with pytest.raises(DamagedError, match="clubs: elm") as said:
            build_landing(built)
        assert "ash" not in str(said.value)
    finally:
        make_club(built.landing, "elm")
