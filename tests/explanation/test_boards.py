"""Boards in words: what a side beat and tied, and what that came to, in every way of scoring."""

from typing import Any

import polars as pl
from each import cases
from factories import competitions, frame

from transforms.explanation.boards import explained_boards
from transforms.scoring import board_scores
from transforms.tables.schemas import Files, Results, Sessions

FILES = frame(Files, {"path": "club/evening/results.csv", "format": "csv", "sha256": "", "rows": 0, "findings": 0})
Line = dict[str, Any]
BONUS, FIVE, TEN = "with the bonus for few results:", "(60 + 5 × (2 × ", "/ 100 × 10"


def explained(*lines: Line, kind: str = "pairs", team_scoring: str | None = None, **rules: Any) -> pl.DataFrame:
    """Board 1 of one session: pairs 1, 3, 5 ... sit North-South against 2, 4, 6 ..., in order of the lines."""
    seats = ({"board": 1, "ns": str(2 * n + 1), "ew": str(2 * n + 2)} for n in range(len(lines)))
    results = frame(Results, *(seat | line for seat, line in zip(seats, lines, strict=True)))
    sessions = frame(Sessions, {"kind": kind, "team_scoring": team_scoring})
    rows = competitions(scoring=rules)
    return explained_boards(board_scores(results, sessions, rows).collect(), FILES, sessions, rows)


def lines(*outcomes: int | str) -> list[Line]:
    return [{"score": one} if isinstance(one, int) else {"ruling": one} for one in outcomes]


GIFT_6 = lines(100, 0, 0, 0, -110, -110, -200)
WEIGHTED, IN_WORDS = "w30:420/70:-50", "30 % 420, 70 % -50"
UNPLAYED = ("not_played",) * 5


BOARDS: dict[str, tuple[list[Line], Line]] = {
    "gift 6 of the box of gifts: 12 8 8 8 3 3 0": (GIFT_6, {}),
    "Neuberg, where a result is missing": (lines(420, 170, 170, "not_played"), {}),
    "awards": (lines(420, 170, "a60_40", "a+_-"), {}),
    "in the wrong direction": ([*lines(420, 170), {"score": 50, "ruling": "reversed"}], {}),
    "Butler: the mean is 263.33, the datum 260": (lines(420, 420, -50), {"kind": "butler"}),
    "sum": (lines(420, 420, 0), {"kind": "cross_imp", "cross_imps": "sum"}),
    "per comparison": (lines(420, 420, 0), {"kind": "cross_imp", "cross_imps": "per_comparison"}),
    "scaled": (lines(420, 420, 0), {"kind": "cross_imp", "cross_imps": "scaled"}),
    "a weighted score: a part of a comparison is won": (lines(420, 0, WEIGHTED), {}),
    "420: 9 IMPs to 0, none to 30 %, 10 to 70 %": (lines(420, 0, WEIGHTED), {"kind": "cross_imp"}),
    "EBU White Book 4.2.3.3: two of six results": (lines(420, 0, *UNPLAYED[:4]), {"few_results": "bonus"}),
    "EBU White Book 4.2.3.3: one result": (lines(420, *UNPLAYED), {"few_results": "bonus"}),
}


def test_a_board_in_words() -> None:
    for board, entrant, how in [
        ("gift 6 of the box of gifts: 12 8 8 8 3 3 0", 1, "beats 6 and ties 0 of 6: 2 × 6 + 0 = 12"),
        ("gift 6 of the box of gifts: 12 8 8 8 3 3 0", 3, "beats 3 and ties 2 of 6: 2 × 3 + 2 = 8"),
        ("gift 6 of the box of gifts: 12 8 8 8 3 3 0", 9, "beats 1 and ties 1 of 6: 2 × 1 + 1 = 3"),
        ("Neuberg, where a result is missing", 1, "beats 2 and ties 0 of 2: (2 × 2 + 0 + 1) × 4 / 3 - 1 = 5.67"),
        ("Neuberg, where a result is missing", 7, "no points"),
        ("awards", 5, "A60/40: 60 % of 6 = 3.6"),
        ("awards", 7, "AVE+/AVE-: 60 % of 6 = 3.6"),
        ("in the wrong direction", 5, "beats 2 and ties 0 of 2: 2 × 2 + 0 = 4"),
        ("in the wrong direction", 6, "beats 0 and ties 0 of 2: 2 × 0 + 0 = 0"),
        ("Butler: the mean is 263.33, the datum 260", 1, "420 against the datum 260: 160 better, 4 IMPs"),
        ("Butler: the mean is 263.33, the datum 260", 2, "420 against the datum 260: 160 worse, -4 IMPs"),
        ("sum", 1, "9 IMPs against 2 others"),
        ("per comparison", 1, "9 IMPs against 2 others: 9 / 2 = 4.5"),
        ("scaled", 1, "9 IMPs against 2 others: 9 × 2 / 2 = 9"),
        ("a weighted score: a part of a comparison is won", 1, "beats 1.7 and ties 0.3 of 2: 2 × 1.7 + 0.3 = 3.7"),
        ("a weighted score: a part of a comparison is won", 3, "beats 0.7 and ties 0 of 2: 2 × 0.7 + 0 = 1.4"),
        ("420: 9 IMPs to 0, none to 30 %, 10 to 70 %", 1, "16 IMPs against 2 others: 16 / 2 = 8"),
        ("420: 9 IMPs to 0, none to 30 %, 10 to 70 %", 5, f"{IN_WORDS}: 30 % of 4.5 + 70 % of -6 = -2.85"),
        ("420: 9 IMPs to 0, none to 30 %, 10 to 70 %", 6, f"{IN_WORDS}: 30 % of -4.5 + 70 % of 6 = 2.85"),
        (
            "EBU White Book 4.2.3.3: two of six results",
            1,
            f"beats 1 and ties 0 of 1, {BONUS} {FIVE}1 + 0 - 1)) {TEN} = 6.5",
        ),
        (
            "EBU White Book 4.2.3.3: two of six results",
            2,
            f"beats 0 and ties 0 of 1, {BONUS} {FIVE}0 + 0 - 1)) {TEN} = 5.5",
        ),
        ("EBU White Book 4.2.3.3: one result", 1, f"the only result, {BONUS} 60 {TEN} = 6"),
    ]:
        played, rules = BOARDS[board]
        assert explained(*played, **rules).filter(entrant=str(entrant))["how"].item() == how


def test_the_other_scores_and_the_line_of_the_file_are_reported() -> None:
    board = explained(*GIFT_6)
    assert set(board["others"]) == {"100, 0×3, -110×2, -200"}
    found = board.filter(entrant="9").select("opponent", "direction", "file", "line_no").row(0)
    assert found == ("10", "NS", "club/evening/results.csv", 5)


@cases(
    ({}, "420, 170×2, A60/40, average×2"),
    ({"assigned": "in_place"}, "420, 170×2, A60/40, average×2"),
    ({"average": "neuberg"}, "420, 170×2"),
    ({"average": "neuberg", "assigned": "in_place"}, "420, 170×2, A60/40"),
)
def test_awards_stand_among_the_scores_with_which_they_are_compared(rules: Line, others: str) -> None:
    board = explained(*lines(420, 170, 170, "average", "a60_40", "average", "not_played"), **rules)
    assert set(board["others"]) == {others}


def test_teams() -> None:
    for here, there, team_scoring, as_ns, as_ew in [
        (
            *(420, 170, "imps", "420 here, 170 at the other table: 250 better, 6 IMPs"),
            "170 here, 420 at the other table: 250 better, 6 IMPs",
        ),
        (
            *(420, 170, "point_a_board", "420 here, 170 at the other table: 250 better, 2 of 2"),
            "170 here, 420 at the other table: 250 better, 2 of 2",
        ),
        (
            *(170, WEIGHTED, "imps"),
            "170 here, at the other table 30 % 420, 70 % -50: 30 % of -6 + 70 % of 6 = 2.4 IMPs",
            "30 % 420, 70 % -50: 30 % of -6 + 70 % of 6 = 2.4",
        ),
    ]:
        one, other = lines(here, there)
        tables = ({"ns": "1", "ew": "2", "round": 1, **one}, {"ns": "2", "ew": "1", "round": 1, **other})
        team_1 = explained(*tables, kind="teams", team_scoring=team_scoring).filter(entrant="1")
        assert [team_1.filter(direction=side)["how"].item() for side in ("NS", "EW")] == [as_ns, as_ew]
