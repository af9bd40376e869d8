"""The metadata that Dagster shows about a run, without hidden people: rows, clubs, seconds, and clubs left out."""

import logging
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg
import polars as pl

from pipelines.assets.group_run import FEDERATION_TABLES, GroupRun
from pipelines.building.changes import NO_CLUB, SITE
from pipelines.building.clubs_run import Checked
from pipelines.building.failures import MAY_NAME, Failure, findings_of
from pipelines.building.hiding import asked_in, clubs_of
from pipelines.machine import waits
from pipelines.machine.environment import MESSAGE_COMMAND, value_of
from pipelines.reports.manifests import NamedFolders
from pipelines.warehouse import Warehouse
from pipelines.warehouse.statements import stored
from transforms.privacy.withheld import Withheld, withheld
from transforms.tables.messages import in_english
from transforms.tables.schemas import Findings

_OF_HIDDEN = "operations.hidden_on_pages"  # the table that names hidden people; Dagster shows none of its rows
OF_ALL_CLUBS = (
    *FEDERATION_TABLES,
    *("operations.builds", "operations.groups", "operations.steps", "operations.findings", _OF_HIDDEN),
)

_PREVIEW_ROWS, _MOST_SIGNS = 10, 500  # the most rows shown of a table, and the most characters of a text
_MOST_CLUBS = 30

Metadata = dict[str, Any]


def of_table(run: GroupRun, table: str) -> Metadata:
    """Return the metadata of a table for the clubs of a run."""
    rows = run.made(table)
    metadata: Metadata = {"dagster/row_count": run.rows_in_group(table), "seconds": round(run.seconds, 3)}
    if rows is None:
        return {**metadata, "clubs": "none was computed"}
    counts = dict(rows.group_by("club").len().iter_rows())
    made_for = sorted(run.clubs.made_for[table] & set(run.clubs.clubs))
    clubs = _clubs([{"club": club, "rows": counts.get(club or None, 0)} for club in made_for])
    return {**metadata, "clubs": clubs, "preview": preview(table, rows, run.hidden), **_set_aside(run)}


def of_pages(run: GroupRun) -> Metadata:
    """Return the metadata of the pages that a run drew, before these pages are put in place."""
    drawn = [club for club, stale in sorted(run.clubs.clubs.items()) if SITE in stale and club != NO_CLUB]
    steps = run.build.warehouse.read("operations.steps", drawn).filter(table_name=SITE)
    pages = dict(steps.select("club", "pages").iter_rows())
    gone = run.build.plan.gone
    metadata: Metadata = {
        "build": run.build.number,
        "why": in_english(run.build.plan.why),
        "pages": sum(pages.get(club) or 0 for club in drawn),
        "clubs": _clubs([{"club": club, "pages": pages.get(club) or 0} for club in drawn]),
        "seconds": round(run.seconds, 3),
        "first page": dg.MetadataValue.path(run.paths.reports / "index.html"),
    }
    return metadata | ({"clubs gone": ", ".join(gone)} if gone else {}) | _set_aside(run)


def of_all_clubs(warehouse: Warehouse) -> dict[str, Metadata]:
    """Return the metadata of each published table of all clubs, by name: its number of rows, and its last rows."""
    counts = {table: warehouse.sql(f"select count(*) from {stored(table)}").item() for table in OF_ALL_CLUBS}  # noqa: S608 - a name of ours
    last = {
        table: warehouse.sql(f"from {table} limit {_PREVIEW_ROWS} offset {max(count - _PREVIEW_ROWS, 0)}")
        for table, count in counts.items()
        if table != _OF_HIDDEN
    }
    hidden = _withheld_in(warehouse, last)
    previews = {table: {"preview": preview(table, rows, hidden)} for table, rows in last.items()}
    return {table: {"dagster/row_count": count, **previews.get(table, {})} for table, count in counts.items()}


def _withheld_in(warehouse: Warehouse, shown: Mapping[str, pl.DataFrame]) -> Withheld:
    persons = {person for rows in shown.values() if "person" in rows.columns for person in rows["person"]}
    clubs = {club for rows in shown.values() if "club" in rows.columns for club in rows["club"].drop_nulls()}
    clubs |= {person.partition("/")[0] for person in persons}
    clubs |= {*clubs_of(warehouse, federation_ids=persons)}
    clubs |= {*warehouse.read("federation.identities").filter(pl.col("person").is_in(list(persons)))["club"]}

    def known(table: str) -> pl.DataFrame:
        rows = warehouse.read_all_seasons(table, clubs)
        if table != "raw.players":
            return rows
        return pl.concat([rows, asked_in(warehouse).filter(~pl.col("club").is_in(list(clubs)))])

    return withheld(known)


def of_check(run: GroupRun, checked: Checked) -> Metadata:
    """Return the metadata of a check: how many rows fail it, the first of them, and the clubs that were left out."""
    check, rows = checked
    metadata: Metadata = {"group": run.group, "rows": rows.height, "condition": check.says[check.variant]}
    if rows.is_empty():
        return metadata
    clubs = sorted(set(rows["club"].drop_nulls())) if "club" in rows.columns else []
    word = "clubs set aside" if check.severity == "error" else "clubs"
    return {**metadata, word: ", ".join(clubs[:_MOST_CLUBS]), "first rows": preview(check.on, rows, run.hidden)}


def findings_in_words(run: GroupRun) -> pl.DataFrame:
    """Return clubs whose build failed now or whose pages may name hidden people, with the reason: (club, message)."""
    failed = [failure.club for failure in run.build.failures]
    warehouse = run.build.warehouse
    is_about_these = pl.col("club").is_in(failed) | (pl.col("code") == MAY_NAME)
    found = warehouse.read("operations.findings").filter(is_about_these)
    hidden = _withheld_in(warehouse, {"operations.findings": found})  # some clubs may be of other groups
    return hidden.shown("operations.findings", found).select("club", "message")


def failures_in_words(failures: Sequence[Failure], run: GroupRun) -> pl.DataFrame:
    """Return the message of each failure, without hidden people: (club, message)."""
    if not failures:  # every stage calls this, so a large site is listed only if there are failures
        return Findings.create_empty().select("club", "message")
    found = findings_of(failures, run.build.published_before, folders_of=NamedFolders(run.build.paths.reports).of)
    return run.hidden.shown("operations.findings", found).select("club", "message")


def preview(table: str, rows: pl.DataFrame, hidden: Withheld) -> dg.TableMetadataValue:
    """Return the first rows of a table as Dagster metadata, without hidden people."""
    return as_table(hidden.shown(table, rows.head(_PREVIEW_ROWS)))


def as_table(rows: pl.DataFrame) -> dg.TableMetadataValue:
    """Return the rows as a Dagster table, which shows every name as plain text. Long texts are cut."""
    cells = ({name: _cell(value) for name, value in row.items()} for row in rows.iter_rows(named=True))
    columns = dg.TableSchema([dg.TableColumn(name) for name in rows.columns])
    return dg.MetadataValue.table([dg.TableRecord(row) for row in cells], columns)


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.7g}" if isinstance(value, float) else str(value)
    return text if len(text) <= _MOST_SIGNS else f"{text[:_MOST_SIGNS]}… ({len(text) - _MOST_SIGNS} more characters)"


def _set_aside(run: GroupRun) -> Metadata:
    if not run.clubs.failures:
        return {}
    return {"clubs set aside": as_table(failures_in_words(run.clubs.failures, run))}


def _clubs(rows: list[dict[str, Any]]) -> dg.TableMetadataValue | str:
    if not rows:
        return "none"
    what = list(rows[0])[-1]
    named: list[dict[str, Any]] = [{**row, "club": row["club"] or "(outside any club)"} for row in rows]
    in_order = sorted(named, key=lambda row: -row[what])
    if rest := in_order[_MOST_CLUBS:]:
        in_order[_MOST_CLUBS:] = [{"club": f"{len(rest)} more", what: sum(row[what] for row in rest)}]
    return dg.MetadataValue.table([dg.TableRecord(row) for row in in_order])


def alert(message: str, log: logging.Logger) -> None:
    """Pass a message to the command named in the environment, or to the log if there is none or the command fails."""
    command = (value_of(MESSAGE_COMMAND) or "").strip()
    if not command:
        log.error(message)
        return
    try:
        # Windows splits the command itself, because a path there has backslashes.
        words = command if sys.platform == "win32" else shlex.split(command)
        given = {"input": message.encode("utf-8"), "timeout": waits.MESSAGE_COMMAND}
        subprocess.run(words, **given, check=True, capture_output=True)  # noqa: S603 - the operator's command
    except (OSError, ValueError, subprocess.SubprocessError) as wrong:
        log.error(f"{message}\n({MESSAGE_COMMAND}: {wrong})")
