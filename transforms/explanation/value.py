"""An explanation as a value that can be printed, written as JSON or shown on a page; `value` has all its decimals."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """The file and the line from which a row was read."""

    file: str
    line_no: int | None


@dataclass(frozen=True)
class Step:
    """One number, and its explanation."""

    what: str
    value: float | None
    formula: str | None  # with its numbers filled in; its value is `before_rounding`, or else `value`, to the hundredth
    how: str | None
    before_rounding: float | None = None  # the value of the formula, if a rule then rounds it


@dataclass(frozen=True)
class Match:
    """A match of a team: its result, and how strong the opponents were."""

    round: int
    opponent: str
    boards: int | None
    imps: float | None
    points: float | None
    score: float  # victory points; at point-a-board, the points scaled to a maximum of 20
    strength: Step


@dataclass(frozen=True)
class Board:
    """The points of a board, and the reason for them."""

    session_id: str
    field: str  # the field whose results were compared; field, session and board locate the board on the control sheet
    board: int
    round: int | None
    direction: str
    opponent: str
    opponents: tuple[str, ...]
    result: str | None
    score: int | None  # seen from North-South
    points: float | None
    top: float | None
    how: str
    others: str | None  # every score on the board, the best for North-South first
    source: Source


@dataclass(frozen=True)
class Adjustment:
    """Points that the director added or took off."""

    amount: float
    unit: str
    reason: str | None
    source: Source


@dataclass(frozen=True)
class Session:
    """What a player earned in a session, from the ranking points down to the boards."""

    session_id: str
    date: dt.date
    title: str | None
    scoring: str  # one of `SCORINGS`; it decides what the score counts
    line: str
    field: str
    entrant: str
    partners: tuple[str, ...]  # those who may have sat in the rounds that the player played
    rounds: tuple[str, ...]  # the rounds that the player played; empty if not known, then all count
    substitutes_for: str | None
    in_window: bool
    counts: bool  # whether the session counts in the individual championship
    counts_for_pairs: bool  # whether it counts in the championship of a pair or trio of the player's
    points: Step
    strength: Step | None  # the mean of rankings from which the points start, if the method uses a mean
    score: Step  # the score of the entrant
    own_score: Step | None  # in a team, the score of the matches that the player played, if known
    rank: int | None
    entrants: int
    matches: tuple[Match, ...]
    adjustments: tuple[Adjustment, ...]
    boards: tuple[Board, ...]
    source: Source  # the row of the entries which says that the player sat down


@dataclass(frozen=True)
class WithoutPlayer:
    """A result that others made for a pair or trio of the player."""

    session_id: str
    date: dt.date
    line: str
    entrant: str
    played: tuple[str, ...]  # the player's substitutes; if nobody was one, as in a trio, all who played for the pair
    stood_in: bool
    points: float  # the points of the result for the pair or trio
    counts: bool  # whether it counts in the championship of pairs


@dataclass(frozen=True)
class Earned:
    """Ranking points that were earned under another program, in a session of which nothing else is known."""

    session_id: str
    date: dt.date
    title: str | None
    in_window: bool
    counts: bool  # whether the session counts in the individual championship
    points: Step
    source: Source


@dataclass(frozen=True)
class EventPlace:
    """The place of the player's pair or team in an event of several sessions."""

    event: str
    scoring: str
    entrant: str
    rank: int | None
    entrants: int  # how many are ranked
    score: float | None
    points: float | None
    maximum: float | None
    sessions: int
    missed: int
    due: float | None  # the part of `points` that is for sessions missed
    decided_by: str | None  # the tie-break that separated the entrant from others with the same score


@dataclass(frozen=True)
class Explanation:
    """The origin of all published numbers of a player in one season of one competition."""

    club: str
    competition: str
    season: str
    club_name: str
    competition_name: str
    player_id: str
    name: str
    after: dt.date
    ranking: Step
    change: Step
    substitute: Step  # the ranking that replaces sessions of the window not yet played
    window: int
    individual: Step
    pairs: tuple[Step, ...]
    sessions: tuple[Session, ...]
    without_player: tuple[WithoutPlayer, ...] = ()  # of the player's pairs, the latest first
    earned: tuple[Earned, ...] = ()  # sessions of which only the points are known, the latest first
    events: tuple[EventPlace, ...] = ()
