"""The lines of results: what each table made of a board, and the matchpoints that the page gives for it."""

import re
from typing import Any

import polars as pl

from pipelines.intake.readers.acbl.parts import Part, text_of
from pipelines.intake.readers.acbl.sessions import Sessions
from pipelines.intake.readers.cells import card, tricks_won
from pipelines.intake.readers.reading import LINES_NAMED, Finding, on_lines
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.tables.schemas import DIRECTIONS

_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_SHARES = {"AVE": "50", "AVG": "50", "A": "50", "AVE=": "50", "AVE+": "+", "AVG+": "+", "A+": "+", "AVE-": "-",
           "AVG-": "-", "A-": "-"}  # fmt: skip
_UNPLAYED = ("NP", "NOTPLAYED")
_OFFICIAL = ("official_ns_points", "official_ew_points")
_COLUMNS = (
    *("session_id", "line", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "lead"),
    *("ruling", *_OFFICIAL, "official_centred", "line_no"),
)


def rows_of(parts: list[Part], sessions: Sessions, kind: str) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of result lines, and an error on those with two scores that contradict each other."""
    rows: list[list[str | None]] = []
    wrong: list[Part] = []
    for part in parts:
        board = part.parent
        section = board.parent if board else None
        place = sessions.place(section)
        if board is None or section is None or place is None:
            continue
        of = part.of
        ns, ew = (_score(of, side) for side in ("ns", "ew"))
        if ns is not None and ew is not None and _is_number(ns) and _is_number(ew) and int(ns) != -int(ew):
            wrong.append(part)
            continue
        score, ruling = _outcome(ns, ew)
        points = [text_of(of, f"{side}_match_points") for side in ("ns", "ew")]
        rows.append(
            [
                *(*place, text_of(of, "round_number"), text_of(of, "table_number"), text_of(board.of, "board_number")),
                *(sessions.entrant(section, text_of(of, f"{side.lower()}_pair"), side) for side in DIRECTIONS),
                *(text_of(of, "contract"), text_of(of, "declarer")),
                *(text_of(of, "tricks_taken") or text_of(of, "result"), score, text_of(of, "opening_lead")),
                *(ruling, *points, "false" if any(points) else None, str(part.no)),
            ]
        )
    sheet = pl.DataFrame(rows, schema=dict.fromkeys(_COLUMNS, pl.String), orient="row")
    return sheet.with_columns(
        *(_twice(column) for column in _OFFICIAL if kind == "pairs"),
        lead=card(pl.col("lead")),
        tricks=tricks_won(pl.col("tricks"), pl.col("contract")),
    ), _contradicting(wrong)


def _twice(column: str) -> pl.Expr:
    """Matchpoints of the ACBL, 1 for each pair that is beaten, as all others are here: 2 for each."""
    doubled = (pl.col(column).cast(pl.Float64, strict=False) * 2).cast(pl.String)
    return pl.coalesce(doubled, column).alias(column)


def _contradicting(wrong: list[Part]) -> list[Finding]:
    if not wrong:
        return []
    said = "the scores of the two sides are not each other's opposite, so the row is left out: give what was ruled in a"
    first = f"{text_of(wrong[0].of, 'ns_score')} {text_of(wrong[0].of, 'ew_score')}"
    places = [part.no for part in wrong[: LINES_NAMED + 1]]
    return [
        on_lines(
            "acbl.two_scores", f"{said} table results (s420_-100)", places, len(wrong), field="ns_score", value=first
        )
    ]


def _score(of: dict[str, Any], side: str) -> str | None:
    word = "".join((text_of(of, f"{side}_score") or "").upper().split()) or None
    return "0" if word == "PASS" else word


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _outcome(ns: str | None, ew: str | None) -> tuple[str | None, str | None]:
    """(score from the side of North-South, ruling); an unknown word stays, so that it is reported later."""
    if ns in _SHARES or ew in _SHARES:
        shares = [_SHARES.get(word or "", word or "50") for word in (ns, ew)]
        return None, AVERAGE if shares == ["50", "50"] else AWARDED.format(*shares)
    if ns in _UNPLAYED or ew in _UNPLAYED:
        return None, NOT_PLAYED
    if ns is None and ew is not None and _is_number(ew):
        return str(-int(ew)), None
    return (ns if ns is not None else ew), None
