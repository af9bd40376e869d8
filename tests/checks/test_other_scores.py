"""Scores that are not those of their contracts: each told by itself, or many of one file at once."""

import polars as pl
import pytest
from factories import competitions
from intake.evenings import FOUR, MADE, read
from intake.handed_in import settings

from transforms.checks import assemble

DUE = {0: 400, 1: 600, 2: 400, 3: 600}
"""3NT by North on boards 1 to 4."""


def score(board: int) -> int:
    deal = board - 1
    return DUE[(deal + deal // 4) % 4]


def warnings(count: int, turned: int = -1, added: int = 0) -> pl.DataFrame:
    """The findings on so many boards whose score is that of the contract times `turned` and with `added`."""
    results = [{**MADE, "board": board, "score": turned * score(board) + added} for board in range(1, count + 1)]
    return assemble(read(sessions=[{}], entries=FOUR, results=results), competitions())[1]


def test_many_scores_of_the_other_side_are_one_finding() -> None:
    found = warnings(30).filter(code="results.score_of_contract")
    assert found.select("severity", "field", "value", "line_no").rows() == [("warning", "score", "-400", 1)]
    assert "30 rows with the score of the other side (the next: 2, 3," in found["message"].item()
    assert "see whether the column is that of East-West" in found["message"].item()
    assert warnings(30).filter(pl.col("code").str.starts_with("results.score")).height == 1


def test_many_other_scores_are_one_finding_too() -> None:
    found = warnings(30, turned=1, added=30)
    assert found["code"].to_list() == ["results.score_of_contract"]
    assert "in 30 rows" in found["message"].item()


@pytest.mark.parametrize(("count", "lines"), [(20, 20), (21, 1)])
def test_few_are_told_each(count: int, lines: int) -> None:
    assert warnings(count).height == lines


def test_a_score_that_a_reader_computed_is_not_called_given() -> None:
    assert warnings(1)["message"].item().endswith("scores 400; the score of the row counts: mend one of them")


def test_a_score_that_follows_is_none_to_tell() -> None:
    assert warnings(30, turned=1).is_empty()


def test_what_is_settled_is_not_counted_among_many() -> None:
    results = [{**MADE, "board": board, "score": -score(board)} for board in range(1, 31)]

    def told(settled: range) -> list[str]:
        raw = read(sessions=[{}], entries=FOUR, results=results)
        raw["session_settings"] = settings({"session_id": "1", "settled": [f"A {board} 1" for board in settled]})
        found = assemble(raw, competitions())[1]
        return found.filter(pl.col("code").str.starts_with("results.score"))["message"].to_list()

    [of_all] = told(range(0))
    assert "in 30 rows with the score of the other side (the next: 2, 3," in of_all
    [of_others] = told(range(2, 6))
    assert "in 26 rows with the score of the other side (the next: 6, 7," in of_others
    assert [message for message in told(range(1, 29)) if "rows" in message] == [], "two are told each by itself"
    assert told(range(1, 31)) == []
