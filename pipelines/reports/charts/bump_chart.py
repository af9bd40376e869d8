"""Bump charts: one line per player from ranking to ranking, with the player's place in each."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from pipelines.reports.charts.drawing import FAINT, PAPER, blank_figure, printable, svg_of
from transforms.messages import gettext

SHOWN = 15
"""How many players are drawn: the best in the first ranking."""
COURSES_HEIGHT = 470
"""In CSS pixels."""

_COLOURED = 5
_INK = "#2b3330"


def courses(players: pl.DataFrame, stops: Sequence[str]) -> str:
    """The best players of a ranking and their places in other rankings, as SVG; those who move most are in colour.

    Where one of them has a place below the last that is drawn, the line ends at the bottom, and the drawing says so.

    Args:
        players: `player_id`, `name`, and for every stop a column with its name that holds the places there; the best of
            the first stop first.
        stops: the names of two or more rankings, from left to right.
    """
    # Players who share a place are drawn below one another, so that each of them can be seen.
    heights = [pl.struct(stop, pl.col(stops[0]).alias("_first"), "name", "player_id").rank("ordinal") for stop in stops]
    drawn = players.select(height.alias(stop) for height, stop in zip(heights, stops, strict=True)).head(SHOWN)
    shown = players.head(SHOWN).with_columns(moves=pl.max_horizontal(stops) - pl.min_horizontal(stops))
    movers = shown.filter(pl.col("moves") > 0).sort("moves", descending=True, maintain_order=True)
    coloured = set(movers["player_id"].head(_COLOURED))
    figure = blank_figure(COURSES_HEIGHT)
    figure.subplots_adjust(left=0.36, right=0.95, top=0.9, bottom=0.02)
    axes = figure.add_subplot()
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0)
    # Long names would run into their neighbours: every second one stands a line higher.
    axes.set_xticks(range(len(stops)), [stop if number % 2 else f"{stop}\n" for number, stop in enumerate(stops)])
    axes.set_yticks([])
    axes.set_xlim(-0.25, len(stops) - 0.75)
    axes.set_ylim(shown.height + 0.7, 0.4)
    for player, row in zip(shown.iter_rows(named=True), drawn.iter_rows(), strict=True):
        places = [player[stop] for stop in stops]
        _course(axes, player["name"], places, list(row), is_pale=player["player_id"] not in coloured)
    if drawn.select(pl.max_horizontal(stops) > shown.height).to_series().any():
        figure.subplots_adjust(bottom=0.06)
        cut = gettext("A line that leaves at the bottom goes below place {place}.", place=shown.height)
        figure.text(0.99, 0.012, cut, ha="right", va="bottom", color=_INK)
    return svg_of(axes)


def _course(axes: Axes, name: str, places: list[int], heights: list[int], *, is_pale: bool) -> None:
    """One player from stop to stop: the name at the left, a dot with the place at each."""
    order = 2 if is_pale else 4
    colour = FAINT if is_pale else None
    (line,) = axes.plot(range(len(places)), heights, marker="o", markersize=14, color=colour, zorder=order)
    for stop, (place, height) in enumerate(zip(places, heights, strict=True)):
        axes.annotate(
            str(place),
            (stop, height),
            ha="center",
            va="center",
            color=_INK if is_pale else PAPER,
            fontsize=9.3,
            zorder=order + 1,
            annotation_clip=True,
        )
    axes.annotate(
        printable(name),
        (0, heights[0]),
        (-12, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        color=_INK if is_pale else line.get_color(),
        annotation_clip=False,
    )
