"""USEBIO: what a director decided is read as SCORE, and told where it stands elsewhere."""

import pytest
from readers.test_usebio import PAIRS, PLAYED, board, event
from result_files import Read


def test_a_weighted_score_is_read_as_the_tables_write_it(read: Read) -> None:
    reading = read(event(PAIRS + board(1, ("1", "2", "<SCORE>w30:420/70:-50</SCORE>"), ("2", "1", PLAYED))))
    assert reading.tables["results"]["ruling"].to_list() == ["w30:420/70:-50", None]
    assert reading.findings.is_empty()


@pytest.mark.parametrize("name", ["PENALTY", "Penalties", "ADJUSTMENT", "WEIGHTED_SCORE"])
def test_what_may_be_of_the_director_is_told_and_nothing_is_guessed(read: Read, name: str) -> None:
    told = f"<{name}>-10</{name}>"
    reading = read(event(PAIRS + board(1, ("1", "2", PLAYED), ("2", "1", PLAYED + told))))
    assert reading.tables["results"].height == 2
    assert reading.findings.select("severity", "code", "field", "value").rows() == [
        ("error", "usebio.left_out", name, "-10")
    ]


def test_a_penalty_of_nothing_is_none(read: Read) -> None:
    reading = read(event(PAIRS + "<PENALTY>0.0</PENALTY>" + board(1, ("1", "2", PLAYED), ("2", "1", PLAYED))))
    assert reading.findings.is_empty()
