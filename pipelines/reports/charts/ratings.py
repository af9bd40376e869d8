"""The charts of the ratings as SVG: how strength is spread, how far to believe a rating, how a player's went.

A title says what the chart shows. The same tables give the same bytes.
"""

import datetime as dt
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from pipelines.display.words import spoken_date
from pipelines.reports.charts.drawing import (
    ACCENT,
    FAINT,
    HEIGHT,
    PALE,
    WIDTH,
    Chart,
    blank_axes,
    blank_figure,
    house_style,
    svg_of,
)
from transforms.arithmetic.as_text import in_decimals

_STEPS = (5, 10, 20, 25)
"""Of the bars, and ten times, a hundred times ... as much."""
_MOST_BARS = 24
_FEW = 8
"""Of fewer players no halves are told."""
_RELIABILITY_HEIGHT = 336


def distribution_chart(rated: Sequence[int], ranked: Sequence[int]) -> Chart | None:
    """How the ratings of a list are spread; nothing where fewer than two have one.

    Args:
        rated: ratings of everybody.
        ranked: of those on the ranking list.
    """
    if len(rated) < 2:
        return None
    step = _step(min(rated), max(rated))
    edges = np.arange(min(rated) // step, max(rated) // step + 2) * step
    everybody, on_list = (np.histogram(ratings, edges)[0] for ratings in (rated, ranked))
    with house_style():
        axes = blank_axes()
        axes.bar(edges[:-1], everybody, 0.88 * step, align="edge", color=PALE)
        axes.bar(edges[:-1], on_list, 0.88 * step, align="edge", color=ACCENT)
        axes.set_xlabel(f"rating, in steps of {step}")
        axes.set_ylabel("players")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        svg = svg_of(axes)
    who, shown = ("on the ranking list", ranked) if len(ranked) > 1 else ("with a rating", rated)
    bars = "; ".join(
        f"{start} to {start + step - 1}: {many}" for start, many in zip(edges[:-1], everybody, strict=True) if many
    )
    return Chart(
        svg,
        _spread(who, shown),
        f"Players by rating, in steps of {step}, those on the ranking list filled in: {bars}.",
    )


def _step(lowest: int, highest: int) -> int:
    """The smallest step that gives no more bars than there is room for."""
    powers = (10**power for power in itertools.count())
    steps = (step * power for power in powers for step in _STEPS)
    return next(step for step in steps if highest // step - lowest // step < _MOST_BARS)


def _spread(who: str, ratings: Sequence[int]) -> str:
    """Between which ratings half of them are, or all of few."""
    low, middle, high = (int(np.quantile(ratings, share, method="inverted_cdf")) for share in (0.25, 0.5, 0.75))
    lowest, highest = min(ratings), max(ratings)
    if lowest == highest:
        return f"All {len(ratings)} {who} are at {lowest}"
    if len(ratings) < _FEW:
        return f"The {len(ratings)} {who} are between {lowest} and {highest}"
    if low == high:
        return f"Half of those {who} are at {low}"
    return f"Half of those {who} are between {low} and {high}; the middle one is at {middle}"


def reliability_chart(bands: pl.DataFrame) -> Chart:
    """What favourites scored beside what the ratings made likely, with the number of games below.

    Args:
        bands: rows of `calibration` of one season, or of all together.
    """
    expected, scored, games = (bands[name].to_numpy() for name in ("expected", "scored", "games"))
    share = expected / 100
    # A game ends anywhere from 0 to 100 %, so its variance is p(1 - p) at most: draws make it less.
    either_way = 200 * np.sqrt(share * (1 - share) / games)
    with house_style():
        figure = blank_figure(_RELIABILITY_HEIGHT)
        figure.subplots_adjust(left=0.13, right=0.96, top=0.97, bottom=0.13, hspace=0.12)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3.4, 1))
        above.plot([48, 102], [48, 102], color=FAINT, linewidth=1.2)
        lowest, highest = np.maximum(expected - either_way, 0), np.minimum(expected + either_way, 100)
        above.vlines(expected, lowest, highest, colors=PALE, linewidth=3)
        above.plot(expected, scored, "o", color=ACCENT)
        above.set_ylim(min(40.0, scored.min() - 4), 103)
        above.set_ylabel("scored (%)")
        above.tick_params(axis="x", length=0)
        _bars(below, expected, games)
        svg = svg_of(above)
    total = games.sum()
    mean_expected, mean_scored = (
        in_decimals(float((values * games).sum() / total), 1) for values in (expected, scored)
    )
    return Chart(
        svg,
        f"Favourites were to score {mean_expected} % and scored {mean_scored} % in {total:,} games",
        "A dot is a band of games: to the right what the favourites were expected to score, upwards what they scored; "
        "on the line both agree, and the bar across it is how far chance alone takes nineteen bands in twenty. "
        + "; ".join(
            f"expected {in_decimals(of_band[0], 1)} %, scored {in_decimals(of_band[1], 1)} % in {of_band[2]} games"
            for of_band in zip(expected, scored, games, strict=True)
        ),
        _RELIABILITY_HEIGHT,
    )


def _bars(axes: Axes, expected: np.ndarray, games: np.ndarray) -> None:
    """How many games, below what was expected of them."""
    axes.bar(expected, games, 3, color=PALE)
    axes.set_xlim(48, 102)
    axes.set_xlabel("expected of the favourite (%)")
    axes.set_ylabel("games")
    axes.yaxis.set_major_locator(MaxNLocator(2, integer=True))


# --- players ------------------------------------------------------------------------------------

_LEFT, _RIGHT, _TOP, _BOTTOM = 0.07, 0.93, 0.88, 0.25
"""Where the courses lie, as shares of the drawing."""
_AXIS = 0.16
_POINTS_A_PIXEL = 0.75
_LEAST_SPAN = 100
"""Rating points from the bottom of a chart to its top, at least: a small change should look small."""
_LABEL_WIDTH, _LABEL_HEIGHT = 24, 11
"""Points that a label takes."""
_YEARS = 7
"""For so many labels there is room."""


class Courses:
    """Draws the rating of player after player over the same years.

    The axis is drawn once. Every player has a scale of his own, with the ratings that matter written at the line:
    a shared one would make all but the best and the weakest flat.
    """

    def __init__(self, first: dt.date, lists: Sequence[dt.date]) -> None:
        """`first` is the day on which the first season starts, and `lists` the days of the lists, in order."""
        self._first, self._last = first.toordinal(), lists[-1].toordinal()
        with house_style():
            self._backdrop = svg_of(_years(first, lists)).removesuffix("</svg>\n")

    def chart(self, days: Sequence[dt.date], ratings: Sequence[int]) -> Chart | None:
        """The course over these days, in order; nothing for fewer than two."""
        if len(days) < 2:
            return None
        spots = self._spots(days, ratings)
        path = " ".join(f"{spot.x:.1f},{spot.y:.1f}" for spot in spots)
        dots = "".join(f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="2.2" fill="{ACCENT}"/>' for spot in spots)
        labels = "".join(_label(spot) for spot in _labelled(spots))
        svg = (
            f'{self._backdrop}<polyline points="{path}" fill="none" stroke="{ACCENT}" stroke-width="1.6" '
            f'stroke-linejoin="round"/>{dots}'
            f'<g font-family="system-ui, sans-serif" font-size="8.5" fill="#2b3330" text-anchor="middle">{labels}</g>'
            "</svg>\n"
        )
        return Chart(
            svg,
            _course_in_words(days, ratings),
            "Rating on each list: " + ", ".join(f"{day.year}: {of}" for day, of in zip(days, ratings, strict=True)),
        )

    def _spots(self, days: Sequence[dt.date], ratings: Sequence[int]) -> list["_Spot"]:
        """Where they stand on the drawing, in points from its top left."""
        width, height = WIDTH * _POINTS_A_PIXEL, HEIGHT * _POINTS_A_PIXEL
        low, high = min(ratings), max(ratings)
        around = [ratings[0], *ratings, ratings[-1]]
        span = max(high - low, _LEAST_SPAN)
        bottom = (low + high - span) / 2
        xs = [
            width * (_LEFT + (_RIGHT - _LEFT) * (day.toordinal() - self._first) / (self._last - self._first))
            for day in days
        ]
        ys = [height * (1 - _BOTTOM - (_TOP - _BOTTOM) * (rating - bottom) / span) for rating in ratings]
        feet = [
            y + (12 if before + after > 2 * rating else -6)
            for y, rating, before, after in zip(ys, ratings, around, around[2:], strict=False)
        ]
        return [_Spot(*spot) for spot in zip(xs, ys, ratings, feet, strict=True)]


def _course_in_words(days: Sequence[dt.date], ratings: Sequence[int]) -> str:
    """Where it starts, where it ends, and the highest that was more than that."""
    first, last, highest = ratings[0], ratings[-1], max(ratings)
    if min(ratings) == highest:
        return f"{first} all along"
    told = f"At {first} first and last" if first == last else f"From {first} to {last}"
    return told + (f"; highest {highest}, on {spoken_date(days[ratings.index(highest)])}" if highest > last else "")


class _Spot(NamedTuple):
    x: float
    y: float
    rating: int
    foot: float
    """Of the label: below the dot where the line comes from above or leaves upwards, else above it."""


def _labelled(spots: list[_Spot]) -> list[_Spot]:
    """The first and the last, and the highest and the lowest where there is room for their labels."""
    highest, lowest = max(spots, key=lambda spot: spot.rating), min(spots, key=lambda spot: spot.rating)
    chosen = [spots[-1]]
    for spot in (spots[0], highest, lowest):
        if not any(_overlap(spot, other) for other in chosen):
            chosen.append(spot)
    return chosen


def _overlap(one: _Spot, other: _Spot) -> bool:
    """Whether their labels do."""
    return abs(one.x - other.x) < _LABEL_WIDTH and abs(one.foot - other.foot) < _LABEL_HEIGHT


def _label(spot: _Spot) -> str:
    return f'<text x="{spot.x:.1f}" y="{spot.foot:.1f}">{spot.rating}</text>'


def _years(first: dt.date, lists: Sequence[dt.date]) -> Axes:
    """An empty drawing over the years of the lists."""
    figure: Figure = blank_figure()
    figure.subplots_adjust(left=_LEFT, right=_RIGHT, top=_TOP + 0.06, bottom=_AXIS)
    axes = figure.add_subplot()
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", visible=True)
    axes.set_yticks([])
    axes.set_xlim(first.toordinal(), lists[-1].toordinal())
    apart = -(-len(lists) // _YEARS)
    shown = lists[::-1][::apart][::-1]
    axes.set_xticks([day.toordinal() for day in shown], [str(day.year) for day in shown])
    axes.set_xlabel("year of the list")
    return axes
