"""Rows of a CSV table with more or fewer cells than the first row, and a last row in the middle of which it stops."""

import json
from typing import Any

import polars as pl

from pipelines.intake.readers.decoding import Lines, text_at
from pipelines.intake.readers.hidden_players import PUBLIC
from pipelines.intake.readers.reading import Finding, error, on_lines

SEPARATORS = (",", ";", "\t")
OPEN_QUOTE = "csv.open_quote"
"""Code of the finding on a quote that is never closed."""
_FEWEST = 3
"""With fewer other rows, nothing follows from a column in which all of them have something."""
_SENTENCES = {
    "tables.cells/more": (
        "cells: {cells}, columns: {columns}; the row is left out: take out the commas or semicolons that are too many,"
        " and put a cell that has one in it, as a number with a decimal comma, between quotes"
    ),
    "tables.cells/fewer": (
        "cells: {cells}, columns: {columns}; the row is left out: write the cells that are missing, with the separator"
        " of the first row between them, also beside those that are empty"
    ),
    "tables.cells/public": (
        "cells: {cells}, columns: {columns}; the row is left out: give it a cell for public too, which may be empty;"
        " to hide a few people, a second file with the columns player_id and public, and a row for each of them, is"
        " enough"
    ),
    "tables.cells/most": (
        "cells: {cells}, columns: {columns}, as in most rows, which are left out: see whether the first row has one"
        " name for each cell of the others, and whether a decimal comma cuts a number in two, which needs quotes then"
    ),
}
_CUT_OFF = (
    "the file stops in the middle of this row, which is left out, as is all that stood below it: export it again, or"
    " copy all of it; if nothing stood below it, complete the row"
)
_CUT_OFF_SESSION = (
    "the file stops in the middle of this row, which is left out, as is all that stood below it, and the session"
    " {session} is marked: export it again, or copy all of it; if nothing stood below it, complete the row"
)
_MAKE_RESULTS = ("results", "entries", "matches", "adjustments")
"""Tables without all rows of which the results of a session may be others."""


def without_shifted(body: pl.DataFrame, padded: pl.DataFrame, width: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows without those in which a separator too many shifts the cells, and these of `padded`.

    Behind the last column a spreadsheet writes separators in all rows alike. A row that has more than most, and nothing
    in a column in which every other row has something, has one of them elsewhere.

    Args:
        body: of `Lines`, with cells of text.
        padded: (line_no, width) of those of its rows with more cells than columns, all beyond them empty.
        width: the number of columns.
    """
    of_columns = body.height - padded.height
    counts = padded.group_by("width").len("rows").sort("rows", "width", descending=True)
    usual = int(counts["width"][0]) if counts.height and counts["rows"][0] > of_columns else width
    odd = padded.filter(pl.col("width") > usual)
    others = body.join(odd, on="line_no", how="anti")
    if odd.is_empty() or others.height < _FEWEST:
        return body, odd.clear()
    has_empty = others.select(_is_empty(place).any().alias(str(place)) for place in range(width)).row(0)
    lacks = [_is_empty(place) for place, is_some in enumerate(has_empty) if not is_some]
    shifted = odd.join(body.filter(pl.any_horizontal(pl.lit(value=False), *lacks)), on="line_no", how="semi")
    return body.join(shifted, on="line_no", how="anti", maintain_order="left"), shifted.sort("line_no")


def _is_empty(place: int) -> pl.Expr:
    return pl.col("cells").list.get(place, null_on_oob=True).fill_null("").str.strip_chars() == ""


def of_table(finding: Finding, name: str | None) -> Finding:
    """The finding on an open quote, which costs a row, with the name of the table of that row; any other as it is."""
    if name is None or not finding.code.startswith(OPEN_QUOTE):
        return finding
    return finding._replace(arguments=json.dumps({**json.loads(finding.arguments or "{}"), "table": name}))


def of_wrong_width(name: str, lines: Lines, header: list[str]) -> list[Finding]:
    """One error for all rows with the same wrong number of cells.

    Args:
        name: the table.
        lines: those of the file.
        header: the names of its columns, as the reader compares them.
    """
    findings = []
    for cells, fault in lines.of_wrong_width.items():
        code = "tables.cells/fewer" if cells < len(header) else "tables.cells/more"
        if name == "players" and PUBLIC in header[cells:]:
            code = "tables.cells/public"
        elif fault.lines > max(lines.body.height, 1):
            code = "tables.cells/most"
        told: dict[str, Any] = {"cells": cells, "columns": len(header), "table": name, "value": fault.value}
        findings.append(on_lines(code, _SENTENCES[code], fault.line_nos, fault.lines, **told))
    return findings


def cut_off(name: str, header: list[str], lines: Lines) -> tuple[list[Finding], dict[str, pl.DataFrame]]:
    """The error on a row in the middle of which the file stops; and the sheet `stated`, where its session is known.

    Args:
        name: the table.
        header: the names of its columns, as the reader compares them.
        lines: those of the file.
    """
    if lines.cut_off is None:
        return [], {}
    told: dict[str, Any] = {"line_no": lines.cut_off.line_no, "value": lines.cut_off.value, "table": name}
    session = _session(header.index("session_id"), lines) if name in _MAKE_RESULTS else None
    if session is None:
        return [error("tables.cut_off", _CUT_OFF, **told)], {}
    row = {"session_id": session, "what": "cut_off", "value": "1", "line_no": lines.cut_off.line_no}
    return [error("tables.cut_off_session", _CUT_OFF_SESSION, **told, session=session)], {"stated": pl.DataFrame([row])}


def _session(place: int, lines: Lines) -> str | None:
    """The session of the row that breaks off, or where that is not whole either, of the row above."""
    above = lines.body.select(text_at(lines.body, place)).to_series().tail(1).to_list()
    said = [*(lines.cut_off.whole[place : place + 1] if lines.cut_off else ()), *above]
    return next((session.strip() for session in said if session and session.strip()), None)
