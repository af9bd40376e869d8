"""Results of clubs of the ACBL, as a member saves them from the browser: the page, or the JSON that is in it.

The page has an element `result-details`, of which one attribute is the JSON of the whole game: an event, its sessions,
their sections, and of these boards with their results and pairs with their players. The parts stand inside each other,
or side by side with the ids of what they belong to (`section_id`); both are read. Only pairs are: of teams and
individuals nothing public says how they are written. Rows are counted from 1 in the order of the file.
"""

import re
from collections import defaultdict
from typing import Any, NamedTuple

import polars as pl
from lxml import etree

from pipelines.readers.cells import card, tricks_won
from pipelines.readers.people import SCHEMA as PEOPLE
from pipelines.readers.people import with_player_ids
from pipelines.readers.reading import LINES_NAMED, Finding, Sheets, error, on_lines, warning
from pipelines.readers.results_json import cell, parsed
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.tables import DIRECTIONS

_ELEMENT = "result-details"
_OF_JSON = ('"board_results"', '"pair_summaries"')
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BELONGS_TO = {
    "sessions": ("event", "event_id"),
    "sections": ("sessions", "session_id"),
    "boards": ("sections", "section_id"),
    "board_results": ("boards", "board_id"),
    "pair_summaries": ("sections", "section_id"),
    "players": ("pair_summaries", "pair_summary_id"),
}
"""A list -> the one whose parts it belongs to, and the key with the id of that part."""
_DIRECTIONS = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SWAP = re.compile(r"\s*\(swap names\)\s*$", re.IGNORECASE)
_SHARES = {"AVE": "50", "AVG": "50", "A": "50", "AVE=": "50", "AVE+": "+", "AVG+": "+", "A+": "+", "AVE-": "-",
           "AVG-": "-", "A-": "-"}  # fmt: skip
_UNPLAYED = ("NP", "NOTPLAYED")
_LETTERS_TOLD = 80
_LOOKED_AT, _BEFORE = 2**12, b" \t\r\n\xef\xbb\xbf"
_IS_OTHER = '"barometer-results"'
_OFFICIAL = ("official_ns_points", "official_ew_points")
_RESULTS = (
    *("session_id", "line", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "lead"),
    *("ruling", *_OFFICIAL, "official_centred", "line_no"),
)


class _Part(NamedTuple):
    """An object of one of the lists, and the one that it belongs to."""

    no: int
    """Its place in the file among those of its list, from 1."""
    of: dict[str, Any]
    parent: "_Part | None"


def may_be_acbl(data: bytes) -> bool:
    """Whether it is worth while to decode the file and look closer."""
    return data[:_LOOKED_AT].lstrip(_BEFORE)[:1] in (b"{", b"<")


def is_acbl(text: str) -> bool:
    """Whether this is a page with the results of a club, or the JSON of one."""
    if text.lstrip().startswith("{"):
        return all(word in text for word in _OF_JSON) and _IS_OTHER not in text
    return f"<{_ELEMENT}" in text


def read(text: str, session_id: str) -> Sheets:
    """Read one page or JSON; several sessions have the ids `session_id-1`, `-2` and so on."""
    document, findings = _of_page(text) if f"<{_ELEMENT}" in text else parsed(text)
    if document is None:
        return Sheets({}, findings)
    parts, alone = _parts(document)
    findings += [*alone, *_not_read(document)]
    kind, told = _kind(document)
    findings += told
    if kind is None or not parts["board_results"]:
        if kind is not None:
            said = "no results of boards in this file: save the page of one game, with its boards"
            findings.append(error("acbl.no_results", said, field="board_results"))
        return Sheets({}, findings)
    ids = {
        session.no: f"{session_id}-{session.no}" if len(parts["sessions"]) > 1 else session_id
        for session in parts["sessions"]
    }
    lines, past_z = _lines(parts["sections"])
    findings += past_z
    doubled = _numbered_twice(parts["pair_summaries"])
    dates = [_date(session) for session in parts["sessions"]]
    heads = [
        [ids[session.no], date, kind, _text(document, "name"), "2" if doubled else "1", str(session.no)]
        for session, (date, _) in zip(parts["sessions"], dates, strict=True)
    ]
    findings += [finding for _, finding in dates if finding]
    rows, two_scores = _results(parts["board_results"], ids, lines, doubled)
    people = [_person(player, ids, lines, doubled) for player in parts["players"]]
    placed = [row for row in people if row["line"]]
    seated, nameless = with_player_ids(pl.DataFrame(placed, schema=PEOPLE))
    columns = ("session_id", "date", "kind", "title", "winners", "line_no")
    return Sheets(
        {
            "sessions": pl.DataFrame(heads, schema=dict.fromkeys(columns, pl.String), orient="row"),
            "results": rows.with_columns(
                *(_twice(column) for column in _OFFICIAL if kind == "pairs"),
                lead=card(pl.col("lead")),
                tricks=tricks_won(pl.col("tricks"), pl.col("contract")),
            ),
            "entries": seated.unique(["session_id", "line", "entrant", "player_id"], keep="first", maintain_order=True),
            "players": seated.unique("player_id", keep="first", maintain_order=True),
        },
        [*findings, *two_scores, *nameless],
    )


# --- from the file to its parts -------------------------------------------------------------------


def _of_page(text: str) -> tuple[Any, list[Finding]]:
    """What the JSON in a page holds; None, and an error, where there is none."""
    place = text.index(f"<{_ELEMENT}")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
    root = etree.fromstring(text[place:].encode(), parser)
    element = None if root is None else root.find(f".//{_ELEMENT}")
    for value in [] if element is None else element.values():
        if value.lstrip().startswith("{"):
            document, findings = parsed(value)
            return document, [finding._replace(line_no=_line_no(text, place)) for finding in findings]
    said = "this page has a place for the results of a game, but they are not in it, or it breaks off: save it again"
    return None, [error("acbl.page", said, line_no=_line_no(text, place), field=_ELEMENT)]


def _line_no(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _parts(document: dict[str, Any]) -> tuple[dict[str, list[_Part]], list[Finding]]:
    """The parts of each list, in order; and an error on those that belong to nothing."""
    event = _Part(1, document, None)
    parts: dict[str, list[_Part]] = {"event": [event]}
    findings: list[Finding] = []
    for name, (above, key) in _BELONGS_TO.items():
        rows: list[tuple[Any, _Part | None]] = [(row, one) for one in parts[above] for row in _list(one.of, name)]
        if above != "event":
            by_id = {_text(one.of, "id"): one for one in parts[above] if _text(one.of, "id")}
            rows += [(row, by_id.get(_text(row, key)) if _is_object(row) else None) for row in _list(document, name)]
        whole = [(row, one) for row, one in rows if one is not None and _is_object(row)]
        parts[name] = [_Part(no, row, one) for no, (row, one) in enumerate(whole, 1)]
        if lost := len(rows) - len(whole):
            said = "{rows} of {list} belong to nothing in this file, so they are left out: save it again"
            findings.append(error("acbl.alone", said, field=key, rows=lost, list=name))
        if name == "board_results" and (elsewhere := _results_in(document) - len(rows)) > 0:
            said = (
                "results stand where none are looked for, so they are left out (how many: {rows}): save the page again"
            )
            findings.append(error("acbl.elsewhere", said, field=name, rows=elsewhere))
    return parts, findings


def _results_in(document: dict[str, Any]) -> int:
    """How many objects there are, wherever they stand, with a pair in both directions."""
    count = 0
    inside: list[Any] = [document]
    while inside:
        of = inside.pop()
        if isinstance(of, dict):
            count += {"ns_pair", "ew_pair"} <= of.keys()
            inside += of.values()
        elif isinstance(of, list):
            inside += of
    return count


def _list(of: dict[str, Any], name: str) -> list[Any]:
    given = of.get(name)
    return given if isinstance(given, list) else []


def _is_object(row: object) -> bool:
    return isinstance(row, dict)


def _not_read(document: dict[str, Any]) -> list[Finding]:
    """A warning where the file has hand records, which nothing public describes."""
    holders = [document, *(session for session in _list(document, "sessions") if isinstance(session, dict))]
    if not any(holder.get(name) for holder in holders for name in ("hand_records", "hand_record")):
        return []
    said = "the hand records in this file are not read: put a PBN file of the deals beside it"
    return [warning("acbl.hand_records", said, field="hand_records")]


def _text(of: dict[str, Any], key: str) -> str | None:
    return (cell(of.get(key)) or "").strip() or None


# --- the session ----------------------------------------------------------------------------------


def _kind(event: dict[str, Any]) -> tuple[str | None, list[Finding]]:
    form, method = ((_text(event, key) or "").upper() for key in ("type", "board_scoring_method"))
    if "TEAM" in form or "INDIVIDUAL" in form:
        said = "only games of pairs are read from ACBL pages, so this one is left out: export it as PBN or USEBIO"
        return None, [error("acbl.type", said, field="type", value=form[:_LETTERS_TOLD])]
    if "MATCH" in method or method == "MP":
        return "pairs", []
    if "IMP" in method:
        return "cross_imp", []
    said = "this way of scoring is not known, so the game is left out: export it as PBN or USEBIO"
    return None, [error("acbl.scoring", said, field="board_scoring_method", value=method[:_LETTERS_TOLD])]


def _date(session: _Part) -> tuple[str | None, Finding | None]:
    """The day, where it is written year first; of others nobody knows whether day or month stands first."""
    written = _text(session.of, "game_date")
    found = _DAY.match(written or "")
    if found:
        return found[0], None
    said = "no date that is written year first: give the date of this session in [[session]] of competition.toml"
    return None, error("acbl.date", said, line_no=session.no, field="game_date", value=(written or "")[:_LETTERS_TOLD])


def _lines(sections: list[_Part]) -> tuple[dict[int, str], list[Finding]]:
    """Section -> its line: its own letter where all of a session have different ones, else A, B, C in order."""
    of_session: dict[int, list[_Part]] = defaultdict(list)
    for section in sections:
        of_session[section.parent.no if section.parent else 0].append(section)
    lines: dict[int, str] = {}
    lost = 0
    for those in of_session.values():
        names = [(_text(section.of, "name") or "").upper() for section in those]
        own = len(set(names)) == len(names) and all(len(name) == 1 and name in _LETTERS for name in names)
        lines |= {section.no: letter for section, letter in zip(those, names if own else _LETTERS, strict=False)}
        lost += max(0, len(those) - len(_LETTERS))
    if not lost:
        return lines, []
    said = "more than 26 sections in a session, but lines are named A to Z; {sections} are left out, with all in them"
    return lines, [
        error("acbl.sections", f"{said}: hand them in as a file of their own", field="sections", sections=lost)
    ]


def _numbered_twice(pairs: list[_Part]) -> set[int]:
    """The sections where a number is that of one pair North-South and of another East-West."""
    seen: dict[int, dict[str | None, set[str | None]]] = defaultdict(lambda: defaultdict(set))
    for pair in pairs:
        seen[pair.parent.no if pair.parent else 0][_text(pair.of, "pair_number")].add(_direction(pair.of))
    return {section for section, of in seen.items() if any(len(both) > 1 for both in of.values())}


def _direction(of: dict[str, Any]) -> str | None:
    return _DIRECTIONS.get(re.sub(r"[^A-Z]", "", (_text(of, "direction") or "").upper()))


# --- results and people ---------------------------------------------------------------------------


def _results(
    parts: list[_Part], ids: dict[int, str], lines: dict[int, str], doubled: set[int]
) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of result lines, and an error on those with two scores that contradict each other."""
    rows: list[list[str | None]] = []
    wrong: list[_Part] = []
    for part in parts:
        board = part.parent
        section = board.parent if board else None
        session = section.parent if section else None
        if board is None or section is None or session is None or section.no not in lines:
            continue
        of = part.of
        ns, ew = (_score(of, side) for side in ("ns", "ew"))
        if ns is not None and ew is not None and _is_number(ns) and _is_number(ew) and int(ns) != -int(ew):
            wrong.append(part)
            continue
        score, ruling = _outcome(ns, ew)
        points = [_text(of, f"{side}_match_points") for side in ("ns", "ew")]
        contract = _text(of, "contract")
        rows.append(
            [
                *(ids[session.no], lines[section.no], _text(of, "round_number"), _text(of, "table_number")),
                _text(board.of, "board_number"),
                *(
                    _entrant(_text(of, f"{side.lower()}_pair"), side, is_doubled=section.no in doubled)
                    for side in DIRECTIONS
                ),
                *(contract, _text(of, "declarer"), _text(of, "tricks_taken") or _text(of, "result"), score),
                *(_text(of, "opening_lead"), ruling, *points, "false" if any(points) else None, str(part.no)),
            ]
        )
    return pl.DataFrame(rows, schema=dict.fromkeys(_RESULTS, pl.String), orient="row"), _contradicting(wrong)


def _twice(column: str) -> pl.Expr:
    """Matchpoints of the ACBL, 1 for each pair that is beaten, as all others are here: 2 for each."""
    doubled = (pl.col(column).cast(pl.Float64, strict=False) * 2).cast(pl.String)
    return pl.coalesce(doubled, column).alias(column)


def _contradicting(wrong: list[_Part]) -> list[Finding]:
    if not wrong:
        return []
    said = "the scores of the two sides are not each other's opposite, so the row is left out: give what was ruled in a"
    first = f"{_text(wrong[0].of, 'ns_score')} {_text(wrong[0].of, 'ew_score')}"
    places = [part.no for part in wrong[: LINES_NAMED + 1]]
    return [
        on_lines(
            "acbl.two_scores", f"{said} table results (s420_-100)", places, len(wrong), field="ns_score", value=first
        )
    ]


def _score(of: dict[str, Any], side: str) -> str | None:
    word = "".join((_text(of, f"{side}_score") or "").upper().split()) or None
    return "0" if word == "PASS" else word


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _outcome(ns: str | None, ew: str | None) -> tuple[str | None, str | None]:
    """(score from the side of North-South, ruling); an unknown word stays, so that it is reported later."""
    if ns in _SHARES or ew in _SHARES:
        shares = [_SHARES.get(word or "", word or "50") for word in (ns, ew)]
        return None, AVERAGE if shares == ["50", "50"] else AWARDED.format(*shares)
    if ns in _UNPLAYED or ew in _UNPLAYED:
        return None, NOT_PLAYED
    if ns is None and ew is not None and _is_number(ew):
        return str(-int(ew)), None
    return (ns if ns is not None else ew), None


def _entrant(number: str | None, direction: str | None, *, is_doubled: bool) -> str | None:
    if number is None or number == "0":
        return None
    return f"{number}{direction or ''}" if is_doubled else number


def _person(player: _Part, ids: dict[int, str], lines: dict[int, str], doubled: set[int]) -> dict[str, str | None]:
    """A row of the people; without a line where its section has none."""
    pair = player.parent
    section = pair.parent if pair else None
    session = section.parent if section else None
    if pair is None or section is None or session is None:
        return dict.fromkeys(PEOPLE)
    direction = _direction(pair.of)
    return {
        "session_id": ids[session.no],
        "line": lines.get(section.no),
        "entrant": _entrant(_text(pair.of, "pair_number"), direction, is_doubled=section.no in doubled),
        "direction": direction if doubled else None,
        "name": _SWAP.sub("", _text(player.of, "name") or "") or None,
        "member_number": _text(player.of, "id_number"),
        "line_no": str(player.no),
    }
