"""What must be true of the data: rows that break a check are found, and no others."""

import polars as pl
import pytest
from factories import competitions, frame

from pipelines.checks import whoever_played_earned
from transforms.match_results import match_results
from transforms.ranking_points import ranking_points
from transforms.session_results import session_results
from transforms.tables import (
    Adjustments,
    BoardScores,
    Entries,
    Matches,
    MatchResults,
    Players,
    RankingPoints,
    Results,
    SessionResults,
    Sessions,
)

Tables = dict[str, pl.DataFrame]


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
    results = session_results(
        BoardScores.create_empty(),
        entries,
        sessions,
        rules,
        results=Results.create_empty(),
        adjustments=Adjustments.create_empty(),
        match_results=played,
    ).collect()
    points = ranking_points(results, entries, sessions, rules, players=Players.create_empty(), match_results=played)
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


def test_rounds_of_who_sat_in_no_team_excuse_nobody() -> None:
    result = frame(SessionResults, {"entrant": "1", "score": 50.0})
    entry = frame(Entries, {"entrant": "1", "player_id": "a", "rounds": "3"})
    found = whoever_played_earned(RankingPoints.create_empty(), result, entry, MatchResults.create_empty())
    assert found["player_id"].to_list() == ["a"]


def test_who_has_no_score_need_not_earn() -> None:
    result = frame(SessionResults, {"entrant": "1", "score": None})
    entry = frame(Entries, {"entrant": "1", "player_id": "a"})
    assert whoever_played_earned(RankingPoints.create_empty(), result, entry, MatchResults.create_empty()).is_empty()
