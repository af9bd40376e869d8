"""JSON of the results service of the French federation (FFBridge, Lancelot), as a user saves it.

Source: FFBRIDGE_LANCELOT_API.md in github.com/BSalita/Elo_Ratings, and the shape of the rows in its tests. Three kinds
of file are read: results (of a board, or of a team), a list of rows with `lineup`, `nsScore` and `ewScore`; a ranking,
a list of rows with `team` and `sessionScore`; and a session, an object with `boardScoringType`. None of them says to
which session it belongs, so the files of an evening are those of a folder. A pair is named by the ids of its players,
because a team does not say where it sits on a board. Rows are counted from 1.

A score may be in the column of either side, so its sign comes from the contract if there is one. `sessionScore`
contains the handicap. Percentages of boards compare with a field that no file holds; they are not read.
"""

from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.cells import card, tricks_won
from pipelines.intake.readers.pages import DiffersError, folder_of, missing, number, signed
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.results_json import cell, parsed
from pipelines.intake.readers.sheets import Row, sheet_of, sheets_of_people
from transforms.bridge.contracts import PASSED_OUT

_RESULTS, _RANKING, _SESSION = ("lineup", "nsScore", "ewScore"), ("team", "sessionScore"), ("boardScoringType", "date")
_KINDS = (_RESULTS, _RANKING, _SESSION)
_SIDES = {"ns": ("northPlayer", "southPlayer"), "ew": ("eastPlayer", "westPlayer")}
_DECLARERS = {"O": "W"}
_PASSE = "PASSE"
_OF_TEAM = tuple(f"player{place}" for place in range(1, 9))


class _Item(NamedTuple):
    no: int
    of: dict[str, Any]

    def text(self, *path: str) -> str | None:
        found: Any = self.of
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return (cell(found) or "").strip() or None

    def part(self, *path: str) -> dict[str, Any]:
        found: Any = self.of
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}


def is_ffbridge(text: str) -> bool:
    """Return whether this is JSON with the keys of one of the three kinds of file."""
    return text.lstrip()[:1] in ("[", "{") and any(all(f'"{key}"' in text for key in kind) for kind in _KINDS)


def read(text: str, session_id: str) -> Sheets:
    """Read one file of an evening. A file that differs from the description gives one error and no sheets."""
    document, findings = parsed(text)
    if document is None:
        return Sheets({}, findings)
    evening = folder_of(session_id)
    try:
        if isinstance(document, dict) and "boardScoringType" in document:
            return Sheets({"sessions": sheet_of("sessions", [_session_row(_Item(1, document), evening)])}, [])
        items, kind = _items(document)
        rows = [_result_rows(one, evening) for one in items] if kind is _RESULTS else []
        people, official = _ranking(items, evening) if kind is _RANKING else ([], [])
    except DiffersError as differs:
        return Sheets({}, [differs.finding])
    people += [person for one in rows for person in one.people]
    of_people, nameless = sheets_of_people(people, once=True)
    deals = sheet_of("deals", [one.deal for one in rows if one.deal])
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", [{"session_id": evening, "line_no": "1"}]),
        "results": sheet_of("results", [one.result for one in rows]).with_columns(
            lead=card(pl.col("lead")), tricks=tricks_won(pl.col("tricks"), pl.col("contract"))
        ),
        "official_results": sheet_of("official_results", official),
        "deals": deals.unique(["board", "deal"], keep="first", maintain_order=True),
    }
    return Sheets(sheets, nameless)


def _session_row(session: _Item, evening: str) -> Row:
    for key, known in (("format", "pair"), ("boardScoringType", "percent")):
        if (session.text(key) or known) != known:
            raise DiffersError("pages.left_out/kind", 1, key, session.text(key))
    day = (session.text("date") or "")[:10]
    return {"session_id": evening, "date": day, "kind": "pairs", "title": session.text("label"), "line_no": "1"}


def _items(document: Any) -> tuple[list[_Item], tuple[str, ...]]:
    """Return the rows of a list, or of the `items` of an object, and their kind. Each row must be of that kind."""
    listed = document.get("items") if isinstance(document, dict) else document
    if not isinstance(listed, list) or not listed:
        raise missing(1, "items")
    rows = [item for item in listed if isinstance(item, dict)]
    kind = next((kind for kind in _KINDS[:2] if any(row.get(kind[0]) for row in rows)), _RESULTS)
    for no, item in enumerate(listed, 1):
        for key in kind:
            if not isinstance(item, dict) or key not in item:
                raise missing(no, key)
    pages = _Item(1, document if isinstance(document, dict) else {})
    if (count := number(pages.text("pagination", "totalItems"))) is not None and count > len(listed):
        raise DiffersError("pages.left_out/part", 1, "pagination", str(count), rows=len(listed))
    return [_Item(no, item) for no, item in enumerate(listed, 1)], kind


class _Rows(NamedTuple):
    result: Row
    people: list[Row]
    deal: Row | None


def _result_rows(item: _Item, evening: str) -> _Rows:
    board = item.text("boardNumber") or item.text("board", "boardNumber")
    if number(board) is None:
        raise missing(item.no, "boardNumber", board)
    at: Row = {"session_id": evening, "line": "A", "line_no": str(item.no)}
    pairs: Row = {}
    people: list[Row] = []
    for side, seats in _SIDES.items():
        players = [player for seat in seats if (player := item.part("lineup", seat)).get("id")]
        pairs[side] = _pair(players)
        people += [_person(player, {**at, "entrant": pairs[side]}) for player in players]
    if not people:
        raise missing(item.no, "lineup")
    contract = (item.text("contract") or "").upper()
    declarer = item.text("declarer")
    declarer = _DECLARERS.get(declarer or "", declarer)
    is_pass = _PASSE in (contract, *(str(item.of[key]).upper() for key in ("nsScore", "ewScore")))
    score = 0 if is_pass else _score(item, declarer)
    row: Row = {
        **at,
        **pairs,
        "board": board,
        "contract": PASSED_OUT if is_pass else contract or None,
        "declarer": None if is_pass else declarer,
        "tricks": None if is_pass else item.text("result") or item.text("tricks"),
        "lead": item.text("lead"),
        "score": str(score),
    }
    cards = item.text("board", "deal")
    return _Rows(row, people, {**at, "board": board, "deal": cards} if cards else None)


def _pair(players: list[dict[str, Any]]) -> str | None:
    """Return the ids of the players in order, so that a pair has the same name in all its seats."""
    return "-".join(sorted(str(player["id"]) for player in players)) or None


def _person(player: dict[str, Any], at: Row) -> Row:
    one = _Item(0, player)
    name = " ".join(filter(None, (one.text("firstName"), one.text("lastName"))))
    return {**at, "name": name or None, "member_number": one.text("migrationId") or one.text("id")}


def _score(item: _Item, declarer: str | None) -> int:
    ns, ew = (number(item.text(key)) for key in ("nsScore", "ewScore"))
    amounts = [amount for amount in (ns, -ew if ew is not None else None) if amount]
    if len(amounts) == 2 and amounts[0] != amounts[1]:  # both columns have a score, and they differ
        amounts.clear()
    result = item.text("result")
    over = 0 if result == "=" else number(result) if (result or "")[:1] in ("+", "-") else None
    if not amounts:
        raise DiffersError(
            "pages.left_out/score", item.no, "nsScore", f"{item.text('nsScore') or ''} {item.text('ewScore') or ''}"
        )
    return signed(amounts[0], declarer, over)


def _ranking(items: list[_Item], evening: str) -> tuple[list[Row], list[Row]]:
    people: list[Row] = []
    official: list[Row] = []
    for item in items:
        players = [player for key in _OF_TEAM if (player := item.part("team", key)).get("id")]
        if not players:
            raise missing(item.no, "player1")
        at: Row = {"session_id": evening, "line": "A", "line_no": str(item.no), "entrant": _pair(players)}
        people += [_person(player, at) for player in players]
        score, bonus = _amount(item, "sessionScore"), _amount(item, "peBonus")
        scratch = item.text("totalScoreWithoutHandicap") or str(round(score - bonus / 10, 4))
        rank = item.text("rankWithoutHandicap") or (item.text("rank") if not item.text("handicapPercentage") else None)
        official.append({**at, "score": scratch, "rank": rank})
    is_open = any(_amount(item, "sessionScore") for item in items)  # before the results are published, all are zero
    return people, official if is_open else []


def _amount(item: _Item, key: str) -> float:
    try:
        return float((item.text(key) or "0").replace(",", "."))
    except ValueError:
        raise DiffersError("pages.left_out/score", item.no, key, item.text(key)) from None
