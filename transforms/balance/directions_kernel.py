"""One annealing run over the directions of the tables, at tens of millions of proposals a second.

A proposal turns one table: its two sides swap. Let D be the directions (pairs x board sets). Outside the diagonal the
score matrix is K = D D' + W, where W does not depend on the directions. The sum of squares over all combinations is

    SS = (|D'D|^2 + 2 sum_b d_b' W d_b + what turning does not change) / 2,

so a turn changes only one row (and the same column) of C = D'D. The change of SS is computed from that row, from the
row of the play in `apart` = s'D (s is +1 and -1 for the sides as they now sit), and from `pull` = s'W d_b. All three
are kept up to date, so a proposal costs one inner product of two short rows. Changes of SS are multiples of 4, and are
counted in units of 4.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled

Integers = NDArray[np.int32]


class Plays(NamedTuple):
    """What turning tables never changes. Plays count from 0; a list of plays ends at the first -1.

    `board_set` is the set of each play, and `own` its s'Ws. `neighbours` lists, for each play, the other plays at which
    one of its people sits; `alike` is +1 where that person sits on the same side in both as given, -1 where not.
    `rivals` lists the other plays of the same set, and `rivalry` their s'Ws.
    """

    board_set: Integers
    own: Integers
    neighbours: Integers
    alike: Integers
    rivals: Integers
    rivalry: Integers


class Sides(NamedTuple):
    """How the tables sit now.

    `way` is +1 as given, -1 turned. `apart`, `common` (C, see `turn`) and `pull` are computed from it. The rows of
    `apart` (plays x board sets) and `common` (board sets x board sets) may be padded with zeros.
    """

    way: Integers
    apart: Integers
    common: Integers
    pull: Integers


class Cooling(NamedTuple):
    """The settings of a run: the plays that may be turned, the chances to accept, and the proposals in one stage.

    `chances` are those to accept a change for the worse: stages x changes of SS in units of 4, in parts of 2**32. A
    change beyond the last column is never accepted.
    """

    free: Integers
    chances: NDArray[np.uint32]
    proposals: int


@compiled
def drawn(state: NDArray[np.uint64]) -> np.uint64:
    """Draw the next number of splitmix64 (Steele, Lea and Flood 2014); `state` holds one number, and changes."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def change(play: int, plays: Plays, sides: Sides) -> int:
    """How much turning a play would add to SS, in units of 4."""
    row, common = sides.apart[play], sides.common[plays.board_set[play]]
    added = plays.own[play] - sides.pull[play]
    for board_set in range(row.size):
        added += row[board_set] * (row[board_set] - common[board_set])
    return added


@compiled
def turn(play: int, plays: Plays, sides: Sides) -> None:
    """Turn a play, and bring `sides` up to date.

    The diagonal of `common` never changes SS. It holds the number of people at a table (2 pairs or 4 players), so that
    `change` needs no exception for it.
    """
    way, apart, common, pull = sides
    board_set, as_it_sat = plays.board_set[play], way[play]
    for place in range(plays.neighbours.shape[1]):
        other = plays.neighbours[play, place]
        if other < 0:
            break
        apart[other, board_set] -= 2 * way[other] * as_it_sat * plays.alike[play, place]
    for place in range(plays.rivals.shape[1]):
        other = plays.rivals[play, place]
        if other < 0:
            break
        pull[other] -= 2 * way[other] * as_it_sat * plays.rivalry[play, place]
    pull[play] = 2 * plays.own[play] - pull[play]
    at_table, diagonal = apart[play, board_set], common[board_set, board_set]
    for other_set in range(apart.shape[1]):
        row = apart[play, other_set]
        met = common[board_set, other_set] - 2 * row
        common[board_set, other_set] = met
        common[other_set, board_set] = met
        apart[play, other_set] = -row
    common[board_set, board_set] = diagonal
    apart[play, board_set] = at_table
    way[play] = -as_it_sat


@compiled
def anneal(
    seed: np.uint64,
    cooling: Cooling,
    plays: Plays,
    sides: Sides,
    best_way: Integers,
) -> int:
    """Do one run from a random start; return what the best directions add to the SS of the start, in units of 4.

    Each number drawn serves twice: its upper half chooses the play; a change for the worse is accepted where its lower
    half is below the chance. `sides` is changed in place, and `best_way` filled with the best directions, one value per
    play.
    """
    free, chances, proposals = cooling
    state = np.empty(1, np.uint64)
    state[0] = seed
    choices, half, low = np.uint64(free.size), np.uint64(32), np.uint64(0xFFFFFFFF)
    added = 0
    for place in range(free.size):
        if drawn(state) & np.uint64(1):
            added += change(free[place], plays, sides)
            turn(free[place], plays, sides)
    best = added
    best_way[:] = sides.way
    for stage in range(chances.shape[0]):
        for _ in range(proposals):
            number = drawn(state)
            play = free[np.int64(((number >> half) * choices) >> half)]
            more = change(play, plays, sides)
            if more <= 0 or (more < chances.shape[1] and (number & low) < np.uint64(chances[stage, more])):
                turn(play, plays, sides)
                added += more
                if added < best:
                    best = added
                    best_way[:] = sides.way
    return best


@compiled
def exhaust(free: Integers, plays: Plays, sides: Sides, best_way: Integers) -> int:
    """Try every choice of directions (Gray code); return what the best ones add to the SS of the start, in units of 4.

    The first of the best choices is written to `best_way`.
    """
    added = best = 0
    best_way[:] = sides.way
    for step in range(1, 1 << free.size):
        place = 0
        while not step >> place & 1:
            place += 1
        added += change(free[place], plays, sides)
        turn(free[place], plays, sides)
        if added < best:
            best = added
            best_way[:] = sides.way
    return best
