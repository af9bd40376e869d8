"""The lines of one table: as text from a CSV file or the sheet of a workbook, with types from a Parquet file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import polars as pl

from pipelines.intake.readers.cells import as_text
from pipelines.intake.readers.reading import LINES_NAMED, Finding

MOST_COLUMNS = 500
"""The most cells under which a first line is taken as the names of columns."""
_AT_ONCE = 20_000
_SCHEMA = {"line_no": pl.Int64, "cells": pl.List(pl.String)}


@dataclass
class Fault:
    """Lines with the same fault: how a finding shows the first of them, where the first are, and how many there are."""

    value: str
    line_nos: list[int] = field(default_factory=list)
    lines: int = 0

    def add(self, line_no: int) -> None:
        """Add a line."""
        self.lines += 1
        if len(self.line_nos) <= LINES_NAMED:
            self.line_nos.append(line_no)


class CutOff(NamedTuple):
    """A line that breaks off: its number, how a finding shows it, and the cells of it that are whole."""

    line_no: int
    value: str
    whole: Sequence[str]


class Lines(NamedTuple):
    """The first line that is not blank, and those after it that are not blank.

    Args:
        header: the cells of the first line, as written; empty where there is no line.
        header_line: its number; None where the names of the columns are on no line.
        body: every line that has as many cells as the header: its `line_no`, and its `cells`; or, with types, each
            column under its place, from 0.
        of_wrong_width: number of cells -> the lines with so many, more or fewer than the header.
        findings: on what is in neither.
        beginning: number and cells of the first lines, also those beyond the header; empty where it is not looked at.
        outside: how many lines have cells beyond the header only, so that they are in no other field.
        unusable: place of a column -> its type, where that holds what is no cell of a table.
        cut_off: the last line, where the file stops in the middle of it; it is in no other field.
    """

    header: list[str]
    header_line: int | None
    body: pl.DataFrame
    of_wrong_width: dict[int, Fault]
    findings: list[Finding]
    beginning: Sequence[tuple[int, list[str]]] = ()
    outside: int = 0
    unusable: Mapping[int, str] = {}
    cut_off: CutOff | None = None


def text_at(body: pl.DataFrame, place: int) -> pl.Expr:
    """The cells of the column at this place of the header, as text."""
    return pl.col("cells").list.get(place) if "cells" in body.columns else as_text(str(place), body.schema[str(place)])


def body_of(lines: Iterable[tuple[int, list[str]]]) -> pl.DataFrame:
    """The body of `Lines`, of lines that have as many cells each; a part of them is held as Python lists at a time."""
    rest: Iterator[tuple[int, list[str]]] = iter(lines)
    parts = [pl.DataFrame(schema=_SCHEMA)]
    while part := list(islice(rest, _AT_ONCE)):
        line_nos, cells = zip(*part, strict=True)
        # One flat series takes a tenth of the time of as many lists.
        flat = pl.Series([cell for row in cells for cell in row], dtype=pl.String).reshape((len(part), -1))
        parts.append(pl.DataFrame({"line_no": line_nos, "cells": flat.arr.to_list()}, schema=_SCHEMA))
    return pl.concat(parts)
