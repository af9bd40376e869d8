"""The charts of ratings as SVG: how ratings are spread, how reliable they are, how a player's rating changed."""

import datetime as dt
import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from pipelines.reports.charts.drawing import ACCENT, FAINT, HEIGHT, PALE, WIDTH, Chart
from pipelines.reports.charts.paths import lines, path
from pipelines.words.languages.numbers import grouped
from pipelines.words.words import counted, fixed, spoken_date
from transforms.tables.messages import gettext, gettext_noop, labelled, listed, ngettext, one_behind_the_other

_STEPS = (5, 10, 20, 25)  # widths of a bar in rating points, and ten times, a hundred times ... as much
_MOST_BARS = 24
_FEW = 8  # with fewer players than this, the title gives the range of all ratings instead of that of the middle half
_DISTRIBUTION = 50.0, 387.0, 8.0, 226.0  # the left, right, top and bottom edge of an area, as `Area` takes them
_MOST_ACROSS = 6
_RELIABILITY_HEIGHT = 336
_SCORES = 52.0, 387.0, 10.0, 216.0
_GAMES = 52.0, 387.0, 232.0, 292.0
_FEW_LINES = 3
LEAST_GAMES = 3  # of a dot of the chart of reliability: one of fewer games says nothing


def distribution_chart(rated: Sequence[int], ranked: Sequence[int]) -> Chart | None:
    """How the ratings of all players, and of those on the rating list, are spread; None for fewer than two."""
    if len(rated) < 2:
        return None
    step = _step(min(rated), max(rated))
    edges = np.arange(min(rated) // step, max(rated) // step + 2) * step
    everybody, on_list = (np.histogram(ratings, edges)[0] for ratings in (rated, ranked))
    area = Area(*_DISTRIBUTION, float(edges[0]), float(edges[-1]), 0, 1.05 * float(everybody.max()))
    sides = [(float(edge), float(edge + 0.88 * step)) for edge in edges[:-1]]
    svg = drawing(
        WIDTH,
        HEIGHT,
        area.levels(least=1),
        *(
            area.bars(((*side, float(many)) for side, many in zip(sides, of, strict=True)), colour)
            for of, colour in ((everybody, PALE), (on_list, ACCENT))
        ),
        area.base(lines(area.west, area.east, _MOST_ACROSS)),
        area.titled(gettext("rating, in steps of {step}", step=step), gettext("how many")),
    )
    bars = one_behind_the_other(
        gettext("{first} to {last}: {number}", first=start, last=start + step - 1, number=many)
        for start, many in zip(edges[:-1], everybody, strict=True)
        if many
    )
    return Chart(
        svg,
        _spread(ranked, _OF_RANKED) if len(ranked) > 1 else _spread(rated, _OF_RATED),
        gettext(
            "How many have which rating, in steps of {step}, those on the rating list filled in: {bars}.",
            step=step,
            bars=bars,
        ),
    )


def _step(lowest: int, highest: int) -> int:
    powers = (10**power for power in itertools.count())
    steps = (step * power for power in powers for step in _STEPS)
    return next(step for step in steps if highest // step - lowest // step < _MOST_BARS)


# Titles: all at one rating; of few; half at one rating; half between two.
_OF_RANKED = (
    gettext_noop("All {number} on the rating list are at {lowest}"),
    gettext_noop("The {number} on the rating list are between {lowest} and {highest}"),
    gettext_noop("Half of those on the rating list are at {low}"),
    gettext_noop("Half of those on the rating list are between {low} and {high}; the middle one is at {middle}"),
)
_OF_RATED = (
    gettext_noop("All {number} with a rating are at {lowest}"),
    gettext_noop("The {number} with a rating are between {lowest} and {highest}"),
    gettext_noop("Half of those with a rating are at {low}"),
    gettext_noop("Half of those with a rating are between {low} and {high}; the middle one is at {middle}"),
)


def _spread(ratings: Sequence[int], titles: tuple[str, str, str, str]) -> str:
    equal, few, half_equal, half = titles
    low, middle, high = (int(np.quantile(ratings, share, method="inverted_cdf")) for share in (0.25, 0.5, 0.75))
    lowest, highest = min(ratings), max(ratings)
    if lowest == highest:
        return gettext(equal, number=len(ratings), lowest=lowest)
    if len(ratings) < _FEW:
        return gettext(few, number=len(ratings), lowest=lowest, highest=highest)
    if low == high:
        return gettext(half_equal, low=low)
    return gettext(half, low=low, high=high, middle=middle)


def reliability_chart(bands: pl.DataFrame) -> Chart:
    """The scores of favourites against those that their ratings predict, with the number of games below, by `bands`."""
    expected, scored, games = (bands[name].to_numpy() for name in ("expected", "scored", "games"))
    share = expected / 100
    # A score in a game is from 0 to 100 %, so its variance is at most p(1 - p); draws make it smaller.
    either_way = 200 * np.sqrt(share * (1 - share) / games)
    shown = (games >= LEAST_GAMES) | (games.max() < LEAST_GAMES)
    lowest, highest = np.maximum(expected - either_way, 0), np.minimum(expected + either_way, 100)
    across = 48.0, 102.0
    above = Area(*_SCORES, *across, min(40.0, float(scored[shown].min()) - 4), 103)
    below = Area(*_GAMES, *across, 0, 1.05 * float(games.max()))
    bars = zip(expected[shown], lowest[shown], highest[shown], strict=True)
    bands_across = path(
        "M{0:.1f} {1:.1f}V{2:.1f}",
        ((above.x(at), above.y(max(low, above.south)), above.y(high)) for at, low, high in bars),
    )
    games_of = zip(expected[shown], scored[shown], strict=True)
    dots = path("M{0:.1f} {1:.1f}h0", ((above.x(at), above.y(of)) for at, of in games_of))
    start = max(across[0], above.south)
    both_agree = f"M{above.x(start):.1f} {above.y(start):.1f}L{above.x(across[1]):.1f} {above.y(across[1]):.1f}"
    svg = drawing(
        WIDTH,
        _RELIABILITY_HEIGHT,
        above.levels(),
        f'<g fill="none"><path d="{both_agree}" stroke="{FAINT}" stroke-width="1.6"/>'
        f'<path d="{bands_across}" stroke="{PALE}" stroke-width="4"/>'
        f'<path d="{dots}" stroke="{ACCENT}" stroke-width="6" stroke-linecap="round"/></g>',
        above.base([]),
        above.titled(beside=gettext("scored (%)")),
        below.levels(_FEW_LINES, 1),
        below.bars(((at - 1.5, at + 1.5, many) for at, many in zip(expected, games, strict=True)), PALE),
        below.base(lines(*across)),
        below.titled(gettext("expected of the favourite (%)"), gettext("games")),
    )
    total = games.sum()
    mean_expected, mean_scored = (fixed(float((values * games).sum() / total), 1) for values in (expected, scored))
    return Chart(
        svg,
        ngettext(
            "Favourites were expected to score {expected} % and scored {scored} % in {games} game",
            "Favourites were expected to score {expected} % and scored {scored} % in {games} games",
            int(total),
            expected=mean_expected,
            scored=mean_scored,
            games=grouped(int(total)),
        ),
        gettext(
            "A dot is a band of games: to the right what the favourites were expected to score, upwards what they "
            "scored; on the line both agree, and the bar across it is how far chance alone takes nineteen bands in "
            "twenty. {bands}",
            bands=one_behind_the_other(
                gettext(
                    "expected {expected} %, scored {scored} % in {games}",
                    expected=fixed(of_band[0], 1),
                    scored=fixed(of_band[1], 1),
                    games=counted(int(of_band[2]), "game"),
                )
                for of_band in zip(expected, scored, games, strict=True)
            ),
        ),
        _RELIABILITY_HEIGHT,
    )


_LEFT, _RIGHT, _TOP, _BOTTOM = 0.07, 0.93, 0.88, 0.25  # the edges of the area of the courses, as shares of the drawing
_AXIS = 0.16
_POINTS_A_PIXEL = 0.75
_LEAST_SPAN = 100  # rating points from bottom to top, so that a small change looks small
_LABEL_WIDTH, _LABEL_HEIGHT = 26, 12
_YEARS = 7


class Courses:
    """Draws the course of the rating of each player: over the same years, each on a scale of its own."""

    def __init__(self, first: dt.date, lists: Sequence[dt.date]) -> None:
        self._first, self._last = first.toordinal(), lists[-1].toordinal()
        self._backdrop = _years(first, lists)

    def chart(self, days: Sequence[dt.date], ratings: Sequence[int]) -> Chart | None:
        """The chart of one player: the ratings on these days, in order of time; None for fewer than two days."""
        if len(days) < 2:
            return None
        spots = self._spots(days, ratings)
        line = path("{0:.1f},{1:.1f} ", spots).rstrip()
        dots = path('<circle cx="{0:.1f}" cy="{1:.1f}" r="2.2" fill="' + ACCENT + '"/>', spots)
        labels = path('<text x="{0:.1f}" y="{3:.1f}">{2}</text>', _labelled(spots))
        svg = (
            f'{self._backdrop}<g transform="scale({1 / _POINTS_A_PIXEL:.4f})"><polyline points="{line}" fill="none" '
            f'stroke="{ACCENT}" stroke-width="1.6" stroke-linejoin="round"/>{dots}'
            f'<g font-family="system-ui, sans-serif" font-size="9.3" fill="#2b3330" text-anchor="middle">{labels}</g>'
            "</g></svg>\n"
        )
        return Chart(
            svg,
            _course_in_words(days, ratings),
            gettext(
                "Rating on each list: {ratings}",
                ratings=listed(labelled(day.year, of) for day, of in zip(days, ratings, strict=True)),
            ),
        )

    def _spots(self, days: Sequence[dt.date], ratings: Sequence[int]) -> list["_Spot"]:
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
    first, last, highest = ratings[0], ratings[-1], max(ratings)
    if min(ratings) == highest:
        return gettext("{rating} all along", rating=first)
    gaps = {"first": first, "last": last}
    if highest > last:
        peak = {"highest": highest, "day": spoken_date(days[ratings.index(highest)])}
        if first == last:
            return gettext("At {first} first and last; highest {highest}, on {day}", first=first, **peak)
        return gettext("From {first} to {last}; highest {highest}, on {day}", **gaps, **peak)
    return (
        gettext("At {first} first and last", first=first)
        if first == last
        else gettext("From {first} to {last}", **gaps)
    )


class _Spot(NamedTuple):
    x: float
    y: float
    rating: int
    foot: float
    """The baseline of the label: below the dot where the line comes from above or leaves upwards, else above it."""


def _labelled(spots: list[_Spot]) -> list[_Spot]:
    highest, lowest = max(spots, key=lambda spot: spot.rating), min(spots, key=lambda spot: spot.rating)
    chosen = [spots[-1]]
    for spot in (spots[0], highest, lowest):
        if all(abs(spot.x - at.x) >= _LABEL_WIDTH or abs(spot.foot - at.foot) >= _LABEL_HEIGHT for at in chosen):
            chosen.append(spot)
    return chosen


def _years(first: dt.date, lists: Sequence[dt.date]) -> str:
    west, east = first.toordinal(), lists[-1].toordinal()
    left, right, top, bottom = _LEFT * WIDTH, _RIGHT * WIDTH, (0.94 - _TOP) * HEIGHT, (1 - _AXIS) * HEIGHT
    days = [(west, first.year), *((day.toordinal(), day.year) for day in lists)]
    apart = -(-len(days) // _YEARS)
    years = [(left + (right - left) * (day - west) / (east - west), year) for day, year in days[::-1][::apart][::-1]]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        '<g font-family="system-ui, sans-serif" font-size="12.4" fill="#5c6662" text-anchor="middle">'
        f'<path d="{path(f"M{{0:.1f}} {top:.1f}V{bottom:.1f}", years)}" stroke="#e3e6e1" fill="none"/>'
        f'<path d="M{left:g} {bottom:g}H{right:g}{path(f"M{{0:.1f}} {bottom:g}v4", years)}" stroke="#b9c0bb" '
        'fill="none"/>'
        + path(f'<text x="{{0:.1f}}" y="{bottom + 17:.1f}">{{1}}</text>', years)
        + f'<text x="{(left + right) / 2:.1f}" y="{bottom + 36:.1f}">{gettext("year of the list")}</text></g>'
    )


_GRID, _BASE, _SOFT = "#e3e6e1", "#b9c0bb", "#5c6662"
_TEXT = 12.4  # the size of labels, in CSS pixels


class Area(NamedTuple):
    """Where on a drawing the numbers from `west` to `east` and from `south` to `north` lie, in CSS pixels."""

    left: float
    right: float
    top: float
    bottom: float
    west: float
    east: float
    south: float
    north: float

    def x(self, number: float) -> float:
        """The offset of a number from the left."""
        return self.left + (self.right - self.left) * (number - self.west) / (self.east - self.west)

    def y(self, number: float) -> float:
        """The offset of a number from the top."""
        return self.bottom - (self.bottom - self.top) * (number - self.south) / (self.north - self.south)

    def levels(self, most: int = 7, least: float = 0) -> str:
        """Horizontal lines at round numbers, with these at their left."""
        found = [(self.y(number), text) for number, text in lines(self.south, self.north, most, least)]
        across = path("M{0:g} {1:.1f}H{2:g}", ((self.left, y, self.right) for y, _ in found))
        return f'<path d="{across}" stroke="{_GRID}" fill="none"/>' + labels(
            ((self.left - 6, y + 4, text) for y, text in found), anchor="end"
        )

    def base(self, marks: Iterable[tuple[float, str]]) -> str:
        """The line below, with a tick and a text at each (number, text)."""
        found = [(self.x(number), text) for number, text in marks]
        ticks = path("M{0:.1f} {1:g}v4", ((x, self.bottom) for x, _ in found))
        return (
            f'<path d="M{self.left:g} {self.bottom:g}H{self.right:g}{ticks}" stroke="{_BASE}" fill="none"/>'
            + labels((x, self.bottom + 17, text) for x, text in found)
        )

    def titled(self, below: str = "", beside: str = "") -> str:
        """The names of both axes."""
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        name = labels([(middle[0], self.bottom + 36, below)]) if below else ""
        return name + (f'<g transform="rotate(-90)">{labels([(-middle[1], 12, beside)])}</g>' if beside else "")

    def bars(self, of: Iterable[tuple[float, float, float]], colour: str) -> str:
        """A bar of each (number at its left side, number at its right side, height)."""
        corners = ((self.x(left), self.y(height), self.x(right), self.y(0)) for left, right, height in of if height)
        bars = path("M{0:.1f} {1:.1f}H{2:.1f}V{3:.1f}H{0:.1f}z", corners)
        return f'<path d="{bars}" fill="{colour}"/>'


def labels(of: Iterable[tuple[float, float, str]], anchor: str = "middle") -> str:
    """Texts at (offset from the left, offset from the top, text); no text may be markup."""
    texts = path('<text x="{0:.1f}" y="{1:.1f}">{2}</text>', of)
    return f'<g text-anchor="{anchor}">{texts}</g>'


def drawing(width: int, height: int, *parts: str) -> str:
    """A whole SVG file of these parts."""
    drawn = path("{0}", ((part,) for part in parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<g font-family="system-ui, sans-serif" font-size="{_TEXT}" fill="{_SOFT}">{drawn}</g></svg>\n'
    )
