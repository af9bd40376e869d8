"""The remarks that Barometer writes into USEBIO and PBN, for facts about results that the format cannot express.

A remark is a JSON object: `table`; `row`, the row as the format has it (null if it cannot hold the row); and `is`, the
cells that differ (null if the row should not exist). If the row was changed later, an error names the remark.
"""

import json
import re
from functools import cache
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.reading import PROVENANCE, Finding, Reading, Sheets, on_lines, reading, shape

TABLES = ("sessions", "players", "entries", "results", "adjustments", "matches", "totals")

_HOW = {"usebio": re.compile(r"<\?barometer\s(.*?)\?>"), "pbn": re.compile(r"^%barometer\s(.*)$", re.MULTILINE)}
"""How each format writes remarks: as XML instructions, or on the lines that PBN reserves for the writing program."""
REMARKED = frozenset(_HOW)
_NOT_REMARKED = ("session_id", "reason", *PROVENANCE)
_ONLY_REMARKED = {"players": ("player_id", "name")}


class _Remark(NamedTuple):
    line_no: int
    table: str
    row: dict[str, Any] | None
    cells: dict[str, Any] | None


@cache
def columns_of_remarks(name: str) -> tuple[str, ...]:
    """Return the columns of a table that remarks may hold: no session id, no official value, nothing private."""
    columns = _ONLY_REMARKED.get(name, shape(name))
    return tuple(column for column in columns if column not in _NOT_REMARKED and not column.startswith("official_"))


def written_remark(form: str, remark: str) -> str:
    """Return a line with a remark, in the form of this file format."""
    # Nothing in a remark may end the XML instruction, or mean something else in another encoding.
    plain = remark.replace(">", "\\u003e")
    return f"<?barometer {plain}?>" if form == "usebio" else f"%barometer {plain}"


def has_remark_on(form: str, table: str, text: str) -> bool:
    """Return whether a file of this format has a remark on this table."""
    return any(remark.table == table for remark in _remarks(_HOW[form], text)[0])


def restored(found: Reading, text: str, file_id: str, session_id: str) -> Reading:
    """Apply the remarks of a file to the tables read from it."""
    how = _HOW.get(found.format)
    if how is None or "barometer" not in text:
        return found
    remarks, problems = _remarks(how, text)
    tables = dict(found.tables)
    findings = [found.findings]
    for name in TABLES:
        if of_table := [remark for remark in remarks if remark.table == name]:
            tables[name], of_rows, lost = _taken_in(tables[name], name, of_table, file_id, session_id)
            findings.append(of_rows)
            problems += lost
    findings.append(reading(found.format, Sheets({}, problems), file_id).findings)
    given = found.given | {remark.table for remark in remarks}
    return Reading(found.format, given, tables, pl.concat(findings))


def _remarks(how: re.Pattern[str], text: str) -> tuple[list[_Remark], list[Finding]]:
    remarks: list[_Remark] = []
    wrong: dict[int, str] = {}
    counted_to, line_no = 0, 1
    for found in how.finditer(text):
        line_no += text.count("\n", counted_to, found.start())
        counted_to = found.start()
        if remark := _remark(line_no, found[1]):
            remarks.append(remark)
        else:
            wrong[line_no] = found[1]
    if not wrong:
        return remarks, []
    at = {"field": "barometer", "value": next(iter(wrong.values()))}
    return remarks, [on_lines("remarks.passed_over", [*wrong], **at)]


def _remark(line_no: int, text: str) -> _Remark | None:
    try:
        said = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or said.get("table") not in TABLES:
        return None
    row, cells = said.get("row"), said.get("is")
    are_cells = all(
        of is None or (isinstance(of, dict) and all(value is None or isinstance(value, str) for value in of.values()))
        for of in (row, cells)
    )
    return _Remark(line_no, said["table"], row, cells) if are_cells and (row or cells) else None


def _taken_in(
    table: pl.DataFrame, name: str, remarks: list[_Remark], file_id: str, session_id: str
) -> tuple[pl.DataFrame, pl.DataFrame, list[Finding]]:
    columns = list(columns_of_remarks(name))
    rows = table.with_row_index("at")
    as_written, _ = _typed(name, {no: of.row for no, of in enumerate(remarks) if of.row is not None}, file_id)
    wanted, of_cells = _typed(
        name, {no: {**(of.row or {}), **of.cells} for no, of in enumerate(remarks) if of.cells is not None}, file_id
    )
    matched = nth_of_its_kind(rows, columns).join(
        nth_of_its_kind(as_written.select("remark", *columns), columns), on=[*columns, "nth"], nulls_equal=True
    )
    where = matched.select("remark", pl.exclude(*columns, "remark", "nth"))
    added = [no for no, of in enumerate(remarks) if of.row is None]
    last = pl.lit(table["line_no"].max() or 0)
    changed = (
        wanted.join(where, on="remark", how="left", maintain_order="left")
        .filter(pl.col("remark").is_in(added) | pl.col("at").is_not_null())
        .with_columns(
            file_id=pl.lit(file_id), line_no=pl.col("line_no").fill_null(last + pl.col("at").is_null().cum_sum())
        )
    )
    if "session_id" in table.columns:
        known = table["session_id"].head(1).to_list() or [session_id]
        changed = changed.with_columns(session_id=pl.lit(known[0]))
    gone = [no for no, of in enumerate(remarks) if of.cells is None]
    replaced = where.filter(pl.col("remark").is_in([*wanted["remark"].to_list(), *gone]))["at"].to_list()
    whole = pl.concat([rows.filter(~pl.col("at").is_in(replaced)), changed.drop("remark")], how="diagonal")
    in_order = whole.sort("at", nulls_last=True, maintain_order=True).select(table.columns)
    lines = [remark.line_no for remark in remarks]
    at_lines = of_cells.with_columns(pl.col("line_no").replace_strict(range(len(lines)), lines, return_dtype=pl.Int64))
    found = set(where["remark"].to_list())
    in_doubt = [of.line_no for no, of in enumerate(remarks) if of.row is not None and no not in found]
    if not in_doubt:
        return in_order, at_lines, []
    at = {"field": "barometer", "table": name}
    return in_order, at_lines, [on_lines("remarks.passed_over/changed", in_doubt, **at)]


def _typed(name: str, rows: dict[int, dict[str, Any]], file_id: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    columns = [*columns_of_remarks(name)]
    cells = [["-", *map(row.get, columns)] for row in rows.values()]
    sheet = pl.DataFrame(cells, schema=dict.fromkeys(["session_id", *columns], pl.String), orient="row")
    numbered = sheet.with_columns(pl.Series("line_no", list(rows), pl.Int64))
    typed = reading("", Sheets({name: numbered}, []), file_id)
    return typed.tables[name].select(*columns, remark="line_no"), typed.findings


def nth_of_its_kind(table: pl.DataFrame, columns: list[str]) -> pl.DataFrame:
    """Add a column `nth` to the rows: the position, from 0, among rows that are equal in these columns."""
    return table.with_columns(nth=pl.int_range(pl.len()).over(columns))
