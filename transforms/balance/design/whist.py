"""Whist tournaments: individual movements in which everybody partners each other player once and opposes each twice.

All players but the last stand in a circle, and the last player stands next to it. Every round is the previous round,
moved one place along the circle, so it is enough to find the first round. In the first round, each distance along the
circle must occur once between partners and twice between opponents. Standing next to the circle counts as a distance
too (E. H. Moore, "Tactical Memoranda I-III", 1896).
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement, MovementError

MOST_PLAYERS = 16
"""The largest number of players for whom the first round is found quickly."""

_Table = tuple[int, int, int, int]


def whist(players: int) -> Movement | None:
    """Return the first whist movement found: a table for every four players, and one round fewer than players.

    All tables play the same set in a round. The result is None if no whist movement can be made from one circle.

    Raises:
        MovementError: the number of players is not a multiple of 4, or there are too many of them.
    """
    if not can_be_whist(players):
        raise MovementError(
            "{players} players: give a multiple of 4, at most {most}", players=players, most=MOST_PLAYERS
        )
    first = next(_first_rounds(list(range(players)), players - 1, [], []), None)
    return None if first is None else _moved_along(np.array(first), players - 1)


def can_be_whist(players: int) -> bool:
    """Return whether this number of players is a multiple of 4 and small enough for the search."""
    return players % 4 == 0 and 4 <= players <= MOST_PLAYERS


def _first_rounds(seated: list[int], circle: int, partners: list[int], opponents: list[int]) -> Iterator[list[_Table]]:
    """Yield every way to seat the remaining players at tables of two partners, then their two opponents.

    `partners` and `opponents` are the distances that the tables so far have used.
    """
    if not seated:
        yield []
        return
    one = seated[-1]
    for three in combinations(seated[:-1], 3):
        left = [player for player in seated[:-1] if player not in three]
        for partner in three:
            first, second = (player for player in three if player != partner)
            together = [*partners, _apart(one, partner, circle), _apart(first, second, circle)]
            against = opponents + [_apart(us, them, circle) for us in (one, partner) for them in (first, second)]
            if len(set(together)) == len(together) and max(map(against.count, against)) <= 2:
                for others in _first_rounds(left, circle, together, against):
                    yield [(one, partner, first, second), *others]


def _apart(one: int, other: int, circle: int) -> int:
    """Return the distance between two players along the circle; 0 if one of them stands next to the circle."""
    return 0 if circle in (one, other) else min((one - other) % circle, (other - one) % circle)


def _moved_along(first: NDArray[np.int64], circle: int) -> Movement:
    tables = len(first)
    round_, table = np.divmod(np.arange(circle * tables), tables)
    seated = first[table]
    seated = np.where(seated < circle, (seated + round_[:, None]) % circle, seated)
    plays = np.column_stack([round_, table, seated, round_]).astype(np.int32)
    return Movement(circle + 1, tables, circle, circle, plays, individual=True)
