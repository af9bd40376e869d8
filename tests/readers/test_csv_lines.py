"""CSV files of every kind: no quote, separator or letter makes a line vanish without a finding."""

import json

import pytest
from result_files import Read

from pipelines.intake.readers import Reading

RESULTS = "session_id,line,round,table,board,ns,ew,contract,declarer,tricks,score,ruling\n"


def codes(reading: Reading) -> list[str]:
    return reading.findings["code"].to_list()


def test_a_quote_that_is_never_closed_costs_its_line_alone(read: Read) -> None:
    reading = read('player_id,name\n1,Ann\n2,"Bo\n3,Cy\n4,"Di"\n5,"E, F"\n6,G"\n')
    assert reading.tables["players"].select("player_id", "name", "line_no").rows() == [
        *[("1", "Ann", 2), ("3", "Cy", 4), ("4", "Di", 5), ("5", "E, F", 6), ("6", 'G"', 7)]
    ]
    assert reading.findings.select("code", "severity", "line_no", "value").rows() == [
        ("csv.open_quote", "error", 3, '2,"Bo')
    ]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ('"Ann ""A"" B"', 'Ann "A" B'),
        ('"Ann\nB"', "Ann\nB"),
        ('"Ann" B', "Ann B"),
        (' "Ann, B"', "Ann, B"),
        ('Ann "A" B', 'Ann "A" B'),
        ('""', None),
    ],
)
def test_quotes_in_a_cell(read: Read, written: str, name: str | None) -> None:
    reading = read(f"player_id,name\n1,{written}\n2,Bo\n")
    assert reading.tables["players"]["name"].to_list() == [name, "Bo"]
    assert reading.findings.is_empty()


def test_a_table_without_a_line_is_told(read: Read) -> None:
    assert read(RESULTS).findings.select("code", "severity").rows() == [("tables.no_table", "warning")]


def test_the_separator_that_excel_names(read: Read) -> None:
    reading = read("sep=;\nplayer_id;name\n1;Ann, B\n")
    assert reading.tables["players"].select("name", "line_no").rows() == [("Ann, B", 3)]


def test_blank_lines_and_empty_cells_behind_the_last_column(read: Read) -> None:
    reading = read("player_id,name,,\n1,Ann,,\n,,,\n2,Bo\n\n3,Cy,,,,,\n4,Di,x,\n")
    assert reading.tables["players"]["player_id"].to_list() == ["1", "3", "4"]
    assert reading.findings.select("code", "line_no", "value").rows() == [
        ("tables.column", 7, "x"),
        ("tables.cells", 4, "2,Bo"),
    ]


def test_cells_with_the_same_fault_are_told_for_a_thousand_lines_and_counted_beyond(read: Read) -> None:
    reading = read("session_id,date\n" + "1,never\n" * 1200)
    assert reading.findings.group_by("code").len().sort("code").rows() == [
        ("cells.and_others", 1),
        ("cells.taken_as_empty", 1000),
    ]
    last = reading.findings.filter(code="cells.and_others")
    assert (last["line_no"].item(), json.loads(last["arguments"].item())) == (1002, {"lines": "200"})


def test_a_result_needs_no_score_where_a_contract_or_ruling_may_stand(read: Read) -> None:
    with_contract = read("session_id,line,board,ns,ew,contract,declarer,tricks\n1,A,1,1,2,4S,N,10\n")
    with_ruling = read("session_id,line,board,ns,ew,ruling\n1,A,1,1,2,average\n")
    assert with_contract.findings.is_empty()
    assert with_ruling.findings.is_empty()
    assert [rows.tables["results"].height for rows in (with_contract, with_ruling)] == [1, 1]


WHOLE = f"{RESULTS}1,A,1,1,1,1,2,4S,N,10,420,\n1,A,1,1,2,1,2,3N,E,8,50,\n2,A,1,1,1,1,2,2H,S,8,110,\n"


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize(
    ("end", "session"), [("2,A,1,1,2,1,2,3N,E,8,-4", "2"), ("2,A,1", "2"), ("3,A,1", "3"), ("20", "2"), ('2,A,"1', "2")]
)
def test_a_last_row_that_breaks_off_leaves_its_session_in_doubt(
    read: Read, end: str, session: str, *, quoted: bool
) -> None:
    reading = read((WHOLE.replace("4S", '"4S"') if quoted else WHOLE) + end)
    assert reading.tables["results"].height == 3
    assert reading.findings.select("code", "severity", "line_no", "value").rows() == [
        ("tables.cut_off_session", "error", 5, end)
    ]
    assert json.loads(reading.findings["arguments"].item())["session"] == session
    assert reading.tables["stated"].select("session_id", "what", "value", "line_no").rows() == [
        (session, "cut_off", 1, 5)
    ]


@pytest.mark.parametrize(
    "text",
    [f"{WHOLE}2,A,1\n", f"{WHOLE}2,A,1\n2,A,1", WHOLE.removesuffix("\n"), f"{WHOLE}2,A,1,1,2,1,2,3N,E,8,-400,,x"],
)
def test_a_row_that_is_short_for_another_reason_is_no_end_of_a_file(read: Read, text: str) -> None:
    reading = read(text)
    assert not [code for code in codes(reading) if "cut_off" in code]
    assert reading.tables["stated"].is_empty()


def test_who_adds_a_column_public_for_a_few_is_told_of_a_second_file(read: Read) -> None:
    reading = read("player_id,name,public\n1,Ann,false\n2,Bo\n3,Cy\n")
    assert codes(reading)[0] == "tables.cells"
    assert "a second file with the columns player_id and public" in reading.findings["message"][0]
    assert codes(read("player_id,public,name\n1,false,Ann\n2,true\n"))[0] == "tables.cells"


def test_of_players_that_break_off_it_is_said_that_somebody_may_be_shown(read: Read) -> None:
    reading = read("player_id,name,public\n1,Ann,\n2,Bo,fal\n3,Cy")
    assert codes(reading)[:1] + codes(reading)[-1:] == ["tables.cut_off", "tables.perhaps_not_hidden"]
    assert reading.tables["stated"].is_empty()
