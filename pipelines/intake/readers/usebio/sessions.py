"""The sessions of a file, their sections, who takes part in each, and how their boards are scored.

Programs put participants into the section, the session or the event, and sections into the session or nowhere. Each
session has what belongs to it: the participants of an event with several sessions are those who play in it.

How boards are scored says the event, or else the points on their lines. Nothing is scored at matchpoints only because
nothing else is known. Where the type of the event is not known, the way of scoring that the file names counts, with a
warning; where it names none, the session is left out.
"""

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from pipelines.intake.readers.reading import LINES_NAMED, Finding
from pipelines.intake.readers.sheets import HOW_SCORED
from pipelines.intake.readers.usebio.elements import LINE, Element, children, first, said, text
from transforms.tables.schemas import DIRECTIONS, SEATS

PARTICIPANTS = ("PAIR", "TEAM", "PLAYER")
_METHODS = {
    **dict.fromkeys(("VP", "VPS"), "vp"),
    **dict.fromkeys(("PAB", "BAM"), "points"),
    **dict.fromkeys(("IMP", "IMPS"), "imps"),
}
"""How a match or one of its boards is scored, in the words of the file -> the column of the table `matches` for it."""
_WITH_DIRECTION = re.compile(r"(.*?)(NS|EW)?")
_DIGITS = re.compile(r"[0-9]+")
_MOST_DIGITS = 6
_FORMS = ("TEAM", "PAIR", "INDIVIDUAL")
"""A type of event that has one of these words is known."""
_SCORINGS = (
    ("BUTLER", "butler"),
    ("CROSS", "cross_imp"),
    ("XIMP", "cross_imp"),
    ("MATCHPOINT", "pairs"),
    ("MATCH_POINT", "pairs"),
    ("MATCH POINT", "pairs"),
    ("MP_", "pairs"),
)
_POINTS = {
    **dict.fromkeys(("NS_MATCH_POINTS", "EW_MATCH_POINTS"), "pairs"),
    **dict.fromkeys(("NS_CROSS_IMP_POINTS", "NS_CROSS_IMPS"), "cross_imp"),
    **dict.fromkeys(("NS_BUTLER_POINTS", "NS_BUTLER_IMPS"), "butler"),
}
"""Element of a result line -> how it was scored."""
_LINES_SEEN = 50


class Event:
    """What the file says of an event, looked up once for all its sessions."""

    def __init__(self, element: Element, sessions: int) -> None:
        self.element = element
        self.is_one_session = sessions < 2
        self.type = element.get("EVENT_TYPE", "").strip().upper()
        """Empty where the file does not say."""
        self.board_method = text(element, "BOARD_SCORING_METHOD")
        self.method = text(element, "SCORING_METHOD")
        self.match_method = text(element, "MATCH_SCORING_METHOD")
        self.winners = text(element, "WINNER_TYPE")
        self.boards_played = text(element, "BOARDS_PLAYED")
        self.date = text(element, "DATE")
        self.title = first(text(element, "EVENT_DESCRIPTION"), text(element, "TITLE"))
        self.is_individual = "INDIVIDUAL" in self.type


class Board(NamedTuple):
    """A board with its result lines, and the round and match to which it belongs."""

    number: str | None
    datum: str | None
    lines: list[Element]
    round: str | None = None
    team_points: tuple[str | None, str | None] | None = None
    """What the board brought the two teams of its match; None outside a match."""
    imps: str | None = None


class Match(NamedTuple):
    """A match with its round: the one in the file, or else the place of the match among those beside it."""

    element: Element
    round: str
    boards: list[Board]


class Section:
    """A line of a session: its element `SECTION`, or that of the session."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.matches = [_match(match, place) for place, match in enumerate(element.iterchildren("MATCH"), start=1)]
        own = (
            Board(text(board, "BOARD_NUMBER"), text(board, "BOARD_AVERAGE"), board.findall(LINE))
            for board in element.iterchildren("BOARD")
        )
        self.boards = [*own, *(board for match in self.matches for board in match.boards)]
        self.participants: list[Element] = []
        """Pairs, teams or single players."""
        self.line: str | None = None
        """Its letter; None past Z, so that its rows are left out."""
        self.is_numbered_by_direction = False
        """Whether a number means one pair North-South and another East-West."""

    @property
    def lines(self) -> Iterator[Element]:
        """All result lines."""
        return (line for board in self.boards for line in board.lines)

    @cached_property
    def seated(self) -> dict[str, set[str]]:
        """The numbers of pairs on the lines, by their direction."""
        return {direction: _texts(self.lines, f"{direction}_PAIR_NUMBER") for direction in DIRECTIONS}

    @cached_property
    def names(self) -> set[str]:
        """The names and numbers of all who play."""
        players = (_texts(self.lines, f"{seat}_PLAYER_NUMBER") for seat in SEATS)
        matches = [match.element for match in self.matches]
        teams = (_texts(matches, name) for name in ("TEAM", "OPPOSING_TEAM"))
        return set().union(*self.seated.values(), *players, *teams)

    @cached_property
    def team_of(self) -> dict[str, str | None]:
        """The number of a pair -> its team."""
        pairs = ((pair, team.get("TEAM_ID")) for team in self.participants for pair in team.iterchildren("PAIR"))
        return {number: team for pair, team in pairs if (number := text(pair, "PAIR_NUMBER"))}

    @cached_property
    def team_named(self) -> dict[str | None, str | None]:
        """The name of a team -> its number."""
        return {team.get("TEAM_NAME"): team.get("TEAM_ID") for team in self.participants}

    def entrant(self, number: str | None, direction: str | None) -> str | None:
        """The number of a pair, with its direction where two pairs have this number; None where nobody sits."""
        if number is None or number == "0":
            return None
        return f"{number}{direction or ''}" if self.is_numbered_by_direction else number

    def name(self, line: str | None, winners: int) -> None:
        """Give it its line, now that it is known how many winners there are."""
        numbers: dict[str, set[str]] = {direction: {*self.seated[direction]} for direction in DIRECTIONS}
        for one in self.participants:
            if (number := number_of(one)) is not None:
                numbers.setdefault(direction_of(one) or "", set()).add(number)
        self.line = line
        self.is_numbered_by_direction = winners == 2 and bool(numbers["NS"] & numbers["EW"])


@dataclass
class Session:
    """A session; how it is scored, and how many winners it has, is set once it is known."""

    id: str
    event: Event
    element: Element
    sections: list[Section]
    kind: str = ""
    winners: int = 1

    @property
    def lines(self) -> Iterator[Element]:
        """All result lines."""
        return (line for section in self.sections for line in section.lines)

    @property
    def seated(self) -> Iterator[Element]:
        """The participants of all sections."""
        return (one for section in self.sections for one in section.participants)

    @property
    def is_empty(self) -> bool:
        """Whether there is no result line, no match and nobody in it."""
        has_lines = next(self.lines, None) is not None or any(section.matches for section in self.sections)
        return not has_lines and next(self.seated, None) is None

    @property
    def match_method(self) -> str | None:
        """How matches are scored, in the words of the file."""
        return first(self.event.match_method, self.event.method)

    @property
    def match_score(self) -> str | None:
        """The column of the table `matches` for TEAM_SCORE; None where the scoring method is not known."""
        return _METHODS.get((self.match_method or "").upper())

    @property
    def team_scoring(self) -> str | None:
        """How a board is scored between two teams: `point_a_board`, or None where the file does not say so."""
        stated = first(self.event.board_method, self.event.match_method)
        method = _METHODS.get((stated or "").upper())
        return "point_a_board" if self.kind == "teams" and method == "points" else None

    @property
    def together(self) -> str | None:
        """All lines of the session, such as `A+B`, where they share one ranking; else None.

        They share one ranking where the highest place is larger than the largest section.
        """
        if len(self.sections) < 2:
            return None
        largest = max(len(section.participants) for section in self.sections) / self.winners
        places = (place for one in self.seated if (place := place_of(one)) and len(place) <= _MOST_DIGITS)
        is_one = max(map(int, places), default=0) > largest
        return "+".join(section.line for section in self.sections if section.line) if is_one else None


def sessions_of(root: Element, session_id: str) -> tuple[list[Session], list[Finding]]:
    """The sessions that can be scored; several have the ids `session_id-1`, `-2` and so on, in their order."""
    found: list[Session] = []
    findings: list[Finding] = []
    empty: list[Element] = []
    events = [(event, event.findall("SESSION") or [event]) for event in root.iter("EVENT")]
    several = sum(len(elements) for _, elements in events) > 1
    number = 0
    for event, elements in events:
        facts = Event(event, len(elements))
        # Those of an event by itself are already those of its one session.
        of_event = _participants(event) if elements != [event] else []
        others = {} if facts.is_one_session else _by_name(of_event)
        for element in elements:
            number += 1
            everyone = [*_participants(element), *(of_event if facts.is_one_session else ())]
            sections = [Section(one) for one in element.findall("SECTION") or [element]]
            _seat(sections, element, everyone, others)
            session = Session(f"{session_id}-{number}" if several else session_id, facts, element, sections)
            kind, doubt = _kind(facts, session.lines)
            if session.is_empty:
                empty.append(element)
                continue
            findings += [_doubtful(facts, kind, doubt)] if doubt else []
            if kind:
                session.kind = kind
                findings += _name(session)
                found.append(session)
    if empty:
        findings.append(said("usebio.left_out/empty_session", empty[0], sessions=len(empty)))
    return found, findings


_ByName = dict[str, list[tuple[int, Element]]]
"""Number or name, as a line or a match has it -> the participants of that name, with their place in the file."""


def _seat(sections: list[Section], element: Element, everyone: list[Element], of_event: _ByName) -> None:
    """Give each section of a session its participants: its own, or those who play in it."""
    by_name = _by_name(everyone) if len(sections) > 1 else {}
    for section in sections:
        own = _participants(section.element) if section.element is not element else []
        here = _named(section.names, by_name) if len(sections) > 1 else everyone
        section.participants = own or here or _named(section.names, of_event)


def _name(session: Session) -> list[Finding]:
    """Set how many winners it has, and the lines of its sections; a warning where it has more winners than it says."""
    session.winners = _winners(session.event, list(session.seated))
    findings: list[Finding] = []
    if session.winners == 1 and (twice := _numbered_twice(session.sections)):
        session.winners = 2
        stated = session.event.element.find("WINNER_TYPE")
        numbers = ", ".join(sorted(twice, key=lambda number: (len(number), number))[:LINES_NAMED])
        at = {"field": "WINNER_TYPE", "value": session.event.winners, "numbers": numbers}
        element = session.event.element if stated is None else stated
        findings.append(said("usebio.scoring/two_winners", element, severity="warning", **at))
    for section, letter in zip(session.sections, _letters(session.sections), strict=True):
        section.name(letter, session.winners)
    return findings


def _match(match: Element, place: int) -> Match:
    round_no = first(text(match, "ROUND_NUMBER"), str(place)) or ""
    boards = []
    for board in match.iterchildren("BOARD"):
        imps = text(board, "IMPS")
        points = first(text(board, "TEAM_POINTS"), imps), first(text(board, "OPPOSING_TEAM_POINTS"), negative(imps))
        number, datum = text(board, "BOARD_NUMBER"), text(board, "BOARD_AVERAGE")
        boards.append(Board(number, datum, board.findall(LINE), round_no, points, imps))
    return Match(match, round_no, boards)


def negative(number: str | None) -> str | None:
    """The number with its other sign; zero as it is."""
    if number is None or number.strip("+-0.") == "":
        return number
    return number.removeprefix("-") if number.startswith("-") else f"-{number.removeprefix('+')}"


def _participants(holder: Element) -> list[Element]:
    return children(holder.iterchildren("PARTICIPANTS"), *PARTICIPANTS)


def _texts(elements: Iterable[Element], path: str) -> set[str]:
    return {found for element in elements if (found := text(element, path)) is not None}


def _by_name(participants: Iterable[Element]) -> _ByName:
    named: _ByName = {}
    for place, one in enumerate(participants):
        of_team = (text(pair, "PAIR_NUMBER") for pair in one.iterchildren("PAIR"))
        for name in {number_of(one), one.get("TEAM_NAME"), *of_team}:
            if name:
                named.setdefault(name, []).append((place, one))
    return named


def _named(names: set[str], by_name: _ByName) -> list[Element]:
    """The participants with one of these names, each once, in the order of the file."""
    chosen = {place: one for name in names & by_name.keys() for place, one in by_name[name]}
    return [chosen[place] for place in sorted(chosen)]


def number_of(participant: Element) -> str | None:
    """The number of a team, pair or single player."""
    own = "PLAYER_NUMBER" if participant.tag == "PLAYER" else "PAIR_NUMBER"
    return first(participant.get("TEAM_ID"), text(participant, own))


def direction_of(element: Element) -> str | None:
    """The direction as the file gives it: `NS` for `N/S` too."""
    return re.sub(r"[^NSEW]", "", (text(element, "DIRECTION") or "").upper()) or None


def place_of(participant: Element) -> str | None:
    """The rank as digits, without the `=` of a tie."""
    digits = _DIGITS.match(text(participant, "PLACE") or "")
    return digits[0] if digits else None


def _winners(event: Event, participants: list[Element]) -> int:
    if event.winners in ("1", "2"):
        return int(event.winners)
    return 2 if {direction_of(one) for one in participants} == set(DIRECTIONS) else 1


def _numbered_twice(sections: list[Section]) -> set[str]:
    """The numbers that one pair North-South and another East-West have on the lines; none unless all have a direction.

    The direction may stand behind the number of a pair: `3NS`.
    """
    twice: set[str] = set()
    for section in sections:
        numbers: dict[str, set[str]] = {direction: set() for direction in DIRECTIONS}
        for one in section.participants:
            number = _WITH_DIRECTION.fullmatch(number_of(one) or "")
            direction = direction_of(one) or (number and number[2])
            if one.tag != "PAIR" or number is None or direction not in numbers:
                return set()
            numbers[direction].add(number[1])
        twice |= set.intersection(*numbers.values(), *section.seated.values())
    return twice


def _letters(sections: list[Section]) -> list[str | None]:
    """The letter of each section where all have one, else A, B, C in order; None past Z."""
    if len(sections) == 1 and sections[0].element.tag != "SECTION":
        return ["A"]
    names = [section.element.get("SECTION_ID", "").strip().upper() for section in sections]
    if set(names) <= set(string.ascii_uppercase):
        return [*names]
    order = dict(zip(dict.fromkeys(names), string.ascii_uppercase, strict=False))
    return [order.get(name) for name in names]


# --- how boards are scored ------------------------------------------------------------------------


def _kind(event: Event, lines: Iterable[Element]) -> tuple[str | None, str | None]:
    """The kind of a session with these lines, and which sentence says what is doubtful about it.

    The kind is None where it is not known, so that the session cannot be scored.
    """
    written, method = event.type, first(event.board_method, event.method)
    if "TEAM" in written:
        return "teams", None
    seen = list(islice(lines, _LINES_SEEN))
    tags = (str(child.tag) for line in seen for child in line)
    of_lines = next((_POINTS[tag] for tag in tags if tag in _POINTS), None)
    stated = first(_kind_in(written), _kind_in(method))
    in_imps = stated is None and "IMP" in f"{written} {method or ''}".upper()
    if in_imps and of_lines in (None, "pairs"):
        return "cross_imp", "which_imps"
    kind = stated or of_lines
    if stated is None and not in_imps and method is not None:
        return kind, "method_as_lines" if kind else "method"
    is_known = any(form in written for form in _FORMS) or bool(_kind_in(written)) or "IMP" in written
    if is_known and kind is None:
        return "pairs", "no_method" if seen else None
    if kind is None:
        return None, "event_type"
    return kind, None if is_known else "event_type_as_scored"


def _kind_in(word: str | None) -> str | None:
    upper = (word or "").upper()
    return next((kind for part, kind in _SCORINGS if part in upper), "pairs" if upper in ("MP", "MPS") else None)


def _doubtful(event: Event, kind: str | None, doubt: str) -> Finding:
    field, value = "EVENT_TYPE", event.element.get("EVENT_TYPE")
    if doubt.startswith("method"):
        field, value = "BOARD_SCORING_METHOD", first(event.board_method, event.method)
    how = {"how": HOW_SCORED[kind]} if kind else {}
    severity = "warning" if kind else "error"
    return said(f"usebio.scoring/{doubt}", event.element, severity=severity, field=field, value=value, **how)
