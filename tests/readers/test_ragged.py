"""Rows with a cell too many or too few: each is reported with its mend, and costs nothing but itself."""

import json

import pytest
from result_files import Read

HEAD = "session_id,line,round,board,ns,ew,score,ruling"
ROWS = [f"1,A,1,{board},1,2,{400 + 10 * board}," for board in range(1, 7)]
PENALTIES = "session_id,line,entrant,amount,unit,reason\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("row", "variant"),
    [
        ("1,,A,1,3,1,2,430,", "more"),
        ('1,,A,1,3,1,2,"430",', "more"),
        ("1,A,1,,3,1,2,430,average", "more"),
        ("1,A,1,3,1,2,430", "fewer"),
    ],
)
def test_a_ragged_row_is_reported_with_its_mend(read: Read, row: str, variant: str, separator: str) -> None:
    reading = read("\n".join([HEAD, *ROWS[:2], row, *ROWS[3:]]).replace(",", separator) + "\n")
    assert reading.tables["results"]["board"].to_list() == [1, 2, 4, 5, 6]
    assert reading.findings.select("code", "severity", "line_no", "value").rows() == [
        ("tables.cells", "error", 4, row.replace(",", separator).strip())
    ]
    assert json.loads(reading.findings["arguments"].item())["variant"] == variant


def test_a_decimal_comma_costs_its_row_and_is_no_other_amount(read: Read) -> None:
    """Without its comma it would be -05, which counts as five points."""
    reading = read(f"{PENALTIES}1,A,1,-10,points,late\n2025-09-09,A,2,-0,5,points,late\n")
    assert reading.tables["adjustments"]["amount"].to_list() == [-10]
    assert "decimal comma" in reading.findings["message"].item()


@pytest.mark.parametrize("good", ["", "1,A,1,-10,points,late\n"])
def test_most_rows_with_a_cell_too_many_are_one_finding(read: Read, good: str) -> None:
    reading = read(f"{PENALTIES}{good}1,A,2,-0,5,points,late\n1,A,3,-0,5,points,late\n")
    assert json.loads(reading.findings["arguments"].item())["variant"] == "most"


@pytest.mark.parametrize("quote", ["", '"'])
def test_empty_cells_behind_the_last_column_shift_nothing(read: Read, quote: str) -> None:
    rows = [f"{row},,"[: len(row) + board % 3].replace("A", f"{quote}A{quote}") for board, row in enumerate(ROWS)]
    reading = read("\n".join([HEAD, *rows]) + "\n")
    assert reading.tables["results"].height == 6
    assert reading.findings.is_empty()


def test_a_first_row_with_a_name_too_many_is_what_is_wrong(read: Read) -> None:
    assert read("\n".join([f"{HEAD},", *ROWS]) + "\n").findings["code"].to_list() == ["tables.cells"]


def test_an_open_quote_names_its_table(read: Read) -> None:
    reading = read("\n".join([HEAD, *ROWS[:2], '1,"A,1,3,1,2,430,', *ROWS[3:]]) + "\n")
    assert reading.tables["results"].height == 5
    assert json.loads(reading.findings["arguments"].item()) == {"table": "results"}
