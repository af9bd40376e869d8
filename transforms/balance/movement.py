"""A movement: who plays whom, in which round, at which table, on which boards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.tables.messages import Message

ROUND, TABLE, NS, EW = range(4)
"""Columns of `plays` in a movement of pairs. The board set is the last column, in movements of pairs and of players."""
BOARD_SET = -1
NORTH, SOUTH, EAST, WEST = range(2, 6)
"""Columns of `plays` in an individual movement, after round and table."""


class MovementError(ValueError):
    """A movement cannot be read, made, searched or played. The message explains why and how to correct it."""

    def __init__(self, said: str, **gaps: object) -> None:
        super().__init__(Message(said, **gaps))


class Movement(NamedTuple):
    """Who plays whom, in which round, at which table, on which board set.

    `plays` has a row of `int32` numbers from 0 per play, and none for an empty table: round, table, ns, ew, board_set.
    In an `individual` movement, the columns are round, table, north, south, east, west, board_set, and `pairs` counts
    players.
    """

    pairs: int
    tables: int
    rounds: int
    board_sets: int
    plays: NDArray[np.int32]
    individual: bool = False


def directions(movement: Movement) -> NDArray[np.int64]:
    """Return the directions on each board set: pairs x board sets, +1 North-South, -1 East-West, 0 not played."""
    sides = np.zeros((movement.board_sets, movement.pairs), dtype=np.int64)
    north_south, east_west = sides_of_plays(movement)
    board_set = movement.plays[:, BOARD_SET, None]
    np.add.at(sides, (board_set, north_south), 1)
    np.add.at(sides, (board_set, east_west), -1)
    return np.ascontiguousarray(sides.T)


def seats(movement: Movement) -> NDArray[np.int32]:
    """Return who sits at each play: plays x 2 pairs, or plays x 4 players."""
    return movement.plays[:, NS:BOARD_SET]


def sides_of_plays(movement: Movement) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return who sits North-South and who East-West at each play: plays x 1 for pairs, plays x 2 for players."""
    if movement.individual:
        return movement.plays[:, NORTH : SOUTH + 1], movement.plays[:, EAST : WEST + 1]
    return movement.plays[:, NS : NS + 1], movement.plays[:, EW : EW + 1]


def people(movement: Movement) -> NDArray[np.int64]:
    """Return who sits at each play: plays x pairs, +1 North-South, -1 East-West, 0 absent."""
    seated = np.zeros((len(movement.plays), movement.pairs), dtype=np.int64)
    every_play = np.arange(len(seated))[:, None]
    north_south, east_west = sides_of_plays(movement)
    seated[every_play, north_south], seated[every_play, east_west] = 1, -1
    return seated


def meetings(movement: Movement) -> NDArray[np.int64]:
    """Return how often every two pairs meet as opponents: pairs x pairs, symmetric, 0 on the diagonal."""
    met = np.zeros((movement.pairs, movement.pairs), dtype=np.int64)
    north_south, east_west = sides_of_plays(movement)
    np.add.at(met, (north_south[:, :, None], east_west[:, None, :]), 1)
    return met + met.T


def partnerships(movement: Movement) -> NDArray[np.int64]:
    """Return how often every two players are partners: players x players, symmetric; all 0 in a movement of pairs."""
    together = np.zeros((movement.pairs, movement.pairs), dtype=np.int64)
    if movement.individual:
        for side in sides_of_plays(movement):
            np.add.at(together, (side[:, 0], side[:, 1]), 1)
    return together + together.T


def times_played(movement: Movement) -> NDArray[np.int64]:
    """Return how often each board set is played: one number per set, 0 for a set that nobody plays."""
    return np.bincount(movement.plays[:, BOARD_SET], minlength=movement.board_sets)


def turned(movement: Movement, at: NDArray[np.bool_]) -> Movement:
    """Return the movement with North-South and East-West swapped at the plays whose value in `at` is true."""
    plays, half = movement.plays.copy(), (movement.plays.shape[1] - 3) // 2
    seats(movement._replace(plays=plays))[at] = np.roll(seats(movement)[at], half, axis=1)
    return movement._replace(plays=plays)


def rounds_turned(movement: Movement, rounds: list[int]) -> Movement:
    """Return the movement with whole rounds turned (arrow switched); rounds count from 0."""
    return turned(movement, np.isin(movement.plays[:, ROUND], rounds))


def sets_a_round(movement: Movement) -> int:
    """Return how many board sets two pairs play when they meet; 1 for single players.

    Such sets are lines of the schedule with the same pairs at the same tables. `rounds` of a movement counts lines;
    players count a new round only when the pairs move.
    """
    if movement.individual:
        return 1
    together: list[set[tuple[int, ...]]] = [set() for _ in range(movement.rounds)]
    for line, table, *pairs, _ in movement.plays.tolist():
        together[line].add((table, *sorted(pairs)))
    return next(
        many
        for many in range(movement.rounds, 0, -1)
        if movement.rounds % many == 0
        and all(together[line] == together[line - line % many] for line in range(movement.rounds))
    )
