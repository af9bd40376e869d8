"""The tables of strength: what they say of a small season, and that simulated strengths are found with their errors."""

import datetime as dt
from typing import Any

import numpy as np
import polars as pl
import pytest
from factories import competitions, frame
from strength.test_filter import USUAL

from transforms.season import season_tables
from transforms.strength.filter import CONSTANTS, Asked, Played, filtered
from transforms.strength.fit import fitted
from transforms.tables.schemas import Entries, SeasonPartnerships, SessionResults, Sessions
from transforms.tables.strength import BAND

TABLES = ("strength.forecasts", "strength.sessions", "strength.players", "strength.pairs")
SEATS = {
    "1": ("ann bob", "cy dee", "eve fay"),
    "2": ("ann bob", "cy eve", "fay dee", ""),
    "3": ("ann cy", "bob dee", "gil"),
    "4": ("kim lee", "max ned"),
}
PAIRS = {"ann + bob": "ann bob", "ann + cy": "ann cy", "ann + bob + cy": "ann bob cy", "ann + zoe": "ann zoe"}


def season(scores: dict[str, tuple[float, ...]]) -> dict[str, pl.DataFrame]:
    nights = list(scores)
    seated = [
        (night, str(place), names, scores[night][place])
        for night in nights
        for place, names in enumerate(SEATS[night])
        if place < len(scores[night])
    ]
    entries = [
        {"session_id": night, "entrant": entrant, "player_id": name}
        for night, entrant, names, _ in seated
        for name in names.split()
    ]
    members = [{"partnership_id": pair, "player_id": name} for pair, names in PAIRS.items() for name in names.split()]
    return {
        "raw.competitions": competitions(),
        "raw.sessions": frame(
            Sessions, *({"session_id": night, "date": dt.date(2025, 9, 1 + int(night))} for night in nights)
        ),
        "raw.entries": frame(Entries, *entries),
        "scored.session_results": frame(
            SessionResults,
            *({"session_id": night, "entrant": entrant, "score": score} for night, entrant, _, score in seated),
        ),
        "rankings.partnerships": frame(SeasonPartnerships, *({"declared": False, **one} for one in members)),
    }


SCORES: dict[str, tuple[float, ...]] = {
    "1": (58.0, 50.0, 42.0),
    "2": (60.0, 52.0, 40.0, 48.0),
    "3": (55.0, 50.0, 45.0),
    "4": (50.0, 50.0),
}


@pytest.fixture(scope="module")
def made() -> dict[str, pl.DataFrame]:
    return season_tables(season(SCORES), TABLES)


def rows_of(table: pl.DataFrame, *columns: str) -> list[tuple[Any, ...]]:
    return table.select(columns).rows()


def test_forecasts_say_how_often_the_least_known_player_had_played(made: dict[str, pl.DataFrame]) -> None:
    forecasts = made["strength.forecasts"]
    known = {night: forecasts.filter(session_id=night)["known"].to_list() for night in SCORES}
    assert known == {"1": [0, 0, 0], "2": [1, 1, 1, 0], "3": [2, 2, 0], "4": [0, 0]}
    second = forecasts.filter(session_id="2")["expected"].to_list()
    assert max(second) == second[0]
    assert min(second) == second[2]
    assert sum(second) == pytest.approx(200)
    assert forecasts.select(((pl.col("high") - pl.col("low")) / pl.col("sd")).round(9).unique()).item() == round(
        2 * BAND, 9
    )


def test_players_have_what_is_behind_their_strength(made: dict[str, pl.DataFrame]) -> None:
    players = made["strength.players"].rows_by_key("player_id", named=True, unique=True)
    ann, kim = players["ann"], players["kim"]
    assert (ann["sessions"], ann["boards"], ann["since"], ann["component"]) == (3, 72, dt.date(2025, 9, 2), 1)
    assert (kim["sessions"], kim["strength"], kim["component"]) == (1, 0.0, 2)
    assert len(made["strength.sessions"]) == 6 + 6 + 5 + 4
    last = made["strength.sessions"].filter(player_id="ann", session_id="3")
    assert rows_of(last, "strength", "sd") == [(ann["strength"], ann["sd"])]


def test_pairs_have_the_sum_of_both_and_what_they_did_together(made: dict[str, pl.DataFrame]) -> None:
    players = made["strength.players"].rows_by_key("player_id", named=True, unique=True)
    pairs = made["strength.pairs"].rows_by_key("partnership_id", named=True, unique=True)
    assert set(pairs) == {"ann + bob", "ann + cy", "ann + bob + cy"}  # zoe never played
    ann, bob, cy = (players[name] for name in ("ann", "bob", "cy"))
    assert pairs["ann + bob"]["strength"] == pytest.approx(ann["strength"] + bob["strength"])
    three = 2 / 3 * (ann["strength"] + bob["strength"] + cy["strength"])
    assert pairs["ann + bob + cy"]["strength"] == pytest.approx(three)
    assert {pair: row["sessions"] for pair, row in pairs.items()} == {
        "ann + bob": 2,
        "ann + cy": 1,
        "ann + bob + cy": 3,
    }
    assert abs(ann["sd"] - bob["sd"]) < pairs["ann + bob"]["sd"] < ann["sd"] + bob["sd"]
    of_one = made["strength.forecasts"].filter(session_id="3", entrant="0").row(0, named=True)
    certain = 1 / of_one["sd"] ** 2
    extra = (of_one["score"] - of_one["expected"]) * certain / (certain + 1)
    found = pairs["ann + cy"]
    assert (found["extra"], found["extra_sd"]) == pytest.approx((extra, (certain + 1) ** -0.5))


def test_the_order_of_the_rows_is_irrelevant(made: dict[str, pl.DataFrame]) -> None:
    mixed = {name: table.sample(fraction=1, shuffle=True, seed=5) for name, table in season(SCORES).items()}
    again = season_tables(mixed, TABLES)
    assert all(again[name].equals(made[name]) for name in TABLES)


def test_later_evenings_change_no_forecast_and_nothing_played_is_nothing_made(made: dict[str, pl.DataFrame]) -> None:
    before = season_tables(season(dict(list(SCORES.items())[:2])), TABLES)
    for name in ("strength.forecasts", "strength.sessions"):
        assert made[name].filter(pl.col("session_id") < "3").equals(before[name])
    nothing = season_tables({name: table.clear() for name, table in season(SCORES).items()}, TABLES)
    assert all(nothing[name].is_empty() for name in TABLES)


def test_clubs_that_are_computed_apart_give_the_same(
    made: dict[str, pl.DataFrame], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = {
        name: pl.concat(table.with_columns(club=pl.lit(club)) for club in ("a", "b"))
        for name, table in season(SCORES).items()
    }
    at_once = season_tables(both, TABLES)
    monkeypatch.setattr("transforms.strength.strengths._PART", 1)
    apart = season_tables(both, TABLES)
    for name in TABLES:
        assert apart[name].equals(at_once[name])
        assert apart[name].filter(club="b").drop("club").equals(made[name].drop("club"))


CLUBS, PLAYERS, NIGHTS, TRUE = 60, 24, 12, {"spread": 4.0, "partner": 0.6, "form": 3.0, "board": 16.0}


def simulated() -> tuple[pl.DataFrame, np.ndarray]:
    """Evenings of clubs whose players come as they like, and the true strengths in the order of first appearance."""
    random = np.random.default_rng(2026)
    who = random.permuted(np.tile(np.arange(PLAYERS), (CLUBS, NIGHTS, 1)), axis=2)[:, :, :16]
    boards = random.integers(12, 31, (CLUBS, NIGHTS))
    club, night, seat = (index.ravel() for index in np.indices(who.shape))
    rows = (
        pl.DataFrame(
            {"club": club, "evening": night + 1, "entrant": seat // 2, "player_id": who.ravel()}
            | {"boards": boards[club, night], "score": np.zeros(len(seat)), "weight": np.ones(len(seat))}
        )
        .with_columns(
            *(pl.lit("A").alias(name) for name in ("competition", "season", "line", "field")),
            pl.col("evening").cast(pl.Int32),
            pl.col("club", "entrant", "player_id").cast(pl.String).str.zfill(2),
            session_id=pl.col("evening").cast(pl.String),
            date=dt.date(2025, 9, 2) + pl.duration(days=7 * pl.col("evening")),
        )
        .sort("club", "evening", "field", "line", "entrant", "player_id")
    )
    played = Played.of(rows)
    assert (played.seen[played.evening == NIGHTS] == PLAYERS).all()
    like, true = TRUE["partner"], TRUE["spread"] * random.normal(size=(CLUBS, PLAYERS))
    for number, lead in enumerate(played.lead.reshape(CLUBS, PLAYERS).T):
        own, first = true[:, number], true[np.arange(CLUBS), lead]
        true[:, number] = np.where(lead == number, own, like * first + (1 - like**2) ** 0.5 * own)
    of_pair = (
        true[np.repeat(np.repeat(np.arange(CLUBS), NIGHTS), played.rows), played.player].reshape(-1, 2).sum(axis=1)
    )
    noise = np.sqrt(TRUE["form"] ** 2 + TRUE["board"] ** 2 * played.luck)
    score = (of_pair + noise * random.normal(size=len(of_pair))).reshape(-1, 8)
    score += 50 - score.mean(axis=1, keepdims=True)
    return rows.with_columns(score=pl.Series(np.repeat(score.ravel(), 2))), true


def test_true_strengths_are_found_with_the_errors_that_are_stated() -> None:
    rows, true = simulated()
    played = Played.of(rows)
    last = np.flatnonzero(played.evening == NIGHTS)
    numbers = np.tile(np.arange(PLAYERS), CLUBS)
    constants = {name: np.full(len(played.rows), (USUAL | TRUE)[name]) for name in CONSTANTS}
    forecast, found = filtered(played, constants, Asked(np.repeat(last, PLAYERS), numbers, numbers))
    strengths = (found.mean - true.ravel()) / np.sqrt(found.covariance)
    scores = (played.score - forecast.expected) / np.sqrt(forecast.variance)
    for z in (strengths, scores):
        assert z.mean() == pytest.approx(0, abs=0.15)  # the level of a club cannot be seen
        assert z.std() == pytest.approx(1, abs=0.04)
        assert (abs(z) < BAND).mean() == pytest.approx(0.9, abs=0.02)
    best = np.maximum.reduceat(played.score, np.flatnonzero(np.diff(played.night, prepend=-1)))[played.night]
    for low, high in ((0.0, 0.1), (0.1, 0.3), (0.3, 1.0)):
        these = (forecast.chance >= low) & (forecast.chance < high)
        assert (played.score == best)[these].mean() == pytest.approx(forecast.chance[these].mean(), abs=0.03)


@pytest.mark.long
def test_the_constants_of_simulated_evenings_are_found() -> None:
    rows, _ = simulated()
    found = fitted(rows.filter(pl.col("club") < "15"))
    assert (found.spread, found.drift, found.evenings) == (pytest.approx(TRUE["spread"], rel=0.15), 0, 15 * NIGHTS)
    assert found.partner == pytest.approx(TRUE["partner"], abs=0.25)
    of_24_boards = TRUE["form"] ** 2 + TRUE["board"] ** 2 * 5 / 3 / 24
    assert found.form**2 + found.board**2 * 5 / 3 / 24 == pytest.approx(of_24_boards, rel=0.15)
    played = Played.of(rows.filter(pl.col("club") < "15"))
    constants = {name: np.full(len(played.rows), (USUAL | TRUE)[name]) for name in CONSTANTS}
    assert found.likelihood > filtered(played, constants)[0].likelihood.sum()
    with pytest.raises(ValueError, match="no evening of pairs"):
        fitted(rows.clear())
