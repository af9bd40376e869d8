"""A file that breaks off at the end of a row: its last line has far fewer boards than the others."""

from typing import Any

from checks.test_missing_results import assembled, lines, numbered

WHOLE = [*lines(line="A"), *lines(line="B")]


def told(rows: list[dict[str, Any]], code: str = "results.missing/short_line") -> list[tuple[int, str]]:
    return assembled(numbered(rows)).filter(code=code).select("line_no", "message").rows()


def test_a_file_that_ends_before_half_of_a_line_is_told_at_its_last_row() -> None:
    """Of two rounds of three boards the second line has the first two boards of the first."""
    cut = [row for row in WHOLE if row["line"] == "A" or (row["round"] == 1 and row["board"] % 3 != 0)]
    ((line_no, message),) = told(cut)
    assert line_no == len(cut) + 1
    assert message == (
        "the file ends here, where line B of session 1 has 2 boards and another line 6: if it breaks off, hand in the"
        " whole file"
    )


def test_lines_of_half_as_many_boards_are_played_so() -> None:
    assert told(WHOLE) == []
    assert told([row for row in WHOLE if row["line"] == "A" or row["round"] == 1]) == []


def test_a_file_of_which_a_row_does_not_count_is_told_by_that_row() -> None:
    cut = [row for row in WHOLE if row["line"] == "A" or (row["round"] == 1 and row["board"] % 3 != 0)]
    wrong = [*cut, {**cut[-1], "ns": "1", "ew": "1"}]
    assert told(wrong, "results.left_out/against_itself")
    assert told(wrong) == []


def test_a_row_of_nobody_or_of_no_session_does_not_make_the_file_whole_or_broken() -> None:
    cut = [row for row in WHOLE if row["line"] == "A" or (row["round"] == 1 and row["board"] % 3 != 0)]
    assert told([{**cut[0], "board": 99, "ns": "9", "ew": None}, *cut])
    assert told([*cut, {**cut[-1], "session_id": "another"}]) == [], "the file goes on"


def test_a_short_line_before_the_last_is_played_so() -> None:
    assert told([row for row in WHOLE if row["line"] == "B" or (row["round"] == 1 and row["board"] % 3 != 0)]) == []
