"""The public faces: what they are given changes what they return, as in a build; a mistake is named."""

import datetime as dt
import doctest
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from each import cases, each

from pipelines.settings.ratings import rating_table
from pipelines.settings.scoring import scoring_profiles
from transforms import awards, rankings, ratings, results, scoring, strength
from transforms.awards.schemes import AwardError
from transforms.rankings import championships
from transforms.tables.schemas import COMPETITION, METHODS, Competitions, RatingSeasons

BOARD = pl.DataFrame({"board": [1, 1], "ns": ["1", "2"], "ew": ["3", "4"], "score": [420, -50]})
EVENING = pl.DataFrame({"entrant": ["1", "2"], "player_id": ["ann", "bob"], "score": [63.5, 36.5]}).with_columns(
    session_id=pl.lit("1"), date=dt.date(2025, 9, 2)
)
TORN = pl.DataFrame({"line": [*"ABAC"], "field": [*"xxyy"], "entrant": [*"1234"], "player_id": [*"1234"]}).with_columns(
    session_id=pl.lit("1"), date=dt.date(2025, 9, 2), score=50.0
)
GAME = pl.DataFrame({"player_id": ["ann"], "opponent_id": ["bob"], "points": [2]})
ROW: Any = BOARD.row(0, named=True)
WHOLE: Any = "whole"
NAME: Any = "ebu"
EARNED = pl.DataFrame({"session_id": ["1", "1"], "player_id": ["ann", "bob"], "points": [80.0, 70.0]})
BEFORE = {"ann": 1200, "bob": 1200}
LISTED = pl.DataFrame({"entrant": ["1", "2"], "score": [60.0, 40.0]})


@cases(
    (lambda: scoring.score(BOARD, kind="matchpoints"), "kind = 'matchpoints' cannot be .* write pairs, butler"),
    (lambda: scoring.score(BOARD, season="2025"), "season is no rule"),
    (lambda: scoring.score(BOARD, profile=NAME), r"'ebu': give its rules, .*scoring_profiles\(\)\['ebu'\]"),
    (lambda: scoring.score(BOARD, sit_out="nothing"), "sit_out changes nothing here; rules that do are not_"),
    (lambda: scoring.score(BOARD, line_decimal=1), r"changes nothing here \(did you mean line_decimals\?\)"),
    (lambda: scoring.score(BOARD.with_columns(ew="ns")), "line 1, board 1: 1 cannot play against itself"),
    (lambda: scoring.score(BOARD.with_columns(ew=pl.lit(""))), "line 1, board 1: an empty text for a side"),
    (lambda: results.result_list(scoring.score(BOARD), average="tie"), "average changes nothing here"),
    (lambda: scoring.score(BOARD, not_played="neubeg"), "write neuberg, as_played"),
    (lambda: scoring.score(BOARD, line_decimals=2.5), "give a whole number"),
    (lambda: scoring.score(BOARD.drop("ns")), "the column ns is missing"),
    (lambda: scoring.score(BOARD.rename({"score": "scor"})), r"did you mean score\?"),
    (lambda: scoring.score(BOARD.drop("score")), "line 1, board 1: neither a score, nor a contract"),
    (lambda: scoring.score(BOARD.with_columns(ruling=pl.lit("60/40"))), "ruling = '60/40' is no ruling"),
    (lambda: scoring.score(pl.concat([BOARD, BOARD])), "board 1: 1 and 3 are there twice"),
    (lambda: scoring.score(BOARD.with_columns(together=pl.Series(["A+B", None]))), "the same key twice"),
    (lambda: scoring.score(ROW), "dict: give a frame of polars, pandas or pyarrow"),
    (lambda: scoring.score(BOARD.with_columns(contract=pl.lit("4Y"))), "contract = '4Y' is no contract"),
    (
        lambda: scoring.score(BOARD.drop("score").with_columns(contract=pl.lit("4NT"), declarer=pl.lit("N"))),
        "contract = '4N', declarer = 'N', tricks = None",
    ),
    (lambda: results.result_list(BOARD), "the column club is missing"),
    (lambda: rankings.rank(EVENING.drop("date")), "the column date is missing"),
    (lambda: rankings.rank(EVENING.with_columns(kind=pl.lit("teams"))), "a team is ranked by its matches"),
    (lambda: rankings.rank(TORN), "line A of session 1 is ranked together as A\\+B and as A\\+C"),
    (lambda: rankings.rank(EVENING, profile="ebu"), "profile changes nothing here; rules that do are method, "),
    (lambda: rankings.rank(EVENING, individual_min=3), "individual_min changes nothing here"),
    (lambda: championships.standing(EARNED, window=3), "rules that do are individual_min, "),
    (lambda: championships.standing(EARNED, EVENING), "no use for the column entrant"),
    (lambda: ratings.rate(GAME, BEFORE, rating_table(), list_games=3), "list_games changes nothing here"),
    (lambda: ratings.rate(GAME, BEFORE, rating_table(), games_before={"cy": 3}), "there is no rating of cy"),
    (lambda: rankings.rank(EVENING, method="best"), f"write {', '.join(METHODS)}"),
    (lambda: championships.standing(BOARD), "the column board has no use here|no use for the column board"),
    (lambda: ratings.rate(GAME.with_columns(points=3), BEFORE, rating_table()), "from 0 to 2"),
    (lambda: ratings.rate(GAME.with_columns(opponent_id="player_id"), BEFORE, rating_table()), "are the same one"),
    (lambda: ratings.rate(GAME.with_columns(club=pl.lit("x")), BEFORE, rating_table()), "club"),
    (lambda: strength.contest(EVENING.drop("date")), "the column date is missing"),
    (lambda: strength.contest(EVENING, ["mine"]), "the column mine is missing"),
    (lambda: strength.contest(EVENING.with_columns(mine=1)), "no use for the column mine"),
    (lambda: awards.award(LISTED, "ebl", rounding=WHOLE), "write scheme or largest_remainder"),
    (lambda: awards.award(pl.concat([LISTED, LISTED]), "ebl"), "entrant = '1' is given twice"),
)
def test_a_mistake_is_named(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_awards_of_imps_are_above_an_average_of_0_and_an_unknown_scheme_is_named() -> None:
    with pytest.raises(AwardError, match="ebll"):
        awards.award(LISTED, "ebll")
    listed = results.result_list(scoring.score(BOARD, kind="butler"))
    assert awards.award(listed, "aeb")["aeb"].to_list() == [0.75, 0, 0, 0.75]


def test_a_frame_of_another_library_gives_one_of_that_library_with_the_same_values() -> None:
    """A pair is missing, so pandas has floats for ids; the index, which a filter leaves with gaps, is no column."""
    board = pd.DataFrame({"board": [1] * 4, "ns": [9, 1, 2, None], "ew": [8, 3, 4, 5], "score": [90, 420, -50, None]})
    board = board[board["ns"] != 9]
    sides = {"ns": ["1", "2", None], "ew": ["3", "4", "5"]}
    table = pl.DataFrame({"board": [1] * 3, **sides, "score": [420, -50, None]})
    of_polars, of_pandas = scoring.score(table), scoring.score(board)
    of_pyarrow = scoring.score(table.to_arrow())
    assert isinstance(of_pandas, pd.DataFrame)
    assert isinstance(of_pyarrow, pa.Table)
    assert of_polars.equals(pl.DataFrame(of_pyarrow))
    assert of_polars["ns"].to_list() == of_pandas["ns"].to_list() == ["1", "2"]
    listed = pl.from_pandas(results.result_list(of_pandas))
    assert listed.select("entrant", "rank").equals(results.result_list(of_polars).select("entrant", "rank"))
    ranked = rankings.rank(EVENING.to_pandas(), pd.DataFrame({"player_id": ["ann"], "substitute_ranking": [90.0]}))
    assert ranked["ranking"].max() > rankings.rank(EVENING)["ranking"].max()


def test_contracts_may_be_written_as_in_files() -> None:
    written = {"3NT": "3N", "4Sx": "4SX", "4♠": "4S", "4 h **": "4HXX", "Pass": "PASS", "": None}
    pairs = [str(number) for number in range(len(written))]
    of = pl.DataFrame({"ns": pairs, "ew": [f"{pair}e" for pair in pairs], "contract": list(written)})
    board = of.with_columns(
        board=1, declarer=pl.lit("N"), tricks=10, score=pl.Series([None] * 5 + [110], dtype=pl.Int32)
    )
    scores = scoring.score(board).sort("ns")
    assert scores["contract"].to_list() == list(written.values())
    assert scores["score"].to_list() == [430, 590, 420, 880, 0, 110]


def test_a_ranking_keeps_the_ids_of_its_competition() -> None:
    """Else the standings of two competitions would be one."""
    two = pl.concat(
        EVENING.with_columns(club=pl.lit("harbour"), competition=pl.lit(of)) for of in ("monday", "tuesday")
    )
    ranked = rankings.rank(two)
    assert ranked.columns[:2] == ["club", "competition"]
    assert championships.standing(ranked, individual_min=1)["rank"].to_list() == [1, 2, 1, 2]


def test_players_need_no_ids_of_the_competition() -> None:
    players = pl.DataFrame({"player_id": ["ann"], "substitute_ranking": [90.0]})
    ids = {"club": pl.lit("harbour"), "competition": pl.lit("tuesday"), "season": pl.lit("2025-26")}
    for results_of in (EVENING, EVENING.with_columns(**ids), EVENING.with_columns(person="player_id")):
        by_player = dict(rankings.rank(results_of, players, window=2, lines=1).select("player_id", "ranking").rows())
        assert by_player == {"ann": 95.0, "bob": 65.0}


FACES = {"score": scoring.RULES, "list": results.RULES, "rank": rankings.RULES, "standing": championships.RULES}

ROWS: dict[int, list[int | str]] = {
    1: [420, 430, 420, -50, 620, 1430, 10],
    2: [50, 100, 170, 110, "a70_30", "average"],
    3: [90, -90, *["not_played"] * 5],
    4: [170, "s420_-100", 140, 2000, -450, 140, "a+_-"],
    5: [50],
    6: [60],
    7: [90, 110, 100, *["not_played"] * 4],
}
"""Board -> the score or ruling of the pairs 1 and a, 2 and b, and so on."""
LINES = pl.DataFrame(
    [
        (board, ns, ew, result if isinstance(result, int) else None, result if isinstance(result, str) else None)
        for board, at_tables in ROWS.items()
        for ns, ew, result in zip("1234567", "abcdefg", at_tables, strict=False)
    ],
    schema={"board": pl.Int32, "ns": pl.String, "ew": pl.String, "score": pl.Int32, "ruling": pl.String},
    orient="row",
)
TEAMS = pl.DataFrame({"board": [1, 1, 2, 2], "ns": ["1", "2"] * 2, "ew": ["2", "1"] * 2, "score": [420, 50, 420, 50]})
MISSED = LINES.filter(pl.col("ruling").is_null() & ((pl.col("board") < 3) | (pl.col("ns") < "5")))

OTHERWISE: dict[str, tuple[object, ...]] = {
    "not_played": ("as_played", "tie"),
    "average": ("neuberg", "as_played"),
    "assigned": ("in_place",),
    "expected": ("per_session", "modal"),
    "line_decimals": (0,),
    "rounded": ("totals",),
    "average_plus": (65.0,),
    "average_minus": (30.0,),
    "split": ("apart",),
    "few_results": ("bonus",),
    "imp_cap": (3,),
    "datum_drop": (2,),
    "datum_trim": (0.3,),
    "datum_round_to": (1,),
    "datum_half": ("even",),
    "cross_imps": ("sum", "scaled"),
    "average_plus_imps": (4.0,),
    "average_minus_imps": (-4.0,),
    "cross_imp_totals": ("full_set",),
    "victory_points": ("wbf_discrete",),
}


WITH: dict[str, dict[str, Any]] = {"datum_half": {"datum_round_to": 20}}
"""Rule -> the rules without which it changes nothing here."""
OF_KIND = {"cross_imps": "cross_imp"} | dict.fromkeys(
    [
        *(
            "imp_cap",
            "datum_drop",
            "datum_trim",
            "datum_round_to",
            "datum_half",
            "average_plus_imps",
            "average_minus_imps",
        )
    ],
    "butler",
)
"""Rule -> the kind of session whose scores it changes, where that is not pairs."""


@cache
def scored(kind: str, **rules: Any) -> list[tuple[Any, ...]]:
    given: dict[str, Any] = {"line_decimals": 1} | rules
    return scoring.score(LINES, kind, **given).rows()


@cache
def listed(**rules: Any) -> list[tuple[Any, ...]]:
    of_pairs = scoring.score(LINES, line_decimals=1, rounded="totals")
    given: dict[str, Any] = {"line_decimals": 1, "rounded": "totals"} | rules
    of_kinds = [of_pairs, scoring.score(MISSED, "cross_imp"), scoring.score(TEAMS, "teams")]
    return [row for scores in of_kinds for row in results.result_list(scores, **given).rows()]


@pytest.mark.long
@each([*scoring.RULES, *results.RULES])
def test_every_rule_of_score_and_of_a_result_list_changes_it(rule: str) -> None:
    if rule in scoring.RULES:
        kind = OF_KIND.get(rule, "pairs")
        given = WITH.get(rule, {})
        assert all(scored(kind, **given, **{rule: value}) != scored(kind, **given) for value in OTHERWISE[rule])
    if rule in results.RULES:
        assert listed(**{rule: "lines" if rule == "rounded" else OTHERWISE[rule][0]}) != listed()


def test_rules_of_the_faces_are_columns() -> None:
    for rules in FACES.values():
        assert set(rules) <= set(Competitions.column_names())
    assert set(ratings.RULES) <= set(RatingSeasons.column_names())


def test_a_profile_is_its_rules() -> None:
    board = pl.DataFrame(
        {
            "board": [1] * 4,
            "ns": [*"1234"],
            "ew": [*"5678"],
            "score": [420, None, 420, -50],
            "ruling": ["", "average", None, None],
        }
    )
    assert scoring.score(board)["ns_points"].to_list() == [4, 3, 4, 1]
    ebu = scoring_profiles()["ebu"]
    assert scoring.score(board, profile=ebu)["ns_points"].to_list() == [4.33, 3, 4.33, 0.33]
    spelt_out = {name: value for name, value in ebu.items() if name in scoring.RULES}
    assert scoring.score(board, profile=ebu).equals(scoring.score(board, **spelt_out))
    without = scoring.score(board, profile=ebu, line_decimals="none")["ns_points"].round(9).to_list()
    assert without == [round(13 / 3, 9), 3, round(13 / 3, 9), round(1 / 3, 9)]
    full = results.result_list(scoring.score(MISSED, "cross_imp"), profile=scoring_profiles()["pianola"])
    assert full.equals(results.result_list(scoring.score(MISSED, "cross_imp"), cross_imp_totals="full_set"))


@pytest.mark.parametrize("kind", ["pairs", "butler"])
def test_an_evening_becomes_a_ranking(kind: str) -> None:
    """What `result_list` returns goes on to `rank`, which knows by its scoring what a score is."""
    evening = results.result_list(scoring.score(LINES, kind)).with_columns(date=dt.date(2025, 9, 2))
    seats = evening.select("entrant", player_id="player " + pl.col("entrant"))
    with_players = evening.join(seats, on="entrant").filter(pl.col("score").is_not_null())
    columns = (*COMPETITION, "session_id", "date", "entrant", "player_id", "score")
    by_hand = with_players.select(*columns, kind=pl.lit(kind))
    assert rankings.rank(with_players, lines=1).equals(rankings.rank(by_hand, lines=1))


@cases(
    # Source, the chapter on flexible lines: of three lines 100-60, 90-50 and 80-40; A and B as one line 100-50.
    ({"A": "A", "B": "B", "C": "C"}, {"A": (100, 60), "B": (90, 50), "C": (80, 40)}),
    ({"A": "A+B", "B": "A+B", "C": "C"}, {"A": (100, 50), "B": (100, 50), "C": (80, 40)}),
    ({"A": "A", "B": "B+C", "C": "B+C"}, {"A": (100, 60), "B": (90, 40), "C": (90, 40)}),
    ({"A": "A+C", "B": "B", "C": "A+C"}, {"A": (100, 50), "B": (80, 40), "C": (100, 50)}),
)
def test_lines_of_one_field_share_a_span(fields: dict[str, str], ends: dict[str, tuple[int, int]]) -> None:
    """What a line says in `field` says `together` too, and the points are the same: top and bottom of the span."""
    scores = {"1": 63.5, "2": 36.5}
    rows = [
        {"line": line, "entrant": entrant, "player_id": line + entrant, "score": score}
        for line in "ABC"
        for entrant, score in scores.items()
    ]
    evening = pl.DataFrame(rows).with_columns(session_id=pl.lit("1"), date=dt.date(2025, 9, 2))
    of_fields = evening.with_columns(field=pl.col("line").replace(fields))
    earned = dict(rankings.rank(of_fields).select("player_id", pl.col("points").round(9)).rows())
    assert earned == {line + entrant: ends[line][int(entrant) - 1] for line in "ABC" for entrant in scores}
    words = ";".join(sorted({field for field in fields.values() if "+" in field})) or None
    assert rankings.rank(of_fields.with_columns(together=pl.lit(words, pl.String))).equals(rankings.rank(of_fields))


def test_lines_scored_together_are_one_field() -> None:
    """A board of A and B has a top of 6 then, and C, which is in no group, one of 2."""
    results_of = {"A": (420, 430), "B": (420, -50), "C": (50, 90)}
    rows = [
        {"session_id": "7", "line": line, "board": 1, "ns": ns, "ew": ew, "score": score}
        for line, scores in results_of.items()
        for ns, ew, score in zip("12", "34", scores, strict=True)
    ]
    lines = pl.DataFrame(rows)
    apart, together = (scoring.score(lines.with_columns(together=pl.lit(group))) for group in (None, "A+B"))
    assert dict(together.group_by("line").agg("ns_points").rows()) == {"A": [3, 6], "B": [3, 0], "C": [0, 2]}
    assert dict(apart.group_by("line").agg("ns_points").rows()) == {"A": [0, 2], "B": [2, 0], "C": [0, 2]}
    assert scoring.score(lines).equals(apart)


def test_two_winners_of_a_line_share_no_span() -> None:
    evening = pl.DataFrame({"line": [*"AABB"], "entrant": [*"1234"], "player_id": [*"1234"], "score": [63.5, 36.5] * 2})
    evening = evening.with_columns(
        session_id=pl.lit("1"), date=dt.date(2025, 9, 2), direction=pl.Series([*["NS", "EW"] * 2])
    )
    apart = evening.select(pl.exclude("direction"), field=pl.concat_str("line", "direction", separator=" "))
    assert rankings.rank(apart, lines=2).equals(rankings.rank(evening.drop("direction"), lines=2))


def test_without_dates_each_session_is_an_evening_and_who_is_no_member_is_not_ranked() -> None:
    """60 % of five evenings are three: two of four sessions do not make eligible, and a fourth may be dropped."""
    sat = {"ann": "12345", "bob": "1234", "cy": "12"}
    rows = [(session, player, 80.0 + int(session)) for player, sessions in sat.items() for session in sessions]
    points = pl.DataFrame(rows, schema=["session_id", "player_id", "points"], orient="row")
    rules: dict[str, Any] = {"individual_min_share": 60, "individual_drop": 1}
    found = championships.standing(points, **rules).sort("player_id")
    words = found.select("player_id", "evenings", "sessions_required", "counted", "average", "sessions_needed").rows()
    assert words == [("ann", 5, 3, 4, 83.5, 0), ("bob", 5, 3, 3, 83.0, 0), ("cy", 5, 3, 2, 81.5, 1)]
    dated = points.with_columns(date=dt.date(2025, 9, 1) + pl.duration(days=pl.col("session_id").cast(pl.Int64)))
    assert championships.standing(dated, **rules).sort("player_id").equals(found)
    # Whoever is no member is not ranked.
    earned = pl.DataFrame({"session_id": ["1"] * 3, "player_id": ["ann", "bob", "cy"], "points": [90.0, 80.0, 70.0]})
    members = pl.DataFrame({"player_id": ["ann", "bob"], "member": [False, None]})
    assert championships.standing(earned, individual_min=1)["rank"].to_list() == [1, 2, 3]
    assert championships.standing(earned, members, individual_min=1)["rank"].to_list() == [None, 1, 2]


GAMES = pl.DataFrame({"player_id": ["ann"] * 2, "opponent_id": ["bob", "cy"], "points": [2, 1]})
RATED_BEFORE = {"ann": 1200, "bob": 1200, "cy": 1300}


def test_games_before_decide_k() -> None:
    cases: list[tuple[dict[str, Any], float]] = [
        ({}, 7.5),
        ({"games_before": {"ann": 200}}, 5.0),
        ({"games_before": {"bob": 200}}, 7.5),
        ({"games_if_unknown": 200}, 5.0),
        ({"games_if_unknown": 200, "games_before": {"ann": 30}}, 7.5),
    ]
    for given, k in cases:
        rated = ratings.rate(GAMES, RATED_BEFORE, rating_table(), **{"turbo_k": None, **given})
        assert rated.row(0, named=True)["k"] == k


def test_juniors_are_known_by_their_year_of_birth() -> None:
    steps = [
        {"games_to": None, "rating_below": None, "age_to": 18, "k": 20.0},
        {"games_to": None, "rating_below": None, "age_to": None, "k": 5.0},
    ]
    rules: dict[str, Any] = {"k_steps": steps, "turbo_k": None, "start": dt.date(2025, 7, 1)}
    for year, k in ((2010, 20.0), (1980, 5.0)):
        born = pl.DataFrame({"player_id": ["ann"], "birth_year": [year]})
        rated = ratings.rate(GAMES, RATED_BEFORE, rating_table(), players=born, **rules)
        assert rated.row(0, named=True)["k"] == k
        assert rated.row(0, named=True)["games"] == 2


PROJECT = Path(__file__).resolve().parents[2]

ROOMS = ("scoring", "results", "rankings", "rankings.championships", "awards", "balance")
"""Rooms of `transforms` with a function for notebooks. That of `ratings` needs a file: its example is in the guide."""


def test_the_examples_of_the_rooms_and_of_the_guide_hold() -> None:
    outcomes = [doctest.testmod(import_module(f"transforms.{room}")) for room in ROOMS]
    outcomes += [doctest.testfile(str(PROJECT / "docs" / "python.md"), module_relative=False, encoding="utf-8")]
    assert all(outcome.attempted and not outcome.failed for outcome in outcomes)
