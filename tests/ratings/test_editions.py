"""Editions of the FIDE's rules: a season follows the edition of its last day, and the limit of 400 each game's day."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest
from factories import frame
from ratings.federations import Meeting, given, match, players_of

from pipelines.settings.ratings import Rating, rating_table
from transforms.ratings import elo
from transforms.ratings.games import rated_games
from transforms.ratings.seasons import rating_seasons
from transforms.tables.schemas import Games, RatingSeasons

NEWCOMER = [("new", f"q{number}", 2.0) for number in range(5)]
STAR = [("star", f"p{number}", 2.0) for number in range(5)]
BEFORE = {f"q{number}": (1500, 100) for number in range(5)} | {f"p{number}": (2000, 100) for number in range(5)}


def seasons(year: int, last: int | None = None, **rating: Any) -> Any:
    """The season that ends in this year, or those up to the last."""
    rules = Rating.model_validate({"system": "fide", **rating}).model_dump()
    return RatingSeasons.cast(rating_seasons("club", "evening", rules, range(year, (last or year) + 1)))


def rated(day: str, played: list[Meeting], ratings: Mapping[str, tuple[int, int]], **rating: Any) -> dict[str, Any]:
    """The rows of the list after these games of a day, by player, each with the sum of its norms game by game."""
    date = dt.date.fromisoformat(day)
    of_season = seasons(date.year + (date.month > 6), **rating)
    games = frame(
        Games,
        *(
            {"club": "club", "game_id": f"{number}", "date": date, "player_id": one, "opponent_id": other}
            | {"points": points, "opponent_points": 2 - points}
            for number, (one, other, points) in enumerate(played)
        ),
    )
    before = given(**ratings)
    made = elo(games, before, players_of(games), of_season, rating_table()).collect()
    each = rated_games(games, made, of_season, rating_table()).collect()
    for row in made.filter(method="norm").rows(named=True):
        norms = each.filter(player_id=row["player_id"], counted=True)["norm"].sum()
        assert norms == pytest.approx(row["norm"], abs=1e-9)
    return {row["player_id"]: row for row in made.rows(named=True)}


def first_rating(day: str, played: list[Meeting] = NEWCOMER, **rating: Any) -> tuple[int | None, str | None]:
    row = rated(day, played, BEFORE, **rating)["new"]
    assert (row["games"], row["points"]) == (len(played), sum(points for *_, points in played))
    return row["rating"], row["flags"]


def test_a_newcomer_from_1_march_2024_has_two_draws_against_1800_more() -> None:
    """Case 19: (5 * 1500 + 2 * 1800) / 7 = 1586; 6 of 7 is 86 %, which is worth 309."""
    assert first_rating("2024-10-01") == (1895, None)
    assert first_rating("2023-07-01") == (1895, None)  # the list of 30 June 2024 follows the edition of that day
    assert first_rating("2022-10-01") == (2300, "estimated")
    assert first_rating("2024-10-01", system="fide-2014") == (2300, "estimated")
    assert first_rating("2022-10-01", system="fide-2024-03") == (1895, None)


def test_a_first_rating_is_at_most_2200() -> None:
    strong = {f"q{number}": (2300, 100) for number in range(5)}
    assert rated("2024-10-01", NEWCOMER, strong)["new"]["rating"] == 2200
    assert rated("2024-10-01", NEWCOMER, strong, first_rating_at_most="none")["new"]["rating"] > 2200


def test_below_the_floor_nobody_has_a_rating() -> None:
    """A newcomer without a point against 1500 gets 1586 - 309 = 1277."""
    lost = [(one, other, 0.0) for one, other, _ in NEWCOMER]
    assert first_rating("2024-10-01", lost) == (None, "below_floor")
    assert first_rating("2024-10-01", lost, floor=1277) == (1277, None)
    assert first_rating("2024-10-01", lost, floor=1278) == (None, "below_floor")
    both = rated("2024-10-01", match("low", "high", 0, 1), {"low": (1401, 100), "high": (1401, 100)})
    assert (both["low"]["rating_before"], both["low"]["rating"]) == (1401, None)
    assert both["low"]["flags"] == "estimated,below_floor"
    assert both["high"]["rating"] == 1411


def test_who_fell_below_the_floor_starts_anew() -> None:
    """One loss from the time with a rating is no game of a first rating: five new ones are needed."""
    before = given(low=(1401, 100), **BEFORE)
    years = [[("low", "q0", 0.0)], [("low", f"q{number}", 1.0) for number in range(4)], [("low", "q4", 1.0)]]
    games = frame(
        Games,
        *(
            {"club": "club", "game_id": f"{year}.{number}", "date": dt.date(2024 + year, 8, 1), "player_id": one}
            | {"opponent_id": other, "points": points, "opponent_points": 2 - points}
            for year, played in enumerate(years)
            for number, (one, other, points) in enumerate(played)
        ),
    )
    made = elo(games, before, players_of(games), seasons(2025, 2027), rating_table()).collect().filter(player_id="low")
    assert made["rating"].to_list() == [
        None,
        None,
        1587,
    ]  # five draws against 1500 (one of them 1507 by now) and two against 1800
    assert made["flags"].to_list() == ["estimated,below_floor", "few_games", None]


def change(day: str, own: int, other: int, games: int, **rating: Any) -> tuple[int, int]:
    found = rated(day, match("star", "p", 2 * games, games), {"star": (own, 100), "p": (other, 100)}, **rating)
    return found["star"]["change"], found["p"]["change"]


def test_from_1_october_2025_no_limit_of_400_for_2650_and_more() -> None:
    """Case 19, and ChessBase, 30 September 2025: 2750 beats five of 2000; 2800 beats 2200 eleven times."""
    assert change("2025-09-30", 2750, 2000, 5)[0] == 4
    assert change("2025-10-01", 2750, 2000, 5)[0] == 0
    assert change("2025-09-30", 2800, 2200, 11)[0] == 9
    assert change("2025-10-01", 2800, 2200, 11)[0] == 2
    assert change("2026-10-01", 2800, 2200, 11)[0] == 2
    assert change("2025-10-01", 2649, 2200, 11)[0] == 9
    assert change("2025-10-01", 2800, 2200, 11, system="fide-2024-03")[0] == 9
    assert change("2024-10-01", 2800, 2200, 11, system="fide-2025-10")[0] == 2


def test_the_limit_is_that_of_each_player() -> None:
    """The lower player still loses as if 400 points apart: 11 * .08 * 20."""
    assert change("2025-10-01", 2800, 2200, 11) == (2, -18)


def test_a_season_names_the_edition_of_its_last_day() -> None:
    assert seasons(2023, 2027)["edition"].to_list() == ["fide-2014", *["fide-2024-03"] * 2, *["fide-2025-10"] * 2]
    assert set(seasons(2023, 2027)["system"]) == {"fide"}
    assert set(seasons(2023, 2027, system="fide-2014")["edition"]) == {"fide-2014"}
    assert set(seasons(2023, 2027, system="kndb")["edition"]) == {"kndb"}


def test_a_rule_of_the_competition_holds_in_every_edition() -> None:
    assert set(seasons(2023, 2027, k_games_cap=600)["k_games_cap"]) == {600}
