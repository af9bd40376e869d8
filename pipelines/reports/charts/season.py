"""Draw the charts of a season: rankings, attendance, spread of scores, and a comparison of ranking methods."""

import datetime as dt
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from pipelines.reports.charts import drawing
from pipelines.reports.charts.paths import INK, Area, lines, path, ticks
from pipelines.reports.page_names import page_name
from pipelines.words.languages.numbers import grouped
from pipelines.words.words import IN_CHANCE, entrants, entrants_heading, fixed, method_name, short, spoken_date
from transforms.rankings.shown import shared_courses
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.messages import gettext, gettext_noop, listed, ngettext, one_behind_the_other
from transforms.tables.schemas import COMPETITION, METHODS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEADERS = 6
_RIGHT = 262.0  # where the lines of the chart of all rankings end, and names begin
_ROW = 13
_WIDTH_ERROR = 1.17  # for n normal values: the standard error of the width of their middle half, times sqrt(n) / width
_FEWEST_SCORES = 20
_GUESSING = 50  # the percentage of comparisons that guessing gets right
_ROUNDED = 0.005  # in percent: the most that the error of a difference may have lost by rounding to 0.01 %
SHOWN = 15  # how many players are drawn: the best of the first ranking
COURSES_HEIGHT = 470
_COLOURED = 5


def season_drawings(report: Mapping[str, pl.DataFrame]) -> dict[str, drawing.Drawing]:
    """Return by name the charts to draw, from the tables of one season."""
    # A chart gets only the columns that it shows, so it is drawn again only when the drawing would differ.
    came, spread = (report[name].drop(COMPETITION) for name in ("attendance", "spread"))
    return {
        "attendance": drawing.Drawing(_attendance, came),
        "spread": drawing.Drawing(_spread, spread),
    }


class Line(NamedTuple):
    """The ranking of one player, or of several who share it, as a line with its names."""

    pages: list[str]  # the names of the players' pages
    names: list[str]
    labels: list[str]  # the names as the drawing shows them
    path: str
    end: float  # the offset of its end from the top
    label: float | None  # the offset of the first name from the top, if the players are among the first


class AllLines(NamedTuple):
    """The chart of all rankings of a season: a title that states the result, a description, the axes and the lines."""

    title: str
    description: str
    points: list[tuple[float, str]]
    days: list[tuple[float, str]]
    lines: list[Line]


def ranking_chart(report: Mapping[str, pl.DataFrame]) -> AllLines | None:
    """Return the chart of all rankings, with the first players last, so that nothing covers them; None if empty."""
    standing, sessions = report["player_ranking"], report["player_sessions"].drop_nulls("ranking")
    if standing.is_empty() or sessions.is_empty():
        return None
    shared = shared_courses(standing, sessions).to_dicts()
    numbers, dates = sessions["ranking"].to_list(), sessions["date"].unique().sort().to_list()
    margin = (max(numbers) - min(numbers)) / 20 or 1
    ends = dates[0].toordinal(), dates[-1].toordinal() + 1, min(numbers) - margin, max(numbers) + margin
    area = Area(40.0, _RIGHT, 8.0, 212.0, *ends)
    drawn = [_line(row, area) for row in shared]
    first = [line for line, row in zip(drawn, shared, strict=True) if row["place"] < _LEADERS]
    leaders = standing.head(_LEADERS)
    return AllLines(
        _lead(standing),
        gettext(
            "Ranking after each session; the first {number} are named, and all others are grey: {players}",
            number=leaders.height,
            players=listed(f"{name} {fixed(of)}" for name, of in leaders.select("name", "ranking").iter_rows()),
        ),
        [(area.y(number), text) for number, text in lines(area.south, area.north)],
        [(area.x(day.toordinal()), text) for day, text in ticks(dates, 5).items()],
        [*drawn[: len(first) - 1 if first else None : -1], *_labelled(first)],
    )


def _line(row: Mapping[str, Any], area: Area) -> Line:
    course = zip(row["days"], row["rankings"], strict=True)
    spots = [(round(area.x(day.toordinal())), round(area.y(ranking))) for day, ranking in course]
    steps = path("{0} {1} ", ((x - before[0], y - before[1]) for before, (x, y) in pairwise(spots)))
    start = path("M{0} {1}l", spots[:1]) + (steps.strip() or "0 0")
    labels = [drawing.printable(name) for name in row["names"]]
    pages = [page_name(player) for player in row["players"]]
    return Line(pages, row["names"], labels, start.replace(" -", "-"), spots[-1][1], None)


def _labelled(first: list[Line]) -> list[Line]:
    """Give each of the first lines room for its names, as near to its end as possible."""
    below, found = 8.0, list[Line]()
    for line in sorted(first, key=lambda line: line.end):
        label = max(below, line.end - _ROW * (len(line.names) - 1) / 2)
        below = label + _ROW * len(line.names) + 3
        found.append(line._replace(label=label))
    return found[::-1]


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
    from matplotlib.ticker import MaxNLocator

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
    # Neighbouring shades differ less from each other than from the paper, so a gap of paper separates them.
    above, pairs = pl.col("so_far").cast(pl.Int64), pl.col("entrants").cast(pl.Int64)
    below, gap = above - pairs, pl.min_horizontal(pl.lit(at_most / 100), pairs / 2)
    bars = by_line.select(
        "line",
        pairs=pairs,
        above=above,
        foot=below + pl.when(below > 0).then(gap).otherwise(0),
        # Sessions of one day are drawn side by side.
        day=pl.col("date").to_physical() + (pl.col("turn") - 1) / pl.col("of_day"),
    )
    width = _bar_width(axes, bars["day"])
    lines = bars.sort("line", "day").partition_by("line", as_dict=True)
    keys = list[drawing.Key]()
    for (line,), of_line in lines.items():
        shade = (drawing.ACCENT, drawing.MIDDLE, drawing.PALE)[(ord(str(line)) - ord("A")) % 3]
        keys.append(drawing.Key(gettext("Line {line}", line=line), shade, "s"))
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
        legend=keys if len(keys) > 1 else (),
        figure=axes.get_figure(root=True),
    )


def kind_of_all(attendance: pl.DataFrame) -> str:
    """Return the kind of entrant in these sessions, one of `ENTRANT_KINDS`; "" if they have several."""
    kinds = set(attendance["entrant_kind"])
    return str(kinds.pop()) if len(kinds) == 1 else ""


def _bar_width(axes: "Axes", days: pl.Series) -> float:
    gaps = np.diff(days.unique().sort().to_numpy())
    left, right = axes.get_xlim()
    points_a_day = axes.get_window_extent().width / axes.figure.dpi * 72 / (right - left)
    return min([5.0, *(0.8 * gaps * points_a_day)])


def _spread(spread: pl.DataFrame) -> drawing.Chart | None:
    from matplotlib.ticker import MaxNLocator

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
        legend=(
            drawing.Key(gettext("the middle half of the scores"), drawing.ACCENT, "|"),
            drawing.Key(gettext("nine scores in ten"), drawing.PALE),
        ),
        figure=axes.get_figure(root=True),
    )


def where_scores_differ_most(spread: pl.DataFrame) -> str:
    """Name the line whose middle half of scores is widest, and lines that may differ from it by luck alone."""
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


def _dated_axes(dates: pl.Series, unit: str, labels: int = 6) -> "Axes":
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


def method_drawings(report: Mapping[str, pl.DataFrame], own: str) -> dict[str, drawing.Drawing]:
    """Return by name the charts that compare methods, from the tables of one season; `own` is the season's method."""
    places = drawing.Drawing(_places, report["methods"], own)
    return {"foretold": drawing.Drawing(_foretold, report["foretold"]), "methods": places}


def _foretold(methods: pl.DataFrame) -> drawing.Chart | None:
    # `right` counts whole and half results, so the share can be computed exactly and rounded once.
    tested = methods.drop_nulls("share").with_columns(share=quotient(100 * pl.col("right"), pl.col("compared")))
    if tested.is_empty() or not tested["sessions"].sum():
        return None
    figure = drawing.blank_figure()
    figure.subplots_adjust(left=0.26, right=0.96, top=0.97, bottom=0.2, wspace=0.22)
    left, right = figure.subplots(1, 2, sharey=True)
    _dots(left, tested, "share", _GUESSING, lambda share: f"{fixed(share, 1)} %")
    left.set_xlabel(gettext("predicted right (%)"))
    _dots(right, tested.drop_nulls("tau"), "tau", 0, lambda tau: fixed(tau, 3))
    for each in (left, right):
        each.xaxis.set_major_formatter(_in_short)
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
        legend=(
            drawing.Key(gettext("the method in use"), drawing.ACCENT, "o"),
            drawing.Key(gettext("other methods"), drawing.MIDDLE, "o"),
            drawing.Key(gettext("guessing"), drawing.MIDDLE),
        ),
        figure=figure,
    )


def _best(methods: pl.DataFrame) -> str:
    """Return the title, with all methods that may be equally good (the errors of both differences are added)."""
    first = methods.row(0, named=True)
    guessing = 50 / math.sqrt(first["compared"]) if first["share_error"] is None else first["share_error"]
    gaps = {"least": fixed(methods["share"][-1], 1), "most": fixed(first["share"], 1)}
    if first["share"] - _GUESSING <= IN_CHANCE * guessing:
        said = gettext_noop(
            "No method predicts results clearly better than guessing: at most {most} % of {compared} "
            "predictions are right"
        )
        return gettext(said, compared=grouped(int(first["compared"])), **gaps)
    if methods.filter(~pl.col("own"))["difference_error"].null_count():
        return gettext(
            "There are too few sessions to tell which method predicts best: {least} to {most} % of the "
            "predictions are right",
            **gaps,
        )
    error = pl.when(~pl.col("own")).then(pl.col("difference_error") + _ROUNDED).otherwise(0)
    level = methods.filter(pl.col("share") >= first["share"] - IN_CHANCE * (error + error.first()))
    gaps["least"] = fixed(level["share"][-1], 1)
    *others, last = (method_name(method) for method in level["method"])
    if level.height == methods.height > 1:
        said = gettext_noop(
            "All methods predict results about equally well: {least} to {most} % of the predictions are right"
        )
    elif others:
        said = gettext_noop("{some} and {last} predict results best: {least} to {most} % of the predictions are right")
    else:
        said = gettext_noop("{method} predicts results best: {most} % of the predictions are right")
    return gettext(said, some=listed(others).capitalize(), last=last, method=last.capitalize(), **gaps)


def _in_short(value: float, place: int | None) -> str:
    del place  # matplotlib also passes the position of the tick
    return short(value)


def _dots(axes: "Axes", methods: pl.DataFrame, column: str, chance: float, said: Callable[[float], str]) -> None:
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
    by_method = players.select("player_id", "name", **{method_name(method): f"{method}_rank" for method in methods})
    shown = players.head(SHOWN)
    axes = courses(by_method, [method_name(method) for method in methods])
    return drawing.Chart(
        drawing.svg_of(axes),
        _moved(shown, own),
        gettext(
            "The first {number} by the method {method}, and their places by the other methods: {players}",
            number=shown.height,
            method=method_name(own),
            players=one_behind_the_other(
                f"{player['name']} "
                + listed(f"{player[f'{method}_rank']} ({method_name(method)})" for method in methods)
                for player in shown.iter_rows(named=True)
            ),
        ),
        COURSES_HEIGHT,
        figure=axes.get_figure(root=True),
    )


def _moved(players: pl.DataFrame, own: str) -> str:
    elsewhere = players.unpivot(
        [f"{method}_rank" for method in METHODS if method != own],
        index=["player_id", "name", "own_rank"],
        variable_name="method",
        value_name="rank",
    ).with_columns(pl.col("method").str.strip_suffix("_rank"), moved=pl.col("own_rank") - pl.col("rank"))
    most = elsewhere.sort(pl.col("moved").abs(), "own_rank", "player_id", "method", descending=[True, *[False] * 3])
    first = most.row(0, named=True)
    if not first["moved"]:
        return ngettext(
            "Every method has the same player in first place",
            "Every method has the same players in the first {number} places",
            len(players),
        )
    gaps = {"method": method_name(first["method"]), "player": first["name"]}
    gaps |= {"before": first["own_rank"], "after": first["rank"]}
    rises = gettext_noop(
        "Of the first {number}, {player} would rise most, by the {method} method: from place {before} to {after}"
    )
    falls = gettext_noop(
        "Of the first {number}, {player} would fall most, by the {method} method: from place {before} to {after}"
    )
    if len(players) == 1 or most.filter(moved=first["moved"])["player_id"].n_unique() > 1:
        return ngettext(
            "By the {method} method, {player} would move from place {before} to {after}",
            (
                "Of the first {number}, nobody would move further than {player} by the {method} method: from place "
                "{before} to {after}"
            ),
            len(players),
            **gaps,
        )
    return gettext(rises if first["moved"] > 0 else falls, number=len(players), **gaps)


def courses(players: pl.DataFrame, stops: Sequence[str]) -> "Axes":
    """Draw the places that the first ranking's best players have in every ranking; only large moves are in colour."""
    # Players who share a place are drawn below each other, so that each can be seen.
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
    # Long names would run into each other, so every second name is one line higher.
    axes.set_xticks(range(len(stops)), [stop if number % 2 else f"{stop}\n" for number, stop in enumerate(stops)])
    axes.set_yticks([])
    axes.set_xlim(-0.25, len(stops) - 0.75)
    axes.set_ylim(shown.height + 0.7, 0.4)
    for player, heights in zip(shown.iter_rows(named=True), drawn.iter_rows(), strict=True):
        is_pale = player["player_id"] not in coloured
        order, colour = (2, drawing.FAINT) if is_pale else (4, None)
        (line,) = axes.plot(range(len(stops)), heights, marker="o", markersize=14, color=colour, zorder=order)
        in_dot = {"color": INK if is_pale else drawing.PAPER, "fontsize": 9.3, "zorder": order + 1}
        for at, (stop, height) in enumerate(zip(stops, heights, strict=True)):
            axes.annotate(str(player[stop]), (at, height), ha="center", va="center", annotation_clip=True, **in_dot)
        axes.annotate(
            drawing.printable(player["name"]),
            (0, heights[0]),
            (-12, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            color=INK if is_pale else line.get_color(),
            annotation_clip=False,
        )
    if drawn.select(pl.max_horizontal(stops) > shown.height).to_series().any():
        figure.subplots_adjust(bottom=0.06)
        cut = gettext("A line that leaves the chart at the bottom goes below place {place}.", place=shown.height)
        figure.text(0.99, 0.012, cut, ha="right", va="bottom", color=INK)
    return axes
