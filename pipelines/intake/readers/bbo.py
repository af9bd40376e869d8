"""Pages of tournaments of Bridge Base Online, as a browser saves them: travellers, lists of hands, result lists.

Source: docs/bbo-format.md in github.com/Rick-Wilson/acbl-live-fetch, and the shape of the pages in its tests. A
traveller has a row for each table that played a board; the heading `NS Points` or `EW Points` says whose side the
scores are on, but for contracts of the other side some pages leave out the sign, so the contract decides. The number of
the board and its cards are in the LIN of the links. A list of hands has the boards of one player; only its deals are
read, because its results are also on the travellers. A result list (tview) has the totals. The evening is the
tournament whose number is in the links.

No page numbers the pairs, so they have the names of their players. All robots have one name, `GiB` or `Robot`; the LIN
has their numbers (`~~M45910`). A pair of robots without numbers is not named.
"""

import datetime as dt
import re
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote_plus

from lxml import etree

from pipelines.intake.readers.pages import (
    DiffersError,
    contract_in,
    missing,
    number,
    signed,
    tree_of,
    with_class,
    words_in,
)
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from transforms.bridge.contracts import PASSED_OUT
from transforms.bridge.rulings import AVERAGE, AWARDED

_TOURNEY = re.compile(r"[?&;](?:t|tourney|traveller)=([0-9]{1,9})-([0-9]{9,10})\b")
_LIN = re.compile(r"hv_popuplin\('([^']{1,20000})'")
_BOARD = re.compile(r"\|ah\|Board ([0-9]{1,3})\|")
_CARDS = re.compile(r"\|md\|([1-4])([^|]{1,80})\|")
_VULNERABLE = re.compile(r"\|sv\|([onebONEB])\|")
_HAND = re.compile(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)")
_RANKS = "AKQJT98765432"
_RESULT = re.compile(r"([1-7])(NT?|[SHDC])(x{0,2})([NESW])(=|[+-][0-9]{1,2})", re.IGNORECASE)
_AVERAGES = re.compile(r"A[=+-]{0,2}|AVE?[=+-]?", re.IGNORECASE)
_SCORE = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{1,4})?)(%?)")
_ROBOTS = ("gib", "robot")
_OF_ROBOT = "~~"
_SEATS = ("North", "South", "East", "West")
_SECTION = re.compile(r"Section\s+(\w+)\s+(N|E)/", re.IGNORECASE)
_LIN_SEATS = ("South", "West", "North", "East")
_HEADINGS = (*_SEATS, "Result", "Score")


def is_bbo(text: str) -> bool:
    """Return whether this is a page of Bridge Base Online with rows of boards or of pairs."""
    is_page = text.lstrip()[:1] == "<" and "bridgebase.com" in text
    return is_page and ("handnum" in text or "sectiontable" in text)


def read(text: str, session_id: str) -> Sheets:
    """Read one page. A page that differs from the description gives one error and no sheets."""
    try:
        root = tree_of(text)
        evening, date = _evening(text, session_id)
        if "handnum" not in text:
            return _result_list(root, evening, date)
        rows = _rows(root, text)
        if with_class(root, "td", "traveller"):
            return _hands(root, rows, evening, date)
        return _traveller(root, rows, evening, date)
    except DiffersError as differs:
        return Sheets({}, [differs.finding])


class _Line(NamedTuple):
    no: int
    cells: dict[str, str]
    lin: str


class _Rows(NamedTuple):
    lines: list[_Line]
    is_of_ns: bool


def _evening(text: str, session_id: str) -> tuple[str, str]:
    found = _TOURNEY.search(text)
    if found is None:
        raise missing(1, "tourney=")
    folder = PurePosixPath(session_id).parent
    date = dt.datetime.fromtimestamp(int(found[2]), dt.UTC).date().isoformat()
    return (folder / f"bbo-{found[1]}-{found[2]}").as_posix(), date


def _rows(root: etree._Element, text: str) -> _Rows:
    headings: list[str] = []
    line_no = 1
    for row in root.iter("tr"):
        named = [words_in(cell) for cell in row.iterchildren("th")]
        if "North" in named:
            headings, line_no = named, row.sourceline or 1
            break
    for needed in _HEADINGS:
        if headings.count(needed) != 1:
            raise missing(line_no, needed)
    points = next((heading for heading in headings if re.fullmatch(r"(?:NS|EW)? ?Points", heading)), None)
    if points is None:
        raise missing(line_no, "NS Points")
    numbered = [cell.getparent() for cell in with_class(root, "td", "handnum")]
    lines: list[_Line] = []
    for row in numbered:
        cells = [] if row is None else [words_in(cell) for cell in row.iterchildren("td")]
        no = (row.sourceline if row is not None else None) or line_no
        if len(cells) < len(headings):
            raise missing(no, headings[len(cells)])
        movies = [] if row is None else [link.get("onclick") or "" for link in row.iter("a")]
        found = next((lin for movie in movies if (lin := _LIN.search(movie))), None)
        at_place = dict(zip(headings, cells, strict=False)) | {"Points": cells[headings.index(points)]}
        lines.append(_Line(no, at_place, unquote_plus(found[1].replace("+", "%2B")) if found else ""))
    if not lines or "</table" not in text[text.rfind("handnum") :].lower():
        raise missing(lines[-1].no if lines else line_no, "</table>")
    return _Rows(lines, points.startswith("NS"))


def _head(root: etree._Element, evening: str, date: str, kind: str | None) -> Row:
    named = [*with_class(root, "td", "tourneyName"), *with_class(root, "td", "bbo_tlv")]
    return {
        **{"session_id": evening, "date": date, "kind": kind},
        **{"title": words_in(named[0]) or None if named else None, "line_no": "1"},
    }


def _hands(root: etree._Element, rows: _Rows, evening: str, date: str) -> Sheets:
    deals = [deal for line in rows.lines if (deal := _deal(line, evening))]
    head = _head(root, evening, date, None)
    return Sheets({"sessions": sheet_of("sessions", [head]), "deals": sheet_of("deals", deals)}, [])


def _traveller(root: etree._Element, rows: _Rows, evening: str, date: str) -> Sheets:
    boards = {board[1] for line in rows.lines if (board := _BOARD.search(line.lin))}
    if len(boards) != 1:
        raise missing(rows.lines[0].no, "Board 1", ", ".join(sorted(boards)))
    is_percent = {line.cells["Score"].endswith("%") for line in rows.lines if _SCORE.fullmatch(line.cells["Score"])}
    if len(is_percent) != 1:
        raise DiffersError("score", rows.lines[0].no, "Score", rows.lines[0].cells["Score"])
    (kind,) = ("pairs" if percent else "cross_imp" for percent in is_percent)
    results: list[Row] = []
    people: list[Row] = []
    for line in rows.lines:
        row = {"session_id": evening, "line": "A", "board": min(boards), "line_no": str(line.no)}
        for side, seats in (("ns", _SEATS[:2]), ("ew", _SEATS[2:])):
            names = [_name(line, seat) for seat in seats]
            row[side] = pair_of(names)
            if row[side]:
                at = {"session_id": evening, "line": "A", "entrant": row[side], "line_no": str(line.no)}
                people += [{**at, "name": name} for name in names if not is_robot(name)]
        results.append(row | _result(line, is_of_ns=rows.is_of_ns, kind=kind, top=2 * (len(rows.lines) - 1)))
    times = sorted(time[:10] for line in rows.lines if re.match(r"[0-9]{4}-", time := line.cells.get("Time", "")))
    of_people, nameless = sheets_of_people(people, once=True)
    deal = next((deal for line in rows.lines if (deal := _deal(line, evening))), None)
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [_head(root, evening, times[0] if times else date, kind)]),
        "results": sheet_of("results", results),
        "deals": sheet_of("deals", [deal] if deal else []),
    }
    return Sheets(sheets, nameless)


def _name(line: _Line, seat: str) -> str:
    name = line.cells[seat]
    if not name:
        raise missing(line.no, seat)
    of_lin = line.lin.removeprefix("pn|").split("|")[0].split(",")
    if name.lower() in _ROBOTS and len(of_lin) == len(_LIN_SEATS):
        number_of_robot = of_lin[_LIN_SEATS.index(seat)]
        return number_of_robot if number_of_robot.startswith(_OF_ROBOT) else name
    return name


def is_robot(name: str) -> bool:
    """Return whether a name is that of robots, or the number of one."""
    return name.lower() in _ROBOTS or name.startswith(_OF_ROBOT)


def pair_of(names: list[str]) -> str | None:
    """Return the name of a pair: its people in order of the alphabet. Robots without a number name no pair."""
    people = sorted((name for name in names if not is_robot(name)), key=str.lower)
    robots = sorted(name for name in names if name.startswith(_OF_ROBOT))
    if not people:
        return " & ".join(robots) if len(robots) == len(names) else None
    return " & ".join([*people, *["Robot"] * (len(names) - len(people))])


def _result(line: _Line, *, is_of_ns: bool, kind: str, top: int) -> Row:
    written, points = contract_in(line.cells["Result"]), line.cells["Points"]
    compared = _SCORE.fullmatch(line.cells["Score"])
    if compared is None:
        raise DiffersError("score", line.no, "Score", line.cells["Score"])
    ours = float(compared[1])
    is_percent = kind == "pairs"
    ns = ours if is_of_ns else 100 - ours if is_percent else -ours
    if _AVERAGES.fullmatch(written):
        middle = 50 if is_percent else 0
        shares = ("50", "50") if ns == middle else ("+", "-") if ns > middle else ("-", "+")
        return {"ruling": AVERAGE if ns == middle else AWARDED.format(*shares)}
    worth = [ns / 100 * top, (100 - ns) / 100 * top] if is_percent else [ns, -ns]
    official: Row = {f"official_{side}_points": f"{one:.6f}" for side, one in zip(("ns", "ew"), worth, strict=True)}
    official["official_centred"] = "false"
    if written.upper().startswith(("PASS", "P0")) or written.upper() == "P":
        return {"contract": PASSED_OUT, "score": "0", **official}
    found, amount = _RESULT.fullmatch(written), number(points)
    if found is None or amount is None:
        raise DiffersError("score", line.no, "Result", f"{written} {points}")
    level, strain, doubled, declarer, result = (part.upper() for part in found.groups())
    over = 0 if result == "=" else int(result)
    score = signed(amount if is_of_ns else -amount, declarer, over)
    tricks = str(int(level) + 6 + over)
    of_contract = {"contract": f"{level}{strain}{doubled}", "declarer": declarer, "tricks": tricks}
    return {**of_contract, "score": str(score), **official}


def _deal(line: _Line, evening: str) -> Row | None:
    board, cards, vulnerable = (part.search(line.lin) for part in (_BOARD, _CARDS, _VULNERABLE))
    if board is None or cards is None:
        return None
    given = [_HAND.fullmatch(hand.upper()) for hand in cards[2].split(",")[:4]]
    hands = [list(hand.groups()) for hand in given if hand]
    if len(hands) == len(_LIN_SEATS) - 1:
        hands.append(["".join(rank for rank in _RANKS if not any(rank in h[suit] for h in hands)) for suit in range(4)])
    if len(hands) != len(_LIN_SEATS):
        return None
    south, west, north, east = (
        ".".join("".join(sorted(suit, key=f"{_RANKS}{suit}".index)) for suit in hand) for hand in hands
    )
    return {
        **{"session_id": evening, "board": board[1], "deal": f"N:{north} {east} {south} {west}"},
        **{"dealer": "SWNE"[int(cards[1]) - 1], "vulnerable": vulnerable and vulnerable[1], "line_no": str(line.no)},
    }


def _result_list(root: etree._Element, evening: str, date: str) -> Sheets:
    people: list[Row] = []
    official: list[Row] = []
    sections: list[tuple[str, str]] = []
    kinds: set[str] = set()
    for element in root.iter("div", "table"):
        classes = (element.get("class") or "").split()
        if "sectionbreak" in classes and (named := _SECTION.match(words_in(element))):
            sections.append((named[1], named[2].upper()))
        if "sectiontable" not in classes:
            continue
        heading = next((words for cell in element.iter("th") if "Score" in (words := words_in(cell))), None)
        if heading is None or not sections:
            raise missing(element.sourceline or 1, "Score" if sections else "Section 1 N/S")
        kinds.add("cross_imp" if "IMP" in heading else "pairs")
        for cell in with_class(element, "td", "username"):
            row = cell.getparent()
            no = cell.sourceline or 1
            names = [name for name in words_in(cell).split("+") if name]
            link = None if row is None else next(row.iter("a"), None)
            score = _SCORE.fullmatch(words_in(link)) if link is not None else None
            if score is None or len(names) != 2:
                raise DiffersError("score", no, "username", words_in(cell))
            ranks = [] if row is None else with_class(row, "td", "rank")
            rank = next((words_in(one) for table in ranks for one in table.iter("td") if one is not table), None)
            at: Row = {"session_id": evening, "line": "A", "line_no": str(no), "entrant": pair_of(names)}
            official.append({**at, "score": score[1], "rank": rank or None})
            people += [{**at, "name": name} for name in names if not is_robot(name)]
    if len(kinds) != 1:
        raise missing(1, "sectiontable")
    if len(sections) != len({side for _, side in sections}):  # the places are those in sections, not in the field
        official = [{**row, "rank": None} for row in official]
    named = [row for row in official if row["entrant"]]
    of_people, nameless = sheets_of_people(people, once=True)
    head = _head(root, evening, date, min(kinds)) | {"winners": str(len({side for _, side in sections}))}
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [head]),
        "official_results": sheet_of("official_results", named),
    }
    return Sheets(sheets, nameless)
