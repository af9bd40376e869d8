"""Pages that the Polish programs Pary and KoPS write: a board with its results, and the history of a pair.

Source: the readers in github.com/jarekczek/pbntools (ParyTourDownloader, KopsTourDownloader, HtmlTourDownloader), which
describe the page of a board, and virtual_table.py in github.com/emkael/jfrpary-virtual-table, which describes the
heading of a history (`12: Name - Name, ...`). The pages name their program in `<meta name="GENERATOR">`. Ten columns
begin at the heading `numery`: both pairs, contract, declarer, lead, result, both scores, both percentages. Signs of
suits are pictures such as `S.gif`. `TD` stands where the director gave a score.

No page says to which tournament it belongs, so the pages are those of a folder. Lists, frames and other pages of these
programs have nothing that the boards do not have, except totals, whose columns no source describes; they are ignored.
"""

import re

from lxml import etree

from pipelines.intake.readers.pages import (
    DiffersError,
    contract_in,
    folder_of,
    missing,
    number,
    official,
    scored,
    tree_of,
    whole,
    with_class,
    words_in,
)
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from transforms.bridge.contracts import PASSED_OUT
from transforms.bridge.rulings import AWARDED, NOT_PLAYED

_PROGRAM = re.compile(r"<meta\b[^<>]*\bcontent=[\"']?(?:KoPS2www, )?JFR 2005\b", re.IGNORECASE)
_BOARD = re.compile(r"ROZDANIE (?:NR )?([0-9]{1,3})")
_DEALT = re.compile(r"([NESW])\W+(nikt|obie|NS|WE|EW)\b", re.IGNORECASE)
_HISTORY = re.compile(r"([0-9]{1,4}): (.*?) - (.*?), ")
_SUIT = re.compile(r"(?:^|/)([SHDCN])\.[a-z]{3,4}$", re.IGNORECASE)
_CONTRACT = re.compile(r"[1-7][SHDCN]X{0,2}")
_RESULT = re.compile(r"=|[+-][0-9]{1,2}")
_LEAD = re.compile(r"[SHDC][2-9TJQKA]")
_PERCENTAGE = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{1,3})?")
_NUMBERS, _DIRECTOR, _OF_MATCHPOINTS = "numery", "TD", "%"
_COLUMNS = ("ns", "ew", "contract", "declarer", "lead", "result", "ns_score", "ew_score", "ns_points", "ew_points")
_VULNERABLE = {"nikt": "None", "obie": "both", "we": "EW"}
_LETTERS = str.maketrans({"D": "Q", "W": "J", "\N{MULTIPLICATION SIGN}": "X"})


def is_jfr(text: str) -> bool:
    """Return whether this is a page of Pary or KoPS."""
    return text.lstrip()[:1] == "<" and _PROGRAM.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one page. A page that differs from the description gives one error and no sheets."""
    at: Row = {"session_id": folder_of(session_id), "line": "A", "line_no": "1"}
    try:
        root = tree_of(text)
        board = next((found for head in root.iter("h4") if (found := _BOARD.fullmatch(words_in(head)))), None)
        if board:
            whole(root, text, "tr")
            return _board(root, {**at, "board": board[1]})
        if _NUMBERS in text.lower():
            raise missing(1, "ROZDANIE")
    except DiffersError as differs:
        return Sheets({}, [differs.finding])
    headings = (_HISTORY.match(words_in(cell)) for cell in with_class(root, "td", "o1"))
    pair = next((found for found in headings if found), None)
    if pair is None:
        return Sheets({}, [])
    people: list[Row] = [{**at, "entrant": pair[1], "name": name.strip()} for name in pair.groups()[1:] if name.strip()]
    of_people, nameless = sheets_of_people(people, once=True)
    return Sheets({**of_people, "sessions": sheet_of("sessions", [at])}, nameless)


def _board(root: etree._Element, at: Row) -> Sheets:
    heading = next((cell for cell in root.iter("td") if words_in(cell).lower() == _NUMBERS), None)
    above = None if heading is None else next(heading.iterancestors("tr"), None)
    if heading is None or above is None:
        raise missing(1, _NUMBERS)
    start = sum(number(cell.get("colspan")) or 1 for cell in heading.itersiblings("td", preceding=True))
    if _OF_MATCHPOINTS not in [words_in(cell) for cell in above]:
        raise DiffersError("pages.left_out/kind", above.sourceline or 1, _OF_MATCHPOINTS, words_in(above))
    results: list[Row] = []
    rows = [*root.iter("tr")]
    for row in rows[rows.index(above) + 1 :]:
        all_cells = [*row.iterchildren("td")]
        cells = dict(zip(_COLUMNS, all_cells[start:], strict=False))
        pairs: Row = {side: words for side in ("ns", "ew") if number(words := _words(cells.get(side)))}
        if len(cells) < len(_COLUMNS) and any(number(words_in(cell)) for cell in all_cells):
            raise missing(row.sourceline or 1, _NUMBERS, words_in(row))
        if pairs:
            here: Row = {**at, **pairs, "line_no": str(row.sourceline or 1)}
            is_bye = len(pairs) == 1 and not _with_suits(cells["contract"])
            results.append(here if is_bye else here | _result(row, cells))
    shares = [row.pop("share", None) for row in results]
    if not results:
        raise missing(above.sourceline or 1, _NUMBERS)
    if all(shares):
        top = 2 * (len(results) - 1)
        worth = [float(share or 0) / 100 * top for share in shares]
        results = [{**row, **official(one, top - one)} for row, one in zip(results, worth, strict=True)]
    deal = _deal(root, at)
    sheets = {
        "sessions": sheet_of("sessions", [{**at, "kind": "pairs"}]),
        "results": sheet_of("results", results),
        "deals": sheet_of("deals", [deal] if deal else []),
    }
    return Sheets(sheets, [])


def _words(cell: etree._Element | None) -> str:
    return "" if cell is None else words_in(cell)


def _with_suits(cell: etree._Element | None) -> str:
    """Return the words of a cell, with a letter for each picture of a suit."""
    if cell is None:
        return ""
    pieces = [cell.text or ""]
    for one in cell.iterdescendants():
        suit = _SUIT.search(one.get("src") or "") if one.tag == "img" else None
        pieces += [suit[1].upper() if suit else (one.text or "") if one.tag != "img" else "", one.tail or ""]
    return contract_in("".join(pieces)).upper()


def _result(row: etree._Element, cells: dict[str, etree._Element]) -> Row:
    contract, result = _with_suits(cells.get("contract")).translate(_LETTERS), _words(cells.get("result"))
    shares = [_words(cells.get(name)).replace(",", ".") for name in _COLUMNS[-2:]]
    is_share = all(_PERCENTAGE.fullmatch(share) for share in shares)
    if contract in (_DIRECTOR.translate(_LETTERS), ""):
        return {"ruling": AWARDED.format(*shares) if is_share else NOT_PLAYED}
    ns, ew = (number(_words(cells.get(name))) for name in ("ns_score", "ew_score"))
    amount = ns if ns is not None else -ew if ew is not None else None
    declarer = _words(cells.get("declarer")).upper()
    is_pass = contract == "PASS"
    is_contract = _CONTRACT.fullmatch(contract) and _RESULT.fullmatch(result) and declarer in tuple("NESW")
    if not (is_pass or is_contract) or (amount is None and not is_pass) or not is_share:
        said = " ".join([contract, declarer, result, *(_words(cells.get(name)) for name in _COLUMNS[-4:])])
        raise DiffersError("pages.left_out/score", row.sourceline or 1, "contract", said)
    if is_pass:
        return {"contract": PASSED_OUT, "score": "0", "share": shares[0]}
    lead = _with_suits(cells.get("lead")).replace("10", "T")
    tricks = int(contract[0]) + 6 + (0 if result == "=" else int(result))
    made: Row = {"contract": contract, "declarer": declarer, "tricks": str(tricks)}
    lead = lead[:1] + lead[1:].translate(_LETTERS)
    return {
        **made,
        "score": scored(amount or 0, made),
        "lead": lead if _LEAD.fullmatch(lead) else None,
        "share": shares[0],
    }


def _deal(root: etree._Element, at: Row) -> Row | None:
    """Return the cards, in the order North, West, East, South, with dealer and vulnerability before them."""
    hands = [
        _hand(cell)
        for cell in root.iter("td")
        if any(_SUIT.search(one.get("src") or "") for one in cell.iterchildren("img"))
    ]
    dealt = next((found for cell in root.iter("td") if (found := _DEALT.match(words_in(cell)))), None)
    if len(hands) < 4 or dealt is None:
        return None
    north, west, east, south = hands[:4]
    side = dealt[2]
    facts: Row = {"dealer": dealt[1].upper(), "vulnerable": _VULNERABLE.get(side.lower(), side)}
    return {**at, **facts, "deal": f"N:{north} {east} {south} {west}"}


def _hand(cell: etree._Element) -> str:
    held: dict[str, str] = {}
    for one in cell.iterchildren("img"):
        if suit := _SUIT.search(one.get("src") or ""):
            held[suit[1].upper()] = "".join((one.tail or "").upper().replace("10", "T").split()).translate(_LETTERS)
    return ".".join(held.get(suit, "").strip("-—") for suit in "SHDC")
