"""Bridgemate files (`.bws`): Access files with the results that players enter on the terminals at the tables.

If a board has several entries at a table in a round, the last entry that is not erased counts. A contract is `3 H`, `2
D x`, `4 NT xx` or `PASS`. A result is `=`, `+1` or `-2`. A remark is a ruling (`Not played`, `60%-40%`, `Wrong
direction`). In some sections, pair 1 North-South and pair 1 East-West are different pairs, which become `1NS` and
`1EW`. If all opponents meet twice on the same boards, in both directions, the numbers belong to teams. Pair 0 stands
for no pair, as does the number of a section's missing pair: their opponents sit out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import polars as pl

from pipelines.intake.readers.access_file import AccessFile, Row, UnsoundError
from pipelines.intake.readers.cells import card
from pipelines.intake.readers.reading import Finding, Sheets, error, warning
from pipelines.intake.readers.sheets import Row as Cells
from pipelines.intake.readers.sheets import lines_of, sheet_of, sheets_of_people
from transforms.bridge.rulings import AWARDED, NOT_PLAYED, REVERSED

LARGEST = 64 * 2**20

_RESULTS = "ReceivedData"
_HANDS, _EVALUATIONS = "HandRecord", "HandEvaluation"
_NUMBERS = {
    _RESULTS: ("ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW"),
    "Section": ("ID",),
    "RoundData": ("Section", "Table", "Round", "NSPair", "EWPair"),
    "PlayerNumbers": ("Section", "Table"),
    "PlayerNames": (),
    _HANDS: ("Section", "Board"),
    _EVALUATIONS: ("Section", "Board"),
}
"""By table, the columns that must hold a whole number in each row."""
_REMARKS = {"wrong direction": REVERSED, **dict.fromkeys(("not played", "np", "niet gespeeld"), NOT_PLAYED)}
_SHARES = re.compile(r"([0-9]{1,3})\s*%?\s*[-/:]\s*([0-9]{1,3})\s*%?")
_NS, _EW = "NS", "EW"
_MOST = 10**9
_MOST_ROWS = {"RoundData": 20_000}
_MOST_BOARDS = 100
_DIRECTIONS = {"N": _NS, "S": _NS, "E": _EW, "W": _EW}
_SEATS, _SUITS = ("North", "East", "South", "West"), ("Spades", "Hearts", "Diamonds", "Clubs")
_MOST_TRICKS, _LONGEST_HOLDING = 13, 40

Tables = dict[str, list[Row]]


def read(data: bytes, session_id: str) -> Sheets:
    """Read one Bridgemate file: a session, its results and deals, and the players who entered their member numbers."""
    if len(data) > LARGEST:
        return Sheets({}, [error("bws.not_read/too_large", size=len(data), most=LARGEST)])
    try:
        file = AccessFile(data)
    except UnsoundError:
        return Sheets({}, [error("bws.not_read/encrypted", field=_RESULTS)])
    if _RESULTS not in file:
        return Sheets({}, [error("bws.not_read/other", field=_RESULTS)])
    tables: Tables = {}
    findings: list[Finding] = []
    for name in filter(file.__contains__, _NUMBERS):
        try:
            tables[name], problems = _rows(file, name)
            findings += problems
        except UnsoundError as fault:
            if name == _RESULTS:
                return Sheets({}, [error("bws.not_read/damaged", field=name, reason=fault)])
            findings.append(warning("bws.table/damaged", field=name, reason=fault))
    found = sheets(tables, session_id)
    return Sheets(found.sheets, [*findings, *found.findings])


def _rows(file: AccessFile, name: str) -> tuple[list[Row], list[Finding]]:
    needed = _NUMBERS[name]
    rows = [{**row, **{column: _as_whole(row.get(column)) for column in needed}} for row in file.rows(name)]
    if name in _MOST_ROWS and len(rows) > _MOST_ROWS[name]:
        return [], [error("bws.table/too_many_rows", field=name, rows=len(rows), most=_MOST_ROWS[name])]
    whole = [row for row in rows if all(row[column] is not None for column in needed)]
    if len(whole) == len(rows):
        return rows, []
    lost = next(row for row in rows if any(row[column] is None for column in needed))
    value = ", ".join(f"{column} {lost[column]}" for column in needed if lost[column] is not None)
    gaps = {"columns": ", ".join(needed), "rows": len(rows) - len(whole)}
    return whole, [error("bws.table/without_number", field=name, value=value, **gaps)]


def _as_whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _MOST else None
    if isinstance(value, str):
        text = value.strip()
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
    return value if isinstance(value, int) else None


def sheets(tables: Tables, session_id: str) -> Sheets:
    """Return the sheets of a session from the tables of the file, by name."""
    received = sorted(tables[_RESULTS], key=lambda row: row["ID"])
    if len({row["ID"] for row in received}) < len(received):  # two files were joined
        received = [{**row, "ID": number} for number, row in enumerate(received, start=1)]
    entries, findings = _last_entries(received)
    if not entries:
        return Sheets({}, [*findings, error("bws.not_read/no_results", field=_RESULTS)])
    sections = _sections(tables, entries)
    winners = min(section.winners for section in sections.values())
    results: list[Cells] = []
    for entry in entries:
        cells, problems = _result(entry, sections[entry["Section"]])
        results += [cells] if cells else []
        findings += problems
    dates = [entry["DateLog"] for entry in entries if isinstance(entry.get("DateLog"), datetime)]
    session: Cells = {
        "date": min(dates).date().isoformat() if dates else None,
        "kind": "teams" if all(section.is_of_teams for section in sections.values()) else "pairs",
        "winners": str(winners),
        "line_no": str(entries[0]["ID"]),
    }
    of_people, nameless = sheets_of_people(
        [
            {"session_id": session_id, **player, "direction": player["direction"] if winners == 2 else None}
            for player in _players(tables, sections)
        ]
    )
    rows: dict[str, Iterable[Cells]] = {
        "sessions": [session],
        "stated": _stated(tables, sections),
        "schedule": _schedule(tables, sections),
        "results": results,
        "deals": _deals(tables, sections),
    }
    found = {name: sheet_of(name, [{"session_id": session_id, **row} for row in of]) for name, of in rows.items()}
    found["results"] = found["results"].with_columns(card(pl.col("lead")))
    return Sheets({**found, **of_people}, [*findings, *nameless])


def _word(row: Row, column: str) -> str:
    value = row.get(column)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _number(row: Row, column: str) -> int:
    return _as_whole(row.get(column)) or 0


class _Meeting(NamedTuple):
    round: int
    boards: tuple[int, ...]
    ns: int
    ew: int


@dataclass(frozen=True)
class _Section:
    line: str | None
    missing_pair: int
    winners: int
    numbered_by_direction: bool
    is_of_teams: bool

    def entrant(self, number: int, direction: str) -> str | None:
        if not number or (number == self.missing_pair and not self.numbered_by_direction):
            return None
        return f"{number}{direction}" if self.numbered_by_direction else str(number)


def _sections(tables: Tables, entries: list[Row]) -> dict[int, _Section]:
    described = {row["ID"]: row for row in tables.get("Section", [])}
    numbers = sorted({entry["Section"] for entry in entries})
    lines = lines_of([_word(described.get(number, {}), "Letter") for number in numbers])
    meetings: dict[int, set[_Meeting]] = {number: set() for number in numbers}
    for row in tables.get("RoundData", []):
        if row["Section"] in meetings:
            meetings[row["Section"]].add(_Meeting(row["Round"], tuple(_boards(row)), row["NSPair"], row["EWPair"]))
    planned = {row["Section"] for row in tables.get("RoundData", [])}
    for entry in (entry for entry in entries if entry["Section"] not in planned):
        played = _Meeting(entry["Round"], (entry["Board"],), entry["PairNS"], entry["PairEW"])
        meetings[entry["Section"]].add(played)
    return {
        number: _section(line, described.get(number, {}), meetings[number])
        for number, line in zip(numbers, lines, strict=True)
    }


def _section(line: str | None, described: Row, meetings: set[_Meeting]) -> _Section:
    is_of_teams = all(
        meeting.ns != meeting.ew and meeting._replace(ns=meeting.ew, ew=meeting.ns) in meetings for meeting in meetings
    )
    sits_ns = {(meeting.round, meeting.ns) for meeting in meetings if meeting.ns}
    sits_ew = {(meeting.round, meeting.ew) for meeting in meetings if meeting.ew}
    twice_in_a_round = bool(sits_ns & sits_ew) and not is_of_teams
    changes_direction = bool({number for _, number in sits_ns} & {number for _, number in sits_ew})
    has_rounds = len({meeting.round for meeting in meetings}) > 1
    stated = _number(described, "Winners")
    return _Section(
        line=line,
        missing_pair=_number(described, "MissingPair"),
        winners=stated if stated in (1, 2) else 2 if twice_in_a_round or (has_rounds and not changes_direction) else 1,
        numbered_by_direction=twice_in_a_round,
        is_of_teams=is_of_teams,
    )


def _stated(tables: Tables, sections: dict[int, _Section]) -> Iterator[Cells]:
    movement = tables.get("RoundData", [])
    planned = {*sections, *(row["Section"] for row in movement)}
    described = [row for row in tables.get("Section", []) if row["ID"] in planned]
    entrants = {
        (section.line, entrant)
        for row in movement
        for direction in (_NS, _EW)
        if (section := sections.get(row["Section"]))
        and (entrant := section.entrant(row[f"{direction}Pair"], direction))
    }
    numbers = {
        "sections": len(described),
        "tables": sum(_number(row, "Tables") for row in described),
        "rounds": max((row["Round"] for row in movement), default=0),
        "boards": len({board for row in movement for board in _boards(row)}),
        "entrants": len(entrants),
    }
    for place, (what, value) in enumerate(numbers.items(), start=1):
        if value > 0:
            yield {"what": what, "value": str(value), "line_no": str(place)}


def _schedule(tables: Tables, sections: dict[int, _Section]) -> Iterator[Cells]:
    for place, row in enumerate(tables.get("RoundData", []), start=1):
        if section := sections.get(row["Section"]):
            meeting = {
                "line": section.line,
                "round": str(row["Round"]),
                "table": str(row["Table"]),
                "ns": section.entrant(row["NSPair"], _NS),
                "ew": section.entrant(row["EWPair"], _EW),
                "line_no": str(place),
            }
            yield from ({**meeting, "board": str(board)} for board in _boards(row)[:_MOST_BOARDS])


def _boards(row: Row) -> list[int]:
    custom = [int(number) for number in re.findall(r"[0-9]{1,4}", _word(row, "CustomBoards"))]
    lowest, highest = _number(row, "LowBoard"), _number(row, "HighBoard")
    return custom or [board for board in range(lowest, min(highest, lowest + _MOST_BOARDS) + 1) if board]


def _meeting(entry: Row) -> tuple[int, int, int, int]:
    return entry["Section"], entry["Table"], entry["Round"], entry["Board"]


def _last_entries(received: list[Row]) -> tuple[list[Row], list[Finding]]:
    valid = [row for row in received if not row.get("Erased")]
    last = {_meeting(row): row["ID"] for row in valid}
    counting = [row for row in valid if last[_meeting(row)] == row["ID"]]
    replaced = [row for row in valid if last[_meeting(row)] != row["ID"]]
    if not replaced:
        return counting, []
    first = replaced[0]
    value = f"round {first['Round']}, table {first['Table']}, board {first['Board']}"
    gaps = {"line_no": first["ID"], "field": _RESULTS, "value": value}
    return counting, [warning("bws.entered_again", **gaps, entries=len(replaced))]


def _result(entry: Row, section: _Section) -> tuple[Cells | None, list[Finding]]:
    contract, result, remark = (_word(entry, name) for name in ("Contract", "Result", "Remarks"))
    is_passed = contract.upper() == "PASS"
    shares = _SHARES.fullmatch(remark)
    ruling = AWARDED.format(shares[1], shares[2]) if shares else _REMARKS.get(remark.lower())
    cells: Cells = {
        "line": section.line,
        "round": str(entry["Round"]),
        "table": str(entry["Table"]),
        "board": str(entry["Board"]),
        "ns": section.entrant(entry["PairNS"], _NS),
        "ew": section.entrant(entry["PairEW"], _EW),
        "contract": contract or None,
        "declarer": None if is_passed else _word(entry, "NS/EW") or None,
        "tricks": _tricks(contract, result),
        "score": "0" if is_passed else None,
        "ruling": ruling,
        "lead": None if is_passed else _word(entry, "LeadCard") or None,
        "line_no": str(entry["ID"]),
    }
    if not remark or ruling:
        return cells, []
    if contract:
        return cells, [warning("bws.remark/odd", line_no=entry["ID"], field="Remarks", value=remark)]
    return None, [error("bws.remark/score_elsewhere", line_no=entry["ID"], field="Remarks", value=remark)]


def _tricks(contract: str, result: str) -> str | None:
    over = "0" if result == "=" else result
    if not re.match(r"[0-9]", contract) or not re.fullmatch(r"[+-]?[0-9]{1,2}", over):
        return result or None
    return str(6 + int(contract[0]) + int(over))


def _players(tables: Tables, sections: dict[int, _Section]) -> list[Cells]:
    """Return each entrant's players. For pairs, entries count from their round on; for teams, only in round 1."""
    names = {
        number: _word(row, "Name")
        for row in tables.get("PlayerNames", [])
        for number in (_word(row, "ID"), _word(row, "strID"))
        if number
    }
    movement = sorted(tables.get("RoundData", []), key=lambda row: row["Round"], reverse=True)
    meetings = {(row["Section"], row["Table"], row["Round"]): row for row in movement}
    began = {(row["Section"], row["Table"]): row for row in movement}
    entered: dict[tuple[int, str], dict[int, dict[str, Cells]]] = {}
    for place, row in sorted(enumerate(tables.get("PlayerNumbers", []), start=1), key=lambda each: _when(each[1])):
        seat, round_no = _word(row, "Direction").upper(), max(_number(row, "Round"), 1)
        direction, section, table = _DIRECTIONS.get(seat), sections.get(row["Section"]), (row["Section"], row["Table"])
        meeting = meetings.get((*table, round_no)) if round_no > 1 else began.get(table)
        if not (section and meeting and direction) or (section.is_of_teams and round_no > 1):
            continue
        entrant, number = section.entrant(meeting[f"{direction}Pair"], direction), _word(row, "Number")
        name = _word(row, "Name") or names.get(number)
        if entrant and (name or number.strip("0")):
            person = {"name": name, "member_number": number or None, "line_no": str(place)}
            person |= {"line": section.line, "entrant": entrant, "direction": direction}
            chair = f"{table[1]}{seat}" if section.is_of_teams else "N/E" if seat in "NE" else "S/W"
            entered.setdefault((row["Section"], entrant), {}).setdefault(round_no, {})[chair] = person
    played: dict[tuple[int, str | None], set[int]] = defaultdict(set)
    for row in movement:
        if section := sections.get(row["Section"]):
            for direction in (_NS, _EW):
                played[row["Section"], section.entrant(row[f"{direction}Pair"], direction)].add(row["Round"])
    found = (person for key, by_round in entered.items() for person in _in_turns(by_round, played[key]))
    return sorted(found, key=lambda person: int(person["line_no"] or 0))


def _when(row: Row) -> tuple[int, datetime, int]:
    logged, round_no = row.get("TimeLog"), _number(row, "Round")
    return max(round_no, 1), logged if isinstance(logged, datetime) else datetime.min, round_no


def _in_turns(entered: dict[int, dict[str, Cells]], played: set[int]) -> Iterator[Cells]:
    """Yield the players of an entrant; if players took turns in a seat, add to each the rounds played."""
    seated = {chair: person for number in sorted(entered, reverse=True) for chair, person in entered[number].items()}
    known: dict[str | None, Cells] = {}
    people: dict[str | None, Cells] = {}
    rounds: dict[str | None, list[int]] = defaultdict(list)
    for number in sorted({*entered, *played}):
        named = {chair: known.get(_identity(each), each) for chair, each in entered.get(number, {}).items()}
        known |= {_identity(person): person for person in named.values()}
        # A player who is named alone may only have moved to another chair.
        if len(named) > 1 or any(person not in seated.values() for person in named.values()):
            seated |= named
        here = {person["line_no"]: person for person in seated.values()} if number in played else {}
        people |= here
        for line_no in here:
            rounds[line_no].append(number)
    for line_no, person in people.items():
        yield person | {"rounds": None if len(rounds[line_no]) == len(played) else "+".join(map(str, rounds[line_no]))}


def _identity(person: Cells) -> str | None:
    return (person["member_number"] or "").strip("0") or person["name"]


def _deals(tables: Tables, sections: dict[int, _Section]) -> Iterator[Cells]:
    cells = [f"{seat}{strain}" for seat in _SEATS for strain in ("Notrump", *_SUITS)]
    tricks: dict[tuple[int, int], str | None] = {}
    for row in tables.get(_EVALUATIONS, []):
        numbers = [number for cell in cells if isinstance(number := row.get(cell), int) and 0 <= number <= _MOST_TRICKS]
        digits = "".join(f"{number:x}" for number in numbers)
        tricks[row["Section"], row["Board"]] = digits if len(digits) == len(cells) else None
    for place, row in enumerate(tables.get(_HANDS, []), start=1):
        of_seats = ([_word(row, f"{seat}{suit}") for suit in _SUITS] for seat in _SEATS)
        hands = [".".join("".join(cards.split())[:_LONGEST_HOLDING] for cards in hand) for hand in of_seats]
        if row["Section"] in sections and any(hand.strip(".-") for hand in hands):
            yield {
                "board": str(row["Board"]),
                "lines": sections[row["Section"]].line if len(sections) > 1 else None,
                "deal": "N:" + " ".join(hands),
                "double_dummy": tricks.get((row["Section"], row["Board"])),
                "line_no": str(place),
            }
