"""Findings, and what is asked of every table: nothing twice."""

from typing import NamedTuple

import polars as pl

from transforms.tables import CLUB, SESSION, Findings

IN_CLUB = (*CLUB, "session_id")
PLACE = ("file_id", "line_no")
RESULTS_ORDER = (*SESSION, "line", "board", *PLACE)
LEFT_OUT = "the line is left out"
TAKEN_AS_EMPTY = "taken as empty"

_ORDER = (*CLUB, *PLACE, "severity", "field", "value", "message")
_OF_A_RESULT = ("ns", "ew", "contract", "declarer", "tricks", "score")
"""Cells without which a result line may have nothing to score."""
_LINES_NAMED = 20


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
    return pl.concat(findings).select(Findings.column_names()).sort(_ORDER, nulls_last=True)


def causes_first(of_files: pl.DataFrame, across: pl.DataFrame) -> pl.DataFrame:
    """What was found in each file by itself, then across files, without saying the same twice.

    A line that lacks a result because a cell of it was not understood is told by that cell alone. Where more lines
    of a file lack the same, the first of them stands for all.

    Args:
        of_files: `Findings` of the cells.
        across: `Findings` of `assemble`.
    """
    on = [*CLUB, *PLACE]
    of_result = pl.col("field").is_in(_OF_A_RESULT)
    is_absent = of_result & (pl.col("severity") == "error") & pl.col("value").is_null()
    absent = across.filter(is_absent)
    without_cell = absent.select(on).unique().with_columns(lost=pl.lit(value=True))
    lost = of_result & pl.col("lost").fill_null(value=False)
    cells = of_files.join(without_cell, on=on, how="left", maintain_order="left").with_columns(
        message=pl.when(lost)
        .then(pl.col("message").str.replace(TAKEN_AS_EMPTY, LEFT_OUT, literal=True))
        .otherwise("message")
    )
    unexplained = absent.join(cells.filter(lost), on=on, how="anti")
    return pl.concat(
        [
            cells.drop("lost").sort(_ORDER, nulls_last=True),
            pl.concat([across.filter(~is_absent), _one_a_file(unexplained)]).sort(_ORDER, nulls_last=True),
        ]
    )


def _one_a_file(findings: pl.DataFrame) -> pl.DataFrame:
    """The same finding on more lines of a file as one, which names those lines."""
    others = pl.col("line_no").sort().slice(1, _LINES_NAMED).cast(pl.String).str.join(", ")
    return (
        findings.group_by(*CLUB, "file_id", "severity", "field", "value", "message")
        .agg(pl.col("line_no").min(), lines=pl.len(), others=others)
        .with_columns(
            message=pl.when(pl.col("lines") == 1)
            .then("message")
            .otherwise(pl.format("{} ({} such lines; the next: {})", "message", "lines", "others"))
        )
        .select(Findings.column_names())
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
        f"{{}} of {name} of this session given by {{}} too, which counts; left out here: keep the one file that is"
        " right",
        pl.when(pl.col("rows") == 1).then(pl.lit("1 line")).otherwise(pl.format("{} lines", "rows")),
        "first_file_id",
    )
    return finding(files, "error", "session_id", pl.col("session_id"), message)
