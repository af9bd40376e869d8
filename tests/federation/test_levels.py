"""Levels of clubs: what they are in small federations, and that simulated levels are found with their errors."""

import datetime as dt

import numpy as np
import polars as pl
import pytest
from factories import competitions, frame

from transforms.federation.levels import club_levels
from transforms.tables.federation import Identities
from transforms.tables.federation_lists import ClubLevels
from transforms.tables.schemas import Competitions, PlayerStrengths, Sessions
from transforms.tables.strength import BAND

SPREAD = 3.2
Known = tuple[str, str, str, float, float]  # club, competition, player, strength and its error


def levels(*known: Known, rows: pl.DataFrame | None = None, others: tuple[str, ...] = ()) -> pl.DataFrame:
    """The levels from strengths at the end of a season; whose ids are equal is one person."""
    names = ("club", "competition", "player_id", "strength", "sd")
    found = rows if rows is not None else pl.DataFrame(known, names, orient="row")
    of_all = {"sessions": 5, "boards": 100, "since": dt.date(2025, 9, 2), "component": 1}
    made = frame(PlayerStrengths, *({**of_all, **row} for row in found.to_dicts()))
    clubs = made.select("club", "competition").unique().sort("club", "competition").rows()
    held = pl.concat([competitions(*ids) for ids in [*clubs, *((club, "evening") for club in others)]])
    sessions = frame(Sessions, *({"club": club, "competition": evening} for club, evening in clubs))
    ids = made.select("club", "player_id", person="player_id", why=pl.lit("number")).unique()
    return ClubLevels.validate(club_levels(made, Identities.cast(ids), Competitions.cast(held), sessions).collect())


def error_of(weight: float) -> float:
    """The error of a strength of which results explain this share of the variance."""
    return SPREAD * (1 - weight) ** 0.5


def test_a_shared_player_links_two_clubs() -> None:
    """The results say 2.4 / .75 = 3.2 in one club and -1 / .5 = -2 in the other, which is so much stronger."""
    found = levels(
        ("a", "evening", "ann", 2.4, error_of(0.75)),
        ("a", "evening", "bob", 1.0, error_of(0.75)),
        ("a", "evening", "cy", -1.0, error_of(0.75)),
        ("b", "evening", "ann", -1.0, error_of(0.5)),
        ("c", "evening", "dee", 1.0, error_of(0.5)),
        others=("d",),
    )
    assert found["level"].to_list() == [pytest.approx(-5.2 / 4), pytest.approx(5.2 * 3 / 4), None, None]
    error = SPREAD * (0.25 / 0.75 + 1) ** 0.5
    assert found["error"].to_list() == [pytest.approx(error / 4), pytest.approx(error * 3 / 4), None, None]
    assert found["reason"].to_list() == [None, None, "nobody_shared", "no_strength"]
    assert found.select("shared", "people", "component").rows() == [(1, 3, 1), (1, 1, 1), (0, 1, None), (0, 0, None)]


def test_the_competitions_of_a_club_are_fields_of_their_own() -> None:
    """`bea` links both evenings of `a`, and `ann` one of them with `b`, which is 4 above it."""
    weight = 0.5
    certain = error_of(weight)
    found = levels(
        ("a", "monday", "ann", 4 * weight, certain),
        ("a", "monday", "bea", 1 * weight, certain),
        ("a", "friday", "bea", -1 * weight, certain),
        ("b", "evening", "ann", 0.0, certain),
    )
    assert found["level"].to_list() == [pytest.approx(-2.5 / 3), pytest.approx(2.5)]
    assert found.select("shared", "people").rows() == [(1, 2), (1, 1)]


def test_groups_of_clubs_have_a_zero_each() -> None:
    certain = error_of(0.5)
    pairs = {"a": "ann", "b": "ann", "c": "cy", "d": "cy"}
    found = levels(*((club, "evening", who, float(club in "ac"), certain) for club, who in pairs.items()))
    assert found["component"].to_list() == [1, 1, 2, 2]
    assert found["level"].to_list() == pytest.approx([-1, 1, -1, 1])
    assert levels(others=("d",))["reason"].to_list() == ["no_strength"]


def drawn(clubs: int, people: int, shared: int, seed: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Strengths with errors, of people of whom some play in two clubs; and the true level of each club."""
    random = np.random.default_rng(seed)
    home = np.repeat(np.arange(clubs), people)
    who = np.arange(len(home))
    away = random.choice(len(home), shared, replace=False)
    club = np.append(home, (home[away] + random.integers(1, clubs, shared)) % clubs)
    who = np.append(who, away)
    level = random.normal(0, 2, clubs)
    true = level[home] + random.normal(0, SPREAD, len(home))
    weight = random.uniform(0.2, 0.9, len(who))
    off = SPREAD * np.sqrt(weight * (1 - weight)) * random.normal(size=len(who))
    rows = pl.DataFrame(
        {"club": [f"c{one:04}" for one in club.tolist()], "player_id": [f"p{one}" for one in who.tolist()]}
        | {"strength": weight * (true[who] - level[club]) + off, "sd": SPREAD * np.sqrt(1 - weight)}
    ).with_columns(competition=pl.lit("evening"))
    return rows, pl.DataFrame({"club": [f"c{one:04}" for one in range(clubs)], "true": level})


def off(found: pl.DataFrame, true: pl.DataFrame) -> pl.Series:
    """By how many errors each level is off, where all is taken around the mean of the component."""
    known = found.drop_nulls("level").join(true, on="club", maintain_order="left")
    mean = (pl.col("true") * pl.col("people")).sum().over("component") / pl.col("people").sum().over("component")
    return known.select((pl.col("level") - (pl.col("true") - mean)) / pl.col("error")).to_series()


def test_true_levels_lie_within_the_errors_that_are_stated() -> None:
    rows, true = drawn(clubs=300, people=12, shared=700, seed=62)
    z = off(levels(rows=rows), true)
    assert len(z) > 290
    assert z.std() == pytest.approx(1, abs=0.08)
    assert (z.abs() < BAND).mean() == pytest.approx(0.9, abs=0.03)
