"""The scores of every two entrants of each field, seat by seat: every two seats of a set are looked at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled
from transforms.balance.played.movement_played import (
    BESIDE,
    MET,
    OWN_TOPS,
    SCORE,
    SQUARES,
    SUM,
    VACANT,
    Integers,
    Seats,
)


class Lost(NamedTuple):
    """What scores of two others lose where somebody is absent.

    `scores` is twice that: entrants x entrants, in the row of an entrant who sat at a table of the absent one, and 0 in
    all other rows. `sat_with` says whose rows these are.
    """

    scores: Integers
    sat_with: NDArray[np.bool_]


@compiled
def scores_of_two(seats: Seats) -> Integers:
    """Every two entrants of each field x what `SCORE` to `BESIDE` name: in order of field, and of both numbers."""
    found = np.zeros(((seats.entrants * (seats.entrants - 1) // 2).sum(), 5), dtype=np.int64)
    start = 0
    for field in range(seats.entrants.size):
        entrants, h = seats.entrants[field], seats.h[field]
        for board_set in range(seats.fields[field], seats.fields[field + 1]):
            begin, end, weight = seats.sets[board_set], seats.sets[board_set + 1], seats.weight[board_set]
            own_h = _tables(seats, board_set) - 1
            for one in range(begin, end):
                meeting = seats.meeting[one]
                for other in range(begin, end):
                    low, high = seats.entrant[one], seats.entrant[other]
                    if low >= high:
                        continue
                    row = found[start + _row(entrants, low, high)]
                    beside = seats.side[one] * seats.side[other]
                    at_table = -beside if seats.meeting[other] == meeting else 0
                    row[SCORE] += weight * (beside + (h + 1) * at_table)
                    row[VACANT] += weight * (beside + max(h, 1) * at_table)
                    row[OWN_TOPS] += weight * (beside + (own_h + 1) * at_table)
                    row[MET] += weight * (at_table > 0)
                    row[BESIDE] += 1
        start += entrants * (entrants - 1) // 2
    return found


@compiled
def scores_without(seats: Seats, vacant: Integers) -> Integers:
    """Entrants of all fields x (sum, sum of squares) of the scores of the others, with this one absent.

    These are the scores of the others with every set played once less, minus what comes from the tables of who is
    absent.

    Args:
        seats: as for `scores_of_two`.
        vacant: the column `VACANT` of what that gave.
    """
    found = np.zeros((seats.entrants.sum(), 2), dtype=np.int64)
    most = seats.entrants.max() if seats.entrants.size else 0
    lost = Lost(np.zeros((most, most), dtype=np.int64), np.zeros(most, dtype=np.bool_))
    start, first = 0, 0
    for field in range(seats.entrants.size):
        entrants = seats.entrants[field]
        of_field = found[first : first + entrants]
        _add_others(entrants, vacant[start:], of_field)
        for absent in range(entrants):
            lost.sat_with[:] = False
            for board_set in range(seats.fields[field], seats.fields[field + 1]):
                _lose(seats, field, board_set, absent, lost)
            for one in range(entrants):
                if not lost.sat_with[one]:
                    continue
                for other in range(entrants):
                    if other == one or (lost.sat_with[other] and other < one):
                        continue
                    score = vacant[start + _row(entrants, min(one, other), max(one, other))]
                    left = score - (lost.scores[one, other] + lost.scores[other, one]) // 2
                    lost.scores[one, other], lost.scores[other, one] = 0, 0
                    of_field[absent, SUM] += left - score
                    of_field[absent, SQUARES] += left * left - score * score
        start += entrants * (entrants - 1) // 2
        first += entrants
    return found


@compiled
def _add_others(entrants: int, vacant: Integers, sums: Integers) -> None:
    """Give each entrant of a field the sums of the scores of all others, every set played once less."""
    whole = np.zeros(2, dtype=np.int64)
    for low in range(entrants):
        for high in range(low + 1, entrants):
            score = vacant[_row(entrants, low, high)]
            whole[SUM] += score
            whole[SQUARES] += score * score
            for own in (low, high):
                sums[own, SUM] -= score
                sums[own, SQUARES] -= score * score
    sums += whole


@compiled
def _lose(seats: Seats, field: int, board_set: int, absent: int, lost: Lost) -> None:
    """Add what comes from one set."""
    begin, end, weight = seats.sets[board_set], seats.sets[board_set + 1], seats.weight[board_set]
    vacant_h = max(seats.h[field], 1)
    for own in range(begin, end):
        if seats.entrant[own] != absent:
            continue
        meeting = seats.meeting[own]
        for one in range(begin, end):
            if seats.meeting[one] != meeting or seats.entrant[one] == absent:
                continue
            lost.sat_with[seats.entrant[one]] = True
            for other in range(begin, end):
                if seats.entrant[other] in (absent, seats.entrant[one]):
                    continue
                beside = seats.side[one] * seats.side[other]
                at_table = -beside if seats.meeting[other] == meeting else 0
                # Of two at tables of the absent one, each is found from the other too.
                times = 1 if _sits(seats, board_set, seats.meeting[other], absent) else 2
                lost.scores[seats.entrant[one], seats.entrant[other]] += times * weight * (beside + vacant_h * at_table)


@compiled
def _row(entrants: int, low: int, high: int) -> int:
    """The place of two entrants among every two of a field."""
    return low * (2 * entrants - low - 1) // 2 + high - low - 1


@compiled
def _sits(seats: Seats, board_set: int, meeting: int, entrant: int) -> bool:
    """Whether somebody sits at a meeting on a set."""
    for seat in range(seats.sets[board_set], seats.sets[board_set + 1]):
        if seats.meeting[seat] == meeting and seats.entrant[seat] == entrant:
            return True
    return False


@compiled
def _tables(seats: Seats, board_set: int) -> int:
    """At how many tables a set was played; its seats stand in order of meeting."""
    begin, end = seats.sets[board_set], seats.sets[board_set + 1]
    tables = 0
    for seat in range(begin, end):
        tables += seat == begin or seats.meeting[seat] != seats.meeting[seat - 1]
    return tables
