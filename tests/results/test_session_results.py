"""The result list of a session and its rounds: percentage, ranks, sit-outs, club points, numbers of nobody."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases, items
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scoring.boards import result_list, results, scored

from transforms.results.session_results import session_rounds
from transforms.tables import schemas

TEAMS = frame(schemas.Sessions, {"kind": "teams"})


def percentages(*values: float, **others: Any) -> dy.DataFrame[schemas.BoardScores]:
    return frame(
        schemas.BoardScores,
        *(
            {"board": board, "ns": f"{2 * board - 1:02}", "ew": f"{2 * board:02}"}
            | {"ns_points": ns / 10, "ew_points": ew / 10, "top": 10, **others}
            for board, (ns, ew) in enumerate(zip(values[::2], values[1::2], strict=True), start=1)
        ),
    )


def in_imps(*swings: float, scoring: str = "butler") -> dy.DataFrame[schemas.BoardScores]:
    return frame(
        schemas.BoardScores,
        *(
            {"board": board, "ns": "1", "ew": "2", "ns_points": imps, "ew_points": -imps, "scoring": scoring}
            for board, imps in enumerate(swings, start=1)
        ),
    )


def test_points_over_the_boards_that_counted() -> None:
    boards = [results(100, 50, 0), results(100, "not_played", None, board=2)]
    rows = result_list(scored(pl.concat(boards))).select("entrant", "boards", "points", "maximum", "score").rows()
    assert rows[0] == ("01", 2, 5, 6, close_to(100 * 5 / 6))
    assert next(row for row in rows if row[0] == "03") == ("03", 1, 2, 4, 50)
    assert next(row for row in rows if row[0] == "05")[-1] == 0


def test_ties_share_a_rank() -> None:
    ranks = result_list(percentages(90, 80, 70, 70, 60, 50)).select("entrant", "rank").rows()
    assert ranks == [("01", 1), ("02", 2), ("03", 3), ("04", 3), ("05", 5), ("06", 6)]


def test_two_winners_are_ranked_by_direction() -> None:
    sides = enumerate(("NS", "EW", "NS", "EW"), start=1)
    entries = frame(
        schemas.Entries, *({"entrant": f"{n:02}", "player_id": f"{n}", "direction": side} for n, side in sides)
    )
    sessions = frame(schemas.Sessions, {"winners": 2, "together": "A+C"})
    mitchell = result_list(percentages(60, 40, 70, 30), entries=entries, sessions=sessions)
    assert mitchell.select("field", "rank").rows() == [("A+C NS", 2), ("A+C EW", 1), ("A+C NS", 1), ("A+C EW", 2)]


@items(
    pytest.param((90, 80, 70, 60, 50, 40), [24, 18, 1, 1, 1, 1], id="the first third of six"),
    pytest.param((90, 90, 70, 60, 50, 40), [21, 21, 1, 1, 1, 1], id="a tie shares the mean"),
    pytest.param((90, 80, 80, 60, 50, 40), [24, 10, 10, 1, 1, 1], id="a tie across the third: (18 + 1) / 2 up"),
    pytest.param((50, 50), [1, 1], id="no third of two"),
    pytest.param(tuple(range(99, 69, -1)), [120, 90, 60, 48, 42, 36, 30, 24, 18, 1] + 20 * [1], id="key of nine"),
)
def test_club_points(values: tuple[float, ...], club_points: list[int]) -> None:
    assert result_list(percentages(*values))["club_points"].to_list() == club_points


@pytest.mark.parametrize(("kind", "scoring"), [("butler", "butler"), ("cross_imp", "cross_imps")])
def test_imps_are_summed_and_scored_per_board(kind: str, scoring: str) -> None:
    listed = result_list(in_imps(5, -2, 0, 1, scoring=scoring), sessions=frame(schemas.Sessions, {"kind": kind}))
    assert listed.select("boards", "points", "maximum", "score", "rank", "scoring").rows() == [
        (4, 4, None, 1, 1, scoring),
        (4, -4, None, -1, 2, scoring),
    ]


def matches(*rounds: dict[str, Any], **others: Any) -> pl.DataFrame:
    """One match a round between teams 1 and 2: what each row gives is team 1's, the rest of `whole` is team 2's."""
    rows: list[dict[str, Any]] = []
    for number, match in enumerate(rounds, start=1):
        whole = {"vp": 20, "points": 2 * match["boards"]}
        theirs = {name: whole[name] - match[name] for name in ("vp", "points") if name in match}
        shared = {"round": number, "vp_given": False, "boards": match["boards"], **others}
        rows += [{**shared, **match, "team": "1", "opponent": "2"}, {**shared, **theirs, "team": "2", "opponent": "1"}]
    return frame(schemas.MatchResults, *rows)


def test_victory_points_are_summed_and_scored_per_match() -> None:
    played = matches({"boards": 8, "vp": 14.5}, {"boards": 8, "vp": 8})
    listed = result_list(in_imps(3, scoring="imps"), sessions=TEAMS, match_results=played)
    assert listed.select("boards", "points", "maximum", "score", "rank", "scoring").rows() == [
        (16, 22.5, 40, 11.25, 1, "imps"),
        (16, 17.5, 40, 8.75, 2, "imps"),
    ]


def test_point_a_board_is_a_percentage_of_two_points_a_board() -> None:
    sessions = frame(schemas.Sessions, {"kind": "teams", "team_scoring": "point_a_board"})
    played = matches({"boards": 8, "points": 10}, {"boards": 4, "points": 5})
    listed = result_list(in_imps(), sessions=sessions, match_results=played)
    assert listed.select("boards", "points", "maximum", "score", "scoring").rows() == [
        (12, 15, 24, 62.5, "point_a_board"),
        (12, 9, 24, 37.5, "point_a_board"),
    ]


def test_single_players_each_have_the_points_of_their_side() -> None:
    lines = [
        {"board": 1, "ns": "1+2", "ew": "3+4", "ns_points": 4, "ew_points": 0, "top": 4},
        {"board": 2, "ns": "1+3", "ew": "2+4", "ns_points": 3, "ew_points": 1, "top": 4},
    ]
    listed = result_list(frame(schemas.BoardScores, *lines))
    assert listed.select("entrant", "boards", "points", "maximum", "rank").rows() == [
        ("1", 2, 7, 8, 1),
        ("2", 2, 5, 8, 2),
        ("3", 2, 3, 8, 3),
        ("4", 2, 1, 8, 4),
    ]


TWO_HALVES = pl.concat([percentages(50, 50), percentages(50, 50)]).with_columns(
    board=pl.int_range(1, pl.len() + 1, dtype=pl.Int32), ns_points=pl.lit(0.25), ew_points=pl.lit(0.75), top=pl.lit(1.0)
)
"""0.25 twice for pair 01, 0.75 twice for pair 02."""


@items(
    pytest.param({"line_decimals": 0, "rounded": "totals"}, [1, 2], id="halves up: 0.5 and 1.5"),
    pytest.param({"line_decimals": 1, "rounded": "totals"}, [0.5, 1.5], id="one decimal is enough"),
    pytest.param({"line_decimals": 0, "rounded": "lines"}, [0.5, 1.5], id="lines were rounded when scored"),
    pytest.param({"rounded": "totals"}, [0.5, 1.5], id="no decimals, no rounding"),
)
def test_totals_are_rounded_once_where_the_rules_say_so(rules: dict[str, Any], points: list[float]) -> None:
    listed = result_list(TWO_HALVES, competitions=competitions(scoring=rules))
    assert listed["points"].to_list() == points
    assert listed["score"].to_list() == [50 * total for total in points]


def adjusted(scores: pl.DataFrame, *given: tuple[float, str], **others: pl.DataFrame) -> tuple[Any, ...]:
    entrant = scores["ns"][0]
    rows = [{"entrant": entrant, "amount": amount, "unit": unit} for amount, unit in given]
    listed = result_list(scores, adjustments=frame(schemas.Adjustments, *rows), **others).filter(entrant=entrant)
    return listed.select("points", "maximum", "adjustment", "score").row(0)


TWO_BOARDS = pl.concat(
    [
        percentages(60, 40),
        percentages(30, 70).with_columns(board=pl.lit(9, pl.Int32), top=pl.lit(20.0), ew_points=pl.lit(17.0)),
    ]
)
"""6 of 10 and 3 of 20 for pair 01."""


@items(
    pytest.param([(-1.5, "points")], (7.5, 30, -1.5, 25), id="points: the maximum stays"),
    pytest.param([(-3, "points"), (1.5, "points")], (7.5, 30, -1.5, 25), id="added up"),
    pytest.param([(-10, "percent_of_top")], (7, 30, -2, close_to(70 / 3)), id="of the largest top in the field"),
    pytest.param([(5, "percent")], (10.5, 30, 1.5, 35), id="of the maximum"),
)
def test_what_the_director_gives_or_takes(given_to: list[tuple[float, str]], expected: tuple[float, ...]) -> None:
    assert adjusted(TWO_BOARDS, *given_to) == expected


def test_a_penalty_in_victory_points_and_in_percent_of_those_to_be_had() -> None:
    played = {"match_results": matches({"boards": 8, "vp": 14}, {"boards": 8, "vp": 10}), "sessions": TEAMS}
    assert adjusted(in_imps(1, scoring="imps"), (-1, "points"), **played) == (23, 40, -1, 11.5)
    assert adjusted(in_imps(1, scoring="imps"), (-5, "percent"), **played) == (22, 40, -2, 11)


@pytest.mark.parametrize("unit", ["percent", "percent_of_top"])
def test_a_percentage_has_no_meaning_at_imps(unit: str) -> None:
    butler = frame(schemas.Sessions, {"kind": "butler"})
    assert adjusted(in_imps(4, 2), (-10, unit), sessions=butler) == (6, None, None, 3)
    assert adjusted(in_imps(4, 2), (-2, "points"), sessions=butler) == (4, None, -2, 2)


RULES = st.fixed_dictionaries({"sit_out": st.sampled_from(["nothing", "own_average", "average", "average_plus"])})
OUTCOMES = st.lists(st.integers(-3, 3) | st.sampled_from(["average", "not_played", None]), max_size=6)


@settings(max_examples=by_night(20))
@given(st.lists(OUTCOMES, max_size=4), RULES, st.integers(-5, 5), st.randoms(use_true_random=False))
def test_points_are_conserved_and_order_is_irrelevant(
    boards: list[list[int | str | None]], rules: dict[str, Any], penalty: int, shuffle: random.Random
) -> None:
    lines = pl.concat([results(*board, board=number) for number, board in enumerate([[0, 1], *boards], start=1)])
    scores = scored(lines)
    given_to = [{"entrant": "01", "amount": penalty, "unit": unit} for unit in ("points", "percent_of_top", "percent")]
    others = {"competitions": competitions(scoring=rules), "adjustments": frame(schemas.Adjustments, *given_to)}
    table = result_list(scores, results=lines, **others)
    as_played = result_list(scores, results=lines)
    given_out = (scores["ns_points"].fill_null(0) + scores["ew_points"].fill_null(0)).sum()
    assert as_played["points"].fill_null(0).sum() == close_to(given_out)

    both = table.join(as_played, on="entrant", suffix="_as_played").with_columns(
        pl.col("adjustment", "points_as_played", "maximum_as_played").fill_null(0)
    )
    assert both.filter(pl.col("boards") < pl.col("boards_as_played")).is_empty()
    from_sit_outs = both.select(
        pl.col("points") - pl.col("adjustment") - pl.col("points_as_played"),
        pl.col("maximum") - pl.col("maximum_as_played"),
    ).drop_nulls()
    for points, maximum in from_sit_outs.rows():
        assert -1e-9 < points < maximum + 1e-9

    shuffled, mixed = (rows[shuffle.sample(range(rows.height), rows.height)] for rows in (scores, lines))
    assert_frame_equal(table, result_list(shuffled, results=mixed, **others), check_exact=True)


AN_EVENING = pl.concat(
    [results(100, 50, None, board=1), results(100, 100, 0, None, board=2), results(None, None, None, board=3)]
)
"""Pair 01 has 2/2 and 3/4; 05 sits out the first board, whose top is 2; 07 the second, whose top is 4; nobody
plays the third."""

TWO_THIRDS_AND_A_SIT_OUT = pl.concat(
    [
        results(100, 50, 0, -50, board=1),
        frame(schemas.Results, {"board": 2, "ns": "03", "ew": None}),
        results(100, 50, board=2).with_columns(ns=pl.Series(["11", "13"]), ew=pl.Series(["12", "14"])),
    ]
)
"""Pair 03 has 4/6, and sits out a board whose top is 2."""


def of_pair(pair: str, lines: pl.DataFrame, **rules: Any) -> tuple[int, float | None, float | None, float | None]:
    listed = result_list(scored(lines, **rules), results=lines, competitions=competitions(scoring=rules))
    return listed.filter(entrant=pair).select("boards", "points", "maximum", "score").row(0)


@items(
    pytest.param("nothing", (1, 0, 4, 0), id="nothing"),
    pytest.param("own_average", (2, 0, 6, 0), id="own average, which is nothing"),
    pytest.param("average", (2, 1, 6, close_to(100 / 6)), id="half of two"),
    pytest.param("average_plus", (2, close_to(1.2), 6, close_to(20)), id="60 % of two"),
)
def test_what_a_sit_out_brings(sit_out: str, expected: tuple[int, float, float, float]) -> None:
    assert of_pair("05", AN_EVENING, sit_out=sit_out) == expected


def test_a_sit_out_at_the_own_average_leaves_the_percentage() -> None:
    assert of_pair("03", TWO_THIRDS_AND_A_SIT_OUT) == (1, 4, 6, close_to(200 / 3))
    assert of_pair("03", TWO_THIRDS_AND_A_SIT_OUT, sit_out="own_average") == (2, close_to(16 / 3), 8, close_to(200 / 3))


@pytest.mark.parametrize(("average_plus", "points"), [(60, 4 + 2 * 2 / 3), (70, 4 + 1.4)])
def test_average_plus_is_the_own_average_where_that_is_higher(average_plus: float, points: float) -> None:
    pair = of_pair("03", TWO_THIRDS_AND_A_SIT_OUT, sit_out="average_plus", average_plus=average_plus)
    assert pair == (2, close_to(points), 8, close_to(100 * points / 8))


def test_a_result_without_one_side_is_no_sit_out() -> None:
    lines = results(100, 50, 0, -50).with_columns(ew=pl.when(pl.col("ns") != "03").then("ew"))
    assert of_pair("03", lines, sit_out="average") == (1, 4, 6, close_to(200 / 3))
    listed = result_list(scored(lines), results=lines)
    assert listed["entrant"].to_list() == ["01", "02", "03", "05", "06", "07", "08"]
    assert scored(lines).filter(ns="03").select("ew", "ns_points", "ew_points").rows() == [("-", 4, 2)]


@cases(
    *(("nothing", 2, 4, 2), ("own_average", 3, 6, 2)),
    *(("average", 3, 4, close_to(4 / 3)), ("average_plus", 3, 7, close_to(7 / 3))),
)
def test_a_sit_out_at_imps(sit_out: str, boards: int, points: float, score: float) -> None:
    scores = pl.concat([in_imps(3, 1), in_imps(0, 0, 0).with_columns(ns=pl.lit("3"), ew=pl.lit("4"))])
    listed = result_list(
        scores,
        results=frame(schemas.Results, {"board": 3, "ns": None, "ew": "1"}),
        sessions=frame(schemas.Sessions, {"kind": "butler"}),
        competitions=competitions(scoring={"sit_out": sit_out}),
    ).filter(entrant="1")
    assert listed.select("boards", "points", "maximum", "score").row(0) == (boards, points, None, score)


def test_the_top_of_a_sit_out_is_that_of_its_own_field() -> None:
    lines = pl.concat([results(100, 50, 0), results(100, 50, None, line="B")])
    rules = competitions(scoring={"sit_out": "average"})
    apart = result_list(scored(lines), results=lines, competitions=rules)
    assert apart.filter(line="B", entrant="05")["maximum"].item() == 2
    together = {"together": "A+B"}
    pooled = result_list(
        scored(lines, together), results=lines, competitions=rules, sessions=frame(schemas.Sessions, together)
    )
    assert pooled.filter(line="B", entrant="05")["maximum"].item() == 8


Meeting = tuple[int | None, str, str, Iterable[int]]  # round, North-South, East-West, boards


def rounds(scores: pl.DataFrame) -> dy.DataFrame[schemas.SessionRounds]:
    return schemas.SessionRounds.validate(session_rounds(schemas.BoardScores.cast(scores)).collect())


def met(scores: pl.DataFrame, entrant: str) -> list[tuple[int, str, str, int, float]]:
    mine = rounds(scores).filter(entrant=entrant)
    return mine.select("round", "opponent", "direction", "boards", "points").rows()


def brought(*meetings: Meeting) -> dy.DataFrame[schemas.BoardScores]:
    return frame(
        schemas.BoardScores,
        *(
            {"round": number, "board": board, "ns": ns, "ew": ew} | {"ns_points": 1.5, "ew_points": 2.5, "top": 4}
            for number, ns, ew, boards in meetings
            for board in boards
        ),
    )


def test_a_howell_in_which_a_pair_changes_direction() -> None:
    scores = brought((1, "1", "2", (1, 2)), (2, "3", "1", (3, 4)), (3, "1", "4", (5, 6)))
    seats = [(opponent, direction) for _, opponent, direction, *_ in met(scores, "1")]
    assert seats == [("2", "NS"), ("3", "EW"), ("4", "NS")]


def test_rounds_that_the_file_does_not_say_are_counted_in_order_of_the_boards() -> None:
    scores = brought((None, "1", "3", (3, 4)), (None, "1", "2", (1, 2)), (None, "1", "2", (5, 6)))
    assert met(scores, "1") == [(1, "2", "NS", 2, 3), (2, "3", "NS", 2, 3), (3, "2", "NS", 2, 3)]
    assert met(scores, "3") == [(1, "1", "EW", 2, 5)]


def test_a_match_between_teams_is_not_a_round() -> None:
    assert rounds(brought((1, "1", "2", (1, 2))).with_columns(scoring=pl.lit("imps"))).is_empty()


def test_single_players_have_rounds_of_their_own() -> None:
    scores = brought((1, "1+2", "3+4", (1, 2)), (2, "1+3", "2+4", (3, 4)))
    assert met(scores, "2") == [(1, "3+4", "NS", 2, 3), (2, "1+3", "EW", 2, 5)]
    assert rounds(scores)["entrant"].unique().sort().to_list() == ["1", "2", "3", "4"]


LINE = st.tuples(
    st.integers(1, 6),
    st.sampled_from([None, 1, 2, 3]),
    st.permutations("123456").map(lambda pairs: (pairs[0], pairs[1])),
    st.sampled_from([-100, -50, 0, 50, 110]) | st.sampled_from(["average", "not_played", "a60_40"]),
)


@settings(max_examples=by_night(20))
@given(
    st.lists(LINE, min_size=1, max_size=20, unique_by=lambda line: (line[0], line[2])),
    st.randoms(use_true_random=False),
)
def test_rounds_add_up_to_the_result_list_in_any_order(
    lines: list[tuple[int, int | None, tuple[str, str], int | str]], shuffle: random.Random
) -> None:
    rows = (
        {"board": board, "round": number, "ns": ns, "ew": ew}
        | ({"score": outcome} if isinstance(outcome, int) else {"ruling": outcome})
        for board, number, (ns, ew), outcome in lines
    )
    scores = scored(frame(schemas.Results, *rows))
    listed = rounds(scores)
    sums = listed.group_by("entrant").agg(pl.col("boards").sum(), pl.col("points").sum())
    of_entrant = {entrant: (boards, points) for entrant, boards, points in sums.rows()}
    for row in result_list(scores).rows(named=True):
        boards, points = of_entrant.get(row["entrant"], (0, 0))
        assert (row["boards"], row["points"] or 0) == (boards, close_to(points))
    shuffled = scores[shuffle.sample(range(scores.height), scores.height)]
    assert_frame_equal(listed, rounds(shuffled), check_exact=True)


Row = dict[str, Any]

_MET = (("1", "2", 6), ("3", "4", 4), ("19", "4", 1), ("7", "8", 2))
WITH_FEW = [
    {"board": 10 * number + each, "ns": ns, "ew": ew, "ns_points": 8, "ew_points": 2, "top": 10}
    for number, (ns, ew, times) in enumerate(_MET, start=1)
    for each in range(times)
]
"""Boards of numbers of which two have few, and pair 3 lacks both."""


def entered(*pairs: object) -> dy.DataFrame[schemas.Entries]:
    return frame(schemas.Entries, *({"entrant": str(pair), "player_id": f"p{pair}"} for pair in pairs))


OF_SEVEN = entered(*range(1, 8), *range(101, 108))  # a Mitchell of seven tables
NAMED = entered(1, 2, 4, 8)  # those who have players; pair 3, with many boards, has none


def nobodies(rows: list[Row], entries: pl.DataFrame, **others: Any) -> list[str]:
    listed = result_list(frame(schemas.BoardScores, *rows), entries=entries, **others)
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
    listed = result_list(frame(schemas.BoardScores, *WITH_FEW), entries=NAMED)
    shown = {row["entrant"]: (row["boards"], row["points"], row["score"], row["rank"]) for row in listed.to_dicts()}
    assert shown["19"] == (1, 8, None, None)
    assert shown["4"] == (5, 10, 20, 3)
    assert shown["3"] == (4, 32, 80, 1)
    assert shown["7"] == (2, 16, None, None)
    assert shown["8"] == (2, 4, 20, 3)
    assert listed["club_points"].null_count() == 2
    assert listed.filter("is_nobody")["entrant"].to_list() == ["19", "7"]
    unnamed = result_list(frame(schemas.BoardScores, *WITH_FEW), entries=frame(schemas.Entries))
    assert unnamed["rank"].null_count() == 0


def test_a_number_in_the_list_of_the_file_is_somebody_with_few_boards_and_no_players() -> None:
    """A guest whom the file does not name, and who left early; the list need not say what became of him."""
    official = frame(schemas.OfficialResults, {"entrant": "19", "score": 80.0, "rank": 1}, {"entrant": "7"})
    assert nobodies(WITH_FEW, NAMED, official_results=official) == []
    of_another_line = official.with_columns(line=pl.lit("B"))
    assert nobodies(WITH_FEW, NAMED, official_results=of_another_line) == ["19", "7"]


@cases((2, (1,), "3", True), (2, (1, 2), "3", True), (1, (3, 6, 7), "3", False), (2, (3, 7), "103", True))
def test_a_slip_is_nobody_in_many_rounds(each: int, slipped: tuple[int, ...], pair: str, numbered: bool) -> None:
    """Pair 3 has the best result of the evening, and a part of it would be first under another number."""
    rows = standing_as(mitchell(each=each), pair, lambda number: "33" if number in slipped else pair)
    rows = [{**row, "round": row["round"] if numbered else None} for row in rows]
    assert nobodies(rows, OF_SEVEN) == ["33"]
    listed = result_list(frame(schemas.BoardScores, *rows), entries=OF_SEVEN)
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
    words = [{**row, "round": (row["round"] - 1) % rounds + 1} for row in rows]
    assert nobodies(words, OF_SEVEN) == ["33"]


def test_a_second_result_of_who_met_the_number_is_nobodys() -> None:
    rows = list(mitchell())
    met = next(row for row in rows if (row["round"], row["ew"]) == (4, "103"))
    assert nobodies([*rows, {**met, "ns": "33"}], OF_SEVEN) == ["33"]
