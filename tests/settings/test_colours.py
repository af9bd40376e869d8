"""The colour of a club can be read, on light pages and on dark ones."""

import re

from hypothesis import given
from hypothesis import strategies as st

from pipelines.reports.html import assets
from pipelines.settings.club import CONTRAST, ON_DARK, ON_LIGHT, contrast, on_dark, on_light

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
    assert contrast("#123456", "#123456") == 1


@given(COLOURS)
def test_every_colour_can_be_read_in_the_end_and_one_that_can_be_read_stays(colour: str) -> None:
    for shown, grounds in ((on_light, ON_LIGHT), (on_dark, ON_DARK)):
        assert all(contrast(shown(colour), ground) >= CONTRAST for ground in grounds)
        assert shown(shown(colour)) == shown(colour)
        if all(contrast(colour, ground) >= CONTRAST for ground in grounds):
            assert shown(colour) == colour


def test_yellow_becomes_ochre_on_light_pages_and_stays_yellow_on_dark_ones() -> None:
    shown = on_light("#ffd400")
    red, green, blue = bytes.fromhex(shown[1:])
    assert (red > green > blue, on_dark("#ffd400")) == (True, "#ffd400")


def test_the_grounds_are_those_of_the_style() -> None:
    style = assets()["style.css"].decode()
    grounds = {name: re.findall(rf"--{name}: (#[0-9a-f]{{6}})", style) for name in ("paper", "band")}
    assert list(zip(grounds["paper"], grounds["band"], strict=True)) == [ON_LIGHT, ON_DARK]
