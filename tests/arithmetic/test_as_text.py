"""Numbers as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transforms.arithmetic.as_text import in_decimals, short


@pytest.mark.parametrize(
    ("value", "written"),
    [(12.0, "12"), (0.5, "0.5"), (11.825, "11.83"), (100.0, "100"), (1.005, "1.01"), (-0.004, "0"), (-0.0, "0")],
)
def test_as_few_decimals_as_say_it(value: float, written: str) -> None:
    assert short(value) == written


@given(st.integers(1, 10**6))
def test_halves_go_away_from_zero_on_both_sides(number: int) -> None:
    """Half a hundredth more than so many hundredths, though binary floats have it a hair off."""
    value = (2 * number + 1) / 200
    assert in_decimals(value, 2) == f"{(number + 1) // 100}.{(number + 1) % 100:02}"
    assert in_decimals(-value, 2) == f"-{in_decimals(value, 2)}"
