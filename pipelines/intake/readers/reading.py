"""The result of every reader: typed tables, made from a format's sheets of text, and findings on unusable content."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.cells import Kind, kind_of, last_of_month
from pipelines.intake.readers.tricks import differing
from transforms.intake.consequences import LOSING_ROWS
from transforms.intake.findings import DATE, argument
from transforms.tables import schemas as tables
from transforms.tables.finding_words import in_words
from transforms.tables.messages import VARIANT, name_of_sentence
from transforms.tables.phrases import phrase

PROVENANCE = ("file_id", "line_no")
_FILLED_LATER = ("kind", "winners")
"""Columns whose default is filled in later, if no other source gives a value for the session."""
_FINDING_COLUMNS = [column for column in tables.Findings.column_names() if column not in tables.CLUB]
_LOST_WITHOUT = {"results": ("ruling",), "people": ("since", "until")}
"""By table, columns that may be empty. If a cell in them is not understood, its row is still left out."""
_GIVEN_ELSEWHERE = {"sessions": ("date",)}
"""By table, columns that competition.toml may give instead. If it does not, a row without a value is left out later."""
_FOLLOW = {"deals": ("dealer", "vulnerable", "deal_id")}
"""By table, columns that are derived from others if a file does not give them."""

_HINTS = ["nearly", "last"]
_MANY = 2_000  # from this number of rows on, each different text of a column is read only once
_LINES_LISTED = 1000
"""How many lines with the same fault in a column get a finding each. One more finding counts the others."""
LINES_NAMED = 20
LETTERS_SHOWN = 80


with Path(__file__).with_name("sentences.csv").open(encoding="utf-8", newline="") as _table:
    SENTENCES = {row["code"]: row["sentence"] for row in csv.DictReader(_table)}
"""The sentences of findings on files, by code. If a code has several sentences, each has a key `code/variant`."""

CONTRADICTING = (
    *(
        "acbl.left_out/two_scores",
        "lin.doubtful/claim",
        "pbn.doubtful/two_scores",
        "pbn.left_out/two_scores",
        "usebio.left_out/twice",
    ),
    *("pbn.doubtful/dates", "pbn.doubtful/names", "pbn.scoring/mixed"),
    *("tables.column/differs", "tables.doubtful/played"),
)
"""Sentences which say that a file contradicts itself about results. They put the session in doubt."""
_LOSING = (
    *("pbn.left_out/beside_tables", "pbn.left_out/contract", "pbn.left_out/nobody"),
    *("bws.remark/score_elsewhere", "usebio.left_out/lost", "usebio.left_out/result"),
)
"""Sentences which say that a result is left out, apart from those about rows of a table of results."""


class Finding(NamedTuple):
    """Something in a file that could not be used unchanged, or that somebody should look at."""

    line_no: int | None
    severity: str
    field: str | None
    value: str | None
    message: str
    code: str
    arguments: str | None


_FINDING = {**dict.fromkeys(Finding._fields, pl.String), "line_no": pl.Int64}


def error(
    code: str,
    sentence: str | None = None,
    /,
    *,
    line_no: int | None = None,
    field: str | None = None,
    value: str | None = None,
    severity: str = "error",
    **arguments: object,
) -> Finding:
    """Return a finding on something unusable. The arguments fill the placeholders of its sentence.

    `code` is `code/variant` if the code has several sentences. `field` is the wrong column or key, and `value` its
    content, of which only the beginning is shown.
    """
    family, _, variant = code.partition("/")
    message, filled = in_words(sentence or SENTENCES[code], arguments | ({VARIANT: variant} if variant else {}))
    return Finding(line_no, severity, field, (value or "")[:LETTERS_SHOWN] or None, message, family, filled)


def warning(code: str, sentence: str | None = None, /, **arguments: Any) -> Finding:
    """Return a finding on something that was used, but that somebody should look at; arguments as for `error`."""
    return error(code, sentence, severity="warning", **arguments)


def on_lines(code: str, lines: Sequence[int], count: int | None = None, /, **arguments: Any) -> Finding:
    """Return one error for all lines with the same fault: `count` lines, of which `lines` are the first few."""
    count, sentence = count or len(lines), SENTENCES[code]
    if count > 1:
        sentence += " ({lines} such rows; the next: {others})"
        arguments |= {"lines": count, "others": ", ".join(map(str, lines[1 : LINES_NAMED + 1]))}
    return error(code, sentence, line_no=lines[0], **arguments)


def on_rows(code: str, rows: pl.DataFrame, /, **arguments: Any) -> Finding:
    """Return one error for all these rows, by their `line_no`, as `on_lines` does."""
    lines = rows["line_no"].head(LINES_NAMED + 1).cast(pl.Int64).to_list()
    return on_lines(code, lines, rows.height, **arguments)


@dataclass(frozen=True)
class Reading:
    """The result of reading one file.

    Args:
        format: the name of a format of `recognise` (such as pbn or lin), schedule, or unknown.
        given: the tables that the file holds, including those whose rows cannot be used.
        tables: every table of `tables.LANDING`, empty or not, without club, competition and season.
        findings: `raw.findings` without club and competition.
        origin: the program, club and event that the file names; filled only by `read_with_origin`.
    """

    format: str
    given: frozenset[str]
    tables: dict[str, pl.DataFrame]
    findings: pl.DataFrame
    origin: Mapping[str, str] = field(default_factory=dict[str, str])


class Sheets(NamedTuple):
    """The result of the module of a format: the cells of each table, as text, with their `line_no`; and findings."""

    sheets: dict[str, pl.DataFrame]
    findings: list[Finding]


def reading(file_format: str, found: Sheets, file_id: str) -> Reading:
    """Return the sheets of one file as typed tables. Each cell that is not understood becomes a finding."""
    typed = dict(_without_rows())
    findings = [pl.DataFrame(found.findings, schema=_FINDING, orient="row")]
    for name, sheet in found.sheets.items():
        if not sheet.is_empty():
            typed[name], problems = _typed(name, sheet, file_id)
            findings += problems
    if differ := differing(typed["results"], typed["deals"]):
        at = {"field": "contract", "value": differ[0].stated, "severity": "warning"}
        lines = [line.line_no for line in differ]
        contradicted = on_lines("tables.doubtful/played", lines, **at, played=differ[0].played)
        findings.append(pl.DataFrame([contradicted], schema=_FINDING, orient="row"))
    with_file = pl.concat(findings).with_columns(pl.lit(file_id).alias("file_id")).select(_FINDING_COLUMNS)
    typed["stated"] = pl.concat([typed["stated"], _doubts(with_file, typed["results"])])
    return Reading(file_format, frozenset(found.sheets), typed, with_file)


def _doubts(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Return rows of `Stated`: contradictions, and results left out, by the session of the nearest result."""
    sentence = phrase("{}/{}", "code", argument(VARIANT))
    is_row = pl.col("code").is_in(LOSING_ROWS) & (argument("table") == "results")
    kinds = {"contradictions": sentence.is_in(CONTRADICTING), "missing": is_row | sentence.is_in(_LOSING)}
    what = pl.coalesce(pl.when(is_so).then(pl.lit(kind)) for kind, is_so in kinds.items())
    odd = findings.with_columns(what=what).drop_nulls("what").sort("line_no")
    if odd.is_empty():
        return pl.DataFrame(schema=shape("stated"))
    rows = pl.coalesce(argument("lines"), argument("rows"), pl.lit("1")).cast(pl.Int32)
    places = results.select("session_id", at=pl.col("line_no").fill_null(0)).sort("at")
    of_results = odd.with_columns(at=pl.col("line_no").fill_null(0)).join_asof(places, on="at", strategy="nearest")
    counted = (
        of_results.drop_nulls("session_id")
        .unique(["what", "line_no"], keep="first", maintain_order=True)
        .group_by("session_id", "file_id", "what")
        .agg(pl.col("line_no").min(), value=rows.sum())
    )
    return counted.select(pl.col(name).cast(dtype) for name, dtype in shape("stated").items())


@cache
def _without_rows() -> dict[str, pl.DataFrame]:
    return {name: pl.DataFrame(schema=shape(name)) for name in tables.LANDING}


@cache
def shape(name: str) -> pl.Schema:
    """Return the columns and dtypes of a table as a reader returns it: without club, competition and season."""
    columns = tables.as_read(name)
    return pl.Schema({column: dtype for column, dtype in columns.items() if column not in tables.CLUB})


@cache
def required(name: str) -> list[str]:
    """Return the columns that need a value in every row of a table and have no default."""
    columns = tables.LANDING[name].columns()
    return [
        column
        for column in shape(name).names()
        if column not in (*PROVENANCE, *_FILLED_LATER, *_FOLLOW.get(name, ())) and not columns[column].nullable
    ]


def _typed(name: str, sheet: pl.DataFrame, file_id: str) -> tuple[pl.DataFrame, list[pl.DataFrame]]:
    kinds, must_have = _kinds(name), required(name)
    given = [column for column in kinds if column in {*sheet.columns, *must_have}]

    def written(column: str) -> pl.Expr:
        cell = pl.col(column).cast(pl.String).str.strip_chars() if column in sheet.columns else pl.lit(None, pl.String)
        return pl.when(cell != "").then(cell).alias(column)

    def understood(kind: Kind, cells: pl.Series) -> pl.Series | pl.Expr:
        if len(cells) < _MANY:
            return kind.value(pl.col(cells.name))
        texts = cells.drop_nulls().unique()
        known = texts.to_frame().select(kind.value(pl.col(cells.name))).to_series()
        return cells.replace_strict(texts, known, default=None, return_dtype=known.dtype)

    rows = sheet.lazy().select(pl.col("line_no").cast(pl.Int64), *map(written, given)).collect()
    value_of = {column: pl.col(f"{column} as value") for column in given}
    rows = rows.with_columns(understood(kinds[column], rows[column]).alias(f"{column} as value") for column in given)
    lost = {column: is_lost_without(name, column) for column in given}
    elsewhere = _GIVEN_ELSEWHERE.get(name, ())
    problems = [
        *(
            (column, pl.col(column).is_not_null() & value.is_null(), "left_out" if lost[column] else "taken_as_empty")
            for column, value in value_of.items()
        ),
        *((column, pl.col(column).is_null(), "missing") for column in must_have if column not in elsewhere),
    ]
    is_found = rows.select(condition.any().alias(str(place)) for place, (_, condition, _) in enumerate(problems)).row(0)
    findings = [
        _problems(rows.filter(condition), name, column, f"cells.{code}", kinds[column])
        for (column, condition, code), found in zip(problems, is_found, strict=True)
        if found
    ]
    is_lost = pl.any_horizontal(condition for _, condition, code in problems if code != "taken_as_empty")
    columns = {**value_of, "file_id": pl.lit(file_id), "line_no": pl.col("line_no")}
    values = [columns.get(column, pl.lit(None)).cast(dtype).alias(column) for column, dtype in shape(name).items()]
    return rows.lazy().filter(~is_lost).select(values).collect(), findings


@cache
def _kinds(name: str) -> dict[str, Kind]:
    columns = tables.LANDING[name].columns()
    return {column: kind_of(column, columns[column]) for column in shape(name) if column not in PROVENANCE}


@cache
def is_lost_without(name: str, column: str) -> bool:
    """Return whether a row is left out if this cell is not understood. A default fills only empty cells."""
    if column in (*_FOLLOW.get(name, ()), *_GIVEN_ELSEWHERE.get(name, ())):
        return False
    return not tables.LANDING[name].columns()[column].nullable or column in _LOST_WITHOUT.get(name, ())


def _problems(rows: pl.DataFrame, name: str, column: str, code: str, kind: Kind) -> pl.DataFrame:
    text, unknown = pl.col(column), pl.lit(None, pl.String)
    is_day = shape(name)[column] == pl.Date and code != "cells.missing"
    first = rows.head(_LINES_LISTED).with_columns(
        nearly=kind.nearly(text) if kind.nearly else unknown, last=last_of_month(text) if is_day else unknown
    )
    several: list[tuple[str | None, ...]] = []
    for nearly, last in first.select(_HINTS).unique().sort(_HINTS).rows():
        variant = [DATE] if column in _GIVEN_ELSEWHERE.get(name, ()) else []
        variant += ["no_day"] if last else ["nearly"] if nearly else []
        gaps = {"last": last} if last else {"wanted": kind.wanted, **({"nearly": nearly} if nearly else {})}
        said = error(name_of_sentence(code, "_".join(variant)), **gaps, table=name)
        several.append((nearly, last, said.message, said.code, said.arguments))
    schema = dict.fromkeys((*_HINTS, "message", "code", "arguments"), pl.String)
    sentences = pl.DataFrame(several, schema=schema, orient="row")
    shown = pl.when(text.str.len_chars() > LETTERS_SHOWN).then(text.str.head(LETTERS_SHOWN) + "...").otherwise(text)
    found = first.join(sentences, on=_HINTS, how="left", nulls_equal=True, maintain_order="left")
    listed = found.with_columns(severity=pl.lit("error"), field=pl.lit(column), value=shown).select(*_FINDING)
    if rows.height <= _LINES_LISTED:
        return listed
    at = {"line_no": rows["line_no"][_LINES_LISTED], "field": column}
    others = error("cells.and_others", **at, lines=rows.height - _LINES_LISTED)
    return pl.concat([listed, pl.DataFrame([others], schema=_FINDING, orient="row")])
