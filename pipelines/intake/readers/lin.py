"""LIN, in which Bridge Base Online and other programs keep boards with auction and play, and matches in two rooms.

Source: posts in the forums of bridgebase.com (topic 19814), and public readers' descriptions. A file is a row of
`key|value|`. `qx` begins a board (`o7`: board 7, open room; `c`: closed room); files of single tables begin it with
`pn` or `md`. `pn` names the players in the order South, West, North, East, for two rooms eight. `md` has the dealer
(1 South to 4 East) and the hands in this order, of which the last may be missing. `sv` is the vulnerability, `mb` a
call, `pc` a card, `mc` the tricks of declarer after a claim. `vg` has the title, the part, the scoring, first and last
board, and the teams; the home team sits North-South in the open room. `rs` lists the results, open room and closed room
of each board. If play and `rs` differ, `rs` counts. Comments and keys for the layout are ignored.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import unquote

import polars as pl

from pipelines.intake.readers.cells import CALLS
from pipelines.intake.readers.reading import Finding, Sheets, error, warning
from pipelines.intake.readers.scores import scored_by_vulnerable
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from pipelines.intake.readers.tricks import Result, result_of
from transforms.bridge.cards import CARDS, RANKS, SUITS
from transforms.bridge.contracts import PASSED_OUT
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.bridge.sessions import PARTNERS
from transforms.tables.schemas import SEATS

_START = re.compile(r"\s*[a-z]{2}\|[^|]*\|")
_OF_BOARDS = re.compile(r"(?:^|\|)\s*(?:md|qx|mb|vg|rs)\|")
_KEY = re.compile(r"[a-z0-9]{2}", re.IGNORECASE)
_ROOM_AND_BOARD = re.compile(r"([oc]?)\s*([0-9]{1,4})(?:\D.*)?", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,4}")
_MATCH = re.compile(
    r"(?P<title>.*?),(?P<part>[^,]*),\s*(?P<scoring>[A-Za-z]{1,3})\s*,\s*(?P<first>[0-9]{0,4})\s*,\s*(?P<last>[0-9]{0,4})"
    r"\s*(?:,(?P<home>[^,]*),[^,]*,(?P<visit>[^,]*)(?:,.*)?)?",
    re.DOTALL,
)
_CALL = re.compile(r"\s*([1-7](?:NT?|[CDHS])|PASS|P|-|DBL|D|XX|X|RDBL|R)([!?]*)\s*", re.IGNORECASE)
_CARD = re.compile(r"\s*([SHDC])(10|[2-9TJQKA])\s*", re.IGNORECASE)
_HAND = re.compile(r"(?:[SHDC](?:10|[2-9TJQKA])*)*", re.IGNORECASE)
_RESULT = re.compile(r"([1-7](?:NT?|[CDHS]))(X{0,2})([NESW])(X{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)
_AVERAGES = re.compile(r"A([+=-])([+=-])", re.IGNORECASE)
ROBOT = re.compile(r"~~.*|gib|(?:bbo )?robot.*", re.IGNORECASE)
"""The name of a robot, or of all."""
ORDER = ("S", "W", "N", "E")
"""The seats, as LIN lists names and hands."""
_DEALERS: dict[str, str] = dict(zip("1234", ORDER, strict=True))
_ROOMS = {"o": "open", "c": "closed"}
_SIDES = {"NS": ("N", "S"), "EW": ("E", "W")}
_VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
_IMPS, _POINT_A_BOARD = "I", "B"
_ROBOTS = "robot"
_LISTED = 5
_BOARDS = 16  # in each 16 boards, every dealer has every vulnerability once


class _DiffersError(Exception):
    def __init__(self, code: str, line_no: int, key: str, value: str | None = None, **gaps: Any) -> None:
        self.finding = error(code, line_no=line_no, field=key, value=value, **gaps)


class _Pair(NamedTuple):
    no: int
    key: str
    value: str


@dataclass
class _Board:
    """A board at a table, as its keys give it; `no` is the line of its first key."""

    no: int
    room: str = "o"
    board: str | None = None
    names: list[str] = field(default_factory=list[str])
    dealer: str | None = None
    cards: str | None = None
    vulnerable: str | None = None
    auction: list[str] = field(default_factory=list[str])
    play: list[str] = field(default_factory=list[str])
    tricks: str | None = None
    is_cut_off: bool = False

    @property
    def is_used(self) -> bool:
        return bool(self.cards or self.auction or self.play or self.tricks)


class _Head(NamedTuple):
    title: str | None
    scoring: str
    first: int | None
    last: int | None
    teams: tuple[str, str] | None
    names: list[str]
    results: dict[tuple[int, str], Result]
    results_no: int


def is_lin(text: str) -> bool:
    """Return whether the text begins with a key and its value, and has a key of boards or of a match."""
    return _START.match(text) is not None and _OF_BOARDS.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one file as a session. A file that differs gives one error, with its line, and no sheets."""
    try:
        pairs = _pairs(text)
        boards, findings = _boards(pairs)
        head = _head(pairs, boards)
        _must_have_all(head, boards, pairs)
    except _DiffersError as differs:
        return Sheets({}, [differs.finding])
    rows, people, of_results = _rows(head, boards, session_id)
    of_people, nameless = sheets_of_people(people, once=True)
    in_rooms = head.teams is not None
    kind = "teams" if in_rooms else "cross_imp" if head.scoring == _IMPS else "pairs"
    is_point_a_board = in_rooms and head.scoring == _POINT_A_BOARD
    session: Row = {"session_id": session_id, "kind": kind, "title": head.title, "line_no": "1"}
    session["team_scoring"] = "point_a_board" if is_point_a_board else None
    stated = pl.Series("vulnerable", [row["vulnerable"] for row in rows], pl.String)
    results, by_vulnerable = scored_by_vulnerable(sheet_of("results", rows).with_columns(stated))
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [session]),
        "results": results,
        "deals": sheet_of("deals", _deal_rows(boards, session_id)),
    }
    return Sheets(sheets, [*findings, *of_results, *by_vulnerable, *nameless])


def of_one_table(text: str) -> Row:
    """Return auction, play, deal, dealer and vulnerability of the first board in a LIN text, or in a link with it."""
    row, _ = first_board(text)
    return {key: row.get(key) for key in ("auction", "play", "deal", "dealer", "vulnerable")}


def first_board(text: str) -> tuple[Row, list[str]]:
    """Return the first board in a LIN text, or in a link with it, as a row with its deal, and the names (`ORDER`).

    The row is empty if the text has no board, or differs from the description.
    """
    bare = text.rpartition("lin=")[2]
    try:
        boards, _ = _boards(_pairs(unquote(bare) if "%7c" in bare.lower() else bare, is_whole=False))
    except _DiffersError:
        return {}, []
    if not boards:
        return {}, []
    first = boards[0]
    of_table: Row = {"auction": " ".join(first.auction) or None, "play": " ".join(first.play) or None}
    return {**_deal_row(first), **of_table}, first.names


def _pairs(text: str, *, is_whole: bool = True) -> list[_Pair]:
    parts = text.split("|")
    pairs: list[_Pair] = []
    no = 1
    for place in range(0, len(parts) - 1, 2):
        key, value = parts[place : place + 2]
        at = no + key[: len(key) - len(key.lstrip())].count("\n")
        if not _KEY.fullmatch(key.strip()):
            raise _DiffersError("lin.left_out/key", at, "|", key.strip() or value)
        pairs.append(_Pair(at, key.strip().lower(), value.strip()))
        no += key.count("\n") + value.count("\n")
    if is_whole and (len(parts) % 2 == 0 or parts[-1].strip()):
        raise _DiffersError("lin.left_out/cut_off", no, parts[-1 - (len(parts) % 2 == 0)].strip(), parts[-1].strip())
    return pairs


def _boards(pairs: Iterable[_Pair]) -> tuple[list[_Board], list[Finding]]:
    """Return the boards in the order of the file, with the names of their room."""
    boards: list[_Board] = []
    findings: list[Finding] = []
    current, waiting, head = None, _Board(1), list[str]()
    for pair in pairs:
        if pair.key == "qx" or (pair.key == "md" and (current is None or current.is_used)):
            current = replace(waiting, no=pair.no, names=head)
            waiting = _Board(1)
            boards.append(current)
        if pair.key != "pn":
            _add(current or waiting, pair, findings)
            continue
        names = _names(pair)
        if current is None or current.is_used:
            current, head = None, names
        elif names:
            current.names, head = names, names if len(names) > len(ORDER) else head
    return [board for board in boards if board.is_used], findings


def _names(pair: _Pair) -> list[str]:
    names = [" ".join(name.split()) for name in pair.value.split(",")]
    if any(names) and len(names) not in (len(ORDER), 2 * len(ORDER)):
        raise _DiffersError("lin.left_out/names", pair.no, "pn", pair.value, names=len(names))
    return names if any(names) else []


def _add(board: _Board, pair: _Pair, findings: list[Finding]) -> None:
    value = pair.value
    if pair.key == "qx":
        found = _ROOM_AND_BOARD.fullmatch(value)
        if not found:
            raise _DiffersError("lin.left_out/board", pair.no, "qx", value)
        board.room, board.board = found[1].lower() or "o", found[2]
    elif pair.key == "ah":
        number = _NUMBER.search(value)
        board.board = board.board or (number and number[0])
    elif pair.key == "sv":
        board.vulnerable = _VULNERABLE.get(value.lower(), value) or None
    elif pair.key == "md":
        if value[:1].isdigit():
            board.dealer = _DEALERS.get(value[0])
            value = value[1:]
        board.cards = _deal(value) or board.cards
    elif pair.key == "mc":
        board.tricks = value or None
    elif pair.key in ("mb", "pc") and not board.is_cut_off:
        pattern = _CALL if pair.key == "mb" else _CARD
        words = [*pattern.finditer(value)]
        whole = "".join(word[0] for word in words) == value
        if not whole:
            board.is_cut_off = True
            at = {"line_no": pair.no, "field": pair.key, "value": value}
            findings.append(warning("lin.cut_off/call" if pair.key == "mb" else "lin.cut_off/card", **at))
        elif pair.key == "mb":
            board.auction += [CALLS[word[1].upper()] + "!" * ("!" in word[2]) for word in words]
        else:
            board.play += [f"{word[1]}{word[2].replace('10', 'T')}".upper() for word in words]


def _deal(value: str) -> str | None:
    """Return the hands as PBN, from South. Hands that are not understood stay, so that a later check reports them."""
    hands = [hand.strip() for hand in value.split(",")][: len(ORDER)]
    hands += [""] * (len(ORDER) - len(hands))
    if not any(hands):
        return None
    if not all(_HAND.fullmatch(hand) for hand in hands):
        return f"S:{value}"
    held: list[list[str]] = [_cards(hand) for hand in hands]
    if [len(cards) for cards in held] == [13, 13, 13, 0]:
        held[-1] = [str(card) for card in CARDS if card not in {*held[0], *held[1], *held[2]}]
    return "S:" + " ".join(
        ".".join("".join(sorted((card[1] for card in cards if card[0] == suit), key=RANKS.index)) for suit in SUITS)
        for cards in held
    )


def _cards(hand: str) -> list[str]:
    cards: list[str] = []
    suit = ""
    for letter in hand.upper().replace("10", "T"):
        suit = letter if letter in SUITS else suit
        cards += [] if letter in SUITS else [suit + letter]
    return cards


def _head(pairs: list[_Pair], boards: list[_Board]) -> _Head:
    """Return what the file says of all boards, and give numbers to boards without one."""
    first_of = {pair.key: pair for pair in reversed(pairs)}
    about = first_of.get("vg", _Pair(1, "vg", ""))
    found = _MATCH.fullmatch(about.value)
    title = ", ".join(part for part in (found["title"], found["part"]) if part.strip()) if found else about.value
    numbers = [int(found[name]) if found and found[name] else None for name in ("first", "last")]
    _number(boards)
    listed = first_of.get("rs", _Pair(1, "rs", ""))
    of_boards = [int(number) for number in _NUMBER.findall(first_of["bn"].value)] if "bn" in first_of else []
    start = numbers[0] or min((int(board.board or 1) for board in boards), default=1)
    results: dict[tuple[int, str], Result] = {}
    for place, word in enumerate(listed.value.rstrip(",").split(",") if listed.value else []):
        at = place // 2
        number = of_boards[at] if at < len(of_boards) else start + at
        if word.strip():
            results[number, "oc"[place % 2]] = _result(listed, word.strip())
    of_rooms = (_names(pair) for pair in pairs if pair.key == "pn")
    names = next((names for names in of_rooms if len(names) > len(ORDER)), list[str]())
    scoring = found["scoring"].upper() if found else ""
    in_rooms = bool(names) or "c" in {board.room for board in boards} | {room for _, room in results}
    named = tuple(found[name] or "" for name in ("home", "visit")) if found else ("", "")
    home, visit = ("".join(name.split("\n")).strip().replace(PARTNERS, "&") for name in named)
    teams = (home, visit) if home and visit and home.casefold() != visit.casefold() else ("1", "2")
    return _Head(
        " ".join(title.split()) or None,
        scoring,
        numbers[0],
        numbers[1],
        teams if in_rooms and scoring[:1] != "P" else None,
        names,
        results,
        listed.no,
    )


def _number(boards: list[_Board]) -> None:
    """Give each deal without a number the next free one to which its dealer and vulnerability belong."""
    taken = {board.board for board in boards if board.board}
    numbers: dict[str, str] = {}
    following: dict[int, int] = {}
    for board in boards:
        key = board.cards or str(board.no)
        if board.board is None and key not in numbers:
            fitting = _fitting(board)
            number = following.get(fitting, fitting)
            while str(number) in taken:
                number += _BOARDS
            following[fitting] = number + _BOARDS
            numbers[key] = str(number)
        board.board = board.board or numbers[key]


def _fitting(board: _Board) -> int:
    sides = ("None", "NS", "EW", "All")
    side = board.vulnerable if board.vulnerable in sides else None
    of_numbers = ((SEATS[number % 4], sides[(number + number // 4) % 4]) for number in range(_BOARDS))
    fitting = (no for no, of in enumerate(of_numbers, 1) if of == (board.dealer or of[0], side or of[1]))
    return next(fitting, 1)


def _result(listed: _Pair, word: str) -> Result:
    if (found := result_in(word)) is None:
        raise _DiffersError("lin.left_out/result", listed.no, "rs", word)
    return found


def result_in(word: str) -> Result | None:
    """Return the result that a word such as `4SN+1`, `3NExx-1`, `P` or `A+-` means; None for any other word."""
    if word.upper() in ("P", "PASS", "AP"):
        return Result(PASSED_OUT)
    if given := _AVERAGES.fullmatch(word):
        shares = ["50" if share == "=" else share for share in given.groups()]
        return Result(ruling=AVERAGE if shares == ["50", "50"] else AWARDED.format(*shares))
    found = _RESULT.fullmatch(word)
    if not found:
        return None
    bid, doubled, declarer, doubled_after, made = (part.upper() for part in found.groups())
    won = int(bid[0]) + 6 + (0 if made == "=" else int(made))
    return Result(bid[:2] + (doubled or doubled_after), declarer, str(won))


def _must_have_all(head: _Head, boards: list[_Board], pairs: list[_Pair]) -> None:
    if not boards and not head.results:
        raise _DiffersError("lin.left_out/no_boards", pairs[0].no if pairs else 1, "qx")
    expected = set(range(head.first, head.last + 1)) if head.first and head.last else set[int]()
    missing = expected - {int(board.board or 0) for board in boards} - {number for number, _ in head.results}
    if missing:
        about = next(pair for pair in pairs if pair.key == "vg")
        listed = ", ".join(map(str, sorted(missing)[:_LISTED]))
        gaps = {"boards": listed, "first": head.first, "last": head.last}
        raise _DiffersError("lin.left_out/boards", about.no, "vg", about.value, **gaps)


def _rows(head: _Head, boards: list[_Board], session_id: str) -> tuple[list[Row], list[Row], list[Finding]]:
    played = {(int(board.board or 0), board.room) for board in boards}
    only_listed = [
        _Board(head.results_no, room, str(number), head.names) for number, room in head.results.keys() - played
    ]
    tables = sorted([*boards, *only_listed], key=lambda one: (int(one.board or 0), one.room != "o", one.no))
    dealers = {board.board: board.dealer for board in reversed(boards) if board.dealer}
    numbers: dict[frozenset[str], str] = {}
    rows: list[Row] = []
    people: list[Row] = []
    findings: list[Finding] = []
    unfinished: list[_Board] = []
    for table in tables:
        number = int(table.board or 1)
        dealer = table.dealer or dealers.get(table.board) or SEATS[(number - 1) % 4]
        stated, of_play = head.results.get((number, table.room)), _by_play(table, dealer)
        if stated and not stated.ruling and table.tricks not in (None, stated.tricks):
            at = {"line_no": table.no, "field": "mc", "value": f"board {number}, {_ROOMS[table.room]}"}
            findings.append(warning("lin.doubtful/claim", **at, listed=stated.shown(), claimed=table.tricks))
        result = stated or of_play
        is_known = result.ruling or result.contract == PASSED_OUT or (result.contract and result.tricks)
        if not is_known and not table.auction and not table.play:
            continue
        if not is_known:
            unfinished.append(table)
            result = Result(ruling=NOT_PLAYED)
        sides, seated = _sides(head, table, numbers)
        where: Row = {"session_id": session_id, "line": "A", "line_no": str(table.no)}
        people += [Row(**where, entrant=sides[side], name=name) for side, name in seated]
        of_room = {"table": _ROOMS[table.room], "round": "1"} if head.teams else {}
        rows.append(
            {
                **where, "board": str(number), "ns": sides["NS"], "ew": sides["EW"], **of_room,
                "contract": result.contract, "declarer": result.declarer, "tricks": result.tricks,
                "ruling": result.ruling, "vulnerable": table.vulnerable, "lead": next(iter(table.play), None),
                "auction": " ".join(table.auction) or None, "play": " ".join(table.play) or None,
            }
        )  # fmt: skip
    if len({row["line_no"] for row in rows}) < len(rows):
        for place, row in enumerate(rows, 1):
            row["line_no"] = str(place)
    if unfinished:
        listed = ", ".join(dict.fromkeys(str(one.board) for one in unfinished[:_LISTED]))
        at = {"line_no": unfinished[0].no, "field": "mc", "value": f"board {unfinished[0].board}"}
        findings.append(warning("lin.unfinished", **at, unfinished=len(unfinished), boards=listed))
    return rows, people, findings


def _by_play(table: _Board, dealer: str) -> Result:
    """Return what auction and play say: the tricks are those of a claim, or of 13 tricks."""
    found = Result() if table.is_cut_off else result_of(table.auction, table.play, dealer, is_over=bool(table.tricks))
    return found._replace(tricks=table.tricks or found.tricks)


def _sides(
    head: _Head, table: _Board, numbers: dict[frozenset[str], str]
) -> tuple[dict[str, str], Iterator[tuple[str, str]]]:
    """Return the entrant of each side, and each named person with the side."""
    half = table.names[-len(ORDER) :] if table.room == "c" else table.names[: len(ORDER)]
    seated = dict(zip(ORDER, half, strict=False))
    of_side = {side: [seated.get(seat, "") for seat in seats] for side, seats in _SIDES.items()}
    if head.teams:
        home, visit = head.teams if table.room == "o" else head.teams[::-1]
        entrants = {"NS": home, "EW": visit}
    else:
        entrants = {
            side: numbers.setdefault(_who(side, names), str(len(numbers) + 1)) for side, names in of_side.items()
        }
    named = ((side, name) for side, names in of_side.items() for name in names if name and not ROBOT.fullmatch(name))
    return entrants, named


def _who(side: str, names: list[str]) -> frozenset[str]:
    """Return what identifies a pair: its names in any case. All robots are one; without names, the side counts."""
    known = frozenset(_ROBOTS if ROBOT.fullmatch(name) else name.casefold() for name in names if name)
    return known or frozenset([side])


def _deal_rows(boards: list[_Board], session_id: str) -> list[Row]:
    rows: dict[tuple[str | None, str], Row] = {}
    for board in boards:
        if board.cards:
            rows.setdefault((board.board, board.cards), {"session_id": session_id, **_deal_row(board)})
    return list(rows.values())


def _deal_row(board: _Board) -> Row:
    facts: Row = {"dealer": board.dealer, "vulnerable": board.vulnerable, "line_no": str(board.no)}
    return {"board": board.board, "deal": board.cards, **facts}
