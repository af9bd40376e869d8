"""A blank warehouse that is kept is the same as one that is made, and nothing depends on there being one."""

import os
import time
from pathlib import Path

import pytest

from pipelines.warehouse import Warehouse, blank
from transforms.tables.schemas import VIEWS, WAREHOUSE


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    caches = tmp_path / "caches"

    def cache_path(_: str, *, appauthor: bool) -> Path:
        assert not appauthor
        return caches

    monkeypatch.setattr(blank, "user_cache_path", cache_path)
    return caches


def described(file: Path) -> list[list[tuple[object, ...]]]:
    """All that is in a new warehouse: tables, columns, keys, views and what is said of them; rows are left out."""
    with Warehouse(file) as warehouse:
        warehouse.describe()
    with Warehouse(file) as warehouse:  # opened again: DuckDB says the views of a new file in other brackets
        assert [name for name in warehouse.tables() if not warehouse.read(name).is_empty()] == []
        return [
            warehouse.sql(f"select {columns} from {function}() where not internal order by all").rows()  # noqa: S608 - names of ours
            for function, columns in {
                "duckdb_tables": "schema_name, table_name, comment, sql",
                "duckdb_columns": "schema_name, table_name, column_name, data_type, is_nullable, comment",
                "duckdb_views": "schema_name, view_name, comment, sql",
            }.items()
        ]


def cannot(_: Path) -> None:
    """It is there, so nobody makes it."""
    raise AssertionError


def full(_: Path) -> None:
    raise OSError


def test_one_that_is_kept_is_as_one_that_is_made(tmp_path: Path, caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = described(tmp_path / "first.duckdb")
    (kept,) = caches.iterdir()
    with monkeypatch.context() as patched:
        patched.setattr(Warehouse, "_make_blank", staticmethod(cannot))
        assert described(tmp_path / "second.duckdb") == first
    assert list(caches.iterdir()) == [kept]
    caches.rename(tmp_path / "nowhere")
    caches.write_text("no folder can be made here", encoding="utf-8")
    assert described(tmp_path / "third.duckdb") == first
    assert len(first[0]) == len(set(WAREHOUSE) - set(VIEWS))


def test_one_of_another_version_goes(tmp_path: Path, caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = described(tmp_path / "first.duckdb")
    monkeypatch.setattr(blank, "_version", lambda: "another")
    assert described(tmp_path / "second.duckdb") == first
    assert [path.name for path in caches.iterdir()] == ["blank-another.duckdb"]


def test_there_is_a_warehouse_even_where_none_can_be_made_in_advance(
    tmp_path: Path, caches: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Warehouse, "_make_blank", staticmethod(full))
    assert described(tmp_path / "first.duckdb")[0]
    assert list(caches.iterdir()) == []


def test_what_a_killed_one_left_is_removed_and_what_is_being_made_is_not(tmp_path: Path, caches: Path) -> None:
    left, being_made = caches / "making-left", caches / "making-now"
    for folder in (left, being_made):
        folder.mkdir(parents=True)
        (folder / "blank.duckdb").write_bytes(b"half")
    long_ago = time.time() - 3600
    os.utime(left, (long_ago, long_ago))
    described(tmp_path / "new.duckdb")
    assert sorted(path.name for path in caches.iterdir() if not path.name.startswith("blank-")) == ["making-now"]
