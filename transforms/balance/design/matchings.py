"""Stage 1: decide who plays each board set in which direction, by annealing until the score matrix is even.

A movement starts as one perfect matching per board set, with a direction for each table. A proposal flips a table, or
exchanges the opponents of two tables of one board set. A proposal is applied to all images (`plan`) of a base set at
once, and undone if it is refused. The search minimises SS plus a penalty for every meeting too many or too few.

If all base sets are played under all images, combinations of two seats that are images of each other have the same
score. These combinations form an *orbit*, and a change is recorded once for the whole orbit.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import compiled, drawn
from transforms.balance.design.plan import Plan

Integers = NDArray[np.int64]
Random = NDArray[np.uint64]

FINE = 64
_FLIPS, _IN_DIRECTION, _EVEN = 0.4, 0.85, 0.5
_STEP = 64
_HOT, _COLD = 2.0, 0.7
_SS, _FINES = 0, 1


class Rules(NamedTuple):
    """What never changes during a search. Seats, sets, sessions and lines count from 0; -1 means no such seat."""

    images: Integers  # images x seats
    copies: Integers  # base set b is played under its first `copies[b]` images
    session: Integers  # base sets x images
    orbit: Integers  # the orbit of each combination of two: seats x seats
    size: Integers  # combinations in each orbit
    weight: Integers  # images of a play that give the same combination, per orbit
    entered: Integers  # for base set b, the first `entered[b]` images are recorded one by one
    turned: int  # base sets from here on do not change
    line: Integers
    plays: int  # how often a set is played; each meeting adds this number to a score
    phantom: int
    fixed: int
    least_meetings: int
    most_meetings: int
    most_today: Integers  # how often two seats may meet in each session


class State(NamedTuple):
    """The current state of the search."""

    opponent: Integers  # base sets x seats, as `direction`; all else is computed from these two
    direction: Integers
    score: Integers  # per orbit, as `meetings`
    meetings: Integers
    in_session: Integers  # meetings of each session: sessions x seats x seats
    tally: Integers  # SS and the penalties
    scratch: Integers


class Best(NamedTuple):
    """The best state of a search so far, updated in place."""

    opponent: Integers
    direction: Integers
    tally: Integers


@compiled
def annealed(state: State, rules: Rules, random: Random, best: Best, part: tuple[int, int, int, int]) -> bool:
    """Run a part of a search; return whether SS reached the floor, the last number in `part`."""
    images = float(len(rules.images))
    hot, cold = _HOT * rules.plays * rules.plays * images, _COLD * images
    first, last, proposals, floor = part
    cooling, temperature = (cold / hot) ** (1.0 / (proposals // _STEP + 1)), hot
    for _ in range((first + _STEP - 1) // _STEP):
        temperature *= cooling
    least = best.tally[_SS] + FINE * len(rules.images) * best.tally[_FINES]
    for proposal in range(first, last):
        if proposal % _STEP == 0:
            temperature *= cooling
        base_set = _below(random, rules.turned)
        if _fraction(random) < _FLIPS:
            changed = _flip(state, rules, random, base_set, temperature)
        else:
            changed = _exchange(state, rules, random, base_set, temperature)
        if changed and _cost(state, rules) < least:
            least = _cost(state, rules)
            best.opponent[:], best.direction[:], best.tally[:] = state.opponent, state.direction, state.tally
            if best.tally[_FINES] == 0 and best.tally[_SS] <= floor:
                return True
    return False


@compiled
def scored(state: State, rules: Rules) -> None:
    """Compute scores and meetings from opponents and directions, plus those from unturned sets."""
    seats = len(rules.line)
    for one in range(seats):
        for other in range(one):
            orbit = rules.orbit[one, other]
            state.tally[_SS] += state.score[orbit] ** 2
            if rules.line[one] == rules.line[other]:
                state.tally[_FINES] += _fine(state.meetings[orbit], rules)
    for base_set in range(rules.turned):
        for one in range(seats):
            if one < state.opponent[base_set, one]:
                _meet(state, rules, base_set, (one, state.opponent[base_set, one]), 1)
            now = state.direction[base_set, one]
            state.direction[base_set, one] = 0
            _compare(state, rules, (base_set, one), now, one)
            state.direction[base_set, one] = now


@compiled
def _flip(state: State, rules: Rules, random: Random, base_set: int, temperature: float) -> bool:
    one = _below(random, len(rules.line))
    other, was = state.opponent[base_set, one], state.direction[base_set, one]
    if was == 0 or rules.fixed in (one, other):
        return False
    before = _cost(state, rules)
    _turn(state, rules, base_set, one, -was)
    _turn(state, rules, base_set, other, was)
    if _passes(_cost(state, rules) - before, temperature, random):
        return True
    _turn(state, rules, base_set, one, was)
    _turn(state, rules, base_set, other, -was)
    return False


@compiled
def _exchange(state: State, rules: Rules, random: Random, base_set: int, temperature: float) -> bool:
    """Exchange the opponents of two tables of a set, mostly keeping all directions; return False if refused."""
    one, two = _below(random, len(rules.line)), _below(random, len(rules.line))
    facing_one, facing_two = state.opponent[base_set, one], state.opponent[base_set, two]
    if two in (one, facing_one) or rules.line[one] != rules.line[two]:
        return False
    keeps = _fraction(random) < _IN_DIRECTION
    crossed = (state.direction[base_set, one] == state.direction[base_set, two]) == keeps
    first, second = (one, facing_two if crossed else two), (facing_one, two if crossed else facing_two)
    was, new = state.scratch[:4], state.scratch[4:]
    seats = (first[0], first[1], second[0], second[1])
    for k in range(4):
        was[k] = state.direction[base_set, seats[k]]
    new[0] = _side(rules, random, first, was[0], was[1])
    new[2] = _side(rules, random, second, was[2], was[3])
    new[1], new[3] = -new[0], -new[2]
    before = _cost(state, rules)
    _meet(state, rules, base_set, (one, facing_one), -1)
    _meet(state, rules, base_set, (two, facing_two), -1)
    _meet(state, rules, base_set, first, 1)
    _meet(state, rules, base_set, second, 1)
    for k in range(4):
        _turn(state, rules, base_set, seats[k], new[k])
    if _passes(_cost(state, rules) - before, temperature, random):
        state.opponent[base_set, first[0]], state.opponent[base_set, first[1]] = first[1], first[0]
        state.opponent[base_set, second[0]], state.opponent[base_set, second[1]] = second[1], second[0]
        return True
    for k in range(4):
        _turn(state, rules, base_set, seats[k], was[k])
    _meet(state, rules, base_set, first, -1)
    _meet(state, rules, base_set, second, -1)
    _meet(state, rules, base_set, (one, facing_one), 1)
    _meet(state, rules, base_set, (two, facing_two), 1)
    return False


@compiled
def _side(rules: Rules, random: Random, table: tuple[int, int], one: int, other: int) -> int:
    """Return the direction of the first of two new opponents; it stays if their directions are opposite already."""
    if rules.phantom in table:
        return 0
    if one != 0 and one == -other:
        return one
    if table[0] == rules.fixed:
        return 1
    if table[1] == rules.fixed:
        return -1
    return 1 if _fraction(random) < _EVEN else -1


@compiled
def _turn(state: State, rules: Rules, base_set: int, seat: int, to: int) -> None:
    by = to - state.direction[base_set, seat]
    if by:
        _compare(state, rules, (base_set, seat), by, len(rules.line))
        state.direction[base_set, seat] = to


@compiled
def _compare(state: State, rules: Rules, at: tuple[int, int], by: int, others: int) -> None:
    """Update the scores of a seat with the first `others` seats; its direction changes by `by`. `at` is (set, seat)."""
    base_set, seat = at
    for other in range(others):
        change = by * state.direction[base_set, other]
        if change == 0 or other == seat:
            continue
        for image in range(rules.entered[base_set]):
            _add(state, rules, rules.orbit[rules.images[image, seat], rules.images[image, other]], change)


@compiled
def _meet(state: State, rules: Rules, base_set: int, table: tuple[int, int], by: int) -> None:
    """Record that two seats and all their images meet on a base set (`by` 1) or no longer meet (`by` -1)."""
    change = 0 if rules.phantom in table else by * rules.plays
    for image in range(rules.entered[base_set]):
        orbit = rules.orbit[rules.images[image, table[0]], rules.images[image, table[1]]]
        _add(state, rules, orbit, change)
        met = state.meetings[orbit]
        state.meetings[orbit] = met + by * rules.weight[orbit]
        state.tally[_FINES] += rules.size[orbit] * (_fine(state.meetings[orbit], rules) - _fine(met, rules))
    for image in range(rules.copies[base_set]):
        one, other = rules.images[image, table[0]], rules.images[image, table[1]]
        session = rules.session[base_set, image]
        today, most = state.in_session[session, one, other], rules.most_today[session]
        state.tally[_FINES] += max(today + by - most, 0) - max(today - most, 0)
        state.in_session[session, one, other] = state.in_session[session, other, one] = today + by


@compiled
def _add(state: State, rules: Rules, orbit: int, change: int) -> None:
    now, more = state.score[orbit], change * rules.weight[orbit]
    state.tally[_SS] += rules.size[orbit] * more * (2 * now + more)
    state.score[orbit] = now + more


@compiled
def _fine(meetings: int, rules: Rules) -> int:
    return max(rules.least_meetings - meetings, 0) + max(meetings - rules.most_meetings, 0)


@compiled
def _cost(state: State, rules: Rules) -> int:
    return state.tally[_SS] + FINE * len(rules.images) * state.tally[_FINES]


@compiled
def _passes(worse: int, temperature: float, random: Random) -> bool:
    return worse <= 0 or _fraction(random) < np.exp(-worse / temperature)


@compiled
def _below(random: Random, bound: int) -> int:
    return int(_fraction(random) * bound)


@compiled
def _fraction(random: Random) -> float:
    return (drawn(random) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


_LEG = 16_384  # proposals between two calls of `going`, a fifth of a second for the largest movements


class Matchings(NamedTuple):
    """The matchings found for the base sets."""

    opponent: Integers  # base sets x seats: the seat opposite
    direction: Integers  # base sets x seats: 1 NS, -1 EW, 0 no play (a sit-out)
    ss: int  # of the whole movement
    fines: int  # 0 if every two pairs meet as often as the plan requires
    finished: bool = True  # False if `going` ended the annealing early


def anneal(
    plan: Plan, *, seed: int, proposals: int, floor_ss: int = 0, going: Callable[[], bool] = lambda: True
) -> Matchings:
    """Return the best matchings of one run from a random start. It ends at `floor_ss`, or when `going` is false."""
    opponents = plan.seats // plan.lines - 1
    session_of_image = np.zeros((len(plan.copies), len(plan.images)), np.int64)
    session_of_image[np.arange(len(plan.images)) < plan.copies[:, None]] = plan.session_of_set
    rules = Rules(
        plan.images,
        plan.copies,
        session_of_image,
        *_orbits(plan),
        len(plan.copies) - plan.unturned,
        plan.line_of_seat,
        plan.plays_a_set,
        plan.phantom,
        plan.fixed,
        plan.board_sets // opponents,
        -(-plan.board_sets // opponents),
        -(-np.bincount(plan.session_of_set) // opponents),
    )
    state = State(*_start(plan, seed), *_unchanging(plan, rules), np.zeros(2, np.int64), np.zeros(8, np.int64))
    scored(state, rules)
    random = np.array([seed], np.uint64)
    best = Best(state.opponent.copy(), state.direction.copy(), state.tally.copy())
    finished = True
    for first in range(0, proposals, _LEG):
        if first and not going():
            finished = False
            break
        if annealed(state, rules, random, best, (first, min(first + _LEG, proposals), proposals, floor_ss)):
            break
    ss, fines = best.tally.tolist()
    return Matchings(best.opponent, best.direction, ss, fines, finished)


def plays_of(made: Plan, found: Matchings) -> NDArray[np.int64]:
    """Return all plays of all board sets: plays x (NS seat, EW seat, board set)."""
    base, ns = np.nonzero(found.direction == 1)
    image = np.arange(len(made.images))
    played = image < made.copies[base, None]
    first_set = np.cumsum(made.copies) - made.copies
    board_set = first_set[base, None] + image
    ew = found.opponent[base, ns]
    return np.column_stack([made.images[:, ns].T[played], made.images[:, ew].T[played], board_set[played]])


def _orbits(plan: Plan) -> tuple[Integers, Integers, Integers, Integers]:
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
    """Return the first opponents and directions (base sets x seats): round robins by the circle method."""
    # Seats and directions are random. A pair meets different opponents on different sets. The unturned sets already
    # have their final form.
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
    """Return which two seats meet in each play of an unturned set: seats of two circles, or two seats that stay."""
    turning = np.flatnonzero((plan.images != plan.images[0]).any(axis=0))
    staying = np.setdiff1d(np.arange(plan.seats), turning)
    circles = turning.reshape(-1, 2, len(plan.images))
    one, other = circles[:, 0].ravel(), np.roll(circles[:, 1], -number, axis=1).ravel()
    return np.concatenate([one, staying[::2]]), np.concatenate([other, staying[1::2]])


def _unchanging(plan: Plan, rules: Rules) -> tuple[Integers, Integers, Integers]:
    """Return the contributions of the unturned sets: scores and meetings per orbit, and meetings per session."""
    score = np.zeros((plan.seats, plan.seats), np.int64)
    in_session = np.zeros((plan.sessions, plan.seats, plan.seats), np.int64)
    for number in range(plan.unturned):
        one, other = _unturned(plan, number)
        plays = (one != plan.phantom) & (other != plan.phantom)
        column = np.zeros(plan.seats, np.int64)
        column[one[plays]], column[other[plays]] = 1, -1
        score += np.outer(column, column)
        session = plan.session_of_set[plan.board_sets - 1 - number]
        for own, facing in ((one, other), (other, one)):
            score[own[plays], facing[plays]] += plan.plays_a_set
            in_session[session, own, facing] += 1
    of_orbit = np.zeros(len(rules.size), np.int64), np.zeros(len(rules.size), np.int64)
    for values, matrix in zip(of_orbit, (score, in_session.sum(axis=0)), strict=True):
        values[rules.orbit[np.triu_indices(plan.seats, k=1)]] = matrix[np.triu_indices(plan.seats, k=1)]
    return *of_orbit, in_session
