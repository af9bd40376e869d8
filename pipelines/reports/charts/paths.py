"""Drawings of which there are as many as players, as paths that templates draw: a library takes far longer."""

import datetime as dt
import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import polars as pl

from pipelines.words.deal_words import margin
from pipelines.words.languages.numbers import written
from pipelines.words.words import counted, fixed, short_date, short_month
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase

WIDTH, HEIGHT = 403, 269

_STEPS = (1.0, 2.0, 2.5, 5.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, 387.0, 8.0, 212.0
_MOST_DATES = 6
_BEYOND = 5  # how many ranking points the area goes beyond the lowest and the highest
_HALF_MARK = 4
_TABLE_LEFT, _TABLE_RIGHT = 78.0, 393.0
_MOST_TRICKS = 1.0  # tricks a board at the edges of that scale; what reaches further is cut there
_FIRST_BAR, _ROW = 20, 34


def path(form: str, spots: Iterable[tuple[object, ...]]) -> str:
    """A form such as `M{0:.1f} {1:.1f}h0` filled with each spot, one behind the other; no text may be markup."""
    return "".join(form.format(*spot) for spot in spots)


def lines(low: float, high: float, most: int = 7, least: float = 0) -> list[tuple[float, str]]:
    """(number, the same as text): the round numbers from `low` to `high`, at most `most`, no step below `least`."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(
        step for step in (size * power * tens for tens in (1, 10) for size in _STEPS) if (high - low) / step < most
    )
    step = max(step, least)
    numbers = [step * count for count in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return [(number, written(f"{number:.0f}" if float(number).is_integer() else f"{number:.6g}")) for number in numbers]


def ticks(days: list[dt.date], labels: int) -> dict[dt.date, str]:
    """Day -> its label: of every day where all fit, else of months, else of the first and the last day."""
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


class Scale(NamedTuple):
    """The axes that all courses of a season share."""

    points: list[tuple[float, str]]  # (offset from the top, ranking points) of each horizontal line
    days: list[tuple[float, str]]  # (offset from the left, label) of each day that is named


class Course(NamedTuple):
    """The course of one player, with its words: a title that says what it shows, and a description."""

    scale: Scale
    title: str
    description: str
    line: str
    end: str  # the path of the mark at its end, so that a ranking of one session is seen
    counting: str
    """The path of the ranking points that count now; each is a dot: a line without length, with round ends."""
    earlier: str


def courses(report: Mapping[str, pl.DataFrame]) -> dict[str, Course]:
    """Player id -> course, of every player with a ranking, from the report's tables of one season."""
    sessions = report["player_sessions"].drop_nulls("ranking")
    if sessions.is_empty():
        return {}
    days = sessions["date"].unique().sort().to_list()
    margin = max(2.0, (days[-1] - days[0]).days / 20)
    first, last = _number(days[0]) - margin, _number(days[-1]) + margin
    values = sessions.select(
        low=pl.min_horizontal(pl.col("ranking", "ranking_points").min()) - _BEYOND,
        high=pl.max_horizontal(pl.col("ranking", "ranking_points").max()) + _BEYOND,
    )
    low, high = values.row(0)
    x = _LEFT + (_RIGHT - _LEFT) / (last - first) * (pl.col("date").to_physical() - first)
    across = (_BOTTOM - _TOP) / (high - low)
    y, dot = (_BOTTOM - across * (pl.col(name) - low) for name in ("ranking", "ranking_points"))
    scale = Scale(
        [(_BOTTOM - across * (number - low), text) for number, text in lines(low, high)],
        [
            (_LEFT + (_RIGHT - _LEFT) / (last - first) * (_number(day) - first), label)
            for day, label in ticks(days, _MOST_DATES).items()
        ],
    )
    spot, dot_at = phrase("{} {}", x.round(1), y.round(1)), phrase("M{} {}h0", x.round(1), dot.round(1))
    end = phrase(f"M{{}} {{}}h{2 * _HALF_MARK}", (x - _HALF_MARK).round(1), y.round(1))
    counts = pl.col("in_window")
    paths = sessions.group_by("player_id", maintain_order=True).agg(
        pl.len(),
        before=pl.col("ranking").first(),
        now=pl.col("ranking").last(),
        line="M" + spot.str.join("L"),
        end=end.last(),
        **{name: dot_at.filter(of).str.join() for name, of in (("counting", counts), ("earlier", ~counts))},
    )
    return {
        player: Course(scale, *_words(many, before, now), *drawn)
        for player, many, before, now, *drawn in paths.iter_rows()
    }


def _words(many: int, before: float, now: float) -> tuple[str, str]:
    first, last = fixed(before), fixed(now)
    return (
        gettext("Ranking {ranking} after {sessions}", ranking=last, sessions=counted(many, "session")),
        gettext(
            "The line is the ranking after each session, from {first} to {last}; dots are the ranking points of a "
            "session, filled where it counts in the ranking now.",
            first=first, last=last,
        ),
    )  # fmt: skip


def _number(day: dt.date) -> int:
    return (day - dt.date(1970, 1, 1)).days


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
    """What a player made of the deals, from a row of the report's table of this name; None without anything to draw."""
    bars: list[Bar] = []
    for name, many, role in (
        (gettext("Declarer"), "declared", "declarer"),
        (gettext("Defence"), "defended", "defence"),
    ):
        off, mean, field = margin(row, many, role), row[f"{role}_gained"], row[f"{role}_of_field"]
        if off is not None:
            places = (_x(mean), _x(mean - off), _x(mean + off))
            bars.append(Bar(name, _FIRST_BAR + _ROW * len(bars), *places, None if field is None else _x(field)))
    marks = [
        (_x(value), written(text)) for value, text in ((-1, "−1"), (-0.5, "−0.5"), (0, "0"), (0.5, "+0.5"), (1, "+1"))
    ]
    told = gettext(
        "Dots: tricks won or lost a board, compared with double dummy; bars: how far chance alone may move them; "
        "short lines: all players."
    )
    return AtTheTable(bars, marks, _FIRST_BAR + _ROW * len(bars) - 8, told) if bars else None


def _x(tricks: float) -> float:
    across = (_TABLE_RIGHT - _TABLE_LEFT) / (2 * _MOST_TRICKS)
    return round(_TABLE_LEFT + across * (min(max(tricks, -_MOST_TRICKS), _MOST_TRICKS) + _MOST_TRICKS), 1)
