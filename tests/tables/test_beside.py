"""Facts beside rows, by a search in order against a join; numbers are in any order."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from transforms.tables.beside import beside, beside_in_order

NUMBER = st.integers(0, 9)


@given(st.lists(NUMBER, max_size=12), st.lists(NUMBER, max_size=8, unique=True))
def test_facts_found_in_order_are_those_of_a_join(numbers: list[int], known: list[int]) -> None:
    rows = pl.DataFrame({"number": numbers}, schema={"number": pl.UInt64}).with_row_index("row")
    facts = pl.DataFrame({"number": known}, schema={"number": pl.UInt64}).with_row_index("fact")
    facts = facts.with_columns(word=pl.col("number").cast(pl.String))
    assert_frame_equal(beside_in_order(rows, facts, "number"), beside(rows, facts, "number").collect())


def test_two_facts_about_one_row_are_refused() -> None:
    """They would be one row more, and every fact behind it beside the row of another."""
    rows, facts = pl.DataFrame({"number": [1, 2, 3]}), pl.DataFrame({"number": [1, 1, 2], "fact": [10, 11, 20]})
    with pytest.raises(pl.exceptions.ComputeError, match="m:1"):
        beside(rows, facts, "number")
