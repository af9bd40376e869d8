"""Who played: the line and the entrants of every row, and the people of each entrant.

A number identifies a pair in its section. If a number sits both North-South and East-West on a board, two pairs have
it, which become `1NS` and `1EW`. A pair without a number is identified by its names.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

import polars as pl

from pipelines.intake.readers.pbn.text import Faults
from pipelines.intake.readers.sheets import Row, lines_of, two_names
from transforms.bridge.sessions import PARTNERS
from transforms.intake.people.names import same_name
from transforms.tables.schemas import DIRECTIONS

_NUMBER = re.compile(r"[A-Za-z]{0,2} ?[0-9]{1,4} ?[A-Za-z]{0,2}")
_DIRECTIONS = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW", "OV": "EW", "NZ": "NS", "OW": "EW"}
_MOST_IN_A_TEAM = 20
_OF_PAIRS = (" - ", " & ", " / ", " + ", "/", " and ", "+", "&", "-")

_Entrant = tuple[str | None, str | None]


class Seats(NamedTuple):
    """The rows of score tables, with `line`, `ns` and `ew` added; and of result lists, with `line` and `entrant`."""

    scores: list[Row]
    ranked: list[Row]
    winners: int
    sides: dict[_Entrant, str]
    """The direction of each entrant, NS or EW, if the session has two winners; otherwise empty."""


def seated(scores: list[Row], ranked: list[Row], faults: Faults, *, is_of_teams: bool) -> Seats:
    """Find out who sat where, and whether there are two winners. Findings report pairs without a direction."""
    lines = sections_of(scores, ranked)
    empty: Row = dict.fromkeys(("PairId_NS", "PairId_EW", "Names_NS", "Names_EW"))
    with_numbers = [{**empty, **row} for row in _with_pairs_apart(scores)]
    by_direction = _numbered_by_direction(with_numbers) if scores else {row.get("Section") for row in ranked}
    doubled = set[str | None]() if is_of_teams else by_direction - _listed_once(ranked)
    known = _written_first(with_numbers)

    def entrant(row: Row, direction: str) -> str | None:
        number, names = row[f"PairId_{direction}"], row[f"Names_{direction}"]
        if number:
            return f"{number}{direction}" if row.get("Section") in doubled else number
        return known[names].replace(PARTNERS, "&") or None if names else None

    placed = [
        {**row, "line": lines[row.get("Section")], "ns": entrant(row, "NS"), "ew": entrant(row, "EW")}
        for row in with_numbers
    ]
    listed: list[Row] = []
    in_list: dict[_Entrant, str] = {}
    for row in ranked:
        number, is_doubled = row["PairId"], row.get("Section") in doubled
        side = _DIRECTIONS.get(re.sub(r"[^A-Z]", "", (row.get("Direction") or "").upper()))
        if is_doubled and side is None:
            faults.error("pbn.left_out/direction", int(row["line_no"] or 0), "Direction", number, pair=number)
        else:
            name = f"{number}{side}" if is_doubled and number else number
            listed.append({**row, "line": lines[row.get("Section")], "entrant": name})
            in_list |= {(lines[row.get("Section")], name): side} if side else {}
    sides: dict[_Entrant, str] = {} if is_of_teams else _sides(placed) if scores else in_list
    winners = 2 if doubled or (sides and _ranked_apart(listed, sides)) else 1
    return Seats(placed, listed, winners, sides if winners == 2 else {})


def names_of(both: str, at_most: int = 2) -> list[str]:
    """Return the names in a cell `A;B`, `A - B` or `A-B`: `at_most` names, or any number if `;` separates them.

    If there are more separators, the last ones count, because a name may contain a dash.
    """
    both = re.sub(r"\s", " ", both)  # Non-breaking spaces surround separators too.
    if ";" in both:
        return [name.strip() for name in both.split(";")]
    for separator in _OF_PAIRS[:1] if at_most > 2 else _OF_PAIRS:
        if separator in both and (separator != "-" or " " not in both):
            return [name.strip() for name in both.rsplit(separator, at_most - 1)]
    return two_names(both.strip()) if at_most == 2 else [both.strip()]


def sections_of(scores: list[Row], ranked: list[Row]) -> dict[str | None, str | None]:
    """Return the line of each section, by the section as written. A section without a name is line A."""
    sections = list(dict.fromkeys(row.get("Section") for row in [*scores, *ranked]))
    return dict(zip(sections, lines_of([section or "A" for section in sections]), strict=True))


def _with_pairs_apart(scores: list[Row]) -> list[Row]:
    """Read `PairNS` and `PairEW` as numbers if all of them look like numbers and no row has `PairId`; else as names."""
    values = [value for row in scores for column in ("PairNS", "PairEW") if (value := row.get(column))]
    if not values:
        return scores
    has_numbers = any(row.get(f"PairId_{direction}") for row in scores for direction in DIRECTIONS)
    column = "PairId" if not has_numbers and all(map(_NUMBER.fullmatch, values)) else "Names"
    of = {f"{column}_{direction}": f"Pair{direction}" for direction in DIRECTIONS}
    return [row | {name: row.get(name) or row.get(pair) for name, pair in of.items()} for row in scores]


def _same_names(names: Iterable[str]) -> dict[str, str]:
    written = pl.DataFrame({"name": list(dict.fromkeys(names))}, schema={"name": pl.String})
    return dict(written.select("name", same=same_name(pl.col("name"))).rows())


def _written_first(scores: list[Row]) -> dict[str, str]:
    """Return the entrant for each cell of names: the first spelling and order in which the same people occur."""
    cells = dict.fromkeys(
        names
        for row in scores
        for direction in DIRECTIONS
        if (names := row[f"Names_{direction}"]) and not row[f"PairId_{direction}"]
    )
    pairs = {cell: [name for name in names_of(cell) if name] for cell in cells}
    same = _same_names(name for names in pairs.values() for name in names)
    known: dict[frozenset[str], str] = {}
    return {
        cell: known.setdefault(frozenset(same[name] for name in names), " - ".join(names))
        for cell, names in pairs.items()
    }


def _numbered_by_direction(scores: list[Row]) -> set[str | None]:
    """Return the sections where a number means two pairs: on most boards, some number sits in both directions."""
    seen: dict[_Entrant, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for row in scores:
        for place, direction in enumerate(DIRECTIONS):
            if number := row[f"PairId_{direction}"]:
                seen[row.get("Section"), row["board"]][place].add(number)
    boards: dict[str | None, list[bool]] = defaultdict(list)
    for (section, _), (ns, ew) in seen.items():
        # A board with a single result line between two different numbers proves nothing.
        if ns & ew or len(ns) > 1 or len(ew) > 1:
            boards[section].append(bool(ns & ew))
    return {section for section, both in boards.items() if 2 * sum(both) > len(both)}


def _listed_once(ranked: list[Row]) -> set[str | None]:
    listed = Counter((row.get("Section"), row["PairId"]) for row in ranked)
    return {section for section, _ in listed} - {section for (section, _), times in listed.items() if times > 1}


def _sides(scores: list[Row]) -> dict[_Entrant, str]:
    """Return each entrant's direction; nothing if anybody sat both ways, or if nobody met two opponents."""
    sides: dict[_Entrant, str] = {}
    opponents: dict[_Entrant, set[str]] = defaultdict(set)
    for row in scores:
        for side, other in (("ns", "ew"), ("ew", "ns")):
            entrant = row["line"], row[side]
            if row[side] is None:
                continue
            if sides.setdefault(entrant, side.upper()) != side.upper():
                return {}
            opponents[entrant] |= {met for met in [row[other]] if met is not None}
    return sides if any(len(met) > 1 for met in opponents.values()) else {}


def _ranked_apart(listed: list[Row], sides: dict[_Entrant, str]) -> bool:
    """Return whether the result list ranks each direction separately; also true if there is no result list."""
    apart: dict[str | None, list[int]] = defaultdict(list)
    for row in listed:
        rank, side = row.get("Rank") or "", sides.get((row["line"], row["entrant"]))
        if rank.isdecimal() and side:
            apart[f"{row['line']} {side}"].append(int(rank))
    if not apart:
        return not listed
    together = [rank for ranks in apart.values() for rank in ranks]
    return not _is_ranking(together) and all(map(_is_ranking, apart.values()))


def _is_ranking(ranks: list[int]) -> bool:
    """Return whether one list can have these ranks: each is one more than the number of better ranks."""
    first = {rank: place for place, rank in reversed(list(enumerate(sorted(ranks), start=1)))}
    return all(rank == place for rank, place in first.items())


def people(seats: Seats, session_id: str, faults: Faults, *, is_of_teams: bool) -> list[Row]:
    """Return the people of the session, from the result list, or else from the names in score tables and games."""
    rows = [person for row in seats.ranked for person in _of_list(row)]
    listed = {(row["line"], row["entrant"]) for row in rows}
    named: dict[_Entrant, dict[str, str | None]] = defaultdict(dict)
    for row in seats.scores:
        for direction in DIRECTIONS:
            entrant = row["line"], row[direction.lower()]
            if entrant[1] and (names := row[f"Names_{direction}"]) and entrant not in listed:
                named[entrant].setdefault(names, row["line_no"])
    same = _same_names(name for cells in named.values() for cell in cells for name in names_of(cell))
    for (line, entrant), cells in named.items():
        first: dict[str, tuple[str, str | None]] = {}
        for cell, line_no in cells.items():
            for name in filter(None, names_of(cell)):
                first.setdefault(same[name], (name, line_no))
        of_first_row = {same[name] for name in names_of(next(iter(cells)))}
        others = [said for key, said in first.items() if key not in of_first_row]
        if others and not is_of_teams:
            faults.warning("pbn.doubtful/names", int(others[0][1] or 0), "Names", others[0][0], pair=entrant)
        rows += [
            {"line": line, "entrant": entrant, "name": name, "line_no": line_no}
            for key, (name, line_no) in first.items()
            if is_of_teams or key in of_first_row
        ]
    return [
        {"session_id": session_id, "direction": seats.sides.get((row["line"], row["entrant"])), **row} for row in rows
    ]


def _of_list(row: Row) -> list[Row]:
    numbers = [row[column] for column in sorted(row) if column.lower().startswith("memberid")]
    if len(numbers) == 1 and numbers[0] and ";" in numbers[0]:
        numbers = [number.strip() or None for number in numbers[0].split(";")]
    if row.get("Names") or not (row.get("Name") or row.get("Roster")):
        names = names_of(row.get("Names") or "", max(2, len(numbers)))
    else:
        names = names_of(row["Roster"] or "", _MOST_IN_A_TEAM) if "Roster" in row else [row["Name"] or ""]
    of_entrant = {name: row[name] for name in ("line", "entrant", "line_no")}
    return [
        {**of_entrant, "name": name or None, "member_number": number}
        for name, number in zip_longest(names, numbers)
        if name or number
    ]
