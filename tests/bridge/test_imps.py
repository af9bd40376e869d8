"""IMPs, and the victory points of a match from them."""

import itertools

import polars as pl
import pytest
from each import cases
from hypothesis import given
from hypothesis import strategies as st

from transforms.bridge.imps import imps, victory_point_scales

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


BOARDS = st.integers(1, 200)


def scale(name: str, boards: int) -> list[float]:
    """What the winner gets for a margin of 0, 1, 2 ... IMPs."""
    matches = pl.DataFrame({"scale": [name], "boards": [boards]}, schema_overrides={"boards": pl.Int32})
    return victory_point_scales(matches)["vp"].to_list()


def published(table: str) -> list[float]:
    return [float(points) for points in table.split()]


@pytest.mark.parametrize(("imps", "vp"), [(1, 10.31), (10, 12.80), (20, 15.00), (30, 16.73), (60, 20.00)])
def test_continuous_16_boards(imps: int, vp: float) -> None:
    assert scale("wbf_continuous", 16)[imps] == vp


def test_continuous_4_boards_as_published() -> None:
    assert scale("wbf_continuous", 4) == published("""
        10.00 10.61 11.20 11.76 12.29 12.80 13.28 13.74 14.18 14.60 15.00 15.38 15.74 16.09 16.42
        16.73 17.03 17.31 17.59 17.84 18.09 18.33 18.55 18.76 18.97 19.16 19.34 19.52 19.69 19.85
        20.00
    """)


def test_continuous_24_boards_as_published() -> None:
    """Thirteen of these are a hundredth above the rounded curve."""
    assert scale("wbf_continuous", 24) == published("""
        10.00 10.25 10.50 10.75 10.99 11.23 11.46 11.68 11.90 12.12 12.33 12.54 12.75 12.95 13.15
        13.34 13.53 13.72 13.90 14.08 14.26 14.43 14.60 14.76 14.92 15.08 15.24 15.39 15.54 15.69
        15.83 15.97 16.11 16.25 16.38 16.51 16.64 16.77 16.89 17.01 17.13 17.25 17.36 17.47 17.58
        17.69 17.79 17.89 17.99 18.09 18.19 18.29 18.38 18.47 18.56 18.65 18.74 18.82 18.90 18.98
        19.06 19.14 19.22 19.30 19.37 19.44 19.51 19.58 19.65 19.72 19.79 19.85 19.91 19.97 20.00
    """)


@cases(
    (5, [0, 1, 3, 5, 7, 10, 13, 16, 20, 25, 31]),
    (6, [0, 1, 3, 5, 8, 11, 14, 18, 22, 27, 33]),
    (7, [0, 1, 3, 6, 9, 12, 15, 19, 24, 29, 36]),
    (8, [0, 1, 4, 7, 10, 13, 17, 21, 26, 31, 39]),
    (9, [0, 1, 4, 7, 10, 13, 17, 22, 27, 33, 41]),
    (10, [0, 1, 4, 7, 10, 14, 18, 23, 28, 35, 43]),
    (11, [0, 2, 5, 8, 11, 15, 19, 24, 30, 37, 45]),
    (12, [0, 2, 5, 8, 12, 16, 20, 25, 31, 38, 47]),
    (13, [0, 2, 5, 8, 12, 16, 21, 26, 32, 40, 49]),
    (14, [0, 2, 5, 9, 13, 17, 22, 27, 34, 41, 51]),
    (15, [0, 2, 5, 9, 13, 17, 22, 28, 35, 43, 53]),
    (16, [0, 2, 5, 9, 13, 18, 23, 29, 36, 44, 54]),
    (20, [0, 2, 6, 10, 15, 20, 26, 32, 40, 49, 61]),
    (24, [0, 2, 6, 11, 16, 22, 28, 35, 44, 54, 66]),
    (28, [0, 2, 7, 12, 18, 24, 30, 38, 47, 58, 72]),
    (32, [0, 3, 8, 13, 19, 25, 33, 41, 51, 62, 77]),
    (40, [0, 3, 8, 14, 21, 28, 36, 46, 56, 69, 86]),
    (48, [0, 3, 9, 16, 23, 31, 40, 50, 62, 76, 94]),
    (56, [0, 3, 10, 17, 25, 33, 43, 54, 67, 82, 101]),
    (64, [0, 4, 11, 18, 26, 36, 46, 58, 71, 88, 108]),
)
def test_discrete_as_published(boards: int, margins: list[int]) -> None:
    """EBU White Book 3.1.1: the smallest margin that brings 10, 11 ... 20 (for 10, a drawn match)."""
    vp = scale("wbf_discrete", boards)
    assert [vp.index(points) for points in range(10, 21)] == margins
    assert len(vp) == margins[-1] + 1


@given(BOARDS)
def test_no_imp_is_worth_more_than_the_one_before(boards: int) -> None:
    hundredths = [round(100 * vp) for vp in scale("wbf_continuous", boards)]
    steps = [after - before for before, after in itertools.pairwise(hundredths)]
    assert steps == sorted(steps, reverse=True)
    assert (hundredths[0], hundredths[-1]) == (1000, 2000)


@given(BOARDS)
def test_no_range_of_imps_is_narrower_than_the_one_before(boards: int) -> None:
    vp = scale("wbf_discrete", boards)
    ranges = [vp.count(points) for points in range(10, 20)]
    both_sides_of_a_draw = 2 * ranges[0] - 1
    assert [both_sides_of_a_draw, *ranges[1:]] == sorted([both_sides_of_a_draw, *ranges[1:]])
    assert set(vp) == set(range(10, 21))


def test_scales_of_many_matches() -> None:
    matches = pl.DataFrame(
        {"scale": ["wbf_discrete", "wbf_continuous", "wbf_discrete", None], "boards": [8, 24, 8, 8]},
        schema_overrides={"boards": pl.Int32},
    )
    lengths = victory_point_scales(matches).group_by("scale", "boards").len().sort("boards")
    assert lengths.rows() == [("wbf_discrete", 8, 40), ("wbf_continuous", 24, 75)]
