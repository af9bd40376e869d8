"""Boards in words: what a side beat and tied, and what that came to, in every way of scoring."""

from typing import Any

import polars as pl
import pytest
from factories import competitions, frame

from transforms.explanation.boards import explained_boards
from transforms.scoring.board_scores import board_scores
from transforms.tables.schemas import Files, Results, Sessions

FILES = frame(Files, {"path": "club/evening/results.csv", "format": "csv", "sha256": "", "rows": 0, "findings": 0})
Line = dict[str, Any]


def explained(*lines: Line, kind: str = "pairs", team_scoring: str | None = None, **rules: Any) -> pl.DataFrame:
    """Board 1 of one session: pairs 1, 3, 5 ... sit North-South against 2, 4, 6 ..., in order of the lines."""
    results = frame(
        Results, *({"board": 1, "ns": str(2 * n + 1), "ew": str(2 * n + 2), **line} for n, line in enumerate(lines))
    )
    sessions = frame(Sessions, {"kind": kind, "team_scoring": team_scoring})
    rows = competitions(scoring=rules)
    return explained_boards(board_scores(results, sessions, rows).collect(), FILES, sessions, rows)


def how(board: pl.DataFrame, entrant: int) -> str:
    return board.filter(entrant=str(entrant))["how"].item()


def scores(*values: int) -> list[Line]:
    return [{"score": value} for value in values]


def test_matchpoints_gift_6_of_the_box_of_gifts() -> None:
    """100 0 0 0 -110 -110 -200 make 12 8 8 8 3 3 0."""
    board = explained(*scores(100, 0, 0, 0, -110, -110, -200))
    assert how(board, 1) == "beats 6, ties 0 of 6: 2 × 6 + 0 = 12"
    assert how(board, 3) == "beats 3, ties 2 of 6: 2 × 3 + 2 = 8"
    assert how(board, 4) == "beats 1, ties 2 of 6: 2 × 1 + 2 = 4"
    assert how(board, 9) == "beats 1, ties 1 of 6: 2 × 1 + 1 = 3"
    assert set(board["others"]) == {"100, 0×3, -110×2, -200"}
    assert board.filter(entrant="9").select("opponent", "direction", "file", "line_no").row(0) == (
        "10",
        "NS",
        "club/evening/results.csv",
        5,
    )


def test_matchpoints_neuberg_where_a_result_is_missing() -> None:
    board = explained(*scores(420, 170, 170), {"ruling": "not_played"})
    assert how(board, 1) == "beats 2, ties 0 of 2: (2 × 2 + 0 + 1) × 4 / 3 - 1 = 5.67"
    assert how(board, 7) == "no points"


def test_matchpoints_awards() -> None:
    board = explained(*scores(420, 170), {"ruling": "a60_40"}, {"ruling": "a+_-"})
    assert how(board, 5) == "A60/40: 60 % of 6 = 3.6"
    assert how(board, 6) == "A60/40: 40 % of 6 = 2.4"
    assert how(board, 7) == "AVE+/AVE-: 60 % of 6 = 3.6"
    assert how(board, 1) == "beats 1, ties 2 of 3: 2 × 1 + 2 = 4"


@pytest.mark.parametrize(
    ("rules", "others"),
    [
        ({}, "420, 170×2, A60/40, average×2"),
        ({"assigned": "in_place"}, "420, 170×2, A60/40, average×2"),
        ({"average": "neuberg"}, "420, 170×2"),
        ({"average": "neuberg", "assigned": "in_place"}, "420, 170×2, A60/40"),
    ],
)
def test_awards_stand_among_the_scores_with_which_they_are_compared(rules: Line, others: str) -> None:
    awards = [{"ruling": ruling} for ruling in ("average", "a60_40", "average", "not_played")]
    board = explained(*scores(420, 170, 170), *awards, **rules)
    assert set(board["others"]) == {others}


def test_matchpoints_played_in_the_wrong_direction() -> None:
    board = explained(*scores(420, 170), {"score": 50, "ruling": "reversed"})
    assert how(board, 5) == "beats 2, ties 0 of 2: 2 × 2 + 0 = 4"
    assert how(board, 6) == "beats 0, ties 0 of 2: 2 × 0 + 0 = 0"


def test_butler() -> None:
    """The mean of 420, 420 and -50 is 263.33, which makes a datum of 260."""
    board = explained(*scores(420, 420, -50), kind="butler")
    assert how(board, 1) == "420 against the datum 260: 160 to the good, 4 IMPs"
    assert how(board, 2) == "420 against the datum 260: 160 to the bad, -4 IMPs"
    assert how(board, 6) == "-50 against the datum 260: 310 to the good, 7 IMPs"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("sum", "9 IMPs against 2 others"),
        ("per_comparison", "9 IMPs against 2 others: 9 / 2 = 4.5"),
        ("scaled", "9 IMPs against 2 others: 9 × 2 / 2 = 9"),
    ],
)
def test_cross_imps(rule: str, words: str) -> None:
    """420 gains 0 on 420, and 9 on 0."""
    board = explained(*scores(420, 420, 0), kind="cross_imp", cross_imps=rule)
    assert how(board, 1) == words


@pytest.mark.parametrize(
    ("team_scoring", "words"),
    [
        ("imps", "420 here, 170 at the other table: 250 to the good, 6 IMPs"),
        ("point_a_board", "420 here, 170 at the other table: 250 to the good, 2 of 2"),
    ],
)
def test_teams(team_scoring: str, words: str) -> None:
    tables = ({"ns": "1", "ew": "2", "round": 1, "score": 420}, {"ns": "2", "ew": "1", "round": 1, "score": 170})
    board = explained(*tables, kind="teams", team_scoring=team_scoring)
    team_1 = board.filter(entrant="1")
    assert team_1.filter(direction="NS")["how"].item() == words
    assert team_1.filter(direction="EW")["how"].item() == words.replace("420 here, 170", "170 here, 420")


WEIGHTED = {"ruling": "w30:420/70:-50"}


def test_matchpoints_beside_a_weighted_score() -> None:
    """Against a weighted score a side wins a part of a comparison: here it ties 30 % and beats 70 % of it."""
    board = explained(*scores(420, 0), WEIGHTED)
    assert how(board, 1) == "beats 1.7, ties 0.3 of 2: 2 × 1.7 + 0.3 = 3.7"
    assert how(board, 2) == "beats 0, ties 0.3 of 2: 2 × 0 + 0.3 = 0.3"
    assert how(board, 3) == "beats 0.7, ties 0 of 2: 2 × 0.7 + 0 = 1.4"


def test_cross_imps_with_a_weighted_score() -> None:
    """420 is 420 better than 0, 9 IMPs; as good as 30 %, and 470 better than 70 %, 10 IMPs."""
    board = explained(*scores(420, 0), WEIGHTED, kind="cross_imp")
    assert how(board, 1) == "16 IMPs against 2 others: 16 / 2 = 8"
    assert how(board, 5) == "30 % 420, 70 % -50: 30 % of 4.5 + 70 % of -6 = -2.85"
    assert how(board, 6) == "30 % 420, 70 % -50: 30 % of -4.5 + 70 % of 6 = 2.85"


def test_teams_with_a_weighted_score() -> None:
    tables = ({"ns": "1", "ew": "2", "round": 1, "score": 170}, {"ns": "2", "ew": "1", "round": 1, **WEIGHTED})
    board = explained(*tables, kind="teams", team_scoring="imps").filter(entrant="1")
    assert board.filter(direction="NS")["how"].item() == (
        "170 here, at the other table 30 % 420, 70 % -50: 30 % of -6 + 70 % of 6 = 2.4 IMPs"
    )
    assert board.filter(direction="EW")["how"].item() == "30 % 420, 70 % -50: 30 % of -6 + 70 % of 6 = 2.4"


def test_ebu_white_book_4_2_3_3_the_bonus_for_few_results() -> None:
    """Two results where six are expected: 65 and 55 %; one result: 60 %. The top is 10."""
    missing = [{"ruling": "not_played"}] * 4
    board = explained(*scores(420, 0), *missing, few_results="bonus")
    assert (
        how(board, 1)
        == "beats 1, ties 0 of 1, with the bonus for few results: (60 + 5 × (2 × 1 + 0 - 1)) / 100 × 10 = 6.5"
    )
    assert (
        how(board, 2)
        == "beats 0, ties 0 of 1, with the bonus for few results: (60 + 5 × (2 × 0 + 0 - 1)) / 100 × 10 = 5.5"
    )
    board = explained(*scores(420), *missing, {"ruling": "not_played"}, few_results="bonus")
    assert how(board, 1) == "the only result, with the bonus for few results: 60 / 100 × 10 = 6"
