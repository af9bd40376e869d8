"""What a format cannot say: the file that was written is read, and each row that comes back as another has a remark.

So every file that is written has been read again once. What remarks are: `pipelines/intake/readers/remarks.py`.
"""

import json
from collections.abc import Mapping

import polars as pl

from pipelines.intake.readers import read_bytes
from pipelines.intake.readers.cells import as_text
from pipelines.intake.readers.remarks import TABLES, nth_of_its_kind, told_columns, written_remark

_PAIRED_BY = {
    "sessions": (),
    "players": ("player_id",),
    "entries": ("line", "entrant"),
    "results": ("line", "board", "ns", "ew"),
    "adjustments": ("line", "entrant"),
    "matches": ("line", "round", "team", "opponent"),
}
"""By what a row that came back as another is known; a row that is not known so is told as a whole."""


def with_remarks(data: bytes, tables: Mapping[str, pl.DataFrame], form: str) -> bytes:
    """The file, with a remark for each row that its format would give back as another.

    Args:
        data: the file, in UTF-8.
        tables: the tables of its session, as `written` takes them.
        form: `usebio` or `pbn`.
    """
    read = read_bytes(data, "written").tables
    remarks = [
        written_remark(form, said)
        for name in TABLES
        if name in tables
        for said in _told(name, read[name], tables[name])
    ]
    if not remarks:
        return data
    said = "".join(f"{remark}\n" for remark in remarks).encode()
    if form == "usebio":
        place = data.rindex(b"</USEBIO>")
        return data[:place] + said + data[place:]
    return data + said


def _told(name: str, read: pl.DataFrame, wanted: pl.DataFrame) -> list[str]:
    """The remarks on one table; none where both are the same."""
    columns = list(told_columns(name))
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
        right.with_columns(is_meant=True), on=[*by, "nth"], how="full", nulls_equal=True, coalesce=False
    )
    return [_remark(name, columns, row) for row in both.sort(pl.all()).iter_rows(named=True)]


def _remark(name: str, columns: list[str], row: Mapping[str, str | None]) -> str:
    """A remark on a row that is read, meant or both."""
    read = {column: row[column] for column in columns} if row["is_read"] else None
    meant = {column: row[f"{column}_right"] for column in columns} if row["is_meant"] else None
    changed = (
        None
        if meant is None
        else {column: value for column, value in meant.items() if read is None or read[column] != value}
    )
    said = {
        "table": name,
        "row": None if read is None else {column: value for column, value in read.items() if value is not None},
        "is": changed,
    }
    return json.dumps(said)
