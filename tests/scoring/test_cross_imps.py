"""Cross-IMPs under each rule, and boards with unequally many results."""

from fractions import Fraction

import polars as pl
import pytest
from examples import by_night
from factories import close_to
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring.boards import Outcome, results, scored, scores_of_each
from scoring.plain_imps import OUTCOME, Points, Weighted, boards_of, both_sides, imp_points, law_78b, stands_as

RULES = ("sum", "per_comparison", "scaled")
ON_ITS_OWN = OUTCOME.filter(lambda outcome: outcome not in {None, "a+_-", "s420_a-"})
"""What needs no other board to be worked out."""
BOARDS = st.lists(st.lists(ON_ITS_OWN, min_size=1, max_size=7), min_size=1, max_size=3)


@pytest.mark.parametrize(
    ("outcomes", "rule", "points"),
    [
        # 620 beats 170 by 450, 10 IMPs, and -100 by 720, 12; 170 beats -100 by 270, 7.
        ((620, 170, -100), "sum", [(22, -22), (-3, 3), (-19, 19)]),
        ((620, 170, -100), "per_comparison", [(11, -11), (-1.5, 1.5), (-9.5, 9.5)]),
        *(((420, "not_played", "average"), rule, [(None, None), (None, None), (0, 0)]) for rule in RULES),
        ((100, 100, 100, "a60_40"), "per_comparison", [*[(0, 0)] * 3, (3, -3)]),
        ((100, 100, 100, "a60_40"), "sum", [*[(0, 0)] * 3, (6, -6)]),
        (("a60_40", "a60_40"), "sum", [(3, -3)] * 2),
        # Against -50: 420 is worth 10 IMPs and -50 nothing, so 3 in the mean.
        (("w30:420/70:-50", -50), "per_comparison", [(3, -3), (-3, 3)]),
        # Against 110: North-South have 420, +7; East-West have -100, -5. The others meet half of each.
        (("s420_-100", 110), "per_comparison", [(7, 5), (-1, 1)]),
        (("s420_a40", 110, 110), "per_comparison", [(7, -3), *[(-7 / 3, 7 / 3)] * 2]),
        # Against 420: North-South have 420, nothing; East-West have half of -100, 11 IMPs.
        ((420, "s420_50:420/50:-100"), "per_comparison", [(2.75, -2.75), (0, 5.5)]),
    ],
)
def test_a_board_worked_out(outcomes: tuple[Outcome, ...], rule: str, points: list[tuple[float, float]]) -> None:
    expected = [pair if pair[0] is None else close_to(pair) for pair in points]
    assert imp_points("cross_imp", *outcomes, cross_imps=rule) == expected


def by_hand(boards: list[list[Outcome]], rule: str) -> list[Points]:
    """Every outcome of every line against every outcome of every other line."""
    there = [[stands_as(outcome) for outcome in outcomes] for outcomes in boards]
    most = max(_weight(*lines) for lines in there) - 1
    expected = []
    for outcomes, lines in zip(boards, there, strict=True):
        times = {"sum": _weight(*lines) - 1, "per_comparison": Fraction(1), "scaled": most}[rule]
        for number, outcome in enumerate(outcomes):
            others = [one for other, line in enumerate(lines) if other != number for one in line]
            comparisons = _weight(others)
            weighs = comparisons if rule == "sum" else Fraction(1) if rule == "per_comparison" else most

            def worth(
                score: int,
                others: list[Weighted] = others,
                scale: Fraction | None = weighs / comparisons if comparisons else None,
            ) -> Fraction | None:
                against = sum((weight * law_78b(score - other) for weight, other in others), Fraction(0))
                return None if scale is None else against * scale

            expected.append(both_sides(outcome, worth, times=max(times, Fraction(1))))
    return expected


def _weight(*lines: list[Weighted]) -> Fraction:
    return sum((weight for line in lines for weight, _ in line), Fraction(0))


@settings(max_examples=by_night(20))
@given(st.lists(st.tuples(BOARDS, st.sampled_from(RULES)), min_size=1, max_size=10))
def test_boards_by_hand(evenings: list[tuple[list[list[Outcome]], str]]) -> None:
    computed = scores_of_each(
        [(boards_of(*boards), {"kind": "cross_imp"}, {"cross_imps": rule}) for boards, rule in evenings]
    )
    for (boards, rule), scores in zip(evenings, computed, strict=True):
        expected = by_hand(boards, rule)
        for side, points in enumerate(("ns_points", "ew_points")):
            of_side = [line[side] for line in expected]
            assert scores[points].to_list() == [None if value is None else close_to(float(value)) for value in of_side]


def test_fields_are_compared_apart_unless_scored_together() -> None:
    lines = pl.concat([results(620, 170), results(170, 170, line="B")])
    assert scored(lines, {"kind": "cross_imp"})["ns_points"].to_list() == [10, -10, 0, 0]
    together = scored(lines, {"kind": "cross_imp", "together": "A+B"})["ns_points"].to_list()
    assert together == [10, pytest.approx(-10 / 3), pytest.approx(-10 / 3), pytest.approx(-10 / 3)]
