"""The double-dummy tables of solved deals, in an SQLite file next to the warehouse; and the deals without one.

Each batch is a transaction, so if the process is killed, only that batch is lost. Several processes may write at once,
because a deal has only one possible table.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import polars as pl
from filelock import FileLock, Timeout

from pipelines.machine import waits
from pipelines.machine.disks import DiskError, full, is_full
from pipelines.machine.environment import DEALS, value_of
from pipelines.machine.errors import UnusableError, why
from pipelines.machine.paths import Place, next_to
from pipelines.warehouse import Warehouse
from transforms.bridge.tricks_as_digits import tricks_in
from transforms.tables.schemas import SESSION

_TABLE = "create table if not exists solved (deal_id text primary key, tricks text not null) without rowid"
_TABLES = (
    "(typeof(solved.tricks) = 'text' and length(solved.tricks) = 20 and solved.tricks not glob '*[^0-9a-d]*'"
    " and solved.tricks glob '*[^0]*')"
)
"""The SQL condition for a valid table in a row, which another program or a bad disk may have spoiled. A table cannot be
all zeros, because in every deal somebody wins a trick."""
_KEEP = (
    "insert into solved values (?, ?) on conflict (deal_id) do update set tricks = excluded.tricks"  # noqa: S608 - ours
    f" where not {_TABLES}"
)
_HOW_MANY_NOT = f"select count(*) from solved where not {_TABLES}"  # noqa: S608 - ours
_OF_DEALS = (
    f"select deal_id, tricks from solved where {_TABLES}"  # noqa: S608 - ours
    " and deal_id in (select value from json_each(?)) order by deal_id"
)
_SHAPE = {"deal_id": pl.String, "tricks": pl.String}


class StoreError(UnusableError):
    """The file of solved deals cannot be used."""


def store_of(warehouse: Place) -> Path | None:
    """Return the file of solved deals: the one named by BAROMETER_DEALS, or else the one next to the warehouse.

    Return None for a lake whose catalogue is not a file and whose folder is not known here. Then BAROMETER_DEALS must
    name the file.
    """
    if named := value_of(DEALS):
        return Path(named)
    return next_to(warehouse, "{}.deals.sqlite")


class Solved:
    """The solved deals in a file, if it exists; methods raise `StoreError` if the file is damaged or stays locked."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def tables(self, deal_ids: Iterable[str]) -> pl.DataFrame:
        """Return `deal_id` and the columns `TABLE` for the deals that are solved."""
        rows = pl.DataFrame(list(self._rows(deal_ids)), schema=_SHAPE, orient="row")
        return rows.select("deal_id", *tricks_in("tricks"))

    def known(self, deal_ids: Iterable[str]) -> set[str]:
        """Return which of these deals are solved."""
        return {deal_id for deal_id, _ in self._rows(deal_ids)}

    def unusable(self) -> int:
        """Return the number of rows without a valid table; their deals count as not solved."""
        return sum(count for (count,) in self._asked(_HOW_MANY_NOT))

    def keep(self, tricks: Mapping[str, str]) -> None:
        """Store the tables of deals, as 20 digits each, unless known; raise `DiskError` if the disk is full."""
        if self.path is None:
            raise StoreError(
                "solved deals cannot be stored next to this warehouse; name a file for them with the "
                "environment variable {variable}",
                variable=DEALS,
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=waits.DEALS_WRITER)) as connection, connection:
                connection.execute(_TABLE)
                connection.executemany(_KEEP, list(tricks.items()))
        except sqlite3.Error as wrong:
            raise self._named(wrong) from wrong
        except OSError as wrong:
            if is_full(wrong):
                raise DiskError(full(self.path, wrong)) from wrong
            raise StoreError(
                "{path}: this file cannot be written to ({strerror}); allow writing to it",
                path=self.path,
                strerror=why(wrong),
            ) from wrong

    def _rows(self, deal_ids: Iterable[str]) -> Iterator[tuple[str, str]]:
        return self._asked(_OF_DEALS, json.dumps([*set(deal_ids)]))

    def _asked(self, statement: str, *values: str) -> Iterator[tuple[Any, ...]]:
        if self.path is None or not self.path.exists():
            return
        try:
            with closing(sqlite3.connect(self.path, timeout=waits.DEALS_READER)) as connection:
                connection.execute("pragma query_only = on")
                yield from connection.execute(statement, values)
        except sqlite3.Error as wrong:
            if "no such table" not in str(wrong):
                raise self._named(wrong) from wrong

    def _named(self, wrong: sqlite3.Error) -> UnusableError:
        if "full" in str(wrong):
            return DiskError(full(self.path, OSError(28, "No space left on device")))
        if "locked" in str(wrong):
            return StoreError(
                "{path}: another program has locked this file ({wrong}); close that program, or wait until it "
                "has finished, and try again",
                path=self.path,
                wrong=wrong,
            )
        return StoreError(
            "{path}: this is not a file of solved deals ({wrong}); restore it from a copy, or move it away so "
            "that the deals are solved again",
            path=self.path,
            wrong=wrong,
        )


def solved_tables(path: Path | None, deal_ids: Iterable[str]) -> pl.DataFrame:
    """Return `Solved.tables`, or no rows if the file is unusable: no result depends on these tables."""
    with suppress(StoreError):
        return Solved(path).tables(deal_ids)
    return Solved(None).tables(())


def fault_of(path: Path | None) -> str | None:
    """Return what is wrong with the file and how to fix it, for callers that can continue; None if it is usable."""
    try:
        unusable = Solved(path).unusable()
    except StoreError as wrong:
        return f"{wrong}. Until then builds have only the tables in files."
    if not unusable:
        return None
    advice = "barometer deals solve solves their deals again"
    return f"{path}: rows that hold no table ({unusable:,}) are passed over; {advice}."


@contextmanager
def alone(path: Path | None) -> Iterator[bool]:
    """Yield True if no other solver uses this file; then no other can start within this context."""
    with ExitStack() as held:
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                held.enter_context(FileLock(_lock_of(path), timeout=0, is_singleton=False))
        except Timeout:
            yield False
            return
        yield True


def is_at_work(path: Path | None) -> bool:
    """Return whether a solver is currently using this file."""
    if path is None or not _lock_of(path).exists():
        return False
    with alone(path) as nobody_else:
        return not nobody_else


def what_is_solved(path: Path | None) -> str:
    """Return a text that changes when deals have been solved, but not while a solver is at work."""
    if is_at_work(path):
        return "at work"
    if path is None or not path.exists():
        return "nothing"
    now = path.stat()
    return f"{now.st_mtime_ns} {now.st_size}"


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


_DEAL = ("club", "deal_id")


def without_table(warehouse: Warehouse, *, verify: bool = False) -> list[str]:
    """Return the deals, from all clubs, that have no table in any results file; the latest sessions come first.

    Solved deals are included, because the file of solved deals may have lost some. With `verify`, deals whose table is
    in a results file follow.
    """
    known = warehouse.read("deals.double_dummy")
    by_deal = known.group_by("deal_id").agg(in_file=(pl.col("source") == "file").all())
    days = warehouse.read("raw.sessions").select(*SESSION, day="date")
    deals = warehouse.read("raw.deals").select(*SESSION, "board", "deal_id")
    lacking = (
        deals.join(by_deal, on="deal_id", how="left")
        .with_columns(pl.col("in_file").fill_null(value=False))
        .filter(~pl.col("in_file") | pl.lit(verify))
        .join(days, on=SESSION, how="left")
        .sort("in_file", "day", "club", "competition", "session_id", "board", descending=[False, True, *[False] * 4])
    )
    return lacking["deal_id"].unique(maintain_order=True).to_list()


def newly_solved(warehouse: Warehouse, path: Path | None, clubs: Collection[str]) -> pl.DataFrame:
    """Return the solved deals of these clubs whose tables are not in the warehouse yet: (club, deal_id)."""
    none = pl.DataFrame(schema=dict.fromkeys(_DEAL, pl.String))
    if path is None or not path.exists() or not clubs:
        return none
    deals = warehouse.read_distinct("raw.deals", _DEAL, clubs)
    known = warehouse.read_distinct("deals.double_dummy", (*_DEAL, "source"), clubs).filter(source="solved")
    open_ones = deals.join(known, on=_DEAL, how="anti")
    try:
        solved = Solved(path).known(open_ones["deal_id"])
    except StoreError:
        return none
    return open_ones.filter(pl.col("deal_id").is_in(list(solved)))
