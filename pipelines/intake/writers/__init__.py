"""Write results for other programs, as USEBIO 1.3, PBN 2.1 or our own JSON, and check that they read back the same."""

import json
from collections.abc import Mapping
from typing import Literal

import polars as pl

from pipelines.intake.readers import read_bytes
from pipelines.intake.readers.cells import as_text
from pipelines.intake.readers.remarks import TABLES, columns_of_remarks, nth_of_its_kind, written_remark
from pipelines.intake.writers import as_json, as_pbn, as_usebio
from pipelines.intake.writers.as_json import Tables

Form = Literal["usebio", "pbn", "json"]
SUFFIXES: dict[Form, str] = {"usebio": ".xml", "pbn": ".pbn", "json": ".json"}
_PAIRED_BY = {
    "sessions": (),
    "players": ("player_id",),
    "entries": ("line", "entrant"),
    "results": ("line", "board", "ns", "ew"),
    "adjustments": ("line", "entrant"),
    "matches": ("line", "round", "team", "opponent"),
    "totals": ("line", "entrant"),
}
"""By table, the columns that pair a row that was read back with the original. A remark holds any row without a pair."""


def written(tables: Tables, form: Form, about: Mapping[str, str] | None = None) -> bytes:
    """Return one session as a file, which gives the same tables when it is read under the name of the session.

    Remarks hold what the format cannot express; other programs ignore them.

    Args:
        tables: `sessions` (one row), and the session's `entries`, `players`, `results`, `official_results`,
            `adjustments`, `matches`, `totals` and `deals`, in the shape of
            `pipelines.intake.readers.reading.shape`.
        form: the format.
        about: `club`, `club_name`, `competition`, `competition_name` and `season`, as far as they are known; for a
            submission to the EBU also `charge` and `club_number` (`as_usebio.written`).
    """
    if form == "json":
        return as_json.document([(tables, about or {})]).encode()
    write = as_usebio.written if form == "usebio" else as_pbn.written
    return _with_remarks(write(tables, about or {}).encode(), tables, form)


def _with_remarks(data: bytes, tables: Mapping[str, pl.DataFrame], form: str) -> bytes:
    read = read_bytes(data, "written").tables
    remarks = [
        written_remark(form, said)
        for name in TABLES
        if name in tables
        for said in _remarks(name, read[name], tables[name])
    ]
    if not remarks:
        return data
    said = "".join(f"{remark}\n" for remark in remarks).encode()
    if form == "usebio":
        place = data.rindex(b"</USEBIO>")
        return data[:place] + said + data[place:]
    return data + said


def _remarks(name: str, read: pl.DataFrame, wanted: pl.DataFrame) -> list[str]:
    columns = list(columns_of_remarks(name))
    have, want = (nth_of_its_kind(rows.select(columns), columns) for rows in (read, wanted))
    extra = have.join(want, on=[*columns, "nth"], how="anti", nulls_equal=True, maintain_order="left")
    missing = want.join(have, on=[*columns, "nth"], how="anti", nulls_equal=True, maintain_order="left")
    if extra.is_empty() and missing.is_empty():
        return []
    by = list(_PAIRED_BY[name])
    left, right = (
        rows.select(as_text(column, rows.schema[column]) for column in columns).with_columns(
            nth=pl.int_range(pl.len()).over(by) if by else pl.int_range(pl.len())
        )
        for rows in (extra, missing)
    )
    both = left.with_columns(is_read=True).join(
        right.with_columns(is_wanted=True), on=[*by, "nth"], how="full", nulls_equal=True, coalesce=False
    )
    return [_remark(name, columns, row) for row in both.sort(pl.all()).iter_rows(named=True)]


def _remark(name: str, columns: list[str], row: Mapping[str, str | None]) -> str:
    read = {column: row[column] for column in columns} if row["is_read"] else {}
    wanted = {column: row[f"{column}_right"] for column in columns if row["is_wanted"]}
    changed = {column: value for column, value in wanted.items() if not read or read[column] != value}
    written = {column: value for column, value in read.items() if value is not None}
    said = {"row": written if row["is_read"] else None, "is": changed if row["is_wanted"] else None}
    return json.dumps({"table": name, **said})
