"""Mitchells for rooms that the plain ones do not fit: many tables, one round too few, or a pair too many.

In a Web Mitchell several identical sets of boards are in play at once. In the others a table, a round or a pair is
added to a Mitchell. `tests/balance/plain_reader.py` reads every movement made here once more.

Sources: bridgecentral.com, "Web Mitchell", "Bowman large pairs movement", "1½ table appendix Mitchell", "Hesitation
Mitchell", "Appendix Mitchell", "Rover Mitchell" and "Displacement Mitchell" (the bump); English Bridge Union, Club
Focus, "Unusual movements for clubs".
"""

import numpy as np
from numpy.typing import NDArray

from transforms.balance.generators import mitchell, skip_mitchell
from transforms.balance.movement import BOARD_SET, EW, ROUND, TABLE, Movement, MovementError

Places = NDArray[np.int64]  # rounds x tables

FEWEST_WEB_ROUNDS, MOST_WEB_ROUNDS = 5, 14
_MOST_STEPS = 5_000  # of the search for the way of a rover; where one is found, it usually takes less than a tenth


def sets_of_web(rounds: int) -> int:
    """Return how many board sets a Web Mitchell of so many rounds has: an odd number."""
    return rounds + 1 - rounds % 2


def first_part_of_web(tables: int, sets: int) -> int:
    """Return how many tables the first part of the room has."""
    return tables // 2 if tables % 2 == 0 else (tables + sets) // 2


def copies_of_web(tables: int, rounds: int) -> int:
    """Return how many copies of each set are needed, if each part of the room has its own."""
    return sum(_copies_of_parts(tables, sets_of_web(rounds)))


def copy_of_each(movement: Movement) -> NDArray[np.int64]:
    """Return which copy each play of a Web Mitchell has, from 0.

    A copy goes down a table each round. After the lowest table of its part it waits on the stand, until the highest
    table of the part needs it.
    """
    sets = movement.board_sets
    of_first, of_second = _copies_of_parts(movement.tables, sets)
    round_, table = (movement.plays[:, column].astype(np.int64) for column in (ROUND, TABLE))
    first = first_part_of_web(movement.tables, sets)
    in_order = (round_ + table) // sets % of_first
    return np.where(table < first, in_order, of_first + (round_ + table - first) // sets % of_second)


def _copies_of_parts(tables: int, sets: int) -> tuple[int, int]:
    first = first_part_of_web(tables, sets)
    return -(-first // sets), -(-(tables - first) // sets)


def webs_of(tables: int) -> list[int]:
    """Return the numbers of rounds of the Web Mitchells for so many tables."""
    rounds = range(FEWEST_WEB_ROUNDS, MOST_WEB_ROUNDS + 1)
    return [count for count in rounds if sets_of_web(count) < tables]


def as_hexadecimal(at: NDArray[np.bool_]) -> str:
    """Return which plays are turned as a number in base 16, which has a bit for each play; the first is the highest."""
    return f"{int(''.join('1' if turns else '0' for turns in at.tolist()), 2):0{-(-len(at) // 4)}x}"


def of_hexadecimal(number: str, plays: int) -> NDArray[np.bool_]:
    """Return which of so many plays are turned; see `as_hexadecimal`."""
    return np.array([bit == "1" for bit in f"{int(number, 16):0{plays}b}"])


def web_mitchell(tables: int, rounds: int) -> Movement:
    """Return the Web Mitchell: more tables than sets, and several copies of each set in play.

    East-West goes up one table each round. The room has two parts. In each, the boards go down one table; in the first
    they lie in ascending order, in the second in descending order. With two tables more than sets this is the Bowman
    Mitchell, of which the second part is one table.

    Raises:
        MovementError: here and below, the movement does not exist for these numbers of tables and rounds.
    """
    sets = sets_of_web(rounds)
    _must(rounds >= 2 and sets < tables)
    round_, table = np.arange(rounds)[:, None], np.arange(tables)
    first = first_part_of_web(tables, sets)
    lies = np.where(table < first, table + round_, tables - 2 - table - round_) % sets
    return _two_fields((table - round_) % tables, lies, sets)


def bowman(tables: int) -> Movement:
    """Return the Bowman Mitchell with an even number of sets, two fewer than tables, and as many rounds as sets.

    The base is a Mitchell with a skip. The table after it shares the boards of table 1, and the last table the boards
    that its East-West pair misses elsewhere. `web_mitchell` has the odd numbers.
    """
    sets = tables - 2
    _must(sets % 2 == 0 and sets >= 4)
    round_, table = np.arange(sets)[:, None], np.arange(tables)
    east_west = (table - round_ - (round_ >= sets // 2)) % tables
    lies = (table + round_) % sets
    for at in range(sets):
        of_last = east_west[at, -1]
        elsewhere = lies[east_west == of_last][np.arange(sets) != at]
        missed = np.setdiff1d(np.arange(sets), elsewhere)
        _must(len(missed) == 1)
        lies[at, -1] = missed[0]
    _must(len(np.unique(lies[:, -1])) == sets)
    return _two_fields(east_west, lies, sets)


def hesitation_mitchell(tables: int) -> Movement:
    """Return the Hesitation Mitchell: one round more than tables, and one winner.

    East-West goes up one table; after the last table a pair sits there North-South for a round, and then goes on at
    table 1. Half-way the boards rest on a stand; with an even number of tables there are two stands there, and the
    first and the last table share boards.
    """
    _must(tables >= 3)
    sets = tables + 1
    round_, table = np.arange(sets)[:, None], np.arange(tables)
    stays = tables - 1
    east_west = stays + (table - round_) % sets
    north_south = np.broadcast_to(table, east_west.shape).copy()
    north_south[:, -1] = stays + (tables - round_[:, 0]) % sets
    stands = 1 if tables % 2 else 2
    lies = (table + stands * (table >= tables // 2) + round_) % sets
    return _movement(2 * tables, sets, north_south, east_west, lies)


def appendix_mitchell(base: int, more: int) -> Movement:
    """Return the Appendix Mitchell of a prime number of tables, to which `more` are added, which share their boards.

    Table `base + i` shares the boards of table i. North-South of table i and East-West of table `base + i` stay. The
    other North-South pairs go up one table and East-West goes up two, both in the circle of the base; North-South plays
    at table `base + i` instead of table i.
    """
    _must(base >= 5 and all(base % number for number in range(2, base)) and 1 <= more <= base)
    tables = base + more
    round_, at = np.arange(base)[:, None], np.arange(base)
    north_south_moves, east_west_moves = (at - round_) % base, tables + (at - 2 * round_) % base
    stays = np.broadcast_to(base + np.arange(more), (base, more))
    north_south = np.hstack([stays, north_south_moves[:, more:], north_south_moves[:, :more]])
    east_west = np.hstack([east_west_moves, tables + stays])
    lies = (at + round_) % base
    return _movement(2 * tables, base, north_south, east_west, np.hstack([lies, lies[:, :more]]))


def rover_mitchell(tables: int, rounds: int) -> Movement:
    """Return the Rover Mitchell for a pair too many: it sits North-South at another table each round.

    The last table is not there: whoever is displaced sits out, which counts as a game against the missing pair, whose
    number is the highest. The pair before it is the rover.
    """
    base = _base(tables - 1, rounds)
    opponents, lies = _by_round(base, EW), _by_round(base, BOARD_SET)
    way = _way(opponents, lies)
    _must(len(way) == rounds)
    return _with_half_table(base, way)


def bump_mitchell(tables: int, rounds: int) -> Movement:
    """Return the Bump Mitchell for a pair too many: each North-South pair displaces the next for good.

    The extra pair sits out the first round, and takes table 1 in the second; pair 1 sits out, and takes table 2 in the
    third. The last table is not there, as in `rover_mitchell`. It has at most two rounds fewer than tables.
    """
    _must(rounds <= tables - 2)
    base = _base(tables - 1, rounds)
    return _with_half_table(base, None)


def _base(tables: int, rounds: int) -> Movement:
    _must(3 <= rounds <= tables - (tables % 2 == 0))
    return mitchell(tables, rounds) if tables % 2 else skip_mitchell(tables, rounds)


def _with_half_table(base: Movement, way: list[int] | None) -> Movement:
    """Return the movement with a table more. `way` has the tables of a rover; None: each pair bumps the next."""
    tables, rounds = base.tables, base.rounds
    rover, missing = 2 * tables, 2 * tables + 1
    round_, table = np.arange(rounds)[:, None], np.arange(tables)
    lies, east_west = _by_round(base, BOARD_SET), _by_round(base, EW)
    north_south = np.broadcast_to(table, lies.shape).copy()
    if way is None:
        north_south = np.where(table < round_, table - 1, north_south)
        north_south[north_south < 0] = rover
        number = np.arange(rounds)
        sits_out = np.where(number == 0, rover, number - 1)
        is_late = (tables % 2 == 0) & (2 * number >= tables)
        not_played = (2 * number - is_late) % tables
    else:
        at = np.arange(rounds), np.array(way)
        sits_out, not_played = np.array(way), lies[at]
        north_south[at] = rover
    return _movement(
        missing + 1,
        tables,
        np.column_stack([north_south, sits_out]),
        np.column_stack([east_west, np.full(rounds, missing)]),
        np.column_stack([lies, not_played]),
    )


def _way(opponents: Places, lies: Places) -> list[int]:
    """Return the way of a rover, by table in each round: no table, opponents or board set comes twice.

    It is shorter than the rounds if none was found within `_MOST_STEPS`.
    """
    rounds, tables = lies.shape
    way: list[int] = []
    tried = [0]
    for _ in range(_MOST_STEPS):
        at = len(way)
        if at == rounds:
            break
        before = [(number, table) for number, table in enumerate(way)]
        met = {int(opponents[place]) for place in before}
        played = {int(lies[place]) for place in before}
        start = way[-1] + 2 if way else 0
        found = None
        while tried[-1] < tables and found is None:
            table = (start + tried[-1]) % tables
            tried[-1] += 1
            if table not in way and int(opponents[at, table]) not in met and int(lies[at, table]) not in played:
                found = table
        if found is not None:
            way.append(found)
            tried.append(0)
        elif not way:
            break
        else:
            way.pop()
            tried.pop()
    return way


def _by_round(movement: Movement, column: int) -> Places:
    return movement.plays[:, column].reshape(movement.rounds, movement.tables).astype(np.int64)


def _two_fields(east_west: Places, lies: Places, sets: int) -> Movement:
    tables = east_west.shape[1]
    north_south = np.broadcast_to(np.arange(tables), east_west.shape)
    return _movement(2 * tables, sets, north_south, tables + east_west, lies)


def _movement(pairs: int, sets: int, north_south: Places, east_west: Places, lies: Places) -> Movement:
    rounds, tables = lies.shape
    places = np.indices(lies.shape)
    plays = np.stack([*places, north_south, east_west, lies], axis=-1).reshape(-1, 5)
    return Movement(pairs, tables, rounds, sets, plays.astype(np.int32))


def _must(fits: bool) -> None:
    if not fits:
        raise MovementError("this movement does not exist for these numbers of tables and rounds")
