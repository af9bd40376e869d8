"""The fast comparison against the definition."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_series_equal

from transforms.scoring.matchpoints import matchpoints

RESULTS = st.lists(
    st.tuples(st.integers(-3, 3), st.none() | st.sampled_from([-7600, -100, 0, 90, 620, 7600])), max_size=60
)


def by_definition(boards: pl.Series, scores: pl.Series) -> pl.Series:
    frame = pl.DataFrame({"board": boards, "score": scores})
    rank = pl.col("score").rank("average").over("board")
    return frame.select((2 * rank - 2).cast(pl.Int64)).to_series()


@given(RESULTS)
def test_equals_twice_the_average_rank(results: list[tuple[int, int | None]]) -> None:
    boards = pl.Series([board for board, _ in results], dtype=pl.Int64)
    scores = pl.Series([score for _, score in results], dtype=pl.Int32)
    assert_series_equal(matchpoints(boards, scores), by_definition(boards, scores), check_names=False)


@pytest.mark.parametrize("sorted_by_board", [True, False])
def test_many_boards_of_many_sizes(sorted_by_board: bool) -> None:
    tables = pl.DataFrame({"board": range(3000)}, schema={"board": pl.Int64}).select(
        pl.col("board").repeat_by(pl.col("board") * 7919 % 41 + 1).explode()
    )
    results = tables.with_row_index("line").with_columns(score=(pl.col("line").cast(pl.Int64) * 104729) % 23 * 10)
    if not sorted_by_board:
        results = results.sample(fraction=1, shuffle=True, seed=1)
    assert_series_equal(
        matchpoints(results["board"], results["score"]),
        by_definition(results["board"], results["score"]),
        check_names=False,
    )


def test_scores_as_large_as_they_can_be_written() -> None:
    largest = 2**31 - 1
    scores = pl.Series([largest, -largest - 1, 0], dtype=pl.Int32)
    assert matchpoints(pl.Series([1, 1, 1]), scores).to_list() == [4, 0, 2]
