r"""The tags of games: results of tables of a pairs session or of rooms of a team match, and deals.

If the teams have no names, the home team is 1 and the visitors are 2. The home team sits North-South in the open room.
A double-dummy table has rows below `[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]`, or in its value with
`\n` and `\t` as letters, or 20 hexadecimal digits in `[DoubleDummyTricks "..."]`: those of North, South, East and West,
and for each of them no trump, spades, hearts, diamonds and clubs.
"""

import re
from bisect import bisect
from collections.abc import Sequence

import polars as pl

from pipelines.intake.readers.cells import LONGEST_TEXT, VULNERABLE_WORDS
from pipelines.intake.readers.pbn.scoring import says_teams
from pipelines.intake.readers.pbn.text import Document, Game, Section
from pipelines.intake.readers.sheets import Row, sheet_of
from pipelines.intake.readers.tricks import calls_in_pbn, cards_in_pbn
from transforms.bridge.sessions import PARTNERS
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import SEATS

_OPEN, _CLOSED = "open", "closed"
_PAIR_TAGS = {"NS": ("pairid_ns", "pairns", "pair_ns"), "EW": ("pairid_ew", "pairew", "pair_ew")}
_SEATS = {"NS": ("north", "south"), "EW": ("east", "west")}
_OF_SIDE = re.compile(r"(NS|EW)\s*([+-]?[0-9]{1,5})(?:[.]0{1,2})?")
_OF_BOTH = re.compile(rf"{_OF_SIDE.pattern}[\s,;/(]+(?!\1){_OF_SIDE.pattern}\s*\)?")
_LONGEST = 40
_TRICKS = 13
_BID_AND_PLAYED = ("auction", "play")
_PASSED = ("pass", "passed", "passed out", "all pass", "ap", "po", "p")

_NO_CARDS = re.compile(r"(?:[NESW]:)?[\s.-]*", re.IGNORECASE)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_STRAINS = ("NT", "S", "H", "D", "C")
_ORDER = [(seat, strain) for seat in SEATS for strain in _STRAINS]
_ORDER_OF_DIGITS = [(seat, strain) for seat in ("N", "S", "E", "W") for strain in _STRAINS]
_DIGITS = re.compile(r"[0-9a-dA-D]{20}")
_UNKNOWN = re.compile(r"([*0-9a-fA-F-])\1{19}")


def records(found: Document) -> tuple[list[Row], bool]:
    """Return the results of games without a score table, as rows of such a table, and whether teams play."""
    faults = found.faults
    with_tables = {section.game.line_no for section in found.sections if section.name == "scoretable"}
    games = [game for game in found.games if game.line_no not in with_tables]
    played = [game for game in games if _has_result(game)]
    others = [game for game in games if not _has_result(game)]
    for game in others:
        if game.get("declarer") and game.get("result"):
            line_no, value = game.line_of("board"), f"board {game.get('board')}"
            near = nearest_words("contract", [tag for tag in game.tags if len(tag) <= _LONGEST])
            if near and near[0] != "contract":
                line_no, written = game.tags[near[0]]
                value += f": {near[0]} {written}"
            faults.error("pbn.left_out/contract", line_no, "Contract", value)
    if with_tables and played:
        first = played[0]
        faults.error(
            "pbn.left_out/beside_tables", first.line_of("board"), "Board", first.get("board"), rows=len(played)
        )
        return [], False
    rooms = {(_room(game), game.get("board")) for game in played}
    is_of_teams = any(says_teams(game.get("competition") or "") or game.get("hometeam") for game in played) or any(
        (_CLOSED, board) in rooms for room, board in rooms if room == _OPEN
    )
    of_calls = (section for section in found.sections if section.name in _BID_AND_PLAYED)
    below = {(section.game.line_no, section.name): section for section in of_calls}
    team_of: dict[tuple[str, str, str], str] = {}
    rows: list[Row] = []
    for game in played:
        row = _row(game) | (_teams(game, team_of) if is_of_teams else {})
        auction, play = (below.get((game.line_no, name)) for name in _BID_AND_PLAYED)
        row["Auction"] = calls_in_pbn(line for _, line in auction.lines) if auction else None
        row["Play"] = cards_in_pbn((line for _, line in play.lines), row["Contract"] or "") if play else None
        line_no, board = game.line_of("board"), game.get("board")
        if not any(row[column] for column in ("PairId_NS", "PairId_EW", "Names_NS", "Names_EW")):
            faults.error("pbn.left_out/nobody", line_no, "North", f"board {board}")
        elif board is None:
            faults.error("pbn.left_out/board", line_no, "Board", game.get("contract") or "", rows=1)
        else:
            rows.append(row)
    # The players may be named in one game, and the result in another.
    seated = {_who(game) for game in played}
    silent = [game for game in others if not (game.get("contract") or (game.get("declarer") and game.get("result")))]
    for code, without in (
        ("pbn.doubtful/unfinished", [game for game in others if game.get("contract")]),
        ("pbn.doubtful/no_result", [game for game in silent if any(_who(game)[1:]) and _who(game) not in seated]),
    ):
        if played and without:
            first = without[0]
            faults.warning(code, first.line_of("board"), "Result", f"board {first.get('board')}", rows=len(without))
    return rows, is_of_teams


def _has_result(game: Game) -> bool:
    contract = game.get("contract")
    is_played = contract is not None and (game.get("result") is not None or contract.lower() in _PASSED)
    return game.get("score") is not None or is_played


def _room(game: Game) -> str:
    room = (game.get("room") or "").lower()
    return next((known for known in (_OPEN, _CLOSED) if room.startswith(known)), room)


def _who(game: Game) -> tuple[str | None, ...]:
    sides = (game.get(tag) for tags in (*_SEATS.values(), *_PAIR_TAGS.values()) for tag in tags)
    return game.get("board"), *sides


def _row(game: Game) -> Row:
    declarer = (game.get("declarer") or "").removeprefix("^").upper()[:1] or None
    side = "NS" if declarer in ("N", "S") else "EW"
    row: Row = {
        "line_no": str(game.line_of("board")),
        "board": game.get("board"),
        "vulnerable": game.vulnerable,
        "Section": game.get("section"),
        "Round": _round(game.get("round") or game.get("stage")),
        "Table": game.get("table") or game.get("room"),
        "Contract": game.get("contract"),
        "Declarer": declarer,
        "Result": _tricks(game.get("result"), side),
        **_scores(game.get("score"), side, has_declarer=declarer is not None),
    }
    for direction, tags in _PAIR_TAGS.items():
        row[f"PairId_{direction}"] = next((value for tag in tags if (value := game.get(tag))), None)
        row[f"Names_{direction}"] = ";".join(_names(game, direction)) or None
    return row


def _round(text: str | None) -> str | None:
    digits = re.search(r"[0-9]{1,4}", text or "")
    return digits and digits[0]


def _names(game: Game, direction: str) -> list[str]:
    return [name for seat in _SEATS[direction] if (name := game.get(seat))]


def _tricks(result: str | None, side: str) -> str | None:
    plain = result.removeprefix("^").upper() if result else ""
    both = _OF_BOTH.fullmatch(plain)
    of = both if both and int(both[2]) + int(both[4]) == _TRICKS else _OF_SIDE.fullmatch(plain)
    if of is None:
        return plain or None
    return of[2] if of[1] == side else str(_TRICKS - int(of[2]))


def _scores(score: str | None, side: str, *, has_declarer: bool) -> Row:
    """Return the North-South score, or both scores if both are stated. A score without a side is the declarer's."""
    plain = score.removeprefix("^").upper() if score else ""
    if both := _OF_BOTH.fullmatch(plain):
        return {f"Score_{both[1]}": both[2], f"Score_{both[3]}": both[4]}
    if of := _OF_SIDE.fullmatch(plain):
        side, plain = of[1], of[2]
    if not re.fullmatch(r"[+-]?[0-9]{1,5}", plain):
        return {"Score_NS": plain if score else None}
    return {"Score_NS": str(-int(plain) if side == "EW" and (of or has_declarer) else int(plain))}


def _teams(game: Game, team_of: dict[tuple[str, str, str], str]) -> Row:
    """Return the team of each direction, by the room; without a room, by the team for which the players sat before."""
    home, visit = game.get("hometeam") or "1", game.get("visitteam") or "2"
    room = _room(game)
    names = {direction: [name.casefold() for name in _names(game, direction)] for direction in _SEATS}
    ns = visit if room == _CLOSED else home
    if room not in (_OPEN, _CLOSED):
        ns = next((team for name in names["NS"] if (team := team_of.get((home, visit, name)))), ns)
    teams = {"NS": ns, "EW": visit if ns == home else home}
    for direction, team in teams.items():
        for name in names[direction]:
            team_of.setdefault((home, visit, name), team)
    # A plus joins two single players, but a team is one entrant, so its name has no plus.
    return {f"PairId_{direction}": team.replace(PARTNERS, "&") for direction, team in teams.items()}


def deals(found: Document, scores: Sequence[Row], lines: dict[str | None, str | None], session_id: str) -> pl.DataFrame:
    """Return the sheet of deals, in which each deal of a board occurs once. Findings report bad double-dummy tables.

    A deal has the round of its game, or else of the next score below it.
    """
    places = [int(row["line_no"] or 0) for row in scores]
    tables = {
        section.game.line_no: section for section in reversed(found.sections) if section.name == "optimumresulttable"
    }
    rows: dict[tuple[str | None, ...], Row] = {}
    unusable: list[tuple[int, str]] = []
    for game in found.games:
        deal, board = game.get("deal"), game.get("board")
        if deal is None or _NO_CARDS.fullmatch(deal):
            continue
        tricks, wrong = _double_dummy(game, tables.get(game.line_no))
        if wrong:
            unusable.append((wrong, f"board {board}"))
        section = game.get("section")
        line = lines.get(section, section if section in lines.values() else None) if section else None
        key = (board, deal, line)
        if key in rows and (tricks is None or rows[key]["double_dummy"]):
            continue
        # The reader of results reports unknown words for vulnerability. `????.??.??` is not a date.
        at = bisect(places, game.line_of("deal"))
        of_score = scores[at].get("Round") if at < len(scores) and scores[at].get("board") == board else None
        vulnerable, day = (game.vulnerable or "").lower(), (game.get("date") or "").replace(".", "-")
        rows[key] = {
            "session_id": session_id,
            "board": board,
            "lines": line,
            "round": _round(game.get("round") or of_score),
            "dealer": game.get("dealer"),
            "vulnerable": vulnerable if vulnerable in VULNERABLE_WORDS else None,
            "deal": deal[:LONGEST_TEXT],
            "double_dummy": tricks,
            "date": day if _DAY.fullmatch(day) else None,
            "line_no": str(game.line_of("deal")),
        }
    for line_no, board in unusable[:1]:
        found.faults.warning("pbn.passed_over/double_dummy", line_no, "OptimumResultTable", board, tables=len(unusable))
    return sheet_of("deals", list(rows.values()))


def _double_dummy(game: Game, section: Section | None) -> tuple[str | None, int | None]:
    if section is not None and (tricks := _tricks_of_rows(section)):
        return tricks, None
    digits = game.get("doubledummytricks")
    if digits and _DIGITS.fullmatch(digits):
        of = dict(zip(_ORDER_OF_DIGITS, digits.lower(), strict=True))
        return "".join(of[cell] for cell in _ORDER), None
    if digits and not _UNKNOWN.fullmatch(digits):
        return None, game.line_of("doubledummytricks")
    return None, section.line_no if section is not None and section.lines else None


def _tricks_of_rows(section: Section) -> str | None:
    """Return the digits of a table with a row per declarer and denomination; None if rows are missing or wrong."""
    text = section.value.replace("\\n", "\n").replace("\\t", " ").replace("\\r", "")
    header, _, inside = re.sub(r";\s+", ";", text.strip()).replace("\n", " ").partition(" ")
    names = [re.sub(r"\\.*", "", name).strip().lstrip("+-").lower() for name in header.split(";")]
    if len(names) < 3 or not {"declarer", "denomination", "result"} <= set(names):
        return None
    places = [names.index(name) for name in ("declarer", "denomination", "result")]
    words = inside.split()
    rows = [words[start : start + len(names)] for start in range(0, len(words), len(names))]
    rows += [line.split() for _, line in section.lines if line.strip()]
    tricks: dict[tuple[str, str], str] = {}
    for row in rows:
        if len(row) != len(names):
            return None
        declarer, strain, result = (row[place].strip('"').upper() for place in places)
        cell = (declarer, "NT" if strain == "N" else strain)
        if cell in tricks or not result.isdecimal() or not result.isascii() or int(result[:4]) > _TRICKS:
            return None
        tricks[cell] = f"{int(result):x}"
    return "".join(tricks[cell] for cell in _ORDER) if set(tricks) == set(_ORDER) else None
