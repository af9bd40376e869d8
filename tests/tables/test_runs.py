"""Keys compared once a run, against every row by itself; rows are in any order."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal, assert_series_equal

from transforms.tables.runs import (
    facts_of_runs,
    first_of_runs,
    is_sorted,
    key_number,
    numbered_runs,
    run_number,
    told_sorted,
)

TEXT = st.sampled_from(["a", "b", "c"])
ROWS = st.lists(st.tuples(st.none() | TEXT, st.none() | TEXT), max_size=12).map(
    lambda rows: pl.DataFrame(rows, schema={"one": pl.String, "other": pl.String}, orient="row")
)
KEY = ("one", "other")


@given(ROWS)
def test_runs_are_those_of_rle(rows: pl.DataFrame) -> None:
    numbered = rows.with_columns(run=run_number(KEY))
    assert_series_equal(numbered_runs(rows, KEY), numbered["run"], check_names=False)
    assert numbered["run"].to_list() == rows.select(pl.struct(KEY).rle_id()).to_series().to_list()
    assert_frame_equal(first_of_runs(numbered, KEY), numbered.unique("run", keep="first", maintain_order=True))


@given(ROWS)
def test_keys_are_numbered_in_their_order(rows: pl.DataFrame) -> None:
    assert (key_number(rows, KEY) + 1).to_list() == rows.select(pl.struct(KEY).rank("dense")).to_series().to_list()


@given(ROWS, ROWS)
def test_facts_are_those_of_a_left_join(rows: pl.DataFrame, facts: pl.DataFrame) -> None:
    facts = facts.unique(maintain_order=True).with_row_index("fact")
    joined = rows.join(facts, on=KEY, how="left", maintain_order="left")
    assert_frame_equal(facts_of_runs(rows, KEY, facts), joined.select("fact"))


@given(ROWS)
def test_sorted_without_nulls_is_as_a_sort_leaves_it(rows: pl.DataFrame) -> None:
    rows = rows.drop_nulls()
    assert is_sorted(rows, KEY) == rows.equals(rows.sort(KEY))


def test_polars_is_told_of_a_column_that_sorts_its_rows_and_of_no_other() -> None:
    tried: list[tuple[list[int | None], bool]] = [([1, 1, 2], True), ([2, 1], False), ([None, 1, 2], False), ([], True)]
    for values, told in tried:
        rows = pl.DataFrame({"key": pl.Series(values, dtype=pl.Int32)})
        assert_frame_equal(told_sorted(rows, "key"), rows)
        assert told_sorted(rows, "key")["key"].flags["SORTED_ASC"] is told
