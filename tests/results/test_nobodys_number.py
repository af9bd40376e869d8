"""Numbers in results that are nobody's, and guests who are somebody."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from factories import frame
from scoring.boards import result_list

from transforms.tables.schemas import BoardScores, Entries, OfficialResults

Row = dict[str, Any]

_MET = (("1", "2", 6), ("3", "4", 4), ("19", "4", 1), ("7", "8", 2))
WITH_FEW = [
    {"board": 10 * number + each, "ns": ns, "ew": ew, "ns_points": 8, "ew_points": 2, "top": 10}
    for number, (ns, ew, times) in enumerate(_MET, start=1)
    for each in range(times)
]
"""Boards of numbers of which two have few, and pair 3 lacks both."""


def entered(*pairs: object) -> dy.DataFrame[Entries]:
    return frame(Entries, *({"entrant": str(pair), "player_id": f"p{pair}"} for pair in pairs))


OF_SEVEN = entered(*range(1, 8), *range(101, 108))  # a Mitchell of seven tables
NAMED = entered(1, 2, 4, 8)  # those who have players; pair 3, with many boards, has none


def nobodies(rows: list[Row], entries: pl.DataFrame, **others: Any) -> list[str]:
    listed = result_list(frame(BoardScores, *rows), entries=entries, **others)
    assert listed.filter(pl.col("boards") > 0, pl.col("rank").is_null() != pl.col("is_nobody")).is_empty()
    return listed.filter("is_nobody")["entrant"].to_list()


def mitchell(tables: int = 7, rounds: int = 7, each: int = 2) -> Iterator[Row]:
    """Pairs 1, 2 ... stay and 101, 102 ... move on; an odd number of tables, and with 7 rounds of 9 two sets unmet."""
    for number, table, board in product(range(rounds), range(tables), range(each)):
        ns_points = 8 if table == 2 else 5
        yield {
            **{"round": number + 1, "board": (table + number) % tables * each + board + 1},
            **{"ns": str(table + 1), "ew": str(101 + (table - number) % tables)},
            **{"ns_points": ns_points, "ew_points": 10 - ns_points, "top": 10},
        }


def standing_as(rows: Iterator[Row], pair: str, renamed: Callable[[int], str | None]) -> list[Row]:
    """The rows with another number for this pair, by round; none where the pair is not there."""
    rounds: list[Row] = []
    for row in rows:
        number = renamed(row["round"]) if pair in (row["ns"], row["ew"]) else pair
        if number is not None:
            rounds.append({**row, **{side: number for side in ("ns", "ew") if row[side] == pair}})
    return rounds


def test_a_number_of_nobody_counts_for_who_met_it_and_has_no_score() -> None:
    """A slip in a number: the others of its line have players, and far more boards; who has as many is somebody."""
    listed = result_list(frame(BoardScores, *WITH_FEW), entries=NAMED)
    shown = {row["entrant"]: (row["boards"], row["points"], row["score"], row["rank"]) for row in listed.to_dicts()}
    assert shown["19"] == (1, 8, None, None)
    assert shown["4"] == (5, 10, 20, 3)
    assert shown["3"] == (4, 32, 80, 1)
    assert shown["7"] == (2, 16, None, None)
    assert shown["8"] == (2, 4, 20, 3)
    assert listed["club_points"].null_count() == 2
    assert listed.filter("is_nobody")["entrant"].to_list() == ["19", "7"]
    unnamed = result_list(frame(BoardScores, *WITH_FEW), entries=frame(Entries))
    assert unnamed["rank"].null_count() == 0


def test_a_number_in_the_list_of_the_file_is_somebody_with_few_boards_and_no_players() -> None:
    """A guest whom the file does not name, and who left early; the list need not say what became of him."""
    official = frame(OfficialResults, {"entrant": "19", "score": 80.0, "rank": 1}, {"entrant": "7"})
    assert nobodies(WITH_FEW, NAMED, official_results=official) == []
    of_another_line = official.with_columns(line=pl.lit("B"))
    assert nobodies(WITH_FEW, NAMED, official_results=of_another_line) == ["19", "7"]


@pytest.mark.parametrize(
    ("each", "slipped", "pair", "numbered"),
    [(2, (1,), "3", True), (2, (1, 2), "3", True), (1, (3, 6, 7), "3", False), (2, (3, 7), "103", True)],
)
def test_a_slip_is_nobody_in_however_many_rounds(
    each: int, slipped: tuple[int, ...], pair: str, numbered: bool
) -> None:
    """Pair 3 has the best result of the evening, and a part of it would be first under another number."""
    rows = standing_as(mitchell(each=each), pair, lambda number: "33" if number in slipped else pair)
    rows = [{**row, "round": row["round"] if numbered else None} for row in rows]
    assert nobodies(rows, OF_SEVEN) == ["33"]
    listed = result_list(frame(BoardScores, *rows), entries=OF_SEVEN)
    assert listed.filter(entrant="3").select("rank", "club_points").rows() == [(1, 56)]


@pytest.mark.parametrize("rounds", [(4,), (5, 6, 7)])
@pytest.mark.parametrize(("tables", "played"), [(7, 7), (9, 9), (9, 7)])
def test_guests_where_others_would_sit_out_are_somebody(tables: int, played: int, rounds: tuple[int, ...]) -> None:
    of_all = mitchell(tables, played, 3)
    rows = standing_as(of_all, "102", lambda number: "21" if number in rounds else None)
    assert nobodies(rows, entered(*range(1, tables + 1), *range(101, 101 + tables))) == []


@pytest.mark.parametrize("rounds", [1, 4], ids=["one", "two halves"])
def test_rounds_that_are_none_hide_no_slip(rounds: int) -> None:
    rows = standing_as(mitchell(each=2), "3", lambda number: "33" if number in (2, 3) else "3")
    told = [{**row, "round": (row["round"] - 1) % rounds + 1} for row in rows]
    assert nobodies(told, OF_SEVEN) == ["33"]


def test_a_second_result_of_who_met_the_number_is_nobodys() -> None:
    rows = list(mitchell())
    met = next(row for row in rows if (row["round"], row["ew"]) == (4, "103"))
    assert nobodies([*rows, {**met, "ns": "33"}], OF_SEVEN) == ["33"]
