"""The movement to be found, in the terms of the search: seats, base sets, and the images of a base set.

A *seat* is a pair's number in the search. Large good movements have a symmetry: a renumbering that turns seats in
circles of equal size. A *base set* of boards is played once under each turn of the circles, so the search has to find
only a few base sets. With all seats but one in one circle, the search finds the Howells, including every movement with
a balance that is known to be perfect. With one turn per session, it finds one movement for all sessions, renumbered for
each.

If the number of rounds is not a multiple of the number of turns, some sets can be *unturned*: each turn gives the same
set again. In an unturned set every circle meets the next one: each seat meets the seat that is a fixed number of places
further. All seats of a circle sit in the same direction.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.quality import least_squares


class Symmetry(NamedTuple):
    """A symmetry of a movement: `circles` circles turn, each of `order` seats, and the remaining seats stay."""

    order: int
    circles: int
    unturned: int = 0  # sets that are the same after each turn
    left_out: int = 0  # sets that are left out at the end (`whole`)

    def __str__(self) -> str:
        """Return order and circles: `7x2`, with an unturned set `7x2+1`, with two sets left out `13x1-2`, or `none`."""
        others = (f"+{self.unturned}" if self.unturned else "") + (f"-{self.left_out}" if self.left_out else "")
        return f"{self.order}x{self.circles}{others}" if self.circles else "none"


NONE = Symmetry(1, 0)  # nothing turns


class Plan(NamedTuple):
    """The plan of a movement. Board sets are numbered base set by base set, in order of their images."""

    seats: int  # even: with an odd number of pairs one seat is empty, and the pair opposite sits out
    images: NDArray[np.int64]  # images x seats; the first is the identity
    copies: NDArray[np.int64]  # per base set: the number of images played, all or one
    session_of_set: NDArray[np.int64]  # per board set
    line_of_seat: NDArray[np.int64]  # per seat; pairs of different lines never meet, but are scored together
    phantom: int = -1  # the empty seat
    fixed: int = -1  # a seat that keeps its table, NS
    unturned: int = 0  # the last base sets are the same after each turn; they never change
    alike: bool = False  # session s is the first session under image s: one movement, renumbered

    @property
    def pairs(self) -> int:
        """The number of pairs that play."""
        return self.seats - (self.phantom >= 0)

    @property
    def board_sets(self) -> int:
        """The number of board sets, which is also the number of rounds."""
        return len(self.session_of_set)

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return int(self.session_of_set.max()) + 1

    @property
    def lines(self) -> int:
        """The number of lines."""
        return int(self.line_of_seat.max()) + 1

    @property
    def plays_a_set(self) -> int:
        """The number of times each board set is played."""
        return self.pairs // 2


class Asked(NamedTuple):
    """The size of a movement to be found."""

    pairs: int  # of all lines
    rounds: int
    sessions: int = 1
    lines: int = 1
    fixed: bool = False  # whether a pair keeps its table, NS
    turns_apart: bool = False  # whether the images of each base set are in different sessions


def plan(asked: Asked, symmetry: Symmetry = NONE) -> Plan | None:
    """Return the plan of a movement with a symmetry; None if the symmetry does not fit the size."""
    # Rounds beyond a multiple of the order are free: they are base sets with one image. If the symmetry has unturned
    # sets, these are the only free rounds. Sessions are as equal in length as possible. If no round is free and the
    # number of sessions n divides the order, a session takes every n-th image of all base sets.
    seats, rounds, sessions = asked.pairs + asked.pairs % 2, asked.rounds, asked.sessions
    order, circles, unturned, left_out = symmetry
    shifts, numbers = np.meshgrid(np.arange(order), np.arange(seats), indexing="ij")
    circle, place = np.divmod(numbers, order)
    images = np.where(circle < circles, circle * order + (place + shifts) % order, numbers)
    line_of_seat = np.arange(seats) * asked.lines // seats
    stays = (seats - 1 if asked.pairs % 2 else -1, asked.pairs - 1 if asked.fixed else -1)
    turned_away = any(seat >= 0 and (images[:, seat] != seat).any() for seat in stays)
    is_too_large = order * circles > seats or order > rounds
    if left_out or is_too_large or turned_away or (line_of_seat[images] != line_of_seat).any():
        return None
    if unturned and (circles % 2 or (rounds - unturned) % order or asked.lines > 1 or asked.fixed or order == 1):
        return None
    base_sets, free = divmod(rounds - unturned, order)
    free += unturned
    in_order = np.arange(rounds)
    by_image = order % sessions == 0 and not free and not asked.turns_apart
    session = in_order % order % sessions if by_image else in_order * sessions // rounds
    copies = np.concatenate([np.full(base_sets, order), np.ones(free, np.int64)])
    if asked.turns_apart:
        image = in_order - np.repeat(np.cumsum(copies) - copies, copies)
        session[np.argsort((np.repeat(np.arange(len(copies)), copies) + image) % sessions, kind="stable")] = (
            in_order * sessions // rounds
        )
    return Plan(seats, images, copies, session, line_of_seat, *stays, unturned, by_image and sessions > 1)


def rounds_of_sessions(asked: Asked) -> list[int]:
    """Return the number of rounds of each session."""
    return np.bincount(np.arange(asked.rounds) * asked.sessions // asked.rounds).tolist()


def symmetries(asked: Asked) -> list[Symmetry]:
    """Return the symmetries worth trying: all seats but one, then small orders of nearly all seats, then none."""
    seats = asked.pairs + asked.pairs % 2
    howell = [Symmetry(seats - 1, 1)] if asked.rounds % (seats - 1) == 0 else []
    small = [
        Symmetry(order, seats // order - fewer)
        for order in range(2, min(asked.rounds, seats // 2) + 1)
        for fewer in range(3)
        if asked.rounds % order <= 1 and seats // order - fewer > 0
    ]
    return [one for one in dict.fromkeys([*howell, *small, NONE]) if plan(asked, one) is not None]


def least_ss(asked: Asked) -> int:
    """Return a lower bound of the SS of every movement of this size. A movement with this SS is proved optimal.

    The bound assumes that everybody plays every set once and that the numbers of meetings of any two pairs differ as
    little as possible. For three rows of r signs x, y, z every set contributes 3 or -1 to xy + xz + yz, so this sum is
    3r modulo 4. Hence the pairs fall into two classes: two pairs of one class have an inner product of r modulo 4, and
    two pairs of different classes have r + 2. The score of two pairs is their inner product, plus t (the number of
    tables) for every meeting. So the sizes of the classes, and which pairs meet once more than the others, determine
    each score modulo 4. The scores of one pair add up to r (t - 1), so the sum across the classes determines the sums
    within each class. For every choice, these sums are spread as evenly as the remainders allow.

    If several lines are scored together, half of each line sits North-South on each set and half East-West. So the
    scores of a pair with another line add up to 0, and those within its own line have the same sum as without others.
    """
    # With an odd number of pairs, the bound is the SS of integers as even as their sum allows. It may be out of reach.
    if asked.pairs % 2:
        tables = asked.pairs // 2
        return least_squares(tables * (tables - 1) * asked.rounds, asked.pairs * tables)
    if asked.lines > 1:
        return _of_lines(asked)
    least = (asked.pairs * asked.rounds * asked.pairs) ** 2
    for first in range(asked.pairs // 2 + 1):
        least = _of_classes(asked.pairs, asked.pairs // 2, asked.rounds, first, least)
    return least


def _of_classes(pairs: int, tables: int, rounds: int, first: int, least: int) -> int:
    """Return the smaller of `least` and the SS with `first` pairs in class 1; each set has `tables` tables in all."""
    second = pairs - first
    within, other = first * (first - 1) // 2, second * (second - 1) // 2
    across = first * second
    usual, more = divmod(rounds, pairs - 1)
    same = rounds + tables * usual
    for once_more in _meetings(first, second, more):
        counts = tuple(zip((within, other, across), once_more, strict=True))
        too_far = 0
        for sum_across in _outwards(
            across * rounds * (tables - 1) // (pairs - 1), (rounds + tables * (usual + 1)) * across
        ):
            sums = (first * rounds * (tables - 1) - sum_across, second * rounds * (tables - 1) - sum_across)
            if _at_least(counts, (sums[0] / 2, sums[1] / 2, sum_across)) >= least:
                # The middle is the best. Further out on the same side, the bound only gets worse.
                too_far += 1
                if too_far == 2:
                    break
                continue
            too_far = 0
            if sums[0] % 2 or sums[1] % 2:
                continue
            totals = (sums[0] // 2, sums[1] // 2, sum_across)
            parts = [
                _spread(((count - extra, remainder % 4), (extra, (remainder + tables) % 4)), total)
                for (count, extra), remainder, total in zip(counts, (same, same, same + 2), totals, strict=True)
            ]
            least = min(least, sum(part for part in parts if part is not None)) if None not in parts else least
    return least


def _of_lines(asked: Asked) -> int:
    size, tables, rounds = asked.pairs // asked.lines, asked.pairs // 2, asked.rounds
    most = (asked.pairs * rounds * asked.pairs) ** 2
    within = [_of_classes(size, tables, rounds, first, most) for first in range(size + 1)]
    least = min(
        within[first] + within[other] + (asked.lines - 1) * _between(size, rounds, first, other)
        for first in range(size + 1)
        for other in range(size + 1)
    )
    return -(-asked.lines * least // 2)


def _between(size: int, rounds: int, first: int, other: int) -> int:
    alike = first * other + (size - first) * (size - other)
    squares = _spread(((alike, rounds % 4), (size * size - alike, (rounds + 2) % 4)), 0)
    return (size * rounds) ** 2 if squares is None else squares


def _outwards(middle: int, most: int) -> Iterator[int]:
    yield middle
    for away in range(1, most + 1):
        yield from (middle + away, middle - away)


def _at_least(counts: tuple[tuple[int, int], ...], totals: tuple[float, ...]) -> float:
    """Return a quick lower bound: the sum of squares if each total is spread evenly, without rounding."""
    return sum(total * total / count for (count, _), total in zip(counts, totals, strict=True) if count) - 1


def _meetings(first: int, second: int, more: int) -> Iterator[tuple[int, int, int]]:
    """Yield how many combinations may meet once more than others: in the first class, in the second, across."""
    for across in range(min(first, second) * more + 1 if first else 1):
        if (first * more - across) % 2 or (second * more - across) % 2:
            continue
        within, other = (first * more - across) // 2, (second * more - across) // 2
        fits = 0 <= within <= first * (first - 1) // 2 and 0 <= other <= second * (second - 1) // 2
        if fits and across <= first * second:
            yield within, other, across


@cache
def _spread(counts: tuple[tuple[int, int], ...], total: int) -> int | None:
    """Return the least sum of squares of integers that add up to `total`; None if no such integers exist.

    `counts` has pairs (number, remainder): how many of the integers have this remainder modulo 4.
    """
    number = sum(count for count, _ in counts)
    if not number:
        return None if total else 0
    if (total - sum(count * remainder for count, remainder in counts)) % 4:
        return None
    start = total // number - 8
    values = [[start + (remainder - start) % 4, count] for count, remainder in counts]
    short = total - sum(value * times for value, times in values)
    squares = sum(value * value * times for value, times in values)
    # Raising the lowest value by 4 always costs least.
    while short > 0:
        lowest = min((one for one in values if one[1]), key=lambda one: one[0])
        steps = min(lowest[1], short // 4)
        squares += steps * (8 * lowest[0] + 16)
        short -= 4 * steps
        lowest[0] += 4
    return squares
