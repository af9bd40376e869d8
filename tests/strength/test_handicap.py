"""Handicap lists and strata: printed examples, and what holds for every field."""

from collections.abc import Sequence
from typing import Any

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from each import cases
from factories import NOTHING_KEPT, Tables, close_to, competitions, frame
from simulated import simulate

from bench.handicap import chi_square, first_places
from transforms.season import STEPS, season_tables
from transforms.strength.handicap import handicap_results
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.schemas import (
    Competitions,
    Entries,
    Forecasts,
    HandicapResults,
    PlayerRankings,
    Players,
    SessionResults,
)

OFFICIAL = ("scored.session_results", "rankings.player_rankings", "championships.individual", "awards.points")
Row = dict[str, Any]
Pairs = Sequence[tuple[float | None, ...]]
"""The handicaps of the players of each pair, pair 1 first."""


def made(
    pairs: Pairs, scores: Sequence[float | None], rules: Row, tables: Tables | None = None, **of: Any
) -> dy.DataFrame[HandicapResults]:
    """The handicap list of a field, by entrant; `of` goes into the rows of results, and `tables` replaces others."""
    seats = [(f"{pair}", f"{pair}{seat}", own) for pair, both in enumerate(pairs, 1) for seat, own in enumerate(both)]
    listed = [{"entrant": f"{pair}", "score": score, **of} for pair, score in enumerate(scores, 1)]
    read: Tables = {
        "session_results": frame(SessionResults, *listed),
        "entries": frame(Entries, *({"entrant": pair, "player_id": player} for pair, player, _ in seats)),
        "players": frame(Players, *({"player_id": player, "handicap": own} for _, player, own in seats)),
        "competitions": competitions(handicap=rules),
        "player_rankings": frame(PlayerRankings),
        "forecasts": frame(Forecasts),
    }
    return handicap_results(**{**read, **(tables or {})}).collect()


def printed(results: pl.DataFrame, column: str) -> list[float | None]:
    return results.sort(pl.col("entrant").cast(pl.Int32)).select(to_decimals(pl.col(column))).to_series().to_list()


FORECAST = {"sd": 5.0, "low": 0.0, "high": 100.0, "chance": 0.1, "known": 9, "score": 50.0}


def forecasts(*expected: float) -> dy.DataFrame[Forecasts]:
    return frame(Forecasts, *({"entrant": f"{n}", "expected": one, **FORECAST} for n, one in enumerate(expected, 1)))


# --- printed examples ------------------------------------------------------------------------------

START_LIST: Pairs = [(22.00, 28.00), (17.50, 18.17), (16.11, 6.64), (13.00, 13.00), (26.61, 43.69), (17.03, 45.03)]


def test_the_start_list_of_danmarks_bridgeforbund() -> None:
    """*Forstå dit handicap* prints a mean of 22.23, and these percentages.

    For the third pair it prints 56.61, a slip: the percentages would add up to 300.10, and 50 + 0.6 (22.23 - 11.37) is
    56.51. It cuts the mean of that pair, 11.375, to 11.37, and rounds that of the second, 17.835, to 17.84.
    """
    listed = made(START_LIST, [50.0] * 6, {"system": "project52"})
    assert printed(listed, "expected") == [48.34, 52.64, 56.51, 55.54, 42.25, 44.72]
    assert listed["expected"].sum() == close_to(300)


def test_the_handicap_of_perth_bridge_club() -> None:
    """*Handicap System Explained*: (-5.2 + 1.9) / 2 = -1.65; 57.6 % becomes 55.95 %."""
    listed = made([(-5.2, 1.9)], [57.6], {"system": "table"})
    assert printed(listed, "handicap") == [-1.65]
    assert printed(listed, "handicap_score") == [55.95]


def test_the_handicaps_of_pembury_bridge_club() -> None:
    """*Pembury Handicapping Method*: averages of 40 and 50 % add 5 %, 45 and 55 % nothing, 50 and 60 % take 5 %."""
    listed = made([(10, 0), (5, -5), (0, -10)], [50.0] * 3, {"system": "table"})
    assert listed["handicap"].to_list() == [5, 0, -5]
    assert listed["expected"].to_list() == [45, 50, 55]


def test_the_handicaps_of_bridgewebs() -> None:
    """*The Handicap System*: averages of 44 and 46 % add 5 %; 45 % becomes 50 %, and 49 % becomes 54 %."""
    listed = made([(6, 4), (6, 4)], [45.0, 49.0], {"system": "table"})
    assert listed.select("handicap_score", "rank").rows() == [(50, 2), (54, 1)]


# --- what holds for every field --------------------------------------------------------------------


def evenings(system: str) -> Tables:
    """Three clubs with four evenings each, of two to nine pairs in one or two directions; numbers by a fixed seed."""
    chance, clubs = np.random.default_rng(52), ("one", "two", "three")
    players = [
        {"club": club, "player_id": f"{n}", "handicap": chance.integers(5200) / 100}
        for club in clubs
        for n in range(18)
    ]
    listed, seats, expected = list[Row](), list[Row](), list[Row]()
    for number in range(12):
        pairs, seated = int(chance.integers(2, 10)), chance.permutation(18)
        of = {"club": clubs[number % 3], "session_id": f"{number}"}
        forecast = chance.normal(50, 5, pairs)
        for pair, score in enumerate(chance.integers(3000, 7000, pairs)):
            of_pair = {**of, "entrant": f"{pair}", "field": ("A NS", "A EW")[pair % 2] if number % 2 else "A"}
            listed.append({**of_pair, "score": score / 100})
            seats += [{**of_pair, "player_id": f"{player}"} for player in seated[[pair, pair + 9]]]
            expected.append({**of_pair, **FORECAST, "expected": forecast[pair] - forecast.mean() + 50})
    rules = {"system": system, "strata": 3}
    return {
        "session_results": frame(SessionResults, *listed),
        "entries": frame(Entries, *({name: of for name, of in seat.items() if name != "field"} for seat in seats)),
        "players": frame(Players, *players),
        "competitions": Competitions.cast(pl.concat(competitions(club, handicap=rules) for club in clubs)),
        "player_rankings": frame(PlayerRankings),
        "forecasts": frame(Forecasts, *expected),
    }


@cases("project52", "strength", "table")
def test_every_field_has_its_own_list_whatever_comes_with_it(system: str) -> None:
    tables = evenings(system)
    listed = handicap_results(**tables).collect()
    assert listed.equals(HandicapResults.validate(listed).sort(HandicapResults.primary_key()))
    alone = (
        handicap_results(**{name: table.filter(club=club) for name, table in tables.items()}).collect()
        for club in ("one", "three", "two")
    )
    assert pl.concat(alone).equals(listed)
    turned = ("session_results", "entries", "forecasts")
    assert handicap_results(**{**tables, **{name: tables[name].reverse() for name in turned}}).collect().equals(listed)
    assert (listed["handicap_score"] == listed["score"] + listed["handicap"]).all()
    if system == "project52":
        sums = listed.group_by("club", "session_id", "field").agg(pl.col("handicap").sum())
        assert sums["handicap"].to_list() == [close_to(0)] * sums.height


def test_the_points_of_a_strength_are_what_the_forecast_lacks() -> None:
    listed = made(
        [(None, None)] * 3, [61.25, 50.0, 38.75], {"system": "strength"}, {"forecasts": forecasts(62, 50, 38)}
    )
    assert listed.select("expected", "handicap", "handicap_score", "rank").rows() == [
        (62, -12, 49.25, 3),
        (50, 0, 50, 2),
        (38, 12, 50.75, 1),
    ]


@cases("table", "project52")
def test_a_pair_without_a_handicap_has_none(system: str) -> None:
    listed = made([(10, 20), (10, None), (None, None), (20, 20)], [50.0, 60.0, 70.0, 40.0], {"system": system})
    unknown = listed.filter(pl.col("entrant").is_in(["2", "3"])).drop("entrant", "score", "line", "field")
    assert unknown.select("expected", "handicap", "handicap_score", "rank").unique().rows() == [(None,) * 4]
    assert listed["rank"].drop_nulls().to_list() == [1, 2]
    if system == "project52":
        assert listed["handicap"].to_list() == [close_to(-1.5), None, None, close_to(1.5)]


def test_only_percentages_of_who_played_where_the_club_has_handicaps() -> None:
    assert made([(1, 1)], [55.0], {}).is_empty()
    assert made([(1, 1)], [None], {"system": "table"}).is_empty()
    assert made([(1, 1)], [1.5], {"system": "table"}, scoring="butler").is_empty()


def test_the_official_lists_are_the_same_with_and_without_a_handicap() -> None:
    made_up = simulate(1, 2, pairs=12, boards=6)
    raw: Tables = {f"raw.{name}": made_up.get(name, empty) for name, empty in NOTHING_KEPT.items()}
    raw |= {"raw.players": Players.cast(made_up["players"].with_columns(handicap=pl.lit(2.5)))}
    owner = made_up["sessions"].select("club", "competition").row(0)
    without, made = (
        season_tables(
            {**raw, "raw.competitions": competitions(*owner, handicap=rules), "strength.forecasts": frame(Forecasts)},
            (*OFFICIAL, "strength.handicap_results"),
        )
        for rules in (Row(), {"system": "table", "strata": 2})
    )
    assert without["strength.handicap_results"].is_empty()
    assert {name: made[name].equals(without[name]) for name in OFFICIAL} == dict.fromkeys(OFFICIAL, True)
    assert made["strength.handicap_results"]["handicap"].unique().to_list() == [2.5]
    assert [step.makes for step in STEPS if "strength.handicap_results" in step.reads.values()] == []


@pytest.mark.nightly
def test_by_strength_every_fifth_wins_as_often() -> None:
    scratch, exact, _, expected = first_places().values()
    assert chi_square(scratch)[1] < 1e-9
    assert chi_square(exact)[1] > 0.01
    assert chi_square(expected)[1] > 0.01


# --- strata ----------------------------------------------------------------------------------------


def test_a_pair_competes_in_its_stratum_and_in_those_above() -> None:
    pairs, scores = [(n, n) for n in (1, 2, 3, 4, 5, 6)], [50.0, 40.0, 60.0, 45.0, 55.0, 50.0]
    listed = made(pairs, scores, {"system": "table", "strata": 3})
    assert listed["stratum"].to_list() == [1, 1, 2, 2, 3, 3]
    # In stratum 1 all six compete, in 2 the last four, in 3 the last two.
    assert listed["stratum_rank"].to_list() == [3, 6, 1, 4, 1, 2]


def test_equal_pairs_share_the_stronger_stratum_and_who_is_not_known_is_in_the_first() -> None:
    pairs: Pairs = [(1, 1), (2, 2), (2, 2), (3, 3), (None, 9)]
    listed = made(pairs, [50.0] * 5, {"system": "table", "strata": 2})
    assert listed["stratum"].to_list() == [1, 1, 1, 2, 1]
    assert listed["stratum_rank"].to_list() == [1] * 5
    assert made(pairs, [50.0] * 5, {"system": "table"})["stratum"].to_list() == [None] * 5


def test_strata_by_ranking_take_the_ranking_before_the_session() -> None:
    before = {"10": 90.0, "11": 70.0, "20": 85.0, "21": 85.0, "30": 60.0, "31": 60.0, "40": 70.0, "41": 60.0}
    rankings = frame(
        PlayerRankings,
        *(
            {"player_id": player, "ranking_before": ranking, "ranking": 100 - ranking, "sessions_counted": 6}
            for player, ranking in before.items()
        ),
    )
    rules = {"system": "table", "strata": 2, "by": "ranking"}
    listed = made([(0, 0)] * 4, [50.0] * 4, rules, {"player_rankings": rankings})
    assert listed["stratum"].to_list() == [1, 1, 2, 2]


def test_strata_without_handicaps_are_refused() -> None:
    with pytest.raises(ValueError, match="strata are on handicap lists"):
        competitions(handicap={"strata": 3})
