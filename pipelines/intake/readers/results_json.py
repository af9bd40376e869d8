"""The JSON of results that Barometer writes, and that any program may write: docs/results.md, docs/results.schema.json.

A document has sessions, and a session has lists of rows, by names. Its rows are counted from 1, list by list: that is
the line of a row in the tables and in findings.
"""

import json
import re
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.reading import Finding, Sheets, error, warning

FORMAT, VERSION = "barometer-results", 1

OF_SESSION = ("session_id", "date", "kind", "together", "title", "winners", "team_scoring", "event", "carry")
"""What a session says of itself: columns of the table `sessions`."""
ABOUT = ("club", "club_name", "competition", "competition_name", "season")
"""Where a session comes from; the folder of the file says where it goes, so nothing is read from these."""


class Rows(NamedTuple):
    """A list of a session: the table it becomes, and its keys with the columns of that table."""

    table: str
    columns: dict[str, str]


def _same(table: str, *columns: str) -> Rows:
    return Rows(table, {column: column for column in columns})


LISTS = {
    "players": _same("players", "player_id", "name"),
    "entries": _same("entries", "line", "entrant", "player_id", "substitutes_for", "direction", "seat", "rounds"),
    "results": Rows(
        "results",
        {
            **_same("results", "line", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks").columns,
            **_same("results", "score", "ruling", "subfield", "lead").columns,
            **{"ns_points": "official_ns_points", "ew_points": "official_ew_points"},
        },
    ),
    "standings": _same("official_results", "line", "entrant", "points", "score", "rank", "penalty"),
    "adjustments": _same("adjustments", "line", "entrant", "amount", "unit"),
    "matches": _same("matches", "line", "round", "team", "opponent", "boards", "imps", "vp", "points"),
    "deals": _same("deals", "board", "lines", "dealer", "vulnerable", "deal", "double_dummy", "date"),
}
"""Key of a list in a session -> its rows."""

_FORMAT = re.compile(rf'"format"\s*:\s*"{FORMAT}"')
_HALF_A_LETTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
"""An escape that is one of the two halves of a letter, without the other: no text can hold it."""
_UNKNOWN_LETTER = r"\\ufffd"
_MOST_TOLD = 20
_LETTERS_TOLD = 80
_WITHOUT_SESSION = ("players",)
"""Tables that hold for all sessions of a file."""


def is_results_json(text: str) -> bool:
    """Whether this is a JSON object that names the format."""
    return text.lstrip().startswith("{") and _FORMAT.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one document; a session without an id has this one, with `-1`, `-2` behind it where there are several."""
    document, findings = parsed(text)
    if not isinstance(document, dict):
        return Sheets({}, findings)
    if (version := document.get("version")) != str(VERSION):
        said = (
            "this is another version of the format than 1, which is read here; it is read as that: see what is missing"
        )
        findings.append(warning("results_json.version", said, field="version", value=cell(version)))
    sessions = document.get("sessions")
    if not isinstance(sessions, list) or not sessions:
        said = "no sessions in this file, so it brings no results: write them as a list"
        return Sheets({}, [*findings, error("results_json.no_sessions", said, field="sessions")])
    of = [session for session in sessions if isinstance(session, dict)]
    findings += _no_objects("sessions", sessions)
    findings += _unknown_keys("session", of, {*OF_SESSION, *ABOUT, *LISTS})
    ids = [cell(session.get("session_id")) or _numbered(session_id, place, of) for place, session in enumerate(of, 1)]
    heads = [
        [*map(cell, (each, *(session.get(key) for key in OF_SESSION[1:])))]
        for each, session in zip(ids, of, strict=True)
    ]
    sheets = {"sessions": _sheet(list(OF_SESSION), heads)}
    for key, rows_of in LISTS.items():
        rows, told = _rows(key, of, ids)
        findings += told
        if rows:
            columns = list(rows_of.columns)
            cells = [[each, *map(cell, map(row.get, columns))] for each, row in rows]
            sheet = _sheet(["session_id", *rows_of.columns.values()], cells)
            sheets[rows_of.table] = sheet.drop("session_id") if rows_of.table in _WITHOUT_SESSION else sheet
    if "players" in sheets:
        sheets["players"] = sheets["players"].unique(["player_id", "name"], keep="first", maintain_order=True)
    if "results" in sheets:
        points = pl.any_horizontal(pl.col("official_ns_points", "official_ew_points").is_not_null())
        centred = pl.when(points).then(pl.lit("false"))
        sheets["results"] = sheets["results"].with_columns(official_centred=centred)
    return Sheets(sheets, findings)


def parsed(text: str, *, has_more: bool = False) -> tuple[Any, list[Finding]]:
    """What the JSON holds, its numbers as they are written; None, and an error, where it is not sound.

    Args:
        text: the JSON.
        has_more: whether something else may follow it, as where it stands in a script.
    """
    reader = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    try:
        whole = _HALF_A_LETTER.sub(_UNKNOWN_LETTER, text)
        return (reader.raw_decode(whole)[0] if has_more else reader.decode(whole)), []
    except json.JSONDecodeError as fault:
        sentence = "the JSON breaks off or is not sound here ({reason}); nothing of it is read: export the file again"
        return None, [error("json.not_sound", sentence, line_no=fault.lineno, field="JSON", reason=fault.msg)]
    except RecursionError:
        sentence = "the JSON is nested deeper than any results are; nothing of it is read: export the file again"
        return None, [error("json.nested", sentence, field="JSON")]


def cell(value: object) -> str | None:
    """A value of JSON as the text of a cell."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value)


def _numbered(session_id: str, place: int, sessions: list[Any]) -> str:
    return f"{session_id}-{place}" if len(sessions) > 1 else session_id


def _sheet(columns: list[str], cells: list[list[str | None]]) -> pl.DataFrame:
    sheet = pl.DataFrame(cells, schema=dict.fromkeys(columns, pl.String), orient="row")
    return sheet.with_columns(line_no=pl.int_range(1, pl.len() + 1))


def _rows(key: str, sessions: list[Any], ids: list[str]) -> tuple[list[tuple[str, Any]], list[Finding]]:
    """The rows of one list of all sessions, each with the id of its session; and what is no row, or has odd keys."""
    rows: list[tuple[str, Any]] = []
    findings: list[Finding] = []
    for session, each in zip(sessions, ids, strict=True):
        given = session.get(key)
        if given is not None and not isinstance(given, list):
            said = "this is no list, so nothing is read from it: write a list of objects"
            findings.append(error("results_json.no_list", said, field=key, value=(cell(given) or "")[:_LETTERS_TOLD]))
        elif given:
            rows += [(each, row) for row in given if isinstance(row, dict)]
            findings += _no_objects(key, given)
    findings += _unknown_keys(key, [row for _, row in rows], set(LISTS[key].columns))
    return rows, findings


def _no_objects(key: str, rows: list[Any]) -> list[Finding]:
    wrong = [row for row in rows if not isinstance(row, dict)]
    if not wrong:
        return []
    said = "this is no object, so it is left out (how many: {rows}): write each as an object with keys"
    first = (cell(wrong[0]) or "null")[:_LETTERS_TOLD]
    return [error("results_json.no_object", said, field=key, value=first, rows=len(wrong))]


def _unknown_keys(of: str, rows: list[Any], known: set[str]) -> list[Finding]:
    """A warning for each key that nothing is read from."""
    odd = dict.fromkeys(key for row in rows for key in row if key not in known)
    said = "{key} is no key of {of} that is known, so nothing is read from it: see the keys in {document}"
    return [
        warning("results_json.key", said, field=key[:_LETTERS_TOLD], key=key[:_LETTERS_TOLD], of=of, document=_DOCUMENT)
        for key in list(odd)[:_MOST_TOLD]
    ]


_DOCUMENT = "docs/results.md"
