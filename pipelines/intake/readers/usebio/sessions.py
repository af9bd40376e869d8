"""The sessions of a file, their sections and participants, and the scoring of their boards.

Programs put participants into the section, the session or the event. If an event has several sessions, the participants
of a session are those who play in it. The event says how boards are scored, or else the points on the lines show it;
matchpoints are never assumed merely because nothing is known.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from pipelines.intake.readers.reading import LINES_NAMED, Finding
from pipelines.intake.readers.sheets import HOW_SCORED, OTHER_MATCHPOINTS, lines_of
from pipelines.intake.readers.usebio.elements import LINE, Element, first, said, text, texts
from transforms.tables.schemas import DIRECTIONS, SEATS

_WITH_DIRECTION = re.compile(r"(.*?)(NS|EW)?")
_FORMS = ("TEAM", "PAIR", "INDIVIDUAL")
_SCORINGS = {
    "BUTLER": "butler",
    **dict.fromkeys(("CROSS", "XIMP"), "cross_imp"),
    **dict.fromkeys(("MATCHPOINT", "MATCH_POINT", "MATCH POINT", "MP_"), "pairs"),
}
_POINTS = {
    **dict.fromkeys(("NS_MATCH_POINTS", "EW_MATCH_POINTS"), "pairs"),
    **dict.fromkeys(("NS_CROSS_IMP_POINTS", "NS_CROSS_IMPS"), "cross_imp"),
    **dict.fromkeys(("NS_BUTLER_POINTS", "NS_BUTLER_IMPS"), "butler"),
}
_LINES_SEEN = 50


_ByName = dict[str, list[tuple[int, Element]]]
"""Participants with their position in the file, by the number or name that result lines and matches use."""


class Event(NamedTuple):
    """The facts of an event that hold for all its sessions."""

    element: Element
    cells: dict[str, str]
    is_one_session: bool

    @property
    def type(self) -> str:
        """Return the type of the event; empty if the file does not state it."""
        return self.element.get("EVENT_TYPE", "").strip().upper()

    def said(self, *names: str) -> str | None:
        """Return the first text among the elements with these names."""
        return first(*map(self.cells.get, names))


class Board(NamedTuple):
    """A board with its result lines, and the round of the match in which it was played; None outside matches."""

    cells: dict[str, str]
    lines: list[Element]
    round: str | None = None


class Match(NamedTuple):
    """A match with its round. If the file does not state the round, it is the position of the match in its section."""

    element: Element
    round: str
    boards: list[Board]


class Section:
    """A line of a session (A, B and so on). `element` is its `SECTION`, or the session if there are no sections."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.matches: list[Match] = []
        for place, match in enumerate(element.iterchildren("MATCH"), start=1):
            number = text(match, "ROUND_NUMBER") or str(place)
            boards = [Board(texts(board), board.findall(LINE), number) for board in match.iterchildren("BOARD")]
            self.matches.append(Match(match, number, boards))
        own = (Board(texts(board), board.findall(LINE)) for board in element.iterchildren("BOARD"))
        self.boards = [*own, *(board for match in self.matches for board in match.boards)]
        self.participants: list[Element] = []
        self.line: str | None = None
        """The letter of the line. After Z it is None, and the rows are left out."""
        self.is_numbered_by_direction = False
        """Whether pair 1 North-South and pair 1 East-West are different pairs."""

    @property
    def lines(self) -> Iterator[Element]:
        """Return all result lines of the section."""
        return (line for board in self.boards for line in board.lines)

    @cached_property
    def seated(self) -> dict[str, set[str]]:
        """Return the numbers of the pairs on result lines, by direction."""
        return {direction: _texts(self.lines, f"{direction}_PAIR_NUMBER") for direction in DIRECTIONS}

    @cached_property
    def names(self) -> set[str]:
        """Return the names and numbers of everybody who plays."""
        players = (_texts(self.lines, f"{seat}_PLAYER_NUMBER") for seat in SEATS)
        matches = [match.element for match in self.matches]
        teams = (_texts(matches, name) for name in ("TEAM", "OPPOSING_TEAM"))
        return set().union(*self.seated.values(), *players, *teams)

    @cached_property
    def team_of(self) -> dict[str, str | None]:
        """Return the team of each pair, by the number of the pair."""
        pairs = ((pair, team.get("TEAM_ID")) for team in self.participants for pair in team.iterchildren("PAIR"))
        return {number: team for pair, team in pairs if (number := text(pair, "PAIR_NUMBER"))}

    def entrant(self, number: str | None, direction: str | None) -> str | None:
        """Return the number of a pair, with its direction if two pairs have that number; None if there is no pair."""
        if number is None or number == "0":
            return None
        return f"{number}{direction or ''}" if self.is_numbered_by_direction else number


@dataclass
class Session:
    """A session. Its kind and its number of winners are set as soon as they are known."""

    id: str
    event: Event
    element: Element
    sections: list[Section]
    kind: str = ""
    winners: int = 1

    @property
    def lines(self) -> Iterator[Element]:
        """Return the result lines of all sections."""
        return (line for section in self.sections for line in section.lines)

    @property
    def matches(self) -> list[Match]:
        """Return the matches of all sections."""
        return [match for section in self.sections for match in section.matches]

    @property
    def seated(self) -> Iterator[Element]:
        """Return the participants of all sections."""
        return (one for section in self.sections for one in section.participants)

    @property
    def is_individual(self) -> bool:
        """Return whether single players take part, as the type of the event says."""
        return "INDIVIDUAL" in self.event.type


def sessions_of(root: Element, session_id: str) -> tuple[list[Session], list[Finding]]:
    """Return the sessions that can be scored, with findings on the others. Several get ids `session_id-1` and so on."""
    found: list[Session] = []
    findings: list[Finding] = []
    empty: list[Element] = []
    events = [(event, event.findall("SESSION") or [event]) for event in root.iter("EVENT")]
    several = sum(len(elements) for _, elements in events) > 1
    number = 0
    for element_of_event, elements in events:
        event = Event(element_of_event, texts(element_of_event), len(elements) < 2)
        of_event = _participants(event.element) if elements != [event.element] else []
        others: _ByName = {} if event.is_one_session else _by_name(of_event)
        for element in elements:
            number += 1
            everyone = [*_participants(element), *(of_event if event.is_one_session else ())]
            sections = [Section(one) for one in element.findall("SECTION") or [element]]
            by_name = _by_name(everyone) if len(sections) > 1 else {}
            for section in sections:
                own = _participants(section.element) if section.element is not element else []
                here = _named(section.names, by_name) if len(sections) > 1 else everyone
                section.participants = own or here or _named(section.names, others)
            session = Session(f"{session_id}-{number}" if several else session_id, event, element, sections)
            kind, doubt = _kind(event, session.lines)
            if not session.matches and next(session.lines, None) is None and next(session.seated, None) is None:
                empty.append(element)
                continue
            if doubt:
                field, value = "EVENT_TYPE", event.element.get("EVENT_TYPE")
                if doubt.startswith("method"):
                    field, value = "BOARD_SCORING_METHOD", event.said("BOARD_SCORING_METHOD", "SCORING_METHOD")
                at = {"field": field, "value": value, "severity": "warning" if kind else "error"}
                how = {"how": HOW_SCORED[kind]} if kind else {}
                findings.append(said(f"usebio.scoring/{doubt}", event.element, **at, **how))
            if kind:
                session.kind = kind
                findings += _name(session)
                found.append(session)
    if empty:
        findings.append(said("usebio.left_out/empty_session", empty[0], sessions=len(empty)))
    return found, findings


def _name(session: Session) -> list[Finding]:
    """Set the number of winners and the lines of the sections; warn if the file states fewer winners than there are."""
    stated = session.event.said("WINNER_TYPE")
    by_direction = {direction_of(one) for one in session.seated} == set(DIRECTIONS)
    session.winners = int(stated) if stated in ("1", "2") else 2 if by_direction else 1
    findings: list[Finding] = []
    if session.winners == 1 and (twice := _numbered_twice(session.sections)):
        session.winners = 2
        element = session.event.element.find("WINNER_TYPE")
        numbers = ", ".join(sorted(twice, key=lambda number: (len(number), number))[:LINES_NAMED])
        at = {"field": "WINNER_TYPE", "value": stated, "numbers": numbers, "severity": "warning"}
        findings = [said("usebio.scoring/two_winners", session.event.element if element is None else element, **at)]
    names = [section.element.get("SECTION_ID", "").strip().upper() for section in session.sections]
    distinct = list(dict.fromkeys(names))
    letter_of = dict(zip(distinct, lines_of(distinct), strict=True))
    for section, name in zip(session.sections, names, strict=True):
        numbers_of: dict[str, set[str]] = {direction: {*section.seated[direction]} for direction in DIRECTIONS}
        for one in section.participants:
            if (number := number_of(one)) is not None:
                numbers_of.setdefault(direction_of(one) or "", set()).add(number)
        section.line = letter_of[name]
        section.is_numbered_by_direction = session.winners == 2 and bool(numbers_of["NS"] & numbers_of["EW"])
    return findings


def _participants(holder: Element) -> list[Element]:
    return [one for of in holder.iterchildren("PARTICIPANTS") for one in of.iterchildren("PAIR", "TEAM", "PLAYER")]


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
    chosen = {place: one for name in names & by_name.keys() for place, one in by_name[name]}
    return [chosen[place] for place in sorted(chosen)]


def number_of(participant: Element) -> str | None:
    """Return the number of a team, pair or single player."""
    return participant.get("TEAM_ID") or text(
        participant, "PLAYER_NUMBER" if participant.tag == "PLAYER" else "PAIR_NUMBER"
    )


def direction_of(element: Element) -> str | None:
    """Return the direction of an element as `NS` or `EW`, also if the file has `N/S`."""
    return re.sub(r"[^NSEW]", "", (text(element, "DIRECTION") or "").upper()) or None


def _numbered_twice(sections: list[Section]) -> set[str]:
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


def _kind(event: Event, lines: Iterable[Element]) -> tuple[str | None, str | None]:
    """Return the kind of a session with these lines, and the variant of a finding about the kind, or None."""
    written, method = event.type, event.said("BOARD_SCORING_METHOD", "SCORING_METHOD")
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
    is_other = kind == "pairs" and any(word in (method or "").lower() for word in OTHER_MATCHPOINTS)
    return kind, ("method_of_matchpoints" if is_other else None) if is_known else "event_type_as_scored"


def _kind_in(word: str | None) -> str | None:
    upper = (word or "").upper()
    return next(
        (kind for part, kind in _SCORINGS.items() if part in upper), "pairs" if upper in ("MP", "MPS") else None
    )
