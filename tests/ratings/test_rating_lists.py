"""The ranking list and the alphabetical list."""

from typing import Any

import dataframely as dy
import polars as pl
import pytest
from factories import frame
from ratings.federations import games, given, seasons

from pipelines.settings.ratings import rating_table
from transforms.ratings import elo, rating_lists
from transforms.tables.schemas import Games, Players, RatingList, Ratings, RatingSeasons

SIX = [("ann", "bob", 1.0)] * 6


def lists(
    of: dy.DataFrame[RatingSeasons],
    played: dy.DataFrame[Games],
    ratings: dy.DataFrame[Ratings],
    **people: dict[str, Any],
) -> pl.DataFrame:
    """The last lists; people by id."""
    players = frame(Players, *({"player_id": who, **facts} for who, facts in people.items()))
    made = elo(played, ratings, players, of, rating_table())
    both = RatingList.validate(rating_lists(made, players, of).collect())
    return both.filter(pl.col("list_date") == pl.col("list_date").max()).sort("position", "player_id")


def on(printed: pl.DataFrame, which: str) -> list[tuple[int, str]]:
    return printed.filter(list=which).select("position", "player_id").rows()


def test_alphabetical_list_has_everybody_with_a_rating_by_name() -> None:
    ratings = given(ann=(1500, 126), bob=(1400, 3), cor=(1300, 126))
    people = {"ann": {"name": "Zwart, Ann"}, "bob": {"name": "adams, Bob"}, "cor": {"name": "Mulder, Cor"}, "new": {}}
    printed = lists(seasons(), games(SIX), ratings, **people)
    assert on(printed, "alphabetical") == [(1, "bob"), (2, "cor"), (3, "ann")]


def test_alphabetical_list_takes_an_accent_for_no_letter_of_its_own() -> None:
    """Small and capital, composed and decomposed, and letters that have no accent to lose."""
    names = ["Ärm", "Lucas", "\u0141ucja", "\u00d8st", "Oz", "Strasse", "Straße", "Strat", "Zoe\u0308", "Zoë", "Zora"]
    people = {f"p{number:02}": {"name": name} for number, name in enumerate(reversed(names))}
    printed = lists(seasons(), games(SIX), given(**dict.fromkeys(people, (1500, 126))), **people)
    in_order = [people[who]["name"] for _, who in on(printed, "alphabetical")]
    assert in_order == names


def test_ranking_list_goes_by_rating_and_equals_share_a_position() -> None:
    ratings = given(ann=(1500, 126), bob=(1500, 126), cor=(1400, 126))
    played = games([*SIX, *[("cor", "ann", 1.0), ("cor", "bob", 1.0)] * 3])
    printed = lists(seasons(turbo_k=None), played, ratings, ann={}, bob={}, cor={})
    assert on(printed, "ranking") == [(1, "ann"), (1, "bob"), (3, "cor")]


@pytest.mark.parametrize(("before", "listed"), [(18, False), (19, True)])
def test_ranking_list_asks_for_25_games_in_all(before: int, listed: bool) -> None:
    printed = lists(seasons(), games(SIX), given(ann=(1500, before), bob=(1500, 126)), ann={}, bob={})
    assert ((1, "ann") in on(printed, "ranking")) == listed


@pytest.mark.parametrize(("counts", "listed"), [((3, 3), True), ((3, 2), False), ((6, 0), True), ((6, 0, 0), False)])
def test_ranking_list_asks_for_6_games_in_two_seasons(counts: tuple[int, ...], listed: bool) -> None:
    played = games(*([("ann", "bob", 1.0)] * many for many in counts))
    ratings = given(ann=(1500, 126), bob=(1500, 126))
    printed = lists(seasons(count=len(counts)), played, ratings, ann={}, bob={})
    assert bool(on(printed, "ranking")) == listed


@pytest.mark.parametrize(
    ("facts", "listed"),
    [
        ({"member": True, "nationality": "BEL"}, True),
        ({"member": False, "nationality": "NED"}, True),
        ({"member": False, "nationality": "BEL"}, False),
        ({"member": None, "nationality": "BEL"}, False),
        ({"member": False, "nationality": None}, False),
        ({"member": None, "nationality": None}, True),
    ],
)
def test_ranking_list_is_for_members_and_the_country_where_the_system_asks_for_one(
    facts: dict[str, Any], listed: bool
) -> None:
    for of, is_listed in ((seasons(), listed), (seasons(nationalities=None), True)):
        printed = lists(of, games(SIX), given(ann=(1500, 126), bob=(1400, 126)), ann=facts, bob={})
        assert ((1, "ann") in on(printed, "ranking")) == is_listed
        assert (1, "ann") in on(printed, "alphabetical")
