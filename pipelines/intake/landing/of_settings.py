"""Findings about a competition.toml: their line numbers, and the consequences of a mistake until it is fixed."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import polars as pl

from pipelines.intake.readers.reading import Finding, warning
from pipelines.settings.competition import Settings
from pipelines.settings.problems import Problem, as_they_stand
from pipelines.settings.toml_files import Lines, line_of
from pipelines.words.finding_texts import AS_BEFORE, NO_SEATING
from transforms.intake.findings import NTH, SETTINGS
from transforms.tables.messages import FILES_LEFT_OUT

_UNTIL_FIXED = {
    FILES_LEFT_OUT: "{} (until that is corrected, the files next to it are left out: {})",
    AS_BEFORE: "{} (until that is corrected, the settings count as they were before)",
    NO_SEATING: "{} (until that is corrected, nobody gets a number for the next session; everything else counts)",
}
_DAYS_OF_A_WEEK = 7
_NUMBER_OF_ENTRY = re.compile(r"\.\d+(?=\.|$)")
_SEVERAL = re.compile(r"\[[^\[\]]*,[^\[\]]*\]")
"""Matches a list of several values on one line, for which a line number cannot show the value at fault."""


def with_lines(findings: pl.DataFrame, texts: Mapping[tuple[str, str], str]) -> pl.DataFrame:
    """Add line numbers of keys to findings, where they are certain; `texts` has the settings by (club, competition)."""
    numbered = findings.with_row_index("row")
    of_keys = numbered.filter(pl.col("line_no").is_null(), pl.col("field").is_not_null(), file_id=SETTINGS)
    found = list(_found(of_keys, texts))
    if not found:
        return findings
    lines = pl.DataFrame(found, {"row": pl.UInt32, "on_line": pl.Int64, "with_line": pl.String}, orient="row")
    return (
        numbered.join(lines, on="row", how="left", maintain_order="left")
        .with_columns(line_no=pl.coalesce("on_line", "line_no"), arguments=pl.coalesce("with_line", "arguments"))
        .select(findings.columns)
    )


def _found(of_keys: pl.DataFrame, texts: Mapping[tuple[str, str], str]) -> Iterator[tuple[int, int, str | None]]:
    known = cache(Lines)
    for row in of_keys.iter_rows(named=True):
        text = texts.get((row["club"], row["competition"]), "")
        lines = text.split("\n")
        on = _line(row, known(text), lines)
        if on is None:
            continue
        fault = Problem(row["field"], row["value"], row["message"], row["code"], row["arguments"], on)
        line = lines[on - 1]
        is_shown = row["value"] is None or (row["value"] in line and not _SEVERAL.search(line))
        yield row["row"], on, next(iter(as_they_stand([fault], text))).arguments if is_shown else row["arguments"]


def _line(row: Mapping[str, Any], known: Lines, lines: list[str]) -> int | None:
    field, value = row["field"], row["value"]
    if nth := json.loads(row["arguments"] or "{}").get(NTH):
        section, _, key = field.partition(".")
        return line_of(f"{section}.{nth}.{key}", known)
    if f"{field}.{value}" in known:
        return known[f"{field}.{value}"][0]
    on = sorted(given[0] for key, given in known.items() if _NUMBER_OF_ENTRY.sub("", key) == field)
    with_value = [line_no for line_no in on if value is not None and value in lines[line_no - 1]]
    return next((some[0] for some in (with_value, on) if len(some) == 1), None)


def until_fixed(problem: Problem, what: str, value: object = 1) -> Finding:
    """Return the error about a problem. It also says what happens until the fix: `what`, for `value` files."""
    arguments = json.dumps({**problem.gaps, what: str(value)}, ensure_ascii=False)
    message = _UNTIL_FIXED[what].format(problem.message, value)
    return Finding(problem.line_no, "error", problem.key, problem.value, message, problem.code, arguments)


def hardly_reached(settings: Settings) -> Iterator[Finding]:
    """Warn of a championship that counts more evenings than a season has weeks; perhaps a percentage was intended."""
    weeks = max((season.end - season.start).days // _DAYS_OF_A_WEEK + 1 for season in settings.season)
    asked = {
        "championship.individual.min": settings.championship.individual.min,
        "championship.pairs.together": settings.championship.pairs.together,
    }
    for key, most in asked.items():
        if isinstance(most, int) and most > weeks:
            gaps = {"weeks": str(weeks), "share": str(min(most, 100))}
            yield warning("settings.more_than_weeks", field=key, value=str(most), **gaps)
