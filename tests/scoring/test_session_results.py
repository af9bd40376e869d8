"""The result list of a session: maximum, percentage, ranks, club points."""

import random
from typing import Any

import polars as pl
import pytest
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scoring.boards import result_list, results, scored

from transforms.tables import BoardScores, Entries, Sessions


def percentages(*values: float, **others: Any) -> pl.DataFrame:
    """Board scores that bring entrants 01, 02, ... these percentages."""
    return frame(
        BoardScores,
        *(
            {
                "board": board,
                "ns": f"{2 * board - 1:02}",
                "ew": f"{2 * board:02}",
                "ns_points": ns / 10,
                "ew_points": ew / 10,
                "top": 10,
                **others,
            }
            for board, (ns, ew) in enumerate(zip(values[::2], values[1::2], strict=True), start=1)
        ),
    )


def test_points_over_the_boards_that_counted() -> None:
    board_1 = results(100, 50, 0)
    board_2 = results(100, "not_played", None, board=2)
    table = {row["entrant"]: row for row in result_list(scored(pl.concat([board_1, board_2]))).to_dicts()}
    assert (table["01"]["boards"], table["01"]["points"], table["01"]["maximum"]) == (2, 5, 6)
    assert (table["03"]["boards"], table["03"]["points"], table["03"]["maximum"]) == (1, 2, 4)
    assert table["05"]["score"] == 0
    assert table["01"]["score"] == close_to(100 * 5 / 6)


def test_ties_share_a_rank() -> None:
    ranks = result_list(percentages(90, 80, 70, 70, 60, 50)).select("entrant", "rank").rows()
    assert ranks == [("01", 1), ("02", 2), ("03", 3), ("04", 3), ("05", 5), ("06", 6)]


def test_sums_in_another_order_are_still_a_tie() -> None:
    tenths = [0.1, 0.2, 0.3]
    lines = [
        {"board": board, "ns": ns, "ew": f"{ns} against", "ns_points": worth, "ew_points": 10 - worth, "top": 10}
        for ns, order in (("1", tenths), ("2", tenths[::-1]))
        for board, worth in enumerate(order, start=1)
    ]
    assert sum(tenths) != sum(tenths[::-1])
    ranked = result_list(frame(BoardScores, *lines)).filter(pl.col("entrant").is_in(["1", "2"]))
    assert ranked["rank"].to_list() == [3, 3]


def test_without_a_board_no_score_and_no_rank() -> None:
    entries = frame(Entries, {"entrant": "99", "player_id": "late"})
    late = result_list(percentages(60, 40), entries=entries).filter(entrant="99").row(0, named=True)
    assert (late["boards"], late["points"], late["score"], late["rank"], late["club_points"]) == (
        0,
        None,
        None,
        None,
        None,
    )


def test_lines_are_ranked_apart_unless_scored_together() -> None:
    scores = pl.concat([percentages(60, 40), percentages(70, 30, line="C")])
    assert result_list(scores).select("field", "rank").rows() == [("A", 1), ("A", 2), ("C", 1), ("C", 2)]
    together = result_list(scores, sessions=frame(Sessions, {"together": "A+C"}))
    assert together.select("field", "rank").rows() == [("A+C", 2), ("A+C", 3), ("A+C", 1), ("A+C", 4)]


def test_two_winners_are_ranked_by_direction() -> None:
    entries = frame(
        Entries,
        *(
            {"entrant": f"{pair:02}", "player_id": f"{pair}", "direction": "NS" if pair % 2 else "EW"}
            for pair in range(1, 5)
        ),
    )
    mitchell = result_list(
        percentages(60, 40, 70, 30), entries=entries, sessions=frame(Sessions, {"winners": 2, "together": "A+C"})
    )
    assert mitchell.select("field", "rank").rows() == [("A+C NS", 2), ("A+C EW", 1), ("A+C NS", 1), ("A+C EW", 2)]


@pytest.mark.parametrize(
    ("values", "club_points"),
    [
        pytest.param((90, 80, 70, 60, 50, 40), [24, 18, 1, 1, 1, 1], id="the first third of six"),
        pytest.param((90, 90, 70, 60, 50, 40), [21, 21, 1, 1, 1, 1], id="a tie shares the mean"),
        pytest.param((90, 80, 80, 60, 50, 40), [24, 10, 10, 1, 1, 1], id="a tie across the third: (18 + 1) / 2 up"),
        pytest.param((50, 50), [1, 1], id="no third of two"),
        pytest.param(tuple(range(99, 69, -1)), [120, 90, 60, 48, 42, 36, 30, 24, 18, 1] + 20 * [1], id="key of nine"),
    ],
)
def test_club_points(values: tuple[float, ...], club_points: list[int]) -> None:
    assert result_list(percentages(*values))["club_points"].to_list() == club_points


@settings(deadline=None, max_examples=20)
@given(
    st.lists(st.lists(st.integers(-3, 3) | st.sampled_from(["average", "not_played"]), max_size=6), max_size=4),
    st.randoms(use_true_random=False),
)
def test_points_are_conserved_and_order_is_irrelevant(boards: list[list[int | str]], shuffle: random.Random) -> None:
    scores = pl.concat(
        [scored(results(*board, board=number)) for number, board in enumerate([[0, 1], *boards], start=1)]
    )
    table = result_list(scores)
    given_out = (scores["ns_points"].fill_null(0) + scores["ew_points"].fill_null(0)).sum()
    assert table["points"].fill_null(0).sum() == close_to(given_out)
    shuffled = scores[shuffle.sample(range(scores.height), scores.height)]
    assert_frame_equal(table, result_list(shuffled), check_exact=True)


def test_many_clubs_at_once_as_each_apart() -> None:
    one, other = percentages(60, 40, 55, 45), percentages(70, 30, club="other")
    evening, elsewhere = frame(Sessions, {}), frame(Sessions, {"club": "other"})
    rules = pl.concat([competitions(), competitions(club="other")])
    at_once = result_list(pl.concat([other, one]), sessions=pl.concat([evening, elsewhere]), competitions=rules)
    apart = [result_list(one), result_list(other, sessions=elsewhere, competitions=competitions(club="other"))]
    assert_frame_equal(at_once, pl.concat(apart).sort("club", "entrant"))
