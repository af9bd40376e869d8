"""Federation points for one result list from any program, without a warehouse or a competition."""

from pathlib import Path

import polars as pl

from pipelines.cli.terminal.files import lines_of_csv, placed
from pipelines.intake.readers.cells import kind_of
from pipelines.machine.errors import UnusableError
from pipelines.settings.section import in_known_letters
from transforms.awards.event_awards import Rounding, awards, checked_entrants
from transforms.awards.schemes import SCHEMES, AwardError, computed_scheme
from transforms.tables.arithmetic.rounding import column_in_decimals
from transforms.tables.messages import Message, gettext, gettext_noop
from transforms.tables.nearest_words import nearest_words
from transforms.tables.rule_words import Ties
from transforms.tables.schemas import SessionResults

_COLUMNS = ("entrant", "rank", "score")
_EVENT = "result list"
_MOST_FAULTS = 20
_MOST_ECHOED = 80


_Fault = tuple[int, str]
"""A line number, and what is wrong with that line."""


def awards_of_file(path: Path, scheme: str, *, whole_points: bool = False, ties: Ties = "mean") -> pl.DataFrame:
    """Return a scheme's points for each entrant of a result list: (entrant, rank, points), the best first.

    The list is CSV with the columns `entrant`, and `rank`, `score` (a percentage) or both. Whole points are awarded by
    largest remainder. One unusable row makes the whole list unusable, because every award depends on all rows.
    """
    scheme = in_known_letters(scheme, list(SCHEMES))
    _check(scheme, whole_points=whole_points)
    rows, faults = _rows(path)
    given, mistyped = _typed(rows)
    outside = given.filter(~pl.col("score").is_between(0, 100) & pl.lit(SCHEMES[scheme].needs_score))
    no_percentages = [
        (line_no, gettext("score = {score}: write a percentage, from 0 to 100", score=repr(str(score))))
        for line_no, score in outside.select("line_no", "score").iter_rows()
    ]
    _refuse(path, [*faults, *mistyped, *no_percentages])
    event = given.drop("line_no").with_columns(pl.lit("").alias(_EVENT))
    findings = checked_entrants(event, [scheme], event=[_EVENT]).findings
    columns = findings.select(given["line_no"].gather(findings["row"]), "field", "value", "message")
    _refuse(
        path,
        [
            (line_no, f"{field}{'' if value is None else f' = {value!r}'}: {message}")
            for line_no, field, value, message in columns.iter_rows()
        ],
    )
    rounding: Rounding = "largest_remainder" if whole_points else "scheme"
    made = awards(event, [scheme], event=[_EVENT], rounding=rounding, ties=ties).collect()
    points = pl.col(scheme).cast(pl.Int64) if whole_points else pl.col(scheme)
    return made.select("entrant", "rank", points=points).sort("rank", maintain_order=True)


def _check(name: str, *, whole_points: bool) -> None:
    try:
        scheme = computed_scheme(name)
    except AwardError as error:
        if name not in SCHEMES:
            raise UnusableError(*error.args) from None
        raise UnusableError(
            "{error}. Put that file into the landing folder, as a table with session_id, scheme, entrant or "
            "player_id, and points, and run barometer build",
            error=error,
        ) from None
    if whole_points and not scheme.whole_points:
        can = ", ".join(known for known, one in SCHEMES.items() if one.whole_points)
        sentence = gettext_noop(
            "--whole-points: the scheme {name} has its own rounding; leave out this option, or choose one of "
            "these schemes: {can}"
        )
        raise UnusableError(sentence, name=name, can=can)


def _rows(path: Path) -> tuple[pl.DataFrame, list[_Fault]]:
    """Return the rows as `line_no` and the texts of `_COLUMNS`. A row with too few or too many cells is a fault."""
    rows, faults, columns = list[dict[str, object]](), list[_Fault](), list[str]()
    for line_no, cells in lines_of_csv(path, Message("result list")):
        if not any(cells):
            continue
        if not columns:
            with placed(path, line_no):
                columns = _heading(cells)
        elif len(cells) == len(columns):
            rows.append({"line_no": line_no, **dict(zip(columns, (cell or None for cell in cells), strict=True))})
        else:
            gaps = {"cells": len(cells), "columns": len(columns)}
            faults.append((line_no, gettext("number of cells: {cells} instead of {columns}; correct the line", **gaps)))
    if not rows and not faults:
        raise UnusableError(
            "{path}: this file has no entrants; write entrant,rank,score in the first row, and below it a row "
            "for each entrant",
            path=path,
        )
    return pl.DataFrame(rows, schema={"line_no": pl.Int64, **dict.fromkeys(_COLUMNS, pl.String)}), faults


def _heading(cells: list[str]) -> list[str]:
    columns = [cell.lower() for cell in cells]
    if "entrant" not in columns or not {"rank", "score"} & set(columns):
        echoed = ", ".join(cells)[:_MOST_ECHOED]
        raise UnusableError(
            "{cells}: the first row must name a column entrant, and a column rank, a column score or both", cells=echoed
        )
    for column in columns:
        if column in _COLUMNS and columns.count(column) > 1:
            raise UnusableError("{column}: this column occurs twice; keep one of them", column=column)
        like = nearest_words(column, _COLUMNS)
        if column not in _COLUMNS and like and like[0] not in columns:
            echoed = column[:_MOST_ECHOED]
            raise UnusableError("{column}: there is no such column; did you mean {near}?", column=echoed, near=like[0])
    return columns


def _typed(written: pl.DataFrame) -> tuple[pl.DataFrame, list[_Fault]]:
    written = written.with_columns(pl.col("rank").str.strip_suffix("="))  # result lists write a shared rank as `3=`
    schema = SessionResults.columns()
    kinds = {column: kind_of(column, schema[column]) for column in ("rank", "score")}
    typed = written.with_columns(kind.value(pl.col(column)).alias(column) for column, kind in kinds.items())
    faults = [
        (line_no, gettext("{what}: write {wanted}", what=f"{column} = {value!r}", wanted=gettext(kind.wanted)))
        for column, kind in kinds.items()
        for line_no, value in written.filter(typed[column].is_null())
        .drop_nulls(column)
        .select("line_no", column)
        .rows()
    ]
    nameless = typed.filter(pl.col("entrant").is_null())["line_no"]
    faults += [(line_no, gettext("entrant is missing; write a number or a name")) for line_no in nameless]
    return typed, faults


def _refuse(path: Path, faults: list[_Fault]) -> None:
    if not faults:
        return
    messages = [
        gettext("{path}, line {line_no}: {fault}", path=path, line_no=line_no, fault=words)
        for line_no, words in sorted(faults)[:_MOST_FAULTS]
    ]
    if len(faults) > _MOST_FAULTS:
        messages.append(
            gettext("{path}: more lines with faults: {number}", path=path, number=len(faults) - _MOST_FAULTS)
        )
    raise UnusableError(*messages)


def at_a_glance(made: pl.DataFrame) -> pl.DataFrame:
    """Return the awards for a terminal. Points have two decimals, unless all are whole numbers."""
    if made.schema["points"].is_integer():
        return made
    return made.with_columns(points=column_in_decimals(pl.col("points"), pl.lit(2)))
