"""A blank warehouse that is kept is the same as one that is made, and nothing depends on there being one."""

from pathlib import Path

import pytest

from pipelines.warehouse import Warehouse, warehouse
from transforms.tables.schemas import VIEWS, WAREHOUSE


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
