"""Deals, results and rulings as players read them in the language that is spoken, not as files have them."""

from collections.abc import Callable
from typing import Any

from pipelines.words.deal_words import (
    TEXT_SIGN,
    at_the_table,
    best_in_words,
    direction_said,
    formula_said,
    line_in_words,
    par_in_words,
    result_said,
    ruling_in_words,
    tricks_in_words,
)
from pipelines.words.languages import speaking
from pipelines.words.plain_text import short, shown

IN_ENGLISH: dict[Callable[..., str], dict[Any, str]] = {
    par_in_words: {
        ("NS 4S=", 420): "420 for North-South: 4♠ by North-South, made",
        ("E 5DX-2", 300): "300 for North-South: 5♦x by East, −2",
        ("NS 4S=; NS 4H=", 420): "420 for North-South: 4♠ by North-South, made; or 4♥ by North-South, made",
        ("PASS", 0): "0: passed out, since nobody can make anything",
    },
    best_in_words: {
        (-500, ("NS 2H=", 110), ("EW 3N+1", 630)): (
            "If the others pass, at best 110 for North-South: 2♥ by North-South, made; 630 for East-West: 3NT by"
            " East-West, +1."
        ),
        (420, ("NS 4S=", 420), ("E 1D=", 70)): "If the others pass, at best 70 for East-West: 1♦ by East, made.",
        (0, (None, None), (None, None)): "",
    },
    tricks_in_words: {
        (0.0,): "about as many tricks as double dummy",
        (0.1,): "about 1 trick more in every 10 boards",
        (-0.34,): "about 1 trick fewer in every 3 boards",
        (0.7,): "about 1 trick more per board",
        (-1.25,): "about 1.3 tricks fewer on every board",
    },
    ruling_in_words: {
        ("a60_40",): "60 % – 40 %",
        ("a+_-",): "average plus – average minus",
        ("a50_+",): "50 % – average plus",
        ("w30:420/70:-50",): "30 % of 420, 70 % of −50",
        ("s420_-100",): "NS 420, EW −100",
        ("s30:420/70:-50_a40",): "NS 30 % of 420, 70 % of −50, EW 40 %",
        ("average",): "average",
        ("not_played",): "not played",
        ("reversed",): "reversed",
        ("60%-40",): "60%-40",
        ("",): "",
    },
    line_in_words: {
        ("4S N 10 420",): "4♠ N = 420",
        ("4SX N 9 -200 reversed",): "4♠x N −1 −200 reversed",
        ("3N S 0",): "3NT S 0",
        ("3N S 0 -450",): "3NT S −9 −450",
        ("3N S 0 a60_40",): "3NT S 0 60 % – 40 %",
        ("3N S 10",): "3NT S +1",
        ("PASS 0",): "PASS 0",
        ("-50",): "−50",
        ("a60_40",): "60 % – 40 %",
        ("",): "",
    },
}
IN_DUTCH = {
    "N4S!-6": ("N4Sx-6", "N4Sx-6"),
    "S4D=": ("S4D=", "Z4R="),
    "E3N+1": ("E3NT+1", "O3SA+1"),
    "S1N": ("S1NT", "Z1SA"),
    "PASS": ("PASS", "RONDPAS"),
    "N4S= reversed": ("N4S= reversed", "N4S= omgekeerd"),
    "average": ("average", "gemiddelde"),
    "not played": ("not played", "niet gespeeld"),
    "NS 420, EW A40": ("NS 420, EW A40", "NZ 420, OW A40"),
    "E3D-1 30 % 420, 70 % -50": ("E3D-1 30 % 420, 70 % -50", "O3R-1 30 % 420, 70 % -50"),
    "A60/40": ("A60/40", "A60/40"),
    "": ("", ""),
}
"""A result in notation -> in English and in Dutch."""


def test_what_players_read_in_english() -> None:
    for function, cases in IN_ENGLISH.items():
        assert {given: function(*given).replace(TEXT_SIGN, "") for given in cases} == cases


def test_a_result_in_english_and_in_dutch() -> None:
    english = [result_said(notation) for notation in IN_DUTCH]
    with speaking("nl"):
        assert list(zip(english, map(result_said, IN_DUTCH), strict=True)) == list(IN_DUTCH.values())


def test_numbers_and_directions_are_those_of_the_language() -> None:
    def spoken() -> tuple[str, ...]:
        in_words = (shown(39.5), short(0.25), direction_said("EW"), formula_said("100 - 60.5 / 2"))
        return *in_words, shown(12), shown("1.5")

    assert spoken() == ("39.50", "0.25", "EW", "100 - 60.5 / 2", "12", "1.5")
    with speaking("nl"):
        assert spoken() == ("39,50", "0,25", "OW", "100 - 60,5 / 2", "12", "1.5")


def row(**given: Any) -> dict[str, Any]:
    usual = {
        **{"declared": 0, "declarer_gained": None, "declarer_of_field": None, "declarer_sd": None},
        **{"defended": 0, "defence_gained": None, "defence_of_field": None, "defence_sd": None},
        **{"bid": 0, "reached": 0, "over": 0, "under": 0, "few": False},
    }
    return usual | given


def test_at_the_table_a_difference_that_chance_may_bring_is_said_to_be_so_and_levels_are_shares() -> None:
    as_declarer = {"declared": 400, "declarer_gained": 0.2, "declarer_of_field": 0.1}
    (far,) = at_the_table(row(**as_declarer, declarer_sd=0.9))
    (near,) = at_the_table(row(**as_declarer, declarer_sd=1.1))
    assert far == (
        "As declarer, on 400 boards: about 1 trick more in every 5 boards. "
        "All players together: about 1 trick more in every 10 boards."
    )
    assert near.endswith("in every 10 boards; the difference may well be chance.")
    of_all = {"bid": 200, "reached": 120, "over": 30, "under": 50}
    (bid,) = at_the_table(row(bid=10, reached=7, under=3, of_all=of_all))
    assert "In the bidding: 10 boards would have given this side a plus score" in bid
    assert bid.endswith(
        "was the same on 7 (70 %; all players 60 %); lower on 3 (30 %; all players 25 %). “Lower” includes boards on"
        " which this side let the opponents play."
    )
