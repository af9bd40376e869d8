"""CSV files of every kind: no quote, separator or cell makes a line vanish without a finding."""

import json

import pytest
from each import cases
from result_files import Read, rows

from pipelines.intake.readers import Reading

RESULTS = "session_id,line,round,table,board,ns,ew,contract,declarer,tricks,score,ruling\n"


def codes(reading: Reading) -> list[str]:
    return reading.findings["code"].to_list()


def test_a_quote_that_is_never_closed_costs_its_line_alone(read: Read) -> None:
    reading = read('player_id,name\n1,Ann\n2,"Bo\n3,Cy\n4,"Di"\n5,"E, F"\n6,G"\n')
    assert rows(reading, "players", "player_id", "name", "line_no") == [
        *[("1", "Ann", 2), ("3", "Cy", 4), ("4", "Di", 5), ("5", "E, F", 6), ("6", 'G"', 7)]
    ]
    assert rows(reading, "findings", "code", "severity", "line_no", "value") == [
        ("csv.open_quote", "error", 3, '2,"Bo')
    ]


@cases(
    *(('"Ann ""A"" B"', 'Ann "A" B'), ('"Ann\nB"', "Ann\nB"), ('"Ann" B', "Ann B"), (' "Ann, B"', "Ann, B")),
    *(('Ann "A" B', 'Ann "A" B'), ('""', None)),
)
def test_quotes_in_a_cell(read: Read, written: str, name: str | None) -> None:
    reading = read(f"player_id,name\n1,{written}\n2,Bo\n")
    assert reading.tables["players"]["name"].to_list() == [name, "Bo"]
    assert reading.findings.is_empty()


@cases(
    (RESULTS, 0, [("tables.no_table", 1, None)]),
    ("sep=;\nplayer_id;name\n1;Ann, B\n", 1, []),
    (
        "player_id,name,,\n1,Ann,,\n,,,\n2,Bo\n\n3,Cy,,,,,\n4,Di,x,\n",
        *(3, [("tables.column", 7, "x"), ("tables.cells", 4, "2,Bo")]),
    ),
    ("session_id,line,board,ns,ew,contract,declarer,tricks\n1,A,1,1,2,4S,N,10\n", 1, []),
    ("session_id,line,board,ns,ew,ruling\n1,A,1,1,2,average\n", 1, []),
)
def test_missing_columns(read: Read, text: str, height: int, expected: list[tuple[str, int, str | None]]) -> None:
    reading = read(text)
    assert sum(table.height for table in reading.tables.values()) == height
    assert rows(reading, "findings", "code", "line_no", "value") == expected


def test_cells_with_the_same_fault_are_reported_for_a_thousand_lines_and_counted_beyond(read: Read) -> None:
    reading = read("session_id,date\n" + "1,never\n" * 1200)
    assert reading.findings.group_by("code").len().sort("code").rows() == [
        ("cells.and_others", 1),
        ("cells.taken_as_empty", 1000),
    ]
    last = reading.findings.filter(code="cells.and_others")
    assert (last["line_no"].item(), json.loads(last["arguments"].item())) == (1002, {"lines": "200"})


WHOLE = f"{RESULTS}1,A,1,1,1,1,2,4S,N,10,420,\n1,A,1,1,2,1,2,3N,E,8,50,\n2,A,1,1,1,1,2,2H,S,8,110,\n"


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize(
    ("end", "session"), [("2,A,1,1,2,1,2,3N,E,8,-4", "2"), ("2,A,1", "2"), ("3,A,1", "3"), ("20", "2"), ('2,A,"1', "2")]
)
def test_a_broken_last_row_leaves_its_session_in_doubt(read: Read, end: str, session: str, *, quoted: bool) -> None:
    reading = read((WHOLE.replace("4S", '"4S"') if quoted else WHOLE) + end)
    assert reading.tables["results"].height == 3
    assert rows(reading, "findings", "code", "severity", "line_no", "value") == [
        ("tables.cut_off_session", "error", 5, end)
    ]
    assert json.loads(reading.findings["arguments"].item())["session"] == session
    assert rows(reading, "stated", "session_id", "what", "value", "line_no") == [(session, "cut_off", 1, 5)]


@cases(f"{WHOLE}2,A,1\n", f"{WHOLE}2,A,1\n2,A,1", WHOLE.removesuffix("\n"), f"{WHOLE}2,A,1,1,2,1,2,3N,E,8,-400,,x")
def test_a_row_that_is_short_for_another_reason_is_no_end_of_a_file(read: Read, text: str) -> None:
    reading = read(text)
    assert not [code for code in codes(reading) if "cut_off" in code]
    assert reading.tables["stated"].filter(what="cut_off").is_empty()


@cases(
    ("player_id,name,public\n1,Ann,false\n2,Bo\n3,Cy\n", "cells", "a second file with player_id and public"),
    ("player_id,public,name\n1,false,Ann\n2,true\n", "cells", ""),
    ("player_id,name,public\n1,Ann,\n2,Bo,fal\n3,Cy", "cut_off", ""),
)
def test_a_broken_table_of_players_may_show_somebody(read: Read, text: str, first: str, said: str) -> None:
    reading = read(text)
    assert codes(reading)[:1] + codes(reading)[-1:] == [f"tables.{first}", "hidden.rows"]
    assert said in reading.findings["message"][0]
    assert reading.tables["stated"].is_empty()


HEAD = "session_id,line,round,board,ns,ew,score,ruling"
ROWS = [f"1,A,1,{board},1,2,{400 + 10 * board}," for board in range(1, 7)]
PENALTIES = "session_id,line,entrant,amount,unit,reason"
LAST = "session_id,line,entrant,unit,reason,amount"
MATCHES = "session_id,line,round,team,opponent,imps,vp"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("1,,A,1,3,1,2,430,", {"variant": "more"}),
        ('1,,A,1,3,1,2,"430",', {"variant": "more"}),
        ("1,A,1,,3,1,2,430,average", {"variant": "more"}),
        ("1,A,1,3,1,2,430", {"variant": "fewer"}),
        ("1|A|1|3|1|2|430|", {"variant": "separator"}),
    ],
)
def test_a_ragged_row_has_its_remedy(read: Read, row: str, expected: dict[str, str], separator: str) -> None:
    """A finding on a row with another separator names both."""
    other = "," if separator == ";" else ";"
    written = row.replace(",", separator).replace("|", other)
    text = "\n".join([HEAD, *ROWS[:2], "HERE", *ROWS[3:]]).replace(",", separator).replace("HERE", written)
    reading = read(f"{text}\n")
    assert reading.tables["results"]["board"].to_list() == [1, 2, 4, 5, 6]
    assert rows(reading, "findings", "code", "severity", "line_no", "value") == [
        ("tables.cells", "error", 4, written.strip())
    ]
    if "|" in row:
        expected = {**expected, "found": other, "separator": separator.replace("\t", "tab")}
    assert json.loads(reading.findings["arguments"].item()).items() >= expected.items()


@cases(
    (PENALTIES, "2025-09-09,A,2,-0,5,points,late", "-0,5"),
    (PENALTIES, "2025-09-09,A,2,12,5,percent_of_top,kind", "12,5"),
    (PENALTIES, f"{'2025-09-09' * 10},A,2,-0,5,points,late", "-0,5"),
    (PENALTIES, "2025-09-09,A,2,-10,points,late, again", None),
    (PENALTIES, "2025-09-09,A,,2,-10,points,late", None),
    (PENALTIES, "2025-09-09,A,,2,10,points,late", None),
    (LAST, "2025-09-09,A,2,points,late,-0,5", "-0,5"),
    (LAST, "2025-09-09,A,2,points,late, again,-5", None),
    (MATCHES, "2025-09-09,A,1,2,3,24,12,34", None),
    (MATCHES, "2025-09-09,A,1,2,3,,12,34", "12,34"),
    (MATCHES.replace(",imps", ""), "2025-09-09,A,1,2,3,12,34", "12,34"),
)
def test_a_number_cut_by_its_comma_is_reported(read: Read, head: str, row: str, written: str | None) -> None:
    """Without its comma it would be -05, which counts as five points."""
    good = {PENALTIES: "1,A,1,-10,points,late", LAST: "1,A,1,points,late,-10", MATCHES: "1,A,1,1,4,6,15"}
    reading = read(f"{head}\n{good.get(head, '1,A,1,1,4,15')}\n{row}\n")
    assert reading.tables["matches" if "vp" in head else "adjustments"].height == 1
    expected = json.loads(reading.findings["arguments"].item())
    assert expected["variant"] == ("decimal" if written else "more")
    assert reading.findings["code"].item() == "tables.cells"
    assert (expected.get("written"), expected.get("number")) == (written, written and written.replace(",", "."))


@cases(
    # with another name in the first row the amount would be -0 and the unit 5
    *(
        (f"{PENALTIES}\n{good}1,A,2,-0,5,points,late\n1,A,3,-0,5,points,late\n", {"variant": "decimal"})
        for good in ("", "1,A,1,-10,points,late\n")
    ),
    (
        "session_id,line,round,team,opponent,vp\n1,A,1,1,2,24,15\n1,A,2,1,2,24,15\n1,A,3,1,2,24,15\n",
        {"variant": "most"},
    ),
    ("\n".join([f"{HEAD},", *ROWS]) + "\n", {"variant": "most"}),
    ("\n".join([HEAD, *ROWS[:2], '1,"A,1,3,1,2,430,', *ROWS[3:]]) + "\n", {"table": "results"}),
)
def test_a_fault_of_many_rows_is_one_finding(read: Read, text: str, expected: dict[str, str]) -> None:
    reading = read(text)
    assert json.loads(reading.findings["arguments"].item()).items() >= expected.items()
    assert reading.tables["results"].height == (5 if "table" in expected else 0)


@pytest.mark.parametrize("quote", ["", '"'])
def test_empty_cells_behind_the_last_column_shift_nothing(read: Read, quote: str) -> None:
    rows = [f"{row},,"[: len(row) + board % 3].replace("A", f"{quote}A{quote}") for board, row in enumerate(ROWS)]
    reading = read("\n".join([HEAD, *rows]) + "\n")
    assert reading.tables["results"].height == 6
    assert reading.findings.is_empty()
