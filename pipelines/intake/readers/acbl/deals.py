"""The deals of a game: the hand record of each board."""

from typing import Any

import polars as pl

from pipelines.intake.readers.acbl.parts import Part, items, text_of
from pipelines.intake.readers.acbl.sessions import Sessions
from pipelines.intake.readers.reading import Finding, warning

_COLUMNS = ("session_id", "board", "dealer", "vulnerable", "deal", "line_no")
_SEATS = ("north", "east", "south", "west")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_LONGEST = 40


def deals_of(parts: dict[str, list[Part]], sessions: Sessions) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of deals, and a warning where a hand record has no cards, no board, or no session."""
    rows: list[dict[str, str | None]] = []
    unread = 0
    for no, (session, record) in enumerate(_records(parts), 1):
        board, deal = text_of(record, "board"), _deal(record)
        if session is None or board is None or deal is None:
            unread += 1
            continue
        rows.append(
            {
                "session_id": sessions.ids[session.no],
                "board": board,
                "dealer": text_of(record, "dealer"),
                "vulnerable": text_of(record, "vulnerability"),
                "deal": deal,
                "line_no": str(no),
            }
        )
    sheet = pl.DataFrame(rows, schema=dict.fromkeys(_COLUMNS, pl.String))
    if not unread:
        return sheet, []
    said = "hand records without a board or without cards are left out (how many: {records}): put a PBN of them here"
    return sheet, [warning("acbl.hand_records", said, field="hand_records", records=unread)]


def _records(parts: dict[str, list[Part]]) -> list[tuple[Part | None, dict[str, Any]]]:
    """Each hand record with its session: that in which it stands, or that of its set; None where none is.

    Several sessions may have played the same set.
    """
    found: list[tuple[Part | None, dict[str, Any]]] = [
        (session, record) for session in parts["sessions"] for record in _objects(session.of)
    ]
    for record in _objects(parts["event"][0].of):
        its_set = text_of(record, "hand_record_set_id")
        of_set = [part for part in parts["sessions"] if its_set and text_of(part.of, "hand_record_id") == its_set]
        alone = parts["sessions"] if len(parts["sessions"]) == 1 else [None]
        found += [(session, record) for session in of_set or alone]
    return found


def _objects(holder: dict[str, Any]) -> list[dict[str, Any]]:
    return [record for record in items(holder, "hand_records") if isinstance(record, dict)]


def _deal(record: dict[str, Any]) -> str | None:
    """The cards in PBN; None where the record has none."""
    hands = [".".join(_cards(text_of(record, f"{seat}_{suit}")) for suit in _SUITS) for seat in _SEATS]
    return "N:" + " ".join(hands) if any(hand.strip(".") for hand in hands) else None


def _cards(holding: str | None) -> str:
    """`10 9 2` as `T92`; a void is written as dashes."""
    return "".join((holding or "").replace("10", "T").split()).strip("-")[:_LONGEST]
