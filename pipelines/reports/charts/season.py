"""Draw the charts of a season as SVG: the leaders, the attendance, and the spread of scores in each line."""

import datetime as dt
from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from pipelines.reports.charts import drawing
from pipelines.reports.charts.paths import ticks
from pipelines.words.words import entrants, entrants_heading, fixed, spoken_date
from transforms.tables.messages import gettext, gettext_noop, listed, one_behind_the_other
from transforms.tables.schemas import COMPETITION

_LEADERS = 6
_WIDTH_ERROR = 1.17
"""The factor for the standard error of the width of the middle half: factor × width / sqrt(n), for n normal values."""
_FEWEST_SCORES = 20


def season_drawings(report: Mapping[str, pl.DataFrame]) -> dict[str, drawing.Drawing]:
    """Return the charts to draw, by name, from the report's tables of one season."""
    # A chart gets only the columns that it shows, so it is drawn again only if the drawing would differ.
    standing = report["player_ranking"].select("player_id", "name", "rank", "ranking")
    rankings = report["player_sessions"].select("player_id", "date", "ranking")
    came, spread = (report[name].drop(COMPETITION) for name in ("attendance", "spread"))
    return {
        "leaders": drawing.Drawing(_leaders, standing, rankings),
        "attendance": drawing.Drawing(_attendance, came),
        "spread": drawing.Drawing(_spread, spread),
    }


def _leaders(standing: pl.DataFrame, sessions: pl.DataFrame) -> drawing.Chart | None:
    if standing.is_empty():
        return None
    ranked = sessions.drop_nulls("ranking").with_columns(pl.col("date").to_physical())
    courses = {
        player: own.select("date", "ranking").to_numpy()
        for (player,), own in ranked.partition_by("player_id", as_dict=True).items()
    }
    leaders = standing.head(_LEADERS)
    others = [course for player, course in courses.items() if player not in set(leaders["player_id"])]
    axes = _dated_axes(sessions["date"], gettext("ranking (points)"), labels=5)
    axes.figure.subplots_adjust(right=0.67)
    axes.add_collection(LineCollection(others, colors=drawing.FAINT, linewidths=0.7))
    axes.plot([course[-1, 0] for course in others], [course[-1, 1] for course in others], ".", color=drawing.FAINT)
    # Partners who always play together share one line that has both names.
    together: dict[bytes, tuple[NDArray[np.float64], list[str]]] = {}
    for player, name in leaders.select("player_id", "name").iter_rows():
        together.setdefault(courses[player].tobytes(), (courses[player], []))[1].append(name)
    ends = []
    for course, names in together.values():
        (line,) = axes.plot(course[:, 0], course[:, 1], marker="o", markevery=[-1], zorder=3)
        ends.append((float(course[-1, 1]), names, str(line.get_color())))
    axes.autoscale_view()
    _label_ends(axes, ends)
    return drawing.Chart(
        drawing.svg_of(axes),
        _lead(standing),
        gettext(
            "Ranking after each session; the first {number} are named, and all others are grey: {players}",
            number=leaders.height,
            players=listed(f"{name} {fixed(of)}" for name, of in leaders.select("name", "ranking").iter_rows()),
        ),
    )


def _lead(standing: pl.DataFrame) -> str:
    first = standing.filter(pl.col("rank") == pl.col("rank").first())
    points = fixed(first["ranking"][0])
    gaps, (*others, last) = {"number": first.height, "points": points}, first["name"]
    if first.height > 3:
        return gettext("{number} players share the lead of the ranking with {points}", **gaps)
    if others:
        sentence = gettext_noop("{some} and {last} share the lead of the ranking with {points}")
        return gettext(sentence, some=listed(others), last=last, **gaps)
    return gettext("{player} leads the ranking with {points}", player=last, **gaps)


def _attendance(by_line: pl.DataFrame) -> drawing.Chart | None:
    by_line = by_line.filter(pl.col("entrants") > 0)
    if by_line.is_empty():
        return None
    came = by_line.unique("session_id", keep="last", maintain_order=True)
    most = came.filter(pl.col("so_far") == pl.col("so_far").max())
    at_most = most["so_far"][0]
    kind = kind_of_all(by_line)
    axes = _dated_axes(came["date"], entrants_heading(kind).lower())
    axes.set_ylim(0, at_most * 1.06)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    # Neighbouring shades differ less from each other than from the paper, so the paper shows between them.
    above, pairs = pl.col("so_far").cast(pl.Int64), pl.col("entrants").cast(pl.Int64)
    below, gap = above - pairs, pl.min_horizontal(pl.lit(at_most / 100), pairs / 2)
    bars = by_line.select(
        "line",
        pairs=pairs,
        above=above,
        foot=below + pl.when(below > 0).then(gap).otherwise(0),
        # Sessions of one day stand side by side.
        day=pl.col("date").to_physical() + (pl.col("turn") - 1) / pl.col("of_day"),
    )
    width = _bar_width(axes, bars["day"])
    lines = bars.sort("line", "day").partition_by("line", as_dict=True)
    for (line,), of_line in lines.items():
        shade = (drawing.ACCENT, drawing.MIDDLE, drawing.PALE)[(ord(str(line)) - ord("A")) % 3]
        axes.vlines(of_line["day"], of_line["foot"], of_line["above"], colors=shade, linewidth=width)
        if len(lines) > 1:
            day, many, top = of_line.select("day", "pairs", "above").row(-1)
            axes.annotate(str(line), (day, top - many / 2), (6, 0), textcoords="offset points", va="center")
    usual = entrants((2 * int(came["so_far"].sum()) + came.height) // (2 * came.height), kind)
    title = gettext_noop("On average {entrants} play; the most was {most}.")
    if most.height == 1:
        title = gettext_noop("On average {entrants} play; the most was {most}, on {day}.")
    said = gettext_noop("{entrants} at each of {sessions} sessions: one bar per session, with line A at the bottom.")
    return drawing.Chart(
        drawing.svg_of(axes),
        gettext(title, entrants=usual, most=at_most, day=spoken_date(most["date"][0])),
        gettext(said, entrants=entrants_heading(kind), sessions=came.height),
    )


def kind_of_all(attendance: pl.DataFrame) -> str:
    """Return the kind of entrant of these sessions, one of `ENTRANT_KINDS`; "" if the sessions differ."""
    kinds = set(attendance["entrant_kind"])
    return str(kinds.pop()) if len(kinds) == 1 else ""


def _bar_width(axes: Axes, days: pl.Series) -> float:
    gaps = np.diff(days.unique().sort().to_numpy())
    left, right = axes.get_xlim()
    points_a_day = axes.get_window_extent().width / axes.figure.dpi * 72 / (right - left)
    return min([5.0, *(0.8 * gaps * points_a_day)])


def _spread(spread: pl.DataFrame) -> drawing.Chart | None:
    if spread.height < 2:
        return None
    axes = drawing.blank_axes()
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", visible=True)
    rows = list(range(spread.height))
    axes.hlines(rows, spread["low"], spread["high"], colors=drawing.PALE, linewidth=2)
    axes.hlines(rows, spread["quarter"], spread["three_quarters"], colors=drawing.ACCENT, linewidth=8)
    axes.plot(spread["middle"], rows, "o", color=drawing.PAPER, markersize=4)
    names = [gettext("Line {line}", line=line) for line in spread["line"]]
    axes.figure.subplots_adjust(left=0.13 + 0.016 * max(0, max(map(len, names)) - 7))
    axes.set_yticks(rows, names)
    axes.set_ylim(spread.height - 0.4, -0.6)
    axes.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    axes.set_xlabel(gettext("score (% of the maximum)"))
    return drawing.Chart(
        drawing.svg_of(axes),
        where_scores_differ_most(spread),
        gettext(
            "For each line, the thick bar shows the middle half of all scores, the thin bar nine scores in "
            "ten, and the dot the median. About equal means that luck alone may explain the difference. {lines}",
            lines=one_behind_the_other(
                gettext("line {line} from {low} to {high} %", line=line, low=fixed(low, 1), high=fixed(high, 1))
                for line, low, high in spread.select("line", "quarter", "three_quarters").iter_rows()
            ),
        ),
    )


def where_scores_differ_most(spread: pl.DataFrame) -> str:
    """Name the line in which the middle half of the scores is widest, and the lines that are about as wide.

    Widths within twice the error of their difference count as equal. Lines with few scores are left out if at least two
    lines have enough.
    """
    width = pl.col("three_quarters") - pl.col("quarter")
    squared_error = _WIDTH_ERROR**2 * width**2 / pl.col("scores")
    with_many = spread.filter(pl.col("scores") >= _FEWEST_SCORES)
    compared = with_many if with_many.height > 1 else spread
    lines = compared.with_columns(width=width, squared_error=squared_error)
    widest = lines.sort("width", descending=True, maintain_order=True).row(0, named=True)
    luck = 2 * (pl.col("squared_error") + widest["squared_error"]).sqrt()
    alike = lines.filter((pl.col("line") == widest["line"]) | (widest["width"] - pl.col("width") <= luck))["line"]
    if alike.len() == spread.height:
        return gettext("Scores differ about equally in all lines")
    if alike.len() > 1:
        *others, last = alike
        several = gettext("{one} and {other}", one=listed(others), other=last)
        return gettext("Scores differ most, and about equally, in lines {lines}", lines=several)
    low, high = fixed(widest["quarter"], 0), fixed(widest["three_quarters"], 0)
    sentence = gettext_noop("Scores differ most in line {line}, where half of them lie between {low} and {high} %")
    return gettext(sentence, line=widest["line"], low=low, high=high)


def _dated_axes(dates: pl.Series, unit: str, labels: int = 6) -> Axes:
    axes = drawing.blank_axes()
    axes.figure.subplots_adjust(bottom=0.24)
    days = dates.to_physical().to_numpy()
    first, last = float(days.min()), float(days.max())
    margin = max(2, (last - first) / 20)
    axes.set_xlim(first - margin, last + margin)
    texts = ticks(dates.unique().sort().to_list(), labels)
    axes.set_xticks([(day - dt.date(1970, 1, 1)).days for day in texts], list(texts.values()))
    axes.set_xlabel(gettext("date of the session"))
    axes.set_ylabel(unit)
    return axes


def _label_ends(axes: Axes, ends: list[tuple[float, list[str], str]]) -> None:
    bottom, top = axes.get_ylim()
    apart = (top - bottom) / 14
    labels = sorted(ends, key=lambda end: -end[0])
    heights = [height for height, *_ in labels]
    for above, below in pairwise(range(len(labels))):
        rows = (len(labels[above][1]) + len(labels[below][1])) / 2
        heights[below] = min(heights[below], heights[above] - apart * rows)
    for (_, names, colour), height in zip(labels, heights, strict=True):
        axes.annotate(
            ",\n".join(map(drawing.printable, names)),
            (1, height),
            (4, 0),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )
