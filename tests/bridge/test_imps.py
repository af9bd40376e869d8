"""The IMP scale of Law 78B."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from transforms.bridge.imps import imps

LAW_78B = [
    *((10, 0), (40, 1), (80, 2), (120, 3), (160, 4), (210, 5), (260, 6), (310, 7), (360, 8), (420, 9), (490, 10)),
    *((590, 11), (740, 12), (890, 13), (1090, 14), (1290, 15), (1490, 16), (1740, 17), (1990, 18), (2240, 19)),
    *((2490, 20), (2990, 21), (3490, 22), (3990, 23)),
]
"""The largest difference for each number of IMPs, as the Law prints it; above them, 24."""


def worth(difference: float) -> int:
    return pl.select(imps(pl.lit(difference))).item()


def test_law_78b() -> None:
    assert [(most, worth(most)) for most, _ in LAW_78B] == LAW_78B
    assert [worth(most + 10) for most, _ in LAW_78B] == [imps + 1 for _, imps in LAW_78B]


@given(st.integers(-16_000, 16_000))
def test_the_other_side_gets_the_opposite(difference: int) -> None:
    assert worth(difference) == -worth(-difference)


def test_a_difference_between_two_tens_is_worth_what_it_reaches() -> None:
    assert [worth(difference) for difference in (19.99, 20.0, 49.5, -89.9, 4000.5)] == [0, 1, 1, -2, 24]


def test_without_a_difference() -> None:
    assert pl.select(imps(pl.lit(None, pl.Int32))).item() is None
