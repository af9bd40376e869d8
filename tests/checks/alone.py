"""A check by itself, on small frames."""

import polars as pl

from transforms.checks import CHECKS
from transforms.checks.check import collected
from transforms.tables.schemas import Rows


def found(code: str, **tables: Rows) -> pl.DataFrame:
    """The findings of one check about these tables."""
    one = CHECKS[code]
    (rows,) = collected([one.offenders(**{name: rows.lazy() for name, rows in tables.items()})])
    return one.findings(rows)
