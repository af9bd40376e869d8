"""Totals of cross-IMPs for a full set of boards, explained."""

import pytest
from factories import frame
from results.test_full_set import CROSS_IMPS, MISSED_ONE, PIANOLA, USUAL
from scoring.boards import result_list

from transforms.explanation.scores import explained_scores
from transforms.tables.schemas import Adjustments, BoardScores, Results


@pytest.mark.parametrize(
    ("rules", "formula", "made_of"),
    [(PIANOLA, "12 / 4", "9 on the boards, taken from 3 boards to 4"), (USUAL, "9 / 3", None)],
    ids=["full set", "as played"],
)
def test_a_total_for_a_full_set_says_so(rules: object, formula: str, made_of: str | None) -> None:
    listed = result_list(MISSED_ONE, sessions=CROSS_IMPS, competitions=rules)
    explained = explained_scores(listed, BoardScores.cast(MISSED_ONE), frame(Results)).filter(entrant="2")
    assert explained["formula"].item() == formula
    assert explained["made_of"].item() == made_of


def test_what_the_director_took_comes_after_that() -> None:
    penalty = frame(Adjustments, {"entrant": "2", "amount": -4.0, "unit": "points"})
    listed = result_list(MISSED_ONE, sessions=CROSS_IMPS, competitions=PIANOLA, adjustments=penalty)
    explained = explained_scores(listed, BoardScores.cast(MISSED_ONE), frame(Results)).filter(entrant="2")
    assert explained["made_of"].item() == "9 on the boards, taken from 3 boards to 4, -4 by the director"
