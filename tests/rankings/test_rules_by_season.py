"""Seasons with rules, members and estimates of their own."""

import datetime as dt

import polars as pl
from factories import Tables, close_to, competitions, frame, in_warehouse
from hypothesis import given
from rankings.seasons import federations, few_seasons

from transforms.rankings.championships import individual, individual_sessions
from transforms.rankings.rankings import current_rankings, last_rankings, player_rankings, starting_rankings
from transforms.season import season_tables
from transforms.tables import schemas

YEARS = (2024, 2025)
RULES = pl.concat(
    competitions(ranking={"window": 2, "substitute_ranking": 66}, championship={"individual": {"min": 1}}).with_columns(
        season=pl.lit(f"{year}"), start=dt.date(year, 9, 1), end=dt.date(year + 1, 8, 31)
    )
    for year in YEARS
).pipe(schemas.Competitions.cast)
POINTS = frame(
    schemas.RankingPoints,
    *(
        {"season": f"{year}", "session_id": "1", "date": dt.date(year, 10, 1), "entrant": "1"}
        | {"player_id": player, "points": 90.0}
        for year in YEARS
        for player in ("p", "q")
    ),
)
PLAYERS = frame(
    schemas.Players,
    {"player_id": "p", "member": True, "substitute_ranking": 50.0}
    | {"seasons": [{"season": "2025", "member": False, "substitute_ranking": 81.5}]},
    {"player_id": "q", "substitute_ranking": 50.0, "seasons": [{"season": "2025", "member": True}]},
)


@few_seasons
@given(federations(2))
def test_rules_of_a_later_season_leave_the_seasons_before_as_they_were(federation: Tables) -> None:
    is_last = pl.col("start") == pl.col("start").max().over("club", "competition")
    other = {"lines": pl.col("lines") % 4 + 1, "width": 33.0, "window": pl.col("window") + 1, "individual_min": 7}
    rules = federation["competitions"].with_columns(
        [pl.when(is_last).then(value).otherwise(name).alias(name) for name, value in other.items()]
    )
    last = rules.filter(is_last).select(schemas.COMPETITION)
    expected = season_tables(in_warehouse(federation))
    changed = season_tables(in_warehouse({**federation, "competitions": schemas.Competitions.cast(rules)}))
    for name, table in expected.items():
        before, after = (rows.join(last, on=schemas.COMPETITION, how="anti") for rows in (table, changed[name]))
        assert before.equals(after), name


def test_an_estimate_for_a_season_comes_before_a_ranking_handed_on() -> None:
    rankings = player_rankings(POINTS, PLAYERS, RULES)
    found = starting_rankings(rankings, PLAYERS, RULES).collect()
    assert found.select("season", "player_id", "substitute_ranking", "origin").rows() == [
        ("2024", "p", 50, "player"),
        ("2024", "q", 50, "player"),
        ("2025", "p", 81.5, "player"),
        ("2025", "q", close_to(70), "season"),
    ]
    before = rankings.filter(season="2025").collect()
    assert before["ranking_before"].to_list() == [81.5, close_to(70)]
    who = pl.LazyFrame({"club": "club", "competition": "evening", "season": "2025", "player_id": ["p", "q"]})
    only_2024 = rankings.filter(season="2024")
    now = current_rankings(who, last_rankings(schemas.PlayerRankings.cast(only_2024)), PLAYERS, RULES).collect()
    assert dict(now.select("player_id", "ranking").rows()) == {"p": 81.5, "q": close_to(70)}


def test_who_is_a_member_in_one_season_can_be_champion_in_that_season() -> None:
    standing = individual(individual_sessions(POINTS, RULES), PLAYERS, RULES).collect()
    assert dict(standing.select(pl.concat_str("season", "player_id"), "eligible").rows()) == {
        **{"2024p": True, "2024q": True},
        **{"2025p": False, "2025q": True},
    }
