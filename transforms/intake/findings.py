"""Findings, and what is asked of every table: nothing twice."""

from typing import NamedTuple

import polars as pl

from transforms.tables import SESSION, Findings

CLUB = ("club", "competition")
IN_CLUB = (*CLUB, "session_id")
PLACE = ("file_id", "line_no")
RESULTS_ORDER = (*SESSION, "line", "board", *PLACE)


class Checked(NamedTuple):
    """The rows of a table that can be used, and what is to be told."""

    rows: pl.LazyFrame
    findings: list[pl.LazyFrame]


def finding(rows: pl.LazyFrame, severity: str, field: str, value: pl.Expr, message: pl.Expr | str) -> pl.LazyFrame:
    """A finding for each row, in the shape of `Findings`."""
    return rows.select(
        *CLUB,
        *PLACE,
        severity=pl.lit(severity),
        field=pl.lit(field),
        value=value.cast(pl.String),
        message=pl.lit(message) if isinstance(message, str) else message,
    )


def sorted_findings(findings: list[pl.LazyFrame]) -> pl.LazyFrame:
    """All findings as `Findings`, in order of file and line."""
    return (
        pl.concat(findings)
        .select(Findings.column_names())
        .sort(*CLUB, *PLACE, "severity", "field", "value", "message", nulls_last=True)
    )


def once(rows: pl.LazyFrame, key: tuple[str, ...], field: str) -> Checked:
    """The first row of each key, in order of file and line; the others become findings."""
    in_order = rows.sort(*key, *PLACE, nulls_last=True, maintain_order=True)
    place = pl.int_range(pl.len()).over(key)
    message = f"given before with the same {', '.join(part for part in key if part not in SESSION)}; the first counts"
    again = in_order.filter(place > 0)
    return Checked(
        in_order.filter(place == 0),
        [finding(again, "error", field, pl.col(field), f"{message}: give it once")],
    )


def in_two_files(again: pl.LazyFrame, name: str) -> pl.LazyFrame:
    """One finding a session and pair of files, however many rows of the one stand in the other too."""
    files = again.group_by(*SESSION, "file_id", "first_file_id").agg(pl.col("line_no").min(), rows=pl.len())
    message = pl.format(
        f"{{}} lines of {name} of this session are given by {{}} too, which counts; here they are left out:"
        " keep the one file that is right",
        "rows",
        "first_file_id",
    )
    return finding(files, "error", "session_id", pl.col("session_id"), message)
