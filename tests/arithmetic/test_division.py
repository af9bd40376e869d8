"""A quotient is the nearest to the exact one, whatever polars knows of the divisors."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from transforms.tables.arithmetic.rounding import quotient

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
