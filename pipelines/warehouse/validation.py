"""Rows are checked against the schema of their table before they are written."""

from functools import cache

import dataframely as dy
import polars as pl

from pipelines.warehouse.errors import WarehouseError
from transforms.tables.messages import Message, gettext
from transforms.tables.schemas import WAREHOUSE
from transforms.tables.shared import SESSION, types_of


def validated(name: str, rows: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
    """The rows as a frame, after a check against the schema of the table.

    Raises:
        WarehouseError: the rows do not fit; it names the table, the rules and the first session, as pages show it.
    """
    schema = WAREHOUSE[name]
    frame = rows if isinstance(rows, pl.DataFrame) else rows.collect()
    expected = types_of(schema)
    if dict(frame.schema) != expected:
        wrong = [
            gettext(
                "{column} is {found}, not {wanted}", column=column, found=frame.schema.get(column, "-"), wanted=dtype
            )
            for column, dtype in expected.items()
            if frame.schema.get(column) != dtype
        ] or [
            gettext("{column} does not belong there", column=column)
            for column in frame.columns
            if column not in expected
        ]
        raise WarehouseError(f"{name}: {'; '.join(wrong)}")
    if frame.is_empty() or all(frame.select(_rules_held(schema)).row(0)):
        return frame
    if len(failure := schema.filter(frame)[1]):
        rules = ", ".join(f"{rule.replace('|', ' ')} ({count} rows)" for rule, count in failure.counts().items())
        first = failure.invalid().row(0, named=True)
        where = ", ".join(f"{column} {first[column]}" for column in SESSION if column in first)
        raise WarehouseError(Message("{name}: broken: {rules}; first in {where}", name=name, rules=rules, where=where))
    return frame


@cache
def _rules_held(schema: type[dy.Schema]) -> list[pl.Expr]:
    """Whether all rows keep a rule, for each rule of a schema.

    `Schema.filter` also says which rows do not, and takes five times as long for a table of some rows: it is asked
    where one does not. The rules themselves are not public; `Schema.is_valid`, which is, takes twice as long for tables
    of some rows, and a third more for a million.
    """
    rules = schema._validation_rules(with_cast=False)
    return [pl.lit(value=True), *(rule.expr.fill_null(value=True).all().alias(name) for name, rule in rules.items())]
