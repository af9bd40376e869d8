"""Tricks of a table that a spreadsheet kept."""

from result_files import Read
from workbooks import workbook

PLUSES_AS_NUMBERS = [
    ["session_id", "line", "board", "ns", "ew", "contract", "declarer", "tricks", "score"],
    ["1", "A", 1, 1, 2, "4S", "N", " =", 420],
    ["1", "A", 1, 3, 4, "4S", "N", 1, ""],
    ["1", "A", 1, 5, 6, "4S", "N", 1, 450],
    ["1", "A", 1, 7, 8, "4S", "N", 1, 420],
    ["1", "A", 1, 9, 10, "4S", "N", 11, 450],
    ["1", "A", 2, 1, 2, "2H", "E", 1, 350],
    ["1", "A", 2, 3, 4, "", "", 1, 0],
]


def test_a_plus_that_a_spreadsheet_took_for_a_number_is_told_unless_the_score_settles_it(read: Read) -> None:
    reading = read(workbook({"results": PLUSES_AS_NUMBERS}))
    assert reading.tables["results"]["tricks"].to_list() == [10, None, 11, None, 11, 1, 1]
    assert reading.findings.select("code", "severity", "line_no", "field", "value").rows() == [
        ("tables.tricks", "error", 3, "tricks", "1"),
        ("tables.tricks", "warning", 4, "tricks", "1"),
    ]
    assert "write the tricks won, or +1 as text (2 such rows; the next: 5)" in reading.findings["message"][0]


def test_few_tricks_are_those_won_where_no_line_tells_them_over_or_under(read: Read) -> None:
    rows = [row for row in PLUSES_AS_NUMBERS if " =" not in row]
    reading = read(workbook({"results": rows}))
    assert reading.tables["results"]["tricks"].to_list() == [1, 1, 1, 11, 1, 1]
    assert reading.findings.is_empty()


def test_signs_of_another_session_or_beside_a_pass_cast_no_doubt(read: Read) -> None:
    other = ["2", "A", 3, 3, 4, "4S", "N", 1, ""]
    passed = ["2", "A", 4, 3, 4, "PASS", "", "=", 0]
    reading = read(workbook({"results": [*PLUSES_AS_NUMBERS[:2], other, passed]}))
    assert reading.tables["results"]["tricks"].to_list()[:2] == [10, 1]
    assert "tables.tricks" not in reading.findings["code"].to_list()


def test_tricks_over_a_contract_that_is_not_understood_are_not_told_too(read: Read) -> None:
    """Of `+1` it was told to write `+1`."""
    header = "session_id,line,board,ns,ew,contract,declarer,tricks,score\n"
    reading = read(f"{header}1,A,1,1,2,4 schoppen,Noord,+1,\n")
    assert reading.findings["field"].to_list() == ["contract", "declarer"]
    assert read(f"{header}1,A,1,1,2,,N,+1,430\n").findings["field"].to_list() == ["tricks"]
    assert read(f"{header}1,A,1,1,2,4S,N,14,\n").findings["field"].to_list() == ["tricks"]


def test_tricks_that_no_contract_has_are_told_as_they_are_written(read: Read) -> None:
    """Of a score in the column of the tricks, -50, the tricks were worked out, and -40 was shown."""
    header = "session_id,line,board,ns,ew,contract,declarer,tricks,score\n"
    reading = read(f"{header}1,A,1,1,2,4S,N,-50,9\n1,A,2,1,2,7S,N,+2,9\n")
    assert reading.tables["results"]["tricks"].to_list() == [None, None]
    assert reading.findings.filter(severity="error").select("field", "value").rows() == [
        ("tricks", "-50"),
        ("tricks", "+2"),
    ]


def test_tricks_and_score_in_each_others_column_are_told_once_and_read_as_meant(read: Read) -> None:
    header = "session_id,line,board,ns,ew,contract,declarer,score,tricks\n"
    rows = "1,A,1,1,2,4S,N,10,420\n1,A,1,3,4,4S,N,-1,-50\n1,A,2,1,2,PASS,,,0\n1,A,2,3,4,,,,\n"
    reading = read(f"{header}{rows}")
    assert reading.tables["results"].select("tricks", "score").rows() == [(10, 420), (9, -50), (None, 0), (None, None)]
    told = reading.findings.filter(code="tables.tricks")
    assert (reading.findings.filter(severity="error").height, told["value"].to_list()) == (0, ["420"])
    one_is_wrong = read(f"{header}{rows}1,A,3,1,2,4S,N,10,450\n")
    assert "tables.tricks" not in one_is_wrong.findings["code"].to_list()
