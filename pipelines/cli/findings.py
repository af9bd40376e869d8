"""How findings are printed."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.cli.terminal.output import say
from pipelines.words.finding_texts import said_away_from_desk, severity_name
from pipelines.words.plain_text import finding_in_words, place_of, what_of
from pipelines.words.shown_tables import FOLDED, folded, what_follows
from pipelines.words.streams import plain
from transforms.tables.messages import gettext, labelled, ngettext

_SHOWN_AT_FIRST, _FEWEST_SHOWN = 20, 3
_WIDTH, _ROWS = 80, 24
"""The size of a small terminal. Findings that do not fit into it are only counted."""
_SAME = ("club", "competition", "file_id", "severity", "field", "value", "code", "arguments")
"""The columns that identify a finding from build to build. Its line number changes if lines are added above it."""


def errors_in(findings: pl.DataFrame) -> int:
    """Return the number of errors among the findings."""
    return int((findings["severity"] == "error").sum())


def counted(findings: pl.DataFrame) -> str:
    """Return the number of errors and warnings in words: `2 errors, 1 warning`."""
    errors = errors_in(findings)
    warnings = ngettext("{number} warning", "{number} warnings", findings.height - errors)
    return f"{ngettext('{number} error', '{number} errors', errors)}, {warnings}"


def say_first(findings: pl.DataFrame, shows_all: str | None = None, before: pl.DataFrame | None = None) -> int:
    """Print the first findings, errors first; return the number of errors. Findings in `before` are only counted."""
    new = findings
    if before is not None:
        new = findings.join(before, on=_SAME, how="anti", nulls_equal=True, maintain_order="left")
    if not new.is_empty():
        say(gettext("{label}:", label=counted(new)))
    each = folded(new.sort("severity", maintain_order=True))
    others, rows = each.height, 0
    for shown, finding in enumerate(each.head(_SHOWN_AT_FIRST).iter_rows(named=True)):
        words = f"{finding_in_words(finding)}{_follows_in_brackets(finding)}"
        line = f"  {labelled(severity_name(finding['severity']), words)}"
        rows += 1 + len(line) // _WIDTH
        if shown >= _FEWEST_SHOWN and rows > _ROWS:
            break
        say(line)
        others -= 1
    if others > 0:
        more = ngettext("and {number} more", "and {number} more", others)
        if shows_all:
            more = gettext("{more}: {command} shows all of them", more=more, command=shows_all)
        say(f"  … {more}")
    older = findings.join(new, on=_SAME, how="anti", nulls_equal=True)
    if not older.is_empty():
        say(gettext("As before: {findings} ({command} shows them)", findings=counted(older), command=shows_all or ""))
    return errors_in(findings)


def grouped(findings: pl.DataFrame) -> list[str]:
    """Return lines with all findings, errors first. Each message appears once, and all its places below it."""
    lines: list[str] = []
    in_order = folded(findings.sort("severity", maintain_order=True))
    for (severity, _), same in in_order.group_by("severity", "message", maintain_order=True):
        message = labelled(severity_name(str(severity)), said_away_from_desk(same.row(0, named=True)))
        places = f" ({ngettext('{number} place', '{number} places', same.height)})" if same.height > 1 else ""
        lines.append(plain(f"{message}{places}"))
        by_place = same.sort("club", "competition", "file_id", "line_no", nulls_last=True)
        for row in by_place.iter_rows(named=True):
            lines.append(f"  {plain('  '.join(filter(None, (place_of(row), what_of(row)))))}")
            lines += [f"    {what_follows(row[FOLDED])}"] * bool(row[FOLDED])
    return lines


def at_a_glance(findings: pl.DataFrame) -> pl.DataFrame:
    """Return the findings for a terminal: (severity, where, what, message)."""
    rows = []
    for row in folded(findings).iter_rows(named=True):
        message = f"{said_away_from_desk(row)}{_follows_in_brackets(row)}"
        rows.append((severity_name(row["severity"]), place_of(row), what_of(row), message))
    return pl.DataFrame(rows, schema=dict.fromkeys(("severity", "where", "what", "message"), pl.String), orient="row")


def _follows_in_brackets(finding: Mapping[str, Any]) -> str:
    follows = what_follows(finding[FOLDED])
    return f" ({follows})" if follows else ""
