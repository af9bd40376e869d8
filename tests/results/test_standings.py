"""Result lists and events by victory points against the plain reference of `plain_standings.py`."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from results.plain_standings import differences, event


@settings(max_examples=4)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_lists_and_standings_are_those_of_the_plain_reference(seed: int, events: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - the same events each time
    assert differences([event(draw) for _ in range(events)]) == []


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20))
def test_a_hundred_thousand_events(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - the same events each time
    assert differences([event(draw) for _ in range(5_000)]) == []
