"""Deals, results and rulings as players read them in the language that is spoken, not as files have them."""

from typing import Any

import pytest

from pipelines.words.deal_words import TEXT_SIGN, at_the_table, best_in_words, par_in_words, tricks_in_words
from pipelines.words.languages import speaking
from pipelines.words.plain_text import short, shown
from pipelines.words.ruling_words import direction_said, formula_said, line_in_words, result_said, ruling_in_words


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


@pytest.mark.parametrize(
    ("ruling", "told"),
    [
        ("a60_40", "60 % – 40 %"),
        ("a62.5_50", "62.5 % – 50 %"),
        ("a+_-", "average plus – average minus"),
        ("a50_+", "50 % – average plus"),
        ("w30:420/70:-50", "30 % of 420, 70 % of −50"),
        ("s420_-100", "NS 420, EW −100"),
        ("s30:420/70:-50_a40", "NS 30 % of 420, 70 % of −50, EW 40 %"),
        ("average", "average"),
        ("not_played", "not played"),
        ("reversed", "reversed"),
        ("60%-40", "60%-40"),
        ("", ""),
    ],
)
def test_every_ruling_has_words_and_what_is_none_stays(ruling: str, told: str) -> None:
    assert ruling_in_words(ruling) == told


def test_a_result_line_is_written_as_pages_have_it() -> None:
    assert line_in_words("4S N 10 420") == f"4♠{TEXT_SIGN} N = 420"
    assert line_in_words("4SX N 9 -200 reversed") == f"4♠{TEXT_SIGN}x N −1 −200 reversed"
    assert line_in_words("3N S 630") == "3NT S 630"
    assert line_in_words("3N S 0") == "3NT S 0"
    assert line_in_words("3N S 0 -450") == "3NT S −9 −450"
    assert line_in_words("3N S 0 a60_40") == "3NT S 0 60 % – 40 %"
    assert line_in_words("3N S 0 w30:420/70:-50") == "3NT S 0 30 % of 420, 70 % of −50"
    assert line_in_words("3N S 10") == "3NT S +1"
    assert line_in_words("PASS 0") == "PASS 0"
    assert line_in_words("-50") == "−50"
    assert line_in_words("a60_40") == "60 % – 40 %"
    assert line_in_words("") == ""


@pytest.mark.parametrize(
    ("notation", "english", "dutch"),
    [
        ("N4S!-6", "N4Sx-6", "N4Sx-6"),
        ("S4D=", "S4D=", "Z4R="),
        ("E3N+1", "E3NT+1", "O3SA+1"),
        ("W6C!!-2", "W6Cxx-2", "W6Kxx-2"),
        ("4H=", "4H=", "4H="),
        ("S1N", "S1NT", "Z1SA"),
        ("PASS", "PASS", "RONDPAS"),
        ("N4S= reversed", "N4S= reversed", "N4S= omgekeerd"),
        ("average", "average", "gemiddelde"),
        ("not played", "not played", "niet gespeeld"),
        ("NS 420, EW A40", "NS 420, EW A40", "NZ 420, OW A40"),
        ("E3D-1 30 % 420, 70 % -50", "E3D-1 30 % 420, 70 % -50", "O3R-1 30 % 420, 70 % -50"),
        ("A60/40", "A60/40", "A60/40"),
        ("", "", ""),
    ],
)
def test_a_result_in_english_and_in_dutch(notation: str, english: str, dutch: str) -> None:
    assert result_said(notation) == english
    with speaking("nl"):
        assert result_said(notation) == dutch


def test_numbers_and_directions_are_those_of_the_language() -> None:
    said = (shown(39.5), short(0.25), direction_said("NS"), formula_said("100 - 60.5 / 2"), shown(12), shown("1.5"))
    assert said == ("39.50", "0.25", "NS", "100 - 60.5 / 2", "12", "1.5")
    with speaking("nl"):
        said = (shown(39.5), short(0.25), direction_said("EW"), formula_said("100 - 60.5 / 2"), shown(12), shown("1.5"))
        assert said == ("39,50", "0,25", "OW", "100 - 60,5 / 2", "12", "1.5")
