"""What a wrong word may have meant."""

import pytest

from transforms.tables.nearest_words import nearest_words

KEYS = ("window", "width", "step", "substitute_ranking", "substitutes")


@pytest.mark.parametrize(
    ("wanted", "meant"), [("windw", ["window"]), ("substitute", ["substitutes"]), ("zzz", []), ("", []), ("STEP", [])]
)
def test_the_nearest_word_is_found_where_one_is_near(wanted: str, meant: list[str]) -> None:
    assert nearest_words(wanted, KEYS) == meant


def test_several_come_with_the_nearest_first() -> None:
    assert nearest_words("substitute", KEYS, at_most=3) == ["substitutes", "substitute_ranking"]
