"""The chart of how schemes spread their points."""

import polars as pl
import pytest
from lxml import etree

from pipelines.reports.charts.awards import SIZES, spread_chart, spread_of_schemes
from pipelines.words.words import scheme_name
from transforms.awards import COMPUTED


@pytest.fixture(scope="module")
def spread() -> pl.DataFrame:
    return spread_of_schemes()


def test_every_scheme_with_a_rule_is_there_in_every_size(spread: pl.DataFrame) -> None:
    rows = spread.group_by("scheme", "size").len().sort("scheme", "size").rows()
    assert rows == [(scheme, size, size) for scheme in sorted(COMPUTED) for size in sorted(SIZES)]


@pytest.mark.parametrize(
    ("scheme", "size", "rank", "share"),
    [
        ("ebu", 12, 2, 75),  # 12, 9, 6, 6
        ("club_points", 30, 2, 75),
        ("aeb", 12, 6, 100 / 6),  # six at the average or above: 3, 2.5, …, 0.5
        ("ebl", 60, 2, 100 * 26 / 30),
        ("wbf_robot", 60, 31, 0),
    ],
)
def test_shares_by_hand(spread: pl.DataFrame, scheme: str, size: int, rank: int, share: float) -> None:
    (found,) = spread.filter(scheme=scheme, size=size, rank=rank)["share"]
    assert found == pytest.approx(share, abs=1e-9)


def test_the_chart_shows_names_and_says_what_it_shows(spread: pl.DataFrame) -> None:
    chart = spread_chart()
    root = etree.fromstring(chart.svg.encode())
    texts = {"".join(text.itertext()) for text in root.iter("{*}text")}
    assert {scheme_name(scheme) for scheme in COMPUTED} <= texts
    assert texts.isdisjoint(COMPUTED)
    for scheme in COMPUTED:
        half = spread.filter(pl.col("share") >= 50, scheme=scheme, size=60).height
        assert f"{scheme_name(scheme)}: {half}" in chart.description
    assert chart.title == "Club Points: most for the top; Robot Bridge Points, WBF: spread widest"
