"""Frames to and from DuckDB as streams of Arrow: by its own ways for polars it would import pyarrow, and pandas too."""

import duckdb
import polars as pl


class Stream:
    """A frame as DuckDB may be shown it, instead of the frame itself.

    Args:
        rows: of any columns.
    """

    def __init__(self, rows: pl.DataFrame) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """What DuckDB asks for."""
        return self._rows.__arrow_c_stream__(requested_schema)


def rows_of(relation: duckdb.DuckDBPyRelation) -> pl.DataFrame:
    """What a query gives."""
    return pl.DataFrame(relation)
