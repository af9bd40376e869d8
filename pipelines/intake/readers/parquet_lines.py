"""The rows of a Parquet file as lines of a table, with the types of the columns.

A Parquet file may unpack to many times its size, so the sizes that it states are checked first, and then the real size.
"""

import io

import polars as pl
import polars.selectors as cs
from polars.exceptions import PanicException, PolarsError

from pipelines.intake.readers.lines import MOST_COLUMNS, Lines, body_of
from pipelines.intake.readers.reading import Finding, error

_MARK = b"PAR1"
_MOST_CELLS = 2**25
_MOST_BYTES = 2**28
_MOST_PARTS = 10_000
_NO_CELLS = (pl.List, pl.Array, pl.Struct, pl.Object, pl.Binary, pl.Duration, pl.Time)
_UNREADABLE = "?"
"""Stands for each cell of a column whose type is unusable. It is no id, no date, and no permission to show somebody."""


def is_parquet(data: bytes) -> bool:
    """Return whether the bytes begin as a Parquet file does."""
    return data.startswith(_MARK)


def parquet_lines(data: bytes) -> Lines:
    """Return the rows that are not empty, numbered from 1 in `line_no`; the columns are named 0, 1, 2..."""
    try:
        found = _read(data)
    except (PolarsError, PanicException, OSError, ValueError, OverflowError):
        found = error("parquet.not_read/damaged")
    return Lines([], None, body_of([]), {}, [found]) if isinstance(found, Finding) else found


def _read(data: bytes) -> Lines | Finding:
    rows, columns, parts, size = _size(data)
    schema = pl.read_parquet_schema(io.BytesIO(data))
    header = list(schema)
    unusable = {place: str(dtype) for place, dtype in enumerate(schema.values()) if isinstance(dtype, _NO_CELLS)}
    is_sane = columns <= MOST_COLUMNS and rows * columns <= _MOST_CELLS and parts <= _MOST_PARTS
    if is_sane and size <= _MOST_BYTES:
        read = pl.read_parquet(
            io.BytesIO(data), columns=[column for place, column in enumerate(header) if place not in unusable]
        )
        size = sum(map(sum, read.select(cs.string().str.len_bytes().sum()).rows()))
        if size <= _MOST_BYTES:
            cells = [
                pl.lit(_UNREADABLE).alias(str(place)) if place in unusable else pl.col(column).alias(str(place))
                for place, column in enumerate(header)
            ]
            filled = pl.any_horizontal(pl.col(str(at)).is_not_null() for at in range(len(header)) if at not in unusable)
            numbered = read.with_row_index("row number", offset=1)
            line_no = pl.col("row number").cast(pl.Int64).alias("line_no")
            body = numbered.select(line_no, *cells).filter(filled)
            return Lines(header, None, body, {}, [], unusable=unusable)
    limits = {"cells": _MOST_CELLS, "most": _MOST_BYTES // 2**20}
    return error("parquet.not_read/too_large", rows=rows, columns=columns, size=size // 2**20, **limits)


def _size(data: bytes) -> tuple[int, int, int, int]:
    """Return the rows, columns, row groups and bytes that the file states. ValueError, OSError: impossible numbers."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        known = parquet.ParquetFile(pa.BufferReader(data)).metadata
    except MemoryError:  # includes `ArrowException`
        raise
    except pa.ArrowException as fault:
        raise ValueError(str(fault)) from fault
    parts = known.num_row_groups
    sizes = (known.row_group(part).total_byte_size for part in range(min(parts, _MOST_PARTS)))
    return known.num_rows, known.num_columns, parts, sum(sizes)
