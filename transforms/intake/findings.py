"""Make, sort and join findings."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.tables.finding_words import arguments_of, gaps_of, message_of
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, SESSION, Findings
from transforms.tables.shared import in_shape

Column = str | pl.Expr

IN_CLUB = (*CLUB, "session_id")
REFERENCE = (*IN_CLUB, "file_id")
"""The columns that refer to the session of a row: the id of the session, and the file that is searched first for it."""
PLACE = ("file_id", "line_no")
SETTINGS = "competition.toml"
IN_SETTINGS = {"file_id": pl.lit(SETTINGS), "line_no": pl.lit(None, pl.Int64)}
NTH = "nth"
"""The argument of a finding that gives the number, from 1, of a section such as `[[session]]` among the sections of
the same name."""
RESULTS_ORDER = (*SESSION, "line", "board", *PLACE)
LEFT_OUT = "the row is left out"
TAKEN_AS_EMPTY = "it counts as empty"
DATE = "date"
"""The prefix of those variants of `cells.taken_as_empty` that are about the date of a session. Another file may give
this date."""
_LEFT_OUT_AS = {"cells.taken_as_empty": "cells.left_out", "tables.error_empty": "tables.error_lost"}

_ORDER = (*CLUB, *PLACE, "severity", "field", "value", "message", "code", "arguments")
"""The sort key has every column, because two findings on sections of a file may differ only in the argument `nth`."""
_OF_A_RESULT = ("ns", "ew", "contract", "declarer", "tricks", "score", "date")
"""Columns that a result line may need for scoring, and the date, which decides the season of its session."""
_LINES_NAMED = 20


class Checked(NamedTuple):
    """The usable rows of a table, the findings about the table, and its doubts about sessions as rows of `Stated`."""

    rows: pl.LazyFrame
    findings: list[dy.LazyFrame[Findings]]
    doubted: pl.DataFrame = pl.DataFrame()


def error_on(
    rows: pl.LazyFrame,
    code: str,
    sentence: str,
    /,
    *,
    field: Column,
    value: Column | None = None,
    severity: Column = "error",
    **gaps: Column,
) -> dy.LazyFrame[Findings]:
    """Make an error about each row, because the row cannot be used.

    The rows must have club, competition, `file_id` and `line_no`. If a code has several sentences, `code` is
    `code/variant`. A gap of the sentence, such as `{pair}`, is filled from the column of the same name, unless `gaps`
    gives another one. Other `gaps` are kept as arguments of the finding. `value` is by default the value of `field`.
    """
    arguments = {gap: _column(column) for gap, column in ({gap: gap for gap in gaps_of(sentence)} | gaps).items()}
    family, _, variant = code.partition("/")
    named = {**arguments, VARIANT: pl.lit(variant)} if variant else arguments
    return in_shape(
        Findings,
        rows.select(
            *CLUB,
            *PLACE,
            severity=pl.lit(severity) if isinstance(severity, str) else severity,
            field=pl.lit(field) if isinstance(field, str) else field,
            value=_column(field if value is None else value).cast(pl.String),
            code=pl.lit(family),
            arguments=arguments_of(named),
            message=message_of(sentence, arguments),
        ),
    )


warning_on = partial(error_on, severity="warning")
"""Make a warning about each row: it is used, but should be checked. Arguments as for `error_on`."""


def _column(column: Column) -> pl.Expr:
    return pl.col(column) if isinstance(column, str) else column


def argument(name: str) -> pl.Expr:
    """Return an argument of findings, as text; null if no argument has that name."""
    return pl.col("arguments").str.json_path_match(f"$.{name}")


def with_arguments(**more: pl.Expr) -> pl.Expr:
    """Return the `arguments` of findings with more arguments added."""
    added = arguments_of(more)
    both = pl.concat_str(pl.col("arguments").str.strip_suffix("}"), added.str.strip_prefix("{"), separator=", ")
    return pl.coalesce(both, added)


def where(condition: pl.Expr, **values: pl.Expr) -> list[pl.Expr]:
    """Return the named columns, with these values in the rows for which the condition holds."""
    return [pl.when(condition).then(value).otherwise(name).alias(name) for name, value in values.items()]


def sorted_findings(findings: Sequence[dy.LazyFrame[Findings]]) -> dy.LazyFrame[Findings]:
    """Return all findings in one frame of `Findings`, sorted by file and line."""
    return in_shape(Findings, pl.concat(findings).sort(_ORDER, nulls_last=True))


def causes_first(of_files: pl.DataFrame, across: pl.DataFrame) -> pl.DataFrame:
    """Return `Findings` about single files, then the `Findings` of `assemble`, with only one finding per cause.

    If a line has no result because a cell was not understood, only the finding about the cell stays. If several lines
    of a file lack the same thing, the finding on the first line names all of them.
    """
    on = [*CLUB, *PLACE]
    of_result = pl.col("field").is_in(_OF_A_RESULT)
    is_absent = of_result & (pl.col("severity") == "error") & pl.col("value").is_null()
    absent = across.filter(is_absent)
    lost = of_result & pl.struct(on).is_in(absent.drop_nulls("line_no").select(pl.struct(on)).to_series().implode())
    is_of_date = argument(VARIANT).str.starts_with(DATE)
    says = pl.when(is_of_date).then(pl.lit("the session is left out")).otherwise(pl.lit(LEFT_OUT))
    message = pl.col("message").str.replace(TAKEN_AS_EMPTY, says, literal=True)
    cells = of_files.with_columns(where(lost, code=pl.col("code").replace(_LEFT_OUT_AS), message=message))
    unexplained = absent.join(of_files.filter(lost), on=on, how="anti")
    merged = pl.concat([across.filter(~is_absent), _one_a_file(unexplained)])
    return pl.concat([rows.sort(_ORDER, nulls_last=True) for rows in (cells, merged)])


def _one_a_file(findings: pl.DataFrame) -> pl.DataFrame:
    message = phrase("{} ({} such rows; the next: {})", "message", "lines", "others")
    arguments = with_arguments(lines=pl.col("lines"), others=pl.col("others"))
    return (
        findings.group_by(*CLUB, "file_id", "severity", "field", "value", "code", "arguments", "message")
        .agg(
            pl.col("line_no").min(),
            lines=pl.len(),
            others=pl.col("line_no").sort().slice(1, _LINES_NAMED).cast(pl.String).str.join(", "),
        )
        .with_columns(where(pl.col("lines") > 1, arguments=arguments, message=message))
        .select(Findings.column_names())
    )


def differs_from_first(key: Iterable[str], names: Iterable[str]) -> pl.Expr:
    """Return whether a row has another value in a column than the first row of its key; empty cells do not count."""
    each = (pl.col(name) != pl.col(name).first().over(*key) for name in names)
    return pl.any_horizontal(pl.lit(value=False), *each).fill_null(value=False)
