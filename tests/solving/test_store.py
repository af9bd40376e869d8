"""The file of solved deals: what is there stays there."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipelines.building.solving.store import Solved, StoreError, fault_of, solved_tables, store_of
from pipelines.machine.disks import DiskError
from pipelines.machine.environment import DEALS
from pipelines.machine.paths import Lake
from transforms.tables.deals import TABLE

ONE, OTHER = "c" * 26, "d" * 26
TRICKS = "86997574467699757446"


def test_what_is_kept_is_read_in_columns(tmp_path: Path) -> None:
    store = Solved(tmp_path / "folder" / "deals.sqlite")
    store.keep({ONE: TRICKS})
    (row,) = store.tables([ONE, OTHER]).to_dicts()
    assert row == {"deal_id": ONE, **{name: int(digit, 16) for name, digit in zip(TABLE, TRICKS, strict=True)}}
    assert store.known([ONE, OTHER]) == {ONE}


def test_a_deal_keeps_its_first_table(tmp_path: Path) -> None:
    store = Solved(tmp_path / "deals.sqlite")
    store.keep({ONE: TRICKS})
    store.keep({ONE: "0" * 20, OTHER: "1" * 20})
    assert store.tables([ONE])["n_nt"].to_list() == [8]
    assert store.known([ONE, OTHER]) == {ONE, OTHER}


BAD = ("short", "8699757446769975744x", TRICKS.upper() + "A", 86, TRICKS.encode(), b"\xff" * 20)


@pytest.mark.parametrize("written", BAD)
def test_a_row_that_holds_no_table_is_as_if_it_were_not_there(tmp_path: Path, written: str | int | bytes) -> None:
    store = Solved(tmp_path / "deals.sqlite")
    store.keep({ONE: TRICKS, OTHER: TRICKS})
    assert store.unusable() == 0
    with sqlite3.connect(tmp_path / "deals.sqlite") as connection:
        connection.execute("update solved set tricks = ? where deal_id = ?", [written, ONE])
    connection.close()
    assert (store.unusable(), store.known([ONE, OTHER])) == (1, {OTHER})
    assert "rows that hold no table (1)" in (fault_of(store.path) or "")
    assert store.tables([ONE, OTHER])["deal_id"].to_list() == [OTHER]
    store.keep({ONE: "7" * 20, OTHER: "7" * 20})
    assert (store.unusable(), fault_of(store.path)) == (0, None)
    assert dict(store.tables([ONE, OTHER]).select("deal_id", "n_nt").iter_rows()) == {ONE: 7, OTHER: 8}


def test_many_deals_are_asked_for_at_once(tmp_path: Path) -> None:
    store = Solved(tmp_path / "deals.sqlite")
    ids = [f"{place:026x}" for place in range(2500)]
    store.keep(dict.fromkeys(ids, TRICKS))
    assert store.tables(ids).height == len(ids)


@pytest.mark.parametrize("path", [None, "absent.sqlite"])
def test_where_there_is_no_file_nothing_is_solved(tmp_path: Path, path: str | None) -> None:
    store = Solved(tmp_path / path if path else None)
    assert store.tables([ONE]).is_empty()
    assert store.tables([ONE]).columns == ["deal_id", *TABLE]
    assert list(tmp_path.iterdir()) == []


def test_another_file_is_reported_and_builds_go_on_without_it(tmp_path: Path) -> None:
    path = tmp_path / "deals.sqlite"
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match=r"not a file of solved deals .*; restore it from a copy, or move it away"):
        Solved(path).tables([ONE])
    with pytest.raises(StoreError):
        Solved(path).keep({ONE: TRICKS})
    assert solved_tables(path, [ONE]).is_empty()
    assert "or move it away" in (fault_of(path) or "")


def test_a_full_disk_is_reported_and_what_was_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deals.sqlite"
    store = Solved(path)
    store.keep({ONE: TRICKS})
    most, connect = path.stat().st_size // 4096 + 2, sqlite3.connect

    def of_few_pages(place: Path, timeout: float) -> sqlite3.Connection:
        connection = connect(place, timeout=timeout)
        connection.execute(f"pragma max_page_count = {most}")
        return connection

    many = {f"{place:026x}": TRICKS for place in range(5000)}
    with monkeypatch.context() as small:
        small.setattr(sqlite3, "connect", of_few_pages)
        with pytest.raises(DiskError, match=r"deals\.sqlite"):
            store.keep(many)
    assert store.known([ONE, *many]) == {ONE}


def test_two_may_write_at_once(tmp_path: Path) -> None:
    ids = {name: [f"{place:025x}{name}" for place in range(30)] for name in "ab"}

    def write(name: str) -> None:
        store = Solved(tmp_path / "deals.sqlite")
        for deal_id in ids[name]:
            store.keep({deal_id: TRICKS, "e" * 26: TRICKS})

    with ThreadPoolExecutor() as writers:
        list(writers.map(write, ids))
    assert len(Solved(tmp_path / "deals.sqlite").known([*ids["a"], *ids["b"], "e" * 26])) == 61


def test_it_lies_next_to_the_warehouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEALS, raising=False)
    assert store_of(Path("data/warehouse.duckdb")) == Path("data/warehouse.deals.sqlite")
    assert store_of(Lake("sqlite:/lake/catalogue.db")) == Path("/lake/catalogue.deals.sqlite")
    assert store_of(Lake("postgres:dbname=lake", Path("/lake/files"))) == Path("/lake/files/deals.sqlite")
    assert store_of(Lake("postgres:dbname=lake")) is None
    monkeypatch.setitem(os.environ, DEALS, "/elsewhere/solved")
    assert store_of(Path("data/warehouse.duckdb")) == Path("/elsewhere/solved")
