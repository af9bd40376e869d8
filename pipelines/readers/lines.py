"""The lines of one table as text, from a CSV file or from the sheet of a workbook."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import polars as pl

from pipelines.readers.reading import Finding

MOST_COLUMNS = 500
"""The most cells under which a first line is taken as the names of columns."""
_AT_ONCE = 10_000
_SCHEMA = {"line_no": pl.Int64, "cells": pl.List(pl.String), "width": pl.Int64, "value": pl.String}

Line = tuple[int, list[str], int, str | None]
"""(line number, cells, how many cells there are, how a finding shows a line that has too many or too few)."""


class Lines(NamedTuple):
    """The first line that is not blank, and those after it that are not blank.

    Args:
        header: the cells of the first line, as written; empty where there is no line.
        header_line: its number.
        body: `line_no`; `cells`, as many as the header has; `width`, how many there are; `value`, the line as a
            finding shows it. Where `width` is not that of the header, `cells` is of no use.
        findings: on what is not in the body.
    """

    header: list[str]
    header_line: int
    body: pl.DataFrame
    findings: list[Finding]


def body_of(lines: Iterable[Line]) -> pl.DataFrame:
    """The body of `Lines`. Only a part of the lines is held as Python lists at a time."""
    rest: Iterator[Line] = iter(lines)
    parts = [pl.DataFrame(schema=_SCHEMA)]
    while part := list(islice(rest, _AT_ONCE)):
        parts.append(pl.DataFrame(part, schema=_SCHEMA, orient="row"))
    return pl.concat(parts)
