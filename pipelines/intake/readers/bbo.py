"""Pages of tournaments of Bridge Base Online, as a browser saves them: travellers, lists of hands, result lists.

Source: docs/bbo-format.md in github.com/Rick-Wilson/acbl-live-fetch, which describes all three pages. A traveller has a
row for each table that played a board; the heading `NS Points` or `EW Points` says whose side the scores are on, but
for contracts of the other side some pages leave out the sign, so the contract decides. The number of the board and its
cards are in the LIN of the links. A list of hands has the boards of one player; only its deals are read, because its
results are also on the travellers. A result list (tview) has the totals. The evening is the tournament whose number is
in the links, or, if there is none, the folder. How a page writes adjusted scores is not described; as in LIN, `A+-` is
an average plus for North-South.

No page numbers the pairs, so they have the names of their players. All robots have one name; the LIN has their numbers
(`~~M45910`). A pair of robots without numbers is not named.
"""

import datetime as dt
import re
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote_plus

from lxml import etree

from pipelines.intake.readers.lin import ORDER, ROBOT, first_board, result_in
from pipelines.intake.readers.pages import (
    DiffersError,
    cells_of,
    contract_in,
    folder_of,
    missing,
    number,
    official,
    rows_with,
    scored,
    tree_of,
    whole,
    with_class,
    words_in,
)
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people

_TOURNEY = re.compile(r"[?&;](?:t|tourney|traveller)=([0-9]{1,9})-([0-9]{9,10})\b")
_LIN = re.compile(r"hv_popuplin\('([^']{1,20000})'")
_SCORE = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{1,4})?)(%?)")
_POINTS = re.compile(r"(NS|EW) ?Points")
_SECTION = re.compile(r"Section\s+\w+\s+(N|E)/", re.IGNORECASE)
_OF_ROBOT, _SEATS = "~~", {"ns": ("North", "South"), "ew": ("East", "West")}


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
            whole(root, text, "td", "username")
            return _result_list(root, evening, date)
        whole(root, text, "td", "handnum")
        if listed := with_class(root, "td", "username"):  # two pages in one
            raise DiffersError("pages.left_out/part", listed[0].sourceline or 1, "username", rows=len(listed))
        lines = _lines(root)
        if with_class(root, "td", "traveller"):
            deals = [{**line.dealt, "session_id": evening} for line in lines if line.dealt.get("deal")]
            head = _head(root, evening, date, None)
            return Sheets({"sessions": sheet_of("sessions", [head]), "deals": sheet_of("deals", deals)}, [])
        return _traveller(root, lines, evening, date)
    except DiffersError as differs:
        return Sheets({}, [differs.finding])


def _evening(text: str, session_id: str) -> tuple[str, str | None]:
    found = _TOURNEY.search(text)
    if found is None:
        return folder_of(session_id), None
    date = dt.datetime.fromtimestamp(int(found[2]), dt.UTC).date().isoformat()
    return (PurePosixPath(session_id).parent / f"bbo-{found[1]}-{found[2]}").as_posix(), date


class _Line(NamedTuple):
    no: int
    cells: dict[str, str]
    side: str
    dealt: Row
    """The board, the deal, the auction and the play of the link."""
    seated: dict[str, str]
    """Seat -> the name in the link."""

    def points(self) -> float:
        found = _SCORE.fullmatch(self.cells["Score"])
        if found is None:
            raise DiffersError("pages.left_out/score", self.no, "Score", self.cells["Score"])
        return float(found[1])


def _lines(root: etree._Element) -> list[_Line]:
    named = ([words_in(cell) for cell in row.iterchildren("th")] for row in root.iter("tr"))
    headings = next((heads for heads in named if "North" in heads), list[str]())
    for needed in ("North", "South", "East", "West", "Result", "Score"):
        if headings.count(needed) != 1:
            raise missing(1, needed)
    points = next((found for heading in headings if (found := _POINTS.fullmatch(heading))), None)
    if points is None:
        raise missing(1, "NS Points")
    lines: list[_Line] = []
    for row in rows_with(root, "handnum"):
        cells = cells_of(row, headings)
        movies = (_LIN.search(link.get("onclick") or "") for link in row.iter("a"))
        lin = next((unquote_plus(found[1].replace("+", "%2B")) for found in movies if found), "")
        dealt, names = first_board(lin)
        no = row.sourceline or 1
        at = cells | {"Points": cells[points[0]]}
        lines.append(_Line(no, at, points[1], dealt | {"line_no": str(no)}, dict(zip(ORDER, names, strict=False))))
    if not lines:
        raise missing(1, "handnum")
    return lines


def _head(root: etree._Element, evening: str, date: str | None, kind: str | None) -> Row:
    named = [*with_class(root, "td", "tourneyName"), *with_class(root, "td", "bbo_tlv")]
    title = words_in(named[0]) or None if named else None
    return {"session_id": evening, "date": date, "kind": kind, "title": title, "line_no": "1"}


def _traveller(root: etree._Element, lines: list[_Line], evening: str, date: str | None) -> Sheets:
    boards = {board for line in lines if (board := line.dealt.get("board"))}
    if len(boards) != 1:
        raise missing(lines[0].no, "Board 1", ", ".join(sorted(boards)))
    kinds = {"pairs" if line.cells["Score"].endswith("%") else "cross_imp" for line in lines}
    kind = min(kinds)
    if len(kinds) != 1:
        raise DiffersError("pages.left_out/score", lines[0].no, "Score", lines[0].cells["Score"])
    results: list[Row] = []
    people: list[Row] = []
    for line in lines:
        at: Row = {"session_id": evening, "line": "A", "line_no": str(line.no)}
        row: Row = {**at, "board": min(boards), "auction": line.dealt.get("auction"), "play": line.dealt.get("play")}
        for side, seats in _SEATS.items():
            names = [_name(line, seat) for seat in seats]
            row[side] = _pair(names)
            people += _people(names, at | {"entrant": row[side]})
        results.append(row | _result(line))
    if not any(row["ruling"] for row in results):
        top = 2 * (len(lines) - 1)
        results = [row | _official(line, kind, top) for row, line in zip(results, lines, strict=True)]
    times = sorted(time[:10] for line in lines if re.match(r"[0-9]{4}-", time := line.cells.get("Time", "")))
    of_people, nameless = sheets_of_people(people, once=True)
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [_head(root, evening, times[0] if times else date, kind)]),
        "results": sheet_of("results", results),
        "deals": sheet_of("deals", [{**lines[0].dealt, "session_id": evening}]),
    }
    return Sheets(sheets, nameless)


def _name(line: _Line, seat: str) -> str:
    name = line.cells[seat]
    if not name:
        raise missing(line.no, seat)
    in_link = line.seated.get(seat[0], "")
    return in_link if ROBOT.fullmatch(name) and in_link.startswith(_OF_ROBOT) else name


def _pair(names: list[str]) -> str | None:
    """Return the name of a pair: its people in order of the alphabet. Robots without a number name no pair."""
    people = sorted((name for name in names if not ROBOT.fullmatch(name)), key=str.lower)
    robots = sorted(name for name in names if name.startswith(_OF_ROBOT))
    if not people:
        return " & ".join(robots) if len(robots) == len(names) else None
    return " & ".join([*people, *["Robot"] * (len(names) - len(people))])


def _people(names: list[str], at: Row) -> list[Row]:
    return [{**at, "name": name} for name in names if not ROBOT.fullmatch(name)]


def _result(line: _Line) -> Row:
    written, amount = contract_in(line.cells["Result"]), number(line.cells["Points"])
    stated = result_in(written)
    if stated is None or (amount is None and not stated.ruling):
        raise DiffersError("pages.left_out/score", line.no, "Result", f"{written} {line.cells['Points']}")
    found: Row = stated._asdict()
    if amount is None or stated.ruling:
        return found
    return found | {"score": scored(amount if line.side == "NS" else -amount, found)}


def _official(line: _Line, kind: str, top: int) -> Row:
    is_percent = kind == "pairs"
    ours = line.points() / 100 * top if is_percent else line.points()
    other = top - ours if is_percent else -ours
    return official(ours, other) if line.side == "NS" else official(other, ours)


def _result_list(root: etree._Element, evening: str, date: str | None) -> Sheets:
    people: list[Row] = []
    totals: list[Row] = []
    sides: list[str] = []
    kinds: set[str] = set()
    for element in root.iter("div", "table"):
        classes = (element.get("class") or "").split()
        if "sectionbreak" in classes and (named := _SECTION.match(words_in(element))):
            sides.append(named[1].upper())
        if "sectiontable" not in classes:
            continue
        heading = next((words for cell in element.iter("th") if "Score" in (words := words_in(cell))), None)
        if heading is None or not sides:
            raise missing(element.sourceline or 1, "Score" if sides else "Section 1 N/S")
        kinds.add("cross_imp" if "IMP" in heading else "pairs")
        for row in rows_with(element, "username"):
            cell = with_class(row, "td", "username")[0]
            names, beside = words_in(cell).split("+"), cell.getnext()
            if len(names) == 1:
                raise DiffersError("pages.left_out/kind", row.sourceline or 1, "username", names[0])
            score = None if beside is None else _SCORE.fullmatch(words_in(beside))
            if score is None or len(names) != len(_SEATS) or not all(names):
                raise DiffersError("pages.left_out/score", row.sourceline or 1, "username", words_in(row))
            rank = next(
                (words_in(cell) for one in with_class(row, "td", "rank") for cell in one.iterdescendants("td")), None
            )
            at: Row = {"session_id": evening, "line": "A", "line_no": str(row.sourceline), "entrant": _pair(names)}
            totals.append({**at, "score": score[1], "rank": rank or None})
            people += _people(names, at)
    of_honours = sum(len(with_class(box, "td", "username")) for box in with_class(root, "div", "bbo_tr_o"))
    if len(kinds) != 1 or len(totals) != len(with_class(root, "td", "username")) - of_honours:
        raise missing(1, "sectiontable")
    if len(sides) != len(set(sides)):  # the places are those in sections, not in the field
        totals = [{**row, "rank": None} for row in totals]
    of_people, nameless = sheets_of_people(people, once=True)
    head = _head(root, evening, date, min(kinds)) | {"winners": str(len(set(sides)))}
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [head]),
        "official_results": sheet_of("official_results", [row for row in totals if row["entrant"]]),
    }
    return Sheets(sheets, nameless)
