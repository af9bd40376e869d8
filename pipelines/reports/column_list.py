"""Describe every column of the downloads, for `columns.csv` in the zip file and the sheet `columns` in the workbook."""

from collections.abc import Mapping
from functools import cache, partial
from typing import NamedTuple

import polars as pl

from pipelines.warehouse.column_words import column_words
from pipelines.words.languages import language
from transforms.tables.messages import pgettext
from transforms.tables.schemas import COMPETITION, METHODS, WAREHOUSE
from transforms.tables.shown import REPORT

COLUMNS = "columns"
OF_COLUMN = "of a column"
_SHOWN = "report."
_UNITS = {
    "ranking points": "ranking ranking_before ranking_points substitute_ranking own_substitute_ranking high low "
    "middle own before_rounding recomputed ranking_above_mean came_in dropped_out "
    + " ".join(f"{name}_ranking" for name in METHODS),
    "percent": "qf qc qo qf_absent_mean qf_highest_absent qc_before qc_after qo_before qo_after",
    "victory points": "vp",
    "IMPs": "imps",
    "tricks": "tricks double_dummy_tricks gained",
    "tricks a board": "declarer_gained declarer_of_field declarer_sd defence_gained defence_of_field defence_sd",
    "points of the score": "par_score par_difference double_dummy_score datum",
    "depends on the scoring": "ns_points ew_points top maximum best_score session_score",
}
_UNIT_OF = {column: unit for unit, columns in _UNITS.items() for column in columns.split()}


class Column(NamedTuple):
    """The description of a column, and its unit if it has one; for tables of pages, in the reader's language."""

    table: str
    column: str
    type: str
    words: str
    unit: str | None


def columns_of(name: str, table: pl.DataFrame) -> list[Column]:
    """Return the columns of a table of the pages, except those that identify the season. Return [] for other tables."""
    listed = _of_table(name, tuple(table.schema.items()), language()) if name.startswith(_SHOWN) else []
    return [column for column in listed if column.column not in COMPETITION]


def column_list(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return one row per column of these tables, with the fields of `Column`. Each column must have a description."""
    spoken = language()
    rows = [row for name, table in tables.items() for row in _of_table(name, tuple(table.schema.items()), spoken)]
    return pl.DataFrame(rows, schema=dict.fromkeys(Column._fields, pl.String), orient="row")


@cache
def _of_table(name: str, columns: tuple[tuple[str, pl.DataType], ...], _language: str) -> list[Column]:
    is_of_page = name.startswith(_SHOWN)
    words = column_words(WAREHOUSE.get(name) or REPORT[name])
    said = partial(pgettext, OF_COLUMN) if is_of_page else str
    units = {column: _UNIT_OF[column] for column, dtype in columns if dtype.is_numeric() and column in _UNIT_OF}
    return [
        Column(name, column, said(_kind(dtype)), said(words[column]), said(units[column]) if column in units else None)
        for column, dtype in columns
    ]


def _kind(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "whole number"
    if dtype.is_numeric():
        return "number"
    if dtype == pl.Boolean:
        return "true or false"
    return "date" if dtype == pl.Date else "time" if dtype.is_temporal() else "text"
