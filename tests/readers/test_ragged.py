"""Rows with a cell too many or too few: each is reported with its mend, and costs nothing but itself."""

import json

import pytest
from result_files import Read

HEAD = "session_id,line,round,board,ns,ew,score,ruling"
ROWS = [f"1,A,1,{board},1,2,{400 + 10 * board}," for board in range(1, 7)]
PENALTIES = "session_id,line,entrant,amount,unit,reason"
LAST = "session_id,line,entrant,unit,reason,amount"
MATCHES = "session_id,line,round,team,opponent,imps,vp"


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


@pytest.mark.parametrize(
    ("head", "row", "written"),
    [
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
    ],
)
def test_a_number_that_its_comma_cuts_in_two_is_told_with_its_point(
    read: Read, head: str, row: str, written: str | None
) -> None:
    """Without its comma it would be -05, which counts as five points."""
    good = {PENALTIES: "1,A,1,-10,points,late", LAST: "1,A,1,points,late,-10", MATCHES: "1,A,1,1,4,6,15"}
    reading = read(f"{head}\n{good.get(head, '1,A,1,1,4,15')}\n{row}\n")
    assert reading.tables["matches" if "vp" in head else "adjustments"].height == 1
    told = json.loads(reading.findings["arguments"].item())
    assert told["variant"] == ("decimal" if written else "more")
    assert reading.findings["code"].item() == "tables.cells"
    assert (told.get("written"), told.get("meant")) == (written, written and written.replace(",", "."))


@pytest.mark.parametrize("good", ["", "1,A,1,-10,points,late\n"])
def test_where_most_amounts_have_a_comma_no_name_is_asked_for(read: Read, good: str) -> None:
    """With another name in the first row the amount would be -0 and the unit 5."""
    reading = read(f"{PENALTIES}\n{good}1,A,2,-0,5,points,late\n1,A,3,-0,5,points,late\n")
    assert json.loads(reading.findings["arguments"].item())["variant"] == "decimal"


def test_a_column_without_a_name_is_no_decimal(read: Read) -> None:
    rows = "".join(f"1,A,{number},1,2,24,15\n" for number in (1, 2, 3))
    reading = read(f"session_id,line,round,team,opponent,vp\n{rows}")
    assert json.loads(reading.findings["arguments"].item())["variant"] == "most"


@pytest.mark.parametrize(("separator", "found"), [(",", ";"), (";", ","), (",", "\t")])
def test_a_row_with_another_separator_is_told_with_both(read: Read, separator: str, found: str) -> None:
    rows = [HEAD, *ROWS[:2], ROWS[2].replace(",", "|"), *ROWS[3:]]
    reading = read("\n".join(rows).replace(",", separator).replace("|", found) + "\n")
    assert reading.tables["results"].height == 5
    assert reading.findings["code"].to_list() == ["tables.cells"]
    signs = {"variant": "separator", "found": found.replace("\t", "tab"), "separator": separator}
    assert json.loads(reading.findings["arguments"].item()).items() >= signs.items()


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
