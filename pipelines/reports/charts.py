"""The charts of a season as SVG: who leads, who came, how far each line is spread, how each player did.

What belongs here: drawing, in the house style of `barometer.mplstyle`. A title says what the chart shows,
so it is made here; the page sets it as text beside the drawing. The same tables give the same bytes.
"""

import io
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import LineCollection
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from pipelines.reports.words import counted, spoken_date

_STYLE = Path(__file__).parent / "barometer.mplstyle"
_ACCENT, _MIDDLE, _PALE, _FAINT, _PAPER = "#1f6f54", "#67a08a", "#b4cdc2", "#d5dbd7", "#fdfdfb"
_LEADERS = 6
_LONGEST_LABEL = 20


class Chart(NamedTuple):
    """A drawing with the words that go with it: a title that says what it shows, and a text in its place."""

    svg: str
    title: str
    description: str


def season_charts(report: Mapping[str, pl.DataFrame]) -> dict[str, Chart]:
    """Name -> chart, from the report's tables of one season; a chart that would be empty is left out."""
    with _house_style():
        charts = {
            "leaders": _leaders(report["player_ranking"], report["player_sessions"]),
            "attendance": _attendance(report["session_results"], report["sessions"]),
            "spread": _spread(report["session_results"], report["sessions"]),
        }
    return {name: chart for name, chart in charts.items() if chart}


def player_charts(report: Mapping[str, pl.DataFrame]) -> Iterator[tuple[str, Chart]]:
    """(player_id, chart) of every player with a ranking, from the report's tables of one season.

    All on one scale, so that players can be compared. The axes are drawn once and every player is drawn
    over them: ticks and their texts take nine tenths of the time of a drawing.
    """
    sessions = report["player_sessions"].drop_nulls("ranking")
    if sessions.is_empty():
        return
    with _house_style():
        axes = _dated_axes(sessions["date"], "ranking points")
        lowest, highest = _range(sessions.select("ranking", "ranking_points"))
        axes.set_ylim(lowest - 5, highest + 5)
        backdrop = _svg(axes)
        axes.set_axis_off()
        (earlier_dots,) = axes.plot([], [], "o", color=_PALE, markerfacecolor=_PAPER)
        (course,) = axes.plot([], [], color=_ACCENT)
        (counted_dots,) = axes.plot([], [], "o", color=_ACCENT)
        for player in _by_player(sessions):
            course.set_data(player["days"], player["rankings"])
            counted_dots.set_data(player["counted_days"], player["counted_points"])
            earlier_dots.set_data(player["earlier_days"], player["earlier_points"])
            yield player["player_id"], _player_chart(player["rankings"], _over(backdrop, _svg(axes)))


def _by_player(sessions: pl.DataFrame) -> Iterator[dict[str, Any]]:
    day, points, counts = pl.col("date").to_physical(), pl.col("ranking_points"), pl.col("in_window")
    return (
        sessions.group_by("player_id", maintain_order=True)
        .agg(
            days=day,
            rankings=pl.col("ranking"),
            counted_days=day.filter(counts),
            counted_points=points.filter(counts),
            earlier_days=day.filter(~counts),
            earlier_points=points.filter(~counts),
        )
        .iter_rows(named=True)
    )


def _player_chart(rankings: list[float], svg: str) -> Chart:
    return Chart(
        svg,
        f"Ranking {rankings[-1]:.2f} after {counted(len(rankings), 'session')}",
        f"The line is the ranking after each session, from {rankings[0]:.2f} to {rankings[-1]:.2f}; "
        f"dots are the ranking points of a session, filled where it counts in the ranking now.",
    )


def _leaders(standing: pl.DataFrame, sessions: pl.DataFrame) -> Chart | None:
    """Who leads, since when and by how much."""
    if standing.is_empty():
        return None
    ranked = sessions.drop_nulls("ranking").with_columns(pl.col("date").to_physical())
    courses = {
        player: own.select("date", "ranking").to_numpy()
        for (player,), own in ranked.group_by("player_id", maintain_order=True)
    }
    leaders = standing.head(_LEADERS)
    others = [course for player, course in courses.items() if player not in set(leaders["player_id"])]
    axes = _dated_axes(sessions["date"], "ranking (points)")
    axes.figure.subplots_adjust(right=0.7)
    axes.add_collection(LineCollection(others, colors=_FAINT, linewidths=0.7))
    ends = {}
    for player, name in leaders.select("player_id", "name").iter_rows():
        course = courses[player]
        (line,) = axes.plot(course[:, 0], course[:, 1], zorder=3)
        ends[name, str(line.get_color())] = float(course[-1, 1])
    axes.autoscale_view()
    _label_ends(axes, ends)
    first = leaders.row(0, named=True)
    shared = str(first["rank"]).endswith("=")
    return Chart(
        _svg(axes),
        f"{first['name']} {'shares the lead of' if shared else 'leads'} the ranking with {first['ranking']:.2f}",
        f"Ranking after each session, the first {leaders.height} named and all others in grey: "
        + ", ".join(f"{name} {ranking:.2f}" for name, ranking in leaders.select("name", "ranking").iter_rows()),
    )


def _attendance(results: pl.DataFrame, sessions: pl.DataFrame) -> Chart | None:
    """How many come, in which lines, and whether that changes over the season."""
    by_line = (
        results.group_by("session_id", "line")
        .agg(pairs=pl.len())
        .join(sessions.select("session_id", "date"), on="session_id")
        .sort("date", "session_id", "line")
        .with_columns(above=pl.col("pairs").cum_sum().over("session_id"), day=pl.col("date").to_physical())
    )
    if by_line.is_empty():
        return None
    came = by_line.group_by("date", "session_id", maintain_order=True).agg(pl.col("pairs").sum())
    most = came.sort("pairs", "date", descending=[True, False]).row(0, named=True)
    axes = _dated_axes(came["date"], "entrants")
    axes.set_ylim(0, most["pairs"] * 1.06)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    width = min(5, 160 / came.height)
    for (line,), bars in by_line.sort("line", "day").group_by("line", maintain_order=True):
        shade = (_ACCENT, _MIDDLE, _PALE)[(ord(str(line)) - ord("A")) % 3]
        axes.vlines(bars["day"], bars["above"] - bars["pairs"], bars["above"], colors=shade, linewidth=width)
        day, pairs, above = bars.select("day", "pairs", "above").row(-1)
        axes.annotate(str(line), (day, above - pairs / 2), (6, 0), textcoords="offset points", va="center")
    return Chart(
        _svg(axes),
        f"{came['pairs'].mean():.1f} entrants a session; most on {spoken_date(most['date'])} ({most['pairs']})",
        f"Entrants at each of {came.height} sessions, one bar a session, its lines from A at the bottom.",
    )


def _spread(results: pl.DataFrame, sessions: pl.DataFrame) -> Chart | None:
    """Whether the pairs of a line are a match for one another."""
    shares = {"low": 0.05, "quarter": 0.25, "middle": 0.5, "three_quarters": 0.75, "high": 0.95}
    spread = (
        results.join(sessions.filter(pl.col("kind") == "pairs"), on="session_id", how="semi")
        .drop_nulls("score")
        .group_by("line")
        .agg(**{name: pl.col("score").quantile(share, "linear") for name, share in shares.items()})
        .sort("line")
    )
    if spread.height < 2:
        return None
    axes = _axes()
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", visible=True)
    rows = list(range(spread.height))
    axes.hlines(rows, spread["low"], spread["high"], colors=_PALE, linewidth=2)
    axes.hlines(rows, spread["quarter"], spread["three_quarters"], colors=_ACCENT, linewidth=8)
    axes.plot(spread["middle"], rows, "o", color=_PAPER, markersize=4)
    axes.set_yticks(rows, [f"Line {line}" for line in spread["line"]])
    axes.set_ylim(spread.height - 0.4, -0.6)
    axes.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    axes.set_xlabel("score (% of the maximum)")
    widest = spread.sort(pl.col("three_quarters") - pl.col("quarter"), "line", descending=[True, False]).row(
        0, named=True
    )
    between = f"{widest['quarter']:.0f} and {widest['three_quarters']:.0f} %"
    return Chart(
        _svg(axes),
        f"Scores differ most in line {widest['line']}, where half of them lie between {between}",
        "Per line: the thick bar holds the middle half of all scores, the thin one nine in ten, the dot is the middle. "
        + "; ".join(
            f"line {line} from {quarter:.1f} to {three_quarters:.1f} %"
            for line, quarter, three_quarters in spread.select("line", "quarter", "three_quarters").iter_rows()
        ),
    )


@contextmanager
def _house_style() -> Iterator[None]:
    with mpl.rc_context(fname=_STYLE), warnings.catch_warnings():
        # A letter unknown to the measuring font is no harm: text stays text, drawn in the reader's own font.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        yield


def _axes() -> Axes:
    figure = Figure()
    FigureCanvasSVG(figure)
    figure.subplots_adjust(left=0.11, right=0.96, top=0.97, bottom=0.16)
    return figure.add_subplot()


def _dated_axes(dates: pl.Series, unit: str) -> Axes:
    """Axes over the days of a season (days since 1970, as matplotlib counts them)."""
    axes = _axes()
    axes.figure.subplots_adjust(bottom=0.21)
    first, last = _range(dates.to_physical().to_frame())
    axes.set_xlim(first - 4, last + 4)
    locator = AutoDateLocator(minticks=2, maxticks=7)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(
        ConciseDateFormatter(
            locator,
            formats=["%Y", "%b", "%d %b", "%H:%M", "%H:%M", "%S"],
            zero_formats=["", "%b\n%Y", "%d %b", "%d %b", "%H:%M", "%H:%M"],
            show_offset=False,
        )
    )
    axes.set_xlabel("date of the session")
    axes.set_ylabel(unit)
    return axes


def _range(columns: pl.DataFrame) -> tuple[float, float]:
    values = columns.unpivot()["value"]
    return float(values.min()), float(values.max())  # type: ignore[arg-type]


def _label_ends(axes: Axes, ends: Mapping[tuple[str, str], float]) -> None:
    """Name the lines at their right ends, the labels pushed apart so that each can be read."""
    bottom, top = axes.get_ylim()
    apart = (top - bottom) / 14
    labels = sorted(ends.items(), key=lambda label: -label[1])
    heights = [height for _, height in labels]
    for above, below in pairwise(range(len(heights))):
        heights[below] = min(heights[below], heights[above] - apart)
    for ((name, colour), _), height in zip(labels, heights, strict=True):
        axes.annotate(
            _printable(name),
            (1, height),
            (4, 0),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )


def _printable(name: str) -> str:
    """A name as a label: no sign that XML forbids or that turns the direction of what follows, and not too long."""
    shown = "".join(sign for sign in name if sign.isprintable())
    return shown if len(shown) <= _LONGEST_LABEL else f"{shown[: _LONGEST_LABEL - 1]}…"


def _svg(axes: Axes) -> str:
    """The drawing, in the fonts of the reader's system (matplotlib measures with its own, which is wider)."""
    drawn = io.StringIO()
    axes.figure.canvas.print_figure(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return drawn.getvalue().replace("'DejaVu Sans'", "system-ui, sans-serif")


def _over(backdrop: str, drawing: str) -> str:
    """Two drawings of one size as one, the second on top."""
    body = drawing[drawing.index("<defs>") :]
    return backdrop.removesuffix("</svg>\n") + body
