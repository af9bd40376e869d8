"""What must be true of the data: rows that break a check are found, and no others."""

import datetime as dt
import inspect
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from balance.seasons import COMPETITION, board_scores, sessions
from factories import Tables, competitions, frame
from scoring.boards import result_list

from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_scores, session_balance
from transforms.checks.computed import (
    a_game_is_worth_two_points,
    every_session_has_its_balance,
    lists_are_of_one_another,
    norms_add_up,
    scores_add_up_to_half_tops,
    scores_hold_both_ways,
    whoever_played_earned,
)
from transforms.intake.check import Offenders
from transforms.rankings.ranking_points import ranking_points
from transforms.results.match_results import match_results
from transforms.tables.raw import EarnedPoints, Entries, Matches, Players, Sessions
from transforms.tables.schemas import Elo, RankingPoints, RatedGames, RatingList
from transforms.tables.scored import BoardScores, MatchResults, SessionResults


def evening_of_teams(rounds: dict[str, str | None]) -> Tables:
    """Two teams that met in rounds 1 and 2, and a bye of both in round 3; some members sat in some rounds only."""
    matches = [
        {"round": number, "team": team, "opponent": opponent, "boards": 8, "vp": vp}
        for number in (1, 2)
        for team, opponent, vp in (("1", "2", 12.0), ("2", "1", 8.0))
    ]
    entries = frame(
        Entries,
        *(
            {"entrant": team, "player_id": f"{team}{player}", "rounds": rounds.get(f"{team}{player}")}
            for team in "12"
            for player in "abcde"
        ),
    )
    sessions, rules = frame(Sessions, {"kind": "teams"}), competitions()
    played = match_results(BoardScores.create_empty(), frame(Matches, *matches), sessions, rules).collect()
    results = result_list(BoardScores.create_empty(), entries=entries, sessions=sessions, match_results=played)
    points = ranking_points(
        *(results, entries, sessions, rules),
        players=Players.create_empty(),
        match_results=played,
        earned=EarnedPoints.create_empty(),
    )
    return {"points": points.collect(), "results": results, "entries": entries, "matches": played}


def test_players_of_teams_earned_too() -> None:
    evening = evening_of_teams({})
    assert evening["points"].height == 10
    assert whoever_played_earned(**evening).is_empty()
    without_one = {**evening, "points": evening["points"].filter(pl.col("player_id") != "1c")}
    assert whoever_played_earned(**without_one)["player_id"].to_list() == ["1c"]


@pytest.mark.parametrize(("rounds", "earned"), [("1", True), ("2+3", True), ("3", False)])
def test_who_sat_out_all_that_was_played_did_not_play(rounds: str, *, earned: bool) -> None:
    evening = evening_of_teams({"1c": rounds})
    assert evening["points"]["player_id"].is_in(["1c"]).any() == earned
    assert whoever_played_earned(**evening).is_empty()
    nobody_earned = {**evening, "points": evening["points"].clear()}
    assert whoever_played_earned(**nobody_earned)["player_id"].is_in(["1c"]).any() == earned
    assert whoever_played_earned(**nobody_earned).height == 9 + earned


@pytest.mark.parametrize(("score", "reported"), [(50.0, ["a"]), (None, [])])
def test_rounds_outside_a_team_excuse_nobody(score: float | None, reported: list[str]) -> None:
    result = frame(SessionResults, {"entrant": "1", "score": score})
    entry = frame(Entries, {"entrant": "1", "player_id": "a", "rounds": "3"})
    found = whoever_played_earned(RankingPoints.create_empty(), result, entry, MatchResults.create_empty())
    assert found["player_id"].to_list() == reported


LIST = {"system": "kndb", "list_date": dt.date(2026, 6, 30)}


def game(one: str, other: str, points: float, norm: float) -> list[dict[str, Any]]:
    sides = [(one, other, points, norm), (other, one, 2 - points, 2 - norm)]
    return [
        {**LIST, "game_id": f"{one}-{other}", "player_id": player, "opponent_id": opponent}
        | {"points": scored, "norm": likely, "expected": round(likely * 50), "counted": True}
        for player, opponent, scored, likely in sides
    ]


def test_both_rows_of_a_game_make_two_points() -> None:
    sound = frame(RatedGames, *game("a", "b", 2.0, 1.28), *game("a", "c", 0.5, 0.72))
    assert a_game_is_worth_two_points(sound).is_empty()
    second = pl.col("game_id") == "a-c"
    for spoiled in (
        sound.head(3),
        sound.with_columns(pl.when(second).then(1.5).otherwise("points").alias("points")),
        sound.with_columns(
            pl.when(second).then(50).otherwise("expected").cast(pl.Int32).alias("expected")
        ).with_columns(
            pl.when(pl.col("player_id") == "c").then(51).otherwise("expected").cast(pl.Int32).alias("expected")
        ),
    ):
        assert set(a_game_is_worth_two_points(spoiled)["game_id"]) == {"a-c"}


def test_norms_of_the_games_make_those_of_the_list() -> None:
    games = frame(RatedGames, *game("a", "b", 2.0, 1.28), *game("a", "c", 0.5, 0.72))
    made = {**LIST, "method": "norm", "played": 2, "recent": 2, "games_total": 30}
    sound = frame(
        Elo,
        {**made, "player_id": "a", "games": 2, "points": 2.5, "norm": 2.0},
        {**made, "player_id": "b", "games": 1, "points": 0.0, "norm": 0.72},
        {**made, "player_id": "d"},
    )
    assert norms_add_up(games, sound).is_empty()
    for column in ("games", "points", "norm"):
        spoiled = sound.with_columns(pl.when(player_id="b").then(pl.col(column) + 1).otherwise(column).alias(column))
        assert norms_add_up(games, spoiled)["player_id"].to_list() == ["b"]


def test_lists_have_everybody_once() -> None:
    made = frame(
        Elo,
        *(
            {**LIST, "player_id": player, "rating": rating, "played": 0, "recent": 0, "games_total": 30}
            for player, rating in (("a", 1500), ("b", 1400), ("c", None))
        ),
    )
    rows = {
        (kind, player): {**LIST, "list": kind, "position": 1, "player_id": player, "rating": rating}
        for kind, player, rating in (("ranking", "a", 1500), ("alphabetical", "a", 1500), ("alphabetical", "b", 1400))
    }
    sound = frame(RatingList, *rows.values())
    assert lists_are_of_one_another(sound, made).is_empty()
    for offender, spoiled in {
        "a": frame(RatingList, *rows.values(), rows["ranking", "a"]),
        "b": frame(RatingList, *(row for key, row in rows.items() if key != ("alphabetical", "b"))),
        "c": frame(RatingList, *rows.values(), {**rows["ranking", "a"], "player_id": "c"}),
    }.items():
        assert set(lists_are_of_one_another(spoiled, made)["player_id"]) == {offender}


def matchpointed(movement: Movement, session: str) -> Tables:
    entries = [
        {**COMPETITION, "session_id": session, "entrant": str(number), "player_id": f"{number}{seat}"}
        for number in range(1, movement.pairs + 1)
        for seat in "ab"
    ]
    return {"board_scores": board_scores(movement, 3, session=session), "entries": frame(Entries, *entries)}


def balanced(board_scores: dy.DataFrame[BoardScores], entries: dy.DataFrame[Entries]) -> Tables:
    reported = sessions(*board_scores["session_id"].unique())
    return {
        "scores": season_scores(board_scores, reported, entries).collect(),
        "balance": session_balance(board_scores, reported).collect(),
        "board_scores": board_scores,
        "sessions": reported,
        "entries": entries,
    }


def found_by(check: Offenders, season: Tables) -> pl.DataFrame:
    found = check(**{name: season[name] for name in inspect.signature(check).parameters})
    return found.lazy().collect()


@pytest.mark.parametrize("movement", [mitchell(5), howell(8)])
def test_the_scores_of_a_season_add_up(movement: Movement) -> None:
    season = balanced(**matchpointed(movement, "first"))
    for check in (every_session_has_its_balance, scores_hold_both_ways, scores_add_up_to_half_tops):
        assert found_by(check, season).is_empty()
    one_more = pl.when(pl.int_range(pl.len()) == 0).then(pl.col("score") + 1).otherwise("score")
    wrong = {**season, "scores": season["scores"].with_columns(score=one_more)}
    assert found_by(scores_hold_both_ways, wrong).height == 2
    assert found_by(scores_add_up_to_half_tops, wrong).height == 1
    assert found_by(scores_add_up_to_half_tops, {**season, "scores": season["scores"].clear()}).height == 1
    assert found_by(every_session_has_its_balance, {**season, "balance": season["balance"].clear()}).height == 1


def test_scores_of_a_season_need_not_add_up_where_nobody_knows_who_sat() -> None:
    whole = matchpointed(mitchell(5), "first")
    without_one = balanced(whole["board_scores"], Entries.cast(whole["entries"].filter(pl.col("entrant") != "3")))
    assert found_by(scores_add_up_to_half_tops, without_one).is_empty()
    substitutes = whole["entries"].with_columns(
        substitutes_for=pl.when(pl.col("entrant") == "3").then(pl.col("player_id").str.replace("3", "4"))
    )
    twice = balanced(whole["board_scores"], Entries.cast(substitutes))
    assert twice["scores"]["entrant"].n_unique() == 9
    assert found_by(scores_add_up_to_half_tops, twice).is_empty()
