"""The metadata that Dagster shows about a run, without hidden people: rows, clubs, seconds, and clubs left out."""

from collections.abc import Collection, Sequence
from typing import Any

import dagster as dg
import polars as pl

from pipelines.assets.group_run import OF_CLUBS, GroupRun
from pipelines.building.changes import NO_CLUB, RAW, READ_BY, SITE
from pipelines.building.failures import MAY_NAME, Failure, findings_of
from pipelines.building.hiding import withheld_in
from pipelines.reports.manifests import NamedFolders
from pipelines.warehouse import Warehouse
from pipelines.warehouse.statements import stored
from transforms.checks import Check
from transforms.privacy.withheld import Withheld
from transforms.tables.messages import in_english
from transforms.tables.schemas import Findings

_OF_HIDDEN = "operations.hidden_on_pages"  # the table that names hidden people; Dagster shows none of its rows
ALWAYS_WRITTEN = ("operations.builds", "operations.groups", "operations.steps")
"""The records that every build writes."""
OPERATIONS = (*ALWAYS_WRITTEN, "operations.findings", _OF_HIDDEN)
"""The records that a build writes if it draws pages."""

_PREVIEW_ROWS, _MOST_SIGNS = 10, 500  # the most rows shown of a table, and the most characters of a text
_MOST_CLUBS = 30

Metadata = dict[str, Any]


def of_group(run: GroupRun, group: str) -> dict[str, Metadata]:
    """Return the metadata of the tables (and `SITE`) that a run made just now for clubs of a group, by name."""
    said = {table: _of_table(run, table, group) for table in run.clubs.made if table in OF_CLUBS}
    members = [club for club in run.members[group] if club != NO_CLUB]
    drawn = [club for club in members if SITE in run.clubs.clubs.get(club, ())]
    return {table: shown for table, shown in said.items() if shown} | ({SITE: _of_pages(run, drawn)} if drawn else {})


def _of_table(run: GroupRun, table: str, group: str) -> Metadata:
    clubs, rows = run.made(table, group)
    if not clubs:
        return {}
    counts = dict(rows.group_by("club").len().iter_rows())
    others = [club for club in run.members[group] if club not in clubs]
    plan = run.build.plan
    late = {above for club in clubs for above in plan.late.get(club, ())}
    from_late = sorted(read for read in READ_BY.get(table, ()) if (RAW if read.startswith("raw.") else read) in late)
    return {
        "dagster/row_count": rows.height + run.build.warehouse.count(table, others),
        "seconds": round(run.clubs.seconds[table], 3),
        "clubs": _clubs([{"club": club, "rows": counts.get(club or None, 0)} for club in sorted(clubs)]),
        "preview": preview(table, rows, run.hidden),
        **({"made from tables that are out of date": ", ".join(from_late)} if from_late else {}),
        **_set_aside(run),
    }


def _of_pages(run: GroupRun, drawn: Sequence[str]) -> Metadata:
    steps = run.build.warehouse.read("operations.steps", drawn).filter(table_name=SITE)
    pages = dict(steps.select("club", "pages").iter_rows())
    return {
        "build": run.build.number,
        "why": in_english(run.build.plan.why),
        "pages": sum(pages.get(club) or 0 for club in drawn),
        "clubs": _clubs([{"club": club, "pages": pages.get(club) or 0} for club in drawn]),
        "first page": dg.MetadataValue.path(run.paths.reports / "index.html"),
        **_set_aside(run),
    }


def of_gone(run: GroupRun, group: str) -> Metadata:
    """Return the metadata of a group whose pages lose some clubs."""
    return {"build": run.build.number, "clubs gone": ", ".join(run.gone[group])}


def of_all_clubs(warehouse: Warehouse, tables: Sequence[str]) -> dict[str, Metadata]:
    """Return the metadata of each published table of all clubs, by name: its number of rows, and its last rows."""
    counts = {table: warehouse.sql(f"select count(*) from {stored(table)}").item() for table in tables}  # noqa: S608 - a name of ours
    last = {
        table: warehouse.sql(f"from {table} limit {_PREVIEW_ROWS} offset {max(count - _PREVIEW_ROWS, 0)}")
        for table, count in counts.items()
        if table != _OF_HIDDEN
    }
    hidden = withheld_in(warehouse, last)
    previews = {table: {"preview": preview(table, rows, hidden)} for table, rows in last.items()}
    return {table: {"dagster/row_count": count, **previews.get(table, {})} for table, count in counts.items()}


def of_check(check: Check, rows: pl.DataFrame, group: str, clubs: Collection[str], hidden: Withheld) -> Metadata:
    """Return the metadata of a check: the clubs that were checked, those that fail it, and the first rows that do."""
    said: Metadata = {"group": group, "rows": rows.height, "condition": check.says[check.variant]}
    said["clubs checked"] = ", ".join(filter(None, sorted(clubs)[:_MOST_CLUBS])) or "none"
    if rows.is_empty():
        return said
    failing = sorted(set(rows["club"].drop_nulls()))
    word = "clubs set aside" if check.severity == "error" else "clubs"
    return {**said, word: ", ".join(failing[:_MOST_CLUBS]), "first rows": preview(check.on, rows, hidden)}


def findings_in_words(run: GroupRun) -> pl.DataFrame:
    """Return clubs whose build failed now or whose pages may name hidden people, with the reason: (club, message)."""
    failed = [failure.club for failure in run.build.failures]
    warehouse = run.build.warehouse
    is_about_these = pl.col("club").is_in(failed) | (pl.col("code") == MAY_NAME)
    found = warehouse.read("operations.findings").filter(is_about_these)
    hidden = withheld_in(warehouse, {"operations.findings": found})  # some clubs may be of other groups
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
