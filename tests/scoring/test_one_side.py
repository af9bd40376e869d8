"""Results of which one side is not named: compared like all others, with points that belong to nobody."""

from typing import Any

import polars as pl
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring.boards import result_list, results, scored, scores_of_each

from transforms.results.control_sheet import boards, frequencies
from transforms.tables.schemas import BoardScores, Results, Sessions

TENS = st.integers(-30, 30).map(lambda tens: 10 * tens)
OUTCOMES = st.one_of(TENS, st.sampled_from(["w30:420/70:-50", "s100_-100"]))
TABLES = st.lists(st.tuples(OUTCOMES, st.sampled_from(["", "", "ns", "ew"])), min_size=1, max_size=7)
BOARDS = st.lists(TABLES, min_size=1, max_size=3)
KINDS = st.sampled_from(["pairs", "butler", "cross_imp"])
RULES = st.sampled_from(["fonteintje", "ruter", "ebu", "brian", "pianola"])

Drawn = list[list[tuple[Any, str]]]
few = settings(max_examples=by_night(12))
"""Each example is a case for every one of its evenings."""


def lines_of(drawn: Drawn) -> tuple[pl.DataFrame, pl.DataFrame]:
    both = pl.concat(
        results(*(outcome for outcome, _ in tables), board=board) for board, tables in enumerate(drawn, start=1)
    )
    away = pl.Series([side for tables in drawn for _, side in tables], dtype=pl.String)
    one_side = both.with_columns(
        ns=pl.when(away != "ns").then("ns").alias("ns"), ew=pl.when(away != "ew").then("ew").alias("ew")
    )
    return both, one_side


def test_a_result_without_one_side_has_the_points_of_its_score() -> None:
    lines = results(420, 170, -50).with_columns(ew=pl.when(pl.col("ns") != "03").then("ew"))
    assert scored(lines).select("ns", "ew", "ns_points", "ew_points", "top").rows() == [
        *(("01", "02", 4, 0, 4), ("03", "-", 2, 2, 4), ("05", "06", 0, 4, 4))
    ]


@few
@given(st.lists(st.tuples(BOARDS, KINDS, RULES), min_size=1, max_size=10))
def test_who_is_named_changes_no_points(evenings: list[tuple[Drawn, str, str]]) -> None:
    points = ("board", "score", "ruling", "ns_points", "ew_points", "top", "datum")
    both_and_one_side = [
        (lines, {"kind": kind}, {"profile": profile}) for drawn, kind, profile in evenings for lines in lines_of(drawn)
    ]
    scores = [of.select(points).sort(points, nulls_last=True) for of in scores_of_each(both_and_one_side)]
    for as_named, without in zip(scores[::2], scores[1::2], strict=True):
        assert without.equals(as_named)


@settings(max_examples=by_night(30))
@given(BOARDS, RULES)
def test_points_are_those_of_the_entrants_and_of_nobody(drawn: Drawn, profile: str) -> None:
    _, one_side = lines_of(drawn)
    rules = competitions(scoring={"profile": profile})
    scores = scored(one_side, profile=profile)
    listed = result_list(scores, results=Results.cast(one_side), competitions=rules)
    of_nobody = [scores.filter(pl.col(side) == "-").select(points=f"{side}_points") for side in ("ns", "ew")]
    of_all = pl.concat([listed.select("points"), *of_nobody]).sum().item()
    assert of_all == close_to(scores.select(pl.sum_horizontal(pl.col("ns_points", "ew_points").sum())).item())
    assert "-" not in listed["entrant"].to_list()
    sheets = boards(BoardScores.cast(scores), frame(Sessions, {}), rules).collect()
    assert sheets["balanced"].all()
    times = frequencies(BoardScores.cast(scores), frame(Sessions, {}), competitions()).collect()["times"].sum()
    assert times == close_to(sum(map(len, drawn)))
