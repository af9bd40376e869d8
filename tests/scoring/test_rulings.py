"""The words of a ruling."""

import polars as pl
import pytest

from transforms.rulings import (
    assigned_percentage,
    awarded_percentage,
    is_awarded,
    is_played,
    is_ruling,
    needs_own_average,
)

RULING = pl.col("ruling")


def say(ruling: str | None, expression: pl.Expr) -> object:
    return pl.DataFrame({"ruling": [ruling]}, schema={"ruling": pl.String}).select(expression).item()


def percentages(ruling: str, own_average: float | None) -> tuple[object, object]:
    own = pl.lit(own_average, dtype=pl.Float64)
    ns, ew = (say(ruling, awarded_percentage(RULING, side, own, pl.lit(60.0), pl.lit(40.0))) for side in ("NS", "EW"))
    return ns, ew


@pytest.mark.parametrize("ruling", ["reversed", "not_played", "average", "a60_40", "a62.5_50", "a0_100", "a+_-"])
def test_known_words(ruling: str) -> None:
    assert say(ruling, is_ruling(RULING)) is True


@pytest.mark.parametrize("ruling", ["", "averages", "a60", "a60_", "a160_40", "a60_-10", "a100.5_0", "A60_40", "aa_b"])
def test_unknown_words(ruling: str) -> None:
    assert say(ruling, is_ruling(RULING)) is False


@pytest.mark.parametrize(
    ("ruling", "played", "awarded"),
    [
        (None, True, False),
        ("reversed", True, False),
        ("not_played", False, False),
        ("average", False, True),
        ("a60_40", False, True),
        ("a+_-", False, True),
    ],
)
def test_every_ruling_is_played_awarded_or_neither(ruling: str | None, played: bool, awarded: bool) -> None:
    assert (say(ruling, is_played(RULING)), say(ruling, is_awarded(RULING))) == (played, awarded)


@pytest.mark.parametrize(
    ("ruling", "own_average", "expected"),
    [
        ("average", 70.0, (50, 50)),
        ("a60_40", 70.0, (60, 40)),
        ("a62.5_50", 70.0, (62.5, 50)),
        ("a+_-", 55.0, (60, 40)),
        ("a+_-", 65.0, (65, 40)),
        ("a-_+", 35.0, (35, 60)),
        ("a+_-", None, (60, 40)),
        ("reversed", 70.0, (None, None)),
        ("not_played", 70.0, (None, None)),
    ],
)
def test_percentages(ruling: str, own_average: float | None, expected: tuple[float | None, float | None]) -> None:
    assert percentages(ruling, own_average) == expected


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [("a+_50", True), ("a40_-", True), ("a60_40", False), ("average", False), (None, False)],
)
def test_plus_and_minus_need_the_own_average(ruling: str | None, expected: bool) -> None:
    assert say(ruling, needs_own_average(RULING)) is expected


@pytest.mark.parametrize(
    ("ruling", "place"),
    [
        ("a75_25", 75),
        ("a20_+", 20),
        ("a50_0", 100),
        ("a-_10", 90),
        ("a60_60", None),
        ("a50_50", None),
        ("a+_-", None),
        ("average", None),
        (None, None),
    ],
)
def test_place_that_an_assigned_percentage_says(ruling: str | None, place: float | None) -> None:
    assert say(ruling, assigned_percentage(RULING)) == place
