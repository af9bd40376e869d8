import polars as pl
import pytest

from tests.factories import close_to
from transforms.explanation.formulas import worked_out
from transforms.rankings.methods import RANKING_METHODS, SCORE_FOR, of_field
from transforms.tables.schemas import METHODS

FIELD = pl.DataFrame({"score": [61.25, 52.0, 52.0, 47.5, 37.25]}).with_columns(
    field=1, high=90.0, low=50.0, middle=71.5, average_score=50.0, top_score=63.5, width=40.0
)
SCORES = FIELD.with_columns(**of_field("field"))


def test_every_method_that_may_be_chosen_is_an_object() -> None:
    assert tuple(RANKING_METHODS) == METHODS


@pytest.mark.parametrize("name", METHODS)
def test_points_are_what_the_formula_gives(name: str) -> None:
    method = RANKING_METHODS[name]
    assert (method.points is None) != (method.above is None)
    points = SCORES.select(method.points if method.above is None else pl.col("middle") + method.above).to_series()
    by_formula = worked_out(SCORES, method.formula)
    in_whole_points = (by_formula + 0.5).floor()
    assert any(points.to_list() == close_to(worth.to_list()) for worth in (by_formula, in_whole_points))


@pytest.mark.parametrize("name", SCORE_FOR)
def test_the_score_for_points_earns_them(name: str) -> None:
    points = RANKING_METHODS[name].points
    assert points is not None
    assert SCORES.select(SCORE_FOR[name](points)).to_series().to_list() == close_to(SCORES["score"].to_list())
