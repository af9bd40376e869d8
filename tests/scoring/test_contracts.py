"""Contract scores against a plain reading of Law 77, and against endplay."""

import itertools

import polars as pl
import pytest
from endplay.types import Contract, Vul

from transforms.contracts import contract_score, vulnerable

ALL_CONTRACTS = [
    f"{level}{strain}{doubling}" for level, strain, doubling in itertools.product(range(1, 8), "CDHSN", ["", "X", "XX"])
]
VULNERABLE_SIDES = ["", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "", "NS", "EW"]
"""Boards 1 to 16, as printed on the boards (Law 2)."""


def scores(boards, contracts, declarers, tricks):
    lines = pl.DataFrame(
        {"board": boards, "contract": contracts, "declarer": declarers, "tricks": tricks},
        schema={"board": pl.Int32, "contract": pl.String, "declarer": pl.String, "tricks": pl.Int8},
    )
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return lines.select(score=score)["score"].to_list()


def law_77(level, strain, doubling, is_vulnerable, tricks):
    """The declarer's score, trick by trick as the Law lists them."""
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
    trick_score = sum(
        {"C": 20, "D": 20, "H": 30, "S": 30, "N": 40 if odd == 1 else 30}[strain] * factor
        for odd in range(1, level + 1)
    )
    overtricks = tricks - level - 6
    if doubling == "":
        each = 20 if strain in "CD" else 30
    else:
        each = (200 if is_vulnerable else 100) * (2 if doubling == "XX" else 1)
    premium = (500 if is_vulnerable else 300) if trick_score >= 100 else 50
    premium += {6: 750 if is_vulnerable else 500, 7: 1500 if is_vulnerable else 1000}.get(level, 0)
    premium += {"": 0, "X": 50, "XX": 100}[doubling]
    return trick_score + overtricks * each + premium


def test_law_77_every_contract_result_and_vulnerability():
    lines = list(itertools.product(range(1, 17), ALL_CONTRACTS, "NESW", range(14)))
    computed = scores(*zip(*lines, strict=True))
    expected = [
        (1 if declarer in "NS" else -1)
        * law_77(int(contract[0]), contract[1], contract[2:], declarer in VULNERABLE_SIDES[board - 1], tricks)
        for board, contract, declarer, tricks in lines
    ]
    assert computed == expected


def test_endplay_agrees():
    vulnerabilities = {1: Vul.none, 2: Vul.ns, 3: Vul.ew, 4: Vul.both}
    lines = list(itertools.product(vulnerabilities, ALL_CONTRACTS, "NE", range(14)))
    expected = []
    for board, contract, declarer, tricks in lines:
        over = tricks - int(contract[0]) - 6
        strain = contract[1].replace("N", "NT")
        doubling = contract[2:].lower()
        played = Contract(f"{contract[0]}{strain}{declarer}{doubling}{f'{over:+d}' if over else '='}")
        expected.append(played.score(vulnerabilities[board]) * (1 if declarer == "N" else -1))
    assert scores(*zip(*lines, strict=True)) == expected


@pytest.mark.parametrize("board", range(1, 65))
def test_vulnerability_repeats_every_sixteen_boards(board):
    seats = pl.DataFrame({"declarer": ["N", "E", "S", "W", None]})
    found = seats.select(vulnerable(pl.lit(board), pl.col("declarer"))).to_series().to_list()
    sides = VULNERABLE_SIDES[(board - 1) % 16]
    assert found == ["NS" in sides, "EW" in sides, "NS" in sides, "EW" in sides, None]


def test_passed_out_scores_nothing():
    assert scores([1, 2], ["PASS", "PASS"], [None, "N"], [None, None]) == [0, 0]


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks"),
    [
        (None, "N", 9),
        ("3N", None, 9),
        ("3N", "N", None),
        ("3N", "N", 14),
        ("3NXXX", "N", 8),
        ("3N", "N", -1),
        ("0N", "N", 9),
        ("8N", "N", 9),
        ("3Z", "N", 9),
        ("3Z", "N", 8),
        ("3NXXX", "N", 9),
        ("3N", "Z", 9),
        ("", "N", 9),
    ],
)
def test_what_cannot_be_has_no_score(contract, declarer, tricks):
    assert scores([1], [contract], [declarer], [tricks]) == [None]
