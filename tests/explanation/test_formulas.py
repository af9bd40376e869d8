"""Formulas with their numbers filled in: what is read there makes what is said to come of it."""

import polars as pl
import pytest
from explanation.working_out import hundredths, worked_out
from hypothesis import given
from hypothesis import strategies as st

from transforms.explanation import formulas
from transforms.explanation.formulas import filled_in, number
from transforms.explanation.points import FORMULAS


def filled(formula: str, **columns: float | list[float]) -> str:
    rows = pl.DataFrame({name: [value] for name, value in columns.items()})
    rows = rows.with_columns(made=formulas.worked_out(rows, formula))
    return filled_in(rows, formula, "made").item()


def test_the_club_ranking_place_four_of_twelve() -> None:
    place = FORMULAS["place"]
    assert filled(place, high=100, low=60, entrants=12, place=4) == "100 - (100 - 60) / (12 - 1) × (4 - 1)"


def test_a_list_is_added_up() -> None:
    assert filled(
        "(earned + missing * substitute) / window", earned=[82.5, 77, 90.0], missing=3, substitute=70, window=6
    )
    some = {"earned": [82.5, 77, 90.0], "missing": 3, "substitute": 70, "window": 6}
    assert filled("(earned + missing * substitute) / window", **some) == "(82.5 + 77 + 90 + 3 × 70) / 6"


def test_what_is_below_zero_is_taken_off() -> None:
    """A pair far below the lowest line earns less than nothing: nobody writes `167.59 + -17.59`."""
    assert (
        filled("(counting) / counted", counting=[152.16, 167.59, -17.59], counted=3) == "(152.16 + 167.59 - 17.59) / 3"
    )
    assert filled("(counting) / counted", counting=[-2.5, -1.0], counted=2) == "(-2.5 - 1) / 2"
    assert filled("high - low", high=10, low=-5) == "10 + 5"


def test_as_many_decimals_as_lead_there() -> None:
    """A third of a percent between best and worst carries the rounding of the scores to the points."""
    close = filled(FORMULAS["proportional"], high=100, low=60, best=52.3333, worst=52.0, score=52.1234)
    assert close == "100 - (100 - 60) × (52.3333 - 52.1234) / (52.3333 - 52)"


@given(
    high=st.integers(50, 120),
    width=st.floats(5, 60),
    score=st.floats(30, 70),
    middle=st.floats(40, 90),
    method=st.sampled_from(["balanced", "dynamic"]),
)
def test_what_is_read_makes_the_result(high: int, width: float, score: float, middle: float, method: str) -> None:
    numbers = {
        "high": high,
        "low": high - width,
        "width": width,
        "middle": middle,
        "score": score,
        "average_score": 50,
        "top_score": 63.5,
    }
    rows = pl.DataFrame({name: [float(value)] for name, value in numbers.items()})
    made = formulas.worked_out(rows, FORMULAS[method])
    read = worked_out(filled_in(rows.with_columns(made=made), FORMULAS[method], "made").item())
    assert hundredths(read) == hundredths(made.item()) or abs(float(read) - made.item()) < 0.0005


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (12.0, "12"),
        (0.5, "0.5"),
        (11.825, "11.83"),
        (2.675, "2.68"),
        (-2.675, "-2.68"),
        (-0.001, "0"),
        (-250.0, "-250"),
    ],
)
def test_a_number_has_as_few_decimals_as_say_it(value: float, written: str) -> None:
    assert pl.select(number(pl.lit(value))).item() == written
