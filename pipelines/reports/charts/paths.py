"""Write SVG paths directly: for a drawing per player or list, a drawing library would be far too slow."""

import datetime as dt
import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import polars as pl

from pipelines.words.deal_words import margin
from pipelines.words.languages.numbers import written
from pipelines.words.words import counted, fixed, short_date, short_month
from transforms.tables.messages import gettext, gettext_noop, one_behind_the_other
from transforms.tables.phrases import phrase

WIDTH, HEIGHT = 403, 269  # CSS pixels: about as wide as a phone
GRID, BASE, SOFT, INK = "#dfe3de", "#b9c0bb", "#5a6560", "#1f2724"

_STEPS = (1.0, 2.0, 2.5, 5.0)
_TEXT = 12.4  # the size of labels in CSS pixels

Number = TypeVar("Number", float, pl.Expr)
_MOST_DATES = 6
_FEWEST_SEASONS = 2
_BEYOND = 5  # the ranking points shown below the lowest and above the highest
_HALF_MARK = 4
_FIRST_BAR, _ROW = 20, 34
_MARKS = ((-1, "−1"), (-0.5, "−0.5"), (0, "0"), (0.5, "+0.5"), (1, "+1"))


def path(form: str, spots: Iterable[tuple[object, ...]]) -> str:
    """Fill a template such as `M{0:.1f} {1:.1f}h0` with each spot (no markup); return the results as one path."""
    return "".join(form.format(*spot) for spot in spots)


def lines(low: float, high: float, most: int = 7, least: float = 0) -> list[tuple[float, str]]:
    """Return at most `most` round numbers from `low` to `high`, at least `least` apart, each with its text."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    sizes = (size * power * tens for tens in (1, 10) for size in _STEPS)
    step = max(next(size for size in sizes if (high - low) / size < most), least)
    numbers = [step * count for count in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return [(number, written(f"{number:.0f}" if float(number).is_integer() else f"{number:.6g}")) for number in numbers]


def ticks(days: list[dt.date], labels: int) -> dict[dt.date, str]:
    """Return the labels of a time axis by day: one per day if all fit, or else one per month, or else at both ends."""
    first, last = days[0], days[-1]
    apart = min((later - earlier for earlier, later in pairwise(days)), default=last - first)
    if len(days) <= labels and apart * labels >= last - first:
        return {day: short_date(day) for day in days}
    numbers = range(first.year * 12 + first.month, last.year * 12 + last.month)
    months = [dt.date(number // 12, number % 12 + 1, 1) for number in numbers]
    if len(months) < 2:
        return {day: short_date(day) for day in (first, last)}
    shown = months[:: math.ceil(len(months) / labels)]
    years = {month.year: month for month in reversed(shown)}
    return {month: short_month(month) + (f"\n{month.year}" if years[month.year] == month else "") for month in shown}


class Area(NamedTuple):
    """A rectangle of a drawing in CSS pixels, which shows numbers from `west` to `east` and from `south` to `north`."""

    left: float
    right: float
    top: float
    bottom: float
    west: float
    east: float
    south: float
    north: float

    def x(self, number: Number) -> Number:
        """Return the distance of a number from the left of the drawing; for a column of numbers, a column."""
        return self.left + (self.right - self.left) / (self.east - self.west) * (number - self.west)

    def y(self, number: Number) -> Number:
        """Return the distance of a number from the top of the drawing; for a column of numbers, a column."""
        return self.bottom - (self.bottom - self.top) / (self.north - self.south) * (number - self.south)

    def levels(self, most: int = 7, least: float = 0) -> str:
        """Return horizontal lines at round numbers, with these numbers on the left."""
        found = [(self.y(number), text) for number, text in lines(self.south, self.north, most, least)]
        across = path("M{0:g} {1:.1f}H{2:g}", ((self.left, y, self.right) for y, _ in found))
        numbers = labels(((self.left - 6, y + 4, text) for y, text in found), anchor="end")
        return f'<path d="{across}" stroke="{GRID}" fill="none"/>{numbers}'

    def base(self, marks: Iterable[tuple[float, str]]) -> str:
        """Return the line at the bottom, with a tick and a text for each (number, text)."""
        found = [(self.x(number), text) for number, text in marks]
        line = f"M{self.left:g} {self.bottom:g}H{self.right:g}"
        ticks = path("M{0:.1f} {1:g}v4", ((x, self.bottom) for x, _ in found))
        texts = labels((x, self.bottom + 17, text) for x, text in found)
        return f'<path d="{line}{ticks}" stroke="{BASE}" fill="none"/>{texts}'

    def titled(self, below: str = "", left: str = "") -> str:
        """Return the titles of both axes."""
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        name = labels([(middle[0], self.bottom + 36, below)]) if below else ""
        return name + (f'<g transform="rotate(-90)">{labels([(-middle[1], 12, left)])}</g>' if left else "")

    def bars(self, of: Iterable[tuple[float, float, float]], colour: str) -> str:
        """Return one path of bars, each given as (number at its left edge, number at its right edge, height)."""
        corners = ((self.x(left), self.y(height), self.x(right), self.y(0)) for left, right, height in of if height)
        return f'<path d="{path("M{0:.1f} {1:.1f}H{2:.1f}V{3:.1f}H{0:.1f}z", corners)}" fill="{colour}"/>'


def labels(of: Iterable[tuple[float, float, str]], anchor: str = "middle") -> str:
    """Return SVG texts, given as (offset from the left, offset from the top, text). The texts may hold no markup."""
    texts = path('<text x="{0:.1f}" y="{1:.1f}">{2}</text>', of)
    return f'<g text-anchor="{anchor}">{texts}</g>'


def drawing(height: int, *parts: str) -> str:
    """Return an SVG file of the default width, made of these parts."""
    drawn = path("{0}", ((part,) for part in parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        f'<g font-family="system-ui, sans-serif" font-size="{_TEXT}" fill="{SOFT}">{drawn}</g></svg>\n'
    )


class Course(NamedTuple):
    """The chart of a player's ranking, a title that states the result, and a description."""

    points: list[tuple[float, str]]  # for each horizontal line: (offset from the top, ranking points)
    title: str
    description: str
    line: str
    end: str  # the path of the mark at the end, which makes a ranking of one session visible
    counting: str  # the path of the ranking points that count now: dots, drawn as round-ended lines without length
    earlier: str


def courses(report: Mapping[str, pl.DataFrame]) -> tuple[list[tuple[float, str]], dict[str, Course]]:
    """Return the labels of the days, and by player id the chart of each player with a ranking, of one season.

    A label is (offset from the left, text). All players of a season share the days; the heights fit each player.
    """
    sessions = report["player_sessions"].drop_nulls("ranking")
    if sessions.is_empty():
        return [], {}
    days, area = _days(sessions)
    numbers = [pl.col(name) for name in ("ranking", "ranking_points")]
    low = pl.min_horizontal(number.min() for number in numbers) - _BEYOND
    high = pl.max_horizontal(number.max() for number in numbers) + _BEYOND
    x, y, dot = area.x(pl.col("date").to_physical()), *(area.y((number - low) / (high - low)) for number in numbers)
    spot, dot_at = phrase("{} {}", x.round(1), y.round(1)), phrase("M{} {}h0", x.round(1), dot.round(1))
    end = phrase(f"M{{}} {{}}h{2 * _HALF_MARK}", (x - _HALF_MARK).round(1), y.round(1))
    counts = pl.col("in_window")
    paths = sessions.group_by("player_id", maintain_order=True).agg(
        low.alias("low"),
        high.alias("high"),
        pl.len(),
        before=pl.col("ranking").first(),
        now=pl.col("ranking").last(),
        highest=pl.col("ranking").max(),
        line="M" + spot.str.join("L"),
        end=end.last(),
        **{name: dot_at.filter(of).str.join() for name, of in (("counting", counts), ("earlier", ~counts))},
    )
    found: dict[str, Course] = {}
    for player, south, north, many, before, now, highest, *drawn in paths.iter_rows():
        of_player = area._replace(south=south, north=north)
        points = [(of_player.y(number), text) for number, text in lines(south, north)]
        said = gettext_noop("Ranking {ranking} after {sessions}")
        if fixed(highest) != fixed(now):
            said = gettext_noop("Ranking {ranking} after {sessions}; at its highest {highest}")
        gaps = {"ranking": fixed(now), "sessions": counted(many, "session"), "highest": fixed(highest)}
        title = gettext(said, **gaps)
        description = gettext(
            "The line is the ranking after each session, from {first} to {last}. Each dot is the ranking points of a "
            "session, filled if the session counts in the ranking now.",
            first=fixed(before), last=fixed(now),
        )  # fmt: skip
        found[player] = Course(points, title, description, *drawn)
    return [(area.x(_number(day)), label) for day, label in ticks(days, _MOST_DATES).items()], found


class StrengthCourse(NamedTuple):
    """The chart of a player's strength: the levels, a description, the line, and the band around it."""

    points: list[tuple[float, str]]  # for each horizontal line: (offset from the top, strength)
    description: str
    line: str
    band: str


def strength_courses(report: Mapping[str, pl.DataFrame]) -> tuple[list[tuple[float, str]], dict[str, StrengthCourse]]:
    """Return the labels of the days, as `courses` does, and by player id the chart of the strength in one season.

    All players share the scale, so that charts can be compared.
    """
    sessions = report["strength_sessions"]
    if sessions.is_empty():
        return [], {}
    days, area = _days(sessions)
    area = area._replace(south=float(sessions["low"].min()), north=float(sessions["high"].max()))  # pyrefly: ignore - of numbers
    points = [(area.y(number), text) for number, text in lines(area.south, area.north)]
    said = gettext_noop(
        "The line is the strength after each session, the area its band: at the end {strength}, from {low} to {high}."
    )
    found: dict[str, StrengthCourse] = {}
    for (player,), own in sessions.partition_by("player_id", as_dict=True, maintain_order=True).items():
        last = own.row(-1, named=True)
        gaps = {name: fixed(last[name], 1) for name in ("strength", "low", "high")}
        # The last strength is drawn a little longer, so that one of a single session can be seen.
        xs = [area.x(_number(day)) for day in own["date"]]
        middle, low, high = (
            [*zip(xs, ys, strict=True), (xs[-1] + _HALF_MARK, ys[-1])]
            for name in ("strength", "low", "high")
            for ys in [[area.y(value) for value in own[name]]]
        )
        line, band = (f"M{path('L{0:.1f} {1:.1f}', spots)[1:]}" for spots in (middle, [*high, *low[::-1]]))
        found[str(player)] = StrengthCourse(points, gettext(said, **gaps), line, f"{band}z")
    return [(area.x(_number(day)), label) for day, label in ticks(days, _MOST_DATES).items()], found


def _days(sessions: pl.DataFrame) -> tuple[list[dt.date], Area]:
    """Return the days of sessions, and the area of a chart over them, from 0 to 1."""
    days = sessions["date"].unique().sort().to_list()
    margin = max(2.0, (days[-1] - days[0]).days / 20)
    return days, Area(40.0, 395.0, 8.0, 212.0, _number(days[0]) - margin, _number(days[-1]) + margin, 0, 1)


def seasons_chart(seasons: list[dict[str, Any]]) -> tuple[list[tuple[float, str]], Course | None]:
    """Return the labels of a person's seasons, as `courses` does for days, and the chart of their last rankings.

    There is a line per competition, and no chart if the person played no competition in two seasons.
    """
    ranked = [row for row in seasons if row["ranking"] is not None]
    names = list(dict.fromkeys(row["season"] for row in ranked))
    competitions = sorted({row["competition"] for row in ranked})
    of_each = [[row for row in ranked if row["competition"] == name] for name in competitions]
    if max(map(len, of_each), default=0) < _FEWEST_SEASONS:
        return [], None
    numbers = [row["ranking"] for row in ranked]
    ends = -0.5, len(names) - 0.5, min(numbers) - _BEYOND, max(numbers) + _BEYOND
    area = Area(40.0, 395.0, 8.0, 212.0, *ends)
    at = {name: area.x(place) for place, name in enumerate(names)}
    spots = [
        (at[row["season"]], area.y(row["ranking"]), "L" if place else "M")
        for of in of_each
        for place, row in enumerate(of)
    ]
    drawn, dots = path("{2}{0:.1f} {1:.1f}", spots), path("M{0:.1f} {1:.1f}h0", spots)
    points = [(area.y(number), text) for number, text in lines(area.south, area.north)]
    said = one_behind_the_other(f"{row['season']} {fixed(row['ranking'])}" for row in ranked)
    title = gettext("Ranking, season by season")
    shown = names[:: math.ceil(len(names) / _MOST_DATES)]
    return [(at[name], name) for name in shown], Course(points, title, said, drawn, "", dots, "")


def _number(day: dt.date) -> int:
    return (day - dt.date(1970, 1, 1)).days


_OF_TRICKS = Area(78.0, 393.0, 0, 0, -1.0, 1.0, 0, 1)  # from -1 to +1 tricks per board; longer bars are cut


class Bar(NamedTuple):
    """The bar of a role (declarer or defence): the player's mean, the range of chance, and everybody's mean."""

    name: str
    y: int
    mean: float
    low: float
    high: float
    field: float | None


class AtTheTable(NamedTuple):
    """The bars of a player, the marks of the scale, and a description."""

    bars: list[Bar]
    marks: list[tuple[float, str]]
    bottom: int
    description: str


def at_the_table(row: Mapping[str, Any]) -> AtTheTable | None:
    """Draw how well a player played the deals, from a row of the table `at_the_table`; None if there is no bar."""

    def x(tricks: float) -> float:
        return round(_OF_TRICKS.x(min(max(tricks, _OF_TRICKS.west), _OF_TRICKS.east)), 1)

    bars: list[Bar] = []
    roles = ((gettext("Declarer"), "declared", "declarer"), (gettext("Defence"), "defended", "defence"))
    for name, many, role in roles:
        off, mean, field = margin(row, many, role), row[f"{role}_gained"], row[f"{role}_of_field"]
        if off is not None:
            places = (x(mean), x(mean - off), x(mean + off))
            bars.append(Bar(name, _FIRST_BAR + _ROW * len(bars), *places, None if field is None else x(field)))
    description = gettext(
        "Each dot is the number of tricks per board that the player won or lost, compared with double dummy. Its bar "
        "is the range that chance alone may explain. The short line is the average of all players on those boards."
    )
    marks = [(x(value), written(text)) for value, text in _MARKS]
    return AtTheTable(bars, marks, _FIRST_BAR + _ROW * len(bars) - 8, description) if bars else None
