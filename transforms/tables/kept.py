"""Keep what was computed from tables as long as the tables are in use."""

import sys
import weakref
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import polars as pl

P = ParamSpec("P")
R = TypeVar("R")


def kept_with_tables(most_rows: int = sys.maxsize) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function of tables: it is computed once for the same frames, by identity.

    A result is deleted with the first of its tables. It is not kept if a table is lazy or has more than `most_rows`.
    No step may change such a table in place.
    """

    def keep(compute: Callable[P, R]) -> Callable[P, R]:
        kept: dict[tuple[object, ...], R] = {}

        @wraps(compute)
        def once(*args: P.args, **kwargs: P.kwargs) -> R:
            tables = [value for value in args if isinstance(value, pl.DataFrame)]
            if kwargs or any(isinstance(value, pl.LazyFrame) for value in args) or max(map(len, tables)) > most_rows:
                return compute(*args, **kwargs)
            key = tuple(id(value) if isinstance(value, pl.DataFrame) else value for value in args)
            if key not in kept:
                kept[key] = compute(*args, **kwargs)
                for table in tables:
                    weakref.finalize(table, kept.pop, key, None)
            return kept[key]

        return once

    return keep
