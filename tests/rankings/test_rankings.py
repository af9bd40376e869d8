"""Rolling rankings of players, and those of pairs and trios."""

import datetime as dt
from collections.abc import Iterable

import polars as pl
import pytest
from factories import Tables, close_to, competitions, frame
from hypothesis import given
from rankings import plain
from rankings.plain import Row
from rankings.seasons import apart, federations, some_seasons

from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import last_rankings, pair_rankings, player_rankings, season_partnerships
from transforms.tables.schemas import (
    COMPETITION,
    SESSION,
    Competitions,
    PairRankings,
    PlayerRankings,
    Players,
    RankingPoints,
    SeasonPartnerships,
)

MONDAY = dt.date(2025, 9, 1)


def earned_by(player_id: str, *points: float | None) -> list[Row]:
    return [
        {
            "player_id": player_id,
            "session_id": f"s{week:02}",
            "date": MONDAY + dt.timedelta(weeks=week),
            "entrant": "1",
            "points": worth,
        }
        for week, worth in enumerate(points)
        if worth is not None
    ]


def rankings(points: list[Row], players: Iterable[Row] = (), **ranking: float) -> pl.DataFrame:
    return PlayerRankings.validate(
        player_rankings(
            frame(RankingPoints, *points), frame(Players, *players), competitions(ranking=ranking)
        ).collect()
    )


def test_mean_of_the_last_sessions_played() -> None:
    """Absence does not count, and the substitute ranking fills up what is not played yet."""
    found = rankings(earned_by("p", 80.0, None, 90.0, 100.0, None, 60.0), window=3, substitute_ranking=70.0)
    assert found["ranking"].to_list() == close_to([220 / 3, 80, 90, 250 / 3])
    assert found["sessions_counted"].to_list() == [1, 2, 3, 3]


@pytest.mark.parametrize(("first", "then"), [("a", "b"), ("9", "10"), ("Round 2b", "round 10")])
def test_sessions_of_one_day_go_by_their_id(first: str, then: str) -> None:
    """Numbers by their value, as the files of an evening are named."""
    points = [
        {"player_id": "p", "entrant": "1", "date": MONDAY, "session_id": session_id, "points": worth}
        for session_id, worth in ((then, 80.0), (first, 60.0))
    ]
    found = rankings(points, window=1)
    assert dict(found.select("session_id", "ranking_before").rows()) == {first: 70, then: 60}
    assert last_rankings(PlayerRankings.cast(found)).collect()["ranking"].to_list() == [80]


def test_a_club_by_itself_and_among_others_is_the_same_to_the_last_bit() -> None:
    """Six or seven points are added one after the other; a row of more slots would be added in another order."""
    clubs = {"harbour": 6, "hill": 17, "heath": 7}
    points = [row | {"club": club} for club in clubs for row in earned_by("p", *(100 / (3 + n) for n in range(9)))]
    earned = frame(RankingPoints, *points)
    rules = {club: competitions(club, ranking={"window": window}) for club, window in clubs.items()}
    of_all = Competitions.cast(pl.concat(rules.values()))
    together = player_rankings(earned, frame(Players), of_all).collect()
    for club in clubs:
        of_club = RankingPoints.cast(earned.filter(club=club))
        alone = player_rankings(of_club, frame(Players), rules[club]).collect()
        assert together.filter(club=club).equals(alone)


def pair_ranking(points: list[Row], members: str, players: Iterable[Row] = (), **ranking: float) -> float:
    rules, people = competitions(ranking=ranking), frame(Players, *players)
    partnership = [{"partnership_id": "us", "player_id": member, "declared": True} for member in members]
    after_sessions = player_rankings(frame(RankingPoints, *points), people, rules)
    found = pair_rankings(after_sessions, frame(SeasonPartnerships, *partnership), people, rules).collect()
    return PairRankings.validate(found)["ranking"].item()


def test_pair_is_the_sum_and_trio_two_thirds_of_it() -> None:
    points = [*earned_by("p", 20.0, 80.0), *earned_by("q", 75.0), *earned_by("r", None, None, 40.0)]
    assert pair_ranking(points, "pq", window=1) == 155
    assert pair_ranking(points, "pqr", window=1) == close_to(130)


def test_player_without_sessions_has_the_substitute_ranking() -> None:
    points = earned_by("p", 80.0)
    players = [{"player_id": "q", "substitute_ranking": 66.0}]
    assert pair_ranking(points, "pq", players, window=1) == 146
    assert pair_ranking(points, "pz", players, window=1, substitute_ranking=50.0) == 130


@some_seasons
@given(federations())
def test_every_ranking_against_plain_python(federation: Tables) -> None:
    rules, players = federation["competitions"], federation["players"]
    points = ranking_points(
        federation["session_results"],
        federation["entries"],
        federation["sessions"],
        rules,
        players=players,
        match_results=federation["match_results"],
    )
    found = PlayerRankings.validate(player_rankings(points, players, rules).collect())
    expected = [row for competition in apart(federation) for row in plain.season_after_season(competition)]
    key, numbers = (*SESSION, "player_id"), ("ranking_before", "ranking", "sessions_counted")
    assert {tuple(row[name] for name in key): [row[name] for name in numbers] for row in found.rows(named=True)} == {
        tuple(row[name] for name in key): [close_to(row[name]) for name in numbers] for row in expected
    }


@some_seasons
@given(federations())
def test_every_pair_ranking_is_that_of_its_players_now(federation: Tables) -> None:
    partnerships = season_partnerships(
        federation["partnerships"], federation["entries"], federation["sessions"], federation["competitions"]
    ).collect()
    for competition in apart(federation):
        players, rules = competition["players"], competition["competitions"]
        earned = plain.season_after_season(competition)
        after_sessions = frame(
            PlayerRankings, *({name: row[name] for name in PlayerRankings.column_names()} for row in earned)
        )
        declared = SeasonPartnerships.cast(partnerships.join(rules, on=COMPETITION, how="semi"))
        found = PairRankings.validate(pair_rankings(after_sessions, declared, players, rules).collect())
        known = {row["player_id"]: row for row in players.rows(named=True)}
        expected = {}
        for rule in rules.rows(named=True):
            for name, members in plain.by(
                declared.filter(season=rule["season"]).rows(named=True), "partnership_id"
            ).items():
                now = [plain.ranking_now(earned, row["player_id"], rule, known) for row in members]
                expected[rule["season"], name] = 2 * sum(now) / len(now)
        assert {
            (season, name): ranking
            for season, name, ranking in found.select("season", "partnership_id", "ranking").rows()
        } == close_to(expected)
