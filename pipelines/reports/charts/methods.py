"""Compare the methods of ranking points in charts: which one predicts results best, and which players change places."""

import math
from collections.abc import Callable, Mapping, Sequence

import polars as pl
from matplotlib.axes import Axes

from pipelines.reports.charts import drawing
from pipelines.words.languages.numbers import grouped
from pipelines.words.words import fixed, method_name, short
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.messages import gettext, gettext_noop, listed, ngettext, one_behind_the_other
from transforms.tables.schemas import METHODS

_GUESSING = 50  # how many of a hundred comparisons guessing has right
_CLEAR = 2  # standard errors: a smaller difference may be luck
_ROUNDED = 0.005  # in percent: the most that the error of a difference lost when it was rounded to 0.01 %

SHOWN = 15  # how many players are drawn: the best in the first ranking
COURSES_HEIGHT = 470

_COLOURED = 5
_INK = "#2b3330"


def method_drawings(report: Mapping[str, pl.DataFrame], own: str) -> dict[str, drawing.Drawing]:
    """Return the charts to draw, by name, from the report's tables of one season."""
    return {
        "foretold": drawing.Drawing(_foretold, report["foretold"]),
        "methods": drawing.Drawing(_places, report["methods"], own),
    }


def _foretold(methods: pl.DataFrame) -> drawing.Chart | None:
    # `right` counts whole and half results, so the share is exact again, and is rounded once.
    tested = methods.drop_nulls("share").with_columns(share=quotient(100 * pl.col("right"), pl.col("compared")))
    if tested.is_empty() or not tested["sessions"].sum():
        return None
    figure = drawing.blank_figure()
    figure.subplots_adjust(left=0.26, right=0.96, top=0.97, bottom=0.2, wspace=0.22)
    left, right = figure.subplots(1, 2, sharey=True)
    _dots(left, tested, "share", _GUESSING, lambda share: f"{fixed(share, 1)} %")
    left.set_xlabel(gettext("predicted right (%)"))
    _dots(right, tested.drop_nulls("tau"), "tau", 0, lambda tau: fixed(tau, 3))

    def as_written(value: float, _: int | None) -> str:
        return short(value)

    for each in (left, right):
        each.xaxis.set_major_formatter(as_written)
    right.set_xlabel(gettext("Kendall’s tau"))
    left.set_yticks(range(tested.height), [method_name(method) for method in tested["method"]])
    for label, is_own in zip(left.get_yticklabels(), tested["own"], strict=True):
        label.set_color(drawing.ACCENT if is_own else label.get_color())
        label.set_weight("bold" if is_own else "normal")
    left.set_ylim(tested.height - 0.4, -0.6)
    return drawing.Chart(
        drawing.svg_of(left),
        _best(tested.sort("share", descending=True, maintain_order=True)),
        gettext(
            "For each method, how often the higher-ranked of two entrants scored more (guessing: 50 %), and "
            "Kendall’s tau (guessing: 0): {methods}",
            methods=one_behind_the_other(
                gettext("{method} {share} %", **gaps)
                if tau is None
                else gettext("{method} {share} %, tau {tau}", **gaps, tau=fixed(tau, 3))
                for method, share, tau in tested.select("method", "share", "tau").iter_rows()
                for gaps in [{"method": method_name(method), "share": fixed(share, 1)}]
            ),
        ),
    )


def _best(methods: pl.DataFrame) -> str:
    """Return the title, with all methods that may be equally good.

    For two methods that are not in use, the error of their difference is at most the sum of both errors. The error of a
    pure guess is one half, divided by the square root of the number of comparisons.
    """
    first, most = methods.row(0, named=True), fixed(methods["share"][0], 1)
    guessing = 50 / math.sqrt(first["compared"]) if first["share_error"] is None else first["share_error"]
    if first["share"] - _GUESSING <= _CLEAR * guessing:
        return gettext(
            "No method predicts results clearly better than guessing: at most {most} % of {compared} "
            "predictions are right",
            most=most,
            compared=grouped(int(first["compared"])),
        )
    if methods.filter(~pl.col("own"))["difference_error"].null_count():
        least = fixed(methods["share"][-1], 1)
        return gettext(
            "There are too few sessions to tell which method predicts best: {least} to {most} % of the "
            "predictions are right",
            least=least,
            most=most,
        )
    error = pl.when(~pl.col("own")).then(pl.col("difference_error") + _ROUNDED).otherwise(0)
    level = methods.filter(pl.col("share") >= first["share"] - _CLEAR * (error + error.first()))
    shares = {"least": fixed(level["share"][-1], 1), "most": most}
    *others, last = (method_name(method) for method in level["method"])
    if level.height == methods.height > 1:
        return gettext(
            "All methods predict results about equally well: {least} to {most} % of the predictions are right", **shares
        )
    if others:
        some = listed(others).capitalize()
        said = gettext_noop("{some} and {last} predict results best: {least} to {most} % of the predictions are right")
        return gettext(said, some=some, last=last, **shares)
    return gettext(
        "{method} predicts results best: {most} % of the predictions are right", method=last.capitalize(), most=most
    )


def _dots(axes: Axes, methods: pl.DataFrame, column: str, chance: float, said: Callable[[float], str]) -> None:
    axes.grid(axis="y", visible=False)
    rows = methods.with_row_index("row")
    axes.axvline(chance, color=drawing.MIDDLE, linewidth=0.8)
    for row, value, is_own in rows.select("row", column, "own").iter_rows():
        colour = drawing.ACCENT if is_own else drawing.MIDDLE
        axes.hlines(row, chance, value, colors=colour)
        axes.plot(value, row, "o", color=colour, markersize=7)
        axes.annotate(said(value), (value, row), (0, 7), textcoords="offset points", ha="center")
    values = [chance, *methods[column]]
    reach = max(values) - min(values) or 1
    axes.set_xlim(min(values) - 0.25 * reach, max(values) + 0.35 * reach)
    axes.locator_params(axis="x", nbins=3)


def _places(players: pl.DataFrame, own: str) -> drawing.Chart | None:
    if players.is_empty():
        return None
    methods = [own, *(method for method in METHODS if method != own)]
    by_method = players.select("player_id", "name", **{method_name(method): f"{method}_place" for method in methods})
    shown = players.head(SHOWN)
    return drawing.Chart(
        courses(by_method, [method_name(method) for method in methods]),
        _moved(shown, own),
        gettext(
            "The first {number} by the method {method}, and their places by the other methods: {players}",
            number=shown.height,
            method=method_name(own),
            players=one_behind_the_other(
                f"{player['name']} "
                + listed(f"{player[f'{method}_place']} ({method_name(method)})" for method in methods)
                for player in shown.iter_rows(named=True)
            ),
        ),
        COURSES_HEIGHT,
    )


def _moved(players: pl.DataFrame, own: str) -> str:
    elsewhere = players.unpivot(
        [f"{method}_place" for method in METHODS if method != own],
        index=["player_id", "name", "own_place"],
        variable_name="method",
        value_name="place",
    ).with_columns(pl.col("method").str.strip_suffix("_place"), moved=pl.col("own_place") - pl.col("place"))
    most = elsewhere.sort(pl.col("moved").abs(), "own_place", "player_id", "method", descending=[True, *[False] * 3])
    first = most.row(0, named=True)
    if not first["moved"]:
        return ngettext(
            "Every method has the same player in first place",
            "Every method has the same players in the first {number} places",
            len(players),
        )
    gaps = {"method": method_name(first["method"]), "player": first["name"]}
    gaps |= {"before": first["own_place"], "after": first["place"]}
    if len(players) == 1 or most.filter(moved=first["moved"])["player_id"].n_unique() > 1:
        return ngettext(
            "By the {method} method, {player} would move from place {before} to {after}",
            (
                "Of the first {number}, {player} would move as far as anybody, by the {method} method: from place "
                "{before} to {after}"
            ),
            len(players),
            **gaps,
        )
    if first["moved"] > 0:
        return gettext(
            "Of the first {number}, {player} would rise most, by the {method} method: from place {before} to {after}",
            number=len(players),
            **gaps,
        )
    return gettext(
        "Of the first {number}, {player} would fall most, by the {method} method: from place {before} to {after}",
        number=len(players),
        **gaps,
    )


def courses(players: pl.DataFrame, stops: Sequence[str]) -> str:
    """Draw the places of the best players by the first ranking in the others; the largest moves are in colour."""
    # Players who share a place are drawn below one another so that each is visible.
    heights = [pl.struct(stop, pl.col(stops[0]).alias("_first"), "name", "player_id").rank("ordinal") for stop in stops]
    drawn = players.select(height.alias(stop) for height, stop in zip(heights, stops, strict=True)).head(SHOWN)
    shown = players.head(SHOWN).with_columns(moves=pl.max_horizontal(stops) - pl.min_horizontal(stops))
    movers = shown.filter(pl.col("moves") > 0).sort("moves", descending=True, maintain_order=True)
    coloured = set(movers["player_id"].head(_COLOURED))
    figure = drawing.blank_figure(COURSES_HEIGHT)
    figure.subplots_adjust(left=0.36, right=0.95, top=0.9, bottom=0.02)
    axes = figure.add_subplot()
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0)
    # Long names would run into their neighbours, so every second name is a line higher.
    axes.set_xticks(range(len(stops)), [stop if number % 2 else f"{stop}\n" for number, stop in enumerate(stops)])
    axes.set_yticks([])
    axes.set_xlim(-0.25, len(stops) - 0.75)
    axes.set_ylim(shown.height + 0.7, 0.4)
    for player, heights in zip(shown.iter_rows(named=True), drawn.iter_rows(), strict=True):
        is_pale = player["player_id"] not in coloured
        order, colour = (2, drawing.FAINT) if is_pale else (4, None)
        (line,) = axes.plot(range(len(stops)), heights, marker="o", markersize=14, color=colour, zorder=order)
        in_dot = {"color": _INK if is_pale else drawing.PAPER, "fontsize": 9.3, "zorder": order + 1}
        for at, (stop, height) in enumerate(zip(stops, heights, strict=True)):
            axes.annotate(str(player[stop]), (at, height), ha="center", va="center", annotation_clip=True, **in_dot)
        axes.annotate(
            drawing.printable(player["name"]),
            (0, heights[0]),
            (-12, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            color=_INK if is_pale else line.get_color(),
            annotation_clip=False,
        )
    if drawn.select(pl.max_horizontal(stops) > shown.height).to_series().any():
        figure.subplots_adjust(bottom=0.06)
        cut = gettext("A line that leaves the chart at the bottom goes below place {place}.", place=shown.height)
        figure.text(0.99, 0.012, cut, ha="right", va="bottom", color=_INK)
    return drawing.svg_of(axes)
