"""BridgeWebs CSV, which scoring programs write for the sites of BridgeWebs.

Source: bridgewebs.com/guideus/page40.html. A line that begins with `#` is an option or begins a part: the first is
`#VERSION`, then come facts about the evening, `#SCORES` with the result list (twice if North-South and East-West have
their own), and `#TRAVELLERS` with a `#BOARD` for each board. The character after `#VERSION` separates the cells. A
file that differs is left out whole. Matchpoints of boards are not read, because nothing in a file shows their scale.
"""

import csv
import re
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.acbl import outcome
from pipelines.intake.readers.cells import card, tricks_won
from pipelines.intake.readers.reading import Finding, Sheets, error
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from transforms.tables.schemas import DIRECTIONS

_FIRST = re.compile(r"\s*\"?#VERSION\"?([,;\t])", re.IGNORECASE)
_PART = re.compile(r"^\"?#(?:DATE|TITLE|SCORES|TRAVELLERS|BOARD)\b", re.IGNORECASE | re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\n|\r")
_DAY = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_BOARD_NUMBER = re.compile(r"[0-9]{1,3}")
_OTHER_GAMES = (
    *("#AGGREGATE", "#BUTLER", "#CROSSIMP", "#INDIVIDUAL", "#MATCHES"),
    *("#SWISS", "#SWISSPAIRS", "#SWISSTEAMS", "#TEAMS"),
)
_SCORES, _TRAVELLERS, _BOARD, _BOARDS = "#SCORES", "#TRAVELLERS", "#BOARD", "#BOARDS"
_NEXT: dict[str, tuple[str, ...]] = {
    _SCORES: (_SCORES, "#BOARDFORMAT", _TRAVELLERS),
    "#BOARDFORMAT": (_TRAVELLERS,),
    _TRAVELLERS: (_BOARD,),
    _BOARD: (_BOARD,),
}
"""The parts that may follow each part; before the first `#SCORES`, any option may stand."""
_NEEDED = {_SCORES: ("PAIR", "NAME1", "NAME2", "PERCENT"), _TRAVELLERS: ("NS", "EW", "NSSCORE", "EWSCORE")}
_OF_RESULT = {
    **{"contract": ("CONTRACT", "BID"), "declarer": ("DECLARER", "BY")},
    **{"lead": ("LEAD",), "tricks": ("TRICKS",)},
}


class _DiffersError(Exception):
    def __init__(self, code: str, line_no: int, field: str, value: str | None = None, **gaps: Any) -> None:
        self.finding = error(code, line_no=line_no, field=field, value=value, **gaps)


class _Line(NamedTuple):
    no: int
    cells: dict[str, str]
    board: str = ""

    def text(self, *keys: str) -> str | None:
        return next((self.cells[key] for key in keys if self.cells.get(key)), None)


class _Part(NamedTuple):
    no: int
    word: str
    value: str
    rows: list[tuple[int, list[str]]]


class _File(NamedTuple):
    facts: dict[str, _Part]
    scores: list[list[_Line]]
    travellers: list[_Line]


def is_bridgewebs(text: str) -> bool:
    """Return whether the first line is a `#VERSION` with a separator, and another line a known part."""
    return _FIRST.match(text) is not None and _PART.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one evening. A file that differs from the description gives one error, with its line, and no sheets."""
    try:
        file = _file(text)
        ids = _entrants(file.scores)
        lines = [_result_row(line, session_id, ids) for line in file.travellers]
    except _DiffersError as differs:
        return Sheets({}, [differs.finding])
    head, undated = _session_row(file, session_id)
    pairs = [
        (side, line, {**_at(session_id, line), "entrant": ids[side][line.cells["PAIR"]]})
        for side, part in zip(DIRECTIONS, file.scores, strict=False)
        for line in part
    ]
    people: list[Row] = [
        {**at, "name": line.text(name), "direction": side if len(file.scores) > 1 else None}
        for side, line, at in pairs
        for name in ("NAME1", "NAME2")
    ]
    of_people, nameless = sheets_of_people(people)
    official: list[Row] = [
        {**at, "score": line.text("PERCENT"), "rank": (line.text("POSITION") or "").strip("=") or None}
        for _, line, at in pairs
        if line.text("PERCENT")
    ]
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [head]),
        "results": sheet_of("results", lines).with_columns(
            lead=card(pl.col("lead")), tricks=tricks_won(pl.col("tricks"), pl.col("contract"))
        ),
        "official_results": sheet_of("official_results", official),
    }
    return Sheets(sheets, [*undated, *nameless])


def _at(session_id: str, line: _Line) -> Row:
    return {"session_id": session_id, "line": "A", "line_no": str(line.no)}


def _split(text: str) -> list[_Part]:
    first = _FIRST.match(text)
    separator = first[1] if first else ","
    parts: list[_Part] = []
    for no, line in enumerate(_LINE_END.split(text), 1):
        try:
            cells = [cell.strip() for row in csv.reader([line], delimiter=separator, strict=True) for cell in row]
        except csv.Error:
            raise _DiffersError("bridgewebs.left_out/quote", no, '"', line) from None
        if not any(cells) or cells[0].upper() == "#COMMENT":
            continue
        if cells[0].startswith("#"):
            parts.append(_Part(no, cells[0].upper(), next(iter(cells[1:]), ""), []))
        else:
            parts[-1].rows.append((no, cells))
    return parts


def _file(text: str) -> _File:
    parts = _split(text)
    start = next((place for place, part in enumerate(parts) if part.word in _NEXT), len(parts))
    facts = {part.word: part for part in parts[:start]}
    for part in parts[:start]:
        _must_have_no_more(part.rows, _SCORES)
    following: tuple[str, ...] = (_SCORES,)
    for part in parts[start:]:
        if part.word not in following:
            raise _missing(part.no, following[-1], part.word)
        following = _NEXT[part.word]
    if parts[-1].word != _BOARD:
        raise _missing(max([parts[-1].no, *(no for no, _ in parts[-1].rows)]), following[-1])
    for word in _OTHER_GAMES:
        if word in facts and facts[word].value:
            raise _DiffersError("bridgewebs.left_out/scoring", facts[word].no, word, facts[word].value)
    scores = [part for part in parts if part.word == _SCORES]
    if len(scores) > len(DIRECTIONS):
        raise _missing(scores[-1].no, _TRAVELLERS, _SCORES)
    (travellers,) = (part for part in parts if part.word == _TRAVELLERS)
    header = _header(travellers)
    _must_have_no_more(travellers.rows[1:], _BOARD)
    boards = {part.value: part for part in reversed(parts) if part.word == _BOARD}
    lines: list[_Line] = []
    for part in (part for part in parts if part.word == _BOARD):
        if not _BOARD_NUMBER.fullmatch(part.value):
            raise _missing(part.no, f"{_BOARD} 1", part.value)
        if boards[part.value] is not part:
            raise _DiffersError("bridgewebs.left_out/twice", part.no, _BOARD, part.value)
        lines += _lines(part, part.rows, header)
    stated = facts[_BOARDS].value if _BOARDS in facts else ""
    if stated.isascii() and stated.isdigit() and len(boards) < int(stated[:5]):
        raise _DiffersError("bridgewebs.left_out/boards", facts[_BOARDS].no, _BOARDS, stated, boards=len(boards))
    return _File(facts, [_lines(part, part.rows[1:], _header(part)) for part in scores], lines)


def _missing(line_no: int, expected: str, value: str | None = None) -> _DiffersError:
    return _DiffersError("bridgewebs.left_out/expected", line_no, expected, value, expected=expected)


def _must_have_no_more(rows: list[tuple[int, list[str]]], expected: str) -> None:
    for no, cells in rows[:1]:
        raise _missing(no, expected, cells[0])


def _header(part: _Part) -> list[str]:
    no, cells = part.rows[0] if part.rows else (part.no, [""])
    header = [cell.upper().replace(" ", "") for cell in cells]
    while header and not header[-1]:
        header.pop()
    for needed in _NEEDED[part.word]:
        if header.count(needed) != 1:
            raise _missing(no, needed)
    return header


def _lines(part: _Part, rows: list[tuple[int, list[str]]], header: list[str]) -> list[_Line]:
    if not rows:
        raise _DiffersError("bridgewebs.left_out/no_rows", part.no, part.word, part.value)
    return [_Line(no, _row(no, cells, header), part.value) for no, cells in rows]


def _row(no: int, cells: list[str], header: list[str]) -> dict[str, str]:
    if len(cells) < len(header) or any(cells[len(header) :]):
        raise _DiffersError("bridgewebs.left_out/cells", no, header[0], cells[0], columns=len(header))
    return dict(zip(header, cells, strict=False))


def _entrants(scores: list[list[_Line]]) -> dict[str, dict[str, str]]:
    """Return for each side its pairs, by number: `1NS` and `1EW` if both lists have a pair 1, otherwise the number."""
    numbers: list[set[str]] = []
    for part in scores:
        seen: set[str] = set()
        for line in part:
            number = line.cells["PAIR"]
            if not number:
                raise _missing(line.no, "PAIR")
            if number in seen:
                raise _DiffersError("bridgewebs.left_out/twice", line.no, "PAIR", number)
            seen.add(number)
        numbers.append(seen)
    doubled = len(numbers) > 1 and bool(numbers[0] & numbers[1])
    return {
        side: {number: f"{number}{side}" if doubled else number for number in own}
        for side, own in zip(DIRECTIONS, (numbers[0], numbers[-1]), strict=True)
    }


def _result_row(line: _Line, session_id: str, ids: dict[str, dict[str, str]]) -> Row:
    for side in DIRECTIONS:
        if line.cells[side] not in ids[side]:
            raise _DiffersError("bridgewebs.left_out/pair", line.no, side, line.cells[side])
    ns, ew = (line.text(key) and (line.text(key) or "").upper() for key in ("NSSCORE", "EWSCORE"))
    given = [int(word) for word in (ns, ew) if word and _NUMBER.fullmatch(word)]
    has_two = len(given) == len(DIRECTIONS) and 0 not in given and sum(given) != 0
    if len(given) == len(DIRECTIONS) and 0 in given:
        ns, ew = str(given[0] - given[1]), None
    if ns is None and ew is None and (line.text(*_OF_RESULT["contract"]) or "").upper().startswith("PASS"):
        ns = "0"
    score, ruling = outcome(ns, ew)
    if has_two or (ruling is None and not _NUMBER.fullmatch(score or "")):
        raise _DiffersError("bridgewebs.left_out/score", line.no, "NSSCORE", f"{ns or ''} {ew or ''}")
    of_line: dict[str, Any] = {column: line.text(*keys) for column, keys in _OF_RESULT.items()}
    pairs = {side.lower(): ids[side][line.cells[side]] for side in DIRECTIONS}
    return {**_at(session_id, line), "board": line.board, **pairs, **of_line, "score": score, "ruling": ruling}


def _session_row(file: _File, session_id: str) -> tuple[Row, list[Finding]]:
    at = file.facts.get("#DATE", _Part(1, "#DATE", "", []))
    day = _DAY.fullmatch(at.value)
    date = f"{day[3]}-{day[2]:0>2}-{day[1]:0>2}" if day else None
    facts = {"title": title.value if (title := file.facts.get("#TITLE")) else None, "winners": str(len(file.scores))}
    head: Row = {"session_id": session_id, "date": date, "kind": "pairs", **facts, "line_no": str(at.no)}
    return head, [] if day else [error("bridgewebs.date", line_no=at.no, field=at.word, value=at.value)]
