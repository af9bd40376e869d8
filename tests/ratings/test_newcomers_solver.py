"""Groups of players without a rating, and their ratings to the last fraction; systems solved by taking players out."""

import time
from fractions import Fraction
from math import prod
from random import Random

import numpy as np
import pytest
from examples import by_night
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from ratings import plain

from transforms.ratings.newcomers_solver import Elimination, Means, Meetings, groups, rounded

Pairs = list[tuple[int, int]]
PRIMES = [101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151]


def met(pairs: Pairs) -> Meetings:
    one, other = np.array([*pairs, *((b, a) for a, b in pairs)], dtype=np.int64).reshape(-1, 2).T
    return Meetings(one, other)


@drawn(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=14))
def test_a_group_is_everybody_to_whom_a_chain_leads(pairs: Pairs) -> None:
    expected = list(range(12))
    for _ in expected:
        for one, other in pairs:
            expected[one] = expected[other] = min(expected[one], expected[other])
    assert groups(12, met(pairs)).tolist() == expected


def system(known: list[int], total: list[int], pairs: Pairs) -> Means:
    """`known`: games of each player against opponents with a rating."""
    meetings = met(pairs)
    games = np.array(known) + np.bincount(meetings.one, minlength=len(known))
    return Means(games, np.array(total), meetings)


def exactly(known: list[int], total: list[int], pairs: Pairs) -> list[Fraction]:
    size = len(known)
    matrix = [[Fraction(known[row] if row == column else 0) for column in range(size)] for row in range(size)]
    for pair in pairs:
        for here, there in (pair, pair[::-1]):
            matrix[here][here] += 1
            matrix[here][there] -= 1
    return plain.solve(matrix, [Fraction(value) for value in total])


@settings(deadline=None, max_examples=by_night(150))
@drawn(st.randoms(use_true_random=False))
def test_ratings_are_rounded_as_fractions_are(random: Random) -> None:
    size = random.randint(1, 9)
    pairs = [(random.randrange(row), row) for row in range(1, size)]
    pairs += [(0, random.randrange(1, size)) for _ in range(random.randint(0, 12)) if size > 1]
    known = [random.choice([0, 0, 0, 1, 2, 17]) for _ in range(size - 1)] + [random.choice([1, 2, 19])]
    wide = random.choice([2, 40, 3000])
    total = [random.randint(-wide, wide) for _ in range(size)]
    unrated = system(known, total, pairs)
    expected = exactly(known, total, pairs)
    assert rounded(unrated, unrated).tolist() == [plain.whole(value) for value in expected]
    games = random.choice([1, 2, 4, 22])
    both = Means(np.array([games]), np.array([wide]), met([(0, 0)]))
    mean = (2 * expected[0] + wide) / games
    assert rounded(unrated, both).tolist() == [plain.whole(mean)]


@pytest.mark.parametrize("beyond", [-1, 1])
@pytest.mark.parametrize("sign", [-1, 1])
def test_what_is_a_hair_from_a_half_is_no_half(beyond: int, sign: int) -> None:
    """Ratings with prime denominators: their sum is a half and 1 / (2 * their product), which is below 1e-23."""
    product = prod(PRIMES)
    whole_part = (product + beyond) // 2
    total = [sign * (whole_part * pow(product // prime, -1, prime) % prime) for prime in PRIMES]
    unrated = system(PRIMES, total, [])
    everybody = np.arange(len(PRIMES))
    means = Means(np.array([1]), np.array([sign * 1000]), Meetings(np.zeros_like(everybody), everybody))
    exact = sum((Fraction(value, prime) for value, prime in zip(total, PRIMES, strict=True)), Fraction(sign * 1000))
    assert abs(abs(exact) % 1 - Fraction(1, 2)) == Fraction(1, 2 * product)
    assert rounded(unrated, means).tolist() == [plain.whole(exact)]


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_half_of_ratings_with_large_denominators_is_a_half(sign: int) -> None:
    """Of each prime two players whose ratings add up to 1, so that the mean of two of 11 such pairs is 5.5."""
    total = [sign * part for prime in PRIMES for part in (40, prime - 40)]
    unrated = system([prime for prime in PRIMES for _ in range(2)], total, [])
    everybody = np.arange(len(total))
    means = Means(np.array([2]), np.array([0]), Meetings(np.zeros_like(everybody), everybody))
    assert rounded(unrated, means).tolist() == [6 * sign]


@pytest.mark.parametrize("linked", [1, 3])
@pytest.mark.parametrize("seed", range(2))
def test_a_long_group_has_the_ratings_of_fractions(seed: int, linked: int) -> None:
    """Newcomers in a row, each of whom met the next one or the next three, in any order; one of them met a rated."""
    random = np.random.default_rng(seed)
    row = random.permutation(40).tolist()
    pairs = [(row[place - apart], row[place]) for apart in range(1, linked + 1) for place in range(apart, len(row))]
    known = [int(player == row[0]) for player in range(len(row))]
    total = random.integers(-700, 700, len(row)).tolist()
    unrated = system(known, total, pairs)
    expected = [plain.whole(value) for value in exactly(known, total, pairs)]
    assert rounded(unrated, unrated).tolist() == expected


def test_a_chain_of_a_hundred_thousand_newcomers_takes_no_time() -> None:
    """Each met the next, and the last met a rated player; the ratings are known, and those of 50 in a row a half."""
    size = 100_000
    random = np.random.default_rng(5)
    doubled = 2 * random.integers(-3000, 3000, size)
    doubled[500:550] += 1
    people = random.permutation(size)
    one, other = people[:-1], people[1:]
    meetings = Meetings(np.append(one, other), np.append(other, one))
    known = np.zeros(size, dtype=np.int64)
    known[[people[-1], *np.flatnonzero(doubled % 2)]] = 2
    games = known + np.bincount(meetings.one, minlength=size)
    # Neighbours of a half meet it twice, so that all sums are whole.
    twice = (doubled[meetings.one] % 2 == 1) | (doubled[meetings.other] % 2 == 1)
    again = Meetings(*(np.append(side, side[twice]) for side in meetings))
    games = known + np.bincount(again.one, minlength=size)
    total = games * doubled
    np.subtract.at(total, again.one, doubled[again.other])
    assert not (total % 2).any()
    unrated = Means(games, total // 2, again)
    started = time.process_time()
    ratings = rounded(unrated, unrated)
    assert time.process_time() - started < 30  # with the square of the length this is two minutes
    assert ratings.tolist() == (np.sign(doubled) * ((np.abs(doubled) + 1) // 2)).tolist()


def elimination(excess: list[int], links: Pairs) -> Elimination:
    one, other = np.array(links, dtype=np.int64).reshape(-1, 2).T
    return Elimination.of(np.array(excess), one, other)


def test_nothing_cancels_in_a_long_chain() -> None:
    """In a chain of n whose end has an excess of 1, a right side of 1 everywhere gives n there, to 1e-13."""
    size = 20_000
    found = elimination([0] * (size - 1) + [1], [(row, row + 1) for row in range(size - 1)]).solved(
        np.ones(size), 1e-12
    )
    assert found[-1] == pytest.approx(size, rel=1e-13)
    assert found[0] == pytest.approx(size * (size + 1) / 2, rel=1e-13)


def test_where_everybody_met_everybody_the_rest_is_solved_too() -> None:
    size = 40
    everybody = [(one, other) for one in range(size) for other in range(one)]
    solving = elimination([1] * size, everybody)
    right = np.arange(size, dtype=np.float64)
    assert len(solving.core) > 0
    found = solving.solved(right, 1e-12)
    assert (size + 1) * found - found.sum() == pytest.approx(right, abs=1e-9)
    assert solving.bits.sum() >= (size - 1) * np.log2(size + 1)  # of the determinant, (n + 1) to the power of n - 1
