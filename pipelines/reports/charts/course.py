"""The course of a player's ranking over a season, as paths that a template draws.

All players of a season have the same scale, so that they can be compared. Nothing is drawn here: there are as many
courses as players, and a drawing library takes longer for one of them than their whole page does.
"""

import datetime as dt
from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from pipelines.reports.charts.axes import lines, ticks
from pipelines.words.words import counted, fixed
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase

WIDTH, HEIGHT = 403, 269
"""The size of the drawing; its units are about CSS pixels."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, 387.0, 8.0, 212.0
"""The edges of the area of the courses."""
_MOST_DATES = 6
_BEYOND = 5
"""How many ranking points the area goes beyond the lowest and the highest."""
_HALF_MARK = 4
_LINE_HEIGHT = 13


class Scale(NamedTuple):
    """The axes that all courses of a season share."""

    lines: str
    """The path of the horizontal lines."""
    points: list[tuple[float, str]]
    """(offset from the top, ranking points) of each line."""
    base: str
    """The path of the axis of days."""
    days: list[tuple[float, list[tuple[float, str]]]]
    """(offset from the left, the lines of its label: (offset from the top, text)) of each day that is named."""


class Course(NamedTuple):
    """The course of one player, with its words: a title that says what it shows, and a description."""

    scale: Scale
    title: str
    description: str
    line: str
    """The path of the ranking after each session."""
    end: str
    """The path of the mark at its end, so that a ranking of one session is seen."""
    counting: str
    """The path of the ranking points that count now; each is a dot: a line without length, with round ends."""
    earlier: str
    """That of the other ranking points."""


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
    scale = _scale(
        [
            (_LEFT + (_RIGHT - _LEFT) / (last - first) * (_number(day) - first), label)
            for day, label in ticks(days, _MOST_DATES).items()
        ],
        [(_BOTTOM - across * (number - low), text) for number, text in lines(low, high)],
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
        counting=dot_at.filter(counts).str.join(""),
        earlier=dot_at.filter(~counts).str.join(""),
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
    """Days since 1970."""
    return (day - dt.date(1970, 1, 1)).days


def _scale(days: list[tuple[float, str]], points: list[tuple[float, str]]) -> Scale:
    """The axes, from (offset, text) of the days that are named and of the lines."""
    return Scale(
        "".join(f"M{_LEFT:g} {y:.1f}H{_RIGHT:g}" for y, _ in points),
        [(round(y + 4, 1), text) for y, text in points],
        f"M{_LEFT:g} {_BOTTOM:g}H{_RIGHT:g}" + "".join(f"M{x:.1f} {_BOTTOM:g}v4" for x, _ in days),
        [
            (round(x, 1), [(_BOTTOM + 4 + _LINE_HEIGHT * (number + 1), line) for number, line in enumerate(lines)])
            for x, lines in ((x, text.split("\n")) for x, text in days)
        ],
    )
