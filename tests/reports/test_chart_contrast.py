"""The marks of charts stand out from the paper, in the light and in the dark, and legends have their colours."""

import re
from importlib.resources import files

import pytest

from pipelines.reports.charts.drawing import ACCENT, MIDDLE, PALE

_STYLE = files("pipelines.reports").joinpath("style.css").read_text("utf-8")
_LIGHT, _DARK = (
    dict(re.findall(r"--(\w+): (#\w{6});", part)) for part in _STYLE.split("prefers-color-scheme: dark")[:2]
)
_MARKS = {"strong": ACCENT, "middle": MIDDLE, "pale": PALE}
_INVERTED = 0.91
_HUE_TURNED = ((-0.574, 1.430, 0.144), (0.426, 0.430, 0.144), (0.426, 1.430, -0.856))
"""The matrix of `hue-rotate(180deg)`, from the Filter Effects Module."""


@pytest.mark.parametrize("name", _MARKS)
def test_marks_have_contrast_and_legends_their_colours(name: str) -> None:
    """3:1 is what WCAG 2.1, 1.4.11, asks of the parts of a picture."""
    assert f"filter: invert({_INVERTED}) hue-rotate(180deg)" in _STYLE
    assert _LIGHT[name] == _MARKS[name]
    assert _DARK[name] == _in_the_dark(_MARKS[name])
    assert min(_contrast(_LIGHT[name], _LIGHT["paper"]), _contrast(_DARK[name], _DARK["paper"])) >= 3


def _parts(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def _in_the_dark(colour: str) -> str:
    turned = [part * (1 - 2 * _INVERTED) + _INVERTED for part in _parts(colour)]
    mixed = (sum(share * part for share, part in zip(row, turned, strict=True)) for row in _HUE_TURNED)
    return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in mixed)


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour)]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
