"""Sessions as the JSON of results: docs/results.md."""

import json
from collections.abc import Iterable, Mapping

import polars as pl

from pipelines.intake.readers.results_json import FORMAT, LISTS, OF_SESSION, VERSION


def document(sessions: Iterable[tuple[Mapping[str, pl.DataFrame], Mapping[str, str]]]) -> str:
    """One document of any number of sessions, each with its tables and what is known of where it comes from.

    A row is a line of the file. A key that has a value in no row of its list is left out.
    """
    written = ",\n".join(_session(tables, about) for tables, about in sessions)
    head = f'"format": {json.dumps(FORMAT)},\n"version": {VERSION},\n"program": "Barometer",\n'
    return f'{{\n{head}"sessions": [\n{written}\n]\n}}\n'


def _session(tables: Mapping[str, pl.DataFrame], about: Mapping[str, str]) -> str:
    """The object of one session; polars writes each table as a column of rows."""
    head = _rows(tables["sessions"].select(OF_SESSION))[0][1:-1]
    said = json.dumps({name: value for name, value in about.items() if value}, ensure_ascii=False)[1:-1]
    lists = [
        _list(key, rows)
        for key, of in LISTS.items()
        if not (rows := _of_list(tables.get(of.table), of.columns)).is_empty()
    ]
    return "{" + ",\n".join(part for part in (said, head, *lists) if part) + "}"


def _of_list(table: pl.DataFrame | None, columns: Mapping[str, str]) -> pl.DataFrame:
    if table is None or table.is_empty():
        return pl.DataFrame()
    given = {key: column for key, column in columns.items() if table[column].null_count() < table.height}
    return table.select(pl.col(column).alias(key) for key, column in given.items())


def _list(key: str, rows: pl.DataFrame) -> str:
    lines = ",\n".join(_rows(rows))
    return f"{json.dumps(key)}: [\n{lines}\n]"


def _rows(table: pl.DataFrame) -> list[str]:
    # Not `splitlines`: a text may hold other ends of lines than the one that JSON escapes.
    return table.write_ndjson().removesuffix("\n").split("\n")
