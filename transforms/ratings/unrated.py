"""Players without a rating, solved together: R = mean of the opponents' ratings + A, where some of these are sought.

Times the number of games this is a symmetric positive definite system of whole numbers: conjugate gradients solve it
for all groups at once. What a solution in binary fractions leaves over is whole too, and is solved for in turn: each
step adds a digit to the base `_STEP`, and what is still unknown shrinks as much. A rating is settled as soon as that
cannot carry it across the half it is nearest to. Bounds alone never settle one that is a half, but its denominator
divides the determinant, and that is no more than the product of the diagonal (Hadamard's inequality): what is nearer
to a half than such a fraction can be is the half.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]

_PASSES = 8
"""At most; each starts from what the one before left over, and one or two do."""
_SMALL = 1e-12
"""Of a rating point: what may be left over when a pass ends."""
_ROUGH = 1e-2
"""The same for whole points, of which nothing is decided yet."""
_STEP = 1_441_440
"""Twice the least number that 1 to 16 all divide: ratings with small denominators end after a digit or two."""
_EPSILON = 2.0**-52


class Meetings(NamedTuple):
    """Games between players who both had no rating: each twice, once from either side."""

    one: Integers
    other: Integers


class Unrated(NamedTuple):
    """The ratings x that are sought: `games * x = total + the sum of x over the player's meetings`."""

    games: Integers
    """Of each player, in all; more than the meetings for at least one player of every group."""
    total: Integers
    """Of the ratings of opponents who have one, and A for every game."""
    group: Integers
    """The same number for all whom meetings link."""
    meetings: Meetings
    """Players by their place in the other three."""


class Means(NamedTuple):
    """What is asked: `(total + the sum of x over those met) / games`, of anybody who met unrated players."""

    games: Integers
    total: Integers
    met: Meetings
    """`one` by place in the other two, `other` by place in `Unrated`."""


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


def rounded(unrated: Unrated, means: Means) -> Integers:
    """The means as whole numbers, halves away from zero, as exact fractions would give them.

    The time grows with the number of meetings; of a group that is one long chain, with the square of its length.

    Raises:
        ArithmeticError: the gradients found no solution, as no system of this kind has made them.
    """
    if not len(means.games):
        return np.zeros(0, dtype=np.int64)
    known = unrated.games - np.bincount(unrated.meetings.one, minlength=len(unrated.games))
    base = int(unrated.total.sum()) // max(int(known.sum()), 1)
    left_over = unrated.total - base * known
    points = np.rint(_conjugate_gradients(unrated, left_over.astype(np.float64), _ROUGH)).astype(np.int64)
    left_over = left_over - _applied_exactly(unrated, points)
    total = means.total + _met_exactly(means, base + points)
    ratings, bound = _solved(unrated, left_over)
    half = 2 * np.floor((total + _met(means, ratings)) / means.games).astype(np.int64) + 1
    if (_met(means, bound) >= means.games / 2).any():
        raise ArithmeticError("the ratings of unrated players could not be solved for")
    side = _sides(unrated, means, left_over, 2 * total - half * means.games, (ratings, bound))
    return (half + np.where(side == 0, np.sign(half), side)) // 2


def _sides(
    unrated: Unrated, means: Means, left_over: Integers, beyond: Integers, solved: tuple[Floats, Floats]
) -> Integers:
    """On which side of its half each mean is, -1 or 1; 0 for the half itself.

    Args:
        unrated: the system.
        means: those asked.
        left_over: right-hand side of the system, by the digits found so far.
        beyond: how far the mean is beyond its half by these, times twice the games.
        solved: the ratings and bounds that belong to `left_over`.
    """
    side = np.zeros(len(means.games), dtype=np.int64)
    place = np.arange(len(side))
    cluster: Integers | None = None
    bits = np.zeros(0)
    steps = 0
    while True:
        ratings, bound = solved
        value, error = _with_error(means, beyond, ratings, bound)
        settled = (np.abs(value) > error) | (error == 0)
        side[place[settled]] = np.sign(value[settled]).astype(np.int64)
        if settled.all():
            return side
        if cluster is None:
            cluster = _clusters(unrated, means)
            bits = np.bincount(cluster[: len(unrated.games)], np.log2(unrated.games), len(cluster))
        of_unrated, of_means = np.split(cluster, [len(unrated.games)])
        nearest = np.log2(np.where(settled, 1, np.abs(value) + error)) - steps * np.log2(_STEP)
        is_open = ~settled & (nearest + 1 >= -bits[of_means])
        if not is_open.any():
            return side
        goes_on = np.zeros(len(bits), dtype=np.bool_)
        goes_on[of_means[is_open]] = True
        stays = goes_on[of_unrated]
        unrated, means = _part(unrated, stays), _part_of_means(means, is_open, stays)
        place, cluster = place[is_open], np.concatenate([of_unrated[stays], of_means[is_open]])
        digit = np.rint(_STEP * ratings[stays]).astype(np.int64)
        left_over = _STEP * left_over[stays] - _applied_exactly(unrated, digit)
        beyond = _STEP * beyond[is_open] + 2 * _met_exactly(means, digit)
        solved = _solved(unrated, left_over)
        steps += 1


def _with_error(means: Means, beyond: Integers, ratings: Floats, bound: Floats) -> tuple[Floats, Floats]:
    """How far beyond the half, and how much that may be wrong: the ratings by their bound, the sum by its terms."""
    terms = np.bincount(means.met.one, minlength=len(means.games)) + 4
    size = np.abs(beyond) + 2 * _met(means, np.abs(ratings))
    return beyond + 2 * _met(means, ratings), (2 * _met(means, bound) + _EPSILON * size) * (1 + _EPSILON * terms) + (
        _EPSILON * terms * size
    )


def _clusters(unrated: Unrated, means: Means) -> Integers:
    """A number for all groups that some mean joins: of the unrated, and after them of the means."""
    size = len(unrated.games)
    asked = means.met.one + size
    one, other = unrated.meetings
    return groups(
        size + len(means.games),
        Meetings(np.concatenate([one, asked, means.met.other]), np.concatenate([other, means.met.other, asked])),
    )


def _part(unrated: Unrated, stays: Truths) -> Unrated:
    """Whole groups of the system."""
    row, within = np.cumsum(stays) - 1, stays[unrated.meetings.one]
    meetings = Meetings(row[unrated.meetings.one[within]], row[unrated.meetings.other[within]])
    return Unrated(unrated.games[stays], unrated.total[stays], unrated.group[stays], meetings)


def _part_of_means(means: Means, is_open: Truths, stays: Truths) -> Means:
    within = is_open[means.met.one]
    met = Meetings((np.cumsum(is_open) - 1)[means.met.one[within]], (np.cumsum(stays) - 1)[means.met.other[within]])
    return Means(means.games[is_open], means.total[is_open], met)


def _solved(unrated: Unrated, right: Integers) -> tuple[Floats, Floats]:
    """The solution, and how far each of it may be from the exact one.

    The sum of a row of the inverse is at most the square of the number of players in the group: a meeting conducts
    1 or more, so no player is further than that number from what is known, and nobody is lifted more than the one
    who is lifted.
    """
    games = unrated.games
    sought = np.zeros(len(games))
    left_over = right.astype(np.float64)
    for _ in range(_PASSES):
        sought += _conjugate_gradients(unrated, left_over, _SMALL)
        left_over = right - _applied(unrated, sought)
        if (np.abs(left_over) <= _SMALL * games).all():
            break
    of_others = np.bincount(unrated.meetings.one, np.abs(sought)[unrated.meetings.other], len(games))
    by_rounding = _EPSILON * (games + 4) * (np.abs(right) + games * np.abs(sought) + of_others)
    _, group, sizes = np.unique(unrated.group, return_inverse=True, return_counts=True)
    most = np.zeros(len(sizes))
    np.maximum.at(most, group, np.abs(left_over) + by_rounding)
    return sought, (sizes.astype(np.float64) ** 2 * most)[group]


def _conjugate_gradients(unrated: Unrated, right: Floats, small: float) -> Floats:
    games = unrated.games
    sought = np.zeros(len(right))
    left_over = right.copy()
    direction = left_over / games
    size = float(left_over @ direction)
    for _ in range(len(right)):
        if np.abs(left_over / games).max() <= small:
            break
        applied = _applied(unrated, direction)
        step = size / float(direction @ applied)
        sought += step * direction
        left_over -= step * applied
        scaled = left_over / games
        size, before = float(left_over @ scaled), size
        direction = scaled + size / before * direction
    return sought


def _applied(unrated: Unrated, ratings: Floats) -> Floats:
    """What the system makes of ratings."""
    one, other = unrated.meetings
    return unrated.games * ratings - np.bincount(one, ratings[other], minlength=len(ratings))


def _applied_exactly(unrated: Unrated, digits: Integers) -> Integers:
    """The same of whole numbers; not by `bincount`, whose sums are binary fractions."""
    found = unrated.games * digits
    np.subtract.at(found, unrated.meetings.one, digits[unrated.meetings.other])
    return found


def _met(means: Means, ratings: Floats) -> Floats:
    """The sum over those met."""
    found = np.bincount(means.met.one, ratings[means.met.other], minlength=len(means.games))
    return found.astype(np.float64, copy=False)


def _met_exactly(means: Means, digits: Integers) -> Integers:
    found = np.zeros(len(means.games), dtype=np.int64)
    np.add.at(found, means.met.one, digits[means.met.other])
    return found
