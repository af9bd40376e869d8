"""Draw charts of ratings as SVG: how they are distributed, how reliable they are, and a player's rating over time."""

import datetime as dt
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from pipelines.reports.charts.drawing import ACCENT, FAINT, HEIGHT, PALE, Chart, Key
from pipelines.reports.charts.paths import GRID, INK, Area, drawing, labels, lines, path
from pipelines.words.languages.numbers import grouped
from pipelines.words.words import counted, fixed, spoken_date
from transforms.tables.messages import gettext, gettext_noop, labelled, listed, ngettext, one_behind_the_other

_STEPS = (5, 10, 20, 25)  # the width of a bar is one of these in rating points, or ten, a hundred ... times that
_MOST_BARS = 24
_FEW = 8  # for fewer players, the title states the range of all ratings, not that of the middle half
_RELIABILITY_HEIGHT = 336
LEAST_GAMES = 3  # a dot of the reliability chart needs this many games; fewer prove nothing

# Titles for four cases: all have the same rating; few players; half have the same; half are within a range.
_OF_RANKED = (
    gettext_noop("All {number} on the rating list are at {lowest}"),
    gettext_noop("The {number} on the rating list are between {lowest} and {highest}"),
    gettext_noop("Half of those on the rating list are at {low}"),
    gettext_noop("Half of those on the rating list are between {low} and {high}; the median is {middle}"),
)
_OF_RATED = (
    gettext_noop("All {number} with a rating are at {lowest}"),
    gettext_noop("The {number} with a rating are between {lowest} and {highest}"),
    gettext_noop("Half of those with a rating are at {low}"),
    gettext_noop("Half of those with a rating are between {low} and {high}; the median is {middle}"),
)
_LEAST_SPAN = 100  # rating points from bottom to top, at least, so that a small change looks small
_LABEL_WIDTH, _LABEL_HEIGHT = 35, 16
_YEARS = 7


def distribution_chart(rated: Sequence[int], ranked: Sequence[int]) -> Chart | None:
    """Draw the distribution of all ratings, and of the ratings on the list; None for fewer than two players."""
    if len(rated) < 2:
        return None
    lowest, highest = min(rated), max(rated)
    steps = (step * 10**power for power in itertools.count() for step in _STEPS)
    step = next(step for step in steps if highest // step - lowest // step < _MOST_BARS)
    edges = np.arange(lowest // step, highest // step + 2) * step
    everybody, on_list = (np.histogram(ratings, edges)[0].tolist() for ratings in (rated, ranked))
    starts: list[int] = edges[:-1].tolist()
    area = Area(50.0, 387.0, 8.0, 226.0, starts[0], starts[-1] + step, 0, 1.05 * max(everybody))
    bars = (
        area.bars(((start, start + 0.88 * step, many) for start, many in zip(starts, of, strict=True)), colour)
        for of, colour in ((everybody, PALE), (on_list, ACCENT))
    )
    base, titles = area.base(lines(area.west, area.east, 6)), gettext("rating, in steps of {step}", step=step)
    svg = drawing(HEIGHT, area.levels(least=1), *bars, base, area.titled(titles, gettext("how many")))
    in_words = one_behind_the_other(
        gettext("{first} to {last}: {number}", first=start, last=start + step - 1, number=many)
        for start, many in zip(starts, everybody, strict=True)
        if many
    )
    said = gettext_noop(
        "How many have each rating, in steps of {step}; those on the rating list are filled in: {bars}."
    )
    description = gettext(said, step=step, bars=in_words)
    title = _spread(ranked, _OF_RANKED) if len(ranked) > 1 else _spread(rated, _OF_RATED)
    keys = Key(gettext("on the rating list"), ACCENT, "s"), Key(gettext("others with a rating"), PALE, "s")
    return Chart(svg, title, description, legend=keys)


def _spread(ratings: Sequence[int], titles: tuple[str, str, str, str]) -> str:
    low, middle, high = (int(np.quantile(ratings, share, method="inverted_cdf")) for share in (0.25, 0.5, 0.75))
    lowest, highest = min(ratings), max(ratings)
    is_alike, are_few = low == high, len(ratings) < _FEW
    title = titles[0 if lowest == highest else 1 if are_few else 2 if is_alike else 3]
    return gettext(title, number=len(ratings), lowest=lowest, highest=highest, low=low, high=high, middle=middle)


def reliability_chart(bands: pl.DataFrame) -> Chart:
    """Draw the actual and expected scores of favourites in each class of games; below, the number of games."""
    expected, scored, games = (bands[name].to_numpy() for name in ("expected", "scored", "games"))
    share = expected / 100
    # A game scores 0 to 100 %, so the variance of a score is at most p(1 - p). Draws make it smaller.
    either_way = 200 * np.sqrt(share * (1 - share) / games)
    shown = (games >= LEAST_GAMES) | (games.max() < LEAST_GAMES)
    lowest, highest = np.maximum(expected - either_way, 0), np.minimum(expected + either_way, 100)
    across = 48.0, 102.0
    above = Area(52.0, 387.0, 10.0, 216.0, *across, min(40.0, float(scored[shown].min()) - 4), 103)
    below = Area(52.0, 387.0, 232.0, 292.0, *across, 0, 1.05 * float(games.max()))
    bars = zip(expected[shown], np.maximum(lowest[shown], above.south), highest[shown], strict=True)
    upright = path("M{0:.1f} {1:.1f}V{2:.1f}", ((above.x(at), above.y(low), above.y(high)) for at, low, high in bars))
    dots = zip(expected[shown], scored[shown], strict=True)
    dots_at = path("M{0:.1f} {1:.1f}h0", ((above.x(at), above.y(of)) for at, of in dots))
    start, end = max(across[0], above.south), across[1]
    both_agree = f"M{above.x(start):.1f} {above.y(start):.1f}L{above.x(end):.1f} {above.y(end):.1f}"
    svg = drawing(
        _RELIABILITY_HEIGHT,
        above.levels(),
        f'<g fill="none"><path d="{both_agree}" stroke="{FAINT}" stroke-width="1.6"/>'
        f'<path d="{upright}" stroke="{PALE}" stroke-width="4"/>'
        f'<path d="{dots_at}" stroke="{ACCENT}" stroke-width="6" stroke-linecap="round"/></g>',
        above.base([]),
        above.titled(left=gettext("scored (%)")),
        below.levels(3, 1),
        below.bars(((at - 1.5, at + 1.5, many) for at, many in zip(expected, games, strict=True)), PALE),
        below.base(lines(*across)),
        below.titled(gettext("expected of the favourite (%)"), gettext("games")),
    )
    total = int(games.sum())
    mean_expected, mean_scored = (fixed(float((values * games).sum() / total), 1) for values in (expected, scored))
    title = ngettext(
        "Favourites were expected to score {expected} % and scored {scored} % in {games} game",
        "Favourites were expected to score {expected} % and scored {scored} % in {games} games",
        total,
        expected=mean_expected,
        scored=mean_scored,
        games=grouped(total),
    )
    said = gettext_noop("expected {expected} %, scored {scored} % in {games}")
    in_words = one_behind_the_other(
        gettext(said, expected=fixed(one, 1), scored=fixed(other, 1), games=counted(int(many), "game"))
        for one, other, many in zip(expected, scored, games, strict=True)
    )
    description = gettext(
        "Each dot is a group of games. The further right it is, the more the favourites were expected to score; "
        "the higher it is, the more they scored. On the line, both are equal; by chance alone, nineteen dots in "
        "twenty are within their bar. {bands}",
        bands=in_words,
    )
    luck = gettext("the range of luck alone, 19 times out of 20")
    keys = Key(gettext("what they scored"), ACCENT, "o"), Key(luck, PALE, "|")
    return Chart(svg, title, description, _RELIABILITY_HEIGHT, keys)


class _Spot(NamedTuple):
    x: float
    y: float
    rating: int
    foot: float  # the baseline of the label: below the dot if the line lies above it, otherwise above


class Courses:
    """The drawing of each player's rating over time. All drawings have the same years, but each has its own scale."""

    def __init__(self, first: dt.date, lists: Sequence[dt.date]) -> None:
        days = [first, *lists]
        self._span = first.toordinal(), days[-1].toordinal()
        area = Area(28.0, 375.0, 16.0, 226.0, *self._span, 0, 1)
        years = [(day.toordinal(), str(day.year)) for day in days[::-1][:: -(-len(days) // _YEARS)][::-1]]
        upright = path(f"M{{0:.1f}} {area.top:g}V{area.bottom:g}", ((area.x(day),) for day, _ in years))
        grid = f'<path d="{upright}" stroke="{GRID}" fill="none"/>'
        self._backdrop = grid + area.base(years) + area.titled(gettext("year of the list"))

    def chart(self, days: Sequence[dt.date], ratings: Sequence[int]) -> Chart | None:
        """Draw a player's ratings on these days, which are in order; None for fewer than two days."""
        if len(days) < 2:
            return None
        low, high = min(ratings), max(ratings)
        beyond = max(_LEAST_SPAN - (high - low), 0) / 2
        area = Area(28.0, 375.0, 32.0, 202.0, *self._span, low - beyond, high + beyond)
        around = [ratings[0], *ratings, ratings[-1]]
        spots = [
            _Spot(area.x(day.toordinal()), y := area.y(of), of, y + (16 if before + after > 2 * of else -8))
            for day, of, before, after in zip(days, ratings, around, around[2:], strict=False)
        ]
        named = [spots[-1]]
        for spot in (spots[0], *(choose(spots, key=lambda spot: spot.rating) for choose in (max, min))):
            if all(abs(spot.x - at.x) >= _LABEL_WIDTH or abs(spot.foot - at.foot) >= _LABEL_HEIGHT for at in named):
                named.append(spot)
        line = path("{0:.1f},{1:.1f} ", spots).rstrip()
        dots = path(f'<circle cx="{{0:.1f}}" cy="{{1:.1f}}" r="2.9" fill="{ACCENT}"/>', spots)
        course = f'<polyline points="{line}" fill="none" stroke="{ACCENT}" stroke-width="2.1" stroke-linejoin="round"/>'
        texts = labels((spot.x, spot.foot, str(spot.rating)) for spot in named)
        by_year = (labelled(day.year, of) for day, of in zip(days, ratings, strict=True))
        return Chart(
            drawing(HEIGHT, self._backdrop, course, dots, f'<g fill="{INK}">{texts}</g>'),
            _course_in_words(days, ratings),
            gettext("Rating on each list: {ratings}", ratings=listed(by_year)),
        )


def _course_in_words(days: Sequence[dt.date], ratings: Sequence[int]) -> str:
    first, last, highest = ratings[0], ratings[-1], max(ratings)
    if min(ratings) == highest:
        return gettext("{rating} throughout", rating=first)
    gaps = {"first": first, "last": last, "highest": highest, "day": spoken_date(days[ratings.index(highest)])}
    if first == last:
        if highest > last:
            return gettext("At {first} at the beginning and at the end; highest {highest}, on {day}", **gaps)
        return gettext("At {first} at the beginning and at the end", **gaps)
    if highest > last:
        return gettext("From {first} to {last}; highest {highest}, on {day}", **gaps)
    return gettext("From {first} to {last}", **gaps)
