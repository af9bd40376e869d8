"""Boards, rounds and partners as pages show them."""

from typing import Any

import polars as pl
import pytest
from factories import Tables, frame
from reports.reading import warehouse

from pipelines.reports.pages.session import boards_asked_about
from transforms.season import season_tables
from transforms.tables import schemas
from transforms.tables.schemas import ENTRANT

SHOWN = ("rounds", "control_sheet", "boards", "frequencies")


def made(**given: pl.DataFrame) -> Tables:
    results = frame(schemas.SessionResults, *({"entrant": str(number)} for number in range(1, 17)))
    named = results.with_columns(names="Pair " + pl.col("entrant"))
    tables = warehouse(raw_sessions=frame(schemas.Sessions, {}), report_session_results=named, **given)
    wanted = [f"report.{name}" for name in SHOWN]
    return {name.removeprefix("report."): table for name, table in season_tables(tables, wanted).items()}


def sheet(*meetings: tuple[str, str, range]) -> pl.DataFrame:
    lines = ({"ns": ns, "ew": ew, "board": board} for ns, ew, boards in meetings for board in boards)
    return frame(schemas.ControlSheet, *lines)


@pytest.mark.parametrize(
    ("points", "direction", "first_board", "told"),
    [(29, "EW", 5, "29b"), (16, "NS", 9, "16C"), (31, "EW", 13, "31d"), (25, "NS", 17, "25E"), (29, "NS", 21, "29F")],
)
def test_rounds_of_jos_and_piet_section_4(points: int, direction: str, first_board: int, told: str) -> None:
    """They sat out the first group of boards, so that their first is `b`."""
    round_ = {"entrant": "13", "opponent": "2", "round": 3, "direction": direction}
    round_ |= {"first_board": first_board, "points": points}
    control_sheet = sheet(*(("13", "2", range(first, first + 4)) for first in range(1, 25, 4)))
    control_sheet = control_sheet.with_columns(round=((pl.col("board") - 1) // 4).cast(pl.Int32))
    of_rounds = frame(schemas.SessionRounds, round_)
    rounds = made(scored_session_rounds=of_rounds, scored_control_sheet=control_sheet)["rounds"]
    assert rounds["told"].item() == told
    assert rounds.select("lowest_board", "highest_board").row(0) == (first_board, first_board + 3)
    assert rounds["opponent_names"].item() == "Pair 2"


@pytest.mark.parametrize(("fields", "anchors"), [(["A"], ["board-7"]), (["A", "B+C"], ["board-7-A", "board-7-B-C"])])
def test_a_board_has_one_place_to_link_to(fields: list[str], anchors: list[str]) -> None:
    boards = frame(schemas.Boards, *({"field": field, "board": 7, "results": 1, "balanced": True} for field in fields))
    assert made(scored_boards=boards)["boards"]["anchor"].to_list() == anchors


def asked_about(*arguments: str | None, fields: str = "A", **finding: str) -> Tables:
    """The tables of boards 1 to 4, read from the lines 11 to 14 in each field, with findings on the first of these."""
    pairs = {"ns": "1", "ew": "2"}
    played: list[dict[str, Any]] = [
        {"line": field, "field": field, "board": board, **pairs, "file_id": "a", "line_no": 10 + board}
        for field in fields
        for board in range(4, 0, -1)
    ]
    usual = {"file_id": "a", "line_no": 11, "code": "results.turned"}
    found = [{**usual, "arguments": told, **finding} for told in arguments]
    return made(
        scored_control_sheet=frame(schemas.ControlSheet, *played),
        scored_boards=frame(schemas.Boards, *({"field": row["line"], "board": row["board"]} for row in played)),
        raw_findings=frame(schemas.Findings, *found),
    )


@pytest.mark.parametrize(
    ("arguments", "boards"),
    [
        ([None], [1]),
        (['{"ns": "1"}'], [1]),
        (['{"times": "2", "at_lines": "11, 13"}'], [1, 3]),
        (['{"at_lines": "12"}', '{"at_lines": "14, 12"}'], [2, 4]),
        ([], []),
    ],
    ids=["one", "one with arguments", "two of a finding", "two findings", "none"],
)
def test_all_rows_of_a_finding_are_marked(arguments: list[str | None], boards: list[int]) -> None:
    control_sheet = asked_about(*arguments)["control_sheet"]
    assert control_sheet.height == 4
    assert control_sheet.filter("asked")["board"].sort().to_list() == boards
    other = asked_about(*arguments, code="results.seen_before")["control_sheet"]
    assert other["asked"].null_count() == 4


def test_boards_asked_about_are_in_order_and_those_of_several_fields_each_have_their_link() -> None:
    at_lines = '{"at_lines": "13, 12"}'
    (of_one,) = boards_asked_about(asked_about(at_lines)).values()
    assert of_one == [("2", "board-2"), ("3", "board-3")]
    (of_both,) = boards_asked_about(asked_about(at_lines, fields="BA")).values()
    assert of_both == [
        *(("2 (A)", "board-2-A"), ("2 (B)", "board-2-B")),
        *(("3 (A)", "board-3-A"), ("3 (B)", "board-3-B")),
    ]


def partners(evenings: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    given = {"report.player_sessions": evenings, "report.session_results": scores}
    return season_tables(given, ["report.partners"])["report.partners"]


def test_a_partner_stands_with_the_lines_they_sat_in() -> None:
    with_bob = [{"player_id": "bob", "name": "Bob", "instead_of": None, "linked": True}]
    evenings = pl.DataFrame(
        {
            "club": "c", "competition": "e", "season": "s", "player_id": "ann", "session_id": ["1", "2", "3"],
            "line": ["B", "A", "A"], "entrant": "1", "scoring": "matchpoints", "partners": [with_bob] * 3,
            "came": True,
        }
    )  # fmt: skip
    scores = evenings.select(ENTRANT).with_columns(exact_score=pl.Series([40.0, 60.0, 50.5]))
    (of_bob,) = partners(evenings, scores).select("partner", "evenings", "lines", "score").rows()
    assert of_bob == ("Bob", 3, "A (2), B (1)", 50.17)
    assert partners(evenings.tail(2), scores)["lines"].item() == "A"
