"""What DuckDB cannot keep in memory: each connection spills it into its own folder, and leaves nothing."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from factories import competitions

from pipelines.warehouse import Warehouse, WarehouseError, opening, warehouse
from transforms.tables.schemas import VIEWS, WAREHOUSE

SPILLS = """
import sys
from pathlib import Path
from pipelines.warehouse import Warehouse, opening

opening.WRITING["memory_limit"] = sys.argv[2]
with Warehouse(Path(sys.argv[1])) as warehouse:
    rows = "select i, row_number() over (order by hash(i), i) as row from range(1500000) as numbers(i)"
    print(warehouse.sql(f"select sum(i * row)::hugeint % 1000003 as answer from ({rows})").item())
    print(sum(1 for file in Path(sys.argv[1]).parent.glob(f"{Path(sys.argv[1]).name}.spilled-*")))
"""


@pytest.fixture
def without_folder() -> Iterator[None]:
    opening.folder_of_this_process.cache_clear()
    yield
    opening.folder_of_this_process.cache_clear()


def spilled_by(*files: Path, limit: str) -> list[list[str]]:
    """The output of processes that run at once, each on a warehouse: a sum, and how many folders they spilled into."""
    started = [
        subprocess.Popen([sys.executable, "-c", SPILLS, file, limit], stdout=subprocess.PIPE, text=True)
        for file in files
    ]
    return [process.communicate()[0].split() for process in started]


@pytest.mark.long
def test_two_who_spill_at_once_say_what_one_says_who_does_not(tmp_path: Path) -> None:
    ((right, none),) = spilled_by(tmp_path / "one.duckdb", limit="1GB")
    assert none == "0"
    for said, spilled in spilled_by(tmp_path / "one.duckdb", tmp_path / "other.duckdb", limit="40MB"):
        assert said == right
        assert spilled == "1"
    assert {file.name for file in tmp_path.iterdir()} <= {"one.duckdb", "other.duckdb"}


def setting(warehouse: Warehouse, name: str) -> str:
    return warehouse.sql(f"select current_setting('{name}') as answer").item()


def test_who_reads_spills_elsewhere_and_no_two_in_one_folder(tmp_path: Path) -> None:
    file = tmp_path / "w.duckdb"
    with Warehouse(file) as warehouse:
        warehouse.write("raw.competitions", competitions())
        assert Path(setting(warehouse, "temp_directory")).parent == tmp_path
        assert setting(warehouse, "memory_limit") == "953.6 MiB"
    with Warehouse(file, read_only=True) as one, Warehouse(file, read_only=True) as other:
        folders = [Path(setting(reader, "temp_directory")) for reader in (one, other)]
        assert folders[0] != folders[1]
        assert all(folder.is_relative_to(tempfile.gettempdir()) for folder in folders)
        assert tmp_path not in (folder.parent for folder in folders)


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    left = tmp_path / f"w.duckdb{opening._SPILLED}1", tmp_path / f"other.duckdb{opening._SPILLED}1"
    for folder in left:
        folder.mkdir()
        (folder / "block").write_bytes(b"rows")
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        warehouse.write("raw.competitions", competitions())
    assert [folder.exists() for folder in left] == [False, True]


@pytest.mark.usefixtures("without_folder")
def test_what_killed_processes_left_goes_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    makes_one = f"from pipelines.warehouse import opening; import tempfile; tempfile.tempdir = {str(tmp_path)!r}; "
    makes_one += "print(opening.folder_of_this_process(), flush=True); input()"
    with (
        subprocess.Popen([sys.executable, "-c", makes_one], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed,
        subprocess.Popen([sys.executable, "-c", makes_one], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as lives,
    ):
        said = [process.stdout for process in (killed, lives)]
        left, used = (Path(pipe.readline().decode().strip()) for pipe in said if pipe)
        killed.kill()
        killed.wait()
        of_others = tmp_path / "barometer.others"
        of_others.mkdir()
        assert left.is_dir()
        own = opening.folder_of_this_process()
        assert {*tmp_path.iterdir()} == {used, of_others, own}
        lives.communicate(b"\n")
    assert not used.exists()


@pytest.mark.usefixtures("without_folder")
def test_without_a_temporary_folder_the_way_out_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        warehouse.write("raw.competitions", competitions())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with Warehouse(tmp_path / "w.duckdb", read_only=True) as warehouse, pytest.raises(WarehouseError, match="TMPDIR"):
        warehouse.read("raw.competitions")


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    caches = tmp_path / "caches"

    def cache_path(_: str, *, appauthor: bool) -> Path:
        assert not appauthor
        return caches

    monkeypatch.setattr(warehouse, "user_cache_path", cache_path)
    return caches


def described(file: Path) -> list[list[tuple[object, ...]]]:
    """All that is in a new warehouse: tables, columns, keys, views and what is said of them; rows are left out."""
    with Warehouse(file) as made:
        made.describe()
    with Warehouse(file) as made:  # opened again: DuckDB says the views of a new file in other brackets
        assert [name for name in made.tables() if not made.read(name).is_empty()] == []
        return [
            made.sql(f"select {columns} from {function}() where not internal order by all").rows()  # noqa: S608 - names of ours
            for function, columns in {
                "duckdb_tables": "schema_name, table_name, comment, sql",
                "duckdb_columns": "schema_name, table_name, column_name, data_type, is_nullable, comment",
                "duckdb_views": "schema_name, view_name, comment, sql",
            }.items()
        ]


def test_one_that_is_kept_is_as_one_that_is_made(tmp_path: Path, caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caches.mkdir()
    (caches / "blank-of-before.duckdb").touch()
    first = described(tmp_path / "first.duckdb")
    assert len(first[0]) == len(set(WAREHOUSE) - set(VIEWS))
    (kept,) = caches.iterdir()
    with monkeypatch.context() as patched:
        patched.setattr(Warehouse, "_describe", None)  # it is there, so nobody makes it
        with Warehouse(tmp_path / "second.duckdb") as made:
            made.describe()
    assert (tmp_path / "second.duckdb").read_bytes() == kept.read_bytes()
    caches.rename(tmp_path / "nowhere")
    caches.write_text("no folder can be made here", encoding="utf-8")
    assert described(tmp_path / "third.duckdb") == first
