"""A made-up federation with its ratings, as the warehouse has them."""

import datetime as dt
from typing import Any

import dataframely as dy
import numpy as np
from factories import Tables, competitions, frame
from ratings.federations import given, seasons
from reports.reading import EMPTY

from pipelines.settings.ratings import rating_table
from transforms.ratings import elo, rating_lists
from transforms.ratings.games import calibration, foretelling, rated_games
from transforms.ratings.published import corrections
from transforms.tables.schemas import Games, Players, PublishedRatings, Ratings

Meeting = tuple[int, str, str, float]  # season from 0 on, player, opponent, the player's points

CLUB, EVENING = "club", "evening"
YEARS = 3
EVENTS = ("National cup", "League", None)


def federation(people: int = 30, games_a_season: int = 240) -> Tables:
    """Players of whom most have a rating from before, some are new, and two met only one another."""
    random = np.random.default_rng(people)
    ids = [f"p{number:03}" for number in range(people)]
    strengths = random.normal(1200, 180, people)
    listed = {
        who: (round(float(strength)), int(random.choice([20, 60, 200])))
        for who, strength in zip(ids[: -people // 6], strengths, strict=False)
    }
    meetings: list[Meeting] = []
    for year in range(YEARS):
        for _ in range(games_a_season):
            one, other = random.choice(people, 2, replace=False)
            share = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            points = 2.0 if random.random() < share * 0.8 else 1.0 if random.random() < 0.4 else 0.0
            meetings.append((year, ids[one], ids[other], points))
        meetings.append((year, "lone", "lonely", 1.0))
    return warehouse(meetings, given(CLUB, **listed), names={who: f"Player {who}" for who in ids[1:]}, years=YEARS)


def warehouse(
    meetings: list[Meeting],
    ratings: dy.DataFrame[Ratings],
    *,
    names: dict[str, str],
    years: int = 1,
    published: dy.DataFrame[PublishedRatings] | None = None,
    **rules: Any,
) -> Tables:
    """Every table of a competition of games only.

    `ratings` are those from before, `names` of the players who have one, `rules` those of the system to be changed.
    """
    games = (
        {"game_id": f"{number:06}", "date": dt.date(1996 + year, 9, 1) + dt.timedelta(days=number % 250)}
        | {"event": EVENTS[number % 3], "player_id": one, "opponent_id": other}
        | {"points": points, "opponent_points": 2 - points}
        for number, (year, one, other, points) in enumerate(meetings)
    )
    played = frame(Games, *games)
    everybody = sorted({*played["player_id"], *played["opponent_id"], *ratings["player_id"]})
    players = frame(Players, *({"player_id": who, "name": names.get(who)} for who in everybody))
    of = seasons(count=years, club=CLUB, **rules)
    rated = elo(played, ratings, players, of, rating_table()).collect()
    with_norms = rated_games(played, rated, of, rating_table()).collect()
    stood = frame(PublishedRatings) if published is None else published
    return EMPTY | {
        "raw.competitions": competitions(CLUB, EVENING),
        "raw.players": players,
        "raw.games": played,
        "raw.ratings": ratings,
        "raw.rating_seasons": of,
        "ratings.elo": rated,
        "ratings.lists": rating_lists(rated, players, of).collect(),
        "ratings.games": with_norms,
        "ratings.calibration": calibration(with_norms).collect(),
        "ratings.foretelling": foretelling(with_norms).collect(),
        "ratings.published": stood,
        "ratings.corrections": corrections(stood, rated).collect(),
    }
