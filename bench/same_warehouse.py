"""Check whether two warehouses hold the same tables, columns and rows, in the same order, to the last bit.

The sign of a zero does not count.

    python -m bench.same_warehouse ONE.duckdb ducklake:sqlite:OTHER

Times of day and versions of the code are left out. Exit status 1: anything differs.
"""

import sys

import polars as pl

from pipelines.machine.paths import Place, place_of
from pipelines.warehouse import Warehouse

OF_THE_RUN = {"raw.files": ["ingested_at"], "ratings.published": ["published_at"]}
"""Columns that say when a build ran."""


def main(one: Place, other: Place) -> int:
    """Print a line for each table; return how many differ."""
    different = 0
    with Warehouse(one, read_only=True) as first, Warehouse(other, read_only=True) as second:
        if first.tables() != second.tables():
            print(f"tables differ: {sorted(set(first.tables()) ^ set(second.tables()))}")
            different += 1
        for name in first.tables():
            if name.startswith(("operations.", "published.")):
                continue
            rows, others = (warehouse.read(name).drop(OF_THE_RUN.get(name, ())) for warehouse in (first, second))
            verdict = _verdict(rows, others)
            different += verdict != "same"
            print(f"{name:34} {len(rows):9} rows  {verdict}")
    return different


def _verdict(rows: pl.DataFrame, others: pl.DataFrame) -> str:
    if rows.schema != others.schema:
        return "other columns"
    if rows.equals(others):
        return "same"
    if len(rows) != len(others):
        return f"{len(others)} rows in the other"
    columns = [name for name in rows.columns if not rows[name].equals(others[name])]
    return (
        "the same rows in another order" if rows.sort(pl.all()).equals(others.sort(pl.all())) else f"differs: {columns}"
    )


if __name__ == "__main__":
    sys.exit(bool(main(*map(place_of, sys.argv[1:3]))))
