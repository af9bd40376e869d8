"""Pairs that sit at two tables at once, and tables with more than two pairs."""

from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import MADE, Row, read

from transforms.checks import assemble


def at(table: int | None, ns: str, ew: str, **given: Any) -> Row:
    return {**MADE, "round": 1, "table": table, "ns": ns, "ew": ew, **given}


def told(*lines: Row, **session: Any) -> list[tuple[str, str, int | None, str]]:
    """(severity, code, line, value) of what is said of places."""
    given = [{"line_no": number, **line} for number, line in enumerate(lines, start=2)]
    _, findings = assemble(read(sessions=[session], results=given), competitions())
    about = findings.filter(pl.col("code").is_in(["results.out_of_place"]))
    return about.select("severity", "code", "line_no", "value").rows()


SOUND = [at(1, "1", "2"), at(2, "3", "4"), at(1, "2", "1", board=2), at(2, "1", "4", board=3, round=2)]


def test_a_pair_at_two_tables_in_a_round_is_told() -> None:
    """Nothing was said."""
    assert told(*SOUND, at(2, "1", "4", board=9)) == [("warning", "results.out_of_place", 2, "1, 2")]
    assert told(*SOUND) == []


def test_single_players_are_at_two_tables_too() -> None:
    lines = [at(1, "1+2", "3+4"), at(2, "1+5", "6+7", board=2)]
    assert told(*lines) == [("warning", "results.out_of_place", 2, "1, 2")]


def test_more_than_two_pairs_at_a_table_are_told_once_a_file() -> None:
    """All four pairs were at table 1."""
    lines = [at(1, ns, ew, board=board) for board in (1, 2) for ns, ew in (("1", "2"), ("3", "4"))]
    later = [{**line, "round": 2, "board": int(line["board"]) + 2} for line in lines]
    assert told(*lines, *later) == [("warning", "results.out_of_place", 2, "1")]


@pytest.mark.parametrize(
    "other",
    [
        at(2, "1", "4", board=9, line="B"),
        at(2, "1", "4", board=9, round=2),
        at(2, "1", "4", board=9, round=None),
        at(None, "1", "4", board=9),
        at(2, "1", "4", board=9, file_id="second half.csv"),
    ],
    ids=["another line", "another round", "no round", "no table", "another file"],
)
def test_a_pair_may_be_elsewhere_at_another_time(other: Row) -> None:
    assert told(*SOUND, other) == []


def test_a_team_sits_at_two_tables() -> None:
    lines = [at(1, "1", "2"), at(2, "2", "1"), at(1, "3", "4", board=2), at(2, "4", "3", board=2)]
    assert told(*lines, kind="teams") == []
