"""Contract, tricks, score and vulnerability in tables of results, as people and spreadsheets keep them (Law 77)."""

from each import cases
from result_files import Read, rows
from workbooks import workbook

from pipelines.intake.readers import Reading

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


def test_a_plus_that_a_spreadsheet_took_for_a_number_is_reported_unless_the_score_settles_it(read: Read) -> None:
    reading = read(workbook({"results": PLUSES_AS_NUMBERS}))
    assert reading.tables["results"]["tricks"].to_list() == [10, None, 11, None, 11, 1, 1]
    assert rows(reading, "findings", "code", "severity", "line_no", "field", "value") == [
        ("tables.tricks", "error", 3, "tricks", "1"),
        ("tables.tricks", "warning", 4, "tricks", "1"),
    ]
    assert "write the number of tricks won, or +1 as text (2 such rows; the next: 5)" in reading.findings["message"][0]


def test_few_tricks_are_those_won_where_no_line_gives_them_over_or_under(read: Read) -> None:
    rows = [row for row in PLUSES_AS_NUMBERS if " =" not in row]
    reading = read(workbook({"results": rows}))
    assert reading.tables["results"]["tricks"].to_list() == [1, 1, 1, 11, 1, 1]
    assert reading.findings.is_empty()


def test_signs_of_another_session_or_next_to_a_pass_cast_no_doubt(read: Read) -> None:
    other = ["2", "A", 3, 3, 4, "4S", "N", 1, ""]
    passed = ["2", "A", 4, 3, 4, "PASS", "", "=", 0]
    reading = read(workbook({"results": [*PLUSES_AS_NUMBERS[:2], other, passed]}))
    assert reading.tables["results"]["tricks"].to_list()[:2] == [10, 1]
    assert "tables.tricks" not in reading.findings["code"].to_list()


@cases(
    # of +1 next to a contract that is not understood the advice was to write +1
    ("1,A,1,1,2,4 blauw,Boven,+1,\n", [("contract", "4 blauw"), ("declarer", "Boven")]),
    ("1,A,1,1,2,,N,+1,430\n", [("tricks", "+1")]),
    ("1,A,1,1,2,4S,N,14,\n", [("tricks", "14")]),
    # of a score in the column of the tricks, -50, the tricks were worked out, and -40 was shown
    ("1,A,1,1,2,4S,N,-50,9\n1,A,2,1,2,7S,N,+2,9\n", [("tricks", "-50"), ("tricks", "+2")]),
)
def test_impossible_tricks_are_reported_as_written(read: Read, rows: str, expected: list[tuple[str, str]]) -> None:
    reading = read(f"session_id,line,board,ns,ew,contract,declarer,tricks,score\n{rows}")
    assert reading.tables["results"]["tricks"].null_count() == reading.tables["results"].height
    assert reading.findings.filter(severity="error").select("field", "value").rows() == expected


def test_tricks_and_score_in_each_others_column_are_reported_once_and_read_as_intended(read: Read) -> None:
    header = "session_id,line,board,ns,ew,contract,declarer,score,tricks\n"
    rows = "1,A,1,1,2,4S,N,10,420\n1,A,1,3,4,4S,N,-1,-50\n1,A,2,1,2,PASS,,,0\n1,A,2,3,4,,,,\n"
    reading = read(f"{header}{rows}")
    assert reading.tables["results"].select("tricks", "score").rows() == [(10, 420), (9, -50), (None, 0), (None, None)]
    expected = reading.findings.filter(code="tables.tricks")
    assert (reading.findings.filter(severity="error").height, expected["value"].to_list()) == (0, ["420"])
    one_is_wrong = read(f"{header}{rows}1,A,3,1,2,4S,N,10,450\n")
    assert "tables.tricks" not in one_is_wrong.findings["code"].to_list()


HEAD = "session_id,line,board,ns,ew,contract,declarer,tricks"


def scores(reading: Reading) -> list[int | None]:
    return reading.tables["results"]["score"].to_list()


def test_a_table_without_the_column_is_whole(read: Read) -> None:
    reading = read(f"{HEAD}\n1,A,1,1,2,4S,N,10\n1,A,2,1,2,PASS,,\n1,A,3,1,2,3NX,E,7\n")
    assert reading.findings.is_empty()
    assert scores(reading) == [None, None, None]


@cases(
    *(("None", None, []), ("", None, []), ("All", 620, ["tables.vulnerable"]), ("N-S", 620, ["tables.vulnerable"])),
    *(("EW", 420, ["tables.vulnerable"]), ("perhaps", None, ["tables.vulnerable"])),
)
def test_who_was_vulnerable_may_be_said(read: Read, written: str, score: int | None, codes: list[str]) -> None:
    """Nobody is vulnerable on board 1, where 4 spades just made bring 420; vulnerable they bring 620."""
    reading = read(f"{HEAD},vulnerable\n1,A,1,1,2,4S,N,10,{written}\n")
    assert scores(reading) == [score]
    assert reading.findings["code"].to_list() == codes
