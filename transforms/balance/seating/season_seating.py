"""A made-up season in which not everybody always comes: how even it ends, for each way to number the pairs.

The scenario is that of the source: 6 sessions of 6 rounds, 10 to 14 pairs present, and on average 2.31 meetings of
every two pairs. (With 14 pairs, 2.31 meetings are 35 tables in six sessions.) The source does not print who was
present, so absences are drawn at random here. Nobody knows who will come to the next sessions. So two pairs that are
seldom present together may never meet, whatever their numbers; `least_together` sets how often any two are both present
at least.

Source: the paper on movement balance, "Competities met meerdere zittingen".
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement
from transforms.balance.seating.seating import Between, Seated, added, seated, seated_at_random
from transforms.tables.messages import Message


class Scenario(NamedTuple):
    """The pairs in the competition, those present at each session, and how often any two are both present at least."""

    pairs: int = 14
    present: tuple[int, ...] = (10, 10, 12, 12, 12, 14)
    least_together: int = 3


class Season(NamedTuple):
    """The end of a season: what lies between every two pairs, and how often both were present (pairs x pairs)."""

    between: Between
    together: NDArray[np.int64]


Numbering = Callable[[Movement, Between, int], Seated]
"""Takes the movement, the season so far of the pairs present, and a seed."""

SOURCE_SCENARIO = Scenario()

_DRAWS = 10_000


def by_the_season(movement: Movement, past: Between, seed: int) -> Seated:
    """Number the pairs by the season so far, as `seated` does."""
    return seated(movement, past, seed=seed)


def at_random(movement: Movement, past: Between, seed: int) -> Seated:
    """Number the pairs at random, whatever the season so far."""
    return seated_at_random(movement, past, seed=seed)


def attendance(scenario: Scenario, seed: int) -> NDArray[np.bool_]:
    """Draw who is present: sessions x pairs. The order of the sessions is drawn too.

    Raises:
        ValueError: in every one of many draws, some two pairs were present together too seldom.
    """
    random = np.random.default_rng(seed)
    for _ in range(_DRAWS):
        sizes = random.permutation(scenario.present)
        places = random.permuted(np.tile(np.arange(scenario.pairs), (len(sizes), 1)), axis=1)
        present = places < sizes[:, None]
        if together(present).min() >= scenario.least_together:
            return present
    raise ValueError(
        Message(
            "{scenario}: in {draws} draws some two were present together too seldom", scenario=scenario, draws=_DRAWS
        )
    )


def together(present: NDArray[np.bool_]) -> NDArray[np.int64]:
    """At how many sessions both of two pairs were present: pairs x pairs; on the diagonal, each by itself."""
    came = present.astype(np.int64)
    return came.T @ came


def simulated(scenario: Scenario, movements: Mapping[int, Movement], seed: int, numbering: Numbering) -> Season:
    """Simulate a season; the same seed draws the same attendance, whatever the numbering.

    `movements` are by number of pairs; an odd number of pairs present takes the movement for one pair more.

    Raises:
        ValueError: as `attendance`.
        KeyError: there is no movement for the number of pairs present.
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
