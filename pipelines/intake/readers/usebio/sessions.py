"""The sessions of a file, their sections, and who takes part in each.

Programs put participants into the section, the session or the event, and sections into the session or nowhere. Each
session has what belongs to it: the participants of an event with several sessions are those who play in it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pipelines.intake.readers.reading import LINES_NAMED, Finding, error, warning
from pipelines.intake.readers.usebio.elements import Element, children, first, text
from pipelines.intake.readers.usebio.kinds import Event, event_of, kind_of
from transforms.tables.schemas import DIRECTIONS, SEATS

PARTICIPANTS = ("PAIR", "TEAM", "PLAYER")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
METHODS = {
    **dict.fromkeys(("VP", "VPS"), "vp"),
    **dict.fromkeys(("PAB", "BAM"), "points"),
    **dict.fromkeys(("IMP", "IMPS"), "imps"),
}
"""How a match or one of its boards is scored, in the words of the file -> the column of the table `matches` for it."""
_ByName = dict[str, list[tuple[int, Element]]]
"""Number or name, as a line or a match has it -> the participants of that name, with their place in the file."""
_WITH_DIRECTION = re.compile(r"(.*?)(NS|EW)?")
_PLACE = re.compile(r"[0-9]{1,6}(?![0-9])")


class Board(NamedTuple):
    """A board with its result lines, and the round and match to which it belongs."""

    number: str | None
    datum: str | None
    lines: list[Element]
    round: str | None
    team_points: tuple[str | None, str | None] | None
    """What the board brought the two teams of its match; None outside a match."""
    imps: str | None


class Match(NamedTuple):
    """A match with its round: the one in the file, or else the place of the match among those beside it."""

    element: Element
    round: str
    boards: list[Board]


@dataclass(frozen=True)
class Section:
    """A line of a session. `team_of` leads from the number of a pair to its team, `team_named` from its name."""

    line: str
    boards: list[Board]
    matches: list[Match]
    participants: list[Element]
    """Pairs, teams or single players."""
    numbered_by_direction: bool
    """Whether a number means one pair North-South and another East-West."""
    team_of: dict[str, str | None]
    team_named: dict[str | None, str | None]

    def entrant(self, number: str | None, direction: str | None) -> str | None:
        """The number of a pair, with its direction where two pairs have this number; None where nobody sits."""
        if number is None or number == "0":
            return None
        return f"{number}{direction or ''}" if self.numbered_by_direction else number


@dataclass(frozen=True)
class Session:
    """A session that can be scored."""

    id: str
    event: Event
    element: Element
    kind: str
    winners: int
    sections: list[Section]

    @property
    def match_method(self) -> str | None:
        """How matches are scored, in the words of the file."""
        return first(self.event.match_method, self.event.method)

    @property
    def match_score(self) -> str | None:
        """The column of the table `matches` for TEAM_SCORE; None where the scoring method is not known."""
        return METHODS.get((self.match_method or "").upper())

    @property
    def team_scoring(self) -> str | None:
        """How a board is scored between two teams: `point_a_board`, or None where the file does not say so."""
        stated = first(self.event.board_method, self.event.match_method)
        method = METHODS.get((stated or "").upper())
        return "point_a_board" if self.kind == "teams" and method == "points" else None


@dataclass
class Found:
    """What was found in a file: sessions, and what of it stands elsewhere or is left out."""

    sessions: list[Session] = field(default_factory=list[Session])
    findings: list[Finding] = field(default_factory=list[Finding])
    lines: int = 0
    """Result lines in sessions, read or named in a finding; likewise `matches`."""
    matches: int = 0
    participants: list[Element] = field(default_factory=list[Element])
    """Pairs, teams and players in sessions, or named in a finding; one of an event may be there more than once."""


def sessions_of(root: Element, session_id: str) -> Found:
    """All sessions of the file; several have the ids `session_id-1`, `-2` and so on, in their order."""
    found = Found()
    events = [(event, event.findall("SESSION") or [event]) for event in root.iter("EVENT")]
    several = sum(len(elements) for _, elements in events) > 1
    number = 0
    for event, elements in events:
        facts = event_of(event, len(elements))
        # Those of an event by itself are already those of its one session.
        of_event = children(event.iterchildren("PARTICIPANTS"), *PARTICIPANTS) if elements != [event] else []
        by_name = _by_name(of_event)
        empty: list[Element] = []
        seated: set[int] = set()
        for element in elements:
            number += 1
            id_of_this = f"{session_id}-{number}" if several else session_id
            own = children(element.iterchildren("PARTICIPANTS"), *PARTICIPANTS)
            everyone = [*own, *of_event] if len(elements) == 1 else own
            hall = _Hall(element, everyone, _by_name(everyone), {} if len(elements) == 1 else by_name)
            seated.update(id(one) for one in hall.seated())
            if hall.is_empty():
                empty.append(element)
            else:
                _enter(found, hall, facts, id_of_this)
        found.findings += _not_seated([one for one in of_event if id(one) not in seated], "event")
        found.participants += of_event
        found.findings += _empty(empty)
    return found


class _Hall:
    """A session with its sections, before it is known how it is scored."""

    def __init__(
        self,
        element: Element,
        participants: list[Element],
        by_name: _ByName,
        of_event: _ByName,
    ) -> None:
        self.element = element
        self.participants = participants
        sections = element.findall("SECTION")
        self.holders = sections or [element]
        self.matches = [_matches(holder) for holder in self.holders]
        self.boards = [
            [*_boards(holder, None, in_match=False), *(board for match in matches for board in match.boards)]
            for holder, matches in zip(self.holders, self.matches, strict=True)
        ]
        self.names = [_names(boards, of) for boards, of in zip(self.boards, self.matches, strict=True)]
        self.of_section = [self._of(place, by_name, of_event) for place in range(len(self.holders))]

    def _of(self, place: int, by_name: _ByName, of_event: _ByName) -> list[Element]:
        holder = self.holders[place]
        if holder is not self.element:
            own = children(holder.iterchildren("PARTICIPANTS"), *PARTICIPANTS)
            if own:
                return own
        names = set().union(*self.names[place].values())
        if len(self.holders) > 1:
            return _named(names, by_name) or _named(names, of_event)
        return self.participants or _named(names, of_event)

    def seated(self) -> Iterator[Element]:
        """The participants of all sections."""
        return (one for section in self.of_section for one in section)

    def lines(self) -> Iterator[Element]:
        """All result lines."""
        return (line for boards in self.boards for board in boards for line in board.lines)

    def is_empty(self) -> bool:
        """Whether there is no result line, no match and nobody in it."""
        return not any(self.matches) and next(self.lines(), None) is None and next(self.seated(), None) is None


def _enter(found: Found, hall: _Hall, event: Event, session_id: str) -> None:
    """Add the session, or the findings that say why it is left out."""
    seated = list(hall.seated())
    of_sections = {id(one) for one in seated}
    found.participants += [*seated, *hall.participants]
    lines, matches = sum(1 for _ in hall.lines()), sum(map(len, hall.matches))
    found.lines += lines
    found.matches += matches
    kind, findings = kind_of(event, hall.lines())
    found.findings += findings
    if kind is None:
        everybody = of_sections | {id(one) for one in hall.participants}
        found.findings.append(_left_out(hall, lines, matches, len(everybody)))
        return
    found.findings += _not_seated([one for one in hall.participants if id(one) not in of_sections], "session")
    winners = _winners(event, seated)
    if winners == 1 and (twice := _numbered_twice(hall)):
        winners = 2
        found.findings.append(_two_winners(event, twice))
    letters = _letters(hall.holders)
    past_z = [place for place, letter in enumerate(letters) if letter is None]
    if past_z:
        found.findings.append(_past_z(hall, past_z))
    sections = [_section(letter, hall, place, winners) for place, letter in enumerate(letters) if letter is not None]
    found.sessions.append(Session(session_id, event, hall.element, kind, winners, sections))


def _matches(holder: Element) -> list[Match]:
    found = []
    for place, match in enumerate(holder.iterchildren("MATCH"), start=1):
        round_no = first(text(match, "ROUND_NUMBER"), str(place)) or ""
        found.append(Match(match, round_no, _boards(match, round_no, in_match=True)))
    return found


def _boards(holder: Element, round_no: str | None, *, in_match: bool) -> list[Board]:
    found = []
    for board in holder.iterchildren("BOARD"):
        imps = text(board, "IMPS") if in_match else None
        points = (
            first(text(board, "TEAM_POINTS"), imps),
            first(text(board, "OPPOSING_TEAM_POINTS"), negative(imps)),
        )
        lines = board.findall("TRAVELLER_LINE")
        number, datum = text(board, "BOARD_NUMBER"), text(board, "BOARD_AVERAGE")
        found.append(Board(number, datum, lines, round_no, points if in_match else None, imps))
    return found


def negative(number: str | None) -> str | None:
    """The number with its other sign; zero as it is."""
    if number is None or number.strip("+-0.") == "":
        return number
    return number.removeprefix("-") if number.startswith("-") else f"-{number.removeprefix('+')}"


def _names(boards: list[Board], matches: list[Match]) -> dict[str, set[str]]:
    """The numbers seated North-South and East-West, and the names and numbers of single players and of teams."""
    lines = [line for board in boards for line in board.lines]
    numbers = {direction: _texts(lines, f"{direction}_PAIR_NUMBER") for direction in DIRECTIONS}
    players = set().union(*(_texts(lines, f"{seat}_PLAYER_NUMBER") for seat in SEATS))
    elements = [match.element for match in matches]
    return {**numbers, "players": players, "teams": _texts(elements, "TEAM") | _texts(elements, "OPPOSING_TEAM")}


def _texts(elements: list[Element], path: str) -> set[str]:
    return {found for element in elements if (found := text(element, path)) is not None}


def _by_name(participants: Iterable[Element]) -> _ByName:
    """The participants by each of their names."""
    named: _ByName = {}
    for numbered in enumerate(participants):
        for name in _names_of(numbered[1]):
            named.setdefault(name, []).append(numbered)
    return named


def _names_of(participant: Element) -> set[str]:
    own = {number_of(participant), participant.get("TEAM_NAME")}
    of_team = {text(pair, "PAIR_NUMBER") for pair in participant.iterchildren("PAIR")}
    return {name for name in own | of_team if name}


def _named(names: set[str], by_name: _ByName) -> list[Element]:
    """The participants with one of these names, each once, in the order of the file."""
    chosen = {number: one for name in names & by_name.keys() for number, one in by_name[name]}
    return [chosen[number] for number in sorted(chosen)]


def number_of(participant: Element) -> str | None:
    """The number of a team, pair or single player."""
    own = "PLAYER_NUMBER" if participant.tag == "PLAYER" else "PAIR_NUMBER"
    return first(participant.get("TEAM_ID"), text(participant, own))


def direction_of(element: Element) -> str | None:
    """The direction as the file gives it: `NS` for `N/S` too."""
    return re.sub(r"[^NSEW]", "", (text(element, "DIRECTION") or "").upper()) or None


def place_of(participant: Element) -> str | None:
    """The rank as digits, without the `=` of a tie."""
    digits = re.match(r"[0-9]+", text(participant, "PLACE") or "")
    return digits[0] if digits else None


def together(session: Session) -> str | None:
    """All lines of the session, such as `A+B`, where they share one ranking; else None.

    They share one ranking where the highest place is larger than the largest section.
    """
    lines = [section.line for section in session.sections]
    if len(lines) < 2:
        return None
    largest = max(len(section.participants) for section in session.sections) / session.winners
    written = (text(one, "PLACE") or "" for section in session.sections for one in section.participants)
    places = (int(place[0]) for place in map(_PLACE.match, written) if place)
    return "+".join(lines) if max(places, default=0) > largest else None


def _winners(event: Event, participants: list[Element]) -> int:
    if event.winners in ("1", "2"):
        return int(event.winners)
    return 2 if {direction_of(one) for one in participants} == set(DIRECTIONS) else 1


def _numbered_twice(hall: _Hall) -> set[str]:
    """The numbers that one pair North-South and another East-West have on the lines; none unless all have a direction.

    The direction may stand behind the number of a pair: `3NS`.
    """
    twice: set[str] = set()
    for names, participants in zip(hall.names, hall.of_section, strict=True):
        numbers: dict[str, set[str]] = {direction: set() for direction in DIRECTIONS}
        for one in participants:
            number = _WITH_DIRECTION.fullmatch(number_of(one) or "")
            direction = direction_of(one) or (number and number[2])
            if one.tag != "PAIR" or number is None or direction not in numbers:
                return set()
            numbers[direction].add(number[1])
        twice |= set.intersection(*numbers.values(), *(names[direction] for direction in DIRECTIONS))
    return twice


def _two_winners(event: Event, twice: set[str]) -> Finding:
    stated = event.element.find("WINNER_TYPE")
    return warning(
        "usebio.two_winners",
        "one winner, but every pair has a direction, and there are two pairs of the numbers {numbers}; read as two"
        " winners, North-South and East-West: write WINNER_TYPE 2",
        line_no=(event.element if stated is None else stated).sourceline,
        field="WINNER_TYPE",
        value=event.winners,
        numbers=", ".join(sorted(twice, key=lambda number: (len(number), number))[:LINES_NAMED]),
    )


def _letters(sections: list[Element]) -> list[str | None]:
    """The letter of each section where all have one, else A, B, C in order; None past Z."""
    if len(sections) == 1 and sections[0].tag != "SECTION":
        return ["A"]
    names = [section.get("SECTION_ID", "").strip().upper() for section in sections]
    if set(names) <= set(LETTERS) and "" not in names:
        return [*names]
    order = dict(zip(dict.fromkeys(names), LETTERS, strict=False))
    return [order.get(name) for name in names]


def _section(line: str, hall: _Hall, place: int, winners: int) -> Section:
    seated: dict[str, set[str]] = {direction: {*hall.names[place][direction]} for direction in DIRECTIONS}
    participants = hall.of_section[place]
    for one in participants:
        if (number := number_of(one)) is not None:
            seated.setdefault(direction_of(one) or "", set()).add(number)
    pairs = ((pair, team.get("TEAM_ID")) for team in participants for pair in team.iterchildren("PAIR"))
    return Section(
        line=line,
        boards=hall.boards[place],
        matches=hall.matches[place],
        participants=participants,
        numbered_by_direction=winners == 2 and bool(seated["NS"] & seated["EW"]),
        team_of={number: team for pair, team in pairs if (number := text(pair, "PAIR_NUMBER"))},
        team_named={team.get("TEAM_NAME"): team.get("TEAM_ID") for team in participants},
    )


# --- what is left out ---------------------------------------------------------------------------


def _left_out(hall: _Hall, lines: int, matches: int, participants: int) -> Finding:
    return error(
        "usebio.session_left_out",
        "this session cannot be scored; left out with it: results ({lines}), matches ({matches}), pairs, teams or"
        " players ({participants})",
        line_no=hall.element.sourceline,
        field=str(hall.element.tag),
        lines=lines,
        matches=matches,
        participants=participants,
    )


def _past_z(hall: _Hall, places: list[int]) -> Finding:
    return error(
        "usebio.sections",
        "{sections} sections of a session, but lines are named A to Z; those past Z are left out, with their result"
        " lines ({lines}), matches ({matches}) and pairs, teams or players ({participants}): make them a session of"
        " their own",
        line_no=hall.holders[places[0]].sourceline,
        field="SECTION",
        sections=len(hall.holders),
        lines=sum(len(board.lines) for place in places for board in hall.boards[place]),
        matches=sum(len(hall.matches[place]) for place in places),
        participants=sum(len(hall.of_section[place]) for place in places),
    )


def _not_seated(away: list[Element], of: str) -> list[Finding]:
    if not away:
        return []
    return [
        error(
            "usebio.plays_nowhere",
            "pairs, teams or players of the {of} have no result in any of its parts (how many: {participants}, this"
            " one first); they are left out: put them where they play",
            line_no=away[0].sourceline,
            field=str(away[0].tag),
            value=number_of(away[0]),
            participants=len(away),
            of=of,
        )
    ]


def _empty(sessions: list[Element]) -> list[Finding]:
    if not sessions:
        return []
    return [
        error(
            "usebio.empty_session",
            "sessions have no results, no matches and nobody in them (how many: {sessions}, this one first); they are"
            " left out: export the file again",
            line_no=sessions[0].sourceline,
            field=str(sessions[0].tag),
            sessions=len(sessions),
        )
    ]
