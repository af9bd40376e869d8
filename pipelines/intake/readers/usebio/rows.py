"""The rows of a session, the numbers that the file states, and findings on contents that are not read."""

import re
from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from pipelines.intake.readers.lin import of_one_table
from pipelines.intake.readers.reading import Finding, on_lines
from pipelines.intake.readers.sheets import Row, two_names
from pipelines.intake.readers.usebio import elements as el
from pipelines.intake.readers.usebio.elements import LINE, Element, first, line_no, said, text, texts
from pipelines.intake.readers.usebio.sessions import Board, Match, Section, Session, direction_of, number_of
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.bridge.sessions import PARTNERS
from transforms.tables.schemas import DIRECTIONS, SEATS

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
"""By the file's word for the scoring of a match or its boards, the column of the table `matches` to fill."""
_PLACE = re.compile(r"[0-9]+")
_MOST_DIGITS = 6
_POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "CROSS_IMPS", "BUTLER_IMPS", "IMPS", "POINTS")
_OF_LINE = {
    **{"table": "TABLE_NUMBER", "contract": "CONTRACT", "declarer": "PLAYED_BY"},
    **{"tricks": "TRICKS", "lead": "LEAD"},
}
_IMPS = re.compile(r"[+-]?[0-9]{1,6}")
_OURS = "Barometer"
_COUNT = re.compile(r"[0-9]{1,6}")
_STATED = {"sections": ("SECTION_COUNT",), "entrants": ("PAIRS", "TEAMS", "PLAYERS")}
_WHERE = {
    LINE: f"//{LINE}",
    "MATCH": "//MATCH",
    "PAIR": "//PAIR[not(ancestor::TEAM)]",
    "TEAM": "//TEAM[not(parent::MATCH)]",
    "PLAYER": "//PLAYER",
}
_MOST_NAMED = 20
_OF_DIRECTOR = re.compile(r"PENALT|ADJUST|WEIGHT")
"""Parts of names of elements that may hold decisions of the director. No known program writes such elements."""
_NOTHING = re.compile(r"[+-]?[0.]*|N|NO|NONE|FALSE", re.IGNORECASE)
_IN_FILE = rb"<(?:\w+:)?%s[\s/>]"


def session_row(session: Session) -> Row:
    """Return the row of this session in the table `sessions`."""
    method = session.event.said("BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD") or ""
    is_point_a_board = session.kind == "teams" and _METHODS.get(method.upper()) == "points"
    return {
        "session_id": session.id,
        "date": first(text(session.element, "DATE"), session.event.said("DATE")),
        "kind": session.kind,
        "together": _together(session),
        "title": session.event.said("EVENT_DESCRIPTION", "TITLE"),
        "winners": str(session.winners),
        "team_scoring": "point_a_board" if is_point_a_board else None,
        "line_no": line_no(session.element),
    }


def _together(session: Session) -> str | None:
    if len(session.sections) < 2:
        return None
    largest = max(len(section.participants) for section in session.sections) / session.winners
    places = (place for one in session.seated if (place := _place(one)) and len(place) <= _MOST_DIGITS)
    is_one = max(map(int, places), default=0) > largest
    return "+".join(section.line for section in session.sections if section.line) if is_one else None


def _place(participant: Element) -> str | None:
    digits = _PLACE.match(text(participant, "PLACE") or "")
    return digits and digits[0]


def participant_rows(session: Session) -> tuple[list[Row], list[Row]]:
    """Return a session's people, by national id (or by club id in our own files), and its result list."""
    people: list[Row] = []
    official: list[Row] = []
    program = session.element.getroottree().getroot().findtext(".//PROGRAM_NAME") or ""
    ids = ("NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER")[:: -1 if program.strip() == _OURS else 1]
    for section in session.sections:
        for participant in section.participants:
            direction = direction_of(participant) if session.winners == 2 else None
            entrant = section.entrant(number_of(participant), direction)
            where: Row = {"session_id": session.id, "line": section.line, "entrant": entrant}
            points, score = text(participant, "TOTAL_SCORE"), text(participant, "PERCENTAGE")
            at = {"rank": _place(participant), "line_no": line_no(participant)}
            boards = first(text(participant, "BOARDS_PLAYED"), session.event.said("BOARDS_PLAYED"))
            official.append({**where, "points": points, "score": score, "boards": boards, **at})
            players: list[Row] = [
                {
                    **where,
                    "direction": direction,
                    "name": text(player, "PLAYER_NAME"),
                    "member_number": first(*(text(player, name) for name in ids)),
                    "line_no": line_no(player),
                }
                for player in participant.iter("PLAYER")
            ]
            if participant.tag == "PAIR" and session.kind != "teams" and len(players) == 1:
                [one] = players
                names = two_names(one["name"]) if one["name"] and not one["member_number"] else [one["name"]]
                players = [{**one, "name": name} for name in names]
            people += players
    return people, official


def total_rows(session: Session, official: list[Row]) -> list[Row]:
    """Return the result list as totals, for a session without travellers and matches. Rows need a value and boards."""
    column = {"pairs": "points", "teams": "vp"}.get(session.kind, "imps")
    listed = [row for row in official if row["boards"] and (row["points"] or row["score"])]
    return [{**row, "percentage": row["score"], column: row["points"]} for row in listed]


def result_rows(session: Session) -> tuple[list[Row], list[Finding]]:
    """Return the result lines of a session, and an error for lines that state two different values for one cell."""
    rows: list[Row] = []
    twice: dict[str, list[tuple[int, str]]] = {}
    for section in session.sections:
        for board in section.boards:
            for line in board.lines:
                seen: dict[str, str] = {}
                for child in line.iterchildren("*"):
                    name, value = str(child.tag), (child.text or "").strip()
                    if value and name in el.CELLS_OF_LINE and seen.setdefault(name, value) != value:
                        twice.setdefault(name, []).append((int(line_no(line)), f"{seen[name]} / {value}"))
                        break
                else:
                    rows.append(_result(session, section, board, line))
    return rows, [
        on_lines("usebio.left_out/twice", [no for no, _ in at], field=LINE, value=f"{name} {at[0][1]}", name=name)
        for name, at in twice.items()
    ]


def _result(session: Session, section: Section, board: Board, line: Element) -> Row:
    cells = texts(line)
    score, ruling = _score_and_ruling(cells.get("SCORE"))
    ns, ew = (first(*(cells.get(f"{side}_{name}") for name in _POINTS)) for side in DIRECTIONS)
    imps = board.cells.get("IMPS")
    team, opponent = (
        first(board.cells.get("TEAM_POINTS"), imps),
        board.cells.get("OPPOSING_TEAM_POINTS") or _negative(imps),
    )
    if session.kind == "teams" and board.round is not None:
        # The points on the lines of a match are cross-IMPs over all pairs; the teams do not win or lose them.
        ns, ew = {"NS": (team, opponent), "EW": (opponent, team)}.get(direction_of(line) or "", (None, None))
    linked = next((value for value in cells.values() if el.LIN.search(value)), None)
    of_table = of_one_table(linked) if linked else {}
    return {
        **of_table,
        "session_id": session.id,
        "line": section.line,
        "round": first(cells.get("ROUND_NUMBER"), board.round),
        "board": board.cells.get("BOARD_NUMBER"),
        **{column: cells.get(name) for column, name in _OF_LINE.items()},
        "ns": _side(session, section, cells, "NS"),
        "ew": _side(session, section, cells, "EW"),
        "score": score,
        "ruling": ruling,
        "official_ns_points": ns,
        "official_ew_points": ew,
        "official_centred": "false" if ns or ew else None,
        "official_datum": board.cells.get("BOARD_AVERAGE"),
        "line_no": line_no(line),
    }


def deal_rows(results: list[Row]) -> list[Row]:
    """Return the deals that programs for online play keep with each result, as LIN; each deal of a board once."""
    dealt = {(row["session_id"], row["board"], row["deal"]): row for row in reversed(results) if row.get("deal")}
    columns = ("session_id", "board", "dealer", "vulnerable", "deal", "line_no")
    return [{column: row[column] for column in columns} for row in reversed(dealt.values())]


def _negative(number: str | None) -> str | None:
    if number is None or number.strip("+-0.") == "":
        return number
    return number.removeprefix("-") if number.startswith("-") else f"-{number.removeprefix('+')}"


def _side(session: Session, section: Section, cells: dict[str, str], direction: str) -> str | None:
    seats = (cells.get(f"{seat}_PLAYER_NUMBER") for seat in direction)
    players = [player for player in seats if player is not None and player != "0"]
    number = cells.get(f"{direction}_PAIR_NUMBER")
    if number is None or (players and session.is_individual):
        return PARTNERS.join(players) or None
    return section.team_of.get(number) or section.entrant(number, direction)


def _score_and_ruling(word: str | None) -> tuple[str | None, str | None]:
    """Return the North-South score or the ruling. An unknown word becomes a ruling, for a later check to report."""
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
        return None, AWARDED.format(*("50" if side == "=" else side for side in sides.groups()))
    return None, word


def _match_score(session: Session) -> str | None:
    return _METHODS.get((session.event.said("MATCH_SCORING_METHOD", "SCORING_METHOD") or "").upper())


def match_rows(session: Session) -> Iterator[Row]:
    """Yield two rows per match, one per team or pair. A team with only a name gets its number from the travellers."""
    of_sections = ((section, match) for section in session.sections for match in section.matches)
    for section, match in of_sections:
        team, opponent = _teams(section, match)
        names = ("TEAM_SCORE", "OPPOSING_TEAM_SCORE")
        if team is None and opponent is None:
            team, opponent = (_side(session, section, texts(match.element), side) for side in DIRECTIONS)
            names = ("NS_SCORE", "EW_SCORE")
        imps = [_IMPS.fullmatch(board.cells.get("IMPS", "")) for board in match.boards]
        total = str(sum(int(number[0]) for number in imps if number)) if match.boards and all(imps) else None
        row: Row = {
            "session_id": session.id,
            "line": section.line,
            "round": match.round,
            "boards": str(len(match.boards)) if match.boards else None,
            "line_no": line_no(match.element),
        }
        column = _match_score(session)
        for own, other, of_boards, name in (
            (team, opponent, total, names[0]),
            (opponent, team, _negative(total), names[1]),
        ):
            of_match: Row = {column: text(match.element, name)} if column else {}
            yield {**row, "team": own, "opponent": other, "imps": of_boards, **of_match}


def _teams(section: Section, match: Match) -> tuple[str | None, str | None]:
    for line in (line for board in match.boards for line in board.lines):
        ns, ew = (section.team_of.get(text(line, f"{side}_PAIR_NUMBER") or "") for side in DIRECTIONS)
        if ns and ew and (direction := direction_of(line)) in DIRECTIONS:
            return (ns, ew) if direction == "NS" else (ew, ns)
    named = {team.get("TEAM_NAME"): team.get("TEAM_ID") for team in section.participants}
    team, opponent = text(match.element, "TEAM"), text(match.element, "OPPOSING_TEAM")
    return named.get(team) or team, named.get(opponent) or opponent


def number_lines_apart(results: list[Row]) -> None:
    """If several results are on one line of the file, as in a file without line breaks, number all results from 1."""
    if len({row["line_no"] for row in results}) < len(results):
        for number, row in enumerate(results, start=1):
            row["line_no"] = str(number)


def stated_rows(sessions: list[Session]) -> Iterator[Row]:
    """Yield the counts that each event of one session states. SESSION_COUNT is 2 if it was scored from two sessions."""
    for session in sessions:
        for what, names in _STATED.items() if session.event.is_one_session else ():
            elements = (element for name in names for element in session.event.element.iterchildren(name))
            values = ((element, (element.text or "").strip()) for element in elements)
            for element, value in [number for number in values if _COUNT.fullmatch(number[1])][:1]:
                yield {"session_id": session.id, "what": what, "value": value, "line_no": line_no(element)}


def boards_missing(sessions: list[Session], results: list[Row]) -> Iterator[Finding]:
    """Warn about each session in which everybody played fewer boards than BOARDS_PLAYED states."""
    played: dict[str | None, dict[str, set[tuple[str | None, ...]]]] = defaultdict(lambda: defaultdict(set))
    for row in results:
        for side in ("ns", "ew"):
            for entrant in (row[side] or "").split(PARTNERS):
                played[row["session_id"]][f"{row['line']} {entrant}"].add((row["round"], row["board"]))
    for session in sessions:
        written = session.event.cells.get("BOARDS_PLAYED", "")
        most = max(map(len, played[session.id].values()), default=0)
        if session.event.is_one_session and _COUNT.fullmatch(written) and 0 < most < int(written):
            at = {"field": "BOARDS_PLAYED", "value": written, "stated": written, "most": most}
            yield said("usebio.doubtful/boards", session.event.element, severity="warning", **at)


def doubts(session: Session) -> Iterator[Finding]:
    """Yield warnings about a session that can be read only in part."""
    if session.matches and _match_score(session) is None:
        value = session.event.said("MATCH_SCORING_METHOD", "SCORING_METHOD")
        at = {"field": "MATCH_SCORING_METHOD", "value": value, "severity": "warning"}
        yield said("usebio.scoring/matches", session.matches[0].element, **at)
    players = [f"{seat}_PLAYER_NUMBER" for seat in SEATS]
    by_pair = [line for line in session.lines if all(line.find(name) is None for name in players)]
    if by_pair and session.is_individual:
        at = {"field": "EVENT_TYPE", "value": "INDIVIDUAL", "severity": "warning", "lines": len(by_pair)}
        yield said("usebio.scoring/individual", by_pair[0], **at)


def of_director(root: Element) -> list[Finding]:
    """Return an error for each element name that may mean penalties or adjusted scores, as those are not read."""
    found: dict[str, list[tuple[Element, str]]] = defaultdict(list)
    for element in root.iter("*"):
        written = (element.text or "").strip()
        if _OF_DIRECTOR.search(str(element.tag).upper()) and not _NOTHING.fullmatch(written):
            found[str(element.tag)].append((element, written))
    return [
        said("usebio.left_out/director", elements[0][0], value=elements[0][1], elements=len(elements))
        for elements in list(found.values())[:_MOST_NAMED]
    ]


def not_read(
    root: Element | None, data: bytes, sessions: list[Session], *, is_whole: bool, listed: int = 0
) -> Iterator[Finding]:
    """Yield errors for elements that are outside all sessions or not parsed, and for a file without result lines.

    `data` is searched only if the file is not sound (`is_whole` is false). `listed` is the number of totals.
    """
    matches = [match for session in sessions for match in session.matches]
    seated = {id(one): one for session in sessions for one in session.seated}.values()
    read = {
        LINE: sum(1 for session in sessions for _ in session.lines),
        "MATCH": len(matches),
        **{tag: sum(one.tag == tag for one in seated) for tag in ("PAIR", "TEAM")},
        "PLAYER": sum(1 for one in seated for _ in one.iter("PLAYER")),
    }
    plain = b"" if is_whole else data.replace(b"\0", b"")
    for tag, path in _WHERE.items():
        whole = len(re.findall(_IN_FILE % tag.encode(), plain))
        lost = 0 if tag == "TEAM" else whole - _count(root, f"//{tag}")
        rows = _count(root, path) - read[tag]
        if lost > 0:
            yield said("usebio.left_out/lost", field=tag, rows=lost, whole=whole, tag=tag)
        if rows > 0:
            yield said("usebio.left_out/elements", field=tag, tag=tag, rows=rows)
    if root is not None and _count(root, _WHERE[LINE]) == 0:
        if matches:
            yield said("usebio.doubtful/only_matches", severity="warning", field=LINE, rows=len(matches))
        elif listed:
            yield said("usebio.no_result_lines/with_list", severity="warning", field=LINE, rows=listed)
        else:
            yield said("usebio.no_result_lines", field=LINE)


def _count(root: Element | None, path: str) -> int:
    return 0 if root is None else int(float(str(etree.XPath(f"count({path})")(root))))
