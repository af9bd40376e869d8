"""Which rounds to turn (arrow switch), so that North-South and East-West can be compared in one list.

Source: the paper on movement balance, "Mitchells en variaties": its table of Mitchells tells what one, two or three
turned rounds bring.
"""

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, EW, NS, ROUND, Movement, directions, meetings
from transforms.balance.quality import half_top

_TRIED_WHOLLY = 11
"""Up to so many rounds every choice is tried; beyond, those of at most three rounds, among which the best ones were
wherever every choice was tried."""
_FEW = 3
_AT_ONCE = 128


def best_switch(movement: Movement, absent: int | None = None) -> list[int]:
    """The rounds, from 0, to turn as a whole for the best Qf; of equal choices the fewest rounds, and the last ones.

    The movement is of pairs, in which nobody plays a set twice. To turn all the other rounds comes to the same, so at
    most half of them are turned. With `absent` (from 0) the rounds are the best for the other pairs.
    """
    weight = half_top(movement) + 1
    if absent is not None:
        there = (movement.plays[:, NS : EW + 1] != absent).all(axis=1)
        movement, weight = movement._replace(plays=movement.plays[there]), max(weight - 1, 1)
    sides, played_in = directions(movement), _round_of(movement)
    at_tables = weight * meetings(movement)
    upper = np.triu_indices(movement.pairs, k=1)
    best, least = (), np.inf
    for choices in _batches(_choices(movement.rounds)):
        signs = np.ones((len(choices), movement.rounds + 1))
        for row, choice in enumerate(choices):
            signs[row, list(choice)] = -1
        turned = sides * signs[:, played_in]
        scores = (turned @ turned.transpose(0, 2, 1) + at_tables)[:, *upper]
        squares = (scores * scores).sum(axis=1)
        if squares.min() < least:
            best, least = choices[int(squares.argmin())], squares.min()
    return list(best)


def _choices(rounds: int) -> Iterator[tuple[int, ...]]:
    """Rounds to turn: none, one, two and so on, and of as many the last ones first."""
    most = rounds // 2 if rounds <= _TRIED_WHOLLY else _FEW
    return chain.from_iterable(combinations(range(rounds - 1, -1, -1), count) for count in range(most + 1))


def _batches(choices: Iterator[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    batch: list[tuple[int, ...]] = []
    for choice in choices:
        batch.append(choice)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _round_of(movement: Movement) -> NDArray[np.int64]:
    """The round in which each pair plays each set; one more than the last where it does not."""
    played_in = np.full((movement.pairs, movement.board_sets), movement.rounds)
    plays = movement.plays
    for side in (NS, EW):
        played_in[plays[:, side], plays[:, BOARD_SET]] = plays[:, ROUND]
    return played_in
