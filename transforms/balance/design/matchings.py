"""Stage 1: who plays each board set, in which direction, annealed for an even score matrix.

Rounds do not matter to the balance: a movement is first a perfect matching a board set, each pair of it directed.
"""

from typing import NamedTuple

import numpy as np

from transforms.balance.design.kernel import Integers, Rules, State, annealed, scored
from transforms.balance.design.plan import Plan


class Matchings(NamedTuple):
    """Base sets as found; `ss` is that of the whole movement, `fines` is 0 where all meetings are as asked."""

    opponent: Integers  # base sets x seats: who sits opposite
    direction: Integers  # base sets x seats: 1 NS, -1 EW, 0 no play (a sit-out)
    ss: int
    fines: int


def anneal(plan: Plan, *, seed: int, proposals: int, floor_ss: int = 0) -> Matchings:
    """The best matchings of one annealing of `proposals` proposals from a random start.

    It stops early at an SS of `floor_ss`. Deterministic: equal plan, seed and number of proposals, equal result.
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
    opponent, direction, ss, fines = annealed(state, rules, np.array([seed], np.uint64), proposals, floor_ss)
    return Matchings(opponent, direction, int(ss), int(fines))


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
