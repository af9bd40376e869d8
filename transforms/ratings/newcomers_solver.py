"""Solve for the ratings R of newcomers together: R = mean of opponents' ratings + A; some opponents are newcomers too.

Multiplied by the number of games, this is a symmetric positive definite system of whole numbers: `diagonal * x - the
sum of weight * x over links = right`. `Elimination` solves it for all groups at once. It takes players out, one after
the other, without subtraction (Grassmann, Taksar and Heyman 1985). Every player has an `excess`: the diagonal minus the
weights of the links; every group has some excess. The links of a player who is taken out become links between the
neighbours: links of weights v and w to a player with diagonal d become one link of weight v * w / d, and v * excess / d
is added to the excess of the neighbour. Nothing cancels, so each result is right to a few units of its last bit. Each
round takes out players who have few neighbours and are not linked to one another. Conjugate gradients solve the rest,
in which everybody has many neighbours.

A solution in binary fractions leaves a remainder of whole numbers, which is solved next. Each step adds a digit in base
`_STEP`. A rating is settled as soon as the unknown part cannot move it across the nearest half. The determinant is a
multiple of a rating's denominator, and proves that a rating is exactly a half (docs/decisions/newcomers.md).
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers

Floats = NDArray[np.float64]

_FEW = 8  # neighbours: a player with more stays, since the links between them would be too many
_SEED = 1


class _Links(NamedTuple):
    one: Integers
    other: Integers
    weight: Floats

    @classmethod
    def of(cls, size: int, one: Integers, other: Integers, weight: Floats) -> Self:
        """Make the links; links between the same two players are added up."""
        pair = np.minimum(one, other) * size + np.maximum(one, other)
        pairs, place = np.unique(pair, return_inverse=True)
        added_up = np.bincount(place, weight, len(pairs)).astype(np.float64, copy=False)
        return cls(pairs // size, pairs % size, added_up)


class _Round(NamedTuple):
    player: Integers
    diagonal: Floats
    of: Integers  # the place in `player` of each link
    neighbour: Integers
    weight: Floats


class Elimination(NamedTuple):
    """The order in which players are taken out, and the system that is left at the end."""

    rounds: list[_Round]
    core: Integers  # the players who are left
    core_diagonal: Floats
    core_links: _Links  # between places in `core`
    bits: Floats  # per player; the sum over a group is at least log2 of the determinant, except for rounding

    @classmethod
    def of(cls, excess: Integers, one: Integers, other: Integers) -> Self:
        """Take out players with few links. `one` and `other` give the ends of links of weight 1; equal links add up."""
        size = len(excess)
        beyond = excess.astype(np.float64)
        links = _Links.of(size, one, other, np.ones(len(one)))
        stays = np.ones(size, dtype=np.bool_)
        bits = np.zeros(size)
        rounds: list[_Round] = []
        random = np.random.default_rng(_SEED)
        while (going := _going(links, stays, random)).any():
            leaving, links = _leaving(going, links)
            diagonal = beyond[leaving.player] + np.bincount(leaving.of, leaving.weight, len(leaving.player))
            now = leaving._replace(diagonal=diagonal)
            rounds.append(now)
            bits[now.player] = np.log2(diagonal)
            stays[now.player] = False
            passed_on = now.weight * (beyond[now.player] / diagonal)[now.of]
            beyond += np.bincount(now.neighbour, passed_on, size)
            links = _with_shortcuts(size, links, now)
        core = np.flatnonzero(stays)
        place = np.cumsum(stays) - 1
        left = _Links(place[links.one], place[links.other], links.weight)
        core_diagonal = beyond[core] + _at_both_ends(left, len(core))
        bits[core] = np.log2(core_diagonal)
        return cls(rounds, core, core_diagonal, left, bits)

    def solved(self, right: Floats, small: float) -> Floats:
        """Return the solution. For players who are left at the end, the solution is exact to about `small`."""
        found = right.copy()
        for now in self.rounds:
            found += np.bincount(now.neighbour, now.weight * (found[now.player] / now.diagonal)[now.of], len(found))
        found[self.core] = _conjugate_gradients(self.core_diagonal, self.core_links, found[self.core], small)
        for now in reversed(self.rounds):
            of_neighbours = np.bincount(now.of, now.weight * found[now.neighbour], len(now.player))
            found[now.player] = (found[now.player] + of_neighbours) / now.diagonal
        return found


def _going(links: _Links, stays: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.bool_]:
    """Choose the players of this round: those with few neighbours who drew a lower lot than each such neighbour."""
    size, highest = len(stays), np.iinfo(np.int64).max
    neighbours = np.bincount(links.one, minlength=size) + np.bincount(links.other, minlength=size)
    has_few = stays & (neighbours <= _FEW)
    lot = np.where(has_few, neighbours * size + random.permutation(size), highest)
    lowest = np.full(size, highest)
    for one, other in ((links.one, links.other), (links.other, links.one)):
        np.minimum.at(lowest, one, lot[other])
    return has_few & (lot < lowest)


def _leaving(going: NDArray[np.bool_], links: _Links) -> tuple[_Round, _Links]:
    player, place = np.flatnonzero(going), np.cumsum(going) - 1
    by_one, by_other = going[links.one], going[links.other]
    of = np.concatenate([place[links.one[by_one]], place[links.other[by_other]]])
    neighbour = np.concatenate([links.other[by_one], links.one[by_other]])
    weight = np.concatenate([links.weight[by_one], links.weight[by_other]])
    order = np.argsort(of, kind="stable")
    kept = ~(by_one | by_other)
    rest = _Links(links.one[kept], links.other[kept], links.weight[kept])
    return _Round(player, np.zeros(0), of[order], neighbour[order], weight[order]), rest


def _with_shortcuts(size: int, links: _Links, gone: _Round) -> _Links:
    one, other, weight = [links.one], [links.other], [links.weight]
    for apart in range(1, _FEW):
        same = np.flatnonzero(gone.of[apart:] == gone.of[:-apart])
        if not len(same):
            break
        one.append(gone.neighbour[same])
        other.append(gone.neighbour[same + apart])
        weight.append(gone.weight[same] * gone.weight[same + apart] / gone.diagonal[gone.of[same]])
    if len(one) == 1:
        return links
    return _Links.of(size, np.concatenate(one), np.concatenate(other), np.concatenate(weight))


def _conjugate_gradients(diagonal: Floats, links: _Links, right: Floats, small: float) -> Floats:
    sought = np.zeros(len(right))
    if not len(right):
        return sought
    left_over = right.copy()
    direction = left_over / diagonal
    size = float(left_over @ direction)
    for _ in range(len(right)):
        if np.abs(left_over / diagonal).max() <= small:
            break
        applied = diagonal * direction - _at_both_ends(links, len(right), direction)
        step = size / float(direction @ applied)
        sought += step * direction
        left_over -= step * applied
        scaled = left_over / diagonal
        size, before = float(left_over @ scaled), size
        direction = scaled + size / before * direction
    return sought


def _at_both_ends(links: _Links, size: int, values: Floats | None = None) -> Floats:
    known = np.ones(size) if values is None else values
    found = np.bincount(links.one, links.weight * known[links.other], size)
    found += np.bincount(links.other, links.weight * known[links.one], size)
    return found.astype(np.float64, copy=False)


Truths = NDArray[np.bool_]

_PASSES = 8  # at most; each pass starts from the remainder of the one before, and one or two passes are usual
_SMALL = 1e-12  # in rating points: the largest remainder with which the passes end
_ROUGH = 1e-2  # the same for a solution in whole points, which decides nothing yet
_STEP = 1_441_440  # twice the least common multiple of 1 to 16: small denominators end after a digit or two
_EPSILON = 2.0**-52
_BIT_FOR_ROUNDING = 1  # larger than the error of the logarithm of a determinant


class Meetings(NamedTuple):
    """Games between players who both had no rating. Each game is listed twice, once from the view of each player."""

    one: Integers
    other: Integers


class Means(NamedTuple):
    """The means to compute: `games * mean = total + the opponents' unknown ratings`, which are such means themselves.

    `games` counts all games of each player; in every group, at least one player has more games than meetings. `total`
    is the sum of the known ratings of the opponents, plus A for every game.
    """

    games: Integers
    total: Integers
    met: Meetings  # `one` is a place in the other two fields, `other` that of an unknown rating

    def sums(self, ratings: Floats) -> Floats:
        """Return, for each mean, the sum of the ratings of the opponents in its meetings."""
        found = np.bincount(self.met.one, ratings[self.met.other], minlength=len(self.games))
        return found.astype(np.float64, copy=False)

    def exact_sums(self, digits: Integers) -> Integers:
        """Do the same as `sums`, but for whole numbers, because `bincount` adds binary fractions."""
        found = np.zeros(len(self.games), dtype=np.int64)
        np.add.at(found, self.met.one, digits[self.met.other])
        return found

    def among(self, ones: Truths, others: Truths) -> Self:
        """Return only the players chosen in `ones`, renumbered. They must have met only players chosen in `others`."""
        within = ones[self.met.one]
        new_one, new_other = np.cumsum(ones) - 1, np.cumsum(others) - 1
        met = Meetings(new_one[self.met.one[within]], new_other[self.met.other[within]])
        return self._replace(games=self.games[ones], total=self.total[ones], met=met)

    @property
    def known(self) -> Integers:
        """Return the number of games against opponents with a rating."""
        return self.games - np.bincount(self.met.one, minlength=len(self.games))


class _System(NamedTuple):
    unrated: Means
    elimination: Elimination

    @classmethod
    def of(cls, unrated: Means) -> Self:
        """Order the players for the elimination."""
        one, other = unrated.met
        once = one < other
        return cls(unrated, Elimination.of(unrated.known, one[once], other[once]))


def groups(size: int, meetings: Meetings) -> Integers:
    """Return, for each of `size` players, the first player with whom a chain of meetings connects that player."""
    first = np.arange(size)
    while True:
        found = first.copy()
        np.minimum.at(found, first[meetings.one], first[meetings.other])
        while not np.array_equal(leads_to := found[found], found):
            found = leads_to
        if np.array_equal(found, first):
            return first
        first = found


def rounded(unrated: Means, means: Means) -> Integers:
    """Return the means as whole numbers, rounded as exact fractions would be, with halves away from zero.

    Raises:
        ArithmeticError: no ratings solve the system closely enough, which has not happened so far.
    """
    if not len(means.games):
        return np.zeros(0, dtype=np.int64)
    system, known = _System.of(unrated), unrated.known
    base = int(unrated.total.sum()) // max(int(known.sum()), 1)
    left_over = unrated.total - base * known
    total = means.total + means.exact_sums(np.full(len(known), base))
    for _ in range(_PASSES):
        points = np.rint(system.elimination.solved(left_over.astype(np.float64), _ROUGH)).astype(np.int64)
        if not points.any():
            break
        left_over = left_over - unrated.games * points + unrated.exact_sums(points)
        total += means.exact_sums(points)
    ratings, bound = _solved(system, left_over)
    half = 2 * np.floor((total + means.sums(ratings)) / means.games).astype(np.int64) + 1
    if (means.sums(bound) >= means.games / 2).any():
        raise ArithmeticError("the ratings of unrated players could not be solved for")
    beyond = 2 * total - half * means.games
    side = _sides(system, means, left_over, beyond, (ratings, bound))
    return (half + np.where(side == 0, np.sign(half), side)) // 2


def _sides(
    system: _System, means: Means, left_over: Integers, beyond: Integers, solved: tuple[Floats, Floats]
) -> Integers:
    """Return whether each mean is above the half where rounding changes (1), below it (-1) or exactly on it (0)."""
    # `left_over` is the right-hand side of the system after the digits found so far, and `solved` has its ratings and
    # bounds. `beyond` is how far the mean is above its half with these digits, times twice the games.
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
            cluster = _clusters(system.unrated, means)
            of_players = cluster[: len(system.unrated.games)]
            bits = np.bincount(of_players, system.elimination.bits, len(cluster)) + _BIT_FOR_ROUNDING
        of_unrated, of_means = np.split(cluster, [len(system.unrated.games)])
        nearest = np.log2(np.where(settled, 1, np.abs(value) + error)) - steps * np.log2(_STEP)
        is_open = ~settled & (nearest + 1 >= -bits[of_means])
        if not is_open.any():
            return side
        goes_on = np.zeros(len(bits), dtype=np.bool_)
        goes_on[of_means[is_open]] = True
        stays = goes_on[of_unrated]
        if not stays.all():
            system = _System.of(system.unrated.among(stays, stays))
        means = means.among(is_open, stays)
        place, cluster = place[is_open], np.concatenate([of_unrated[stays], of_means[is_open]])
        digit = np.rint(_STEP * ratings[stays]).astype(np.int64)
        unrated = system.unrated
        left_over = _STEP * left_over[stays] - unrated.games * digit + unrated.exact_sums(digit)
        beyond = _STEP * beyond[is_open] + 2 * means.exact_sums(digit)
        solved = _solved(system, left_over)
        steps += 1


def _with_error(means: Means, beyond: Integers, ratings: Floats, bound: Floats) -> tuple[Floats, Floats]:
    """Return how far each mean is above its half (`_sides`), and the largest error that ratings and rounding cause."""
    terms = np.bincount(means.met.one, minlength=len(means.games)) + 4
    size = np.abs(beyond) + 2 * means.sums(np.abs(ratings))
    error = (2 * means.sums(bound) + _EPSILON * size) * (1 + _EPSILON * terms) + _EPSILON * terms * size
    return beyond + 2 * means.sums(ratings), error


def _clusters(unrated: Means, means: Means) -> Integers:
    """Return a number for each unrated player, then for each mean; those that a mean connects have the same number."""
    of_mean, (one, other) = means.met.one + len(unrated.games), unrated.met
    ones, others = [one, of_mean, means.met.other], [other, means.met.other, of_mean]
    size = len(unrated.games) + len(means.games)
    return groups(size, Meetings(np.concatenate(ones), np.concatenate(others)))


def _solved(system: _System, right: Integers) -> tuple[Floats, Floats]:
    unrated, left_over = system.unrated, right.astype(np.float64)
    sought = np.zeros(len(unrated.games))
    for _ in range(_PASSES):
        sought += system.elimination.solved(left_over, _SMALL)
        left_over = right - _applied(unrated, sought)
        if (np.abs(left_over) <= _SMALL * unrated.games).all():
            break
    return sought, _bound(system, np.abs(left_over) + _by_rounding(unrated, sought, np.abs(right)))


def _bound(system: _System, left_over: Floats) -> Floats:
    """Return how far from zero the solution for `left_over` may be. No number in `left_over` may be negative."""
    # If one player's rating rises, nobody's falls. So if the system turns some numbers into at least `left_over`, these
    # numbers are at least the solution. Rounding in the system may leave that open. Then the sum of a row of the
    # inverse is still at most the square of the number of players in the group. To see this, take the players as an
    # electric network, in which each meeting conducts 1 or more: no player is further than that number from a known
    # rating.
    unrated = system.unrated
    most = 2 * system.elimination.solved(left_over, _SMALL * float(left_over.max(initial=0)))
    if (_applied(unrated, most) - _by_rounding(unrated, most, 0) >= left_over).all():
        return most
    _, group, sizes = np.unique(groups(len(most), unrated.met), return_inverse=True, return_counts=True)
    of_group = np.zeros(len(sizes))
    np.maximum.at(of_group, group, left_over)
    return (sizes.astype(np.float64) ** 2 * of_group)[group]


def _by_rounding(unrated: Means, ratings: Floats, right: Integers | int) -> Floats:
    games, sizes = unrated.games, np.abs(ratings)
    wrong = _EPSILON * (games + 4) * (right + games * sizes + unrated.sums(sizes))
    return wrong.astype(np.float64, copy=False)


def _applied(unrated: Means, ratings: Floats) -> Floats:
    return unrated.games * ratings - unrated.sums(ratings)
