"""Results in a terminal are written as players in the language that is spoken write them."""

import pytest

from pipelines.words.languages import speaking
from pipelines.words.plain_text import short, shown
from pipelines.words.ruling_words import direction_said, formula_said, result_said


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
