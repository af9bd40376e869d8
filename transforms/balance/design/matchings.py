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

    It stops early where SS comes down to `floor_ss`, and unfinished where `going`, called several times a second,
    returns False. Equal plan, seed and number of proposals give an equal result.
    """
    rules = Rules(
        plan.images,
        plan.copies,
        _session_of_image(plan),
        *_orbits(plan),
        len(plan.copies) - plan.unturned,
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
        *_unchanging(plan, rules),
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


def _orbits(plan: Plan) -> tuple[Integers, Integers, Integers, Integers]:
    """The orbit of each combination of two seats, their sizes and weights, and the images to enter; see `Rules`."""
    one, other = np.triu_indices(plan.seats, k=1)
    turned = plan.copies[: len(plan.copies) - plan.unturned]
    alike = plan.images if (turned == len(plan.images)).all() else plan.images[:1]
    number = np.zeros((plan.seats, plan.seats), np.int64)
    number[one, other] = number[other, one] = np.arange(len(one))
    _, orbit, size = np.unique(
        number[alike[:, one], alike[:, other]].min(axis=0), return_inverse=True, return_counts=True
    )
    number[one, other] = number[other, one] = orbit
    weight = len(alike) // size
    return number, size, weight, np.where(len(alike) == len(plan.images), 1, plan.copies)


def _start(plan: Plan, seed: int) -> tuple[Integers, Integers]:
    """A round robin by the circle method, with random seats and directions; a pair meets other opponents on other sets.

    The unturned sets are as they stay. Returns opponents and directions, base sets x seats.
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
    for number in range(plan.unturned):
        one, other = _unturned(plan, number)
        base_set, sign = len(plan.copies) - 1 - number, np.where((one == plan.phantom) | (other == plan.phantom), 0, 1)
        opponent[base_set, one], opponent[base_set, other] = other, one
        direction[base_set, one], direction[base_set, other] = sign, -sign
    return opponent, direction


def _unturned(plan: Plan, number: int) -> tuple[Integers, Integers]:
    """The seats that meet on an unturned set: those of a circle and those of the next, and the seats that stay."""
    turning = np.flatnonzero((plan.images != plan.images[0]).any(axis=0))
    staying = np.setdiff1d(np.arange(plan.seats), turning)
    circles = turning.reshape(-1, 2, len(plan.images))
    one, other = circles[:, 0].ravel(), np.roll(circles[:, 1], -number, axis=1).ravel()
    return np.concatenate([one, staying[::2]]), np.concatenate([other, staying[1::2]])


def _unchanging(plan: Plan, rules: Rules) -> tuple[Integers, Integers, Integers]:
    """What the unturned sets bring: scores and meetings of each orbit, and meetings of each session."""
    score, met = np.zeros((plan.seats, plan.seats), np.int64), np.zeros((plan.seats, plan.seats), np.int64)
    in_session = np.zeros((plan.sessions, plan.seats, plan.seats), np.int64)
    for number in range(plan.unturned):
        one, other = _unturned(plan, number)
        plays = (one != plan.phantom) & (other != plan.phantom)
        column = np.zeros(plan.seats, np.int64)
        column[one[plays]], column[other[plays]] = 1, -1
        score += np.outer(column, column)
        met[one, other] += 1
        met[other, one] += 1
        score[one[plays], other[plays]] += plan.plays_a_set
        score[other[plays], one[plays]] += plan.plays_a_set
        session = plan.session_of_set[plan.board_sets - 1 - number]
        in_session[session, one, other] += 1
        in_session[session, other, one] += 1
    of_orbit = np.zeros(len(rules.size), np.int64), np.zeros(len(rules.size), np.int64)
    for values, matrix in zip(of_orbit, (score, met), strict=True):
        values[rules.orbit[np.triu_indices(plan.seats, k=1)]] = matrix[np.triu_indices(plan.seats, k=1)]
    return *of_orbit, in_session
