"""A table of text that stops in the middle of its last row: what is told of it, and which session is in doubt."""

from typing import Any

import polars as pl

from pipelines.intake.readers.lines import Lines, text_at
from pipelines.intake.readers.reading import Finding, error

_MAKE_RESULTS = ("results", "entries", "matches", "adjustments")
"""Tables without all rows of which the results of a session may be others."""
_SESSION = "session_id"


def cut_off(name: str, header: list[str], lines: Lines) -> list[Finding]:
    """The error on a row in the middle of which the file stops.

    Args:
        name: the table.
        header: the names of its columns, as the reader compares them.
        lines: those of the file.
    """
    if lines.cut_off is None:
        return []
    told: dict[str, Any] = {"line_no": lines.cut_off.line_no, "value": lines.cut_off.value, "table": name}
    session = _session(name, header, lines)
    if session is None:
        sentence = (
            "the file stops in the middle of this row, which is left out, as is all that stood below it: export it"
            " again, or copy all of it; if nothing stood below it, complete the row"
        )
        return [error("tables.cut_off", sentence, **told)]
    sentence = (
        "the file stops in the middle of this row, which is left out, as is all that stood below it, and the session"
        " {session} is marked: export it again, or copy all of it; if nothing stood below it, complete the row"
    )
    return [error("tables.cut_off_session", sentence, **told, session=session)]


def stated(name: str, header: list[str], lines: Lines) -> dict[str, pl.DataFrame]:
    """The sheet `stated`, which says of which session a row is that breaks off; nothing where none does.

    The arguments are those of `cut_off`.
    """
    session = _session(name, header, lines)
    if lines.cut_off is None or session is None:
        return {}
    row = {_SESSION: session, "what": "cut_off", "value": "1", "line_no": lines.cut_off.line_no}
    return {"stated": pl.DataFrame([row])}


def _session(name: str, header: list[str], lines: Lines) -> str | None:
    """The session of the row that breaks off, or where that is not whole either, of the row above."""
    if lines.cut_off is None or name not in _MAKE_RESULTS:
        return None
    place = header.index(_SESSION)
    above = lines.body.select(text_at(lines.body, place)).to_series().tail(1).to_list()
    said = [*lines.cut_off.whole[place : place + 1], *above]
    return next((session.strip() for session in said if session and session.strip()), None)
