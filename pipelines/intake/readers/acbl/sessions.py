"""What holds for a whole session: how it is scored, its day, its lines, and whether it has two winners."""

import re
from collections import defaultdict
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.acbl.parts import Part, text_of
from pipelines.intake.readers.reading import Finding, error

_COLUMNS = ("session_id", "date", "kind", "title", "winners", "line_no")
_NO_NAME = "Event Name"
"""What ACBLscore writes for a game to which nobody gave a name."""
_LETTERS_TOLD = 80
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIRECTIONS = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW"}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER_AND_DIRECTION = re.compile(r"([0-9]+)[ -]*(N-?S|E-?W)", re.IGNORECASE)
"""How some programs write a pair: `6-NS`."""


class Sessions(NamedTuple):
    """What its sessions and sections are called in the tables; the keys are the places of their parts."""

    ids: dict[int, str]
    """Session -> its id."""
    lines: dict[int, str]
    """Section -> its line; none past Z."""
    doubled: set[int]
    """The sections where a number is that of one pair North-South and of another East-West."""

    def place(self, section: Part | None) -> tuple[str, str] | None:
        """The id of the session and the line of a section; None where it has none."""
        if section is None or section.parent is None or section.no not in self.lines:
            return None
        return self.ids[section.parent.no], self.lines[section.no]

    def entrant(self, section: Part, number: str | None, direction: str | None) -> str | None:
        """What a pair is called: its number, with the direction where there are two of that number."""
        if number is None or number == "0":
            return None
        bare, written = _parted(number)
        return f"{bare}{written or direction or ''}" if section.no in self.doubled else bare


def sessions_of(parts: dict[str, list[Part]], session_id: str) -> tuple[Sessions, list[Finding]]:
    """The names of sessions and sections, and an error on sections past the last letter."""
    several = len(parts["sessions"]) > 1
    ids = {part.no: f"{session_id}-{part.no}" if several else session_id for part in parts["sessions"]}
    lines, past_z = _lines(parts["sections"])
    return Sessions(ids, lines, _numbered_twice(parts["pair_summaries"])), past_z


def rows_of(parts: dict[str, list[Part]], sessions: Sessions, kind: str) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of sessions, and an error on each without a day."""
    event = parts["event"][0].of
    winners = text_of(event, "winner_type")
    if winners not in ("1", "2"):
        winners = "2" if sessions.doubled else "1"
    dates = [_date(part) for part in parts["sessions"]]
    rows = [
        [sessions.ids[part.no], date, kind, _title(event), winners, str(part.no)]
        for part, (date, _) in zip(parts["sessions"], dates, strict=True)
    ]
    sheet = pl.DataFrame(rows, schema=dict.fromkeys(_COLUMNS, pl.String), orient="row")
    return sheet, [finding for _, finding in dates if finding]


def _title(event: dict[str, Any]) -> str | None:
    """The name of the game; where the program gave it none, that of the sessions that it belongs to."""
    name = text_of(event, "name")
    return text_of(event, "club_session") or name if name in (None, _NO_NAME) else name


def _date(session: Part) -> tuple[str | None, Finding | None]:
    """The day, where it is written year first; of others nobody knows whether day or month stands first."""
    written = text_of(session.of, "game_date")
    found = _DAY.match(written or "")
    if found:
        return found[0], None
    said = "no date that is written year first: give the date of this session in [[session]] of competition.toml"
    return None, error("acbl.date", said, line_no=session.no, field="game_date", value=(written or "")[:_LETTERS_TOLD])


def _lines(sections: list[Part]) -> tuple[dict[int, str], list[Finding]]:
    """Section -> its line: its own letter where all of a session have different ones, else A, B, C in order."""
    of_session: dict[int, list[Part]] = defaultdict(list)
    for section in sections:
        of_session[section.parent.no if section.parent else 0].append(section)
    lines: dict[int, str] = {}
    lost = 0
    for those in of_session.values():
        names = [(text_of(section.of, "name") or "").upper() for section in those]
        own = len(set(names)) == len(names) and all(len(name) == 1 and name in _LETTERS for name in names)
        lines |= {section.no: letter for section, letter in zip(those, names if own else _LETTERS, strict=False)}
        lost += max(0, len(those) - len(_LETTERS))
    if not lost:
        return lines, []
    said = (
        "more than 26 sections in a session, but lines are named A to Z; those past Z ({sections}) are left out, with"
        " all in them"
    )
    return lines, [
        error("acbl.sections", f"{said}: hand them in as a file of their own", field="sections", sections=lost)
    ]


def _numbered_twice(pairs: list[Part]) -> set[int]:
    seen: dict[int, dict[str, set[str | None]]] = defaultdict(lambda: defaultdict(set))
    for pair in pairs:
        number, _ = _parted(text_of(pair.of, "pair_number") or "")
        seen[pair.parent.no if pair.parent else 0][number].add(direction_of(pair.of))
    return {section for section, of in seen.items() if any(len(both) > 1 for both in of.values())}


def direction_of(of: dict[str, Any]) -> str | None:
    """NS or EW, also as it stands behind the number (`6-NS`); None where a pair sits in both, or nothing says it."""
    written = text_of(of, "direction") or text_of(of, "pair_number") or ""
    return _DIRECTIONS.get(re.sub(r"[^A-Z]", "", written.upper()))


def _parted(number: str) -> tuple[str, str | None]:
    """A number, and the direction that stands behind it: `6-NS` is pair 6 of those North-South, wherever it sits."""
    found = _NUMBER_AND_DIRECTION.fullmatch(number)
    return (found[1], _DIRECTIONS[found[2][0].upper()]) if found else (number, None)
