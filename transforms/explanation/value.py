"""An explanation as a value: to print, to write as JSON, or to put on a page.

Numbers that are published stand in `value` with their full precision; a formula shows them with as many decimals as
lead to the value. What a page would link to is named by id: sessions, entrants, boards of a field, lines of files.
"""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """Where a row was read."""

    file: str
    """Its path in the landing folder."""
    line_no: int | None


@dataclass(frozen=True)
class Step:
    """One number, and how it is made."""

    what: str
    value: float | None
    """As published."""
    formula: str | None
    """With its numbers filled in; worked out, it makes `before_rounding`, or else `value`, to the hundredth."""
    how: str | None
    """In words."""
    before_rounding: float | None = None
    """What the formula makes, where a rule rounds it."""


@dataclass(frozen=True)
class Match:
    """A match of a team: what it brought, and how strong its opponents were."""

    round: int
    opponent: str
    boards: int | None
    imps: float | None
    points: float | None
    score: float
    """Victory points, or points of the boards as parts of 20."""
    strength: Step


@dataclass(frozen=True)
class Board:
    """What a board brought, and why."""

    session_id: str
    field: str
    """Those compared: with session and board, the place on the control sheet."""
    board: int
    round: int | None
    direction: str
    opponent: str
    opponents: tuple[str, ...]
    result: str | None
    score: int | None
    """Seen from North-South."""
    points: float | None
    top: float | None
    how: str
    others: str | None
    """Every score on the board, the best for North-South first."""
    source: Source


@dataclass(frozen=True)
class Adjustment:
    """What the director gave or took."""

    amount: float
    unit: str
    reason: str | None
    source: Source


@dataclass(frozen=True)
class Session:
    """What a session earned a player, from the ranking points down to the boards."""

    session_id: str
    date: dt.date
    title: str | None
    scoring: str
    """`SCORINGS` says what the score counts."""
    line: str
    field: str
    entrant: str
    partners: tuple[str, ...]
    substitutes_for: str | None
    in_window: bool
    counts: bool
    """In the individual championship."""
    points: Step
    strength: Step | None
    """What the points start from, where that is a mean of rankings."""
    score: Step
    rank: int | None
    entrants: int
    matches: tuple[Match, ...]
    adjustments: tuple[Adjustment, ...]
    boards: tuple[Board, ...]
    source: Source
    """Where it says that the player sat down."""


@dataclass(frozen=True)
class Explanation:
    """Where everything published about a player comes from, in one season of one competition."""

    club: str
    competition: str
    season: str
    club_name: str
    competition_name: str
    player_id: str
    name: str
    after: dt.date
    ranking: Step
    substitute: Step
    """The ranking that stands in for sessions of the window not yet played."""
    window: int
    individual: Step
    pairs: tuple[Step, ...]
    sessions: tuple[Session, ...]
    """The latest first."""
