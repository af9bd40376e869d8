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

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


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
    """Return symmetries worth trying: all seats but one in a circle, small orders of nearly all seats, then none."""
    seats = asked.pairs + asked.pairs % 2
    howell = [Symmetry(seats - 1, 1)] if asked.rounds % (seats - 1) == 0 else []
    small = [
        Symmetry(order, seats // order - fewer)
        for order in range(2, min(asked.rounds, seats // 2) + 1)
        for fewer in range(3)
        if asked.rounds % order <= 1 and seats // order - fewer > 0
    ]
    return [one for one in dict.fromkeys([*howell, *small, NONE]) if plan(asked, one) is not None]
