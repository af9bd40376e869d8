"""The chart of how schemes spread their points."""

import re
from importlib.resources import files
from pathlib import Path

import polars as pl
import pytest
from lxml import etree
from page_files import root_of

from pipelines.reports.charts.awards import SIZES, spread_chart, spread_of_schemes
from pipelines.reports.charts.drawing import ACCENT
from pipelines.words.words import scheme_name
from transforms.awards import COMPUTED


@pytest.fixture(scope="module")
def spread() -> pl.DataFrame:
    return spread_of_schemes()


def test_every_scheme_with_a_rule_is_there_in_every_size(spread: pl.DataFrame) -> None:
    rows = spread.group_by("scheme", "size").len().sort("scheme", "size").rows()
    assert rows == [(scheme, size, size) for scheme in sorted(COMPUTED) for size in sorted(SIZES)]


def test_the_first_has_all_and_nobody_more_than_who_is_above(spread: pl.DataFrame) -> None:
    for _, field in spread.group_by("scheme", "size", maintain_order=True):
        assert field["share"][0] == 100
        assert field["share"].to_list() == sorted(field["share"], reverse=True)


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


def test_fields_are_told_apart_by_dashes_too_which_the_legend_shows(site: Path) -> None:
    """Their shades are too near to one another to be told apart by everybody."""
    lines = re.findall(r"fill: none;((?: stroke-dasharray: [\d., ]+;)?)[^\"]*stroke: (#\w{6})", spread_chart().svg)
    dashes = {colour: {dashed for dashed, drawn in lines if drawn == colour} for colour, _ in SIZES.values()}
    assert dashes.pop(ACCENT) == {""}
    assert [len(of_colour - {""}) for of_colour in dashes.values()] == [1, 1]
    assert len(set.union(*dashes.values())) == 2
    keys = root_of(site / "federation.html").xpath("//*[@id='schemes']//*[contains(@class, 'key line')]/@class")
    assert [key.split()[2:] for key in keys] == [[], ["middle", "dashed"], ["pale", "dotted"]]
    style = files("pipelines.reports").joinpath("style.css").read_text("utf-8")
    assert all(f".key.line.{kind}::before {{ border-style: {kind}; }}" in style for kind in ("dashed", "dotted"))


def test_the_same_chart_again() -> None:
    assert spread_chart() == spread_chart()
