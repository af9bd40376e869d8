"""What a run says of what it made: rows, clubs, seconds, who was set aside, and the first rows.

Nothing that is said here names people who are not shown.
"""

import datetime as dt
import json
import logging
import math
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import dagster as dg
import polars as pl

from pipelines.assets.group_plan import FEDERATION_TABLES
from pipelines.assets.group_run import GroupRun
from pipelines.building.changes import NO_CLUB, SITE
from pipelines.building.clubs_run import Checked
from pipelines.building.failures import MAY_NAME, Failure, findings_of
from pipelines.building.hiding import asked_in, clubs_of
from pipelines.machine.environment import TELL, value_of
from pipelines.reports.named_folders import NamedFolders
from pipelines.warehouse import Warehouse
from pipelines.warehouse.statements import stored
from transforms.privacy.withheld import Withheld, withheld
from transforms.tables.messages import in_english
from transforms.tables.schemas import Findings

_OF_HIDDEN = "operations.hidden_on_pages"
"""It names who is hidden, so none of its rows is shown."""
OF_ALL_CLUBS = (
    *FEDERATION_TABLES,
    *("operations.builds", "operations.groups", "operations.steps", "operations.findings", _OF_HIDDEN),
)
"""The tables that every run makes of all clubs together."""

_PREVIEW_ROWS = 10
_MOST_CLUBS = 30

Said = dict[str, Any]


def of_table(run: GroupRun, table: str) -> Said:
    """About a table of the clubs of a run."""
    rows = run.made(table)
    said: Said = {"dagster/row_count": run.rows_in_group(table), "seconds": round(run.seconds, 3)}
    if rows is None:
        return {**said, "clubs": "none was computed"}
    counts = dict(rows.group_by("club").len().iter_rows())
    made_for = sorted(run.clubs.made_for[table] & set(run.clubs.clubs))
    said |= {
        "clubs": _clubs([{"club": club, "rows": counts.get(club or None, 0)} for club in made_for]),
        "preview": preview(table, rows, run.hidden),
    }
    return said | _set_aside(run)


def of_pages(run: GroupRun) -> Said:
    """About the pages of the clubs of a run, before they are put in their places."""
    drawn = [club for club, stale in sorted(run.clubs.clubs.items()) if SITE in stale and club != NO_CLUB]
    steps = run.build.warehouse.read("operations.steps", drawn).filter(table_name=SITE)
    pages = dict(steps.select("club", "pages").iter_rows())
    gone = run.build.plan.gone
    said: Said = {
        "build": run.build.number,
        "why": in_english(run.build.plan.why),
        "pages": sum(pages.get(club) or 0 for club in drawn),
        "clubs": _clubs([{"club": club, "pages": pages.get(club) or 0} for club in drawn]),
        "seconds": round(run.seconds, 3),
        "first page": dg.MetadataValue.path(run.paths.reports / "index.html"),
    }
    return said | ({"clubs gone": ", ".join(gone)} if gone else {}) | _set_aside(run)


def of_all_clubs(warehouse: Warehouse) -> dict[str, Said]:
    """Table -> what there is to say about it, as it is published.

    It knows the last rows of each, and of people no more than it needs for these.
    """
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
    """Who is not shown in the clubs that stand in these rows of tables, or of which people do."""
    persons = {person for rows in shown.values() if "person" in rows.columns for person in rows["person"]}
    clubs = {club for rows in shown.values() if "club" in rows.columns for club in rows["club"].drop_nulls()}
    clubs |= {person.partition("/")[0] for person in persons}
    clubs |= {*clubs_of(warehouse, federation_ids=persons)}

    def known(table: str) -> pl.DataFrame:
        rows = warehouse.read_all_seasons(table, clubs)
        if table != "raw.players":
            return rows
        elsewhere = asked_in(warehouse).filter(~pl.col("club").is_in(list(clubs)))
        return pl.concat([rows, elsewhere])

    return withheld(known)


def of_check(run: GroupRun, checked: Checked) -> Said:
    """About a check: how many rows break its condition, the first of them, and the clubs that were set aside for it."""
    rows = checked.rows
    said: Said = {"group": run.group, "rows": rows.height, "condition": checked.check.says[""]}
    if rows.is_empty():
        return said
    clubs = sorted(set(rows["club"].drop_nulls())) if "club" in rows.columns else []
    word = "clubs set aside" if checked.check.severity == "error" else "clubs"
    return {**said, word: ", ".join(clubs[:_MOST_CLUBS]), "first rows": preview(checked.check.on, rows, run.hidden)}


def findings_in_words(run: GroupRun) -> pl.DataFrame:
    """The clubs that failed in this build, or whose pages may name people, and what is found about them."""
    failed = [failure.club for failure in run.build.failures]
    warehouse = run.build.warehouse
    found = warehouse.read("operations.findings")
    told = found.filter(pl.col("club").is_in(failed) | (pl.col("code") == MAY_NAME))
    hidden = _withheld_in(warehouse, {"operations.findings": told})  # some of them may be clubs of other groups
    return hidden.shown("operations.findings", told).select("club", "message")


def failures_in_words(failures: Sequence[Failure], run: GroupRun) -> pl.DataFrame:
    """The club and what went wrong with it, without people who are not shown."""
    if not failures:  # a large site is listed only where it must be: this is asked at each stage
        return Findings.create_empty().select("club", "message")
    found = findings_of(failures, run.build.published_before, folders_of=NamedFolders(run.build.paths.reports).of)
    return run.hidden.shown("operations.findings", found).select("club", "message")


def preview(table: str, rows: pl.DataFrame, hidden: Withheld) -> dg.MarkdownMetadataValue:
    """The first rows of a table as Markdown."""
    return dg.MetadataValue.md(readable(hidden.shown(table, rows.head(_PREVIEW_ROWS))))


def _set_aside(run: GroupRun) -> Said:
    if not run.clubs.failures:
        return {}
    return {"clubs set aside": dg.MetadataValue.md(readable(failures_in_words(run.clubs.failures, run)))}


def _clubs(rows: list[dict[str, Any]]) -> dg.TableMetadataValue | str:
    """The clubs with what each has; where they are many, the largest of them."""
    if not rows:
        return "none"
    last = list(rows[0])[-1]
    shown = sorted(rows, key=lambda row: (-row[last], row["club"]))[:_MOST_CLUBS]
    records = [dg.TableRecord({**row, "club": row["club"] or "(outside any club)"}) for row in shown]
    if len(rows) > _MOST_CLUBS:
        more = {
            "club": f"{len(rows) - _MOST_CLUBS} more",
            last: sum(row[last] for row in rows) - sum(row[last] for row in shown),
        }
        records.append(dg.TableRecord(more))
    return dg.MetadataValue.table(records)


_SECONDS = 30


def tell(message: str, log: logging.Logger) -> None:
    """Hand a message to the command that the environment names; where there is none, or it fails, to the log.

    Args:
        message: in plain words, on one line or more.
        log: of the run or sensor.
    """
    command = (value_of(TELL) or "").strip()
    if not command:
        log.error(message)
        return
    said = message.encode("utf-8")
    try:
        subprocess.run(_in_words(command), input=said, timeout=_SECONDS, check=True, capture_output=True)  # noqa: S603 - the operator's
    except (OSError, ValueError, subprocess.SubprocessError) as wrong:
        log.error(f"{message}\n({TELL}: {wrong})")


def _in_words(command: str) -> str | list[str]:
    """The program and what it is given; Windows parts them itself, where a backslash stands in every path."""
    return command if sys.platform == "win32" else shlex.split(command)


_DECIMALS = 4
_MOST_SIGNS = 500
"""The most characters shown in a cell; the number of further characters is shown in their place."""
_LARGE = 1e15
"""Floats from here on are shown by `repr`: they have no decimals to show."""
_MARKUP = re.compile(r"[&<>|\\`*\[\]~$]|(?<![^\W_])_|_(?![^\W_])")
"""An underscore counts as markup only where it is not inside a word, as it is in `session_id`."""
_MOST_COLUMNS = 8
"""Dagster squeezes a table into the width of its window: with more columns, headers are cut to three letters."""
_LAST = ("file_id", "line_no", "sha256")
"""Columns that give way to others."""


def readable(rows: pl.DataFrame) -> str:
    """The rows as Markdown that fits a window: what is the same in all of them, a table of what differs, and the rest.

    Returns:
        A line with the columns that have one value in all rows, a table of at most eight of the others, and a line that
        names those that are left out. A single row is a table of two columns: column and value.
    """
    if rows.height == 1:
        cells = zip(map(_escaped, rows.columns), map(_cell, rows.row(0)), strict=True)
        return "\n".join(_line(cells) for cells in (("column", "value"), ("---", "---"), *cells))
    same = [name for name in rows.columns if rows.height and rows[name].n_unique() == 1]
    differ = [name for name in rows.columns if name not in same]
    kept = sorted(differ, key=lambda name: name in _LAST)[:_MOST_COLUMNS]
    shown = [name for name in differ if name in kept]
    values = rows.select(same).row(0) if same else ()
    said = [f"{_escaped(name)} {_cell(value) or 'empty'}" for name, value in zip(same, values, strict=True)]
    left_out = [_escaped(name) for name in differ if name not in kept]
    parts = [
        f"In all rows: {'; '.join(said)}" if said else "",
        markdown_table(rows.select(shown)) if shown else "",
        f"Not shown: {', '.join(left_out)}" if left_out else "",
    ]
    return "\n\n".join(part for part in parts if part)


def markdown_table(rows: pl.DataFrame) -> str:
    """The rows as a Markdown table with all columns.

    Returns:
        A line of headers, a line that aligns columns of numbers to the right, and one line per row. Null is empty. A
        float has up to four decimals, or four significant digits if it is smaller than 0.0001. Lists and structs are
        JSON. A text of more than 500 characters is cut, and the number of characters left out is shown.
    """
    rule = ["---:" if dtype.is_numeric() else "---" for dtype in rows.dtypes]
    lines = [map(_escaped, rows.columns), rule, *(map(_cell, row) for row in rows.iter_rows())]
    return "\n".join(_line(cells) for cells in lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float():
            return _short(value)
        case dt.datetime():
            return value.isoformat(sep=" ", timespec="seconds")
        case list() | dict():
            return _escaped(json.dumps(value, default=str, ensure_ascii=False))
        case _:
            return _escaped(str(value))


def _short(number: float) -> str:
    """The number without trailing zeros: `50`, `62.5`, `0.3333`, `1.235e-05`."""
    if not math.isfinite(number) or abs(number) >= _LARGE:
        return repr(number)
    if 0 < abs(number) < 10**-_DECIMALS:
        return f"{number:.{_DECIMALS}g}"
    shown = f"{number:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def _escaped(text: str) -> str:
    """The text on one line, with characters of markup escaped, and spaces for characters that cannot be printed."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    shown, more = printable[:_MOST_SIGNS], len(printable) - _MOST_SIGNS
    escaped = _MARKUP.sub(lambda found: f"&#{ord(found[0])};", shown)
    return f"{escaped}… ({more} more characters)" if more > 0 else escaped
