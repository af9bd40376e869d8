"""Weighted and split scores, fouled boards, few results: worked examples, and what must hold whatever the rulings."""

from typing import Any

import polars as pl
import pytest
from each import items
from examples import by_night
from factories import close_to, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring.boards import COMPARED, any_of, points, results, scored, scores_of_each
from scoring.plain_matchpoints import Line, session_points

from transforms.tables.schemas import Results

Points = list[tuple[float | None, float | None]]


def test_white_book_4_1_weighted_score() -> None:
    """30 % of 9.7 and 70 % of 5.7 make 6.9, on a board where 420 and -50 are worth just that."""
    board = points(450, 420, -50, -50, -100, -100, "w30:420/70:-50")
    assert [north_south for north_south, _ in board] == [12, 9.7, 5.7, 5.7, 1, 1, 6.9]
    assert [east_west for _, east_west in board] == [0, 2.3, 6.3, 6.3, 11, 11, 5.1]


def test_a_split_score_is_half_as_that_of_each_side_or_stands_in_two_charts() -> None:
    assert points(420, "s420_-100", -100) == [(3.5, 0.5), (3, 3), (0.5, 3.5)]
    assert points(420, "s420_-100", -100, split="apart") == [(3, 0), (3, 3), (0, 3)]


def in_forms(scores: dict[str | None, list[int]], **rules: Any) -> dict[str | None, Points]:
    lines = results(*(score for of_form in scores.values() for score in of_form))
    forms = [form for form, of_form in scores.items() for _ in of_form]
    board = scored(lines.with_columns(subfield=pl.Series(forms, dtype=pl.String)), **rules)
    one_decimal = pl.col("ns_points", "ew_points").round(1)
    return {form: board.filter(pl.col("subfield").eq_missing(form)).select(one_decimal).rows() for form in scores}


def test_neuberg_seven_and_three_of_ten() -> None:
    """EBU, Scoring of fouled boards: 17.6 14.7 11.9 9.0 6.1 3.3 0.4, and 15.7 9.0 2.3."""
    forms = in_forms({None: [600, 500, 400, 300, 200, 100, 0], "turned": [300, 200, 100]})
    seven, three = [17.6, 14.7, 11.9, 9.0, 6.1, 3.3, 0.4], [15.7, 9.0, 2.3]
    assert forms == {
        None: list(zip(seven, reversed(seven), strict=True)),
        "turned": list(zip(three, reversed(three), strict=True)),
    }


def test_neuberg_ten_of_eleven() -> None:
    """E = 11, A = 10: 19.9 ... 0.1."""
    ten = in_forms({None: [*range(100, 0, -10)], "turned": [0]})[None]
    assert (ten[0], ten[-1]) == ((19.9, 0.1), (0.1, 19.9))


@items(
    pytest.param(10, [300, 200, 100], [(70, 50), (60, 60), (50, 70)], id="three"),
    pytest.param(10, [300, 200, 200], [(70, 50), (55, 65), (55, 65)], id="three, two of them equal"),
    pytest.param(10, [200, 100], [(65, 55), (55, 65)], id="two"),
    pytest.param(10, [100, 100], [(60, 60), (60, 60)], id="two equal ones"),
    pytest.param(10, [100], [(60, 60)], id="one"),
    pytest.param(5, [-110, -200], [(81.25, 18.75), (18.75, 81.25)], id="two of five: more than a third"),
)
def test_white_book_4_2_3_3_small_groups(results_there: int, scores: list[int], percentages: Points) -> None:
    others = [*range(0, 10 * (results_there - len(scores)), 10)]
    lines = results(*others, *scores)
    forms = pl.Series([*(None for _ in others), *("turned" for _ in scores)], dtype=pl.String)
    board = scored(lines.with_columns(subfield=forms), few_results="bonus")
    shares = board.filter(subfield="turned").select(pl.col("ns_points", "ew_points") / pl.col("top") * 100).rows()
    assert shares == [close_to(pair) for pair in percentages]


@items(
    pytest.param([300, 200, 100], [200, 100], [(65, 55), (55, 65)], id="case 02: two of five"),
    pytest.param([300, 200, 100, 0], [300, 200, 100], [(70, 50), (60, 60), (50, 70)], id="three of seven"),
    pytest.param([200, 100], [100], [(60, 60)], id="one of three"),
)
def test_acblscore_manual_page_92_small_groups(others: list[int], scores: list[int], percentages: Points) -> None:
    """The larger group, and a board with few results that is not fouled, follow Neuberg."""
    lines = results(*others, *scores)
    forms = pl.Series([*("meant" for _ in others), *("turned" for _ in scores)], dtype=pl.String)
    board = scored(lines.with_columns(subfield=forms), few_results="bonus_if_fouled")
    shares = board.select("subfield", *(pl.col(side) / pl.col("top") * 100 for side in ("ns_points", "ew_points")))
    assert shares.filter(subfield="turned").drop("subfield").rows() == [close_to(pair) for pair in percentages]
    both = shares.filter(subfield="meant").select(both=pl.col("ns_points") + pl.col("ew_points"))["both"]
    assert both.to_list() == [pytest.approx(120 if len(others) == 2 else 100)] * len(others)
    whole = scored(results(*others), few_results="bonus_if_fouled")
    assert whole.equals(scored(results(*others), few_results="neuberg"))


def test_forms_of_a_board_are_those_of_its_field() -> None:
    lines = pl.concat([results(100, 0, subfield="turned"), results(50, 20, line="B", subfield="turned")])
    assert scored(lines)["ns_points"].to_list() == [2, 0, 2, 0]
    assert scored(lines, {"together": "A+B"})["ns_points"].to_list() == [6, 0, 4, 2]


SCORES = st.integers(-3, 3).map(lambda score: 50 * score)
WEIGHTED = st.one_of(
    st.tuples(st.sampled_from([10, 25, 50, 90]), SCORES, SCORES).map(
        lambda drawn: f"{drawn[0]}:{drawn[1]}/{100 - drawn[0]}:{drawn[2]}"
    ),
    st.tuples(SCORES, SCORES, SCORES).map(lambda drawn: "/".join(f"33.3:{score}" for score in drawn)),
    SCORES.map(lambda score: f"100:{score}"),
)
SIDE = st.one_of(SCORES.map(str), WEIGHTED)
SHARE = st.sampled_from(["a60", "a40", "a50", "a+", "a-"])
SPLIT = st.one_of(st.tuples(SIDE, SIDE), st.tuples(SIDE, SHARE), st.tuples(SHARE, SIDE)).map(
    lambda sides: f"s{sides[0]}_{sides[1]}"
)
RULINGS = st.one_of(
    WEIGHTED.map(lambda weighted: f"w{weighted}"),
    SPLIT,
    st.sampled_from(["not_played", "average", "a60_40", "a75_25", "a62.5_+", "a+_-", "a0_100", "reversed"]),
)
LINE = st.tuples(SCORES, st.one_of(st.none(), RULINGS), st.sampled_from([None, None, None, "turned"]))
SESSION = st.lists(st.lists(LINE, min_size=1, max_size=7), min_size=1, max_size=3)
RULES = any_of(**COMPARED, split=["half_each", "apart"], few_results=["neuberg", "bonus"])
Drawn = list[list[tuple[int, str | None, str | None]]]
SESSIONS = st.lists(st.tuples(SESSION, RULES), min_size=1, max_size=8)


def session(boards: Drawn) -> pl.DataFrame:
    """Boards 1, 2, ...; a pair sits North-South on one board and East-West on another."""
    rows = [
        {
            "board": board,
            "ns": f"{2 * table + board % 2:02}",
            "ew": f"{2 * table + 1 - board % 2:02}",
            "score": None if ruling not in (None, "reversed") else score,
            "ruling": ruling,
            "subfield": form,
        }
        for board, lines in enumerate(boards, start=1)
        for table, (score, ruling, form) in enumerate(lines)
    ]
    return frame(Results, *rows)


def points_of_each(sessions: list[pl.DataFrame], rules: list[dict[str, Any]]) -> list[list[tuple[Any, Any]]]:
    computed = scores_of_each([(lines, {}, of) for lines, of in zip(sessions, rules, strict=True)])
    found = [
        {row[:2]: row[2:] for row in scores.select("board", "ns", "ns_points", "ew_points").rows()}
        for scores in computed
    ]
    return [
        [there[key] for key in lines.select("board", "ns").rows()] for lines, there in zip(sessions, found, strict=True)
    ]


def nearly(pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    def nearly_it(value: Any) -> Any:
        return None if value is None else close_to(float(value))

    return [(nearly_it(ns), nearly_it(ew)) for ns, ew in pairs]


@settings(max_examples=by_night(25))
@given(SESSIONS)
def test_every_line_against_every_other(drawn: list[tuple[Drawn, dict[str, Any]]]) -> None:
    sessions, rules = [session(boards) for boards, _ in drawn], [of for _, of in drawn]
    for lines, of, computed in zip(sessions, rules, points_of_each(sessions, rules), strict=True):
        plain = [Line(*row) for row in lines.select("board", "subfield", "ns", "ew", "score", "ruling").rows()]
        all_rules = {"average_plus": 60, "average_minus": 40, **of}
        assert computed == nearly(session_points(plain, all_rules))
