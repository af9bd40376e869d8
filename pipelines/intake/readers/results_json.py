"""The JSON of results, which Barometer and other programs write (docs/results.md, docs/results.schema.json).

A document has sessions, and a session has lists of rows. The rows of each list are counted from 1; these numbers are
the line numbers in tables and findings.
"""

import json
import re
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.reading import LETTERS_SHOWN, Finding, Sheets, error, warning

FORMAT, VERSION = "barometer-results", 1

OF_SESSION = (
    *("session_id", "date", "kind", "together", "title"),
    *("winners", "team_scoring", "event", "carry", "datum_drop"),
)
ABOUT = ("club", "club_name", "competition", "competition_name", "season")
"""Keys that say where a session comes from. They are not read, because the folder of the file decides that."""


class Rows(NamedTuple):
    """A list in the JSON of a session: the table that it fills, and for each key of a row the column."""

    table: str
    columns: dict[str, str]


_KEYS = {
    "players": "player_id name",
    "entries": "line entrant player_id substitutes_for direction seat rounds",
    "results": "line round table board ns ew contract declarer tricks score ruling subfield lead auction play"
    " ns_points ew_points",
    "standings": "line entrant points score rank penalty",
    "adjustments": "line entrant amount unit",
    "matches": "line round team opponent boards imps vp points",
    "totals": "line entrant boards percentage imps vp rank points maximum",
    "ranking_points": "player_id points",
    "deals": "board lines round dealer vulnerable deal double_dummy date",
}
_IN_TABLES = {
    **{"standings": "official_results"},
    **{"ns_points": "official_ns_points", "ew_points": "official_ew_points"},
}
LISTS = {
    name: Rows(_IN_TABLES.get(name, name), {key: _IN_TABLES.get(key, key) for key in keys.split()})
    for name, keys in _KEYS.items()
}
_FORMAT = re.compile(rf'"format"\s*:\s*"{FORMAT}"')
_HALF_A_LETTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
"""An escape for half of a surrogate pair, without the other half. No text can hold it."""
_UNKNOWN_LETTER = r"\\ufffd"
_MOST_KEYS = 20


def is_results_json(text: str) -> bool:
    """Return whether this is a JSON object that names this format."""
    return text.lstrip().startswith("{") and _FORMAT.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one document. Sessions without an id get `session_id`; several get `session_id-1`, `-2` and so on."""
    document, findings = parsed(text)
    if not isinstance(document, dict):
        return Sheets({}, findings)
    if (version := document.get("version")) != str(VERSION):
        findings.append(warning("json.left_out/version", field="version", value=cell(version)))
    given = document.get("sessions")
    if not isinstance(given, list) or not given:
        return Sheets({}, [*findings, error("json.left_out/sessions", field="sessions")])
    sessions = _objects("sessions", given, findings)
    _add_unknown_keys("session", sessions, {*OF_SESSION, *ABOUT, *LISTS}, findings)
    numbered = [f"{session_id}-{place}" if len(sessions) > 1 else session_id for place in range(1, len(sessions) + 1)]
    ids = [cell(session.get("session_id")) or own for session, own in zip(sessions, numbered, strict=True)]
    heads = [
        [each, *(cell(session.get(key)) for key in OF_SESSION[1:])] for each, session in zip(ids, sessions, strict=True)
    ]
    sheets = {"sessions": _sheet(list(OF_SESSION), heads)}
    for key, (table, columns) in LISTS.items():
        rows = _rows(key, sessions, ids, findings)
        _add_unknown_keys(key, [row for _, row in rows], set(columns), findings)
        if rows:
            cells = [[each, *map(cell, map(row.get, columns))] for each, row in rows]
            sheet = _sheet(["session_id", *columns.values()], cells)
            sheets[table] = sheet.drop("session_id") if table == "players" else sheet
    if "players" in sheets:
        sheets["players"] = sheets["players"].unique(["player_id", "name"], keep="first", maintain_order=True)
    if "results" in sheets:
        points = pl.any_horizontal(pl.col("official_ns_points", "official_ew_points").is_not_null())
        sheets["results"] = sheets["results"].with_columns(official_centred=pl.when(points).then(pl.lit("false")))
    return Sheets(sheets, findings)


def parsed(text: str, *, has_more: bool = False) -> tuple[Any, list[Finding]]:
    """Return the content of the JSON, with numbers as written, or an error. With `has_more`, other text may follow."""
    reader = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    try:
        whole = _HALF_A_LETTER.sub(_UNKNOWN_LETTER, text)
        return (reader.raw_decode(whole)[0] if has_more else reader.decode(whole)), []
    except json.JSONDecodeError as fault:
        return None, [error("json.not_sound", line_no=fault.lineno, field="JSON", reason=fault.msg)]
    except RecursionError:
        return None, [error("json.not_sound/nested", field="JSON")]


def cell(value: object) -> str | None:
    """Return a JSON value as the text of a cell."""
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _sheet(columns: list[str], cells: list[list[str | None]]) -> pl.DataFrame:
    sheet = pl.DataFrame(cells, schema=dict.fromkeys(columns, pl.String), orient="row")
    return sheet.with_columns(line_no=pl.int_range(1, pl.len() + 1))


def _rows(key: str, sessions: list[Any], ids: list[str], findings: list[Finding]) -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for session, each in zip(sessions, ids, strict=True):
        given = session.get(key)
        if isinstance(given, list):
            rows += [(each, row) for row in _objects(key, given, findings)]
        elif given is not None:
            findings.append(error("json.left_out/list", field=key, value=cell(given)))
    return rows


def _objects(key: str, rows: list[Any], findings: list[Finding]) -> list[Any]:
    wrong = [row for row in rows if not isinstance(row, dict)]
    if wrong:
        first = cell(wrong[0]) or "null"
        findings.append(error("json.left_out", field=key, value=first, rows=len(wrong)))
    return [row for row in rows if isinstance(row, dict)]


def _add_unknown_keys(of: str, rows: list[Any], known: set[str], findings: list[Finding]) -> None:
    for key in list(dict.fromkeys(key for row in rows for key in row if key not in known))[:_MOST_KEYS]:
        shown = key[:LETTERS_SHOWN]
        gaps = {"key": shown, "of": of, "document": "docs/results.md"}
        findings.append(warning("json.left_out/key", field=shown, **gaps))
