"""Two rules of FIDE: five games for a first rating, and K 40 for juniors (FIDE Rating Regulations, 7.14 and 8.3)."""

from typing import Any

import polars as pl
import pytest
from ratings.federations import Meeting, games, given, listed, players_of, rated, rules, seasons

from pipelines.settings.ratings import KStep, rating_systems
from transforms.tables.schemas import Players

HOSTS = {f"host{number}": (1500 + 10 * number, 100) for number in range(5)}


def against(hosts: int, who: str = "new") -> list[Meeting]:
    """A draw with each of so many rated players."""
    return [(who, f"host{number}", 1) for number in range(hosts)]


def last(*of_seasons: list[Meeting], **changed: Any) -> dict[str, dict[str, Any]]:
    return rated(games(*of_seasons), given(**HOSTS), seasons("fide", len(of_seasons), **changed))


def junior(birth_year: int | None, rating: int, games_before: int = 100, **changed: Any) -> float:
    """K of a player who met one opponent in the season from 1 July 1996, at the same rating."""
    played = games([("ann", "bob", 1)])
    people = players_of(played).with_columns(birth_year=pl.when(player_id="ann").then(birth_year).cast(pl.Int32))
    before = given(ann=(rating, games_before), bob=(rating, 100))
    of = {"players": Players.cast(people), "seasons": seasons("fide", **changed)}
    return listed({"games": played, "ratings": before, **of})["k"][0]


def test_7_14_four_games_bring_no_rating_yet() -> None:
    row = last(against(4))["new"]
    assert (row["rating"], row["method"], row["flags"], row["unlinked_group"]) == (None, None, "few_games", None)
    assert (row["played"], row["games_total"]) == (4, 4)


def test_7_14_five_games_bring_one_and_need_not_be_of_one_season() -> None:
    row = last(against(5))["new"]
    assert (row["rating"], row["games"], row["points"], row["flags"]) == (1520, 5, 5.0, None)
    assert last(against(3), [("new", "host3", 1), ("new", "host4", 1)])["new"]["rating"] == 1520


def test_7_14_games_against_others_without_a_rating_are_not_among_them() -> None:
    """Nor do they count in the rating: the other newcomer has 3 games, and is beaten six times."""
    found = last([*against(5), *against(3, "other"), *(6 * [("new", "other", 2)])])
    assert (found["new"]["rating"], found["new"]["games"]) == (1520, 5)
    assert found["other"]["flags"] == "few_games"


@pytest.mark.parametrize("system", ["kndb", "fmjd"])
def test_it_is_off_for_draughts(system: str) -> None:
    of_system = rating_systems()[system]
    assert of_system.first_rating_games is None
    assert all(step.age_to is None for step in of_system.k_steps)


@pytest.mark.parametrize(
    ("birth_year", "rating", "k"),
    [(1978, 2000, 40), (1977, 2000, 20), (None, 2000, 20), (1978, 2299, 40), (1978, 2300, 20), (1978, 2400, 10)],
)
def test_8_3_juniors_have_k_40_while_below_2300(birth_year: int | None, rating: int, k: float) -> None:
    assert junior(birth_year, rating) == k

    assert junior(1950, 2000, 29) == 40, "as newcomers at any age"


def test_a_step_for_juniors_needs_no_year_of_anybody_else() -> None:
    steps = [KStep(age_to=12, k=30), KStep(k=5)]
    assert (junior(1984, 1500, k_steps=steps), junior(1983, 1500, k_steps=steps)) == (30, 5)


def test_a_step_behind_one_for_all_ages_is_for_nobody_and_the_last_is_for_all() -> None:
    with pytest.raises(ValueError, match="step 2 is for nobody"):
        rules(k_steps=[KStep(games_to=30, k=40), KStep(games_to=30, age_to=18, k=40), KStep(k=5)])
    with pytest.raises(ValueError, match="the last step, 1, has a limit"):
        rules(k_steps=[KStep(age_to=18, k=40)])


def test_a_rating_that_jumps_by_one_game_is_flagged() -> None:
    before = given(ann=(1500, 126), bob=(1700, 126), cor=(1700, 126))
    one = rated(games([("ann", "bob", 2)]), before, seasons())["ann"]
    two = rated(games([("ann", "bob", 2), ("ann", "cor", 2)]), before, seasons())["ann"]
    assert (one["k"], one["flags"]) == (10, "turbo,estimated,one_game")
    assert (two["k"], two["flags"]) == (10, "turbo,estimated")
    row = rated(games([("ann", "bob", 2)]), before, seasons(turbo_min_games=2))["ann"]
    assert (row["k"], row["flags"]) == (5, "estimated")
