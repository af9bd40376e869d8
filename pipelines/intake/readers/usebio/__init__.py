"""USEBIO 1.0 to 1.3: the XML in which British and Australian programs publish results.

Programs write it differently: with or without sections; with participants in the session or in the event; with single
players, or with pairs numbered 1NS and 1EW, or 1 to 22, or with each number twice. All these forms are read.
"""

import re

import polars as pl

from pipelines.intake.readers.cells import card
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from pipelines.intake.readers.untrusted_xml import parsed_xml
from pipelines.intake.readers.usebio import rows
from pipelines.intake.readers.usebio.elements import misspelt, tidied
from pipelines.intake.readers.usebio.sessions import sessions_of


def is_usebio(data: bytes) -> bool:
    """Return whether this is XML, sound or not, with USEBIO as its root element."""
    return re.search(rb"<\s*(?:\w+:)?USEBIO\b", data[:4096].replace(b"\0", b"")) is not None


def read(data: bytes, session_id: str) -> Sheets:
    """Read one USEBIO file. Several sessions get the ids `session_id-1`, `-2` and so on."""
    root, findings = parsed_xml(data)
    is_whole = all(finding.severity != "error" for finding in findings)
    if root is None:
        return Sheets({}, [*findings, *rows.not_read(root, data, [], is_whole=False)])
    findings += tidied(root)
    sessions, of_sessions = sessions_of(root, session_id)
    findings += of_sessions

    names = ("sessions", "official_results", "totals", "results", "matches")
    sheets: dict[str, list[Row]] = {name: [] for name in names}
    seated: list[Row] = []
    for session in sessions:
        people, official = rows.participant_rows(session)
        results, contradicting = rows.result_rows(session)
        seated += people
        sheets["sessions"].append(rows.session_row(session))
        totals = [] if results or session.matches else rows.total_rows(session, official)
        sheets["totals"] += totals
        sheets["official_results"] += [] if totals else official
        sheets["results"] += results
        sheets["matches"] += rows.match_rows(session)
        findings += [*contradicting, *rows.doubts(session)]
    findings += [*misspelt(root), *rows.of_director(root)]
    findings += rows.not_read(root, data, sessions, is_whole=is_whole, listed=len(sheets["totals"]))
    findings += rows.boards_missing(sessions, sheets["results"])
    rows.number_lines_apart(sheets["results"])
    sheets["deals"] = rows.deal_rows(sheets["results"])
    sheets["stated"] = [*rows.stated_rows(sessions)]
    frames = {name: sheet_of(name, sheet) for name, sheet in sheets.items()}
    of_people, nameless = sheets_of_people(seated, once=True)
    frames["results"] = frames["results"].with_columns(lead=card(pl.coalesce("lead", pl.col("play").str.head(2))))
    return Sheets({**of_people, **frames}, [*findings, *nameless])
