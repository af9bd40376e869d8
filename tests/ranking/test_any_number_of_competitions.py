"""One frame of many competitions gives what each gives apart, in whatever order the rows come."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from ranking.seasons import Tables, apart, federations, some_seasons

from transforms.backtest import backtest
from transforms.championships import individual, individual_sessions, pair_sessions, pairs
from transforms.partnerships import season_partnerships
from transforms.ranking_points import ranking_points
from transforms.rankings import pair_rankings, player_rankings
from transforms.tables import (
    WAREHOUSE,
    Backtest,
    Competitions,
    Entries,
    MatchResults,
    Partnerships,
    Players,
    SessionResults,
    Sessions,
)

SCHEMAS = {**WAREHOUSE, "rankings.backtest": Backtest}


def made(raw: Tables) -> Tables:
    """Every table of the rankings and the championships, each of them in the shape of its schema."""
    entries, sessions, rules, players = (raw[name] for name in ("entries", "sessions", "competitions", "players"))
    points = ranking_points(
        raw["session_results"], entries, sessions, rules, players=players, match_results=raw["match_results"]
    ).collect()
    partnerships = season_partnerships(raw["partnerships"], entries, sessions, rules).collect()
    rankings = player_rankings(points, players, rules).collect()
    of_players = individual_sessions(points, rules).collect()
    of_pairs = pair_sessions(points, entries, partnerships, rules).collect()
    tested = backtest(
        raw["session_results"], entries, sessions, rules, players=players, match_results=raw["match_results"]
    )
    tables = {
        "rankings.ranking_points": points,
        "rankings.backtest": tested.collect(),
        "rankings.player_rankings": rankings,
        "rankings.partnerships": partnerships,
        "rankings.pair_rankings": pair_rankings(rankings, partnerships, players, rules).collect(),
        "championships.individual_sessions": of_players,
        "championships.individual": individual(of_players, players, rules).collect(),
        "championships.pair_sessions": of_pairs,
        "championships.pairs": pairs(of_pairs, partnerships, rules).collect(),
    }
    return {name: SCHEMAS[name].validate(table) for name, table in tables.items()}


@some_seasons
@given(federations(), st.integers(0, 100))
def test_shuffled_rows_give_the_same_sorted_by_key(federation: Tables, seed: int) -> None:
    shuffled = {name: table.sample(fraction=1, shuffle=True, seed=seed) for name, table in federation.items()}
    expected = made(federation)
    for name, found in made(shuffled).items():
        assert_frame_equal(found, expected[name], rel_tol=0, abs_tol=1e-9)
        assert found.equals(found.sort(SCHEMAS[name].primary_key()))


@some_seasons
@given(federations())
def test_each_competition_apart_gives_the_same(federation: Tables) -> None:
    by_themselves = [made(tables) for tables in apart(federation)]
    for name, expected in made(federation).items():
        assert_frame_equal(pl.concat(of[name] for of in by_themselves), expected, rel_tol=0, abs_tol=1e-9)


def test_nothing_in_gives_nothing_out() -> None:
    schemas = (Competitions, Sessions, Entries, Players, Partnerships, SessionResults, MatchResults)
    names = ("competitions", "sessions", "entries", "players", "partnerships", "session_results", "match_results")
    nothing: Tables = {name: schema.create_empty() for name, schema in zip(names, schemas, strict=True)}
    assert all(table.is_empty() for table in made(nothing).values())
