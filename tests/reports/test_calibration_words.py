"""Where favourites fell short of what was expected of them, or exceeded it, the page of calibration says so."""

import math

import pytest

from pipelines.reports.pages.rating_words import tendency


def bands(*differences: float, games: int = 2_000) -> list[dict[str, float]]:
    """A class of five percent each, from 51 up, with these differences between scored and expected."""
    lows = range(51, 51 + 5 * len(differences), 5)
    return [
        {"least": low, "most": low + 4, "expected": low + 2.0, "scored": low + 2.0 + difference, "games": games}
        for low, difference in zip(lows, differences, strict=True)
    ]


@pytest.mark.parametrize(
    ("differences", "told"),
    [
        ((3, 2, 1, 4, -10, -5, -1, -8, -16), "71 % less 5 of the 5"),
        ((-3, -2, 1, -2, -10), "51 % less 4 of the 5"),
        ((-1, 2, 3, 1, 4), "56 % more 4 of the 4"),
        ((1, -1, 1, -1, 1), ""),
        ((-1, -2), ""),
        ((0, 0, 0), ""),
        ((-1, -1, -1, 30), ""),
        ((), ""),
    ],
)
def test_a_tendency_holds_in_most_classes_from_some_percentage_up(differences: tuple[float, ...], told: str) -> None:
    sentence = tendency(bands(*differences), 3)
    if not told:
        assert sentence == ""
        return
    least, _, way, count = told.split(" ", 3)
    assert sentence.startswith(f"Where {least} % or more was expected of the favourite, favourites scored {way} than")
    assert f"in {count} classes that have a dot" in sentence
    assert sentence.endswith("it may explain a dot that lies inside its bar, but not all of them together.")


def test_what_luck_alone_may_do_is_no_tendency() -> None:
    assert tendency(bands(-2, -4, -6, games=20), 3) == ""


def test_a_class_without_a_dot_says_nothing() -> None:
    few = [{**row, "games": 2} for row in bands(-1, -2, -3)]
    assert tendency(few, 3) == ""
    assert "in 3 of the 3" in tendency([*few[:1], *bands(9, -2, -3, -4)[1:]], 3)


def test_the_numbers_are_of_all_games_of_these_classes() -> None:
    rows = bands(-2, -4, -6, games=180)
    rows[2] |= {"games": 540}
    expected = (53 * 180 + 58 * 180 + 63 * 540) / 900
    luck = 2 * math.sqrt(180 * 53 * 47 + 180 * 58 * 42 + 540 * 63 * 37) / 900
    assert f": {expected - 4.8:.1f} %, and {expected:.1f} % was expected, in 900 games." in tendency(rows, 3)
    assert f"up to {luck:.1f} % either way there" in tendency(rows, 3)
