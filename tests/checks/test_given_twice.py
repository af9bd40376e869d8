"""Two files with the results of one session: whether these are the same, and where they differ."""

from typing import Any

import polars as pl
import pytest
from checks.alone import found
from factories import frame

from transforms.tables.schemas import Results

ROW = {"board": 1, "ns": "1", "ew": "2", "round": 1, "contract": "4S", "declarer": "N", "tricks": 10, "score": 420}
UNTOLD = dict.fromkeys(("contract", "declarer", "tricks"))


def told(kind: str = "pairs", **other: Any) -> dict[str, Any]:
    """The finding on a file whose only line is like that of another file but for some values."""
    rows = [{**ROW, "file_id": "one.csv", "line_no": 7}, {**ROW, **other, "file_id": "two.csv", "line_no": 9}]
    lines = frame(Results, *rows).with_columns(kind=pl.lit(kind), from_contract=pl.lit(420))
    return found("results.seen_before/in_two_files", results=again(lines)).row(0, named=True)


def again(lines: pl.DataFrame) -> pl.DataFrame:
    return lines.with_columns(first_file_id=pl.when(file_id="two.csv").then(pl.lit("one.csv")))


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"round": None},
        {"round": 3},
        {"score": None},
        UNTOLD,
        {"ns": "2", "ew": "1", "score": -420} | UNTOLD,
    ],
)
def test_the_same_results_are_the_same_however_they_are_written(other: dict[str, Any]) -> None:
    assert "gives too: 1;" in told(**other)["message"]


def test_where_they_differ_is_told_with_the_row_of_the_other_file() -> None:
    differing = told(tricks=9, score=-50)
    assert (differing["file_id"], differing["line_no"]) == ("two.csv", 9)
    assert (
        "(here / there, the first of them: A, board 1, 1 - 2: 4S N 9 -50 / 4S N 10 420 (row 7));"
        in differing["message"]
    )


def test_of_teams_a_board_is_played_twice_in_a_round_once_in_each_direction() -> None:
    assert told("teams", ns="2", ew="1")["arguments"].count('"variant":"differing"') == 1
    assert told("teams", round=2)["arguments"].count('"variant":"differing"') == 1


def test_up_to_five_of_those_that_differ_are_named_in_order() -> None:
    boards = range(1, 9)
    rows = [
        {**ROW, "board": board, "score": score, "file_id": file_id, "line_no": board + 1}
        for file_id, score in (("one.csv", 420), ("two.csv", 450))
        for board in boards
    ]
    lines = frame(Results, *rows).with_columns(kind=pl.lit("pairs"), from_contract=pl.lit(420))
    (message,) = found("results.seen_before/in_two_files", results=again(lines))["message"]
    assert "with another result there: 8 " in message
    assert [f"A, board {board}, 1 - 2" in message for board in boards] == [True] * 5 + [False] * 3
