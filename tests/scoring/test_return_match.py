"""Two teams that meet again on the same boards: each result line stays itself, from the files to the pages."""

from typing import Any

import pytest
from factories import competitions, frame
from intake.evenings import FOUR, MADE, read

from transforms.checks import assemble
from transforms.explanation.boards import explained_boards
from transforms.official.lines import points
from transforms.results.control_sheet import control_sheet
from transforms.scoring.board_scores import board_scores
from transforms.tables.schemas import BoardScores, ControlSheet, Files, Results, Sessions

TEAMS = frame(Sessions, {"kind": "teams"})
SIDES = (("1", "2"), ("2", "1"))
OF_ROUNDS = {1: (420, 170), 2: (-50, 620)}
"""What the two tables of board 1 made in each round: team 1 wins 6 IMPs, then loses 12."""


def meetings(**given: Any) -> list[dict[str, Any]]:
    return [
        {"board": 1, "round": number, "ns": ns, "ew": ew, "score": score, **given}
        for number, scores in OF_ROUNDS.items()
        for (ns, ew), score in zip(SIDES, scores, strict=True)
    ]


@pytest.mark.parametrize("rounds", [(1, 2), (0, None)])
def test_both_rounds_are_kept_and_scored_apart(rounds: tuple[int | None, int | None]) -> None:
    lines = [{**MADE, "round": number, "ns": ns, "ew": ew} for number in rounds for ns, ew in SIDES]
    kept = assemble(read(sessions=[{"kind": "teams"}], entries=FOUR, results=lines), competitions())[0]["results"]
    assert kept.height == 4
    scores = BoardScores.validate(board_scores(Results.cast(kept), TEAMS, competitions()).collect())
    assert scores.height == 4


def test_the_control_sheet_has_each_meeting() -> None:
    results = frame(Results, *(line | {"ruling": "w50:420/50:0"} for line in meetings()))
    scores = board_scores(results, TEAMS, competitions()).collect()
    sheet = ControlSheet.validate(control_sheet(scores, TEAMS, competitions()).collect())
    assert sheet.select("file_id", "line_no", "round").sort("line_no").rows() == [
        ("file", number, (number + 1) // 2) for number in (1, 2, 3, 4)
    ]


def test_official_points_are_those_of_the_same_round() -> None:
    won = {1: (6.0, -6.0), 2: (-12.0, 12.0)}
    results = frame(
        Results,
        *(
            {**line, "official_ns_points": worth, "official_ew_points": -worth, "official_centred": False}
            for line, worth in zip(meetings(), [*won[1], *won[2]], strict=True)
        ),
    )
    scores = board_scores(results, TEAMS, competitions()).collect()
    compared = points(scores, results, competitions()).collect()
    assert (compared.height, compared["differs"].sum()) == (8, 0)


def test_each_round_is_explained_by_its_own_line() -> None:
    results = frame(Results, *meetings())
    scores = board_scores(results, TEAMS, competitions()).collect()
    explained = explained_boards(scores, frame(Files), TEAMS, competitions())
    assert explained.filter(entrant="1").select("round", "points", "line_no").rows() == [
        (1, 6.0, 1),
        (1, 6.0, 2),
        (2, -12.0, 3),
        (2, -12.0, 4),
    ]
