"""Results of clubs of the ACBL: a page that a member saved from the browser, or the JSON in such a page.

The JSON holds a whole game: an event, its sessions, and their sections with boards, results, pairs and players. These
parts are nested, or each names the id of its parent (`section_id`). Only pairs are read, because no public source
describes the JSON of teams and individuals. Rows are counted from 1 in the order of the file. The page holds the JSON
in an attribute of the element `result-details`, or, if the browser has shown the page before, in a script `var data =
{...};`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import polars as pl
from lxml import etree

from pipelines.intake.readers.cells import card, tricks_won
from pipelines.intake.readers.reading import Finding, Sheets, error, on_lines, warning
from pipelines.intake.readers.results_json import FORMAT, cell, parsed
from pipelines.intake.readers.sheets import Row, lines_of, sheet_of, sheets_of_people
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.tables.schemas import DIRECTIONS

_ELEMENT = "result-details"
_SCRIPT = re.compile(r"\bvar\s+data\s*=\s*(?=\{)")
_SCRIPTS_TRIED = 20
_OF_JSON = ('"board_results"', '"pair_summaries"')
_LISTS = ("sessions", "board_results", "pair_summaries")
_LOOKED_AT, _BEFORE = 2**12, b" \t\r\n\xef\xbb\xbf"
_BELONGS_TO = {
    "sessions": ("event", "event_id"),
    "sections": ("sessions", "session_id"),
    "boards": ("sections", "section_id"),
    "board_results": ("boards", "board_id"),
    "pair_summaries": ("sections", "section_id"),
    "players": ("pair_summaries", "pair_summary_id"),
}
_NO_NAME = "Event Name"
_DIRECTIONS = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW"}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER_AND_DIRECTION = re.compile(r"([0-9]+)[ -]*(N-?S|E-?W)", re.IGNORECASE)
"""A pair as some programs write it: `6-NS` is pair 6 of North-South, even when it sits East-West."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_SHARES = {
    **dict.fromkeys(("AVE", "AVG", "A", "AVE="), "50"),
    **dict.fromkeys(("AVE+", "AVG+", "A+"), "+"),
    **dict.fromkeys(("AVE-", "AVG-", "A-"), "-"),
}
_UNPLAYED = ("NP", "NOTPLAYED")
_SWAP = re.compile(r"\s*\(swap names\)\s*$", re.IGNORECASE)
_LENT = ("#", "tmp:")
"""The beginnings of numbers that ACBLscore or the page gives to people who are not members."""
_SEATS = ("north", "east", "south", "west")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_LONGEST_HOLDING = 40
_ALL_PAIRS = ("1", "Section")
_OF_RESULT = {
    **{"round": "round_number", "table": "table_number", "lead": "opening_lead"},
    **{"contract": "contract", "declarer": "declarer"},
}


def may_be_acbl(data: bytes) -> bool:
    """Return whether the file may hold ACBL results. Only decoding it gives certainty."""
    return data[:_LOOKED_AT].lstrip(_BEFORE)[:1] in (b"{", b"<")


def is_acbl(text: str) -> bool:
    """Return whether this is a page with the results of a club of the ACBL, or the JSON in such a page."""
    has_lists = all(word in text for word in _OF_JSON)
    if text.lstrip().startswith("{"):
        return has_lists and f'"{FORMAT}"' not in text
    return f"<{_ELEMENT}" in text or (has_lists and _SCRIPT.search(text) is not None)


def read(text: str, session_id: str) -> Sheets:
    """Read one page or JSON. If there are several sessions, they get the ids `session_id-1`, `-2` and so on."""
    document, findings = _document(text)
    if document is None:
        return Sheets({}, findings)
    parts, alone = _parts(document)
    findings += alone
    form, method = ((_text(document, key) or "").upper() for key in ("type", "board_scoring_method"))
    kind = "pairs" if "MATCH" in method or method == "MP" else "cross_imp"
    if "TEAM" in form or "INDIVIDUAL" in form:
        return Sheets({}, [*findings, error("acbl.left_out/type", field="type", value=form)])
    if kind != "pairs" and "IMP" not in method:
        return Sheets({}, [*findings, error("acbl.left_out/scoring", field="board_scoring_method", value=method)])
    if not parts["board_results"]:
        return Sheets({}, [*findings, error("acbl.left_out/no_results", field="board_results")])
    names = _names(parts, session_id)
    heads, without_day = _session_rows(parts, names, kind)
    lines, two_scores = _result_rows(parts["board_results"], names)
    dealt, no_cards = _deal_rows(parts, names)
    of_people, nameless = sheets_of_people([_person(player, names) for player in parts["players"]], once=True)
    sheets = {
        **of_people,
        "sessions": sheet_of("sessions", heads),
        "results": sheet_of("results", lines).with_columns(
            # The ACBL gives 1 matchpoint for each pair that is beaten. Barometer gives 2.
            *(
                pl.coalesce((pl.col(column).cast(pl.Float64, strict=False) * 2).cast(pl.String), column).alias(column)
                for column in ("official_ns_points", "official_ew_points")
                if kind == "pairs"
            ),
            lead=card(pl.col("lead")),
            tricks=tricks_won(pl.col("tricks"), pl.col("contract")),
        ),
        "official_results": sheet_of("official_results", [*_official_rows(parts["pair_summaries"], names, kind)]),
        "deals": sheet_of("deals", dealt),
    }
    return Sheets(sheets, [*findings, *without_day, *two_scores, *no_cards, *nameless])


def _document(text: str) -> tuple[Any, list[Finding]]:
    if text.lstrip().startswith("{"):
        return parsed(text)
    place = text.find(f"<{_ELEMENT}")
    attribute = None
    if place >= 0:
        parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
        root = etree.fromstring(text[place:].encode(), parser)
        element = None if root is None else root.find(f".//{_ELEMENT}")
        values = () if element is None else element.values()
        attribute = next((value for value in values if value.lstrip().startswith("{")), None)
    tried = [(place, *parsed(attribute))] if attribute is not None else []
    for script in islice(_SCRIPT.finditer(text), _SCRIPTS_TRIED):
        if tried and _holds_a_game(tried[-1][1]):
            break
        tried.append((script.end(), *parsed(text[script.end() :], has_more=True)))
    if not tried:
        return None, [error("acbl.left_out/page", line_no=text.count("\n", 0, place) + 1, field=_ELEMENT)]
    place, document, findings = next((one for one in tried if _holds_a_game(one[1])), tried[-1])
    return document, [finding._replace(line_no=text.count("\n", 0, place) + 1) for finding in findings]


def _holds_a_game(document: Any) -> bool:
    return isinstance(document, dict) and not document.keys().isdisjoint(_LISTS)


class _Part(NamedTuple):
    no: int
    of: dict[str, Any]
    above: dict[str, "_Part"]

    def text(self, key: str) -> str | None:
        return _text(self.of, key)


_Parts = dict[str, list[_Part]]


def _parts(document: dict[str, Any]) -> tuple[_Parts, list[Finding]]:
    parts: _Parts = {"event": [_Part(1, document, {})]}
    findings: list[Finding] = []
    for name, (holder, key) in _BELONGS_TO.items():
        rows: list[tuple[Any, _Part | None]] = [(row, one) for one in parts[holder] for row in _items(one.of, name)]
        if holder != "event":
            by_id = {one.text("id"): one for one in parts[holder] if one.text("id")}
            aside = _items(document, name)
            rows += [(row, by_id.get(_text(row, key)) if isinstance(row, dict) else None) for row in aside]
        whole = [(row, one) for row, one in rows if one is not None and isinstance(row, dict)]
        parts[name] = [_Part(no, row, {**one.above, holder: one}) for no, (row, one) in enumerate(whole, 1)]
        if lost := len(rows) - len(whole):
            findings.append(error("acbl.left_out/alone", field=key, rows=lost, list=name))
        if name == "board_results" and (elsewhere := _results_in(document) - len(rows)) > 0:
            findings.append(error("acbl.left_out/elsewhere", field=name, rows=elsewhere))
    return parts, findings


def _results_in(document: Any) -> int:
    count, inside = 0, [document]
    while inside:
        of = inside.pop()
        count += isinstance(of, dict) and {"ns_pair", "ew_pair"} <= of.keys()
        inside += of.values() if isinstance(of, dict) else of if isinstance(of, list) else ()
    return count


def _items(of: dict[str, Any], name: str) -> list[Any]:
    given = of.get(name)
    return given if isinstance(given, list) else []


def _text(of: dict[str, Any], key: str) -> str | None:
    return (cell(of.get(key)) or "").strip() or None


class _Names(NamedTuple):
    ids: dict[int, str]
    lines: dict[int, str | None]
    doubled: set[int]
    """The sections where pair 1 North-South and pair 1 East-West are different pairs."""

    def place(self, part: _Part) -> Row:
        """Return the first columns of the row for a part of the JSON: the session, the line and the line number."""
        line = self.lines.get(part.above["sections"].no)
        return {"session_id": self.ids[part.above["sessions"].no], "line": line, "line_no": str(part.no)}

    def entrant(self, part: _Part, number: str | None, direction: str | None) -> str | None:
        """Return the number of a pair, with the direction if two pairs have this number; None if there is no pair."""
        if number is None or number == "0":
            return None
        bare, written = _bare_number(number)
        return f"{bare}{written or direction or ''}" if part.above["sections"].no in self.doubled else bare


def _names(parts: _Parts, session_id: str) -> _Names:
    several = len(parts["sessions"]) > 1
    ids = {part.no: f"{session_id}-{part.no}" if several else session_id for part in parts["sessions"]}
    of_session: dict[int, list[_Part]] = defaultdict(list)
    for section in parts["sections"]:
        of_session[section.above["sessions"].no].append(section)
    lines: dict[int, str | None] = {}
    for sections in of_session.values():
        letters = lines_of([section.text("name") or "" for section in sections])
        lines |= {section.no: letter for section, letter in zip(sections, letters, strict=True)}
    seen: dict[tuple[int, str], set[str | None]] = defaultdict(set)
    for pair in parts["pair_summaries"]:
        seen[pair.above["sections"].no, _bare_number(pair.text("pair_number") or "")[0]].add(_direction(pair))
    doubled = {section for (section, _), directions in seen.items() if len(directions) > 1}
    return _Names(ids, lines, doubled)


def _direction(pair: _Part) -> str | None:
    written = pair.text("direction") or pair.text("pair_number") or ""
    return _DIRECTIONS.get(re.sub(r"[^A-Z]", "", written.upper()))


def _bare_number(number: str) -> tuple[str, str | None]:
    found = _NUMBER_AND_DIRECTION.fullmatch(number)
    return (found[1], _DIRECTIONS[found[2][0].upper()]) if found else (number, None)


def _session_rows(parts: _Parts, names: _Names, kind: str) -> tuple[list[Row], list[Finding]]:
    event = parts["event"][0]
    winners = event.text("winner_type")
    if winners not in ("1", "2"):
        winners = "2" if names.doubled else "1"
    title = event.text("name")
    if title in (None, _NO_NAME):
        title = event.text("club_session") or title
    rows: list[Row] = []
    findings: list[Finding] = []
    for part in parts["sessions"]:
        written = part.text("game_date") or ""
        day = _DAY.match(written)
        of_event = {"kind": kind, "title": title, "winners": winners}
        rows.append({"session_id": names.ids[part.no], "date": day and day[0], **of_event, "line_no": str(part.no)})
        if day is None:
            at = {"line_no": part.no, "field": "game_date", "value": written}
            findings.append(error("acbl.date", **at))
    return rows, findings


def _result_rows(parts: list[_Part], names: _Names) -> tuple[list[Row], list[Finding]]:
    rows: list[Row] = []
    wrong: list[_Part] = []
    for part in parts:
        ns, ew = (_score(part, side) for side in DIRECTIONS)
        if ns and ew and _NUMBER.fullmatch(ns) and _NUMBER.fullmatch(ew) and int(ns) != -int(ew):
            wrong.append(part)
            continue
        score, ruling = outcome(ns, ew)
        points = {f"official_{side}_points": part.text(f"{side}_match_points") for side in ("ns", "ew")}
        rows.append(
            {
                **names.place(part),
                **{column: part.text(key) for column, key in _OF_RESULT.items()},
                "board": part.above["boards"].text("board_number"),
                **{side.lower(): names.entrant(part, part.text(f"{side.lower()}_pair"), side) for side in DIRECTIONS},
                "tricks": part.text("tricks_taken") or part.text("result"),
                **{"score": score, "ruling": ruling},
                **points,
                "official_centred": "false" if any(points.values()) else None,
            }
        )
    if not wrong:
        return rows, []
    first = f"{wrong[0].text('ns_score')} {wrong[0].text('ew_score')}"
    places = [part.no for part in wrong]
    return rows, [on_lines("acbl.left_out/two_scores", places, field="ns_score", value=first)]


def _score(part: _Part, side: str) -> str | None:
    word = "".join((part.text(f"{side.lower()}_score") or "").upper().split()) or None
    return "0" if word == "PASS" else word


def outcome(ns: str | None, ew: str | None) -> tuple[str | None, str | None]:
    """Return the North-South score and the ruling. An unknown word becomes the score, for a later check to report."""
    if ns in _SHARES or ew in _SHARES:
        shares = [_SHARES.get(word or "", word or "50") for word in (ns, ew)]
        return None, AVERAGE if shares == ["50", "50"] else AWARDED.format(*shares)
    if ns in _UNPLAYED or ew in _UNPLAYED:
        return None, NOT_PLAYED
    if ns is None and ew is not None and _NUMBER.fullmatch(ew):
        return str(-int(ew)), None
    return (ns if ns is not None else ew), None


def _person(player: _Part, names: _Names) -> Row:
    """Return the row of a player, with the name in usual order: `Akkerman, Lotte` becomes `Lotte Akkerman`."""
    pair = player.above["pair_summaries"]
    direction, number = _direction(pair), player.text("id_number")
    name = _SWAP.sub("", player.text("name") or "")
    family, *given = (part.strip() for part in name.split(","))
    spoken = f"{given[0]} {family}" if len(given) == 1 else name
    return {
        **names.place(player),
        "entrant": names.entrant(pair, pair.text("pair_number"), direction),
        "direction": direction if names.doubled else None,
        "name": spoken.strip() or None,
        "member_number": None if number is None or number.lower().startswith(_LENT) else number,
    }


def _official_rows(pairs: list[_Part], names: _Names, kind: str) -> Iterator[Row]:
    """Yield the rows of the result list: all pairs, ranked as in the first stratum. `1/2` means a shared rank 1."""
    for pair in pairs:
        points, percentage = pair.text("score"), pair.text("percentage")
        total = {"points": points, "score": percentage} if kind == "pairs" else {"points": None, "score": points}
        places = (place for place in _items(pair.of, "strat_place") if isinstance(place, dict))
        in_section = (place for place in places if (_text(place, "strat_number"), _text(place, "type")) == _ALL_PAIRS)
        rank = (_text(next(in_section, {}), "rank") or "").split("/")[0] or None
        if total["score"]:
            entrant = names.entrant(pair, pair.text("pair_number"), _direction(pair))
            yield {**names.place(pair), "entrant": entrant, **total, "rank": rank}


def _deal_rows(parts: _Parts, names: _Names) -> tuple[list[Row], list[Finding]]:
    sessions = parts["sessions"]
    found: list[tuple[_Part | None, Any]] = [
        (session, record) for session in sessions for record in _items(session.of, "hand_records")
    ]
    for record in _items(parts["event"][0].of, "hand_records"):
        its_set = _text(record, "hand_record_set_id") if isinstance(record, dict) else None
        of_set = [part for part in sessions if its_set and part.text("hand_record_id") == its_set]
        found += [(session, record) for session in of_set or (sessions if len(sessions) == 1 else [None])]
    records = [(session, record) for session, record in found if isinstance(record, dict)]
    rows: list[Row] = []
    for no, (session, record) in enumerate(records, 1):
        board, deal = _text(record, "board"), _deal(record)
        if session is not None and board and deal:
            dealer, vulnerable = _text(record, "dealer"), _text(record, "vulnerability")
            cards = {"dealer": dealer, "vulnerable": vulnerable, "deal": deal}
            rows.append({"session_id": names.ids[session.no], "board": board, **cards, "line_no": str(no)})
    unread = len(records) - len(rows)
    return rows, [warning("acbl.left_out/hand_records", field="hand_records", records=unread)] if unread else []


def _deal(record: dict[str, Any]) -> str | None:
    """Return the cards as PBN, or None if there are none. `10 9 2` becomes `T92`; a void is dashes or is left out."""
    holdings = (
        ["".join((_text(record, f"{seat}_{suit}") or "").replace("10", "T").split()) for suit in _SUITS]
        for seat in _SEATS
    )
    hands = [".".join(holding.strip("-")[:_LONGEST_HOLDING] for holding in hand) for hand in holdings]
    return "N:" + " ".join(hands) if any(hand.strip(".") for hand in hands) else None
