"""The control sheet and the boards of a session: what they print and count, and whether a board adds up."""

import itertools
import re
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases, items
from examples import by_night
from factories import Tables, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from reports.reading import warehouse
from scoring.boards import match_lines, results, scored

from pipelines.reports.pages.session import boards_asked_about, boards_ruled_on
from transforms.checks.computed import both_sides_share_the_top
from transforms.results.control_sheet import boards, control_sheet, frequencies
from transforms.scoring import board_scores
from transforms.season import season_tables
from transforms.tables import schemas
from transforms.tables.schemas import (
    ENTRANT,
    Boards,
    BoardScores,
    Competitions,
    ControlSheet,
    Frequencies,
    Results,
    Sessions,
)

SESSION = frame(Sessions, {})

GIFTS_5_TO_8 = """
     3  4 | 11  1  -100 N2S-1  | 12  0  100 E2S-1 |  1 11 -140 E1S+2 | 12  0  150
    12 13 |  7  5  -140 E2H+1  |  3  9 -110 E2S=  |  1 11 -140 E1S+2 |  0 12 -450 E4S+1
     6  9 |  7  5  -140        |  8  4    0 PASS  | 10  2  140 N2H+1 |  4  8 -200 E3S+2
     5 14 |  2 10  -400        |  0 12 -200       | 10  2  140 N2H+1 |  8  4 -170 E3S+1
     1  8 |  0 12 -1700 N4S!-6 |  3  9 -110 E2S=  |  5  7  100 W4H-1 |  2 10 -420 E4S=
    11  2 |  4  8  -200        |  8  4    0 PASS  |  5  7  100       |  8  4 -170 E2S+2
     7 10 | 11  1  -100 N2S-1  |  8  4    0 PASS  | 10  2  140 N3H=  |  8  4 -170 E3S+1
"""
"""Section 5, the box of gifts 5 to 8: the pairs, then for each gift the points of both, the score, and the contract.

The scan is hard to read: what cannot be read of a score follows from the contract (Law 77), what cannot be read of
the points from the scores, and a contract that does not follow from its score is left out. East is O there.
"""


def gifts() -> list[tuple[int, str, str, int, int, int, str | None]]:
    """(board, ns, ew, points of both, score, contract in notation) of every meeting in the box."""
    read: list[tuple[int, str, str, int, int, int, str | None]] = []
    for row in GIFTS_5_TO_8.strip().splitlines():
        pair, *cells = row.split("|")
        ns, ew = pair.split()
        for board, cell in enumerate(cells, start=5):
            ns_points, ew_points, score, *contract = cell.split()
            read.append((board, ns, ew, int(ns_points), int(ew_points), int(score), contract[0] if contract else None))
    return read


def as_handed_in(notation: str | None) -> dict[str, Any]:
    """A contract in notation as the columns of `Results`."""
    match notation:
        case None | "PASS":
            return {"contract": notation}
        case str():
            ((declarer, bid, made),) = re.findall(r"(.)(..!*)(.*)", notation)
            tricks = 6 + int(bid[0]) + int(made.removeprefix("=") or 0)
            return {"contract": bid.replace("!", "X"), "declarer": declarer, "tricks": tricks}


def test_section_5_box_of_gifts_5_to_8() -> None:
    box = gifts()
    lines = frame(
        Results,
        *(
            {"board": board, "ns": ns, "ew": ew, **({} if notation else {"score": score}), **as_handed_in(notation)}
            for board, ns, ew, _, _, score, notation in box
        ),
    )
    sheet = ControlSheet.validate(control_sheet(scored(lines), SESSION, competitions()).collect())
    columns = ("board", "ns", "ew", "ns_points", "ew_points", "score", "result")
    assert sheet.select(columns).sort("board", "ns").rows() == sorted(box, key=lambda meeting: meeting[:2])


def test_section_5_gift_6_as_explained() -> None:
    of_6 = (gift for gift in gifts() if gift[0] == 6)
    lines = frame(Results, *({"board": 6, "ns": ns, "ew": ew, "score": score} for _, ns, ew, _, _, score, _ in of_6))
    counted = Frequencies.validate(frequencies(scored(lines), SESSION, competitions()).collect())
    rows = counted.select("score", "times", "ns_points", "ew_points").sort("score", descending=True).rows()
    assert rows == [(100, 1, 12, 0), (0, 3, 8, 4), (-110, 2, 3, 9), (-200, 1, 0, 12)]
    (board,) = Boards.validate(boards(scored(lines), SESSION, competitions()).collect()).to_dicts()
    assert (board["results"], board["top"], board["ns_points"], board["ew_points"]) == (7, 12, 42, 42)
    assert board["balanced"]


def balanced(scores: pl.DataFrame, rules: dy.DataFrame[Competitions] | None = None) -> bool:
    held_to = competitions() if rules is None else rules
    (board,) = boards(BoardScores.cast(scores), SESSION, held_to).collect().to_dicts()
    return board["balanced"]


def counted(scores: pl.DataFrame) -> list[tuple[int, float, float | None]]:
    of_scores = frequencies(BoardScores.cast(scores), SESSION, competitions())
    return of_scores.select("score", pl.col("times", "ns_points").round(2)).collect().rows()


def with_points(scores: pl.DataFrame, ns: str, **points: float | None) -> dy.DataFrame[BoardScores]:
    is_line = pl.col("ns") == ns
    changed = [pl.when(is_line).then(pl.lit(value)).otherwise(side).alias(side) for side, value in points.items()]
    return BoardScores.cast(scores.with_columns(changed))


def test_a_line_played_in_the_wrong_direction_counts_as_the_score_stands() -> None:
    lines = results(800, 550, 400).with_columns(ruling=pl.when(pl.col("score") == 550).then(pl.lit("reversed")))
    assert counted(scored(lines)) == [(400, 1, 0), (550, 1, 2), (800, 1, 4)]
    sheet = control_sheet(scored(results(800, "reversed")), SESSION, competitions()).collect()
    assert sheet["result"].to_list() == [None, "reversed"]


@cases(
    ((420, "w30:420/70:-50", -50), {-50: 1.7, 420: 1.3}),
    ((420, "s430_-50", 420), {-50: 0.5, 420: 2, 430: 0.5}),
    ((420, "s430_a40"), {420: 1, 430: 0.5}),
)
def test_an_outcome_counts_for_its_weight_and_that_of_one_side_for_half(outcomes: Any, times: dict[int, float]) -> None:
    assert {score: many for score, many, _ in counted(scored(results(*outcomes)))} == times
    assert counted(scored(results(420, "s430_-50", 420)))[0] == (-50, 0.5, None)


def test_between_teams_a_score_alone_is_worth_nothing() -> None:
    here = {"ns": "1", "ew": "2", "score": 420, "ns_points": 10, "ew_points": -10}
    there = {"ns": "2", "ew": "1", "score": -50, "ns_points": -10, "ew_points": 10}
    scores = frame(BoardScores, *({"board": 1, "scoring": "imps", **line} for line in (here, there)))
    assert counted(scores) == [(-50, 1, None), (420, 1, None)]
    (board,) = boards(scores, SESSION, competitions()).collect().to_dicts()
    assert (board["results"], board["top"], board["datum"], board["balanced"]) == (2, None, None, True)


def test_a_board_has_the_datum_of_its_lines() -> None:
    lines = [{"board": 1, "ns": "1", "ew": "2", "datum": 150.0}, {"board": 1, "ns": "3", "ew": "4", "datum": 150.0}]
    for datums, expected in [((150.0, 150.0), 150), ((150.0, None), 150), ((150.0, -20.0), None)]:
        words = ({"datum": datum, "scoring": "butler"} for datum in datums)
        scores = frame(BoardScores, *(line | more for line, more in zip(lines, words, strict=True)))
        assert boards(scores, SESSION, competitions()).collect()["datum"].to_list() == [expected]


@pytest.mark.parametrize(
    "outcomes", [(100, "not_played"), (100, 0, *["not_played"] * 4), (2, 1, 0, *["not_played"] * 6)]
)
def test_few_results_may_have_their_bonus_where_the_rules_say_so(outcomes: tuple[int | str, ...]) -> None:
    scores = scored(results(*outcomes), None, few_results="bonus")
    assert balanced(scores, competitions(scoring={"few_results": "bonus"}))
    assert not balanced(scores)


@cases((None, True), ("average", True), ("a60_40", True), ("a60_60", False))
def test_imps_cancel_out(ruling: str | None, must_cancel: bool) -> None:
    line = {"board": 1, "ns": "1", "ew": "2", "ruling": ruling, "scoring": "butler", "ns_points": 3}
    assert balanced(frame(BoardScores, {**line, "ew_points": -3}))
    assert balanced(frame(BoardScores, {**line, "ew_points": 3})) is not must_cancel


RULINGS = ["average", "not_played", "a60_40", "a60_60", "a+_-", "w30:50/70:-50", "w100:0", "s100_-100", "s100_a40"]
OUTCOMES = st.integers(-20, 20).map(lambda tens: 10 * tens) | st.sampled_from(RULINGS)
BOARDS = st.lists(OUTCOMES, min_size=1, max_size=9)
quick = settings(max_examples=by_night(25))
PROFILES = st.sampled_from(["fonteintje", "ruter", "ebu", "compscore"])


@quick
@given(BOARDS, PROFILES)
def test_every_board_balances_and_one_point_more_is_reported(outcomes: list[Any], profile: str) -> None:
    scores, rules = scored(results(*outcomes), profile=profile), competitions(scoring={"profile": profile})
    assert balanced(scores, rules)
    has_two_charts = profile == "ebu" and scores["ruling"].str.starts_with("s").any()
    shared = scores.filter(pl.col("ruling").is_null(), pl.col("ns_points").is_not_null(), pl.lit(not has_two_charts))
    for ns, points in shared.select("ns", "ns_points").rows():
        assert not balanced(with_points(scores, ns, ns_points=points + 1), rules)


@quick
@given(BOARDS, PROFILES)
def test_frequencies_add_up_to_the_results_compared(outcomes: list[Any], profile: str) -> None:
    scores = scored(results(*outcomes), profile=profile)
    compared = {"average": 0, "not_played": 0, "a60_40": 0, "a60_60": 0, "a+_-": 0, "s100_a40": 0.5}
    times = frequencies(scores, SESSION, competitions()).collect()["times"].sum()
    assert times == pytest.approx(sum(compared.get(outcome, 1) for outcome in outcomes))


def worth(scores: pl.DataFrame) -> list[str]:
    return control_sheet(BoardScores.cast(scores), SESSION, competitions()).collect()["worth"].drop_nulls().to_list()


AT_A_TABLE = st.sampled_from([420, 400, 50, 0, -50, -420]) | st.sampled_from(["w30:420/70:-50", "w50:400/50:0"])


@given(st.lists(AT_A_TABLE, min_size=2, max_size=7))
@settings(max_examples=by_night(40))
def test_points_shown_of_outcomes_make_the_points_of_their_line(outcomes: list[Any]) -> None:
    lines = scored(results(*outcomes))
    weighted = control_sheet(lines, SESSION, competitions()).collect().filter(pl.col("ruling").is_not_null())
    assert weighted["worth"].null_count() == 0
    for row in weighted.iter_rows(named=True):
        parts = [part.split(" % of ") for part in row["worth"].split(" + ")]
        words = sum(float(percent) * float(points) for percent, points in parts) / 100
        assert words == pytest.approx(row["ns_points"], abs=0.06)


@cases(("a60_40", False), ("a60_60", True), ("w30:420/70:-50", False), ("average", False), ("a40_40", True))
def test_a_board_balances_as_ruled_where_a_line_gives_more_or_less_than_the_top(ruling: str, is_so: bool) -> None:
    (board,) = boards(scored(results(420, 50, ruling)), SESSION, competitions()).collect().to_dicts()
    assert (board["balanced"], board["as_ruled"]) == (True, is_so)


AT_A_TABLE_OF_TEAMS = [
    *(420, -50, "not_played", "reversed", "average"),
    *("a60_40", "a60_60", "a40_40", "a+_-", "a+_+", "a50_-"),
    *("w30:420/70:-50", "s420_-100", "s420_a40", "sa60_-50", "s30:420/70:-50_a+"),
]
AT_IMPS, AT_POINT_A_BOARD = (
    frame(Sessions, {"kind": "teams", "team_scoring": scoring}) for scoring in ("imps", "point_a_board")
)


BOTH_SCORINGS = pytest.mark.parametrize("session", [AT_IMPS, AT_POINT_A_BOARD], ids=["imps", "point-a-board"])


def of_match(session: dy.DataFrame[Sessions], *outcomes: Any) -> dy.DataFrame[BoardScores]:
    return board_scores(match_lines(*outcomes), session, competitions()).collect()


def balances(
    scores: dy.DataFrame[BoardScores], session: dy.DataFrame[Sessions], rules: dy.DataFrame[Competitions] | None = None
) -> bool:
    (board,) = boards(scores, session, competitions() if rules is None else rules).collect().to_dicts()
    return board["balanced"]


def with_team_1(scores: pl.DataFrame, more: float, *, at_both: bool) -> dy.DataFrame[BoardScores]:
    if at_both:
        scores = scores.with_columns(ew_points=pl.col("ew_points") + pl.when(ew="1").then(more).otherwise(0))
    return BoardScores.cast(
        scores.with_columns(ns_points=pl.col("ns_points") + pl.when(ns="1").then(more).otherwise(0))
    )


@BOTH_SCORINGS
def test_a_board_of_a_match_balances_whatever_the_rulings(session: dy.DataFrame[Sessions]) -> None:
    scores = of_match(session, *itertools.product(AT_A_TABLE_OF_TEAMS, AT_A_TABLE_OF_TEAMS))
    sheet = boards(scores, session, competitions()).collect()
    assert sheet.filter(~pl.col("balanced")).is_empty()
    assert sheet["as_ruled"].sum() > len(AT_A_TABLE_OF_TEAMS)

    with_points = scores.filter(ns="1").filter(pl.col("ns_points").is_not_null())["board"]
    assert len(with_points) > len(AT_A_TABLE_OF_TEAMS) ** 2 / 2
    is_first = pl.col("ns") == "1"
    for wrong in (
        with_team_1(scores, 0.25, at_both=False),
        BoardScores.cast(scores.with_columns(ns_points=pl.when(~is_first).then("ns_points"))),
    ):
        offenders = both_sides_share_the_top(boards(wrong, session, competitions()).collect())
        assert set(with_points) <= set(offenders["board"])


@BOTH_SCORINGS
@pytest.mark.parametrize(
    ("here", "there"),
    [
        *((420, 110), ("reversed", "reversed"), ("w30:420/70:-50", 110), ("w30:420/70:-50", "w50:420/50:-50")),
        *((ruling, 110) for ruling in ("average", "a60_40")),
        *(("a60_40", there) for there in ("a30_70", "not_played", "s420_-100")),
    ],
)
def test_two_teams_share_the_board(here: int | str, there: int | str, session: dy.DataFrame[Sessions]) -> None:
    for scores in (of_match(session, (here, there)), of_match(session, (there, here))):
        assert balances(scores, session)
        assert not balances(with_team_1(scores, 0.25, at_both=True), session)


def test_few_results_bring_no_bonus_between_teams() -> None:
    rules = competitions(scoring={"few_results": "bonus"})
    scores = of_match(AT_POINT_A_BOARD, ("a60_40", "not_played"))
    assert balances(scores, AT_POINT_A_BOARD, rules)
    assert not balances(with_team_1(scores, 0.4, at_both=True), AT_POINT_A_BOARD, rules)


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


@cases((29, "EW", 5, "29b"), (16, "NS", 9, "16C"), (31, "EW", 13, "31d"), (25, "NS", 17, "25E"), (29, "NS", 21, "29F"))
def test_rounds_of_jos_and_piet_section_4(points: int, direction: str, first_board: int, words: str) -> None:
    """They sat out the first group of boards, so that their first is `b`."""
    round_ = {"entrant": "13", "opponent": "2", "round": 3, "direction": direction}
    round_ |= {"first_board": first_board, "points": points}
    control_sheet = sheet(*(("13", "2", range(first, first + 4)) for first in range(1, 25, 4)))
    control_sheet = control_sheet.with_columns(round=((pl.col("board") - 1) // 4).cast(pl.Int32))
    of_rounds = frame(schemas.SessionRounds, round_)
    rounds = made(scored_session_rounds=of_rounds, scored_control_sheet=control_sheet)["rounds"]
    assert rounds["told"].item() == words
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
    found = [{**usual, "arguments": words, **finding} for words in arguments]
    return made(
        scored_control_sheet=frame(schemas.ControlSheet, *played),
        scored_boards=frame(schemas.Boards, *({"field": row["line"], "board": row["board"]} for row in played)),
        raw_findings=frame(schemas.Findings, *found),
    )


@items(
    ([None], [1]),
    (['{"ns": "1"}'], [1]),
    (['{"times": "2", "at_lines": "11, 13"}'], [1, 3]),
    (['{"at_lines": "12"}', '{"at_lines": "14, 12"}'], [2, 4]),
    ([], []),
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
    assert of_one == [("2", "board-2.html"), ("3", "board-3.html")]
    (of_both,) = boards_asked_about(asked_about(at_lines, fields="BA")).values()
    assert of_both == [
        *(("2 (A)", "board-2.html#board-2-A"), ("2 (B)", "board-2.html#board-2-B")),
        *(("3 (A)", "board-3.html#board-3-A"), ("3 (B)", "board-3.html#board-3-B")),
    ]


def test_boards_that_were_ruled_on_are_named_once_with_the_line_and_their_link() -> None:
    rulings = [
        ("A", 2, "not_played"),
        ("A", 2, "not_played"),
        ("B", 1, "a60_40"),
        ("A", 3, None),
        ("B", 2, "w50:420/50:50"),
    ]
    played = [
        {"line": line, "field": line, "board": board, "ns": str(number), "ruling": ruling, "line_no": number}
        for number, (line, board, ruling) in enumerate(rulings)
    ]
    boards = frame(
        schemas.Boards, *({"field": field, "board": board} for field, board in sorted({one[:2] for one in rulings}))
    )
    tables = made(scored_control_sheet=frame(schemas.ControlSheet, *played), scored_boards=boards)
    (of_session,) = boards_ruled_on(tables).values()
    assert of_session == {
        True: [("2 (A)", "board-2.html#board-2-A")],
        False: [("1 (B)", "board-1.html#board-1-B"), ("2 (B)", "board-2.html#board-2-B")],
    }


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
