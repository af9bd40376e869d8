"""Yearly ratings: worked examples, rules of FIDE, the limits of every rule, and a step-by-step reference."""

from typing import Any

import polars as pl
import pytest
from each import cases
from examples import by_night
from factories import Tables
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from ratings import plain
from ratings.federations import (
    BEFORE_CUP,
    CUP,
    Meeting,
    federations,
    games,
    given,
    listed,
    match,
    players_of,
    rated,
    rules,
    seasons,
)

from pipelines.settings.ratings import KStep, rating_systems, rating_table
from transforms.tables.schemas import Elo, Players

some_federations = settings(deadline=None, max_examples=by_night(40))


def test_kndb_rekenvoorbeeld_a() -> None:
    """A match of 20 games: 30-10 expected at a difference of 191, 26-14 scored, K 5."""
    before = given(wiersma=(1606, 126), nikhila=(1415, 126))
    found = rated(games(match("wiersma", "nikhila", 26, 20)), before, seasons())
    assert [(found[name]["norm"], found[name]["rating"]) for name in ("wiersma", "nikhila")] == [(30, 1586), (10, 1435)]
    assert found["wiersma"]["k"] == 5


@pytest.mark.parametrize(("points", "rating"), [(12, 1457), (14, 1496)], ids=["30 % as printed", "14 of 40 is 35 %"])
def test_kndb_rekenvoorbeeld_b(points: int, rating: int) -> None:
    found = rated(games(match("nikhila", "wiersma", points, 20)), given(wiersma=(1606, 126)), seasons())
    assert found["nikhila"]["rating"] == found["nikhila"]["performance"] == rating
    assert found["nikhila"]["rating_before"] is None
    assert found["wiersma"]["rating"] == 1606
    assert found["wiersma"]["method"] is None


def test_kndb_rekenvoorbeeld_c() -> None:
    """A cup of five games, K 5: it is a part of a season, and turbo is judged on the whole."""
    found = rated(games(CUP), given(**BEFORE_CUP), seasons(turbo_k=None))["leeuwen"]
    assert (found["norm"], found["points"], found["k"], found["rating"]) == (5.96, 8, 5, 1463)


def mean_of_opponents(old: int, *opponents: int) -> dict[str, Any]:
    """The row of a player who draws with each of these: the performance is their mean."""
    names = {f"other{number}": rating for number, rating in enumerate(opponents)}
    before = given(player=(old, 126), **{name: (rating, 126) for name, rating in names.items()})
    return rated(games([("player", name, 1) for name in names]), before, seasons())["player"]


def test_turbo_for_a_deviation_of_more_than_100() -> None:
    assert mean_of_opponents(1500, 1600)["k"] == mean_of_opponents(1500, 1400)["k"] == 5
    for opponents in ((1600, 1601), (1400, 1399)):
        assert mean_of_opponents(1500, *opponents)["k"] == 10
        assert mean_of_opponents(1500, *opponents)["flags"] == "turbo"


def test_turbo_may_be_judged_on_the_performance_as_printed() -> None:
    """100.5 below is printed as 100 below, since halves go away from zero."""
    before = given(player=(1500, 126), one=(1400, 126), other=(1399, 126))
    played = games([("player", "one", 1), ("player", "other", 1)])
    for rule, k in (("exact", 10), ("rounded", 5)):
        row = rated(played, before, seasons(turbo_performance=rule))["player"]
        assert (row["performance"], row["k"]) == (1400, k)


@pytest.mark.parametrize(("rounded", "loser"), [("rating", 1550), ("change", 1549)])
def test_halves_go_away_from_zero(rounded: str, loser: int) -> None:
    """A draw at 55 % expected costs half a point at K 5: of the rating itself, or of the change."""
    before = given(high=(1550, 126), low=(1515, 126))
    found = rated(games([("high", "low", 1)]), before, seasons(rounded=rounded))
    assert (found["high"]["rating"], found["low"]["rating"]) == (loser, 1516)


def test_overshoot_is_flagged_beyond_350() -> None:
    before = given(one=(1500, 126), other=(1500, 126))
    flags = [rated(games(match("one", "other", many, many)), before, seasons())["one"]["flags"] for many in (70, 71)]
    assert flags == [None, "overshoot"]


def test_k_times_games_is_capped_on_the_scale_of_one_point() -> None:
    before = given(one=(1500, 200), other=(1500, 200))
    found = [rated(games(match("one", "other", many, many)), before, seasons("fide"))["one"] for many in (35, 36)]
    assert [(row["k"], row["flags"]) for row in found] == [(20, None), (19, "k_capped")]


def test_fide_k_stays_at_10_once_2400_is_reached() -> None:
    before = given(one=(2405, 200), other=(2405, 200))
    down = games(match("one", "other", 10, 10), match("one", "other", 0, 10), [("one", "other", 1)])
    found = rated(down, before, seasons("fide", count=3))["one"]
    assert found["rating_before"] < 2400
    assert found["k"] == 10


@some_federations
@drawn(federations())
def test_agrees_with_the_reference_step_by_step(federation: Tables) -> None:
    table = rating_table().to_dicts()
    expected: list[dict[str, Any]] = []
    for club in federation["seasons"]["club"].unique(maintain_order=True):
        of_club = {name: every.filter(club=club) for name, every in federation.items()}
        before = {who: (int(rating), n) for who, rating, n in of_club["ratings"]["player_id", "rating", "games"].rows()}
        born = dict(of_club["players"].drop_nulls("birth_year").select("player_id", "birth_year").iter_rows())
        played, rules = of_club["games"].to_dicts(), of_club["seasons"].to_dicts()
        expected += [{"club": club, **row} for row in plain.elo(played, before, rules, table, born)]
    for row in expected:
        row.update({name: None if row[name] is None else float(row[name]) for name in ("points", "norm", "k")})
    found = listed(federation)
    names = [name for name in found.columns if name not in ("competition", "system", "list_date")]
    assert found.select(names).to_dicts() == [{name: row[name] for name in names} for row in expected]


@some_federations
@drawn(federations(), st.integers(0, 100))
def test_order_of_rows_does_not_matter(federation: Tables, seed: int) -> None:
    shuffled = {name: table.sample(fraction=1, shuffle=True, seed=seed) for name, table in federation.items()}
    expected = listed(federation)
    assert listed(shuffled).equals(expected)
    assert expected.equals(expected.sort(Elo.primary_key()))


@pytest.mark.long
@some_federations
@drawn(federations())
def test_each_federation_apart_gives_the_same(federation: Tables) -> None:
    clubs = federation["seasons"]["club"].unique(maintain_order=True)
    apart = [listed({name: table.filter(club=club) for name, table in federation.items()}) for club in clubs]
    assert pl.concat(apart).equals(listed(federation))


HOSTS = {f"host{number}": (1500 + 10 * number, 100) for number in range(5)}


def against(hosts: int, who: str = "new") -> list[Meeting]:
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


@cases((1978, 2000, 40), (1977, 2000, 20), (None, 2000, 20), (1978, 2299, 40), (1978, 2300, 20), (1978, 2400, 10))
def test_8_3_juniors_have_k_40_while_below_2300(birth_year: int | None, rating: int, k: float) -> None:
    assert junior(birth_year, rating) == k

    assert junior(1950, 2000, 29) == 40, "as newcomers at any age"


def test_a_step_for_juniors_needs_no_year_of_anybody_else() -> None:
    steps = [KStep(age_to=12, k=30), KStep(k=5)]
    assert (junior(1984, 1500, k_steps=steps), junior(1983, 1500, k_steps=steps)) == (30, 5)


def test_a_step_behind_one_for_all_ages_is_for_nobody_and_the_last_is_for_all() -> None:
    with pytest.raises(ValueError, match="step 2 applies to nobody"):
        rules(k_steps=[KStep(games_to=30, k=40), KStep(games_to=30, age_to=18, k=40), KStep(k=5)])
    with pytest.raises(ValueError, match="the last step, 1, has a limit"):
        rules(k_steps=[KStep(age_to=18, k=40)])
