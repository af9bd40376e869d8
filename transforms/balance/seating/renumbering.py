"""Play one movement over several sessions with a fixed field, and renumber the pairs so that the whole is even.

All sessions together count as one movement. The first aim is that every two single players are partners equally often,
and that every two meet equally often. The second is that the scores are even. Each aim is a sum of squares over all
combinations of two. Each session adds an amount for the numbers that the two hold in it, and the total is squared.

Source: the paper on movement balance, "Vernummeringstabellen voor teamschema's". The paper names the aims, but not how
to reach them.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.compiled import seed_of_run
from transforms.balance.movement import BOARD_SET, ROUND, Movement, meetings, partnerships, seats
from transforms.balance.quality import score_matrix
from transforms.balance.seating.seating import Cooling, anneal_numbers, cooling_by

Whole = NDArray[np.int64]


RUNS = 16  # annealing runs, each from random numbers
STAGES = 100
PROPOSALS_A_NUMBER = 100  # per stage, for each number to be assigned: of each pair in each session after the first

_HOTTEST = 1.0


class Evenness(NamedTuple):
    """The aims, over all combinations of two. Each should be as small as possible, and earlier aims come first."""

    partner_squares: int
    meeting_squares: int
    unmet: int  # not sought, but the fewest are kept if meetings are equally even
    score_squares: int


class Renumbered(NamedTuple):
    """All sessions as one movement, and the number of each pair (from 0) in each session: sessions x pairs."""

    movement: Movement
    numbers: Whole
    evenness: Evenness


# `map`, or a similar function that spreads the calls over threads and keeps the results in order
Spread = Callable[[Callable[[int], Whole], Iterable[int]], Iterable[Whole]]


def renumbered(
    movement: Movement, *, sessions: int, seed: int = 1, runs: int = RUNS, spread: Spread = map
) -> Renumbered:
    """Play a movement several times, and choose the numbers of the pairs in each session but the first.

    Meetings and scores are never less even than if all pairs keep their numbers, as they do with 0 runs. The same
    arguments give the same numbers, however `spread` distributes the runs.
    """
    brings = brought(movement)
    kept = np.tile(np.arange(movement.pairs), (sessions, 1))
    without = evenness(brings, kept)
    best, best_evenness = kept, without
    aims = brings[brings.any(axis=(1, 2))]

    def one_run(run: int) -> Whole:
        found = kept.copy()
        if len(aims):
            anneal_numbers(seed_of_run(seed, run), cooling_of(aims, sessions), aims, aims, found[1:])
        return found

    for found in spread(one_run, range(runs if sessions > 1 else 0)):
        found_evenness = evenness(brings, found)
        if found_evenness < best_evenness and found_evenness.score_squares <= without.score_squares:
            best, best_evenness = found, found_evenness
    return Renumbered(repeated(movement, best), best, best_evenness)


def brought(movement: Movement) -> Whole:
    """Return the amounts a session adds for every two numbers: partnerships, meetings, scores (3 x pairs x pairs)."""
    return np.stack([partnerships(movement), meetings(movement), score_matrix(movement)])


def evenness(brings: Whole, numbers: Whole) -> Evenness:
    """Return how even all sessions are together. `brings` is as from `brought`, and `numbers` is sessions x pairs."""
    between = brings[:, numbers[:, :, None], numbers[:, None, :]].sum(axis=1)
    above = np.triu_indices(numbers.shape[1], k=1)
    partner_squares, meeting_squares, score_squares = (between[:, *above] ** 2).sum(axis=1).tolist()
    return Evenness(partner_squares, meeting_squares, int((between[1][above] == 0).sum()), score_squares)


def repeated(movement: Movement, numbers: Whole) -> Movement:
    """Return all sessions as one movement, each with its own rounds and board sets. `numbers` is sessions x pairs."""
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
    """Return the settings of an annealing run for this number of pairs and sessions."""
    pairs = brings.shape[1]
    above = np.triu_indices(pairs, k=1)
    usual = brings[:, *above].var(axis=1) * np.sqrt(16 * pairs * sessions)
    return cooling_by(usual, _HOTTEST, STAGES, PROPOSALS_A_NUMBER * pairs * (sessions - 1))
