"""One movement over several sessions for a fixed field; the pairs get new numbers in each, so that the whole is even.

All sessions together are one movement. The aims, in this order: every two players are partners equally often (in a
movement of single players), and every two meet equally often; the scores over all sessions are even. An aim is the sum,
over all combinations of two, of the squares of what all sessions bring to the numbers that the two take.

Source: the paper on movement balance, "Vernummeringstabellen voor teamschema's", which names the aims, but not how to
reach them.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import below, compiled
from transforms.balance.movement import BOARD_SET, ROUND, Movement, meetings, partnerships, seats
from transforms.balance.quality import score_matrix
from transforms.balance.seating.seating import Cooling, cooling_by, is_better, shuffle

Whole = NDArray[np.int64]


@compiled
def swap_adds(one: int, other: int, number: Whole, between: Whole, brings: Whole) -> int:
    """How much a swap of two pairs' numbers in one session adds to an aim.

    `between` is pairs x pairs, over all sessions; `brings` is numbers x numbers, for this session. Both are symmetric.
    """
    added = 0
    mine, theirs = brings[number[one]], brings[number[other]]
    for pair in range(number.size):
        if one != pair != other:
            more = theirs[number[pair]] - mine[number[pair]]
            added += 2 * more * (between[one, pair] - between[other, pair] + more)
    return added


@compiled
def swap(one: int, other: int, number: Whole, between: Whole, brings: Whole) -> None:
    """Enter a swap into what lies between the pairs; the caller swaps the numbers themselves afterwards."""
    mine, theirs = brings[number[one]], brings[number[other]]
    for pair in range(number.size):
        if one != pair != other:
            more = theirs[number[pair]] - mine[number[pair]]
            between[one, pair] += more
            between[pair, one] += more
            between[other, pair] -= more
            between[pair, other] -= more


@compiled
def anneal_sessions(seed: np.uint64, cooling: Cooling, brings: Whole, best_numbers: Whole) -> None:
    """Do one run from random numbers in every session but the first, where the pairs keep their own.

    `brings` is aims x numbers x numbers, and `cooling` has a weight for each aim. `best_numbers` (sessions x pairs, at
    least two of each) is filled with the best numbers: by the first aim, then by the second, and so on.
    """
    aims, (sessions, pairs) = brings.shape[0], best_numbers.shape
    state = np.empty(1, np.uint64)
    state[0] = seed
    numbers = np.empty((sessions, pairs), np.int64)
    for session in range(sessions):
        numbers[session] = np.arange(pairs)
        if session > 0:  # in the first they keep their own
            shuffle(state, numbers[session])
    between = np.zeros((aims, pairs, pairs), np.int64)
    for session in range(sessions):
        for one in range(pairs):
            for other in range(pairs):
                between[:, one, other] += brings[:, numbers[session, one], numbers[session, other]]
    best_numbers[:] = numbers
    above_best = np.zeros(aims, np.int64)
    more = np.empty(aims, np.int64)
    for stage in range(cooling.temperatures.size):
        for _ in range(cooling.proposals):
            number = numbers[1 + below(state, sessions - 1)]
            one, other = below(state, pairs), below(state, pairs - 1)
            other += other >= one
            cost = 0.0
            for aim in range(aims):
                more[aim] = swap_adds(one, other, number, between[aim], brings[aim])
                cost += cooling.weights[aim] * more[aim]
            leeway = cooling.leeway[below(state, cooling.leeway.size)]
            if cost > leeway * cooling.temperatures[stage]:
                continue
            for aim in range(aims):
                swap(one, other, number, between[aim], brings[aim])
            number[one], number[other] = number[other], number[one]
            above_best += more
            if is_better(above_best):
                best_numbers[:] = numbers
                above_best[:] = 0


RUNS = 16
"""The number of annealing runs; each starts from random numbers."""
STAGES = 100
PROPOSALS_A_NUMBER = 100
"""Proposals in one stage, for each number that is given out: pairs times the sessions after the first."""

_HOTTEST = 1.0


class Evenness(NamedTuple):
    """The aims, over all combinations of two: each as small as possible, an earlier one before a later one.

    The search itself uses only the sums of squares. Of the results with equally even meetings, the one with the fewest
    combinations that never meet (`unmet`) is kept.
    """

    partner_squares: int
    meeting_squares: int
    unmet: int
    score_squares: int


class Renumbered(NamedTuple):
    """All sessions as one movement.

    `numbers` is the number that each pair takes (from 0): sessions x pairs; in the first session its own. `evenness` is
    that of all sessions together.
    """

    movement: Movement
    numbers: Whole
    evenness: Evenness


Spread = Callable[[Callable[[int], Whole], Iterable[int]], Iterable[Whole]]
"""`map`, or a function like it that spreads the calls over threads and keeps the results in order."""


def renumbered(
    movement: Movement, *, sessions: int, seed: int = 1, runs: int = RUNS, spread: Spread = map
) -> Renumbered:
    """Play a movement several times, and choose the numbers of the pairs in each session but the first.

    Neither the meetings nor the scores are ever less even than where all pairs keep their numbers. The same arguments
    give the same numbers, however `spread` spreads the runs, each from random numbers; with 0 runs all numbers stay.
    """
    brings = brought(movement)
    kept = np.tile(np.arange(movement.pairs), (sessions, 1))
    without = evenness(brings, kept)
    best, best_evenness = kept, without
    one_run = partial(_run, brings, sessions, seed)
    for found in spread(one_run, range(runs if sessions > 1 else 0)):
        found_evenness = evenness(brings, found)
        if found_evenness < best_evenness and found_evenness.score_squares <= without.score_squares:
            best, best_evenness = found, found_evenness
    return Renumbered(repeated(movement, best), best, best_evenness)


def brought(movement: Movement) -> Whole:
    """What one session brings to every two numbers: partnerships, meetings and scores, 3 x pairs x pairs."""
    return np.stack([partnerships(movement), meetings(movement), score_matrix(movement)])


def evenness(brings: Whole, numbers: Whole) -> Evenness:
    """How even all sessions are together.

    `brings` is what each brings to every two numbers (3 x pairs x pairs), `numbers` is sessions x pairs.
    """
    between = brings[:, numbers[:, :, None], numbers[:, None, :]].sum(axis=1)
    above = np.triu_indices(numbers.shape[1], k=1)
    partner_squares, meeting_squares, score_squares = (between[:, *above] ** 2).sum(axis=1).tolist()
    return Evenness(partner_squares, meeting_squares, int((between[1][above] == 0).sum()), score_squares)


def repeated(movement: Movement, numbers: Whole) -> Movement:
    """All sessions as one movement, each with its own rounds and board sets; `numbers` is sessions x pairs."""
    sessions = len(numbers)
    plays = np.tile(movement.plays, (sessions, 1))
    session = np.repeat(np.arange(sessions), len(movement.plays))
    who = np.argsort(numbers, axis=1)
    taken = np.tile(seats(movement), (sessions, 1))
    plays[:, ROUND] += session * movement.rounds
    plays[:, BOARD_SET] += session * movement.board_sets
    seats(movement._replace(plays=plays))[:] = who[session[:, None], taken]
    return movement._replace(rounds=sessions * movement.rounds, board_sets=sessions * movement.board_sets, plays=plays)


def cooling_of(brings: Whole, sessions: int) -> Cooling:
    """The settings of a run."""
    pairs = brings.shape[1]
    above = np.triu_indices(pairs, k=1)
    usual = brings[:, *above].var(axis=1) * np.sqrt(16 * pairs * sessions)
    return cooling_by(usual, _HOTTEST, STAGES, PROPOSALS_A_NUMBER * pairs * (sessions - 1))


def _run(brings: Whole, sessions: int, seed: int, run: int) -> Whole:
    aims = brings[brings.any(axis=(1, 2))]
    found = np.tile(np.arange(brings.shape[1]), (sessions, 1))
    if len(aims):
        start = np.random.SeedSequence([seed, run]).generate_state(1, np.uint64)[0]
        anneal_sessions(start, cooling_of(aims, sessions), aims, found)
    return found
