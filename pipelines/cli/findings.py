"""Findings of the last build, or of a landing folder that is checked but not built; and how they are printed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.building.clubs_run import engine_for, last_build
from pipelines.building.failures import each_alone, findings_of
from pipelines.building.groups import bytes_of
from pipelines.building.solving.store import solved_tables
from pipelines.cli.terminal.output import say
from pipelines.cli.terminal.selection import one_club
from pipelines.cli.terminal.which_landing import another_landing
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.gathered import RAW
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths, Place
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import FINDINGS
from pipelines.words.finding_texts import said_away_from_desk, severity_name
from pipelines.words.plain_text import finding_in_words, place_of, what_of
from pipelines.words.progress import Progress
from pipelines.words.shown_tables import FOLDED, folded, what_follows
from pipelines.words.streams import plain
from transforms.season import MADE, season_tables
from transforms.tables.messages import gettext, labelled, ngettext
from transforms.tables.schemas import WAREHOUSE

_SHOWN_AT_FIRST, _FEWEST_SHOWN = 20, 3
_WIDTH, _ROWS = 80, 24
"""The size of a small terminal. Findings that do not fit into it are only counted."""
_SAME = ("club", "competition", "file_id", "severity", "field", "value", "code", "arguments")
"""The columns that identify a finding from build to build. Its line number changes if lines are added above it."""


def findings_of_landing(landing: Path, progress: Progress, last: LastBuild | None) -> pl.DataFrame:
    """Return the findings that a build would have. A club that cannot be checked gets a finding of its own."""
    folders = competition_folders(landing)
    nothing = {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in RAW}
    computed = [name for name in FINDINGS if name in MADE]

    def found(clubs: list[str]) -> pl.DataFrame:
        of_clubs = [folder for folder in folders if folder.club in clubs]
        raw = {f"raw.{name}": table for name, table in read_landing(landing, nothing, progress, of_clubs, last).items()}
        tables = raw | season_tables({**raw, "solved": solved_tables(None, ()), "profiles": profile_table()}, computed)
        return pl.concat(tables[name] for name in FINDINGS if name in tables)

    with engine_for(bytes_of(folders)):
        of_clubs, failures = each_alone(found, {folder.club for folder in folders}, "its findings")
    return pl.concat([findings_of(failures, ()), *(rows for _, rows in of_clubs)])


def known_to_a_build(folder: Path, paths: Paths, *, is_named: bool) -> LastBuild | None:
    """Return the record of the last build if a build of this folder would use it, else None."""
    try:
        if not exists(paths.warehouse) or (not is_named and another_landing(folder, paths.warehouse)):
            return None
        with Warehouse(paths.warehouse, read_only=True) as warehouse:
            return last_build(warehouse)
    except UnusableError:
        if is_named:
            raise
        return None


def findings_of_last_build(path: Place, club: str | None) -> pl.DataFrame:
    """Return all findings in the warehouse, errors first; with `club` (an id or name), only those of this club."""
    with Warehouse(path, read_only=True) as warehouse:
        found = pl.concat(warehouse.read(table) for table in FINDINGS)
        files, rules = warehouse.read("raw.files"), warehouse.read("raw.competitions")
    if club is not None:
        found = found.filter(club=one_club(rules, club, filter(None, files["club"])))
    return found.sort("severity", maintain_order=True)


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
