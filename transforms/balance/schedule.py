"""Schedule files: a movement as text, read and written (docs/balance.md says how they are laid out).

Source: the layout of schedule files in the paper on movement balance ("De lay-out van de schemafiles"). The paper gives
no example of an individual movement; that form (`1+2-3+4 A`), small letters after `Z` and sets as numbers are ours.
"""

import re
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, ROUND, TABLE, Movement, seats
from transforms.tables.messages import Message

MOST_PAIRS, MOST_PLAYS = 10_000, 1_000_000
"""Limits for the first line: no event has more, and a wrong number up to these limits does no harm."""

_HEADER = Message("5 numbers: pairs tables rounds board_sets, and 0 for pairs or 1 for players")
_SIDE = r"(\d{1,6})(?:\s*\+\s*(\d{1,6}))?"
_PLAY = re.compile(rf"{_SIDE}\s*-\s*{_SIDE}\s*(?:([A-Za-z])|(?<=\s)(\d{{1,6}}))(?=\s|$)\s*")
_BEGINS = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*\d+(?:[ \t]+\d+){3}[ \t]+[01][ \t]*\r?\n")
_SHOWN = 20


class ScheduleError(ValueError):
    """A schedule cannot be read; the message gives the line and the value, and says how to correct it."""


class ScheduleFinding(NamedTuple):
    """One problem in a schedule that can be read.

    `severity` is `error` or `warning`. `round` counts from 1; it is None where the problem is not in one round. `value`
    is the number of the pair or player, or the name of the board set.
    """

    severity: str
    round: int | None
    value: str
    message: str


def is_schedule(text: str) -> bool:
    """Whether the text begins as a schedule file, with its five numbers."""
    return _BEGINS.match(text) is not None


def parse_schedule(text: str) -> Movement:
    """Read the text of a schedule file; `schedule_findings` checks whether the movement can be played.

    Raises:
        ScheduleError: the text is empty, or a line has a wrong form or a number out of range.
    """
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise ScheduleError(Message("the schedule is empty: start with {form}", form=_HEADER))
    (first, header), rounds = lines[0], lines[1:]
    movement = _movement_of(first, header)
    if len(rounds) != movement.rounds:
        raise ScheduleError(
            Message(
                "line {at}: rounds: {count}, where line {first} says {rounds}: give a line for each round, or mend the"
                " third number of line {first}",
                at=rounds[-1][0] if rounds else first,
                count=len(rounds),
                first=first,
                rounds=movement.rounds,
            )
        )
    plays = [play for index, (number, line) in enumerate(rounds) for play in _plays(movement, index, number, line)]
    columns = 7 if movement.individual else 5
    return movement._replace(plays=np.array(plays, dtype=np.int32).reshape(-1, columns))


def write_schedule(movement: Movement) -> str:
    """Write the movement as the text of a schedule file, with the tables in columns; `parse_schedule` reads it back."""
    counts = (movement.pairs, movement.tables, movement.rounds, movement.board_sets, int(movement.individual))
    nobody = "0+0-0+0 0" if movement.individual else "0-0 0"
    grid = [[nobody] * movement.tables for _ in range(movement.rounds)]
    half = (movement.plays.shape[1] - 3) // 2
    for play in movement.plays.tolist():
        sides = (
            "+".join(str(one + 1) for one in play[2 : 2 + half]),
            "+".join(str(one + 1) for one in play[-1 - half : -1]),
        )
        grid[play[ROUND]][play[TABLE]] = f"{sides[0]}-{sides[1]} {set_name(play[BOARD_SET], movement.board_sets)}"
    width = max((len(cell) for row in grid for cell in row), default=0)
    rows = ["  ".join(cell.ljust(width) for cell in row).rstrip() for row in grid]
    return "\n".join([" ".join(map(str, counts)), *rows]) + "\n"


def set_name(board_set: int, board_sets: int) -> str:
    """The letter of a board set (counted from 0), or its number where there are more sets than letters."""
    letters = ascii_uppercase + ascii_lowercase
    return letters[board_set] if board_sets <= len(letters) else str(board_set + 1)


def schedule_findings(movement: Movement) -> list[ScheduleFinding]:
    """What cannot be played as it stands, or deserves a look: kind by kind, sorted within each.

    Errors: a pair or player sits at two places in one round, or plays a set of boards twice. Warnings: a pair or player
    never plays, or nobody plays a set.
    """
    return [*_twice_in_a_round(movement), *_set_twice(movement), *_never(movement)]


def _movement_of(number: int, header: str) -> Movement:
    """The movement that the first line announces, still without plays."""
    fields = header.split()
    if len(fields) != 5 or not all(re.fullmatch(r"\d{1,20}", field) for field in fields):
        raise ScheduleError(
            Message("line {number}: {header!r} should be {form}", number=number, header=header[:_SHOWN], form=_HEADER)
        )
    pairs, tables, rounds, board_sets, individual = map(int, fields)
    least = 4 if individual else 2
    bounds = {"pairs": (pairs, least), "tables": (tables, 1), "rounds": (rounds, 1), "board_sets": (board_sets, 1)}
    for name, (count, fewest) in bounds.items():
        if not fewest <= count <= MOST_PAIRS:
            raise ScheduleError(
                Message(
                    "line {number}: {name} {count}: give a number from {fewest} to {most}",
                    number=number,
                    name=name,
                    count=count,
                    fewest=fewest,
                    most=MOST_PAIRS,
                )
            )
    if individual not in (0, 1):
        raise ScheduleError(
            Message(
                "line {number}: the fifth number is {individual}: give 0 for pairs or 1 for players",
                number=number,
                individual=individual,
            )
        )
    if tables * rounds > MOST_PLAYS:
        raise ScheduleError(
            Message(
                "line {number}: {tables} tables x {rounds} rounds: give at most {most} plays",
                number=number,
                tables=tables,
                rounds=rounds,
                most=MOST_PLAYS,
            )
        )
    return Movement(pairs, tables, rounds, board_sets, np.zeros((0, 5), dtype=np.int32), bool(individual))


def _plays(movement: Movement, index: int, number: int, line: str) -> Iterator[list[int]]:
    """Yield the plays of one round, with all numbers counted from 0."""
    place, table = 0, 0
    while place < len(line):
        match = _PLAY.match(line, place)
        if match is None:
            raise ScheduleError(
                Message(
                    "line {number}, table {table}: {line!r} should be as `1-8 A`, `0-0 0`",
                    number=number,
                    table=table + 1,
                    line=line[place:][:_SHOWN],
                )
            )
        cell = line[place : match.end()].strip()
        if table >= movement.tables:
            raise ScheduleError(
                Message(
                    "line {number}: {cell!r} is table {table}, of {tables}: raise the second number",
                    number=number,
                    cell=cell,
                    table=table + 1,
                    tables=movement.tables,
                )
            )
        play = _play(
            movement,
            match,
            Message("line {number}, table {table}: {cell!r}", number=number, table=table + 1, cell=cell),
        )
        if play:
            yield [index, table, *play]
        place, table = match.end(), table + 1
    if table < movement.tables:
        raise ScheduleError(
            Message(
                "line {number}: {table} tables, where there are {tables}: write `0-0 0` for an empty one",
                number=number,
                table=table,
                tables=movement.tables,
            )
        )


def _play(movement: Movement, match: re.Match[str], where: Message) -> list[int]:
    """Read the seats and the board set of one table, counted from 0; an empty list where the table is empty."""
    north, south, east, west, letter, set_number = match.groups()
    given = [one for one in (north, south, east, west) if one is not None]
    if len(given) != (4 if movement.individual else 2):
        form = Message("`1-8 A` where pairs play")
        if movement.individual:
            form = Message("`1+2-3+4 A` in an individual")
        raise ScheduleError(Message("{where}: should be as {form}", where=where, form=form))
    sides = [int(one) for one in given]
    if not any(sides):
        return []
    for side in sides:
        if not 1 <= side <= movement.pairs:
            raise ScheduleError(
                Message(
                    "{where}: {side} is not from 1 to {pairs}: mend it, or write `0-0 0` for an empty table",
                    where=where,
                    side=side,
                    pairs=movement.pairs,
                )
            )
    if len(set(sides)) < len(sides):
        raise ScheduleError(Message("{where}: the same number twice at one table: give each once", where=where))
    board_set = _set_index(letter, set_number, movement.board_sets)
    if not 0 <= board_set < movement.board_sets:
        raise ScheduleError(
            Message(
                "{where}: unknown board set {letter}, where there are {board_sets} ({first} to {last}):"
                " mend it, or raise the fourth number",
                where=where,
                letter=letter or set_number,
                board_sets=movement.board_sets,
                first=set_name(0, movement.board_sets),
                last=set_name(movement.board_sets - 1, movement.board_sets),
            )
        )
    return [*(side - 1 for side in sides), board_set]


def _set_index(letter: str | None, number: str | None, board_sets: int) -> int:
    """The set that a letter or number names, counted from 0; with up to 26 sets, small letters count as capitals."""
    if letter is None:
        return int(number or 0) - 1
    if letter in ascii_uppercase or board_sets <= len(ascii_uppercase):
        return ascii_uppercase.index(letter.upper())
    return len(ascii_uppercase) + ascii_lowercase.index(letter)


def _twice_in_a_round(movement: Movement) -> Iterator[ScheduleFinding]:
    everyone, play = _seated(movement)
    rounds = movement.plays[play, ROUND]
    for round_, one, times in _more_than_once(rounds, everyone):
        tables = sorted((movement.plays[play[(rounds == round_) & (everyone == one)], TABLE] + 1).tolist())
        yield ScheduleFinding(
            "error", round_ + 1, str(one + 1), f"sits at {times} tables ({', '.join(map(str, tables))}): give it one"
        )


def _set_twice(movement: Movement) -> Iterator[ScheduleFinding]:
    everyone, play = _seated(movement)
    board_sets = movement.plays[play, BOARD_SET]
    for one, board_set, times in _more_than_once(everyone, board_sets):
        again = sorted((movement.plays[play[(everyone == one) & (board_sets == board_set)], ROUND] + 1).tolist())
        name = set_name(board_set, movement.board_sets)
        yield ScheduleFinding(
            "error",
            again[1],
            str(one + 1),
            f"plays set {name} {times} times (rounds {', '.join(map(str, again))}): give it another set",
        )


def _never(movement: Movement) -> Iterator[ScheduleFinding]:
    everyone, _ = _seated(movement)
    for one in np.setdiff1d(np.arange(movement.pairs), everyone).tolist():
        yield ScheduleFinding("warning", None, str(one + 1), "never plays: lower the first number, or seat it")
    for board_set in np.setdiff1d(np.arange(movement.board_sets), movement.plays[:, BOARD_SET]).tolist():
        name = set_name(board_set, movement.board_sets)
        yield ScheduleFinding("warning", None, f"set {name}", "nobody plays it: lower the fourth number, or use it")


def _seated(movement: Movement) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Two arrays with one value per seat: the pair or player in it, and the index of the play."""
    at_tables = seats(movement)
    return at_tables.ravel(), np.repeat(np.arange(len(at_tables)), at_tables.shape[1])


def _more_than_once(first: NDArray[np.int32], second: NDArray[np.int32]) -> list[tuple[int, int, int]]:
    """The combinations of values of two columns that occur more than once, sorted, and how often each occurs."""
    found, times = np.unique(np.column_stack([first, second]), axis=0, return_counts=True)
    again = times > 1
    return [
        (one, other, count) for (one, other), count in zip(found[again].tolist(), times[again].tolist(), strict=True)
    ]
