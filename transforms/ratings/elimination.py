"""Solves `diagonal * x - the sum of weight * x over links = right` by taking players out, one after the other.

Every player has an `excess`, by which the diagonal is more than the weights of the links; every group has some. To take
a player out, the links to his or her neighbours become links between these: a link of weights v and w through a player
with diagonal d becomes one of v * w / d, and v * excess / d goes to the excess of the neighbour. All of this is sums of
numbers that are not negative, so nothing cancels, and each result is right to a few units of its last bit.

In each round a part of the players goes who have few neighbours, no two of them linked: from a chain or a tree about a
third. So a chain of any length takes some dozens of rounds, each smaller than the one before. What is left where
everybody has many neighbours is solved by conjugate gradients, which are fast where no two players are far apart.

The elimination without subtraction is that of Grassmann, Taksar and Heyman (1985).
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers

Floats = NDArray[np.float64]

_FEW = 8
"""Neighbours: a player with more stays, since the links between them would be too many."""
_SEED = 1


class _Links(NamedTuple):
    """Links between players, each here once."""

    one: Integers
    other: Integers
    weight: Floats

    @classmethod
    def of(cls, size: int, one: Integers, other: Integers, weight: Floats) -> Self:
        """The links, those between the same two players added up."""
        pair = np.minimum(one, other) * size + np.maximum(one, other)
        pairs, place = np.unique(pair, return_inverse=True)
        added_up = np.bincount(place, weight, len(pairs)).astype(np.float64, copy=False)
        return cls(pairs // size, pairs % size, added_up)


class _Round(NamedTuple):
    """Players who go at the same time: their diagonals, and their links in the order of `of`."""

    player: Integers
    diagonal: Floats
    of: Integers
    """The place in `player` of each link."""
    neighbour: Integers
    weight: Floats


class Elimination(NamedTuple):
    """The order in which players are taken out, and the system that is left at the end."""

    rounds: list[_Round]
    core: Integers
    """The players who are left."""
    core_diagonal: Floats
    core_links: _Links
    """Between places in `core`."""
    bits: Floats
    """For each player a number; its sum over a group is no less than log2 of the determinant, but for rounding."""

    @classmethod
    def of(cls, excess: Integers, one: Integers, other: Integers) -> Self:
        """Take out whom few links hold.

        Args:
            excess: of each player, not negative.
            one: a player of each link of weight 1; links between the same two are added up.
            other: the other player of it.
        """
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
        """The solution; where some players are left at the end, to about `small` in theirs."""
        found = right.copy()
        for now in self.rounds:
            found += np.bincount(now.neighbour, now.weight * (found[now.player] / now.diagonal)[now.of], len(found))
        found[self.core] = _conjugate_gradients(self.core_diagonal, self.core_links, found[self.core], small)
        for now in reversed(self.rounds):
            of_neighbours = np.bincount(now.of, now.weight * found[now.neighbour], len(now.player))
            found[now.player] = (found[now.player] + of_neighbours) / now.diagonal
        return found


def _going(links: _Links, stays: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.bool_]:
    """Who goes in this round: who has few neighbours, and a lower lot than each neighbour who has few, too."""
    size = len(stays)
    neighbours = np.bincount(links.one, minlength=size) + np.bincount(links.other, minlength=size)
    has_few = stays & (neighbours <= _FEW)
    lot = np.where(has_few, neighbours * size + random.permutation(size), np.iinfo(np.int64).max)
    lowest = np.full(size, np.iinfo(np.int64).max)
    np.minimum.at(lowest, links.one, lot[links.other])
    np.minimum.at(lowest, links.other, lot[links.one])
    return has_few & (lot < lowest)


def _leaving(going: NDArray[np.bool_], links: _Links) -> tuple[_Round, _Links]:
    """Those who go, still without diagonals, and the links of the others."""
    player = np.flatnonzero(going)
    place = np.cumsum(going) - 1
    by_one, by_other = going[links.one], going[links.other]
    of = np.concatenate([place[links.one[by_one]], place[links.other[by_other]]])
    neighbour = np.concatenate([links.other[by_one], links.one[by_other]])
    weight = np.concatenate([links.weight[by_one], links.weight[by_other]])
    order = np.argsort(of, kind="stable")
    kept = ~(by_one | by_other)
    rest = _Links(links.one[kept], links.other[kept], links.weight[kept])
    return _Round(player, np.zeros(0), of[order], neighbour[order], weight[order]), rest


def _with_shortcuts(size: int, links: _Links, gone: _Round) -> _Links:
    """The links, with those between all neighbours of each player who went."""
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
    """For each player the sum of the weights of the links, times the value at the other end."""
    known = np.ones(size) if values is None else values
    found = np.bincount(links.one, links.weight * known[links.other], size)
    found += np.bincount(links.other, links.weight * known[links.one], size)
    return found.astype(np.float64, copy=False)
