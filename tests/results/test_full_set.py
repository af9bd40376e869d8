"""Totals of cross-IMPs for a full set of boards."""

from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring.boards import result_list

from transforms.explanation.scores import explained_scores
from transforms.results.event_results import event_results
from transforms.tables.schemas import Adjustments, BoardScores, Entries, Results, Sessions

PIANOLA = competitions(scoring={"profile": "pianola"})
USUAL = competitions()
CROSS_IMPS = frame(Sessions, {"kind": "cross_imp", "event": "cup"})


def played(*of_pairs: list[int]) -> pl.DataFrame:
    """Board scores in which pair 1, 2 ... sits North-South with these IMPs, each against a pair of its own."""
    return frame(
        BoardScores,
        *(
            {"board": board, "ns": str(pair), "ew": f"e{pair}", "scoring": "cross_imps"}
            | {"ns_points": float(imps), "ew_points": -float(imps)}
            for pair, of_pair in enumerate(of_pairs, start=1)
            for board, imps in enumerate(of_pair, start=1)
        ),
    )


def of_pair(pair: str, scores: pl.DataFrame, **others: Any) -> tuple[Any, ...]:
    listed = result_list(scores, **{"sessions": CROSS_IMPS, "competitions": PIANOLA, **others})
    return listed.filter(entrant=pair).select("boards", "points", "score").row(0)


MISSED_ONE = played([1, 2, 3, 6], [2, 4, 3])
PENALTY = {"entrant": "2", "amount": -4.0, "unit": "points"}


def test_the_total_of_a_pair_that_missed_a_board_is_taken_to_all_boards() -> None:
    assert of_pair("1", MISSED_ONE) == (4, 12, 3)
    assert of_pair("2", MISSED_ONE) == (3, 12, 3)
    assert of_pair("2", MISSED_ONE, competitions=USUAL) == (3, 9, 3)


def test_the_points_of_a_number_of_nobody_stay_as_played() -> None:
    is_slip = (pl.col("board") == 1) & (pl.col("ns") == "2")
    slip = played([1, 2, 3, 6], [5, 4, 3, 2]).with_columns(ns=pl.when(is_slip).then(pl.lit("19")).otherwise("ns"))
    named = [{"entrant": pair, "player_id": f"p{pair}"} for pair in ("1", "e1", "e2")]
    assert of_pair("19", slip, entries=frame(Entries, *named)) == (1, 5, None)
    assert of_pair("19", slip) == (1, 20, 5)


def test_what_the_director_took_is_taken_from_the_full_total() -> None:
    assert of_pair("2", MISSED_ONE, adjustments=frame(Adjustments, PENALTY)) == (3, 8, 2)


def test_an_event_adds_the_totals_for_a_full_set() -> None:
    listed = result_list(MISSED_ONE, sessions=CROSS_IMPS, competitions=PIANOLA)
    added = event_results(listed, frame(Entries), CROSS_IMPS, PIANOLA).collect()
    assert added.filter(entrant="2").select("boards", "points", "score").rows() == [(3, 12, 3)]


@settings(max_examples=by_night(30))
@given(st.lists(st.lists(st.integers(-24, 24), min_size=1, max_size=6), min_size=1, max_size=5))
def test_totals_by_the_definition(of_pairs: list[list[int]]) -> None:
    full = max(map(len, of_pairs))
    listed = result_list(played(*of_pairs), sessions=CROSS_IMPS, competitions=PIANOLA)
    for pair, imps in enumerate(of_pairs, start=1):
        mean = Fraction(sum(imps), len(imps))
        row = listed.filter(entrant=str(pair)).row(0, named=True)
        assert (row["points"], row["score"]) == (close_to(float(mean * full)), close_to(float(mean)))


@pytest.mark.parametrize(
    ("rules", "penalties", "formula", "made_of"),
    [
        (PIANOLA, (), "12 / 4", "9 on the boards, taken from 3 boards to 4"),
        (PIANOLA, (PENALTY,), "8 / 4", "9 on the boards, taken from 3 boards to 4, -4 by the director"),
        (USUAL, (), "9 / 3", None),
    ],
    ids=["full set", "with a penalty", "as played"],
)
def test_a_total_for_a_full_set_says_so(
    rules: object, penalties: tuple[dict[str, Any], ...], formula: str, made_of: str | None
) -> None:
    listed = result_list(
        MISSED_ONE, sessions=CROSS_IMPS, competitions=rules, adjustments=frame(Adjustments, *penalties)
    )
    explained = explained_scores(listed, BoardScores.cast(MISSED_ONE), frame(Results)).filter(entrant="2")
    assert explained.select("formula", "made_of").row(0) == (formula, made_of)
