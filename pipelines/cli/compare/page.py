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
from transforms.tables.messages import gettext, ngettext, one_behind_the_other

_OURS = "Barometer compare"
_MOST_NAMED = 3
"""Of more players than these who move as far the title gives the number."""
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
    told = gettext(
        "The first {number} today, and their places then: {players}", number=first.height, players=_listed(first)
    )
    return Chart(svg, _most_moved(first), told, COURSES_HEIGHT)


def _most_moved(first: pl.DataFrame) -> str:
    furthest = first.filter(pl.col("moved") != 0, pl.col("moved").abs() == pl.col("moved").abs().max())
    if furthest.is_empty():
        return gettext("The first {number} stay in their places", number=first.height)
    if furthest.height > _MOST_NAMED:
        return ngettext(
            "Of the first {of}, {many} would move most, each by {number} place",
            "Of the first {of}, {many} would move most, each by {number} places",
            abs(furthest["moved"][0]),
            of=first.height,
            many=furthest.height,
        )
    return gettext(
        "Of the first {number}, these would move most: {players}", number=first.height, players=_listed(furthest)
    )


def _listed(players: pl.DataFrame) -> str:
    return one_behind_the_other(
        gettext("{player} {place}, then {other}", player=name, place=place, other=other)
        for name, place, other in players.select("name", "place", "other_place").iter_rows()
    )
