"""Wherever points are IMPs: Butler, cross-IMPs, teams; each rule, and what must hold whatever the rulings."""

from fractions import Fraction
from math import copysign, floor
from typing import Any

import polars as pl
import pytest
from examples import by_night
from factories import close_to, frame
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scoring.boards import Outcome, any_of, results, scored, scores_of_each
from scoring.plain_imps import OUTCOME, Points, Weighted, boards_of, both_sides, imp_points, law_78b, stands_as

from pipelines.settings.scoring import scoring_profiles
from transforms.tables.phrases import phrase
from transforms.tables.schemas import Results

KIND = st.sampled_from(["butler", "cross_imp"])
RULES = any_of(
    cross_imps=["sum", "per_comparison", "scaled"], datum_drop=range(3), datum_trim=[0.0, 0.2], datum_round_to=[1, 10]
)
ANY: st.SearchStrategy[Outcome] = st.one_of(OUTCOME, st.just("reversed"))
BOARDS = st.lists(st.lists(ANY, min_size=1, max_size=6), min_size=1, max_size=3)
some = settings(max_examples=by_night(30))


@pytest.mark.parametrize("kind", ["butler", "cross_imp"])
def test_single_players_have_own_averages_with_whatever_partners(kind: str) -> None:
    """1 and 7 won 10 IMPs (6 against the datum of 190), 6 and 3 lost as many; 9 played no other board."""
    lines = frame(
        Results,
        {"board": 1, "ns": "1+2", "ew": "3+4", "score": 420},
        {"board": 1, "ns": "5+6", "ew": "7+8", "score": -50},
        {"board": 2, "ns": "1+7", "ew": "6+3", "ruling": "a+_-"},
        {"board": 2, "ns": "9+1", "ew": "1+6", "ruling": "a+_+"},
    )
    won = {"butler": 6, "cross_imp": 10}[kind]
    awarded = scored(lines, {"kind": kind}).filter(board=2)
    assert awarded.select("ns", "ns_points", "ew_points").rows() == [("1+7", won, -won), ("9+1", won, 3)]


@pytest.mark.parametrize("kind", ["butler", "cross_imp"])
def test_shares_go_by_what_average_plus_and_minus_are_worth(kind: str) -> None:
    shares: list[Outcome] = ["a60_40", "a50_50", "a75_45", "a+_-"]
    assert imp_points(kind, *shares, average_plus_imps=2.0, average_minus_imps=-4.0) == [
        *((2, -4), (0, 0), (5, -2), (2, -4))
    ]


@pytest.mark.parametrize("kind", ["butler", "cross_imp"])
def test_forms_of_a_fouled_board_are_compared_apart(kind: str) -> None:
    one, other = [620, 170, "w30:420/70:-50", "a60_40"], [-100, 300]
    together = pl.concat([results(*one, subfield="1"), results(*other, subfield="2", table="2")]).with_columns(
        ns=phrase("{}/{}", "subfield", "ns"), line_no=pl.int_range(pl.len())
    )
    computed = scored(together, {"kind": kind}).select("ns_points", "ew_points").rows()
    assert computed == [*imp_points(kind, *one), *imp_points(kind, *other)]


@some
@given(KIND, BOARDS, RULES)
def test_what_one_side_wins_the_other_loses(kind: str, boards: list[list[Outcome]], rules: dict[str, Any]) -> None:
    computed = scored(boards_of(*boards), {"kind": kind}, **rules)
    even = computed.filter(pl.col("ruling").is_null() | pl.col("ruling").str.contains("^(w|reversed|average)"))
    assert (even["ns_points"] + even["ew_points"]).fill_null(0).eq(0).all()
    assert even["ns_points"].is_null().equals(even["ew_points"].is_null())
    assert computed.filter(ruling="not_played").select(pl.col("ns_points", "ew_points").count()).row(0) == (0, 0)
    assert computed["top"].null_count() == computed.height


@some
@given(KIND, BOARDS, RULES, st.sampled_from([0.0, -3.0]))
@example("butler", [[-10, 10, 0, "reversed"], [-20, 20, -10]], {"datum_round_to": 100}, 0.0)
@example("cross_imp", [[0, 0, "s0_0", "w50:0/50:0"], ["reversed", 50], ["a40_60", "average"]], {}, 0.0)
def test_nothing_has_no_sign(kind: str, boards: list[list[Outcome]], rules: dict[str, Any], minus: float) -> None:
    computed = scored(boards_of(*boards), {"kind": kind}, **rules, average_minus_imps=minus)
    numbers = computed.select("ns_points", "ew_points", "datum").unpivot()["value"].drop_nulls().to_list()
    assert all(copysign(1, number) == 1 for number in numbers if number == 0)


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


DATUM = any_of(datum_drop=range(4), datum_trim=[0.0, 0.1, 0.25, 0.4], datum_round_to=[1, 10, 50])


@settings(max_examples=by_night(30))
@example([([0, 0, -10, -10, "w64:10/36:0"], {"datum_drop": 0, "datum_trim": 0.4, "datum_round_to": 1})])
@given(st.lists(st.tuples(st.lists(OUTCOME, min_size=1, max_size=9), DATUM), min_size=1, max_size=12))
def test_one_board_by_hand(boards: list[tuple[list[Outcome], dict[str, Any]]]) -> None:
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


CROSS_RULES = ("sum", "per_comparison", "scaled")
ON_ITS_OWN = OUTCOME.filter(lambda outcome: outcome not in {None, "a+_-", "s420_a-"})
"""What needs no other board to be worked out."""
ON_THEIR_OWN = st.lists(st.lists(ON_ITS_OWN, min_size=1, max_size=7), min_size=1, max_size=3)


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
@given(st.lists(st.tuples(ON_THEIR_OWN, st.sampled_from(CROSS_RULES)), min_size=1, max_size=10))
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


def test_a_comparison_brings_at_most_the_cap() -> None:
    """1520 against 460 and -500 is 14 and 19 IMPs; against the datum of 490 it is 14."""
    lines = results(1520, -500, 460)
    capped = scored(lines, {"kind": "cross_imp"}, imp_cap=17, cross_imps="per_comparison")
    assert capped["ns_points"].to_list() == [15.5, -15.5, 0]
    assert scored(lines, {"kind": "butler"}, imp_cap=10)["ns_points"].to_list() == [10, -10, -1]


def test_a_file_says_how_many_results_its_datum_leaves_out() -> None:
    """Of five results the median is 420, and the mean without the highest and the lowest 430."""
    lines = results(420, 50, 420, 1430, 450)
    by_file = {dropped: scored(lines, {"kind": "butler", "datum_drop": dropped}) for dropped in (100, 1, None)}
    assert [rows["datum"][0] for rows in by_file.values()] == [420, 430, 550]
    assert by_file[100]["ns_points"].to_list() == [0, -9, 0, 14, 1]
    assert scored(lines, {"kind": "butler", "datum_drop": 1}, datum_drop=0)["datum"][0] == 430


ACBL = scoring_profiles()["acbl"]


def test_acblscore_manual_page_83_the_datum_goes_to_the_even_ten() -> None:
    """Case 34: the mean of 400, 400, 430 and 470 is 425."""
    board = scored(results(400, 400, 430, 470), {"kind": "butler"}, **ACBL)
    assert (board["datum"][0], board["ns_points"].to_list()) == (420, [-1, -1, 0, 2])
    assert scored(results(410, 420, 440, 470), {"kind": "butler"}, **ACBL)["datum"][0] == 440  # 435
    assert scored(results(-420, -430), {"kind": "butler"}, **ACBL)["datum"][0] == -420
    assert scored(results(400, 400, 430, 470), {"kind": "butler"})["datum"][0] == 430


def test_acblscore_manual_page_83_five_percent_are_left_out_at_either_end() -> None:
    many = results(1430, *[420] * 18, -1100)
    assert scored(many, {"kind": "butler"}, **ACBL)["datum"][0] == 420
    assert scored(results(1430, *[420] * 17, -1100), {"kind": "butler"}, **ACBL)["datum"][0] == 390
