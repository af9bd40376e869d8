"""Matchpoints under every rule, the fast comparison against the definition, and profiles as documented."""

import re
from pathlib import Path
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases, each
from examples import by_night
from factories import close_to
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal, assert_series_equal
from scoring.boards import COMPARED, Evening, Outcome, any_of, points, result_list, results, scored, scores_of_clubs

from pipelines.settings.scoring import ScoringRules, scoring_profiles
from transforms.scoring.matchpoints import matchpoints
from transforms.tables.schemas import SESSION, Results

EIGHT_PLAYED: tuple[Outcome, ...] = (*range(8), "not_played")


@cases(
    (EIGHT_PLAYED, {"line_decimals": 2}, [(0.13, 15.88)]),
    (EIGHT_PLAYED, {"line_decimals": 1}, [(0.1, 15.9), (2.4, 13.6)]),
    (EIGHT_PLAYED, {"line_decimals": 0}, [(0, 16), (2, 14), (5, 11), (7, 9), (9, 7)]),
    (("a+_-", 0, 0), {"average_plus": 70.0, "average_minus": 45.0}, [(2.8, 1.8)]),
)
def test_a_board_worked_out(
    outcomes: tuple[Outcome, ...], rules: dict[str, Any], worked_out: list[tuple[float | None, float | None]]
) -> None:
    """The first of its lines; halves are rounded up on both sides."""
    assert points(*outcomes, **rules)[: len(worked_out)] == worked_out


@cases(
    ((420, 110, "not_played"), [3, 1, None]),
    ((420, 110, "not_played", "not_played"), [4, 2, None, None]),
    ((420, "average", "not_played"), [2, 2, None]),
    ((420, "w50:110/50:420", "not_played"), [2.5, 1.5, None]),
)
def test_a_missing_result_may_tie_with_every_other(outcomes: tuple[Outcome, ...], expected: list[float | None]) -> None:
    lines = scored(results(*outcomes), not_played="tie", average="neuberg")
    assert lines["ns_points"].to_list() == expected
    assert lines.select(pl.col("ns_points") + pl.col("ew_points") - pl.col("top")).to_series().drop_nulls().eq(0).all()


def test_the_maximum_of_all_on_the_board_shrinks() -> None:
    lines = pl.concat([results(100, 0, "average"), results(300, 200, 100, board=2)])
    listed = result_list(scored(lines, average="as_played")).select("entrant", "points", "maximum", "score").rows()
    assert listed[0] == ("01", 6, 6, 100)
    assert listed[4] == ("05", 1, 6, close_to(100 / 6))


@cases(("per_board", [4, 6, 6, 8]), ("per_session", [8, 8, 8, 8]), ("modal", [6, 6, 6, 8]))
def test_results_expected(expected: str, tops: list[int]) -> None:
    lines = pl.concat(
        results(*range(tables), board=board).with_columns(line_no=pl.col("line_no") + 100 * board)
        for board, tables in enumerate((3, 4, 4, 5), start=1)
    )
    computed = scored(lines, expected=expected)
    assert computed.group_by("board").agg(pl.col("top").unique()).sort("board")["top"].explode().to_list() == tops


def test_given_score_counts_before_the_contract() -> None:
    lines = results(620, 600).with_columns(contract=pl.lit("4S"), declarer=pl.lit("N"), tricks=pl.lit(10, pl.Int8))
    assert scored(lines)["score"].to_list() == [620, 600]


def test_lines_are_fields_of_their_own_unless_scored_together() -> None:
    lines = pl.concat([results(100, 0), results(50, 20, line="B"), results(10, 5, line="C")])
    apart = scored(lines)
    assert apart["ns_points"].to_list() == [2, 0, 2, 0, 2, 0]
    together = scored(lines, {"together": "A+C"})
    assert together["ns_points"].to_list() == [6, 0, 2, 0, 4, 2]
    two_groups = scored(lines, {"together": "B + C; A"})
    assert two_groups["ns_points"].to_list() == [2, 0, 6, 4, 2, 0]


RULES = any_of(**COMPARED)
OUTCOME = st.one_of(
    st.integers(-4, 4).map(lambda score: 50 * score),
    st.sampled_from(["not_played", "average", "a60_40", "a75_25", "a+_-", "reversed", None]),
    st.sampled_from(["w30:50/70:-50", "s100_-100", "s50_a40"]),
)
BOARDS = st.lists(st.lists(OUTCOME, min_size=1, max_size=7), min_size=1, max_size=3)
TOGETHER = st.sampled_from([None, "A+B", "A+C;B+D"])
KIND = st.sampled_from(["pairs", "pairs", "butler", "cross_imp"])
few = settings(max_examples=by_night(10))
"""Each example is a case for every one of its evenings."""


def session_lines(boards: list[list[Outcome]], **others: Any) -> dy.DataFrame[Results]:
    lines = pl.concat(results(*outcomes, board=board, **others) for board, outcomes in enumerate(boards, start=1))
    table = pl.col("ns").cast(pl.Int32) // 2
    spread = lines.with_columns(
        line=pl.when(table % 3 == 0).then(pl.lit("A")).when(table % 3 == 1).then(pl.lit("B")).otherwise(pl.lit("C")),
        score=pl.when(pl.col("ruling") == "reversed").then(50).otherwise("score"),
        line_no=pl.int_range(pl.len()),
    )
    return Results.cast(spread)


EVENINGS = st.lists(
    st.tuples(BOARDS.map(session_lines), st.fixed_dictionaries({"together": TOGETHER, "kind": KIND}), RULES),
    min_size=2,
    max_size=8,
)


@few
@given(EVENINGS, st.integers(0, 1000))
def test_input_order_is_irrelevant(evenings: list[Evening], seed: int) -> None:
    assert_frame_equal(scores_of_clubs(evenings), scores_of_clubs(evenings, shuffled_by=seed), check_exact=True)


@few
@given(EVENINGS, st.data())
def test_competitions_together_are_competitions_apart(evenings: list[Evening], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(evenings) - 1))
    apart = pl.concat([scores_of_clubs(evenings[:cut]), scores_of_clubs(evenings[cut:], first=cut)])
    at_once = scores_of_clubs(evenings)
    assert_frame_equal(at_once, apart, check_exact=True)
    assert_frame_equal(at_once, at_once.sort(*SESSION, "line", "board", "ns", "ew"))


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


DOCUMENTATION = Path(__file__).resolve().parents[2] / "docs" / "scoring_rules.md"


def documented() -> dict[str, dict[str, str]]:
    text = DOCUMENTATION.read_text(encoding="utf-8")
    rows = [
        [cell.strip(" `") for cell in row.strip("|").split("|")] for row in text.splitlines() if row.startswith("|")
    ]
    start = next(number for number, row in enumerate(rows) if set(scoring_profiles()) <= set(row))
    profiles = rows[start][1:]
    table: dict[str, dict[str, str]] = {profile: {} for profile in profiles}
    for rule, *values in rows[start + 2 :]:
        if rule not in ScoringRules.model_fields:
            break
        for profile, value in zip(profiles, values, strict=True):
            table[profile][rule] = value
    return table


@pytest.mark.parametrize("profile", scoring_profiles())
def test_profile_is_as_documented(profile: str) -> None:
    rules = scoring_profiles()[profile]
    said = documented()[profile]
    assert len(said) >= 10
    assert said == {rule: re.sub(r"\.0$", "", str(rules.get(rule, "none"))) for rule in said}


@each([str(rule) for rule in ScoringRules.model_fields])
def test_every_rule_is_documented(rule: str) -> None:
    assert f"`{rule}`" in DOCUMENTATION.read_text(encoding="utf-8")
