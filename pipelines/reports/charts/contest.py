"""The chart of a contest of rating systems."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from pipelines.reports.charts import drawing
from pipelines.words.words import fixed
from transforms.tables.messages import gettext, one_behind_the_other

_A_ROW, _REST = 30, 60
"""Heights, in CSS pixels."""


def contest_chart(systems: Sequence[Mapping[str, Any]]) -> drawing.Chart:
    """Draw how many comparisons each system puts in the right order, with intervals; the best system is on top.

    `systems` has the rows of `Contest.of`, with the name for readers as `system`, and whether it is the `model`.
    """
    rows = sorted((row for row in systems if row["value_ordered"] is not None), key=lambda row: -row["value_ordered"])
    height = _A_ROW * len(rows) + _REST
    with drawing.house_style():
        figure = drawing.blank_figure(height)
        figure.subplots_adjust(left=0.45, right=0.93, top=1 - 8 / height, bottom=46 / height)
        axes = figure.add_subplot()
        axes.grid(axis="y", visible=False)
        for place, row in enumerate(rows):
            colour = drawing.ACCENT if row["model"] else drawing.MIDDLE
            if row["low_ordered"] is not None:
                axes.hlines(place, row["low_ordered"], row["high_ordered"], colors=colour)
            axes.plot(row["value_ordered"], place, "o", color=colour, markersize=6)
        axes.set_yticks(range(len(rows)), [_label(row["system"]) for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(gettext("predicted right (%)"))
        svg = drawing.svg_of(axes)
    best = fixed(rows[0]["value_ordered"], 1) if rows else ""
    title = gettext(
        "At best, {share} of 100 comparisons are predicted right; the bars are intervals by evening", share=best
    )
    listed = one_behind_the_other(
        gettext("{method} {share} %", method=row["system"], share=fixed(row["value_ordered"], 1)) for row in rows
    )
    return drawing.Chart(svg, title, listed, height)


def _label(name: str) -> str:
    return fill(name, 22, max_lines=2, placeholder="…")
