"""The order of a control sheet: what is read next to one another."""

import polars as pl
from factories import frame

from transforms.results.boards_shown import in_order_of_audit
from transforms.tables.schemas import ControlSheet, MatchResults

NO_MATCHES = frame(MatchResults)


def meetings(*lines: tuple[str, str, int | None]) -> pl.DataFrame:
    rows = ({"board": 1, "round": 1, "ns": ns, "ew": ew, "score": score} for ns, ew, score in lines)
    return frame(ControlSheet, *rows)


def read(sheet: pl.DataFrame, matches: pl.DataFrame) -> list[str]:
    return in_order_of_audit(sheet, matches)["ns"].to_list()


def test_the_best_score_comes_first_and_what_has_none_last() -> None:
    sheet = meetings(("1", "2", -50), ("10", "4", 420), ("5", "6", None), ("7", "8", 620), ("9", "3", 420))
    assert read(sheet, NO_MATCHES) == ["7", "9", "10", "1", "5"]


def test_the_tables_of_a_match_stand_beside_each_other() -> None:
    sheet = meetings(("1", "4", 620), ("2", "3", 600), ("3", "2", 610), ("4", "1", 590))
    match = frame(MatchResults, {"team": "1", "opponent": "4", "round": 1})
    assert read(sheet, match) == ["1", "4", "2", "3"]
