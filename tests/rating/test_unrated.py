"""Groups of players without a rating, and their ratings to the last fraction."""

import time

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from transforms.elo.unrated import Meetings, groups


def met(pairs: list[tuple[int, int]]) -> Meetings:
    """Each meeting from both sides."""
    one, other = np.array([*pairs, *((b, a) for a, b in pairs)], dtype=np.int64).reshape(-1, 2).T
    return Meetings(one, other)


@drawn(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=14))
def test_a_group_is_everybody_to_whom_a_chain_leads(pairs: list[tuple[int, int]]) -> None:
    expected = list(range(12))
    for _ in expected:
        for one, other in pairs:
            expected[one] = expected[other] = min(expected[one], expected[other])
    assert groups(12, met(pairs)).tolist() == expected


@pytest.mark.parametrize("shuffled", [False, True])
def test_groups_of_a_long_chain_are_found_at_once(shuffled: bool) -> None:
    size = 30_000
    people = np.random.default_rng(1).permutation(size) if shuffled else np.arange(size)
    chain = Meetings(np.append(people[:-1], people[1:]), np.append(people[1:], people[:-1]))
    started = time.process_time()
    assert not groups(size, chain).any()
    assert time.process_time() - started < 2  # link by link this is half a minute and more
