"""What a sit-out brings, and average plus, which follows from the other boards."""

from typing import Any

import polars as pl
import pytest
from factories import close_to, competitions, frame
from results.lists import in_imps
from scoring.boards import result_list, results, scored

from transforms.tables.schemas import Results, Sessions

AN_EVENING = pl.concat(
    [results(100, 50, None, board=1), results(100, 100, 0, None, board=2), results(None, None, None, board=3)]
)
"""Pair 01 has 2/2 and 3/4; 05 sits out the first board, whose top is 2; 07 the second, whose top is 4; nobody
plays the third."""

TWO_THIRDS_AND_A_SIT_OUT = pl.concat(
    [
        results(100, 50, 0, -50, board=1),
        frame(Results, {"board": 2, "ns": "03", "ew": None}),
        results(100, 50, board=2).with_columns(ns=pl.Series(["11", "13"]), ew=pl.Series(["12", "14"])),
    ]
)
"""Pair 03 has 4/6, and sits out a board whose top is 2."""


def of_pair(pair: str, lines: pl.DataFrame, **rules: Any) -> tuple[int, float | None, float | None, float | None]:
    """Boards, points, maximum and score of a pair."""
    listed = result_list(scored(lines, **rules), results=lines, competitions=competitions(scoring=rules))
    return listed.filter(entrant=pair).select("boards", "points", "maximum", "score").row(0)


@pytest.mark.parametrize(
    ("sit_out", "expected"),
    [
        pytest.param("nothing", (1, 0, 4, 0), id="nothing"),
        pytest.param("own_average", (2, 0, 6, 0), id="own average, which is nothing"),
        pytest.param("average", (2, 1, 6, close_to(100 / 6)), id="half of two"),
        pytest.param("average_plus", (2, close_to(1.2), 6, close_to(20)), id="60 % of two"),
    ],
)
def test_what_a_sit_out_brings(sit_out: str, expected: tuple[int, float, float, float]) -> None:
    assert of_pair("05", AN_EVENING, sit_out=sit_out) == expected


def test_a_sit_out_at_the_own_average_leaves_the_percentage() -> None:
    assert of_pair("03", TWO_THIRDS_AND_A_SIT_OUT) == (1, 4, 6, close_to(200 / 3))
    assert of_pair("03", TWO_THIRDS_AND_A_SIT_OUT, sit_out="own_average") == (2, close_to(16 / 3), 8, close_to(200 / 3))


@pytest.mark.parametrize(("average_plus", "points"), [(60, 4 + 2 * 2 / 3), (70, 4 + 1.4)])
def test_average_plus_is_the_own_average_where_that_is_higher(average_plus: float, points: float) -> None:
    pair = of_pair("03", TWO_THIRDS_AND_A_SIT_OUT, sit_out="average_plus", average_plus=average_plus)
    assert pair == (2, close_to(points), 8, close_to(100 * points / 8))


def test_a_result_without_one_side_is_no_sit_out() -> None:
    lines = results(100, 50, 0, -50).with_columns(ew=pl.when(pl.col("ns") != "03").then("ew"))
    assert of_pair("03", lines, sit_out="average") == (1, 4, 6, close_to(200 / 3))
    listed = result_list(scored(lines), results=lines)
    assert listed["entrant"].to_list() == ["01", "02", "03", "05", "06", "07", "08"]
    assert scored(lines).filter(ns="03").select("ew", "ns_points", "ew_points").rows() == [("-", 4, 2)]


@pytest.mark.parametrize(
    ("sit_out", "boards", "points", "score"),
    [
        *(("nothing", 2, 4, 2), ("own_average", 3, 6, 2)),
        *(("average", 3, 4, close_to(4 / 3)), ("average_plus", 3, 7, close_to(7 / 3))),
    ],
)
def test_a_sit_out_at_imps(sit_out: str, boards: int, points: float, score: float) -> None:
    scores = pl.concat([in_imps(3, 1), in_imps(0, 0, 0).with_columns(ns=pl.lit("3"), ew=pl.lit("4"))])
    listed = result_list(
        scores,
        results=frame(Results, {"board": 3, "ns": None, "ew": "1"}),
        sessions=frame(Sessions, {"kind": "butler"}),
        competitions=competitions(scoring={"sit_out": sit_out}),
    ).filter(entrant="1")
    assert listed.select("boards", "points", "maximum", "score").row(0) == (boards, points, None, score)


def test_the_top_of_a_sit_out_is_that_of_its_own_field() -> None:
    lines = pl.concat([results(100, 50, 0), results(100, 50, None, line="B")])
    rules = competitions(scoring={"sit_out": "average"})
    apart = result_list(scored(lines), results=lines, competitions=rules)
    assert apart.filter(line="B", entrant="05")["maximum"].item() == 2
    together = {"together": "A+B"}
    pooled = result_list(scored(lines, together), results=lines, competitions=rules, sessions=frame(Sessions, together))
    assert pooled.filter(line="B", entrant="05")["maximum"].item() == 8
