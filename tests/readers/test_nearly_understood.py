"""Cells in another language or spelling: they are not read, and the finding names the word that counts."""

import pytest
from result_files import Read

HEADER = "session_id,line,board,ns,ew,contract,declarer,tricks,score,ruling\n"


@pytest.mark.parametrize(
    ("cells", "meant"),
    [
        ("3SA,N,9,400,", "3NT"),
        ("3 sa x,N,9,550,", "3NTX"),
        ("1ZT**,N,7,560,", "1NTXX"),
        ("3 Ru,N,9,110,", "3D"),
        ("2 kløver,N,8,90,", "2C"),
        ("3K x,N,8,-100,", "3CX / 3DX"),
        ("4Sch,N,10,420,", "4S"),
        ("Passé,,,0,", "PASS"),
    ],
)
def test_the_spelling_that_counts_is_named(read: Read, cells: str, meant: str) -> None:
    reading = read(f"{HEADER}1,A,1,1,2,{cells}\n")
    [finding] = reading.findings.rows(named=True)
    assert (finding["field"], finding["code"]) == ("contract", "cells.taken_as_empty")
    assert f": if it means {meant}, write that; else write " in finding["message"]


@pytest.mark.parametrize(
    ("cells", "field", "code"),
    [
        ("3N,Noord,9,400,", "declarer", "cells.taken_as_empty"),
        ("8SA,N,9,400,", "contract", "cells.taken_as_empty"),
        (",,,,60%-40%", "ruling", "cells.left_out"),
        ("3N,N,x,400,", "tricks", "cells.taken_as_empty"),
        ("4S,N,9,A60/40,", "score", "cells.taken_as_empty"),
    ],
)
def test_what_is_not_understood_is_not_guessed(read: Read, cells: str, field: str, code: str) -> None:
    reading = read(f"{HEADER}1,A,1,1,2,{cells}\n")
    assert reading.findings.select("field", "code").rows() == [(field, code)]


@pytest.mark.parametrize(("other", "day"), [("03/14/2026", "4 March 2026"), ("14/03/2026", "3 April 2026")])
def test_how_a_date_of_two_readings_is_read_is_told(read: Read, other: str, day: str) -> None:
    [told] = read(f"session_id,date\n1,03/04/2026\n2,{other}\n").findings["message"]
    assert told.startswith(f"read as {day} ")
