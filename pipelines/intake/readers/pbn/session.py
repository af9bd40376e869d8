"""The session of a PBN file: its date, kind and title, its people, and what the program says of it in numbers."""

from collections import defaultdict
from typing import NamedTuple

import polars as pl

from pipelines.intake.readers.pbn.cells import Row
from pipelines.intake.readers.pbn.entrants import Seats, names_of
from pipelines.intake.readers.pbn.scoring import Way
from pipelines.intake.readers.pbn.spellings import spellings
from pipelines.intake.readers.pbn.text import Document, Tag
from pipelines.intake.readers.people import SCHEMA, all_left_out, with_player_ids
from pipelines.intake.readers.reading import Finding, warning
from transforms.tables.schemas import DIRECTIONS

_STATED = {
    "entrants": ("PairCount",),
    "rounds": ("RoundCount",),
    "tables": ("TableCount",),
    "boards": ("BoardCountSession", "BoardCount"),
}
"""What is counted -> the names under which Ruter and Magic Contest state it, the first one that has a number."""


def first_tags(found: Document) -> dict[str, Tag]:
    """Tag -> its first known value, in the file; and what the program says in remarks."""
    tags: dict[str, Tag] = dict(found.remarks)
    for game in found.games:
        for name, tag in game.tags.items():
            if tag.value not in ("", "?", "#"):
                tags.setdefault(name, tag)
    return tags


def session(tags: dict[str, Tag], date: Tag | None, session_id: str, way: Way, winners: int) -> pl.DataFrame:
    """The sheet of the session."""
    title = tags.get("event") or tags.get("Event")
    row = {
        "session_id": session_id,
        "date": date and date.value,
        "kind": way.kind,
        "title": title and title.value,
        "winners": str(winners),
        "team_scoring": way.team_scoring,
        "line_no": str(date.line_no) if date else None,
    }
    return pl.DataFrame([row], schema=dict.fromkeys(row, pl.String))


def stated(found: Document, seats: Seats, session_id: str) -> pl.DataFrame:
    """The sheet of numbers that the program states.

    The boards that each pair played, byes too, stand in the result list; half of their sum is the number of lines, once
    each bye has counted for two. A list of part of the pairs is allowed, so it states a number of pairs only where it
    has at least as many as played.
    """
    said = {
        what: next((tag for name in names if (tag := found.remarks.get(name)) and tag.value.isdecimal()), None)
        for what, names in _STATED.items()
    }
    numbers = {what: (int(tag.value), tag.line_no) for what, tag in said.items() if tag and int(tag.value)}
    results = [row for row in seats.scores if "Pen" not in (row.get("Score_NS"), row.get("Score_EW"))]
    played = {(row["line"], row[side]) for row in results for side in ("ns", "ew") if row[side]}
    list_line = int(seats.ranked[0]["line_no"] or 0) if seats.ranked else 0
    if "entrants" not in numbers and len(seats.ranked) >= len(played) and seats.ranked:
        numbers["entrants"] = (len(seats.ranked), list_line)
    boards = [row.get("NrBoards") or "" for row in seats.ranked]
    # Other programs may leave out byes and boards not played.
    is_complete = all(count.isdecimal() for count in boards) and played <= {
        (row["line"], row["entrant"]) for row in seats.ranked
    }
    if "Generator" in found.remarks and boards and is_complete:
        byes = sum(not (row["ns"] and row["ew"]) for row in results)
        sides = sum(map(int, boards)) + byes
        numbers["results"] = (-(-sides // 2) if sides > 2 * len(results) else sides // 2, list_line)
    rows = [
        {"session_id": session_id, "what": what, "value": str(value), "line_no": str(line_no)}
        for what, (value, line_no) in numbers.items()
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(("session_id", "what", "value", "line_no"), pl.String))


class People(NamedTuple):
    """The sheet of entries, and rows of official results for entrants of whom nobody is in it."""

    entries: pl.DataFrame
    left_out: pl.DataFrame
    findings: list[Finding]


def people(seats: Seats, session_id: str, *, is_of_teams: bool) -> People:
    """The people of the session: from the result list, or else from the names in score tables and games."""
    rows = [person for row in seats.ranked for person in _of_list(row)]
    listed = {(row["line"], row["entrant"]) for row in rows}
    named = _in_rows(seats)
    same = spellings(name for cells in named.values() for cell, _ in cells for name in names_of(cell))
    findings: list[Finding] = []
    for entrant, cells in named.items():
        if entrant in listed:
            continue
        names = list(dict.fromkeys((name, line_no) for cell, line_no in cells for name in names_of(cell) if name))
        first: dict[str, tuple[str, str | None]] = {}
        for name, line_no in names:
            first.setdefault(same[name], (name, line_no))
        of_first_row = {same[name] for name in names_of(cells[0][0])}
        others = [said for key, said in first.items() if key not in of_first_row]
        if others and not is_of_teams:
            findings.append(
                warning(
                    "pbn.other_names",
                    "pair {pair} has other names here than in its first row, which count: give a substitute in the"
                    " entries, or mend the number",
                    line_no=int(others[0][1] or 0),
                    field="Names",
                    value=others[0][0],
                    pair=entrant[1],
                )
            )
        rows += [
            {"line": entrant[0], "entrant": entrant[1], "name": name, "line_no": line_no}
            for key, (name, line_no) in first.items()
            if is_of_teams or key in of_first_row
        ]
    placed = [
        {"session_id": session_id, "direction": seats.sides.get((row["line"], row["entrant"])), **row} for row in rows
    ]
    seated = pl.DataFrame(placed, schema=SCHEMA)
    identified, nameless = with_player_ids(seated)
    return People(identified, all_left_out(seated, identified), [*findings, *nameless])


def _of_list(row: Row) -> list[Row]:
    """The people of one row of the result list; the first member number is that of the first name."""
    columns = sorted(column for column in row if column.lower().startswith("memberid"))
    numbers = [row[column] for column in columns]
    if len(columns) == 1 and numbers[0] and ";" in numbers[0]:
        numbers = [number.strip() or None for number in numbers[0].split(";")]
    names = names_of(row["Names"] or "", max(2, len(numbers)))
    count = max(len(names), len(numbers))
    pairs = zip([*names, *([""] * (count - len(names)))], [*numbers, *([None] * (count - len(numbers)))], strict=True)
    return [
        {"line": row["line"], "entrant": row["entrant"], "name": name or None, "member_number": number,
         "line_no": row["line_no"]}
        for name, number in pairs
        if name or number
    ]  # fmt: skip


def _in_rows(seats: Seats) -> dict[tuple[str | None, str | None], list[tuple[str, str | None]]]:
    """(line, entrant) -> its cells of names in score tables, each once, with the first line that has it."""
    named: dict[tuple[str | None, str | None], dict[str, str | None]] = defaultdict(dict)
    for row in seats.scores:
        for direction in DIRECTIONS:
            entrant, names = row[direction.lower()], row[f"Names_{direction}"]
            if entrant and names:
                named[row["line"], entrant].setdefault(names, row["line_no"])
    return {entrant: list(cells.items()) for entrant, cells in named.items()}
