"""Teams of four: boards between two tables, and the matches they make."""

from typing import Any

import dataframely as dy
import polars as pl
import pytest
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from scoring.boards import Outcome, scored
from scoring.plain_imps import OUTCOME, awarded, law_78b, of_side

from transforms.results.match_results import match_results
from transforms.tables.schemas import BoardScores, Matches, MatchResults, Results, Sessions

IMPS, POINT_A_BOARD = {"kind": "teams"}, {"kind": "teams", "team_scoring": "point_a_board"}
Board = tuple[Outcome, Outcome]
"""What happened where team 1 sat North-South, and where team 2 did."""
some = settings(max_examples=by_night(40))


def match(
    *boards: Board, teams: tuple[str, str] = ("1", "2"), round_: int | None = 1, first: int = 1
) -> dy.DataFrame[Results]:
    rows: list[dict[str, Any]] = []
    for board, outcomes in enumerate(boards, start=first):
        for outcome, (ns, ew) in zip(outcomes, (teams, teams[::-1]), strict=True):
            row: dict[str, Any] = {"board": board, "round": round_, "ns": ns, "ew": ew}
            if outcome is not None:
                row["score" if isinstance(outcome, int) else "ruling"] = outcome
                rows.append(row)
    return frame(Results, *rows)


def brought(here: Outcome, there: Outcome, session: dict[str, Any] = IMPS, **rules: Any) -> tuple[Any, Any]:
    lines = scored(match((here, there)), session, **rules).rows(named=True)
    to_teams = {
        (line["ns_points"], line["ew_points"]) if line["ns"] == "1" else (line["ew_points"], line["ns_points"])
        for line in lines
    }
    assert len(to_teams) == 1
    return to_teams.pop()


def played(boards: pl.DataFrame, session: dict[str, Any] = IMPS, *given: dict[str, Any], **rules: Any) -> pl.DataFrame:
    of_match = frame(Matches, *given), frame(Sessions, session), competitions(scoring=rules)
    matches = match_results(BoardScores.cast(boards), *of_match)
    return MatchResults.validate(matches.collect())


@pytest.mark.parametrize(("here", "there", "imps"), [(620, 170, 10), (-140, -500, 8), (-460, -450, 0), (0, 50, -2)])
def test_imps_of_a_board(here: int, there: int, imps: int) -> None:
    assert brought(here, there) == (imps, -imps)


@pytest.mark.parametrize(("here", "there", "points"), [(-590, 150, (0, 2)), (100, 100, (1, 1)), (430, 420, (2, 0))])
def test_point_a_board(here: int, there: int, points: tuple[int, int]) -> None:
    assert brought(here, there, POINT_A_BOARD) == points
    assert scored(match((here, there)), POINT_A_BOARD)["top"].to_list() == [2, 2]


def test_a_weighted_score_is_compared_outcome_by_outcome() -> None:
    """Against 170: 620 wins 10 IMPs and -100 loses 7, so 0.3 * 10 - 0.7 * 7 = -1.9."""
    assert brought("w30:620/70:-100", 170) == close_to((-1.9, 1.9))
    assert brought("w30:620/70:-100", 170, POINT_A_BOARD) == close_to((0.6, 1.4))


def test_awards_are_of_the_team_wherever_they_are_written() -> None:
    assert brought("a60_40", 420) == brought("a60_40", "a40_60") == brought(420, "a40_60") == (3, -3)
    assert brought("a60_40", None) == (3, -3)
    assert brought("a60_40", "average") == (1.5, -1.5)
    assert brought("a60_40", 420, POINT_A_BOARD) == (1.2, 0.8)


def test_average_plus_is_the_own_average_where_that_is_more() -> None:
    boards = match((620, 170), ("a+_-", 0))
    assert scored(boards, IMPS).filter(board=2)["ns_points"].to_list() == [10, -10]
    assert scored(boards, POINT_A_BOARD).filter(board=2)["ns_points"].to_list() == [2, 0]


def test_a_board_in_the_wrong_direction() -> None:
    """At both tables: the teams held each other's cards. At one: both pairs of a team held the same."""
    boards = match((620, 170), (620, 170))
    wrong = pl.when(pl.col("board") == 1).then(pl.lit("reversed"))
    assert scored(boards.with_columns(ruling=wrong), IMPS)["ns_points"].to_list() == [-10, 10, 10, -10]
    at_one_table = pl.when(pl.col("ns") == "1").then(wrong)
    assert scored(boards.with_columns(ruling=at_one_table), IMPS)["ns_points"].to_list() == [None, None, 10, -10]


@some
@given(OUTCOME.filter(lambda outcome: outcome is not None), OUTCOME.filter(lambda outcome: outcome is not None))
def test_a_board_by_hand(here: Outcome, there: Outcome) -> None:
    expected: list[float | None] = []
    for side in (0, 1):
        ours, theirs = (here, there) if side == 0 else (there, here)
        awards = [award for award in (awarded(here, side), awarded(there, 1 - side)) if award is not None]
        pairs = [
            float(weight * other_weight * law_78b(score - other))
            for weight, score in of_side(ours, 0)
            for other_weight, other in of_side(theirs, 1)
        ]
        award = float(sum(awards) / len(awards)) if awards else None
        expected.append(award if awards else sum(pairs) if pairs else None)
    assert brought(here, there) == tuple(None if points is None else close_to(points) for points in expected)


_SHOWN = ("round", "team", "opponent", "boards", "imps", "vp", "vp_given")


def test_victory_points_follow_from_the_imps() -> None:
    boards = scored(match(*[(620, 170)] * 2, *[(100, 100)] * 14), IMPS)
    assert played(boards).select(_SHOWN).rows() == [
        (1, "1", "2", 16, 20, 15.00, False),
        (1, "2", "1", 16, -20, 5.00, False),
    ]
    assert played(boards, victory_points="wbf_discrete")["vp"].to_list() == [15, 5]


def test_victory_points_that_are_given_count() -> None:
    boards = scored(match((620, 170)), IMPS)
    given = {"round": 1, "team": "1", "opponent": "2", "vp": 12.0, "imps": 5.0, "boards": 8}
    assert played(boards, IMPS, given).select(_SHOWN).rows() == [
        (1, "1", "2", 1, 10, 12.0, True),
        (1, "2", "1", 1, -10, 1.91, False),
    ]


def test_a_match_with_only_its_imps_known() -> None:
    given = {"round": 1, "team": "1", "opponent": "2", "imps": -10.0, "boards": 16}
    nothing = BoardScores.create_empty()
    assert played(nothing, IMPS, given).select(_SHOWN).rows() == [(1, "1", "2", 16, -10, 7.20, False)]
    assert played(nothing, IMPS, {**given, "boards": None})["vp"].to_list() == [None]


def test_fractions_of_an_imp_are_rounded_for_victory_points_only() -> None:
    boards = scored(match(("w50:620/50:610", 170), ("w50:100/50:70", 70), *[(100, 100)] * 14), IMPS)
    assert played(boards).select("imps", "vp").rows() == [(10.5, 13.04), (-10.5, 6.96)]


def test_point_a_board_has_points_and_no_imps() -> None:
    boards = scored(match((620, 170), (100, 100), (0, 50)), POINT_A_BOARD)
    shown = played(boards, POINT_A_BOARD).select("boards", "imps", "points", "vp", "vp_given")
    assert shown.rows() == [(3, None, 3, None, False)] * 2


def test_two_matches_in_one_round() -> None:
    boards = pl.concat([match((620, 170)), match((170, 620), teams=("1", "3"), first=2)])
    rows = played(scored(boards, IMPS)).select("round", "team", "opponent", "imps").rows()
    assert rows == [(1, "1", "2", 10), (1, "1", "3", -10), (1, "2", "1", -10), (1, "3", "1", 10)]


def test_rounds_that_the_file_does_not_give() -> None:
    """In the order of the first boards, unless the matches say."""
    boards = pl.concat([match((620, 170), round_=None, first=5), match((170, 620), teams=("1", "3"), round_=None)])
    without = played(scored(boards, IMPS)).filter(team="1")
    assert without.select("round", "opponent").rows() == [(1, "3"), (2, "2")]
    reported = played(scored(boards, IMPS), IMPS, {"round": 7, "team": "1", "opponent": "2", "vp": 11.0})
    assert reported.filter(team="1").select("round", "opponent", "imps", "vp").rows() == [
        (1, "3", -10, 1.91),
        (7, "2", 10, 11),
    ]
