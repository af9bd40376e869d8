"""What a player made of the deals as declarer and in defence, as paths that a template draws: all on one scale."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pipelines.words.deal_words import margin
from pipelines.words.languages.numbers import written
from transforms.tables.messages import gettext

_LEFT, _RIGHT = 78.0, 393.0
"""The edges of the scale; units are about CSS pixels."""
_MOST = 1.0
"""Tricks a board at the edges of the scale; what reaches further is cut there."""
_FIRST, _ROW = 20, 34


class Bar(NamedTuple):
    """The mean of a role: where it is, how far it may be off by chance, and the mean of all players."""

    name: str
    y: int
    mean: float
    low: float
    high: float
    field: float | None


class AtTheTable(NamedTuple):
    """The bars of a player, the places of the marks of the scale, and the words."""

    bars: list[Bar]
    marks: list[tuple[float, str]]
    bottom: int
    description: str


def at_the_table(row: Mapping[str, Any]) -> AtTheTable | None:
    """The drawing of a row of the report's table `at_the_table`; None where nothing can be drawn."""
    bars: list[Bar] = []
    for name, many, role in (
        (gettext("Declarer"), "declared", "declarer"),
        (gettext("Defence"), "defended", "defence"),
    ):
        off, mean, field = margin(row, many, role), row[f"{role}_gained"], row[f"{role}_of_field"]
        if off is not None:
            places = (_x(mean), _x(mean - off), _x(mean + off))
            bars.append(Bar(name, _FIRST + _ROW * len(bars), *places, None if field is None else _x(field)))
    marks = [
        (_x(value), written(text)) for value, text in ((-1, "−1"), (-0.5, "−0.5"), (0, "0"), (0.5, "+0.5"), (1, "+1"))
    ]
    told = gettext(
        "Dots: tricks won or lost a board, compared with double dummy; bars: how far chance alone may move them; "
        "short lines: all players."
    )
    return AtTheTable(bars, marks, _FIRST + _ROW * len(bars) - 8, told) if bars else None


def _x(tricks: float) -> float:
    across = (_RIGHT - _LEFT) / (2 * _MOST)
    return round(_LEFT + across * (min(max(tricks, -_MOST), _MOST) + _MOST), 1)
