"""What was expected beside what came: the counts of every percentage, log-loss and Brier score."""

import math
from collections import defaultdict
from fractions import Fraction
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from examples import by_night
from factories import Tables
from hypothesis import given as drawn
from hypothesis import settings
from ratings.federations import Meeting, federations, games, games_rated, given, players_of, seasons

from transforms.ratings.games import calibration, foretelling
from transforms.tables.schemas import Calibration, Foretelling, RatedGames

some_federations = settings(deadline=None, max_examples=by_night(20))


def of_season(*meetings: Meeting, **ratings: int) -> dy.DataFrame[RatedGames]:
    played = games(meetings)
    before = given("club", **{name: (rating, 126) for name, rating in ratings.items()})
    return games_rated({"games": played, "ratings": before, "players": players_of(played), "seasons": seasons()})


def calibrated(told: dy.DataFrame[RatedGames]) -> pl.DataFrame:
    return Calibration.validate(calibration(told).collect())


def foretold(told: dy.DataFrame[RatedGames]) -> pl.DataFrame:
    return Foretelling.validate(foretelling(told).collect())


def test_the_higher_rated_scored_so_much() -> None:
    found = of_season(
        *(("high", "low", 2), ("low", "high", 2), ("high", "low", 1)),
        *(("b", "c", 0.5), ("b", "a", 0), ("new", "high", 2)),
        **{"high": 1606, "low": 1415, "a": 1502, "b": 1500, "c": 1503},
    )
    # 191 apart, 75 %: a win, a loss and a draw. Up to 3 apart, 50 %: b has a quarter of a game against c, a all of b's.
    of_percentage = calibrated(found).select("expected", "games", "scored").rows()
    assert of_percentage == [(50, 2, (0.25 + 1) / 2 * 100), (75, 3, 50)]


def test_log_loss_and_brier_score_of_a_season() -> None:
    found = of_season(("high", "low", 2), ("low", "high", 2), ("high", "low", 1), high=1606, low=1415)
    [row] = foretold(found).rows(named=True)
    assert row["games"] == 3
    assert row["log_loss"] == pytest.approx(-1.5 * (math.log(0.75) + math.log(0.25)) / 3, rel=1e-12)
    assert row["brier"] == pytest.approx((0.25**2 + 0.75**2 + 0.25**2) / 3, rel=1e-12)
    assert row["log_loss_even"] == pytest.approx(math.log(2), rel=1e-12)
    assert row["brier_even"] == pytest.approx((0.25 + 0.25 + 0) / 3, rel=1e-12)


def test_games_with_somebody_without_a_rating_say_nothing() -> None:
    found = of_season(("new", "old", 2), ("new", "newer", 1), old=1500)
    assert found.height == 4
    assert calibrated(found).is_empty()
    assert foretold(found).is_empty()
    assert calibrated(RatedGames.create_empty()).is_empty()
    assert foretold(RatedGames.create_empty()).is_empty()


def lists(found: pl.DataFrame) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Club and season -> its games with an expectation, once each."""
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

    table = calibrated(found).select("club", "season", "expected", "games", "scored").rows()
    means = {place: float(100 * sum(shares) / len(shares)) for place, shares in scored.items()}
    assert {tuple(place): games for *place, games, _ in table} == {place: len(scored[place]) for place in scored}
    assert {tuple(place): mean for *place, _, mean in table} == pytest.approx(means, rel=1e-12)
    rows = foretold(found).to_dicts()
    assert {(row["club"], row["season"]) for row in rows} == losses.keys()
    for row in rows:
        shown = row["games"], row["log_loss"], row["brier"], row["brier_even"]
        assert shown == pytest.approx(losses[row["club"], row["season"]], rel=1e-12)
        assert row["log_loss_even"] == math.log(2)
