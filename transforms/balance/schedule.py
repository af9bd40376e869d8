"""Schedule files: read and write a movement as text (docs/balance.md describes the layout).

Source: the paper on movement balance, "De lay-out van de schemafiles". The form of individual movements (`1+2-3+4 A`),
lower-case letters after `Z`, and numbers for sets are ours.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

import numpy as np

from transforms.balance.movement import BOARD_SET, NS, ROUND, TABLE, Movement, MovementError, seats, sides_of_plays
from transforms.tables.messages import Message

# limits of the numbers in the first line: larger than any event, and harmless if wrong
MOST_PAIRS, MOST_PLAYS = 10_000, 1_000_000

_HEADER = Message("5 numbers: pairs tables rounds board_sets, and 0 for pairs or 1 for players")
_SIDE = r"(\d{1,6})(?:\s*\+\s*(\d{1,6}))?"
_PLAY = re.compile(rf"{_SIDE}\s*-\s*{_SIDE}\s*(?:([A-Za-z])|(?<=\s)(\d{{1,6}}))(?=\s|$)\s*")
_BEGINS = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*\d+(?:[ \t]+\d+){3}[ \t]+[01][ \t]*\r?\n")
# the names of board sets; if the capitals are enough, lower-case letters count as capitals
_LETTERS = ascii_uppercase + ascii_lowercase
_SHOWN = 20


class ScheduleError(MovementError):
    """A schedule cannot be read. The message gives the line and the value, and explains how to correct them."""


class ScheduleFinding(NamedTuple):
    """One problem in a schedule that can be read."""

    severity: str  # `error` or `warning`
    round: int | None  # from 1; None if the problem does not belong to a single round
    value: str  # the number of the pair or player, or the name of the board set
    message: str


def is_schedule(text: str) -> bool:
    """Return whether the text begins like a schedule file, with its five numbers."""
    return _BEGINS.match(text) is not None


def parse_schedule(text: str) -> Movement:
    """Read a schedule (ScheduleError if it cannot be read); `schedule_findings` checks whether it can be played."""
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise ScheduleError("the schedule is empty: start with {form}", form=_HEADER)
    (first, header), rounds = lines[0], lines[1:]
    movement = _movement_of(first, header)
    if len(rounds) != movement.rounds:
        raise ScheduleError(
            "line {at}: {count} rounds, but line {first} says {rounds}: give a line for each round, or correct the"
            " third number of line {first}",
            at=rounds[-1][0] if rounds else first, first=first,
            count=len(rounds), rounds=movement.rounds,
        )  # fmt: skip
    plays = [play for index, (number, line) in enumerate(rounds) for play in _plays(movement, index, number, line)]
    columns = 7 if movement.individual else 5
    return movement._replace(plays=np.array(plays, dtype=np.int32).reshape(-1, columns))


def write_schedule(movement: Movement) -> str:
    """Return the movement as the text of a schedule file, with tables in columns. `parse_schedule` can read it."""
    counts = (movement.pairs, movement.tables, movement.rounds, movement.board_sets, int(movement.individual))
    nobody = "0+0-0+0 0" if movement.individual else "0-0 0"
    grid = [[nobody] * movement.tables for _ in range(movement.rounds)]
    north_south, east_west = (side.tolist() for side in sides_of_plays(movement))
    for play, *sides in zip(movement.plays.tolist(), north_south, east_west, strict=True):
        at_table = "-".join("+".join(str(one + 1) for one in side) for side in sides)
        grid[play[ROUND]][play[TABLE]] = f"{at_table} {set_name(play[BOARD_SET], movement.board_sets)}"
    width = max((len(cell) for row in grid for cell in row), default=0)
    rows = ["  ".join(cell.ljust(width) for cell in row).rstrip() for row in grid]
    return "\n".join([" ".join(map(str, counts)), *rows]) + "\n"


def set_name(board_set: int, board_sets: int) -> str:
    """Return the letter of a board set (from 0), or its number if there are more sets than letters."""
    return _LETTERS[board_set] if board_sets <= len(_LETTERS) else str(board_set + 1)


def schedule_findings(movement: Movement) -> list[ScheduleFinding]:
    """Return faults that prevent play (errors), and doubtful places (warnings), sorted by kind and within each kind."""
    played = {*movement.plays[:, BOARD_SET].tolist()}
    seated = {*seats(movement).ravel().tolist()}
    found: list[ScheduleFinding] = []
    for (round_, one), tables in sorted(_again(movement, ROUND, TABLE).items()):
        at = ", ".join(map(str, sorted(tables)))
        words = f"sits at {len(tables)} tables ({at}): give it one"
        found.append(ScheduleFinding("error", round_ + 1, str(one + 1), words))
    for (board_set, one), rounds in sorted(_again(movement, BOARD_SET, ROUND).items(), key=lambda item: item[0][::-1]):
        name, in_rounds = set_name(board_set, movement.board_sets), ", ".join(map(str, sorted(rounds)))
        words = f"plays set {name} {len(rounds)} times (rounds {in_rounds}): give it another set"
        found.append(ScheduleFinding("error", sorted(rounds)[1], str(one + 1), words))
    for one in sorted({*range(movement.pairs)} - seated):
        words = "never plays: lower the first number, or seat it"
        found.append(ScheduleFinding("warning", None, str(one + 1), words))
    for board_set in sorted({*range(movement.board_sets)} - played):
        words = "nobody plays it: lower the fourth number, or use it"
        found.append(ScheduleFinding("warning", None, f"set {set_name(board_set, movement.board_sets)}", words))
    return found


def _again(movement: Movement, within: int, listed: int) -> dict[tuple[int, int], list[int]]:
    """Return the tables of a (round, pair) that has several tables, or the rounds of a (set, pair) that has several."""
    places: dict[tuple[int, int], list[int]] = defaultdict(list)
    for play in movement.plays.tolist():
        for one in play[NS:BOARD_SET]:
            places[play[within], one].append(play[listed] + 1)
    return {place: found for place, found in places.items() if len(found) > 1}


def _movement_of(number: int, header: str) -> Movement:
    fields = header.split()
    if len(fields) != 5 or not all(re.fullmatch(r"\d{1,20}", field) for field in fields):
        shown = header[:_SHOWN]
        raise ScheduleError("line {number}: {header!r} should be {form}", number=number, header=shown, form=_HEADER)
    pairs, tables, rounds, board_sets, individual = map(int, fields)
    counts = {"pairs": pairs, "tables": tables, "rounds": rounds, "board_sets": board_sets}
    for name, count in counts.items():
        fewest = (4 if individual else 2) if name == "pairs" else 1
        if not fewest <= count <= MOST_PAIRS:
            raise ScheduleError(
                "line {number}: {name} {count}: give a number from {fewest} to {most}",
                number=number, name=name, count=count, fewest=fewest, most=MOST_PAIRS,
            )  # fmt: skip
    if individual not in (0, 1):
        raise ScheduleError(
            "line {number}: the fifth number is {individual}: give 0 for pairs or 1 for players",
            number=number, individual=individual,
        )  # fmt: skip
    if tables * rounds > MOST_PLAYS:
        raise ScheduleError(
            "line {number}: {tables} tables x {rounds} rounds: give at most {most} plays",
            number=number, tables=tables, rounds=rounds, most=MOST_PLAYS,
        )  # fmt: skip
    return Movement(pairs, tables, rounds, board_sets, np.zeros((0, 5), dtype=np.int32), bool(individual))


def _plays(movement: Movement, index: int, number: int, line: str) -> Iterator[list[int]]:
    place, table = 0, 0
    while place < len(line):
        match, at = _PLAY.match(line, place), {"number": number, "table": table + 1}
        if match is None:
            shown = line[place : place + _SHOWN]
            raise ScheduleError(
                "line {number}, table {table}: {line!r} should look like `1-8 A` or `0-0 0`", **at, line=shown
            )
        cell = match[0].strip()
        if table >= movement.tables:
            raise ScheduleError(
                "line {number}: {cell!r} is table {table}, of {tables}: raise the second number",
                **at, cell=cell, tables=movement.tables,
            )  # fmt: skip
        play = _play(movement, match, Message("line {number}, table {table}: {cell!r}", **at, cell=cell))
        if play:
            yield [index, table, *play]
        place, table = match.end(), table + 1
    if table < movement.tables:
        raise ScheduleError(
            "line {number}: {table} tables instead of {tables}: write `0-0 0` for an empty table",
            number=number, table=table, tables=movement.tables,
        )  # fmt: skip


def _play(movement: Movement, match: re.Match[str], where: Message) -> list[int]:
    """Return the seats and the board set of one table, counted from 0; an empty list for an empty table."""
    *given, letter, set_number = match.groups()
    sides = [int(one) for one in given if one is not None]
    if len(sides) != (4 if movement.individual else 2):
        form = Message("`1+2-3+4 A` in an individual") if movement.individual else Message("`1-8 A` if pairs play")
        raise ScheduleError("{where}: should look like {form}", where=where, form=form)
    if not any(sides):
        return []
    for side in sides:
        if not 1 <= side <= movement.pairs:
            raise ScheduleError(
                "{where}: {side} is not from 1 to {pairs}: correct it, or write `0-0 0` for an empty table",
                where=where, side=side, pairs=movement.pairs,
            )  # fmt: skip
    if len(set(sides)) < len(sides):
        raise ScheduleError("{where}: the same number twice at one table: give each number once", where=where)
    are_capitals = movement.board_sets <= len(ascii_uppercase)
    board_set = _LETTERS.index(letter.upper() if are_capitals else letter) if letter else int(set_number or 0) - 1
    if not 0 <= board_set < movement.board_sets:
        first, last = (set_name(one, movement.board_sets) for one in (0, movement.board_sets - 1))
        raise ScheduleError(
            "{where}: unknown board set {letter}; there are {board_sets} ({first} to {last}):"
            " correct the set, or raise the fourth number",
            where=where, letter=letter or set_number, board_sets=movement.board_sets,
            first=first, last=last,
        )  # fmt: skip
    return [*(side - 1 for side in sides), board_set]
