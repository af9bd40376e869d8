"""Points per round: who was met, in which direction, and what it brought."""

import random
from collections.abc import Iterable

import dataframely as dy
import polars as pl
from examples import by_night
from factories import close_to, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scoring.boards import result_list, scored

from transforms.results.session_rounds import session_rounds
from transforms.tables.schemas import BoardScores, Results, SessionRounds

Meeting = tuple[int | None, str, str, Iterable[int]]  # round, North-South, East-West, boards


def rounds(scores: pl.DataFrame) -> dy.DataFrame[SessionRounds]:
    return SessionRounds.validate(session_rounds(BoardScores.cast(scores)).collect())


def met(scores: pl.DataFrame, entrant: str) -> list[tuple[int, str, str, int, float]]:
    mine = rounds(scores).filter(entrant=entrant)
    return mine.select("round", "opponent", "direction", "boards", "points").rows()


def brought(*meetings: Meeting, ns_points: float = 1.5, top: float = 4) -> dy.DataFrame[BoardScores]:
    return frame(
        BoardScores,
        *(
            {"round": number, "board": board, "ns": ns, "ew": ew}
            | {"ns_points": ns_points, "ew_points": top - ns_points, "top": top}
            for number, ns, ew, boards in meetings
            for board in boards
        ),
    )


def test_a_howell_in_which_a_pair_changes_direction() -> None:
    scores = brought((1, "1", "2", (1, 2)), (2, "3", "1", (3, 4)), (3, "1", "4", (5, 6)))
    seats = [(opponent, direction) for _, opponent, direction, *_ in met(scores, "1")]
    assert seats == [("2", "NS"), ("3", "EW"), ("4", "NS")]


def test_rounds_that_the_file_does_not_tell_are_counted_in_order_of_the_boards() -> None:
    scores = brought((None, "1", "3", (3, 4)), (None, "1", "2", (1, 2)), (None, "1", "2", (5, 6)))
    assert met(scores, "1") == [(1, "2", "NS", 2, 3), (2, "3", "NS", 2, 3), (3, "2", "NS", 2, 3)]
    assert met(scores, "3") == [(1, "1", "EW", 2, 5)]


def test_a_match_between_teams_is_not_a_round() -> None:
    assert rounds(brought((1, "1", "2", (1, 2))).with_columns(scoring=pl.lit("imps"))).is_empty()


def test_single_players_each_have_the_points_of_their_side() -> None:
    scores = brought((1, "1+2", "3+4", (1, 2)), (2, "1+3", "2+4", (3, 4)))
    assert met(scores, "2") == [(1, "3+4", "NS", 2, 3), (2, "1+3", "EW", 2, 5)]
    assert rounds(scores)["entrant"].unique().sort().to_list() == ["1", "2", "3", "4"]


LINE = st.tuples(
    st.integers(1, 6),
    st.sampled_from([None, 1, 2, 3]),
    st.permutations("123456").map(lambda pairs: (pairs[0], pairs[1])),
    st.sampled_from([-100, -50, 0, 50, 110]) | st.sampled_from(["average", "not_played", "a60_40"]),
)


@settings(max_examples=by_night(20))
@given(
    st.lists(LINE, min_size=1, max_size=20, unique_by=lambda line: (line[0], line[2])),
    st.randoms(use_true_random=False),
)
def test_rounds_add_up_to_the_result_list_in_any_order(
    lines: list[tuple[int, int | None, tuple[str, str], int | str]], shuffle: random.Random
) -> None:
    rows = (
        {"board": board, "round": number, "ns": ns, "ew": ew}
        | ({"score": outcome} if isinstance(outcome, int) else {"ruling": outcome})
        for board, number, (ns, ew), outcome in lines
    )
    scores = scored(frame(Results, *rows))
    listed = rounds(scores)
    sums = listed.group_by("entrant").agg(pl.col("boards").sum(), pl.col("points").sum())
    of_entrant = {entrant: (boards, points) for entrant, boards, points in sums.rows()}
    for row in result_list(scores).rows(named=True):
        boards, points = of_entrant.get(row["entrant"], (0, 0))
        assert (row["boards"], row["points"] or 0) == (boards, close_to(points))
    shuffled = scores[shuffle.sample(range(scores.height), scores.height)]
    assert_frame_equal(listed, rounds(shuffled), check_exact=True)
