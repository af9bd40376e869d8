"""Rulings as a director reads them on the desk, not as files have them."""

import pytest

from pipelines.words.deal_words import TEXT_SIGN
from pipelines.words.ruling_words import line_in_words, ruling_in_words


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
