"""Where double dummy is known of some boards of an evening only, its pages say why."""

import polars as pl
import pytest
from factories import Tables

from pipelines.reports.pages.hands import boards_not_solved, season_not_solved
from transforms.season import season_tables
from transforms.tables.schemas import SESSION

JOINED = "\N{WORD JOINER}"


SESSION_OF_ALL = dict.fromkeys(SESSION, "1")
SHEET, DEALS = "scored.control_sheet", "report.hands"
Deals = dict[int, int | None]


def report(deals: Deals) -> Tables:
    """An evening of eight boards; of some of them the deals, with the tricks of one hand where they are known."""
    return evening({"A": ("A", deals)})


def evening(of_lines: dict[str, tuple[str, Deals]], boards: int = 8, *, is_one: bool = False) -> Tables:
    """An evening with, of every line, its field and the deals of some boards, each its own, or one of all lines."""
    hands = [
        (field, line, board, str(board) if is_one else f"{line}{board}", tricks)
        for line, (field, deals) in of_lines.items()
        for board, tricks in deals.items()
    ]
    sheet = [
        {**SESSION_OF_ALL, "field": field, "line": line, "board": board}
        for line, (field, _) in of_lines.items()
        for board in range(1, boards + 1)
    ]
    columns = {"field": pl.String, "lines": pl.String, "board": pl.Int64, "deal": pl.String, "n_nt": pl.Int64}
    dealt = pl.DataFrame(hands, schema=columns, orient="row").with_columns(**dict.fromkeys(SESSION, pl.lit("1")))
    tables = season_tables({SHEET: pl.DataFrame(sheet), DEALS: dealt}, ["report.not_solved"])
    return {name.removeprefix("report."): table for name, table in tables.items()}


def test_boards_without_hands_and_boards_to_be_solved_are_told_apart() -> None:
    some = report({1: 7, 2: 8, 3: None, 8: 5})
    told = [
        f"No file has the hands of boards 4–{JOINED}7, so what they allow is not known.",
        "What board 3 allows has not been worked out yet.",
    ]
    assert boards_not_solved(some) == {("1", None): told, ("1", "A"): told}
    assert season_not_solved(some) == (
        "Only boards count whose hands are in a file and worked out double dummy: 3 of the 8 of this season."
    )


@pytest.mark.parametrize("deals", [{}, dict.fromkeys(range(1, 9)), dict.fromkeys(range(1, 9), 7)])
def test_where_all_are_known_or_none_nothing_is_said(deals: dict[int, int | None]) -> None:
    assert boards_not_solved(report(deals)) == {}
    assert season_not_solved(report(deals)) == ""


ALL: Deals = dict.fromkeys(range(1, 9), 7)


def test_what_one_line_lacks_is_told_of_that_line_and_not_on_the_cards_of_the_other() -> None:
    apart = evening({"A": ("A", ALL), "B": ("B", {})})
    of_b = f"No file has the hands of boards 1–{JOINED}8, so what they allow is not known."
    assert boards_not_solved(apart) == {("1", None): [f"Line B: {of_b}"], ("1", "B"): [of_b]}
    assert "8 of the 16 of this season" in season_not_solved(apart)


def test_lines_of_one_field_with_deals_of_their_own_are_told_apart_on_its_cards() -> None:
    together = evening({"A": ("A+B", ALL), "B": ("A+B", ALL | {2: None})})
    told = ["Line B: What board 2 allows has not been worked out yet."]
    assert boards_not_solved(together) == {("1", None): told, ("1", "A+B"): told}


def test_what_lines_lack_alike_is_told_once_and_a_deal_of_both_is_one_board() -> None:
    both = evening({"A": ("A", {1: 7}), "B": ("B", {1: 7})}, boards=2, is_one=True)
    told = ["No file has the hands of board 2, so what it allows is not known."]
    assert boards_not_solved(both) == {("1", None): told, ("1", "A"): told, ("1", "B"): told}
    assert "1 of the 2 of this season" in season_not_solved(both)
