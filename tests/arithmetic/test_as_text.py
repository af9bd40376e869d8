"""Numbers as people write them, and sums and divisions that are exact."""

import math
import random
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import polars as pl
import pytest
from each import cases
from factories import close_to
from hypothesis import given
from hypothesis import strategies as st

from transforms.tables.arithmetic.as_text import in_decimals, short
from transforms.tables.arithmetic.rounding import column_in_decimals, quotient, short_column, to_decimals
from transforms.tables.arithmetic.sums import steady_mean, steady_sum, steady_sums, sums_of_lists


@cases((12.0, "12"), (0.5, "0.5"), (11.825, "11.83"), (100.0, "100"), (1.005, "1.01"), (-0.004, "0"), (-0.0, "0"))
def test_as_few_decimals_as_say_it(value: float, written: str) -> None:
    assert short(value) == written


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


VALUES = st.lists(st.none() | st.floats(-1000, 1000), min_size=1, max_size=40)


def summed(values: list[float | None]) -> tuple[float, float | None]:
    rows = pl.LazyFrame({"group": 1, "value": values}, schema={"group": pl.Int8, "value": pl.Float64})
    return (
        rows.group_by("group")
        .agg(sum=steady_sum(pl.col("value")), mean=steady_mean(pl.col("value")))
        .collect()
        .row(0)[1:]
    )


@given(VALUES, st.randoms())
def test_the_order_of_rows_does_not_change_a_bit(values: list[float | None], chance: random.Random) -> None:
    shuffled = chance.sample(values, len(values))
    assert summed(values) == summed(shuffled)


@given(VALUES)
def test_they_are_the_sum_and_mean_of_what_is_there(values: list[float | None]) -> None:
    there = [value for value in values if value is not None]
    found_sum, found_mean = summed(values)
    assert found_sum == close_to(math.fsum(there))
    assert found_mean == (close_to(math.fsum(there) / len(there)) if there else None)


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["a", None]), st.floats(0, 1000)), max_size=40))
def test_sums_of_many_groups_have_the_bits_of_each(values: list[tuple[int, str | None, float]]) -> None:
    by = ["group", "name"]
    rows = pl.LazyFrame(values, {"group": pl.Int64, "name": pl.String, "value": pl.Float64}, orient="row")
    one_by_one = rows.group_by(by).agg(steady_sum(pl.col("value")))
    assert steady_sums(rows, by, "value").sort(by).collect().rows() == one_by_one.sort(by).collect().rows()


@given(st.lists(st.lists(st.floats(-1000, 1000).filter(bool), max_size=30), max_size=20))
def test_a_list_is_added_up_from_the_smallest_value_up(lists: list[list[float]]) -> None:
    found = pl.LazyFrame({"value": lists}, {"value": pl.List(pl.Float64)}).select(sums_of_lists("value")).collect()
    assert found["value"].to_list() == [np.sort(values).cumsum()[-1] if values else 0 for values in lists]


def test_a_long_list_is_added_up_from_the_smallest_value_up_too() -> None:
    values = np.random.default_rng(1).normal(size=10_000)
    found = pl.LazyFrame({"value": [list(values), [-0.0]]}).select(sums_of_lists("value")).collect()
    assert repr(found["value"].to_list()) == repr([float(np.sort(values).cumsum()[-1]), 0.0])


@pytest.mark.parametrize("lists", [[None], [[]], [None, [], None]])
def test_where_there_is_no_value_the_sum_is_0(lists: list[list[float] | None]) -> None:
    found = pl.LazyFrame({"value": lists}, {"value": pl.List(pl.Float64)}).select(sums_of_lists("value")).collect()
    assert found["value"].to_list() == [0.0] * len(lists)


NUMBERS = st.floats(-1e6, 1e6).filter(lambda number: abs(number) > 1e-6)
DIVIDENDS = st.lists(st.one_of(st.none(), st.just(0.0), NUMBERS), min_size=1, max_size=20)


@given(DIVIDENDS, NUMBERS)
def test_one_divisor_for_all_is_as_many_that_are_the_same(dividends: list[float | None], divisor: float) -> None:
    exact = [None if dividend is None else dividend / divisor for dividend in dividends]
    rows = pl.DataFrame({"dividend": dividends, "key": 1}, schema_overrides={"dividend": pl.Float64})
    single = pl.DataFrame({"key": [1], "divisor": [divisor]}, schema_overrides={"key": pl.Int32})
    own = rows.with_columns(divisor=pl.Series([divisor] * rows.height))
    assert own.select(quotient(pl.col("dividend"), pl.col("divisor"))).to_series().to_list() == exact
    assert rows.select(quotient(pl.col("dividend"), divisor)).to_series().to_list() == exact
    assert rows.select(quotient(pl.col("dividend"), pl.lit(divisor))).to_series().to_list() == exact
    joined = rows.lazy().join(single.lazy(), on="key", how="left", maintain_order="left")
    assert joined.select(quotient(pl.col("dividend"), pl.col("divisor"))).collect().to_series().to_list() == exact
    alone = [rows[[row]].select(quotient(pl.col("dividend"), divisor)).item() for row in range(rows.height)]
    assert alone == exact


def test_whole_numbers_give_fractions() -> None:
    rows = pl.DataFrame({"dividend": [1, 2, 49], "divisor": [3, 4, 49]}, schema_overrides={"dividend": pl.UInt32})
    assert rows.select(quotient(pl.col("dividend"), pl.col("divisor"))).to_series().to_list() == [1 / 3, 0.5, 1.0]
