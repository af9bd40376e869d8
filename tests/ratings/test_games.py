"""Games beside their ratings: what each added to a norm, and what was expected beside what came."""

import math
from collections import defaultdict
from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from examples import by_night
from factories import Tables
from hypothesis import given as drawn
from hypothesis import settings
from ratings import plain
from ratings.federations import BEFORE_CUP, CUP, federations, games, games_rated, given, listed, players_of, seasons

from pipelines.settings.ratings import rating_table
from transforms.ratings.games import calibration, foretelling
from transforms.tables.schemas import Calibration, Foretelling

some_federations = settings(deadline=None, max_examples=by_night(20))


def rows_of(found: pl.DataFrame, player: str, *columns: str) -> list[tuple[Any, ...]]:
    return found.filter(player_id=player).select(columns).rows()


def test_kndb_rekenvoorbeeld_c() -> None:
    cup = games(CUP)
    before = {"ratings": given(**BEFORE_CUP), "players": players_of(cup), "seasons": seasons()}
    found = games_rated({"games": cup, **before})
    rows = rows_of(found, "leeuwen", "opponent_id", "difference", "expected", "norm", "points", "counted")
    assert sorted(rows) == [
        ("hoogteijling", 315, 86, 1.72, 2, True),
        ("karregat", 209, 77, 1.54, 2, True),
        ("sijbrands", -177, 27, 0.54, 1, True),
        ("tjon", 121, 66, 1.32, 2, True),
        ("zee", -57, 42, 0.84, 1, True),
    ]
    of_zee = rows_of(found, "zee", "rating", "opponent_rating", "difference", "expected", "points")
    assert of_zee == [(1510, 1453, 57, 58, 1)]


def test_games_in_no_season_and_of_somebody_unknown_are_left_out() -> None:
    played = games([("one", "other", 1), ("one", "nobody", 1)], [("one", "other", 1)])
    only = {
        "games": played,
        "ratings": given(one=(1500, 126), other=(1500, 126)),
        "players": players_of(played).filter(pl.col("player_id") != "nobody"),
        "seasons": seasons(),
    }
    assert games_rated(only)["game_id"].unique().to_list() == ["0.0"]


@some_federations
@drawn(federations())
def test_every_game_agrees_with_the_reference(federation: Tables) -> None:
    table = rating_table().to_dicts()
    rules = {(row["club"], row["season"]): row for row in federation["seasons"].to_dicts()}
    rows = listed(federation).to_dicts()
    before = {(row["club"], row["season"], row["player_id"]): row["rating_before"] for row in rows}
    by_norm = {(row["club"], row["season"], row["player_id"]) for row in rows if row["method"] == "norm"}
    points = {(row["club"], row["game_id"], row["player_id"]): row["points"] for row in federation["games"].to_dicts()}
    found = games_rated(federation)
    assert found.height == 2 * federation["games"].height
    for row in found.to_dicts():
        season = row["club"], row["season"]
        rule, own, other = rules[season], before[*season, row["player_id"]], before[*season, row["opponent_id"]]
        assert rule["start"] <= row["date"] <= rule["list_date"] == row["list_date"]
        assert (row["rating"], row["opponent_rating"], row["system"]) == (own, other, rule["system"])
        scored = points.get((row["club"], row["game_id"], row["player_id"]))
        if scored is None:
            scored = 2 - points[row["club"], row["game_id"], row["opponent_id"]]
        assert row["points"] == scored
        assert row["counted"] == (other is not None and (*season, row["player_id"]) in by_norm)
        if own is None or other is None:
            assert row["difference"] is row["expected"] is row["norm"] is None
        else:
            expected = plain.expected(own, other, rule, table)
            assert (row["expected"], row["norm"]) == (expected, float(Fraction(expected, 50)))
            assert row["difference"] == max(-_far(rule), min(_far(rule), own - other))


def _far(rule: dict[str, Any]) -> int:
    return rule["difference_cap"] or 10_000


def lists(found: pl.DataFrame) -> dict[tuple[str, str], list[dict[str, Any]]]:
    of_list: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in found.to_dicts():
        if row["expected"] is not None and row["player_id"] < row["opponent_id"]:
            of_list[row["club"], row["season"]].append(row)
    return of_list


@some_federations
@drawn(federations())
def test_agrees_with_the_games_one_by_one(federation: Tables) -> None:
    found = games_rated(federation)
    scored: dict[tuple[str, str, int], list[Fraction]] = defaultdict(list)
    losses = {}
    for (club, season), played in lists(found).items():
        terms = [Fraction(0), Fraction(0)]
        loss = []
        for row in played:
            share, expected = Fraction(row["points"]) / 2, row["expected"]
            scored[club, season, max(expected, 100 - expected)].append(share if expected >= 50 else 1 - share)
            terms[0] += (Fraction(expected, 100) - share) ** 2
            terms[1] += (Fraction(1, 2) - share) ** 2
            likely = min(max(expected / 100, 0.005), 0.995)
            loss.append(-float(share) * math.log(likely) - float(1 - share) * math.log(1 - likely))
        losses[club, season] = len(played), math.fsum(loss) / len(played), *(float(t / len(played)) for t in terms)

    table = (
        Calibration.validate(calibration(found).collect())
        .select("club", "season", "expected", "games", "scored")
        .rows()
    )
    means = {place: float(100 * sum(shares) / len(shares)) for place, shares in scored.items()}
    assert {tuple(place): games for *place, games, _ in table} == {place: len(scored[place]) for place in scored}
    assert {tuple(place): mean for *place, _, mean in table} == pytest.approx(means, rel=1e-12)
    rows = Foretelling.validate(foretelling(found).collect()).to_dicts()
    assert {(row["club"], row["season"]) for row in rows} == losses.keys()
    for row in rows:
        shown = row["games"], row["log_loss"], row["brier"], row["brier_even"]
        assert shown == pytest.approx(losses[row["club"], row["season"]], rel=1e-12)
        assert row["log_loss_even"] == math.log(2)
