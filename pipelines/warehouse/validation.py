"""Rows are checked against the schema of their table before they are written."""

import polars as pl

from pipelines.warehouse.errors import WarehouseError
from transforms.tables import WAREHOUSE
from transforms.tables.shared import SESSION, types_of


def validated(name: str, rows: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
    """The rows as a frame, after a check against the schema of the table.

    Raises:
        WarehouseError: the rows do not fit; it names the table, the rules and the first session, as pages show it.
    """
    schema = WAREHOUSE[name]
    frame = rows.lazy().collect()
    expected = types_of(schema)
    if dict(frame.schema) != expected:
        wrong = [
            f"{column} is {frame.schema.get(column, 'missing')}, not {dtype}"
            for column, dtype in expected.items()
            if frame.schema.get(column) != dtype
        ] or [f"{column} does not belong there" for column in frame.columns if column not in expected]
        raise WarehouseError(f"{name}: {'; '.join(wrong)}")
    if frame.is_empty():
        return frame
    if len(failure := schema.filter(frame)[1]):
        rules = ", ".join(f"{rule.replace('|', ' ')} ({count} rows)" for rule, count in failure.counts().items())
        first = failure.invalid().row(0, named=True)
        where = ", ".join(f"{column} {first[column]}" for column in SESSION if column in first)
        raise WarehouseError(f"{name}: broken: {rules}; first in {where}")
    return frame
