"""The tables about publications, later changes, and earlier files. `transforms/published/` defines them."""

import datetime as dt
from collections.abc import Callable, Collection
from functools import partial

import polars as pl

from pipelines.warehouse import Warehouse, build_record
from transforms.published.kinds import RATINGS, RESULTS
from transforms.published.noted import OF_NOTES
from transforms.published.trail import REMEMBERED, When, corrected, trail
from transforms.tables.schemas import WAREHOUSE


class AsAsked(dict[str, pl.DataFrame]):
    """Tables by name. A table is read when it is first used."""

    def __init__(self, read: Callable[[str], pl.DataFrame]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, name: str) -> pl.DataFrame:
        self[name] = self._read(name)
        return self[name]


def tables_of(warehouse: Warehouse, club: str | None = None) -> AsAsked:
    """Return the tables of a warehouse by name; with `club`, only the rows of that club."""
    return AsAsked(warehouse.read_all_seasons if club is None else partial(warehouse.read_of, club=club))


def leave_trail(
    warehouse: Warehouse, build: int, at: dt.datetime, clubs: Collection[str], made: Callable[[str], pl.DataFrame]
) -> None:
    """Record in the tables `REMEMBERED` what a build of these clubs changes.

    `made` returns a table's rows of these clubs after the build. Call this before the new tables are stored, because
    some are compared with those in the warehouse.
    """
    before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
    before[RATINGS.table] = made(RATINGS.table)  # a build may record a rating list as published
    left = trail(before, warehouse.read_all_seasons, AsAsked(made), When(at, build))
    warehouse.replace({name: rows for name, rows in left.items() if not rows.equals(before[name])}, clubs)


def corrected_results(
    warehouse: Warehouse, build: int, at: dt.datetime, clubs: Collection[str], made: Callable[[str], pl.DataFrame]
) -> dict[str, pl.DataFrame]:
    """Return the tables `OF_NOTES` of these clubs as the build will leave them, with corrections of results alone.

    Pages need them before the build stores its tables. `made` is that of `leave_trail`.
    """
    before = AsAsked(partial(warehouse.read_all_seasons, clubs=clubs))
    if before[RESULTS.table].is_empty():
        return {name: WAREHOUSE[name].create_empty() for name in OF_NOTES}
    left = trail(before, warehouse.read_all_seasons, AsAsked(made), When(at, build), [RESULTS])
    return {name: left[name] if name in left else before[name] for name in OF_NOTES}


def record_lists(warehouse: Warehouse, lists: pl.DataFrame, at: dt.datetime) -> None:
    """Record that these rating lists were published at `at`; this ends the corrections of them."""
    tables, before = {RATINGS.table: lists}, tables_of(warehouse)
    when = When(at, build_record.last_number(warehouse) or None)
    for name, rows in {**tables, **corrected(before, tables, before, when)}.items():
        warehouse.write(name, rows)
