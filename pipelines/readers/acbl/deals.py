"""The deals of a game: the hand record of each board."""

from typing import Any

import polars as pl

from pipelines.readers.acbl.parts import Part, items, text_of
from pipelines.readers.acbl.sessions import Sessions
from pipelines.readers.reading import Finding, warning

_COLUMNS = ("session_id", "board", "dealer", "vulnerable", "deal", "line_no")
_SEATS = ("north", "east", "south", "west")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_LONGEST = 40


def deals_of(parts: dict[str, list[Part]], sessions: Sessions) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of deals, and a warning where a hand record has no cards or no board."""
    document = parts["event"][0].of
    beside = [record for record in items(document, "hand_records") if isinstance(record, dict)]
    rows: list[dict[str, str | None]] = []
    unread = 0
    for session in parts["sessions"]:
        its_set = text_of(session.of, "hand_record_id")
        own = [record for record in items(session.of, "hand_records") if isinstance(record, dict)]
        own += [record for record in beside if text_of(record, "hand_record_set_id") == its_set]
        for record in own:
            board, deal = text_of(record, "board"), _deal(record)
            unread += board is None or deal is None
            if board is not None and deal is not None:
                rows.append(
                    {
                        "session_id": sessions.ids[session.no],
                        "board": board,
                        "dealer": text_of(record, "dealer"),
                        "vulnerable": text_of(record, "vulnerability"),
                        "deal": deal,
                        "line_no": str(len(rows) + unread + 1),
                    }
                )
    sheet = pl.DataFrame(rows, schema=dict.fromkeys(_COLUMNS, pl.String))
    if not unread:
        return sheet, []
    said = "hand records without a board or without cards are left out (how many: {records}): put a PBN of them here"
    return sheet, [warning("acbl.hand_records", said, field="hand_records", records=unread)]


def _deal(record: dict[str, Any]) -> str | None:
    """The cards in PBN; None where the record has none."""
    hands = [".".join(_cards(text_of(record, f"{seat}_{suit}")) for suit in _SUITS) for seat in _SEATS]
    return "N:" + " ".join(hands) if any(hand.strip(".") for hand in hands) else None


def _cards(holding: str | None) -> str:
    """`10 9 2` as `T92`; a void is written as dashes."""
    return "".join((holding or "").replace("10", "T").split()).strip("-")[:_LONGEST]
