"""USEBIO 1.0 to 1.3: the XML in which British and Australian programs publish results.

Written differently by each program: sections or none, participants in the session or in the event, pairs
numbered 1NS and 1EW, or 1 to 22, or 1 twice; all of those are read. Entities are never expanded and nothing
is fetched. A file that breaks off is read as far as it is sound.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl
from lxml import etree

from pipelines.readers.people import SCHEMA as PEOPLE
from pipelines.readers.people import with_player_ids
from pipelines.readers.reading import Finding, Sheets
from pipelines.readers.untrusted_xml import parsed_xml
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.tables import DIRECTIONS

Row = dict[str, str | None]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHARES = re.compile(r"A([0-9][0-9])(?:[/_:-]?([0-9][0-9]))?")
_SIDES = re.compile(r"A(?:VE?)?([=+-])[/_: ]?A(?:VE?)?([=+-])")
_RULINGS = {
    **dict.fromkeys(("NP", "N/P", "NOT PLAYED"), NOT_PLAYED),
    **dict.fromkeys(("A", "AV", "AVE", "AVERAGE"), AVERAGE),
}
_METHODS = {
    **dict.fromkeys(("VP", "VPS"), "vp"),
    **dict.fromkeys(("PAB", "BAM"), "points"),
    **dict.fromkeys(("IMP", "IMPS"), "imps"),
}
"""How a match, or a board of it, is scored -> the column of the table matches that says so."""
_POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "CROSS_IMPS", "BUTLER_IMPS", "IMPS", "POINTS")

_COLUMNS = {
    "sessions": ("session_id", "date", "kind", "together", "title", "winners", "team_scoring", "line_no"),
    "results": (
        *("session_id", "line", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks", "score"),
        *("ruling", "official_ns_points", "official_ew_points", "official_centred", "official_datum", "line_no"),
    ),
    "official_results": ("session_id", "line", "entrant", "points", "score", "rank", "line_no"),
    "matches": ("session_id", "line", "round", "team", "opponent", "boards", "imps", "vp", "points", "line_no"),
    "people": tuple(PEOPLE),
}


def is_usebio(data: bytes) -> bool:
    """Whether this is an XML file whose outermost element is USEBIO, sound or not."""
    return re.search(rb"<\s*USEBIO\b", data[:4096].replace(b"\0", b"")) is not None


def read(data: bytes, session_id: str) -> Sheets:
    """Read one USEBIO file. A file with several sessions gives them the ids `session_id-1`, `-2` and so on."""
    root, findings = parsed_xml(data)
    if root is None:
        return Sheets({}, findings)
    sessions = list(_sessions(root, session_id))
    sheets: dict[str, list[Row]] = {name: [] for name in _COLUMNS}
    for session in sessions:
        sheets["sessions"].append(session.row())
        for rows_of in (_results_and_matches, _participants):
            for name, rows in rows_of(session).items():
                sheets[name] += rows
    findings += _not_used(root, sessions, len(sheets["results"]))
    _number_lines_apart(sheets["results"])
    frames = {
        name: pl.DataFrame(rows, schema=dict.fromkeys(_COLUMNS[name], pl.String)) for name, rows in sheets.items()
    }
    people, nameless = with_player_ids(frames.pop("people"))
    entries = people.unique(["session_id", "line", "entrant", "player_id"], keep="first", maintain_order=True)
    players = people.unique("player_id", keep="first", maintain_order=True)
    return Sheets({**frames, "entries": entries, "players": players}, [*findings, *nameless])


def _text(element: etree._Element, path: str) -> str | None:
    return (element.findtext(path) or "").strip() or None


def _first(*texts: str | None) -> str | None:
    return next((text for text in texts if text), None)


def _line_no(element: etree._Element) -> str:
    return str(element.sourceline)


# --- sessions and their sections ----------------------------------------------------------------


@dataclass(frozen=True)
class _Section:
    line: str
    boards: list[etree._Element]
    matches: list[etree._Element]
    participants: list[etree._Element]
    """Pairs or teams."""
    numbered_by_direction: bool
    """A number means one pair North-South and another East-West."""


@dataclass(frozen=True)
class _Session:
    id: str
    event: etree._Element
    element: etree._Element
    kind: str
    winners: int
    sections: list[_Section]

    @property
    def match_score(self) -> str | None:
        """What TEAM_SCORE is, as a column of the table matches; none where the method is not known."""
        stated = _first(_text(self.event, "MATCH_SCORING_METHOD"), _text(self.event, "SCORING_METHOD"))
        return _METHODS.get((stated or "").upper())

    @property
    def team_scoring(self) -> str | None:
        """How a board is scored between two teams."""
        stated = _first(_text(self.event, "BOARD_SCORING_METHOD"), _text(self.event, "MATCH_SCORING_METHOD"))
        method = _METHODS.get((stated or "").upper())
        return "point_a_board" if self.kind == "teams" and method == "points" else None

    def row(self) -> Row:
        """Its row of the table sessions."""
        return {
            "session_id": self.id,
            "date": _first(_text(self.element, "DATE"), _text(self.event, "DATE")),
            "kind": self.kind,
            "together": _together(self),
            "title": _first(_text(self.event, "EVENT_DESCRIPTION"), _text(self.event, "TITLE")),
            "winners": str(self.winners),
            "team_scoring": self.team_scoring,
            "line_no": _line_no(self.element),
        }

    def entrant(self, section: _Section, number: str | None, direction: str | None) -> str | None:
        """The number of a pair, with its direction where the number alone does not tell."""
        if number is None or number == "0":
            return None
        return f"{number}{direction or ''}" if section.numbered_by_direction else number


def _sessions(root: etree._Element, session_id: str) -> Iterator[_Session]:
    found = [(event, session) for event in root.iter("EVENT") for session in event.findall("SESSION") or [event]]
    for number, (event, element) in enumerate(found, start=1):
        participants = [*element.iterfind("PARTICIPANTS/*"), *event.iterfind("PARTICIPANTS/*")]
        winners = _winners(event, list(element.iter("PAIR")) or participants)
        sections = [
            _section(line, holder, participants, winners)
            for line, holder in _lines(element.findall("SECTION"), element)
        ]
        yield _Session(
            id=session_id if len(found) == 1 else f"{session_id}-{number}",
            event=event,
            element=element,
            kind=_kind(event),
            winners=winners,
            sections=sections,
        )


def _lines(sections: list[etree._Element], session: etree._Element) -> list[tuple[str, etree._Element]]:
    """Sections as lines: their own letters where all have one, else A, B, C in order."""
    if not sections:
        return [("A", session)]
    names = [section.get("SECTION_ID", "").strip().upper() for section in sections]
    has_letters = set(names) <= set(_LETTERS) and "" not in names
    order = {name: _LETTERS[place : place + 1] for place, name in enumerate(dict.fromkeys(names))}
    return [(name if has_letters else order[name], section) for name, section in zip(names, sections, strict=True)]


def _section(line: str, holder: etree._Element, of_session: list[etree._Element], winners: int) -> _Section:
    matches = holder.findall("MATCH")
    boards = [*holder.findall("BOARD"), *(board for match in matches for board in match.findall("BOARD"))]
    seated: dict[str, set[str | None]] = {
        direction: {
            _text(row, f"{direction}_PAIR_NUMBER") for board in boards for row in board.iterfind("TRAVELLER_LINE")
        }
        for direction in DIRECTIONS
    }
    playing = [pair for pair in of_session if _text(pair, "PAIR_NUMBER") in seated["NS"] | seated["EW"]]
    participants = holder.findall("PARTICIPANTS/*") or playing or of_session
    for pair in participants:
        seated.get(_direction(pair) or "", set()).add(_text(pair, "PAIR_NUMBER"))
    return _Section(
        line=line,
        boards=boards,
        matches=matches,
        participants=participants,
        numbered_by_direction=winners == 2 and bool((seated["NS"] & seated["EW"]) - {None}),
    )


def _winners(event: etree._Element, pairs: list[etree._Element]) -> int:
    stated = _text(event, "WINNER_TYPE")
    if stated in ("1", "2"):
        return int(stated)
    return 2 if {_direction(pair) for pair in pairs} == set(DIRECTIONS) else 1


def _direction(participant: etree._Element) -> str | None:
    return re.sub(r"[^NSEW]", "", (_text(participant, "DIRECTION") or "").upper()) or None


def _kind(event: etree._Element) -> str:
    event_type = event.get("EVENT_TYPE", "").upper()
    if "TEAM" in event_type:
        return "teams"
    scoring = f"{event_type} {_text(event, 'BOARD_SCORING_METHOD') or ''}".upper()
    if "BUTLER" in scoring:
        return "butler"
    return "cross_imp" if "IMP" in scoring else "pairs"


def _together(session: _Session) -> str | None:
    """The lines of a session with one ranking over all sections: places go on past the largest section."""
    lines = [section.line for section in session.sections]
    if len(lines) < 2:
        return None
    largest = max(len(section.participants) for section in session.sections) / session.winners
    places = [_place(pair) for section in session.sections for pair in section.participants]
    return "+".join(lines) if max((int(place) for place in places if place), default=0) > largest else None


def _place(participant: etree._Element) -> str | None:
    place = re.match(r"[0-9]+", _text(participant, "PLACE") or "")
    return place[0] if place else None


# --- rows ---------------------------------------------------------------------------------------


def _participants(session: _Session) -> dict[str, list[Row]]:
    people: list[Row] = []
    official: list[Row] = []
    for section in session.sections:
        for participant in section.participants:
            direction = _direction(participant) if session.winners == 2 else None
            number = participant.get("TEAM_ID") or _text(participant, "PAIR_NUMBER")
            entrant = session.entrant(section, number, direction)
            where = {"session_id": session.id, "line": section.line, "entrant": entrant}
            official.append(
                {
                    **where,
                    "points": _text(participant, "TOTAL_SCORE"),
                    "score": _text(participant, "PERCENTAGE"),
                    "rank": _place(participant),
                    "line_no": _line_no(participant),
                }
            )
            people += [
                {
                    **where,
                    "direction": direction,
                    "name": _text(player, "PLAYER_NAME"),
                    "member_number": _first(_text(player, "NATIONAL_ID_NUMBER"), _text(player, "CLUB_ID_NUMBER")),
                    "line_no": _line_no(player),
                }
                for player in participant.iter("PLAYER")
            ]
    return {"people": people, "official_results": official}


def _results_and_matches(session: _Session) -> dict[str, list[Row]]:
    results: list[Row] = []
    matches: list[Row] = []
    for section in session.sections:
        team_of = {
            number: team.get("TEAM_ID")
            for team in section.participants
            for number in (_text(pair, "PAIR_NUMBER") for pair in team.iterfind("PAIR"))
            if number
        }
        for board in section.boards:
            for line in board.iterfind("TRAVELLER_LINE"):
                results.append(_result(session, section, board, line, team_of))
        for match in section.matches:
            matches += _both_sides(session, section, match, team_of)
    return {"results": results, "matches": matches}


def _result(
    session: _Session,
    section: _Section,
    board: etree._Element,
    line: etree._Element,
    team_of: dict[str, str | None],
) -> Row:
    north_south, east_west = _text(line, "NS_PAIR_NUMBER"), _text(line, "EW_PAIR_NUMBER")
    score, ruling = _score_and_ruling(_text(line, "SCORE"))
    match = board.getparent()
    in_match = match is not None and match.tag == "MATCH"
    points = _points_of_match(board, line) if in_match and session.kind == "teams" else _points_of_line(line)
    return {
        "session_id": session.id,
        "line": section.line,
        "round": _first(_text(line, "ROUND_NUMBER"), _round(match) if match is not None and in_match else None),
        "table": _text(line, "TABLE_NUMBER"),
        "board": _text(board, "BOARD_NUMBER"),
        "ns": team_of.get(north_south or "") or session.entrant(section, north_south, "NS"),
        "ew": team_of.get(east_west or "") or session.entrant(section, east_west, "EW"),
        "contract": _text(line, "CONTRACT"),
        "declarer": _text(line, "PLAYED_BY"),
        "tricks": _text(line, "TRICKS"),
        "score": score,
        "ruling": ruling,
        "official_ns_points": points["NS"],
        "official_ew_points": points["EW"],
        "official_centred": "false" if any(points.values()) else None,
        "official_datum": _text(board, "BOARD_AVERAGE"),
        "line_no": _line_no(line),
    }


def _points_of_line(line: etree._Element) -> dict[str, str | None]:
    """What the file says the line was worth, by direction."""
    return {side: _first(*(_text(line, f"{side}_{name}") for name in _POINTS)) for side in DIRECTIONS}


def _points_of_match(board: etree._Element, line: etree._Element) -> dict[str, str | None]:
    """What the board brought in its match, by the direction in which either team sat on this line.

    The points beside the lines of a match are cross-IMPs over all pairs, and decide nothing between the teams.
    """
    imps = _text(board, "IMPS")
    team = _first(_text(board, "TEAM_POINTS"), imps)
    opponent = _first(_text(board, "OPPOSING_TEAM_POINTS"), _negative(imps))
    sides = {"NS": (team, opponent), "EW": (opponent, team)}.get(_direction(line) or "", (None, None))
    return dict(zip(DIRECTIONS, sides, strict=True))


def _negative(number: str | None) -> str | None:
    if number is None or number.strip("+-0.") == "":
        return number
    return number.removeprefix("-") if number.startswith("-") else f"-{number.removeprefix('+')}"


def _round(match: etree._Element) -> str:
    """The number of its round; where the file has none, its place among the matches."""
    return (
        _first(_text(match, "ROUND_NUMBER"), str(1 + sum(1 for _ in match.itersiblings("MATCH", preceding=True)))) or ""
    )


def _score_and_ruling(word: str | None) -> tuple[str | None, str | None]:
    """The score from North-South, or the ruling that stands in its place; an unknown word stays, to be reported."""
    if word is None or re.fullmatch(r"[+-]?[0-9]+", word):
        return word, None
    upper = word.upper()
    if upper == "PASS":
        return "0", None
    if upper in _RULINGS:
        return None, _RULINGS[upper]
    if shares := _SHARES.fullmatch(upper):
        north_south, east_west = shares.groups()
        return None, AWARDED.format(north_south, east_west or 100 - int(north_south))
    if sides := _SIDES.fullmatch(upper):
        north_south, east_west = ("50" if side == "=" else side for side in sides.groups())
        return None, AWARDED.format(north_south, east_west)
    return None, word


def _both_sides(
    session: _Session, section: _Section, match: etree._Element, team_of: dict[str, str | None]
) -> list[Row]:
    """A match as two rows, one a team. Where TEAM is a name, its pairs on the traveller tell the number."""
    team, opponent = _teams(section, match, team_of)
    boards = match.findall("BOARD")
    imps = [re.fullmatch(r"[+-]?[0-9]+", _text(board, "IMPS") or "") for board in boards]
    total = str(sum(int(number[0]) for number in imps if number)) if boards and all(imps) else None
    row = {
        "session_id": session.id,
        "line": section.line,
        "round": _round(match),
        "boards": str(len(boards)) if boards else None,
        "line_no": _line_no(match),
    }
    stated = [_text(match, "TEAM_SCORE"), _text(match, "OPPOSING_TEAM_SCORE")]
    return [
        {**row, "team": own, "opponent": other, "imps": of_boards}
        | ({session.match_score: score} if session.match_score and score else {})
        for own, other, of_boards, score in (
            (team, opponent, total, stated[0]),
            (opponent, team, _negative(total), stated[1]),
        )
    ]


def _teams(section: _Section, match: etree._Element, team_of: dict[str, str | None]) -> tuple[str | None, str | None]:
    for line in match.iterfind("BOARD/TRAVELLER_LINE"):
        north_south = team_of.get(_text(line, "NS_PAIR_NUMBER") or "")
        east_west = team_of.get(_text(line, "EW_PAIR_NUMBER") or "")
        if north_south and east_west and _direction(line) == "NS":
            return north_south, east_west
        if north_south and east_west and _direction(line) == "EW":
            return east_west, north_south
    number = {team.get("TEAM_NAME"): team.get("TEAM_ID") for team in section.participants}
    team, opponent = _text(match, "TEAM"), _text(match, "OPPOSING_TEAM")
    return number.get(team) or team, number.get(opponent) or opponent


def _number_lines_apart(results: list[Row]) -> None:
    """A file without line breaks has all its results on one line: they are then numbered from 1."""
    if len({row["line_no"] for row in results}) < len(results):
        for number, row in enumerate(results, start=1):
            row["line_no"] = str(number)


def _not_used(root: etree._Element, sessions: list[_Session], lines_read: int) -> list[Finding]:
    findings = []
    lines = sum(1 for _ in root.iter("TRAVELLER_LINE"))
    if lines == 0:
        message = "no result lines in this file: export the travellers too"
        findings.append(Finding(None, "error", "TRAVELLER_LINE", None, message))
    elif lines > lines_read:
        message = f"{lines - lines_read} result lines stand outside the sections of their session, and are not read"
        findings.append(Finding(None, "error", "TRAVELLER_LINE", None, f"{message}: export the file again"))
    for session in sessions:
        matches = [match for section in session.sections for match in section.matches]
        if matches and session.match_score is None:
            method = _first(_text(session.event, "MATCH_SCORING_METHOD"), _text(session.event, "SCORING_METHOD"))
            message = "matches in points that are not known here: their boards are read, their scores are not"
            findings.append(Finding(matches[0].sourceline, "warning", "MATCH_SCORING_METHOD", method, message))
        if "INDIVIDUAL" in session.event.get("EVENT_TYPE", "").upper():
            message = "who sat with whom is not read from an individual in this format: give it as landing tables"
            findings.append(Finding(session.event.sourceline, "warning", "EVENT_TYPE", "INDIVIDUAL", message))
    return findings
