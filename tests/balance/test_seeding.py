"""A seeded field: strong pairs sit apart, and no numbers favour anybody less."""

from itertools import permutations

import numpy as np
import pytest

from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement, rounds_turned
from transforms.balance.quality import score_matrix
from transforms.balance.schedule import parse_schedule
from transforms.balance.seating.seeding import seeded


def effects(movement: Movement, strength: dict[int, float]) -> float:
    """The sum of squares of what the movement costs each pair, pair by pair; `strength` by number from 1."""
    scores = score_matrix(movement).tolist()
    mean = sum(strength.values()) / len(strength)
    found: list[float] = []
    for one in strength:
        even = sum(scores[one - 1]) / (len(strength) - 1)
        others = (other for other in strength if other != one)
        found.append(sum((scores[one - 1][other - 1] - even) * (strength[other] - mean) for other in others))
    return sum((one - sum(found) / len(found)) ** 2 for one in found)


def test_no_other_numbers_have_a_smaller_effect() -> None:
    movement = parse_schedule("6 3 3 3 0\n1-4 A 2-5 B 3-6 C\n1-6 B 2-4 C 3-5 A\n5-1 C 6-2 A 4-3 B\n")
    strengths = [9.0, 7.5, 7, 4, 2, 0]
    given = seeded(movement, strengths)
    assert sorted(given) == [1, 2, 3, 4, 5, 6]
    every = [effects(movement, dict(zip(order, strengths, strict=True))) for order in permutations(range(1, 7))]
    assert effects(movement, dict(zip(given, strengths, strict=True))) == pytest.approx(min(every))
    assert max(every) > min(every)


def test_two_directions_are_equally_strong() -> None:
    strengths = np.random.default_rng(1).normal(50, 5, 14).tolist()
    given = seeded(mitchell(7), strengths, winners=2)
    order = sorted(range(14), key=lambda pair: -strengths[pair])
    assert ["EW" if given[pair] > 7 else "NS" for pair in order] == ["NS", "EW", "EW", "NS"] * 3 + ["NS", "EW"]


def test_a_number_stays_empty() -> None:
    movement = rounds_turned(mitchell(7), [6])
    assert sorted(seeded(movement, list(range(13)), absent=3)) == [1, 2, *range(4, 15)]


def test_in_perfect_balance_no_number_is_better() -> None:
    movement, strengths = howell(8), [float(one) for one in range(8)]
    assert effects(movement, dict(zip(seeded(movement, strengths), strengths, strict=True))) == pytest.approx(0)
