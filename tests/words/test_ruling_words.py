"""Results and rulings as a director and players read them, in the language that is spoken, not as files have them."""

import pytest

from pipelines.words.deal_words import TEXT_SIGN
from pipelines.words.languages import speaking
from pipelines.words.plain_text import short, shown
from pipelines.words.ruling_words import direction_said, formula_said, line_in_words, result_said, ruling_in_words


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
