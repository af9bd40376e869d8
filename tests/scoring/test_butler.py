"""Butler: the datum of a board, and the IMPs against it."""

from fractions import Fraction
from math import floor
from typing import Any

import polars as pl
import pytest
from examples import by_night
from factories import close_to
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scoring.boards import Outcome, results, scored, scores_of_each
from scoring.plain_imps import OUTCOME, both_sides, imp_points, law_78b, stands_as

COMPSCORE = {"profile": "compscore"}


def datum(*outcomes: Outcome, **rules: Any) -> float | None:
    datums = scored(results(*outcomes), {"kind": "butler"}, **rules)["datum"].unique()
    assert len(datums) == 1
    return datums.item()


@pytest.mark.parametrize(
    ("outcomes", "rules", "expected"),
    [
        ((620, 170, 140, 140, -100), COMPSCORE, 150),
        *((scores, {}, away) for scores, away in (((0, 10), 10), ((0, -10), -10), ((10, 20), 20), ((0, 8), 0))),
        *(((170, 140, 100), {"datum_round_to": to}, made) for to, made in ((1, 137), (10, 140), (50, 150), (100, 100))),
        # (200 + 300 + 0.3 * 420 - 0.7 * 50) / 3 = 197.
        ((200, 300, "w30:420/70:-50"), {"datum_round_to": 1}, 197),
        (("average", "not_played"), {}, None),
    ],
)
def test_the_datum_of_a_board(outcomes: tuple[Outcome, ...], rules: dict[str, Any], expected: int | None) -> None:
    """Of Compscore without the top and the bottom; halves go away from zero."""
    assert datum(*outcomes, **rules) == expected


def test_points_of_a_board() -> None:
    of_compscore = imp_points("butler", 620, 170, 140, 140, -100, **COMPSCORE)
    assert of_compscore == [(10, -10), (1, -1), (0, 0), (0, 0), (-6, 6)]
    assert imp_points("butler", 420, "not_played", "a60_40") == [(0, 0), (None, None), (3, -3)]
    assert imp_points("butler", "average", "not_played") == [(0, 0), (None, None)]


def plain_datum(outcomes: list[Outcome], rules: dict[str, Any]) -> Fraction:
    """Results laid end to end by score; so many taken off at each end; the mean of the rest, rounded."""
    there = sorted((score, weight) for outcome in outcomes for weight, score in stands_as(outcome))
    count = sum((weight for _, weight in there), Fraction(0))
    trimmed = floor(count * Fraction(str(rules["datum_trim"])))
    dropped = min(max(rules["datum_drop"], trimmed), max(0, floor((count - 1) / 2)))
    total, end = Fraction(0), Fraction(0)
    for score, weight in there:
        kept = min(end + weight, count - dropped) - max(end, Fraction(dropped))
        total += score * max(kept, Fraction(0))
        end += weight
    size = floor(abs(total) / (count - 2 * dropped) / rules["datum_round_to"] + Fraction(1, 2))
    return (1 if total >= 0 else -1) * size * Fraction(rules["datum_round_to"])


DATUM = st.fixed_dictionaries(
    {
        "datum_drop": st.integers(0, 3),
        "datum_trim": st.sampled_from([0.0, 0.1, 0.25, 0.4]),
        "datum_round_to": st.sampled_from([1, 10, 50]),
    }
)


@settings(max_examples=by_night(30))
@example([([0, 0, -10, -10, "w64:10/36:0"], {"datum_drop": 0, "datum_trim": 0.4, "datum_round_to": 1})])
@given(st.lists(st.tuples(st.lists(OUTCOME, min_size=1, max_size=9), DATUM), min_size=1, max_size=12))
def test_one_board_by_hand(boards: list[tuple[list[Outcome], dict[str, Any]]]) -> None:
    """Each board by itself, with rules of its own."""
    computed = scores_of_each([(results(*outcomes), {"kind": "butler"}, rules) for outcomes, rules in boards])
    for (outcomes, rules), scores in zip(boards, computed, strict=True):
        is_by_hand(scores, outcomes, rules)


def is_by_hand(computed: pl.DataFrame, outcomes: list[Outcome], rules: dict[str, Any]) -> None:
    against = plain_datum(outcomes, rules) if any(stands_as(outcome) for outcome in outcomes) else None

    def worth(score: int) -> Fraction | None:
        return None if against is None else Fraction(law_78b(score - against))

    expected = [both_sides(outcome, worth) for outcome in outcomes if outcome is not None]
    assert computed["datum"].unique().to_list() == ([] if computed.is_empty() else [against])
    for side, points in enumerate(("ns_points", "ew_points")):
        by_hand = [None if line[side] is None else close_to(float(line[side] or 0)) for line in expected]
        assert computed[points].to_list() == by_hand


def test_a_datum_by_field() -> None:
    lines = pl.concat([results(100, 200), results(300, 400, line="B")])
    assert scored(lines, {"kind": "butler"})["datum"].to_list() == [150, 150, 350, 350]
    assert scored(lines, {"kind": "butler", "together": "A+B"})["datum"].to_list() == [250] * 4
