"""The rows of a session: result lines, matches, and who took part with which official result."""

import re

from pipelines.intake.readers.people import two_names
from pipelines.intake.readers.reading import LINES_NAMED, Finding, on_lines
from pipelines.intake.readers.usebio.elements import Element, first, line_no, text, texts
from pipelines.intake.readers.usebio.names import CELLS_OF_LINE
from pipelines.intake.readers.usebio.sessions import (
    Board,
    Match,
    Section,
    Session,
    direction_of,
    negative,
    number_of,
    place_of,
    together,
)
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.bridge.sessions import PARTNERS
from transforms.tables.schemas import DIRECTIONS

Row = dict[str, str | None]

_SHARES = re.compile(r"A([0-9][0-9])(?:[/_:-]?([0-9][0-9]))?")
_SIDES = re.compile(r"A(?:VE?)?([=+-])[/_: ]?A(?:VE?)?([=+-])")
_RULINGS = {
    **dict.fromkeys(("NP", "N/P", "NOT PLAYED"), NOT_PLAYED),
    **dict.fromkeys(("A", "AV", "AVE", "AVERAGE"), AVERAGE),
}
_POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "CROSS_IMPS", "BUTLER_IMPS", "IMPS", "POINTS")
_IMPS = re.compile(r"[+-]?[0-9]{1,6}")
_OURS = "Barometer"
"""The name of the program in the files that `pipelines/intake/writers/as_usebio.py` writes."""
_NUMBER_OF_SEAT = "{}_PLAYER_NUMBER"


def session_row(session: Session) -> Row:
    """The row of this session in the table `sessions`."""
    return {
        "session_id": session.id,
        "date": first(text(session.element, "DATE"), session.event.date),
        "kind": session.kind,
        "together": together(session),
        "title": session.event.title,
        "winners": str(session.winners),
        "team_scoring": session.team_scoring,
        "line_no": line_no(session.element),
    }


def participant_rows(session: Session) -> tuple[list[Row], list[Row]]:
    """The people of a session, and the official results of its entrants."""
    people: list[Row] = []
    official: list[Row] = []
    ids = _ids_of_players(session.element)
    for section in session.sections:
        for participant in section.participants:
            direction = direction_of(participant) if session.winners == 2 else None
            entrant = section.entrant(number_of(participant), direction)
            where = {"session_id": session.id, "line": section.line, "entrant": entrant}
            official.append(
                {
                    **where,
                    "points": text(participant, "TOTAL_SCORE"),
                    "score": text(participant, "PERCENTAGE"),
                    "rank": place_of(participant),
                    "line_no": line_no(participant),
                }
            )
            players = [
                {
                    **where,
                    "direction": direction,
                    "name": text(player, "PLAYER_NAME"),
                    "member_number": first(*(text(player, name) for name in ids)),
                    "line_no": line_no(player),
                }
                for player in participant.iter("PLAYER")
            ]
            people += _apart(players) if participant.tag == "PAIR" and session.kind != "teams" else players
    return people, official


def _ids_of_players(element: Element) -> tuple[str, str]:
    """The elements with the id of a player, that which counts first: the club's own in a file that was written here."""
    program = element.getroottree().getroot().findtext(".//PROGRAM_NAME") or ""
    national, of_club = "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER"
    return (of_club, national) if program.strip() == _OURS else (national, of_club)


def _apart(pair: list[Row]) -> list[Row]:
    """The players of a pair; two where one cell names both and gives no number."""
    if len(pair) != 1 or pair[0]["member_number"] or not pair[0]["name"]:
        return pair
    return [{**pair[0], "name": name} for name in two_names(pair[0]["name"])]


def result_rows(session: Session) -> tuple[list[Row], list[Finding]]:
    """The result lines of a session, and an error for those in which a cell stands twice with two values."""
    rows: list[Row] = []
    twice: dict[str, list[tuple[int, str]]] = {}
    for section in session.sections:
        for board in section.boards:
            for line in board.lines:
                if contradiction := _contradiction(line):
                    name, values = contradiction
                    twice.setdefault(name, []).append((int(line_no(line)), values))
                else:
                    rows.append(_result(session, section, board, line))
    return rows, [_stands_twice(name, lines) for name, lines in twice.items()]


def _contradiction(line: Element) -> tuple[str, str] | None:
    """(name, both values) of the first cell that stands in a line twice, with two values; None without one."""
    seen: dict[str, str] = {}
    for child in line.iterchildren("*"):
        name, value = str(child.tag), (child.text or "").strip()
        if value and name in CELLS_OF_LINE and seen.setdefault(name, value) != value:
            return name, f"{seen[name]} / {value}"
    return None


def _stands_twice(name: str, lines: list[tuple[int, str]]) -> Finding:
    sentence = "{name} stands twice in this result, with two values; the result is left out: take the wrong one out"
    places = [place for place, _ in lines[: LINES_NAMED + 1]]
    told = {"field": "TRAVELLER_LINE", "value": f"{name} {lines[0][1]}"}
    return on_lines("usebio.element/cell_twice", sentence, places, len(lines), **told, name=name)


def match_rows(session: Session) -> list[Row]:
    """Every match as two rows, one per team."""
    return [row for section in session.sections for match in section.matches for row in _match(session, section, match)]


# --- result lines -------------------------------------------------------------------------------


def _result(session: Session, section: Section, board: Board, line: Element) -> Row:
    cells = texts(line)
    score, ruling = _score_and_ruling(cells.get("SCORE"))
    of_match = board.team_points if session.kind == "teams" else None
    points = _points_of_line(cells) if of_match is None else _points_of_match(of_match, line)
    return {
        "session_id": session.id,
        "line": section.line,
        "round": first(cells.get("ROUND_NUMBER"), board.round),
        "table": cells.get("TABLE_NUMBER"),
        "board": board.number,
        "ns": _side(session, section, cells, "NS"),
        "ew": _side(session, section, cells, "EW"),
        "contract": cells.get("CONTRACT"),
        "declarer": cells.get("PLAYED_BY"),
        "tricks": cells.get("TRICKS"),
        "lead": cells.get("LEAD"),
        "score": score,
        "ruling": ruling,
        "official_ns_points": points["NS"],
        "official_ew_points": points["EW"],
        "official_centred": "false" if any(points.values()) else None,
        "official_datum": board.datum,
        "line_no": line_no(line),
    }


def _side(session: Session, section: Section, cells: dict[str, str], direction: str) -> str | None:
    """Who sat there: a team, a pair, or two single players joined by `+`; None where nobody did."""
    seats = (cells.get(_NUMBER_OF_SEAT.format(seat)) for seat in direction)
    players = [player for player in seats if player is not None and player != "0"]
    number = cells.get(f"{direction}_PAIR_NUMBER")
    if number is None or (players and session.event.is_individual):
        return PARTNERS.join(players) or None
    return section.team_of.get(number) or section.entrant(number, direction)


def _points_of_line(cells: dict[str, str]) -> Row:
    """The points that the file gives for a line, by direction."""
    return {side: first(*(cells.get(f"{side}_{name}") for name in _POINTS)) for side in DIRECTIONS}


def _points_of_match(points: tuple[str | None, str | None], line: Element) -> Row:
    """The points for the board in its match, by the direction in which each team sat on this line.

    The points on the lines of a match are cross-IMPs over all pairs; they do not count between the teams.
    """
    team, opponent = points
    sides = {"NS": (team, opponent), "EW": (opponent, team)}.get(direction_of(line) or "", (None, None))
    return dict(zip(DIRECTIONS, sides, strict=True))


def _score_and_ruling(word: str | None) -> tuple[str | None, str | None]:
    """(score from the side of North-South, ruling in its place); an unknown word stays, so it is reported later."""
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


# --- matches ------------------------------------------------------------------------------------


def _match(session: Session, section: Section, match: Match) -> list[Row]:
    """Both rows of a match. Where TEAM is a name, the pairs on the traveller lead to its number."""
    team, opponent = _teams(section, match)
    imps = [_IMPS.fullmatch(board.imps or "") for board in match.boards]
    total = str(sum(int(number[0]) for number in imps if number)) if match.boards and all(imps) else None
    row: Row = {
        "session_id": session.id,
        "line": section.line,
        "round": match.round,
        "boards": str(len(match.boards)) if match.boards else None,
        "line_no": line_no(match.element),
    }
    stated = [text(match.element, "TEAM_SCORE"), text(match.element, "OPPOSING_TEAM_SCORE")]
    return [
        {**row, "team": own, "opponent": other, "imps": of_boards}
        | ({session.match_score: score} if session.match_score and score else {})
        for own, other, of_boards, score in (
            (team, opponent, total, stated[0]),
            (opponent, team, negative(total), stated[1]),
        )
    ]


def _teams(section: Section, match: Match) -> tuple[str | None, str | None]:
    for line in (line for board in match.boards for line in board.lines):
        north_south = section.team_of.get(text(line, "NS_PAIR_NUMBER") or "")
        east_west = section.team_of.get(text(line, "EW_PAIR_NUMBER") or "")
        if north_south and east_west and direction_of(line) == "NS":
            return north_south, east_west
        if north_south and east_west and direction_of(line) == "EW":
            return east_west, north_south
    team, opponent = text(match.element, "TEAM"), text(match.element, "OPPOSING_TEAM")
    return section.team_named.get(team) or team, section.team_named.get(opponent) or opponent


def number_lines_apart(results: list[Row]) -> None:
    """Number the results from 1 where several of them stand on one line, as in a file without line breaks."""
    if len({row["line_no"] for row in results}) < len(results):
        for number, row in enumerate(results, start=1):
            row["line_no"] = str(number)
