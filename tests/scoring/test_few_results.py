"""The EBU's bonus for few results."""

import polars as pl
import pytest

from transforms.scoring.frequency_charts import has_bonus, over_the_top, with_bonus


def say(expression: pl.Expr) -> object:
    return pl.select(expression).item()


@pytest.mark.parametrize(
    ("counted", "expected", "bonus"),
    [(1, 2, True), (1, 9, True), (2, 5, False), (2, 6, True), (3, 8, False), (3, 9, True), (4, 30, False)],
)
def test_three_results_or_fewer_and_no_more_than_a_third(counted: int, expected: int, bonus: bool) -> None:
    """Or a result by itself, however few are expected."""
    assert say(has_bonus(pl.lit("bonus"), pl.lit(counted), pl.lit(expected))) is bonus
    assert say(has_bonus(pl.lit("neuberg"), pl.lit(counted), pl.lit(expected))) is False


@pytest.mark.parametrize(("earned", "percentage"), [([0], [60]), ([2, 0], [65, 55]), ([4, 2, 0], [70, 60, 50])])
def test_sixty_percent_on_average_and_five_a_matchpoint(earned: list[int], percentage: list[int]) -> None:
    points = pl.DataFrame({"earned": earned}).select(with_bonus(pl.col("earned"), pl.len(), pl.lit(12)))
    assert points.to_series().to_list() == pytest.approx([22 * share / 100 for share in percentage])


@pytest.mark.parametrize("earned", [0, 1, 2])
def test_both_sides_have_a_fifth_above_the_top(earned: int) -> None:
    """Whatever each of them earned: 60 % and 60 %, 65 % and 55 %."""
    ns, ew = (with_bonus(pl.lit(points), pl.lit(2), pl.lit(12)) for points in (earned, 2 - earned))
    assert say(ns + ew - 22) == pytest.approx(say(over_the_top(pl.lit(22.0))))
