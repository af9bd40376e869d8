"""The control sheet of a match: whether a board balances, by the rulings at both of its tables."""

import itertools

import dataframely as dy
import polars as pl
import pytest
from factories import competitions, frame

from transforms.checks.computed import both_sides_share_the_top
from transforms.results.control_sheet import boards
from transforms.scoring.board_scores import board_scores
from transforms.tables.schemas import BoardScores, Competitions, Results, Sessions

RULINGS = [
    *(420, -50, "not_played", "reversed", "average"),
    *("a60_40", "a60_60", "a40_40", "a+_-", "a+_+", "a50_-"),
    *("w30:420/70:-50", "s420_-100", "s420_a40", "sa60_-50", "s30:420/70:-50_a+"),
]
AT_IMPS, AT_POINT_A_BOARD = (
    frame(Sessions, {"kind": "teams", "team_scoring": scoring}) for scoring in ("imps", "point_a_board")
)


BOTH_SCORINGS = pytest.mark.parametrize("session", [AT_IMPS, AT_POINT_A_BOARD], ids=["imps", "point-a-board"])


def of_match(session: dy.DataFrame[Sessions], *outcomes: tuple[int | str, int | str]) -> dy.DataFrame[BoardScores]:
    """The two lines of each board of a match: team 1 sits North-South on the first, East-West on the second."""
    lines = []
    for board, both in enumerate(outcomes, start=1):
        for (ns, ew), outcome in zip((("1", "2"), ("2", "1")), both, strict=True):
            said = {"score": outcome} if isinstance(outcome, int) else {"score": 110, "ruling": outcome}
            lines.append({"board": board, "round": 1, "ns": ns, "ew": ew, **said})
    return board_scores(frame(Results, *lines), session, competitions()).collect()


def balances(
    scores: dy.DataFrame[BoardScores], session: dy.DataFrame[Sessions], rules: dy.DataFrame[Competitions] | None = None
) -> bool:
    (board,) = boards(scores, session, competitions() if rules is None else rules).collect().to_dicts()
    return board["balanced"]


def with_team_1(scores: pl.DataFrame, more: float, *, at_both: bool) -> dy.DataFrame[BoardScores]:
    """The lines, with more for team 1 on the first of them, or on both."""
    if at_both:
        scores = scores.with_columns(ew_points=pl.col("ew_points") + pl.when(ew="1").then(more).otherwise(0))
    return BoardScores.cast(
        scores.with_columns(ns_points=pl.col("ns_points") + pl.when(ns="1").then(more).otherwise(0))
    )


@BOTH_SCORINGS
def test_a_board_of_a_match_balances_whatever_the_rulings(session: dy.DataFrame[Sessions]) -> None:
    scores = of_match(session, *itertools.product(RULINGS, RULINGS))
    sheet = boards(scores, session, competitions()).collect()
    assert sheet.filter(~pl.col("balanced")).is_empty()
    assert sheet["as_ruled"].sum() > len(RULINGS)

    with_points = scores.filter(ns="1").filter(pl.col("ns_points").is_not_null())["board"]
    assert len(with_points) > len(RULINGS) ** 2 / 2
    is_first = pl.col("ns") == "1"
    for wrong in (
        with_team_1(scores, 0.25, at_both=False),
        BoardScores.cast(scores.with_columns(ns_points=pl.when(~is_first).then("ns_points"))),
    ):
        offenders = both_sides_share_the_top(boards(wrong, session, competitions()).collect())
        assert set(with_points) <= set(offenders["board"])


@BOTH_SCORINGS
@pytest.mark.parametrize(
    ("here", "there"),
    [
        *((420, 110), ("reversed", "reversed"), ("w30:420/70:-50", 110), ("w30:420/70:-50", "w50:420/50:-50")),
        *((ruling, 110) for ruling in ("average", "a60_40")),
        *(("a60_40", there) for there in ("a30_70", "not_played", "s420_-100")),
    ],
)
def test_two_teams_have_the_whole_board_between_them_where_no_ruling_says_otherwise(
    here: int | str, there: int | str, session: dy.DataFrame[Sessions]
) -> None:
    for scores in (of_match(session, (here, there)), of_match(session, (there, here))):
        assert balances(scores, session)
        assert not balances(with_team_1(scores, 0.25, at_both=True), session)


def test_few_results_bring_no_bonus_between_teams() -> None:
    rules = competitions(scoring={"few_results": "bonus"})
    scores = of_match(AT_POINT_A_BOARD, ("a60_40", "not_played"))
    assert balances(scores, AT_POINT_A_BOARD, rules)
    assert not balances(with_team_1(scores, 0.4, at_both=True), AT_POINT_A_BOARD, rules)
