"""The public faces, handed what an analyst may hand in by mistake: a ValueError names it; nothing is passed over."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

from pipelines.settings.ratings import rating_table
from transforms import awards, rankings, ratings, results, scoring
from transforms.awards import AwardError
from transforms.rankings import championships
from transforms.tables.schemas import METHODS

BOARD = pl.DataFrame({"board": [1, 1], "ns": ["1", "2"], "ew": ["3", "4"], "score": [420, -50]})
EVENING = pl.DataFrame({"entrant": ["1", "2"], "player_id": ["ann", "bob"], "score": [63.5, 36.5]}).with_columns(
    session_id=pl.lit("1"), date=dt.date(2025, 9, 2)
)
TORN = pl.DataFrame({"line": [*"ABAC"], "field": [*"xxyy"], "entrant": [*"1234"], "player_id": [*"1234"]}).with_columns(
    session_id=pl.lit("1"), date=dt.date(2025, 9, 2), score=50.0
)
GAME = pl.DataFrame({"player_id": ["ann"], "opponent_id": ["bob"], "points": [2]})
PANDAS: Any = BOARD.to_pandas()
WHOLE: Any = "whole"
NAME: Any = "ebu"
EARNED = pl.DataFrame({"session_id": ["1", "1"], "player_id": ["ann", "bob"], "points": [80.0, 70.0]})
BEFORE = {"ann": 1200, "bob": 1200}
LISTED = pl.DataFrame({"entrant": ["1", "2"], "score": [60.0, 40.0]})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: scoring.score(BOARD, kind="matchpoints"), "kind = 'matchpoints' cannot be .* write pairs, butler"),
        (lambda: scoring.score(BOARD, season="2025"), "season is no rule"),
        (
            lambda: scoring.score(BOARD, profile=NAME),
            r"'ebu': give its rules, .*scoring_profiles\(\)\['ebu'\]",
        ),
        (
            lambda: scoring.score(BOARD, sit_out="nothing"),
            "sit_out changes nothing here; rules that do are not_",
        ),
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
        (lambda: scoring.score(PANDAS), "give a polars frame"),
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
        (lambda: awards.award(LISTED, "ebl", rounding=WHOLE), "write scheme or largest_remainder"),
        (lambda: awards.award(pl.concat([LISTED, LISTED]), "ebl"), "entrant = '1' is there twice"),
    ],
)
def test_a_mistake_is_named(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_a_scheme_that_is_not_known_is_named() -> None:
    with pytest.raises(AwardError, match="ebll"):
        awards.award(LISTED, "ebll")


def test_awards_of_imps_are_above_an_average_of_0() -> None:
    listed = results.result_list(scoring.score(BOARD, kind="butler"))
    assert awards.award(listed, "aeb")["aeb"].to_list() == [0.75, 0, 0, 0.75]


def test_players_need_no_ids_of_the_competition() -> None:
    players = pl.DataFrame({"player_id": ["ann"], "substitute_ranking": [90.0]})
    ids = {"club": pl.lit("harbour"), "competition": pl.lit("tuesday"), "season": pl.lit("2025-26")}
    for results_of in (EVENING, EVENING.with_columns(**ids)):
        by_player = dict(rankings.rank(results_of, players, window=2, lines=1).select("player_id", "ranking").rows())
        assert by_player == {"ann": 95.0, "bob": 65.0}
