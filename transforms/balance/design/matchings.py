"""Stage 1: who plays each board set, in which direction, annealed for an even score matrix.

Rounds do not matter to the balance: a movement is first a perfect matching a board set, each pair of it directed.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from transforms.balance.design.kernel import Best, Integers, Leg, Rules, State, annealed, scored
from transforms.balance.design.plan import Plan

_LEG = 16_384
"""Proposals between two looks at whether to go on: a fifth of a second for the largest movements."""


class Matchings(NamedTuple):
    """Base sets as found; `ss` is that of the whole movement, `fines` is 0 where all meetings are as asked."""

    opponent: Integers  # base sets x seats: who sits opposite
    direction: Integers  # base sets x seats: 1 NS, -1 EW, 0 no play (a sit-out)
    ss: int
    fines: int
    finished: bool = True  # false where the annealing was ended before it was done


def anneal(
    plan: Plan, *, seed: int, proposals: int, floor_ss: int = 0, going: Callable[[], bool] = lambda: True
) -> Matchings:
    """The best matchings of one annealing of `proposals` proposals from a random start.

    It stops early at an SS of `floor_ss`, and unfinished where `going`, asked several times a second, says no.
    Deterministic: equal plan, seed and number of proposals, equal result.
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
    """The session in which each image of each base set is played; 0 for images that are not."""
    played = np.arange(len(plan.images)) < plan.copies[:, None]
    session = np.zeros(played.shape, np.int64)
    session[played] = plan.session_of_set
    return session


def _start(plan: Plan, seed: int) -> tuple[Integers, Integers]:
    """A round robin by the circle method, seats and directions at random: any two sets meet other pairs."""
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
