"""Cells in another language or spelling: they are not read, and the finding names the word that counts."""

import pytest
from result_files import Read

HEADER = "session_id,line,board,ns,ew,contract,declarer,tricks,score,ruling\n"


@pytest.mark.parametrize(
    ("cells", "field", "code", "meant"),
    [
        (",,,,60%-40%", "ruling", "cells.left_out", "a60_40"),
        (",,,,60-40", "ruling", "cells.left_out", "a60_40"),
        (",,,,50-50", "ruling", "cells.left_out", "average"),
        ("3SA,N,9,400,", "contract", "cells.taken_as_empty", "3NT"),
        ("3 sa x,N,9,550,", "contract", "cells.taken_as_empty", "3NTX"),
        ("4SA,N,10,430,", "contract", "cells.taken_as_empty", "4NT"),
        ("1ZT**,N,7,560,", "contract", "cells.taken_as_empty", "1NTXX"),
        ("3R,N,9,110,", "contract", "cells.taken_as_empty", "3D"),
        ("3 Ru,N,9,110,", "contract", "cells.taken_as_empty", "3D"),
        ("2Kl,N,8,90,", "contract", "cells.taken_as_empty", "2C"),
        ("2 kløver,N,8,90,", "contract", "cells.taken_as_empty", "2C"),
        ("3K x,N,8,-100,", "contract", "cells.taken_as_empty", "3CX / 3DX"),
        ("4Sch,N,10,420,", "contract", "cells.taken_as_empty", "4S"),
        ("4 pique,N,10,420,", "contract", "cells.taken_as_empty", "4S"),
        ("2T,N,8,90,", "contract", "cells.taken_as_empty", "2C"),
        ("4 hearts,N,10,420,", "contract", "cells.taken_as_empty", "4H"),
        ("2ha,N,8,110,", "contract", "cells.taken_as_empty", "2H"),
        ("pas,,,0,", "contract", "cells.taken_as_empty", "PASS"),
        ("Passé,,,0,", "contract", "cells.taken_as_empty", "PASS"),
        ("3N,Noord,9,400,", "declarer", "cells.taken_as_empty", "N"),
        ("3N,Sud,9,400,", "declarer", "cells.taken_as_empty", "S"),
        ("3N,OST,9,-400,", "declarer", "cells.taken_as_empty", "E"),
        ("3N,O,9,-400,", "declarer", "cells.taken_as_empty", "E (oost) / W (ouest)"),
        ("3N,Øst,9,-400,", "declarer", "cells.taken_as_empty", "E"),
        ("3N,V,9,-400,", "declarer", "cells.taken_as_empty", "W"),
        ("4S,N,9,w30:420/70:-50,", "score", "cells.taken_as_empty", "w30:420/70:-50 in the column ruling"),
        ("4S,N,9,A60/40,", "score", "cells.taken_as_empty", "a60_40 in the column ruling"),
        ("4S,N,9,60-40,", "score", "cells.taken_as_empty", "a60_40 in the column ruling"),
        ("4S,N,9,AVE+/AVE-,", "score", "cells.taken_as_empty", "a+_- in the column ruling"),
    ],
)
def test_the_spelling_that_counts_is_named(read: Read, cells: str, field: str, code: str, meant: str) -> None:
    reading = read(f"{HEADER}1,A,1,1,2,{cells}\n")
    [finding] = reading.findings.rows(named=True)
    assert (finding["field"], finding["code"]) == (field, code)
    assert f": if it means {meant}, write that; else write " in finding["message"]


@pytest.mark.parametrize(
    ("cells", "field", "code"),
    [
        ("3N,Q,9,400,", "declarer", "cells.taken_as_empty"),
        ("8SA,N,9,400,", "contract", "cells.taken_as_empty"),
        (",,,,late-start", "ruling", "cells.left_out"),
        ("3N,N,x,400,", "tricks", "cells.taken_as_empty"),
        ("3N,N,9,many,", "score", "cells.taken_as_empty"),
    ],
)
def test_what_may_mean_anything_is_not_guessed(read: Read, cells: str, field: str, code: str) -> None:
    reading = read(f"{HEADER}1,A,1,1,2,{cells}\n")
    assert reading.findings.select("field", "code").rows() == [(field, code)]


def test_findings_of_one_column_keep_the_order_of_their_lines(read: Read) -> None:
    cells = ["3N,Noord,9,400,", "3N,x,9,400,", "3N,Ost,9,400,", "3N,Noord,9,400,"]
    reading = read(HEADER + "".join(f"1,A,{place},1,2,{cell}\n" for place, cell in enumerate(cells, start=1)))
    assert reading.findings.select("line_no", "value").rows() == [(2, "Noord"), (3, "x"), (4, "Ost"), (5, "Noord")]


def test_both_numbers_that_a_comma_may_mean_are_named(read: Read) -> None:
    reading = read('list_date,player_id,rating\n2025-06-30,1,"1,250"\n2025-06-30,2,987\n')
    [told] = reading.findings["message"]
    assert ": if it means 1250 / 1.250, write that; else write a number" in told


def test_a_month_that_comes_first_is_named_where_the_column_does_not_show_it(read: Read) -> None:
    [told] = read("session_id,date\n1,03/14/2026\n2,14/03/2026\n").findings["message"]
    assert ": if it means 2026-03-14, write that; else write a date as 2026-09-30" in told


@pytest.mark.parametrize(("other", "day"), [("03/14/2026", "4 March 2026"), ("14/03/2026", "3 April 2026")])
def test_how_a_date_of_two_readings_is_read_is_told(read: Read, other: str, day: str) -> None:
    [told] = read(f"session_id,date\n1,03/04/2026\n2,{other}\n").findings["message"]
    assert told.startswith(f"read as {day} ")
