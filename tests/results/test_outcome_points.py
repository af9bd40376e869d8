"""What each outcome of a ruling is worth, beside one worked out by hand in fractions.

The twin reads the rules: an outcome is compared with every other line, with its own weights, or with the other table.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from examples import by_night
from factories import competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring.boards import Outcome, match_lines, results
from scoring.plain_imps import OUTCOME, SPLIT, TENS, WEIGHTED, law_78b, of_side, stands_as

from transforms.results.outcome_points import outcome_points
from transforms.scoring import board_scores
from transforms.tables.schemas import BoardScores, Results, Sessions

RULES = st.sampled_from(["sum", "per_comparison", "scaled"])
FIELD, FORM = ("line",), ("line", "board", "form")
RULING = st.one_of(WEIGHTED, SPLIT)


def outcomes_of(scores: pl.DataFrame, rule: str = "per_comparison") -> dict[tuple[Any, ...], float | None]:
    """(board, North-South, side, score) -> the North-South points."""
    lines = scores.with_columns(form=pl.col("subfield").fill_null(""), cross_imps=pl.lit(rule))
    found = outcome_points(lines, FIELD, FORM).select("board", "ns", "direction", "score", "ns_points")
    return {row[:4]: row[4] for row in found.rows()}


def plain_cross_imps(outcomes: list[Outcome], rule: str, most: Fraction) -> dict[tuple[Any, ...], Fraction | None]:
    worth: dict[tuple[Any, ...], Fraction | None] = {}
    for place, outcome in enumerate(outcomes):
        if not isinstance(outcome, str) or outcome[0] not in "ws":
            continue
        others = [part for other, line in enumerate(outcomes) if other != place for part in stands_as(line)]
        comparisons = sum((weight for weight, _ in others), Fraction(0))
        for side, direction in enumerate(("NS", "EW")):
            for weight, score in of_side(outcome, side):
                if weight == 0:
                    continue
                total = sum((weight * law_78b(score - other) for weight, other in others), Fraction(0))
                by_rule = {"sum": total, "per_comparison": total / (comparisons or 1)}
                by_rule["scaled"] = by_rule["per_comparison"] * most
                worth[1, f"{2 * place + 1:02}", direction, score] = by_rule[rule] if comparisons else None
    return worth


@settings(deadline=None, max_examples=by_night(25))
@given(st.lists(st.one_of(RULING, OUTCOME), min_size=1, max_size=6), RULES)
def test_outcomes_at_cross_imps_are_worth_what_they_are_by_hand(outcomes: list[Outcome], rule: str) -> None:
    session, rules = frame(Sessions, {"kind": "cross_imp"}), competitions(scoring={"cross_imps": rule})
    scores = board_scores(results(*outcomes), session, rules).collect()
    standing = [weight for outcome in outcomes for weight, _ in stands_as(outcome)]
    expected = plain_cross_imps(outcomes, rule, sum(standing, Fraction(0)) - 1)
    found = outcomes_of(scores, rule)
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        assert found[key] == (None if value is None else pytest.approx(float(value), abs=1e-9)), key


AT_A_TABLE = st.one_of(TENS, RULING, st.sampled_from(["average", "a60_40", "not_played", "reversed"]))


def plain_teams(*boards: tuple[Outcome, Outcome], at_imps: bool) -> dict[tuple[Any, ...], Fraction | None]:
    worth: dict[tuple[Any, ...], Fraction | None] = {}
    for board, both in enumerate(boards, start=1):
        for table, (here, there) in enumerate((both, both[::-1])):
            if not isinstance(here, str) or here[0] not in "ws":
                continue
            for side, direction in enumerate(("NS", "EW")):
                same_team = of_side(None if there == "reversed" else there, 1 - side)
                for weight, score in of_side(here, side):
                    if weight == 0:
                        continue
                    values = [(times, score - other) for times, other in same_team]
                    sign = {difference: (difference > 0) - (difference < 0) + 1 for _, difference in values}
                    found = [times * (law_78b(value) if at_imps else sign[value]) for times, value in values]
                    worth[board, str(table + 1), direction, score] = sum(found, Fraction(0)) if found else None
    return worth


@settings(deadline=None, max_examples=by_night(25))
@given(st.lists(st.tuples(AT_A_TABLE, AT_A_TABLE), min_size=1, max_size=5), st.booleans())
def test_outcomes_between_teams_by_hand(boards: list[tuple[Outcome, Outcome]], at_imps: bool) -> None:
    session = frame(Sessions, {"kind": "teams", "team_scoring": "imps" if at_imps else "point_a_board"})
    scores = board_scores(Results.cast(match_lines(*boards)), session, competitions()).collect()
    expected, found = plain_teams(*boards, at_imps=at_imps), outcomes_of(scores)
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        assert found[key] == (None if value is None else pytest.approx(float(value), abs=1e-9)), key


@settings(deadline=None, max_examples=by_night(25))
@given(
    st.lists(st.one_of(TENS, WEIGHTED), min_size=2, max_size=6),
    st.sampled_from(["pairs", "butler", "cross_imp", "teams"]),
    RULES,
)
def test_a_weighted_line_has_the_mean_of_its_outcomes(outcomes: list[Outcome], kind: str, rule: str) -> None:
    session, rules = frame(Sessions, {"kind": kind}), competitions(scoring={"cross_imps": rule})
    played = match_lines(*pairwise(outcomes)) if kind == "teams" else results(*outcomes)
    scores = board_scores(Results.cast(played), session, rules).collect()
    lines = scores.with_columns(form=pl.col("subfield").fill_null(""), cross_imps=pl.lit(rule))
    words = (
        outcome_points(lines, FIELD, FORM)
        .filter(direction="NS")
        .group_by("board", "ns")
        .agg(mean=(pl.col("weight") * pl.col("ns_points")).sum(), known=pl.col("ns_points").is_not_null().all())
    )
    weighted = BoardScores.cast(scores).filter(pl.col("ruling").is_not_null()).join(words, on=["board", "ns"])
    assert weighted["known"].all()
    assert weighted["mean"].to_list() == pytest.approx(weighted["ns_points"].to_list(), abs=1e-9)
