"""A made-up season in which not everybody always comes: how even it ends, by how pairs are numbered.

The source's scenario: 6 sessions of 6 rounds, 10 to 14 pairs present, 2.31 meetings of each two on average. It does not
print who was present. With 14 pairs, 2.31 meetings are 35 tables in six sessions; who stays away is drawn here. Who
comes to the next sessions nobody knows, so two that are seldom present together may end unmet whatever their numbers:
`least_together` says how often any two are at least.

Source: the paper on movement balance, "Competities met meerdere zittingen".
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement
from transforms.balance.seating.seating import Between, Seated, added, seated, seated_at_random


class Scenario(NamedTuple):
    """How many pairs the competition has, how many come to its sessions, and how often both of any two do at least."""

    pairs: int = 14
    present: tuple[int, ...] = (10, 10, 12, 12, 12, 14)
    least_together: int = 3


class Season(NamedTuple):
    """What lies between each two pairs at its end, and the sessions at which both were present (pairs x pairs)."""

    between: Between
    together: NDArray[np.int64]


Numbering = Callable[[Movement, Between, int], Seated]
"""Movement, season so far of those present, seed."""

SOURCE_SCENARIO = Scenario()

_DRAWS = 10_000


def by_the_season(movement: Movement, past: Between, seed: int) -> Seated:
    """Numbers as `seated` gives them."""
    return seated(movement, past, seed=seed)


def at_random(movement: Movement, past: Between, seed: int) -> Seated:
    """Numbers without a look at the season."""
    return seated_at_random(movement, past, seed=seed)


def attendance(scenario: Scenario, seed: int) -> NDArray[np.bool_]:
    """Who is present: sessions x pairs. The order of the sessions is drawn too.

    Raises:
        ValueError: in many draws no two were present together often enough, so it hardly can be.
    """
    random = np.random.default_rng(seed)
    for _ in range(_DRAWS):
        sizes = random.permutation(scenario.present)
        places = random.permuted(np.tile(np.arange(scenario.pairs), (len(sizes), 1)), axis=1)
        present = places < sizes[:, None]
        if together(present).min() >= scenario.least_together:
            return present
    raise ValueError(f"{scenario}: in {_DRAWS} draws some two were present together too seldom")


def together(present: NDArray[np.bool_]) -> NDArray[np.int64]:
    """At how many sessions both of two were present: pairs x pairs; on the diagonal, how often each was.

    Args:
        present: sessions x pairs.
    """
    came = present.astype(np.int64)
    return came.T @ came


def simulated(scenario: Scenario, movements: Mapping[int, Movement], seed: int, numbering: Numbering) -> Season:
    """A season; the same seed draws the same attendance, whatever the numbering.

    Args:
        scenario: see there.
        movements: by the number of their pairs; an odd number present takes that of one more.
        seed: 0 or more.
        numbering: who takes which number.

    Raises:
        ValueError: as `attendance`.
        KeyError: there is no movement for those present.
    """
    none = np.zeros((scenario.pairs, scenario.pairs), dtype=np.int64)
    season = Between(none, none)
    present = attendance(scenario, seed)
    for session, here in enumerate(present):
        movement = movements[int(here.sum() + here.sum() % 2)]
        each_two = np.ix_(here, here)
        past = Between(season.meetings[each_two], season.scores[each_two])
        tonight = numbering(movement, past, seed * len(present) + session).tonight
        brings = Between(none.copy(), none.copy())
        brings.meetings[each_two], brings.scores[each_two] = tonight
        season = added(season, brings)
    return Season(season, together(present))
