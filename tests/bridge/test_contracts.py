"""Contract scores against a plain reading of Law 77, and against endplay."""

import itertools
from collections.abc import Iterable

import polars as pl
import pytest
from each import cases

from transforms.bridge.contracts import CONTRACTS, contract_score, is_possible_score, vulnerable

VULNERABLE_SIDES = ["", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "", "NS", "EW"]
"""Boards 1 to 16, as printed on the boards (Law 2)."""

Line = tuple[int, str | None, str | None, int | None]


def scores(lines: Iterable[Line]) -> list[int | None]:
    schema = {"board": pl.Int32, "contract": pl.String, "declarer": pl.String, "tricks": pl.Int8}
    frame = pl.DataFrame(list(lines), schema=schema, orient="row")
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return frame.select(score).to_series().to_list()


def law_77(contract: str, is_vulnerable: bool, tricks: int) -> int:
    """The declarer's score, trick by trick as the Law lists them."""
    level, strain, doubling = int(contract[0]), contract[1], contract[2:]
    if tricks < level + 6:
        undertricks = range(1, level + 6 - tricks + 1)
        if doubling == "":
            return -sum(100 if is_vulnerable else 50 for _ in undertricks)
        if is_vulnerable:
            doubled = sum(200 if down == 1 else 300 for down in undertricks)
        else:
            doubled = sum(100 if down == 1 else 200 if down <= 3 else 300 for down in undertricks)
        return -doubled if doubling == "X" else -2 * doubled

    factor = {"": 1, "X": 2, "XX": 4}[doubling]
    first_trick = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 40}[strain]
    further_trick = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}[strain]
    trick_score = (first_trick + sum(further_trick for _ in range(level - 1))) * factor
    doubled_overtrick = (200 if is_vulnerable else 100) * (2 if doubling == "XX" else 1)
    overtrick = doubled_overtrick if doubling else further_trick
    premium = (500 if is_vulnerable else 300) if trick_score >= 100 else 50
    premium += {6: 750 if is_vulnerable else 500, 7: 1500 if is_vulnerable else 1000}.get(level, 0)
    premium += {"": 0, "X": 50, "XX": 100}[doubling]
    return trick_score + (tricks - level - 6) * overtrick + premium


def test_law_77_every_contract_result_and_vulnerability() -> None:
    lines = list(itertools.product(range(1, 17), CONTRACTS, "NESW", range(14)))
    expected = [
        (1 if declarer in "NS" else -1) * law_77(contract, declarer in VULNERABLE_SIDES[board - 1], tricks)
        for board, contract, declarer, tricks in lines
    ]
    assert len(CONTRACTS) == len(set(CONTRACTS)) == 35 * 3
    assert scores(lines) == expected


def test_vulnerability_repeats_every_sixteen_boards() -> None:
    boards = pl.DataFrame({"board": range(1, 65)}).join(pl.DataFrame({"declarer": [*"NESW", None]}), how="cross")
    found = boards.with_columns(vulnerable=vulnerable(pl.col("board"), pl.col("declarer")))
    for board, declarer, is_vulnerable in found.rows():
        sides = VULNERABLE_SIDES[(board - 1) % 16]
        assert is_vulnerable == (declarer and ("NS" if declarer in "NS" else "EW") in sides), (board, declarer)


def test_passed_out_scores_nothing() -> None:
    assert scores([(1, "PASS", None, None), (2, "PASS", "N", None)]) == [0, 0]


@cases(
    *((contract, "N", 9) for contract in (None, "0N", "8N", "3Z", "3NXXX", "")),
    *(("3N", "N", tricks) for tricks in (None, 14, -1)),
    *(("3N", declarer, 9) for declarer in (None, "Z")),
)
def test_what_cannot_be_has_no_score(contract: str | None, declarer: str | None, tricks: int | None) -> None:
    assert scores([(1, contract, declarer, tricks)]) == [None]


@pytest.mark.parametrize("board", [1, 2, 3, 4])
def test_a_score_is_possible_when_some_contract_brings_it(board: int) -> None:
    bid = itertools.product([*CONTRACTS, "PASS"], "NESW", range(14))
    played = pl.DataFrame(list(bid), schema=["contract", "declarer", "tricks"], orient="row").with_columns(board=board)
    brought = played.select(contract_score(*map(pl.col, ("board", "contract", "declarer", "tricks")))).to_series()
    scores = pl.DataFrame({"score": range(-8000, 8001, 5)}).with_columns(board=board)
    possible = scores.filter(is_possible_score(pl.col("board"), pl.col("score")))
    assert set(possible["score"]) == set(brought)
