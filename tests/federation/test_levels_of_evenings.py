"""Levels found from simulated evenings: the true mean strength of a club lies in its band as often as it should."""

import datetime as dt
from typing import Any

import numpy as np
import polars as pl
import pytest
from factories import competitions, frame
from federation.test_levels import off
from numpy.typing import NDArray
from strength.test_filter import USUAL

from transforms.federation.levels import club_levels
from transforms.strength.filter import CONSTANTS, Asked, Played, filtered
from transforms.tables.federation import Identities
from transforms.tables.schemas import Competitions, PlayerStrengths, Sessions
from transforms.tables.strength import BAND

CLUBS, MEMBERS, NIGHTS, SEATS, SHARED = 20, 40, 20, 24, 60
TRUE = USUAL | {"spread": 3.2, "partner": 0.7, "form": 2.0, "board": 26.0, "drift": 0.0}


def evenings(random: np.random.Generator) -> pl.DataFrame:
    """Who sat where: on every evening of a club 24 of its people, of whom some are at home in another club."""
    away = random.choice(CLUBS * MEMBERS, SHARED, replace=False)
    club = np.append(
        np.repeat(np.arange(CLUBS), MEMBERS), (away // MEMBERS + random.integers(1, CLUBS, SHARED)) % CLUBS
    )
    person = np.append(np.arange(CLUBS * MEMBERS), away)
    seated = [
        (number, night, person[club == number][random.permutation((club == number).sum())[:SEATS]])
        for number in range(CLUBS)
        for night in range(NIGHTS)
    ]
    return (
        pl.DataFrame(seated, {"number": pl.Int64, "evening": pl.Int32, "person": pl.List(pl.Int64)}, orient="row")
        .explode("person")
        .with_columns(seat=pl.int_range(pl.len()).over("number", "evening") // 2)
        .with_columns(
            *(pl.lit("A").alias(name) for name in ("line", "field")),
            competition=pl.lit("evening"),
            season=pl.lit("2025-26"),
            club=pl.col("number").cast(pl.String).str.zfill(2),
            session_id=pl.col("evening").cast(pl.String),
            date=dt.date(2025, 9, 2) + pl.duration(days=7 * pl.col("evening")),
            player_id=pl.col("person").cast(pl.String).str.zfill(4),
            entrant=pl.col("seat").cast(pl.String).str.zfill(2),
            evening=pl.col("evening") + 1,
            boards=24,
            weight=1.0,
            score=0.0,
        )
        .sort("club", "evening", "field", "line", "entrant", "player_id")
    )


def strengths(rows: pl.DataFrame, played: Played, level: NDArray[Any], random: np.random.Generator) -> NDArray[Any]:
    """The true strength of each person: like that of the first partner, around the level of the club."""
    true = np.full(CLUBS * MEMBERS, np.nan)
    first = rows.unique(["club", "player_id"], keep="first", maintain_order=True)
    number = first.select("number", "evening", "person", "player_id").sort("number", "evening", "player_id")
    clubs, people = number["number"].to_numpy(), number["person"].to_numpy()
    twice = np.flatnonzero(np.bincount(people, minlength=len(true)) > 1)
    true[twice] = level[twice // MEMBERS] + TRUE["spread"] * random.normal(size=len(twice))
    start = np.searchsorted(clubs, np.arange(CLUBS))
    like = people[start[clubs] + played.lead]
    follower = {lead: who for lead, who in zip(like.tolist(), people.tolist(), strict=True) if who in set(twice)}
    for club, who, lead in zip(clubs.tolist(), people.tolist(), like.tolist(), strict=True):
        if np.isnan(true[who]):
            other = lead if not np.isnan(true[lead]) else follower.get(who, who)
            same = 0.0 if np.isnan(true[other]) else TRUE["partner"]
            likely = same * (true[other] - level[club]) if same else 0.0
            true[who] = level[club] + likely + (1 - same**2) ** 0.5 * TRUE["spread"] * random.normal()
    return true


@pytest.mark.nightly
def test_true_levels_of_simulated_evenings_lie_in_their_bands() -> None:
    found = []
    for seed in range(8):
        random = np.random.default_rng(seed)
        rows = evenings(random)
        played = Played.of(rows)
        true = strengths(rows, played, random.normal(0, 2, CLUBS), random)
        of_pair = true[rows["person"].to_numpy()].reshape(-1, 2).sum(axis=1)
        noise = np.sqrt(TRUE["form"] ** 2 + TRUE["board"] ** 2 * played.luck)
        score = of_pair + noise * random.normal(size=len(of_pair))
        score += (50 - np.bincount(played.night, score) / np.bincount(played.night))[played.night]
        rows = rows.with_columns(score=pl.Series(np.repeat(score, 2)))
        found.append(off(levels_of(rows), true_levels(rows, true)))
    z = pl.concat(found)
    assert len(z) == 8 * CLUBS
    assert z.std() == pytest.approx(1, abs=0.12)
    assert (z.abs() < BAND).mean() == pytest.approx(0.9, abs=0.06)


def true_levels(rows: pl.DataFrame, true: NDArray[Any]) -> pl.DataFrame:
    people = rows.select("club", "person").unique()
    known = people.with_columns(true=pl.Series(true[people["person"].to_numpy()]))
    return known.group_by("club").agg(pl.col("true").mean())


def levels_of(rows: pl.DataFrame) -> pl.DataFrame:
    """The levels from the strengths that the model finds after the last evening."""
    played = Played.of(rows)
    first = rows.group_by("club", "player_id").agg(pl.col("evening").min()).sort("club", "evening", "player_id")
    number = first.select(pl.int_range(pl.len()).over("club")).to_series().to_numpy()
    last = np.repeat(np.flatnonzero(np.diff(played.competition, append=-1)), np.bincount(_codes(first["club"])))
    constants = {name: np.full(len(played.rows), TRUE[name]) for name in CONSTANTS}
    _, strength = filtered(played, constants, Asked(last, number, number))
    clubs = first["club"].unique().sort().to_list()
    of_all = {"sessions": 5, "boards": 100, "since": dt.date(2025, 9, 2), "component": 1}
    known = first.with_columns(strength=pl.Series(strength.mean), sd=pl.Series(np.sqrt(strength.covariance)))
    made = frame(PlayerStrengths, *({**of_all, **row} for row in known.drop("evening").to_dicts()))
    ids = made.select("club", "player_id", person="player_id", why=pl.lit("number"))
    rules = Competitions.cast(pl.concat(competitions(club) for club in clubs))
    sessions = frame(Sessions, *({"club": club} for club in clubs))
    return club_levels(made, Identities.cast(ids), rules, sessions).collect()


def _codes(clubs: pl.Series) -> NDArray[Any]:
    return clubs.rle_id().to_numpy()
