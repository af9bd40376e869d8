"""The words of a ruling."""

from typing import Any

import polars as pl
import pytest
from each import cases

from transforms.bridge import rulings
from transforms.tables.schemas import DIRECTIONS

RULING = pl.col("ruling")


def say(ruling: str | None, expression: pl.Expr) -> object:
    return pl.DataFrame({"ruling": [ruling]}, schema={"ruling": pl.String}).select(expression).item()


def percentages(ruling: str, own_average: float | None) -> tuple[object, object]:
    own = pl.lit(own_average, dtype=pl.Float64)
    ns, ew = (
        say(ruling, rulings.awarded_percentage(RULING, side, own, pl.lit(60.0), pl.lit(40.0))) for side in ("NS", "EW")
    )
    return ns, ew


KNOWN = (
    *("reversed", "not_played", "average", "a60_40", "a62.5_50", "a0_100", "a+_-"),
    *("w30:420/70:-50", "w100:420", "w33.3:420/33.3:0/33.3:-50", "w12.5:1100/87.5:50"),
    *("s420_-100", "s420_a40", "sa+_-50", "s30:420/70:-50_a40", "s-50_30:420/70:-50", "s420_a-"),
)
UNKNOWN = (
    *("", "averages", "a60", "a60_", "a160_40", "a60_-10", "a100.5_0", "A60_40", "aa_b"),
    *("w", "w420", "w30:420", "w30:420/69:-50", "w30:420/70.2:-50", "w30:420/70", "w130:420/-30:-50", "w30:/70:-50"),
    *("s", "s420", "s420_", "s420_-100_50", "sa60_a40", "sa60_40:420", "s30:420/60:-50_a40", "s420_a140"),
)
NS, EW = (rulings.has_share(RULING, side) for side in DIRECTIONS)
ASKED: list[tuple[pl.Expr, dict[Any, Any]]] = [
    (rulings.is_ruling(RULING), dict.fromkeys(KNOWN, True) | dict.fromkeys(UNKNOWN, False)),
    (rulings.needs_own_average(RULING), dict.fromkeys(("a+_50", "a40_-", "s420_a+", "sa-_420"), True)),
    (
        rulings.needs_own_average(RULING),
        dict.fromkeys(("a60_40", "average", None, "s-50_a40", "s-50_-100", "w100:-50"), False),
    ),
    # the place that an assigned percentage says
    (rulings.assigned_percentage(RULING), {"a75_25": 75, "a20_+": 20, "a50_0": 100, "a-_10": 90}),
    (rulings.assigned_percentage(RULING), dict.fromkeys(("a60_60", "a50_50", "a+_-", "average", "sa60_-50", None))),
    # a share next to a score
    (NS, {"sa60_-50": True} | dict.fromkeys(("s-50_a+", "s420_-50", "a60_40", "average", None), False)),
    (EW, {"s-50_a+": True} | dict.fromkeys(("sa60_-50", "s420_-50", "a60_40", "average", None), False)),
    # shares that make a whole
    (rulings.awards_a_whole(RULING), dict.fromkeys(("average", "a60_40", "a62.5_37.5"), True)),
    (
        rulings.awards_a_whole(RULING),
        dict.fromkeys(("a60_60", "a50_+", "s420_a40", "w100:420", "reversed", None), False),
    ),
]


@pytest.mark.parametrize(("expression", "expected"), ASKED, ids=range(len(ASKED)))
def test_what_is_said_of_a_ruling(expression: pl.Expr, expected: dict[Any, Any]) -> None:
    assert {ruling: say(ruling, expression) for ruling in expected} == expected


@cases(
    *((ruling, True, False) for ruling in (None, "reversed")),
    *((ruling, False, True) for ruling in ("average", "a60_40", "a+_-")),
    *((ruling, False, False) for ruling in ("not_played", "w30:420/70:-50", "s420_-100", "s420_a40")),
)
def test_every_ruling_is_played_awarded_or_neither(ruling: str | None, played: bool, awarded: bool) -> None:
    assert (say(ruling, rulings.is_played(RULING)), say(ruling, rulings.is_awarded(RULING))) == (played, awarded)
    kinds = {"reversed": rulings.is_reversed, "not_played": rulings.is_not_played, "average": rulings.is_average}
    kinds |= {"w": rulings.is_weighted, "s": rulings.is_split}
    said = {word for word, is_kind in kinds.items() if say(ruling, is_kind(RULING))}
    assert said == {word for word in kinds if ruling and (ruling == word or ruling[:1] == word)}


@cases(
    ("w30:420/70:-50", {"NS": [(0.7, -50), (0.3, 420)], "EW": [(0.7, -50), (0.3, 420)]}),
    ("w50:420/50:420", {"NS": [(1, 420)], "EW": [(1, 420)]}),
    ("w100:420", {"NS": [(1, 420)], "EW": [(1, 420)]}),
    ("s420_-100", {"NS": [(1, 420)], "EW": [(1, -100)]}),
    ("s420_25:110/75:-50", {"NS": [(1, 420)], "EW": [(0.75, -50), (0.25, 110)]}),
    ("s420_a40", {"NS": [(1, 420)], "EW": []}),
    ("sa-_-50", {"NS": [], "EW": [(1, -50)]}),
    *[(ruling, {"NS": [], "EW": []}) for ruling in ("average", "a60_40", "reversed", "not_played", None)],
)
def test_outcomes_of_each_side(ruling: str | None, expected: dict[str, list[tuple[float, int]]]) -> None:
    line = pl.DataFrame({"table": [1], "ruling": [ruling]}, schema_overrides={"ruling": pl.String})
    found = rulings.outcomes(line, ["table"])
    assert found.columns == ["table", "direction", "weight", "score"]
    for direction, of_this_side in expected.items():
        assert found.filter(direction=direction).select("weight", "score").rows() == of_this_side
    assert say(ruling, rulings.has_outcomes(RULING)) is any(expected.values())


def test_weights_that_are_nearly_100_are_scaled() -> None:
    thirds = pl.DataFrame({"table": [1], "ruling": ["w33.3:420/33.3:0/33.3:-50"]})
    assert rulings.outcomes(thirds, ["table"])["weight"].to_list() == pytest.approx(6 * [1 / 3], rel=1e-15)


@cases(
    ("average", 70.0, (50, 50)),
    ("a60_40", 70.0, (60, 40)),
    ("a62.5_50", 70.0, (62.5, 50)),
    ("a+_-", 55.0, (60, 40)),
    ("a+_-", 65.0, (65, 40)),
    ("a-_+", 35.0, (35, 60)),
    ("a+_-", None, (60, 40)),
    ("reversed", 70.0, (None, None)),
    ("not_played", 70.0, (None, None)),
    ("w30:420/70:-50", 70.0, (None, None)),
    ("s420_-100", 70.0, (None, None)),
    ("s420_a40", 70.0, (None, 40)),
    ("sa+_-50", 65.0, (65, None)),
    ("s-50_a-", 35.0, (None, 35)),
)
def test_percentages(ruling: str, own_average: float | None, expected: tuple[float | None, float | None]) -> None:
    assert percentages(ruling, own_average) == expected


@cases(
    ("w30:420/70:-50", ("30:420/70:-50", "30:420/70:-50")),
    ("s420_30:110/70:-50", ("420", "30:110/70:-50")),
    ("sa+_-50", ("a+", "-50")),
    *[(ruling, (None, None)) for ruling in ("average", "a60_40", "reversed", "not_played", None)],
)
def test_outcomes_as_they_were_written(ruling: str | None, written: tuple[str | None, str | None]) -> None:
    assert tuple(say(ruling, rulings.as_written(RULING, direction)) for direction in DIRECTIONS) == written
