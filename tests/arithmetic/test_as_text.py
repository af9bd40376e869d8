"""Numbers as people write them."""

from decimal import ROUND_HALF_UP, Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transforms.tables.arithmetic.as_text import in_decimals, short
from transforms.tables.arithmetic.rounding import column_in_decimals, short_column, to_decimals


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


@given(st.decimals(-1_000_000, 1_000_000, places=4), st.integers(0, 3))
def test_what_is_written_is_the_decimal_rounded_half_up(number: Decimal, decimals: int) -> None:
    """Half up as decimal arithmetic has it: by size, so that what one side wins the other loses."""
    exact = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert in_decimals(float(number), decimals) == str(exact or abs(exact))


@given(st.lists(st.floats(-1e9, 1e9), min_size=1), st.integers(0, 4))
def test_a_column_is_rounded_as_each_number_by_itself(numbers: list[float], decimals: int) -> None:
    rounded = pl.DataFrame({"number": numbers}).select(to_decimals(pl.col("number"), decimals)).to_series().to_list()
    assert [str(number) for number in rounded] == [str(float(in_decimals(number, decimals))) for number in numbers]


@given(st.lists(st.decimals(-1_000_000, 1_000_000, places=4), min_size=1))
def test_a_column_is_written_as_each_number_by_itself(numbers: list[Decimal]) -> None:
    columns = pl.DataFrame({"number": [float(number) for number in numbers]}).select(
        short=short_column(pl.col("number")), fixed=column_in_decimals(pl.col("number"), pl.lit(2))
    )
    assert columns["short"].to_list() == [short(float(number)) for number in numbers]
    assert columns["fixed"].to_list() == [in_decimals(float(number), 2) for number in numbers]


def test_a_sum_of_binary_fractions_is_what_it_stands_for() -> None:
    """A thousand tenths and a half cent: a hair less than it, the more so the larger the number."""
    total = sum([0.1] * 1_000) + 0.005
    assert (in_decimals(total, 2), in_decimals(0.285, 2), in_decimals(100_000.005, 2)) == (
        "100.01",
        "0.29",
        "100000.01",
    )


def test_nothing_is_written_of_what_does_not_exist() -> None:
    column = pl.DataFrame({"number": [None, 0.5]}).select(short_column(pl.col("number"))).to_series()
    assert column.to_list() == [None, "0.5"]
