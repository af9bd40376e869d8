"""Who played: the line and entrants of every row, where the file has sections, two winners, or names only.

A number is that of a pair in its section. Where the same number sits North-South and East-West on the same boards, it
means one pair in each direction, and these become `1NS` and `1EW`. A pair without a number is its names.
"""

import re
import string
from collections import defaultdict
from dataclasses import dataclass

from pipelines.intake.readers.pbn.cells import Row
from pipelines.intake.readers.pbn.spellings import spellings
from pipelines.intake.readers.people import two_names
from pipelines.intake.readers.reading import Finding, error
from transforms.bridge.sessions import PARTNERS
from transforms.tables.schemas import DIRECTIONS

_NUMBER = re.compile(r"[A-Za-z]{0,2} ?[0-9]{1,4} ?[A-Za-z]{0,2}")
_DIRECTIONS = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW", "OV": "EW", "NZ": "NS", "OW": "EW"}
_OF_PAIRS = (" - ", " & ", " / ", " + ", "/", " and ", "+", "&", "-")


@dataclass(frozen=True)
class Seats:
    """The rows with `line`, `ns`, `ew` (score tables), `line`, `entrant`, `side` (result lists), and how they sat."""

    scores: list[Row]
    ranked: list[Row]
    winners: int
    sides: dict[tuple[str | None, str | None], str]
    """(line, entrant) -> NS or EW; only where a session has two winners."""
    findings: list[Finding]


def seated(scores: list[Row], ranked: list[Row], *, is_of_teams: bool) -> Seats:
    """Find out who sat where.

    Args:
        scores: rows of score tables.
        ranked: rows of result lists.
        is_of_teams: whether the numbers are those of teams, which sit in both directions on the same board.
    """
    lines = lines_of(scores, ranked)
    with_numbers = [_with_numbers(row) for row in _with_pairs_apart(scores)]
    doubled = set() if is_of_teams else _numbered_by_direction(with_numbers) - _listed_once(ranked)
    known = _by_names(with_numbers)
    placed = [
        {
            **row,
            "line": lines[row.get("Section")],
            **{
                direction.lower(): _entrant(row, direction, known, doubled=row.get("Section") in doubled)
                for direction in DIRECTIONS
            },
        }
        for row in with_numbers
    ]
    listed: list[Row] = []
    findings: list[Finding] = []
    for row in ranked:
        side = _DIRECTIONS.get(re.sub(r"[^A-Z]", "", (row.get("Direction") or "").upper()))
        is_doubled = row.get("Section") in doubled
        if is_doubled and side is None:
            findings.append(
                error(
                    "pbn.direction",
                    "pair {pair} of the result list is one of two with this number, and the list does not say which;"
                    " its names and result are left out: add a column Direction",
                    line_no=int(row["line_no"] or 0),
                    field="Direction",
                    value=row["PairId"],
                    pair=row["PairId"],
                )
            )
            continue
        entrant = f"{row['PairId']}{side}" if is_doubled and row["PairId"] else row["PairId"]
        listed.append({**row, "line": lines[row.get("Section")], "entrant": entrant, "side": side})
    sides = _sides([] if is_of_teams else placed)
    winners = 2 if doubled or (sides and _ranked_apart(listed, sides)) else 1
    return Seats(placed, listed, winners, sides if winners == 2 else {}, findings)


def names_of(both: str, at_most: int = 2) -> list[str]:
    """The names in one cell: `A;B`, `A - B`, `A-B`.

    The last separator counts, since a name may have a dash itself.

    Args:
        both: the cell.
        at_most: how many people it may name; more only between `;`.
    """
    both = re.sub(r"\s", " ", both)  # Blanks that do not break stand around separators too.
    if ";" in both:
        return [name.strip() for name in both.split(";")]
    for separator in _OF_PAIRS[:1] if at_most > 2 else _OF_PAIRS:
        is_sure = separator != "-" or " " not in both
        if separator in both and is_sure:
            return [name.strip() for name in both.rsplit(separator, at_most - 1)]
    return two_names(both.strip()) if at_most == 2 else [both.strip()]


def lines_of(scores: list[Row], ranked: list[Row]) -> dict[str | None, str | None]:
    """Section -> its line: its own letter where every section has a different one, else A, B, C in order."""
    sections = list(dict.fromkeys(row.get("Section") for row in [*scores, *ranked]))
    own = [(section or "A").upper() for section in sections]
    if set(own) <= set(string.ascii_uppercase) and len(set(own)) == len(own):
        return dict(zip(sections, own, strict=True))
    return {section: string.ascii_uppercase[place : place + 1] or None for place, section in enumerate(sections)}


def _with_pairs_apart(scores: list[Row]) -> list[Row]:
    """Columns `PairNS`, `PairEW` as numbers, if they all look like numbers and there are no others; else as names."""
    values = [row[column] for row in scores for column in ("PairNS", "PairEW") if row.get(column)]
    if not values:
        return scores
    has_numbers = any(row.get(f"PairId_{direction}") for row in scores for direction in DIRECTIONS)
    are_numbers = not has_numbers and all(_NUMBER.fullmatch(value) for value in values if value)
    column = "PairId" if are_numbers else "Names"
    return [
        row | {f"{column}_{direction}": row.get(f"{column}_{direction}") or row.get(f"Pair{direction}")
               for direction in DIRECTIONS}
        for row in scores
    ]  # fmt: skip


def _with_numbers(row: Row) -> Row:
    return {**dict.fromkeys(("PairId_NS", "PairId_EW", "Names_NS", "Names_EW")), **row}


def _by_names(scores: list[Row]) -> dict[str, str]:
    """A cell of names -> how the same people, in any order and spelling, are written first, as their entrant."""
    cells = dict.fromkeys(
        names
        for row in scores
        for direction in DIRECTIONS
        if (names := row[f"Names_{direction}"]) and not row[f"PairId_{direction}"]
    )
    pairs = {cell: [name for name in names_of(cell) if name] for cell in cells}
    same = spellings(name for names in pairs.values() for name in names)
    known: dict[frozenset[str], str] = {}
    return {
        cell: known.setdefault(frozenset(same[name] for name in names), " - ".join(names))
        for cell, names in pairs.items()
    }


def _entrant(row: Row, direction: str, known: dict[str, str], *, doubled: bool) -> str | None:
    number, names = row[f"PairId_{direction}"], row[f"Names_{direction}"]
    if number:
        return f"{number}{direction}" if doubled else number
    return known[names].replace(PARTNERS, "&") or None if names else None


def _numbered_by_direction(scores: list[Row]) -> set[str | None]:
    """The sections where most boards have a number that sits in both directions: it is that of two pairs."""
    seen: dict[tuple[str | None, str | None], tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for row in scores:
        for place, direction in enumerate(DIRECTIONS):
            if number := row[f"PairId_{direction}"]:
                seen[row.get("Section"), row["board"]][place].add(number)
    boards: dict[str | None, list[bool]] = defaultdict(list)
    for (section, _), (ns, ew) in seen.items():
        # A board with one result line, of two numbers, shows nothing.
        if ns & ew or len(ns) > 1 or len(ew) > 1:
            boards[section].append(bool(ns & ew))
    return {section for section, both in boards.items() if 2 * sum(both) > len(both)}


def _listed_once(ranked: list[Row]) -> set[str | None]:
    """The sections whose result list has each number once: there it is that of one pair."""
    listed: dict[str | None, list[str | None]] = defaultdict(list)
    for row in ranked:
        listed[row.get("Section")].append(row["PairId"])
    return {section for section, numbers in listed.items() if len(set(numbers)) == len(numbers)}


def _sides(scores: list[Row]) -> dict[tuple[str | None, str | None], str]:
    """(line, entrant) -> its direction; empty where anybody sat in both, or nobody met two others."""
    sides: dict[tuple[str | None, str | None], str] = {}
    opponents: dict[tuple[str | None, str | None], str | None] = {}
    met_two = False
    for row in scores:
        for side, other in (("ns", "ew"), ("ew", "ns")):
            entrant = row["line"], row[side]
            if row[side] is None:
                continue
            if sides.setdefault(entrant, side.upper()) != side.upper():
                return {}
            met_two |= row[other] is not None and opponents.setdefault(entrant, row[other]) != row[other]
    return sides if met_two else {}


def _ranked_apart(listed: list[Row], sides: dict[tuple[str | None, str | None], str]) -> bool:
    """Whether the result list ranks each direction by itself, or there is none."""
    together: list[int] = []
    apart: dict[str | None, list[int]] = defaultdict(list)
    for row in listed:
        rank, side = row.get("Rank") or "", sides.get((row["line"], row["entrant"]))
        if rank.isdecimal() and side:
            together.append(int(rank))
            apart[f"{row['line']} {side}"].append(int(rank))
    if not together:
        return not listed
    return not _is_ranking(together) and all(_is_ranking(ranks) for ranks in apart.values())


def _is_ranking(ranks: list[int]) -> bool:
    """Whether these are the ranks of one list: each is one more than how many are before it."""
    in_order = sorted(ranks)
    first = {rank: place for place, rank in reversed(list(enumerate(in_order, start=1)))}
    return all(rank == place for rank, place in first.items())
