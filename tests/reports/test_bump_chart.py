"""The chart of places by several rankings: it says where it is cut."""

import polars as pl
import pytest
from lxml import etree

from pipelines.reports.charts.drawing import house_style
from pipelines.reports.charts.methods import SHOWN, courses


def words_of(players: int, deepest: int) -> list[str]:
    """The texts of the chart of so many players, of whom the first has this place in the second ranking."""
    places = range(1, players + 1)
    moved = [deepest, *(place - (place <= deepest) for place in places[1:])]
    table = pl.DataFrame(
        {"player_id": [f"p{place}" for place in places], "name": [f"P {place}" for place in places]}
    ).with_columns(today=pl.Series(places), then=pl.Series(moved))
    with house_style():
        svg = courses(table, ["today", "then"])
    return ["".join(node.itertext()).strip() for node in etree.fromstring(svg.encode()).iterfind(".//{*}text")]


@pytest.mark.parametrize(("players", "deepest", "is_cut"), [(SHOWN + 5, SHOWN + 3, True), (SHOWN + 5, SHOWN, False)])
def test_a_line_that_leaves_the_chart_is_told_on_it(players: int, deepest: int, *, is_cut: bool) -> None:
    told = f"A line that leaves at the bottom goes below place {SHOWN}."
    assert (told in words_of(players, deepest)) is is_cut


def test_a_short_ranking_is_drawn_whole() -> None:
    assert not [text for text in words_of(4, 4) if text.startswith("A line")]
