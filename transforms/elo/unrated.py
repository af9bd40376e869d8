"""Players without a rating, solved together: R = mean of the opponents' ratings + A, where some of these are sought.

Times the number of games this is a symmetric positive definite system: conjugate gradients solve it for all groups
at once. Ratings are sought as differences from one of the given ratings, so that little is lost in binary fractions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.elo.arithmetic import Integers

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]

_PASSES = 3
"""Each starts from what the one before left over."""
_SMALL = 1e-12
"""Of a rating point: what may be left over when a pass ends."""


class Meetings(NamedTuple):
    """Games between players who both had no rating: each twice, once from either side."""

    one: Integers
    other: Integers


def groups(size: int, meetings: Meetings) -> Integers:
    """For each of `size` players the first of those to whom a chain of meetings leads.

    In each round every group that is not yet whole joins another, so that they are half as many after it.
    """
    first = np.arange(size)
    while True:
        found = first.copy()
        np.minimum.at(found, first[meetings.one], first[meetings.other])
        while not np.array_equal(leads_to := found[found], found):
            found = leads_to
        if np.array_equal(found, first):
            return first
        first = found


def solve(games: Integers, total: Integers, meetings: Meetings) -> Floats:
    """The ratings x for which `games * x = total + the sum of x over the player's meetings`.

    Args:
        games: of each player, in all; more than the meetings for at least one player of every group.
        total: of the ratings of opponents who have one, and A for every game.
        meetings: players by their place in the other two.
    """
    if not len(games):
        return np.zeros(0)
    known = games - np.bincount(meetings.one, minlength=len(games))
    base = int(total.sum() // max(int(known.sum()), 1))
    right = (total - base * known).astype(np.float64)
    sought = np.zeros(len(games))
    for _ in range(_PASSES):
        sought += _conjugate_gradients(games, right - _applied(games, meetings, sought), meetings)
    return base + sought


def _conjugate_gradients(games: Integers, right: Floats, meetings: Meetings) -> Floats:
    sought = np.zeros(len(right))
    left_over = right.copy()
    direction = left_over / games
    size = float(left_over @ direction)
    for _ in range(len(right)):
        if np.abs(left_over / games).max() <= _SMALL:
            break
        applied = _applied(games, meetings, direction)
        step = size / float(direction @ applied)
        sought += step * direction
        left_over -= step * applied
        scaled = left_over / games
        size, before = float(left_over @ scaled), size
        direction = scaled + size / before * direction
    return sought


def _applied(games: Integers, meetings: Meetings, ratings: Floats) -> Floats:
    """What the system makes of ratings."""
    return games * ratings - np.bincount(meetings.one, ratings[meetings.other], minlength=len(games))
