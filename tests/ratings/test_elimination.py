"""Systems solved by taking players out, beside exact fractions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ratings import plain

from transforms.ratings.newcomers_solver import Elimination

Links = list[tuple[int, int]]


def of(excess: list[int], links: Links) -> Elimination:
    one, other = np.array(links, dtype=np.int64).reshape(-1, 2).T
    return Elimination.of(np.array(excess), one, other)


def matrix(excess: list[int], links: Links) -> list[list[Fraction]]:
    rows = [[Fraction(of if row == column else 0) for column in range(len(excess))] for row, of in enumerate(excess)]
    for one, other in links:
        for here, there in ((one, other), (other, one)):
            rows[here][here] += 1
            rows[here][there] -= 1
    return rows


@given(st.randoms(use_true_random=False))
def test_the_solution_is_that_of_fractions(random: Random) -> None:
    size = random.randint(1, 8)
    links = [(random.randrange(row), row) for row in range(1, size)]
    links += [(0, random.randrange(1, size)) for _ in range(random.randint(0, 6)) if size > 1]
    excess = [random.choice([0, 0, 3]) for _ in range(size - 1)] + [random.choice([1, 5])]
    right = [random.randint(0, 1000) for _ in range(size)]
    expected = plain.solve(matrix(excess, links), [Fraction(value) for value in right])
    found = of(excess, links).solved(np.array(right, dtype=np.float64), 1e-12)
    assert found == pytest.approx([float(value) for value in expected], rel=1e-13)


def test_nothing_cancels_in_a_long_chain() -> None:
    """In a chain of n whose end has an excess of 1, a right side of 1 everywhere gives n there, to 1e-13."""
    size = 20_000
    found = of([0] * (size - 1) + [1], [(row, row + 1) for row in range(size - 1)]).solved(np.ones(size), 1e-12)
    assert found[-1] == pytest.approx(size, rel=1e-13)
    assert found[0] == pytest.approx(size * (size + 1) / 2, rel=1e-13)


@pytest.mark.parametrize("size", [30, 300])
def test_bits_are_those_of_the_determinant(size: int) -> None:
    """A chain with an excess of 1 at both ends has the determinant n + 1."""
    chain = of([1, *[0] * (size - 2), 1], [(row, row + 1) for row in range(size - 1)])
    assert chain.bits.sum() == pytest.approx(np.log2(size + 1))


def test_where_everybody_met_everybody_the_rest_is_solved_too() -> None:
    size = 40
    everybody = [(one, other) for one in range(size) for other in range(one)]
    solving = of([1] * size, everybody)
    right = np.arange(size, dtype=np.float64)
    assert len(solving.core) > 0
    found = solving.solved(right, 1e-12)
    assert (size + 1) * found - found.sum() == pytest.approx(right, abs=1e-9)
    assert solving.bits.sum() >= (size - 1) * np.log2(size + 1)  # of the determinant, (n + 1) to the power of n - 1
