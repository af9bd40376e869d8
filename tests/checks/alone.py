"""A check by itself, or the checks of one table, on small frames."""

from collections.abc import Iterable
from typing import Any

import polars as pl
from factories import frame

from transforms.checks import CHECKS
from transforms.intake.check import collected
from transforms.intake.result_lines import lines_of_meetings
from transforms.tables.messages import name_of_sentence
from transforms.tables.schemas import LANDING, Rows

Row = dict[str, Any]


def found(name: str, **tables: Rows) -> pl.DataFrame:
    one = CHECKS[name]
    (rows,) = collected([one.offenders(**{name: rows.lazy() for name, rows in tables.items()})])
    return one.findings(rows)


def season(**rows: Iterable[Row]) -> dict[str, pl.LazyFrame]:
    return {name: frame(schema, *rows.get(name, ())).lazy() for name, schema in LANDING.items()}


def together(findings: Iterable[Rows]) -> pl.DataFrame:
    return pl.concat(collected(findings))


def said(findings: pl.DataFrame) -> list[tuple[str, Any]]:
    """What is found, as `code/variant`, and the value."""
    variant = pl.col("arguments").str.json_path_match("$.variant")
    rows = findings.select("code", variant, "value").rows()
    return [(name_of_sentence(code, variant), value) for code, variant, value in rows]


def meetings(results: Iterable[Row], **session: Any) -> dict[str, pl.LazyFrame]:
    """The lines of meetings, none of them settled."""
    tables = season(results=results, sessions=[session])
    return {"meetings": lines_of_meetings(tables["results"], tables["sessions"]), "settled": tables["results"].clear()}
