"""A round of which every result is a pass was mostly not played: the director is asked once."""

import json
from typing import Any

import polars as pl
from checks.alone import found
from factories import frame

from transforms.tables.schemas import SESSION, Results

SETTLED = {**dict.fromkeys(SESSION, pl.String), "file_id": pl.String, "line_no": pl.Int64}


def line(board: int, table: int, **result: Any) -> dict[str, Any]:
    usual = {"line": "A", "round": (board + 1) // 2, "ns": str(table), "ew": str(table + 10), "file_id": "a.csv"}
    return {**usual, "board": board, "contract": "PASS", "score": 0, "line_no": 10 * board + table, **result}


def told(*lines: dict[str, Any], settled: pl.LazyFrame | None = None) -> list[tuple[str, int]]:
    nothing = pl.LazyFrame(schema=SETTLED)
    asked = found("results.passed_out", results=frame(Results, *lines), settled=nothing if settled is None else settled)
    return asked.select("message", "line_no").rows()


PLAYED = [line(board, table, contract="3NT", score=400) for board in (1, 2) for table in range(1, 6)]
NOT_PLAYED = [line(board, table) for board in (3, 4) for table in range(1, 6)]


def test_boards_that_all_passed_out_are_asked_about_once_with_the_first_of_them() -> None:
    ((message, number),) = told(*PLAYED, *NOT_PLAYED)
    assert "in line A every result on board 3, 4 is a pass (10 results)" in message
    assert number == 31
    points_alone = [{**one, "contract": None} for one in NOT_PLAYED]
    assert len(told(*PLAYED, *points_alone)) == 1


def test_a_board_that_one_table_played_is_no_question_and_nor_is_one_flat_board() -> None:
    played = [{**one, "contract": "1S", "score": 80} if one["ns"] == "1" else one for one in NOT_PLAYED]
    assert told(*PLAYED, *played) == []
    assert told(*PLAYED, *(one for one in NOT_PLAYED if one["board"] == 3)) == []


def test_a_ruling_of_average_is_no_pass() -> None:
    ruled = [{**one, "contract": None, "score": None, "ruling": "A5050"} for one in NOT_PLAYED]
    assert told(*PLAYED, *ruled) == []


def test_a_round_that_all_passed_out_is_asked_about_where_others_played_its_boards() -> None:
    each_its_own = [
        line(board, table, round=1)
        if board == 2 * table
        else line(board, table, round=2) | {"contract": "2H", "score": 110}
        for board in range(2, 20, 2)
        for table in range(1, 10)
    ]
    ((message, _),) = told(*each_its_own)
    assert "board 2, 4, 6, 8, 10, 12, 14, 16, 18 is a pass (9 results)" in message


def test_what_the_director_settled_is_not_asked_again() -> None:
    for one in (NOT_PLAYED[0], NOT_PLAYED[-1]):
        settled = frame(Results, one).lazy().select(*SETTLED)
        assert told(*PLAYED, *NOT_PLAYED, settled=settled) == []


def test_all_results_of_the_round_are_asked_about() -> None:
    """On pages each of them is marked, on its board and on the cards of who played it."""
    nothing = pl.LazyFrame(schema=SETTLED)
    (arguments,) = found("results.passed_out", results=frame(Results, *PLAYED, *NOT_PLAYED), settled=nothing)[
        "arguments"
    ]
    assert json.loads(arguments)["at_lines"] == ", ".join(str(one["line_no"]) for one in NOT_PLAYED)
