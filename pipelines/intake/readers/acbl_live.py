"""Pages of tournaments on ACBL Live, as a member saves them from the browser: a board, and the scorecard of a pair.

Source: docs/acbl-live-format.md in github.com/Rick-Wilson/acbl-live-fetch. The page of a board (`board-detail`) has its
cards and, in the first of two tables, the results of a section, with North-South's score. On the scorecard only the
total is read, because its results are also on the pages of the boards. Event, session and section are in the links of
a page, and the number of a board in the links to its play; the auctions in these links are not those of the players,
and are not read. The double-dummy table is not read either: it does not give numbers of tricks below seven. How a page
writes adjusted scores and boards passed out is not described; the words of ACBL club results are taken.

North-South and East-West pairs may have the same number, and one pair may sit in both directions, so a pair has the
numbers, or else the names, of its players.
"""

import datetime as dt
import re
from pathlib import PurePosixPath
from urllib.parse import unquote

import polars as pl
from lxml import etree

from pipelines.intake.readers.acbl import outcome
from pipelines.intake.readers.pages import (
    DiffersError,
    cells_of,
    contract_in,
    missing,
    number,
    tree_of,
    whole,
    with_class,
    words_in,
)
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from transforms.bridge.contracts import PASSED_OUT

_PLACE = re.compile(r"/event/([A-Za-z0-9]{1,20})/([A-Za-z0-9]{1,20})/([0-9]{1,3})/board-detail/([A-Z]{1,3})\b")
_SAVED_FROM = re.compile(r"<!-- saved from url=\S{1,200}")
_BOARD = re.compile(r"[?&](?:amp;)?b=([0-9]{1,3})\b")
_TITLE = re.compile(r"Event:</b>\s*([^,<]{1,200})")
_DAY = re.compile(r"[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4}")
_CONTRACT = re.compile(r"[1-7](?:NT?|[SHDC])X{0,2}")
_TOTAL = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?")
_NUMBERS = re.compile(r"[0-9]{1,9}")
_HEADINGS = ("Contract", "By", "Score", "Matchpoints", "%", "Pairs")
_SUITS = {"spades": "S", "hearts": "H", "diams": "D", "clubs": "C"}
_SIDES = ("ns", "ew")
_VULNERABLE = {"NONE": "None", "N-S": "NS", "E-W": "EW", "BOTH": "both"}


def is_acbl_live(text: str) -> bool:
    """Return whether this is the page of a board, or of a scorecard, on ACBL Live."""
    is_page = text.lstrip()[:1] == "<" and "tablesorter" in text and _PLACE.search(text) is not None
    return is_page and ("board-data" in text or "scorecard" in text)


def read(text: str, session_id: str) -> Sheets:
    """Read one page. A page that differs from the description gives one error and no sheets."""
    try:
        root = tree_of(text)
        whole(root, text, "table", "tablesorter")
        saved = _SAVED_FROM.search(text)
        places = _PLACE.findall(saved[0]) if saved else []
        found = {*(places or _PLACE.findall(text))}
        if len(found) != 1:
            raise missing(1, "board-detail/A", ", ".join(sorted("/".join(place) for place in found)))
        *of_session, section = min(found)
        if len(section) > 1:  # a line has one letter, so such a section is a session of its own
            of_session.append(section)
        evening = (PurePosixPath(session_id).parent / f"acbl-{'-'.join(of_session)}").as_posix()
        at: Row = {"session_id": evening, "line": section if len(section) == 1 else "A"}
        head = {**at, **_head(root, text), "line_no": "1"}
        people, sheets = _board(root, text, at) if "board-data" in text else _scorecard(root, at)
    except DiffersError as differs:
        return Sheets({}, [differs.finding])
    of_people, nameless = sheets_of_people(people, once=True)
    return Sheets({**of_people, "sessions": sheet_of("sessions", [head]), **sheets}, nameless)


def _head(root: etree._Element, text: str) -> Row:
    kind = " ".join(words_in(heading) for heading in root.iter("h2"))
    if re.search(r"\b(?:Teams?|Individual|KO)\b", kind):
        raise DiffersError("pages.left_out/kind", 1, "h2", kind)
    day = next((found[0] for heading in root.iter("h1") if (found := _DAY.search(words_in(heading)))), None)
    title = _TITLE.search(unquote(text))
    return {"date": _date(day), "title": title and " ".join(title[1].split()), "kind": "pairs"}


def _date(day: str | None) -> str | None:
    try:
        return dt.datetime.strptime(day or "", "%b %d, %Y").date().isoformat()
    except ValueError:
        return None


def _board(root: etree._Element, text: str, at: Row) -> tuple[list[Row], dict[str, pl.DataFrame]]:
    boards = {found[1] for link in root.iter("a") if (found := _BOARD.search(link.get("href") or ""))}
    if len(boards) != 1:
        raise missing(1, "b=", ", ".join(sorted(boards)))
    table = next(iter(with_class(root, "table", "tablesorter")), root)
    headings = [words_in(cell) for cell in table.iter("th")]
    for needed in _HEADINGS:
        if headings.count(needed) != 1:
            raise missing(1, needed)
    results: list[Row] = []
    people: list[Row] = []
    for row in (row for row in table.iter("tr") if row.find("td") is not None):
        here: Row = {**at, "board": min(boards), "line_no": str(row.sourceline or 1)}
        sides = _pairs(row)
        for side, players in sides.items():
            here[side] = _pair(players)
            people += [{**here, "entrant": here[side], "name": n, "member_number": no} for no, n in players]
        results.append(here | _result(row, cells_of(row, headings)))
    names = sum(len(with_class(one, "span", "name")) for one in root.iter("table") if one is not table)
    if not results or len(whole(root, text, "span", "name")) != 2 * len(_SIDES) * len(results) + names:
        raise missing(1, "Pairs")
    if any(row.get("ruling") for row in results):
        results = [{**row, "official_ns_points": None} for row in results]
    deal = _deal(root, {**at, "board": min(boards), "line_no": "1"})
    sheets = {"results": sheet_of("results", results), "deals": sheet_of("deals", [deal] if deal else [])}
    return people, sheets


def _pairs(row: etree._Element) -> dict[str, list[tuple[str | None, str]]]:
    """Return side -> member number and name of its two players, as the cell `10-One-Two vs. 6-One-Two` has them."""
    players = [(_member(one.get("data-acbl")), words_in(one)) for one in with_class(row, "span", "name")]
    if len(players) != 2 * len(_SIDES) or not all(name for _, name in players):
        raise missing(row.sourceline or 1, "Pairs", words_in(row))
    return {"ns": players[:2], "ew": players[2:]}


def _member(no: str | None) -> str | None:
    return no if no and _NUMBERS.fullmatch(no) else None


def _pair(players: list[tuple[str | None, str]]) -> str:
    return "-".join(sorted(no or name for no, name in players))


def _contract(row: etree._Element) -> str:
    """Return the cell with the contract, with letters for its signs of suits."""
    cell = row.find("td[2]")
    suits = (_SUITS[name] for span in row.iter("span") for name in (span.get("class") or "").split() if name in _SUITS)
    return "" if cell is None else contract_in(f"{cell.text or ''}{next(suits, '')}{_after(cell)}").upper()


def _after(cell: etree._Element) -> str:
    return "".join(span.tail or "" for span in cell)


def _result(row: etree._Element, cells: dict[str, str]) -> Row:
    contract, declarer, score = _contract(row), cells["By"].upper(), cells["Score"].upper()
    is_pass = "PASS" in (contract, score)
    amount, ruling = outcome("0" if is_pass else "".join(score.split()) or None, None)
    no = row.sourceline or 1
    if ruling:
        return {"ruling": ruling}
    if number(amount) is None or not (is_pass or (_CONTRACT.fullmatch(contract) and declarer in tuple("NESW"))):
        raise DiffersError("pages.left_out/score", no, "Score", f"{contract} {declarer} {score}")
    points = cells["Matchpoints"]
    if not _TOTAL.fullmatch(points):
        raise DiffersError("pages.left_out/score", no, "Matchpoints", points)
    return {
        "contract": PASSED_OUT if is_pass else contract,
        "declarer": None if is_pass else declarer,
        "score": amount,
        # The ACBL gives 1 matchpoint for each pair that is beaten. Barometer gives 2.
        "official_ns_points": str(2 * float(points)),
        "official_centred": "false",
    }


def _deal(root: etree._Element, at: Row) -> Row | None:
    """Return the cards: North and South in boxes of their own, West and East left and right in the one between."""
    boxes = [box for box in with_class(root, "div", "hand") if "middle" not in (box.get("class") or "").split()]
    sides = [with_class(root, "div", side) for side in ("right", "left")]
    if len(boxes) != len(sides) or any(len(side) != 1 for side in sides):
        return None
    (east,), (west,) = sides
    hands = [_hand(box) for box in (boxes[0], east, boxes[1], west)]
    facts = dict(
        words_in(span).split(": ", 1)
        for box in with_class(root, "div", "board-data")
        for span in box.iter("span")
        if ": " in words_in(span)
    )
    vulnerable = facts.get("Vul", "")
    return {
        **at,
        "deal": "N:" + " ".join(hands),
        "dealer": facts.get("Dlr"),
        "vulnerable": _VULNERABLE.get(vulnerable.upper(), vulnerable),
    }


def _hand(box: etree._Element) -> str:
    suits: dict[str, str] = {}
    for span in with_class(box, "span", "symbol"):
        suit = next((_SUITS[name] for name in (span.get("class") or "").split() if name in _SUITS), "")
        suits[suit] = "".join((span.tail or "").replace("10", "T").split()).strip("—-")
    return ".".join(suits.get(suit, "") for suit in _SUITS.values())


def _scorecard(root: etree._Element, at: Row) -> tuple[list[Row], dict[str, pl.DataFrame]]:
    """Return the pair of a scorecard, and its percentage: the only one in the table of totals."""
    pair = next((head for head in root.iter("h4") if head.get("title")), None)
    numbers = [no.strip() for no in ((pair.get("title") if pair is not None else None) or "").split("|")]
    names = [name.strip() for name in words_in(pair).partition(" - ")[2].split(" & ")] if pair is not None else []
    if len(numbers) != len(names) or len(names) != len(_SIDES) or not all(names):
        raise missing(1, "h4")
    players = [(_member(no), name) for no, name in zip(numbers, names, strict=True)]
    table = next(root.iter("table"), root)
    headings = _columns(table)
    if headings.count("%") != 1:
        raise missing(table.sourceline or 1, "%")
    score = next((cells_of(row, headings)["%"] for row in table.iter("tr") if row.find("td") is not None), "")
    if not _TOTAL.fullmatch(score):
        raise DiffersError("pages.left_out/score", table.sourceline or 1, "%", score)
    total: Row = {**at, "entrant": _pair(players), "line_no": str(table.sourceline or 1)}
    people: list[Row] = [{**total, "name": name, "member_number": no} for no, name in players]
    return people, {"official_results": sheet_of("official_results", [{**total, "score": score}])}


def _columns(table: etree._Element) -> list[str]:
    """Return the heading of each column: those of the second row stand under the wide ones of the first."""
    first, second = ([*row.iterchildren("th")] for row in [*table.iter("tr"), table, table][:2])
    below = [words_in(cell) for cell in second]
    columns: list[str] = []
    for cell in first:
        wide = number(cell.get("colspan")) or 1
        is_alone = not below or (cell.get("rowspan") or "1") != "1" or wide == 1
        columns += [words_in(cell)] if is_alone else [below.pop(0) for _ in range(min(wide, len(below)))]
    return columns
