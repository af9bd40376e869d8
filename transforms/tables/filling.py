"""Frames with a few columns, filled up to whole tables, so that an analyst in a notebook can give them to a transform.

A missing column gets the usual value of its schema (`usual` in `shared.py`), or else null where the column allows it.
"""

import dataframely as dy
import polars as pl

from transforms.tables.nearest_words import nearest_words
from transforms.tables.shared import USUAL, S, usual_value


def filled(schema: type[S], rows: pl.DataFrame | pl.LazyFrame, **values: object) -> dy.DataFrame[S]:
    """Fill up the rows to a whole table, with its columns in the order of the schema.

    Args:
        schema: the schema of the table.
        rows: rows with any of its columns, in any order; numbers and dates of a similar type are cast.
        values: column -> its value in every row, a plain value or an expression, instead of the usual value.

    Raises:
        ValueError: a column does not belong to the table; a needed column without a usual value is missing; or a value
            breaks a rule of the schema. The message names the column or the rule.
    """
    given = rows.lazy().collect().with_columns(**{name: _expression(value) for name, value in values.items()})
    columns = schema.columns()
    for name in given.columns:
        if name not in columns:
            near = nearest_words(name, columns)
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise ValueError(f"{schema.__name__} has no column {name}{meant}; it has {', '.join(columns)}")
    missing = [name for name in columns if name not in given.columns]
    needed = [name for name in missing if not columns[name].nullable and USUAL not in (columns[name].metadata or {})]
    if needed:
        raise ValueError(f"{schema.__name__} needs the column {needed[0]}; it has {', '.join(given.columns)}")
    usual = {name: _expression(usual_value(schema, name)) for name in missing}
    try:
        whole = schema.cast(given.with_columns(**usual))
    except pl.exceptions.PolarsError as error:
        raise ValueError(f"{schema.__name__}: {str(error).splitlines()[0]}") from None
    sound, failure = schema.filter(whole)
    if len(sound) < len(whole):
        rules = ", ".join(f"{rule} ({count} rows)" for rule, count in failure.counts().items())
        raise ValueError(f"{schema.__name__}: broken: {rules}; first such row: {failure.invalid().row(0, named=True)}")
    return sound


def _expression(value: object) -> pl.Expr:
    return value if isinstance(value, pl.Expr) else pl.lit(value)
