"""Sums and means of groups: those of their values, and the same bits whatever the order."""

import math
import random

import numpy as np
import polars as pl
import pytest
from factories import close_to
from hypothesis import given
from hypothesis import strategies as st

from transforms.tables.arithmetic.sums import steady_mean, steady_sum, steady_sums, sums_of_lists

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


@pytest.mark.parametrize("lists", [[None], [[]], [None, [], None]])
def test_where_there_is_no_value_the_sum_is_0(lists: list[list[float] | None]) -> None:
    found = pl.LazyFrame({"value": lists}, {"value": pl.List(pl.Float64)}).select(sums_of_lists("value")).collect()
    assert found["value"].to_list() == [0.0] * len(lists)
