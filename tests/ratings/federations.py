"""Frames for ratings, with what matters given, and random federations."""

import datetime as dt
from collections.abc import Iterable
from random import Random
from typing import Any

import dataframely as dy
import polars as pl
from factories import Tables, frame
from hypothesis import strategies as st

from pipelines.settings.editions import editions
from pipelines.settings.ratings import KStep, RatingRules, rating_table
from transforms.ratings import elo
from transforms.ratings.games import rated_games
from transforms.ratings.seasons import rating_seasons
from transforms.tables.schemas import Elo, Games, Players, RatedGames, Ratings, RatingSeasons

Meeting = tuple[str, str, float]  # player, opponent, the player's points out of 2

FIRST_LIST = 1996
LEEUWEN = {"zee": 1510, "hoogteijling": 1138, "tjon": 1332, "sijbrands": 1630, "karregat": 1244}
"""The source, rekenvoorbeeld c: the opponents in a cup of five games, with their ratings; 1 2 2 1 2 points of 2."""
CUP = [("leeuwen", other, points) for other, points in zip(LEEUWEN, (1.0, 2.0, 2.0, 1.0, 2.0), strict=True)]
BEFORE_CUP = {"leeuwen": (1453, 126), **{name: (rating, 126) for name, rating in LEEUWEN.items()}}


def rules(system: str = "kndb", **changed: Any) -> RatingRules:
    """The rules of a system in its first edition, and of the FIDE's without a floor."""
    first = editions("rating_systems.toml")[system][0]
    return RatingRules.model_validate({**first.rules, "floor": None, **changed})


def seasons(system: str = "kndb", count: int = 1, club: str = "club", **changed: Any) -> dy.DataFrame[RatingSeasons]:
    """So many seasons after the first list."""
    years = range(FIRST_LIST + 1, FIRST_LIST + 1 + count)
    rating = {"system": system, "rules": rules(system, **changed).model_dump()}
    return RatingSeasons.cast(rating_seasons(club, "evening", rating, years))


def games(*of_seasons: Iterable[Meeting], club: str = "club") -> dy.DataFrame[Games]:
    """The games of the seasons after the first list."""
    played = (
        {"club": club, "game_id": f"{season}.{number}", "date": dt.date(FIRST_LIST + season, 9, 1)}
        | {"player_id": one, "opponent_id": other, "points": float(points), "opponent_points": 2.0 - points}
        for season, meetings in enumerate(of_seasons)
        for number, (one, other, points) in enumerate(meetings)
    )
    return frame(Games, *played)


def match(one: str, other: str, points: int, of: int) -> list[Meeting]:
    return [(one, other, min(max(points - 2 * number, 0), 2)) for number in range(of)]


def given(club: str = "club", /, **ratings: tuple[float, int | None]) -> dy.DataFrame[Ratings]:
    """The first list: player -> rating and games so far."""
    of_list = {"club": club, "list_date": dt.date(FIRST_LIST, 6, 30)}
    rows = ({"player_id": player, "rating": float(rating), "games": many} for player, (rating, many) in ratings.items())
    return frame(Ratings, *(of_list | row for row in rows))


def players_of(played: pl.DataFrame) -> dy.DataFrame[Players]:
    """Everybody who plays."""
    sides = [played.select("club", player_id=name) for name in ("player_id", "opponent_id")]
    return frame(Players, *pl.concat(sides).unique().to_dicts())


def listed(federation: Tables) -> dy.DataFrame[Elo]:
    return Elo.validate(elo(**federation, table=rating_table()).collect())


def games_rated(federation: Tables) -> dy.DataFrame[RatedGames]:
    """Its games beside their ratings."""
    found = rated_games(federation["games"], listed(federation), federation["seasons"], rating_table())
    return RatedGames.validate(found.collect())


def rated(
    played: dy.DataFrame[Games], ratings: dy.DataFrame[Ratings], of: dy.DataFrame[RatingSeasons]
) -> dict[str, dict[str, Any]]:
    """The rows of the last list, by player."""
    made = listed({"games": played, "ratings": ratings, "players": players_of(played), "seasons": of})
    last = made.filter(pl.col("list_date") == pl.col("list_date").max())
    return {row["player_id"]: row for row in last.to_dicts()}


@st.composite
def federations(draw: st.DrawFn, most: int = 3) -> Tables:
    """Games, ratings, players and seasons of one to some clubs with rules of their own."""
    random = draw(st.randoms(use_true_random=False))
    clubs = [federation(random, f"club {number}") for number in range(draw(st.integers(1, most)))]
    return {name: pl.concat(club[name] for club in clubs) for name in clubs[0]}


def federation(random: Random, club: str) -> Tables:
    people = [f"p{number}" for number in range(random.randint(2, 9))]
    count = random.randint(1, 4)
    circles = [people, people[: len(people) // 2 + 1], people[-(len(people) // 2 + 1) :]]
    played = [[_meeting(random, random.choice(circles)) for _ in range(random.randint(0, 25))] for _ in range(count)]
    known = random.sample(people, random.randint(0, len(people) - 1))
    around, so_far = random.choice([150, 400, 1200]), [0, 3, 24, 25, 125, 126]
    before = {who: (1400 + random.randint(-around, around), random.choice(so_far)) for who in known}
    born = [None, 1960, 1977, 1978, 1979, 1980]
    players = ({"club": club, "player_id": who, "birth_year": random.choice(born)} for who in people)
    return {
        "games": games(*played, club=club),
        "ratings": given(club, **before),
        "players": frame(Players, *players),
        "seasons": seasons(random.choice(["kndb", "fmjd", "fide"]), count, club, **_changed(random)),
    }


def _meeting(random: Random, circle: list[str]) -> Meeting:
    one, other = random.sample(circle, 2)
    return one, other, random.choice([0.0, 1.0, 2.0, 2.0, 0.5])


def _changed(random: Random) -> dict[str, Any]:
    """A few rules other than the system's."""
    choices: dict[str, list[Any]] = {
        "established_games": [0, 5, 25],
        "turbo_k": [None, 10.0, 12.5],
        "turbo_min_games": [1, 3],
        "turbo_performance": ["exact", "rounded"],
        "rounded": ["rating", "change"],
        "difference_cap": [None, 400],
        "max_gain_over_performance": [None, 0, 30],
        "k_games_cap": [None, 40, 75],
        "overshoot_beyond": [20, 60, 350],
        "first_rating_games": [None, 1, 3, 5],
        "k_steps": [
            [KStep(games_to=5, age_to=18, k=12), KStep(age_to=20, rating_below=1450, k=9), KStep(k=6)],
            [KStep(games_to=125, k=7.5), KStep(k=5)],
        ],
    }
    return {name: random.choice(choices[name]) for name in random.sample(sorted(choices), random.randint(0, 6))}
