"""Draw how each scheme of federation points divides points among small, medium and large fields."""

import numpy as np
import polars as pl

from pipelines.reports.charts import drawing
from pipelines.reports.charts.paths import SOFT
from pipelines.words.words import counted, scheme_name
from transforms.awards.event_awards import awards
from transforms.awards.schemes import COMPUTED
from transforms.tables.messages import gettext, labelled, listed, one_behind_the_other

SIZES = {
    12: (drawing.PALE, ":"),
    30: (drawing.MIDDLE, "--"),
    60: (drawing.ACCENT, "-"),
}  # entrants of a field -> colour and dashes

_COLUMNS = 2
_HEIGHT_OF_A_ROW = 112


def spread_of_schemes() -> pl.DataFrame:
    """Return (scheme, size, rank, points, share in percent of rank 1), for fields with evenly falling scores."""
    field = (
        pl.DataFrame({"size": list(SIZES)}).select("size", rank=pl.int_ranges(1, pl.col("size") + 1)).explode("rank")
    )
    score = 100 * (pl.col("size") - pl.col("rank")) / (pl.col("size") - 1)
    entrants = field.with_columns(entrant=pl.col("rank").cast(pl.String), score=score)
    return (
        awards(entrants, COMPUTED, event=["size"])
        .collect()
        .unpivot(COMPUTED, index=["size", "rank"], variable_name="scheme", value_name="points")
        .sort("scheme", "size", "rank")
        .with_columns(share=100 * (pl.col("points") / pl.col("points").first().over("scheme", "size")))
    )


def spread_chart() -> drawing.Chart:
    """Draw a plot for each scheme that follows a rule, in two columns, all with the same axes."""
    spread, rows = spread_of_schemes(), -(-len(COMPUTED) // _COLUMNS)
    height = 86 + rows * _HEIGHT_OF_A_ROW
    with drawing.house_style():
        figure = drawing.blank_figure(height)
        figure.subplots_adjust(left=0.14, right=0.97, top=1 - 52 / height, bottom=44 / height, hspace=0.38, wspace=0.14)
        grid = figure.subplots(rows, _COLUMNS, sharex=True, sharey=True, squeeze=False)
        for axes, scheme in zip(grid.flat, COMPUTED, strict=False):
            for size, (colour, dashes) in SIZES.items():
                field = spread.filter(scheme=scheme, size=size)
                place = 100 * (field["rank"].to_numpy() - 1) / (size - 1)
                axes.plot(place, field["share"].to_numpy(), color=colour, linestyle=dashes)
            axes.set_title(scheme_name(scheme), fontsize=9.3, loc="left", pad=3)
            axes.set_xticks(np.arange(0, 101, 25))
            axes.set_yticks([0, 50, 100])
        for axes in list(grid.flat)[len(COMPUTED) :]:
            axes.set_axis_off()
        keys = [drawing.Key(counted(size, "entrant"), *SIZES[size]) for size in sorted(SIZES, reverse=True)]
        figure.legend(
            handles=drawing.keys_of(keys), loc="upper left", bbox_to_anchor=(0.01, 1 - 4 / height), ncols=len(keys)
        )
        figure.supylabel(gettext("points, in % of the winner’s"), fontsize=9.3, color=SOFT, x=0.005)
        figure.supxlabel(gettext("place, in % of the field"), fontsize=9.3, color=SOFT, y=6 / height)
        svg = drawing.svg_of(grid[0, 0])
    halves = spread.filter(pl.col("share") >= 50, size=max(SIZES))
    counts = sorted((halves.filter(scheme=scheme).height, scheme) for scheme in COMPUTED)
    (_, steepest), *_, (_, flattest) = counts
    words = one_behind_the_other(labelled(scheme_name(scheme), many) for many, scheme in counts)
    ends = {"steepest": scheme_name(steepest), "flattest": scheme_name(flattest)}
    return drawing.Chart(
        svg,
        gettext("{steepest} gives most to the top; {flattest} spreads the points most widely", **ends),
        gettext(
            "Points as a percentage of the winner’s points, by place as a percentage of the field, for fields of "
            "{sizes} entrants. Of {largest} entrants, this many get at least half of the winner’s points: {words}.",
            sizes=listed(map(str, SIZES)),
            largest=max(SIZES),
            words=words,
        ),
        height,
        figure=figure,
    )
