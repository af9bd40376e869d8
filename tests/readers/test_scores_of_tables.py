"""Tables of results without scores: contract, declarer, tricks and vulnerability give them (Law 77)."""

import polars as pl
import pytest
from factories import competitions
from intake.evenings import read as raw
from result_files import Read

from pipelines.intake.readers import Reading
from transforms.checks import assemble

HEAD = "session_id,line,board,ns,ew,contract,declarer,tricks"


def scores(reading: Reading) -> list[int | None]:
    return reading.tables["results"]["score"].to_list()


def test_a_table_without_the_column_is_whole(read: Read) -> None:
    reading = read(f"{HEAD}\n1,A,1,1,2,4S,N,10\n1,A,2,1,2,PASS,,\n1,A,3,1,2,3NX,E,7\n")
    assert reading.findings.is_empty()
    assert scores(reading) == [None, None, None]


@pytest.mark.parametrize(
    ("written", "score", "codes"),
    [
        ("None", None, []),
        ("", None, []),
        ("All", 620, ["tables.vulnerable"]),
        ("N-S", 620, ["tables.vulnerable"]),
        ("EW", 420, ["tables.vulnerable"]),
        ("perhaps", None, ["tables.vulnerable"]),
    ],
)
def test_who_was_vulnerable_may_be_said(read: Read, written: str, score: int | None, codes: list[str]) -> None:
    """Nobody is vulnerable on board 1, where 4 spades just made bring 420; vulnerable they bring 620."""
    reading = read(f"{HEAD},vulnerable\n1,A,1,1,2,4S,N,10,{written}\n")
    assert scores(reading) == [score]
    assert reading.findings["code"].to_list() == codes


def test_a_score_that_is_given_counts_whoever_was_vulnerable(read: Read) -> None:
    reading = read(f"{HEAD},score,vulnerable\n1,A,1,1,2,4S,N,10,420,All\n1,A,1,3,4,4S,N,10,,All\n")
    assert scores(reading) == [420, 620]
    assert sorted(reading.findings["code"]) == ["tables.vulnerable", "tables.vulnerable"]


def test_a_line_with_neither_is_told_and_the_others_count() -> None:
    rows = [
        {"board": 1, "contract": "4S", "declarer": "N", "tricks": 10},
        {"board": 2, "contract": "4S", "declarer": "N"},
        {"board": 3},
    ]
    given = raw(sessions=[{}], results=[{"ns": "1", "ew": "2", "line_no": n, **row} for n, row in enumerate(rows, 2)])
    tables, findings = assemble(given, competitions())
    assert tables["results"]["board"].to_list() == [1]
    told = findings.filter(pl.col("field").is_in(["score", "tricks"])).select("code", "line_no").sort("line_no")
    assert told.rows() == [("results.left_out", 3), ("results.left_out", 4)]
