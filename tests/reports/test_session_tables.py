import polars as pl
import pytest
from factories import Tables, frame

from pipelines.reports.tables.session import session_tables
from transforms.tables import (
    Boards,
    ControlSheet,
    Findings,
    Frequencies,
    MatchResults,
    Results,
    SessionResults,
    SessionRounds,
    Sessions,
)


def made(**given: pl.DataFrame) -> Tables:
    """The tables of one session, of the scored ones given."""
    scored = {
        "session_rounds": SessionRounds,
        "match_results": MatchResults,
        "control_sheet": ControlSheet,
        "boards": Boards,
        "frequencies": Frequencies,
    }
    tables = {f"scored.{name}": given.get(name, schema.create_empty()) for name, schema in scored.items()}
    results = frame(SessionResults, *({"entrant": str(number)} for number in range(1, 17)))
    raw = {"raw.sessions": frame(Sessions, {}), "raw.results": frame(Results), "raw.findings": frame(Findings)}
    return session_tables(tables | raw, results.with_columns(names="Pair " + pl.col("entrant")))


def sheet(*meetings: tuple[str, str, range]) -> pl.DataFrame:
    """The control sheet of meetings (NS, EW, boards)."""
    return frame(
        ControlSheet, *({"ns": ns, "ew": ew, "board": board} for ns, ew, boards in meetings for board in boards)
    )


@pytest.mark.parametrize(
    ("points", "direction", "first_board", "told"),
    [(29, "EW", 5, "29b"), (16, "NS", 9, "16C"), (31, "EW", 13, "31d"), (25, "NS", 17, "25E"), (29, "NS", 21, "29F")],
)
def test_rounds_of_jos_and_piet_section_4(points: int, direction: str, first_board: int, told: str) -> None:
    """They sat out the first group of boards, so that their first is `b`."""
    round_ = {
        "entrant": "13",
        "opponent": "2",
        "round": 3,
        "direction": direction,
        "first_board": first_board,
        "points": points,
    }
    control_sheet = sheet(*(("13", "2", range(first, first + 4)) for first in range(1, 25, 4)))
    control_sheet = control_sheet.with_columns(round=((pl.col("board") - 1) // 4).cast(pl.Int32))
    rounds = made(session_rounds=frame(SessionRounds, round_), control_sheet=control_sheet)["rounds"]
    assert rounds["told"].item() == told
    assert rounds.select("lowest_board", "highest_board").row(0) == (first_board, first_board + 3)
    assert rounds["opponent_names"].item() == "Pair 2"


def test_a_meeting_that_lacks_a_board_is_in_the_group_of_the_others() -> None:
    control_sheet = sheet(
        ("1", "2", range(1, 5)), ("3", "4", range(5, 9)), ("5", "6", range(2, 5)), ("7", "8", range(5, 6))
    )
    rounds = frame(
        SessionRounds,
        *(
            {"entrant": entrant, "opponent": "9", "round": 1, "direction": "NS", "first_board": first, "points": 8.5}
            for entrant, first in (("1", 1), ("5", 2), ("3", 5), ("7", 5))
        ),
    )
    told = made(session_rounds=rounds, control_sheet=control_sheet)["rounds"]
    assert dict(told.select("entrant", "told").iter_rows()) == {"1": "8.5A", "5": "8.5A", "3": "8.5B", "7": "8.5B"}


def test_meetings_stand_in_order_of_number_and_scores_from_the_best() -> None:
    tables = made(
        control_sheet=sheet(*((ns, "1", range(1, 2)) for ns in ("10", "2", "N", "9"))),
        frequencies=frame(Frequencies, *({"board": 1, "subfield": "", "score": score} for score in (-50, 420, 0))),
    )
    assert tables["control_sheet"]["ns"].to_list() == ["2", "9", "10", "N"]
    assert tables["frequencies"]["score"].to_list() == [420, 0, -50]


@pytest.mark.parametrize(("fields", "anchors"), [(["A"], ["board-7"]), (["A", "B+C"], ["board-7-A", "board-7-B-C"])])
def test_a_board_has_one_place_to_link_to(fields: list[str], anchors: list[str]) -> None:
    boards = frame(Boards, *({"field": field, "board": 7, "results": 1, "balanced": True} for field in fields))
    assert made(boards=boards)["boards"]["anchor"].to_list() == anchors
