"""A comparison as one page that needs no other file, to send round or to hang on the board."""

from pathlib import Path

import polars as pl

from pipelines.commands.compare.compare import Comparison
from pipelines.commands.compare.words import in_words
from pipelines.errors import UnusableError
from pipelines.reports.charts.bump_chart import COURSES_HEIGHT, SHOWN, courses
from pipelines.reports.charts.drawing import Chart, house_style
from pipelines.reports.html import write_page
from transforms.arithmetic.rounding import to_decimals

_OURS = b'<meta name="generator" content="Barometer compare"/>'
_RANKINGS = ("ranking", "other_ranking")


def write_comparison(comparison: Comparison, page: Path) -> None:
    """Write the page; one that was written earlier is replaced.

    Raises:
        UnusableError: `page` is there and is no such page.
        OSError: it cannot be written.
    """
    if page.exists() and _OURS not in page.read_bytes():
        raise UnusableError(f"{page}: it is not a page of barometer compare and would be overwritten; name another")
    tables = comparison.tables
    changes = tables.lines.filter(pl.col("change").is_not_null()).sort("line", "other_line", maintain_order=True)
    write_page(
        page,
        "comparison.html",
        title=comparison.title,
        told=in_words(comparison),
        chart=_chart(tables.players),
        players=tables.players.with_columns(to_decimals(pl.col(_RANKINGS))).to_dicts(),
        lines=changes.with_columns(to_decimals(pl.col(_RANKINGS))).to_dicts(),
    )


def _chart(players: pl.DataFrame) -> Chart | None:
    """Where the first of the ranking would stand; none where nobody stands on both sides."""
    both = players.drop_nulls(["place", "other_place"])
    if both.is_empty():
        return None
    with house_style():
        svg = courses(both.select("player_id", "name", today="place", then="other_place"), ["today", "then"])
    first = both.head(SHOWN)
    told = "; ".join(f"{name} {place}, then {then}" for name, place, then in _places(first).iter_rows())
    return Chart(
        svg, _most_moved(first), f"The first {first.height} today, and their places then: {told}", COURSES_HEIGHT
    )


def _most_moved(first: pl.DataFrame) -> str:
    """`Of the first 15, Ann would move most: from place 3 to 12`."""
    moved = first.filter(pl.col("moved") != 0)
    if moved.is_empty():
        return f"The first {first.height} stay in their places"
    name, place, then = _places(moved.sort(pl.col("moved").abs(), descending=True, maintain_order=True)).row(0)
    return f"Of the first {first.height}, {name} would move most: from place {place} to {then}"


def _places(players: pl.DataFrame) -> pl.DataFrame:
    return players.select("name", "place", "other_place")
