"""A comparison as one HTML page that needs no other file, so that it can be sent to members or printed."""

from pathlib import Path

import polars as pl

from pipelines.cli.compare.compare import Comparison, in_words
from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.reports.charts.drawing import Chart, house_style
from pipelines.reports.charts.methods import COURSES_HEIGHT, SHOWN, courses
from pipelines.reports.html import write_page
from transforms.tables.arithmetic.as_shown import place
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.messages import gettext, labelled, one_behind_the_other

_OURS = "Barometer compare"
_RANKINGS = ("ranking", "other_ranking")


def write_comparison(comparison: Comparison, page: Path, *, replaces: bool = False) -> None:
    """Write a comparison to the file `page`; an earlier comparison in that file is replaced."""
    refuse_to_write_over([page], replaces=replaces, kind=_OURS)
    tables = comparison.tables
    changes = tables.lines.filter(pl.col("change").is_not_null()).sort("line", "other_line", maintain_order=True)
    write_page(
        page,
        "comparison.html",
        title=comparison.title,
        told=in_words(comparison),
        chart=_chart(tables.players),
        players=tables.players.with_columns(
            to_decimals(pl.col(_RANKINGS)), place_shown=place(pl.col("place")), other_shown=place(pl.col("other_place"))
        ).to_dicts(),
        lines=changes.with_columns(to_decimals(pl.col(_RANKINGS))).to_dicts(),
    )


def _chart(players: pl.DataFrame) -> Chart | None:
    both = players.drop_nulls(["place", "other_place"])
    if both.is_empty():
        return None
    with house_style():
        today, then = gettext("today"), gettext("then")
        places = both.select("player_id", "name", **{today: "place", then: "other_place"})
        svg = courses(places, [today, then])
    first = both.head(SHOWN)
    title = gettext("The first {number} today, and their places then", number=first.height)
    listed = one_behind_the_other(
        gettext("{player} {place}, then {other}", player=name, place=place, other=other)
        for name, place, other in first.select("name", "place", "other_place").iter_rows()
    )
    return Chart(svg, title, labelled(title, listed), COURSES_HEIGHT)
