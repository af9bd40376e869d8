"""Lines that name one side only, and those of two teams that meet twice."""

from typing import Any

import polars as pl
import pytest
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import FOUR, MADE, read
from scoring.boards import result_list, results, scored, scores_of_each

from transforms.checks import assemble
from transforms.explanation.boards import explained_boards
from transforms.official.lines import points
from transforms.results.control_sheet import boards, control_sheet, frequencies
from transforms.scoring import board_scores
from transforms.tables.schemas import BoardScores, ControlSheet, Files, Results, Sessions

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


TEAMS = frame(Sessions, {"kind": "teams"})
SIDES = (("1", "2"), ("2", "1"))
OF_ROUNDS = {1: (420, 170), 2: (-50, 620)}
"""What the two tables of board 1 made in each round: team 1 wins 6 IMPs, then loses 12."""


def meetings(**given: Any) -> list[dict[str, Any]]:
    return [
        {"board": 1, "round": number, "ns": ns, "ew": ew, "score": score, **given}
        for number, scores in OF_ROUNDS.items()
        for (ns, ew), score in zip(SIDES, scores, strict=True)
    ]


@pytest.mark.parametrize("rounds", [(1, 2), (0, None)])
def test_both_rounds_are_kept_and_scored_apart(rounds: tuple[int | None, int | None]) -> None:
    lines = [{**MADE, "round": number, "ns": ns, "ew": ew} for number in rounds for ns, ew in SIDES]
    kept = assemble(read(sessions=[{"kind": "teams"}], entries=FOUR, results=lines), competitions())[0]["results"]
    assert kept.height == 4
    scores = BoardScores.validate(board_scores(Results.cast(kept), TEAMS, competitions()).collect())
    assert scores.height == 4


def test_the_control_sheet_has_each_meeting() -> None:
    results = frame(Results, *(line | {"ruling": "w50:420/50:0"} for line in meetings()))
    scores = board_scores(results, TEAMS, competitions()).collect()
    sheet = ControlSheet.validate(control_sheet(scores, TEAMS, competitions()).collect())
    assert sheet.select("file_id", "line_no", "round").sort("line_no").rows() == [
        ("file", number, (number + 1) // 2) for number in (1, 2, 3, 4)
    ]


def test_official_points_are_those_of_the_same_round() -> None:
    won = {1: (6.0, -6.0), 2: (-12.0, 12.0)}
    results = frame(
        Results,
        *(
            {**line, "official_ns_points": worth, "official_ew_points": -worth, "official_centred": False}
            for line, worth in zip(meetings(), [*won[1], *won[2]], strict=True)
        ),
    )
    scores = board_scores(results, TEAMS, competitions()).collect()
    compared = points(scores, results, competitions()).collect()
    assert (compared.height, compared["differs"].sum()) == (8, 0)


def test_each_round_is_explained_by_its_own_line() -> None:
    results = frame(Results, *meetings())
    scores = board_scores(results, TEAMS, competitions()).collect()
    explained = explained_boards(scores, frame(Files), TEAMS, competitions())
    assert explained.filter(entrant="1").select("round", "points", "line_no").rows() == [
        (1, 6.0, 1),
        (1, 6.0, 2),
        (2, -12.0, 3),
        (2, -12.0, 4),
    ]
