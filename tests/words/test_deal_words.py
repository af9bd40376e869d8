"""Deals in words."""

from typing import Any

import pytest

from pipelines.words.deal_words import TEXT_SIGN, at_the_table, best_in_words, par_in_words, tricks_in_words


@pytest.mark.parametrize(
    ("contracts", "score", "told"),
    [
        ("NS 4S=", 420, "420 for North-South: 4♠ by North-South, made"),
        ("E 5DX-2", 300, "300 for North-South: 5♦x by East, −2"),
        ("EW 3N+1", -430, "430 for East-West: 3NT by East-West, +1"),
        ("NS 4S=; NS 4H=", 420, "420 for North-South: 4♠ by North-South, made; or 4♥ by North-South, made"),
        ("PASS", 0, "0: passed out, since nobody can make anything"),
    ],
)
def test_par(contracts: str, score: int, told: str) -> None:
    assert par_in_words(contracts, score).replace(TEXT_SIGN, "") == told


@pytest.mark.parametrize(
    ("score", "of_ns", "of_ew", "told"),
    [
        (-500, ("NS 2H=", 110), ("EW 3N+1", 630), "110 for North-South: 2♥ by North-South, made; 630 for East-West: "),
        (420, ("NS 4S=", 420), (None, None), ""),
        (420, ("NS 4S=", 420), ("E 1D=", 70), "70 for East-West: 1♦ by East, made"),
        (0, (None, None), (None, None), ""),
    ],
)
def test_what_a_side_makes_alone_stands_beside_par(
    score: int, of_ns: tuple[str | None, int | None], of_ew: tuple[str | None, int | None], told: str
) -> None:
    said = best_in_words(score, of_ns, of_ew).replace(TEXT_SIGN, "")
    assert said.startswith(f"If the others pass, at best {told}" if told else "")
    assert bool(said) is bool(told)


@pytest.mark.parametrize(
    ("gained", "told"),
    [
        (0.0, "about as many tricks as double dummy"),
        (-0.01, "about as many tricks as double dummy"),
        (0.1, "about 1 trick more in every 10 boards"),
        (-0.34, "about 1 trick fewer in every 3 boards"),
        (0.4, "about 1 trick more in every 3 boards"),
        (0.7, "about 1 trick more a board"),
        (-1.25, "about 1.3 tricks fewer on every board"),
    ],
)
def test_tricks(gained: float, told: str) -> None:
    assert tricks_in_words(gained) == told


def row(**given: Any) -> dict[str, Any]:
    usual = {
        **{"declared": 0, "declarer_gained": None, "declarer_of_field": None, "declarer_sd": None},
        **{"defended": 0, "defence_gained": None, "defence_of_field": None, "defence_sd": None},
        **{"bid": 0, "reached": 0, "over": 0, "under": 0, "few": False},
    }
    return usual | given


def test_a_difference_that_chance_may_bring_is_said_to_be_so() -> None:
    as_declarer = {"declared": 400, "declarer_gained": 0.2, "declarer_of_field": 0.1}
    (far,) = at_the_table(row(**as_declarer, declarer_sd=0.9))
    (near,) = at_the_table(row(**as_declarer, declarer_sd=1.1))
    assert far == (
        "As declarer, on 400 boards: about 1 trick more in every 5 boards. "
        "All players together: about 1 trick more in every 10 boards."
    )
    assert near.endswith("in every 10 boards; the difference may well be chance.")


def test_levels_bid() -> None:
    of_all = {"bid": 200, "reached": 120, "over": 30, "under": 50}
    (told,) = at_the_table(row(bid=10, reached=7, under=3, of_all=of_all))
    assert "In the bidding: 10 boards were worth a plus score to this side" in told
    assert told.endswith(
        "was the same on 7 (70 %; all players 60 %); lower on 3 (30 %; all players 25 %). Lower: or the opponents were "
        "left to play."
    )
