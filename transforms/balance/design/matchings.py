"""Stage 1: who plays each board set, in which direction; annealing makes the score matrix even.

Rounds do not matter to the balance. So a movement is first one perfect matching per board set, and every two that are
matched have a direction.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from transforms.balance.design.kernel import Best, Integers, Leg, Rules, State, annealed, scored
from transforms.balance.design.plan import Plan

_LEG = 16_384
"""Proposals between two calls of `going`: a fifth of a second for the largest movements."""


class Matchings(NamedTuple):
    """The matchings found for the base sets.

    `ss` is that of the whole movement. `fines` is 0 where every two meet as often as the plan asks.
    """

    opponent: Integers  # base sets x seats: who sits opposite
    direction: Integers  # base sets x seats: 1 NS, -1 EW, 0 no play (a sit-out)
    ss: int
    fines: int
    finished: bool = True  # False where `going` ended the annealing early


def anneal(
    plan: Plan, *, seed: int, proposals: int, floor_ss: int = 0, going: Callable[[], bool] = lambda: True
) -> Matchings:
    """The best matchings of one annealing run with `proposals` proposals, from a random start.

    It stops early where SS comes down to `floor_ss`. It also stops, unfinished, where `going` returns False; `going` is
    called several times a second. Equal plan, seed and number of proposals give an equal result.
    """
    rules = Rules(
        plan.images,
        plan.copies,
        _session_of_image(plan),
        plan.line_of_seat,
        plan.plays_a_set,
        plan.phantom,
        plan.fixed,
        plan.least_meetings,
        plan.most_meetings,
        plan.most_today,
    )
    state = State(
        *_start(plan, seed),
        np.zeros((plan.seats, plan.seats), np.int64),
        np.zeros((plan.seats, plan.seats), np.int64),
        np.zeros((plan.sessions, plan.seats, plan.seats), np.int64),
        np.zeros(2, np.int64),
        np.zeros(8, np.int64),
    )
    scored(state, rules)
    random = np.array([seed], np.uint64)
    best = Best(state.opponent.copy(), state.direction.copy(), state.tally.copy())
    finished = True
    for first in range(0, proposals, _LEG):
        if first and not going():
            finished = False
            break
        if annealed(state, rules, random, best, Leg(first, min(first + _LEG, proposals), proposals, floor_ss)):
            break
    ss, fines = best.tally.tolist()
    return Matchings(best.opponent, best.direction, ss, fines, finished)


def _session_of_image(plan: Plan) -> Integers:
    """The session in which each image of each base set is played; 0 for images that are not played."""
    played = np.arange(len(plan.images)) < plan.copies[:, None]
    session = np.zeros(played.shape, np.int64)
    session[played] = plan.session_of_set
    return session


def _start(plan: Plan, seed: int) -> tuple[Integers, Integers]:
    """A round robin by the circle method, with random seats and directions; a pair meets other opponents on other sets.

    Returns opponents and directions, base sets x seats.
    """
    random = np.random.Generator(np.random.PCG64(seed))
    rows = np.arange(len(plan.copies))[:, None]
    opponent = np.empty((len(plan.copies), plan.seats), np.int64)
    direction = np.zeros((len(plan.copies), plan.seats), np.int64)
    for line in range(plan.lines):
        who = random.permutation(np.flatnonzero(plan.line_of_seat == line))
        circle = len(who) - 1
        tables = np.arange(1, len(who) // 2)
        one = who[np.hstack([np.full_like(rows, circle), (rows + tables) % circle])]
        other = who[np.hstack([rows % circle, (rows - tables) % circle])]
        opponent[rows, one], opponent[rows, other] = other, one
        north = (one == plan.fixed) | ((random.random(one.shape) < 0.5) & (other != plan.fixed))
        sign = np.where(north, 1, -1) * ((one != plan.phantom) & (other != plan.phantom))
        direction[rows, one], direction[rows, other] = sign, -sign
    return opponent, direction
