"""The charts of ratings: what they say, and where a course lies."""

import datetime as dt
import re

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.reports.charts.ratings import Courses, distribution_chart, reliability_chart

LISTS = [dt.date(1997 + year, 6, 30) for year in range(12)]
EVE = dt.date(1996, 6, 30)  # the day of the ratings before the first season
COURSES = Courses(EVE, LISTS)

ratings = st.integers(-200, 3000)


def test_a_course_says_where_it_starts_and_ends_and_its_highest() -> None:
    chart = COURSES.chart(LISTS[:3], [1500, 1650, 1600])
    assert chart is not None
    assert chart.title == "From 1500 to 1600; highest 1650, on 30 June 1998"
    assert chart.description == "Rating on each list: 1997: 1500, 1998: 1650, 1999: 1600"
    assert labels(chart.svg) == {"1500", "1650", "1600"}
    assert COURSES.chart(LISTS[:1], [1500]) is None, "who has one rating has no course"


@given(st.lists(ratings, min_size=2, max_size=len(LISTS)))
def test_a_course_rises_where_the_rating_does_and_stays_on_the_drawing(course: list[int]) -> None:
    chart = COURSES.chart(LISTS[: len(course)], course)
    assert chart is not None
    drawn = spots(chart.svg)
    assert len(drawn) == len(course)
    assert [x for x, _ in drawn] == sorted({x for x, _ in drawn})
    assert all(0 < x < 302.25 and 12 < y < 170 for x, y in drawn)
    by_rating = sorted(zip(course, (-y for _, y in drawn), strict=True))
    assert [y for _, y in by_rating] == sorted(y for _, y in by_rating)


def test_a_distribution_counts_everybody_once() -> None:
    chart = distribution_chart([1100, 1149, 1150, 1400, 1401, 1402, 1403, 1404], [1400, 1401])
    assert chart is not None
    assert chart.title == "The 2 on the rating list are between 1400 and 1401"
    counts = re.findall(r"(\d+) to (\d+): (\d+)", chart.description)
    assert sum(int(many) for *_, many in counts) == 8
    assert ("1140", "1159", "2") in counts


@given(st.lists(st.integers(-100_000_000, 100_000_000), min_size=2, max_size=40))
@settings(max_examples=15, deadline=None)
def test_a_rating_far_off_makes_no_more_bars_than_there_is_room_for(rated: list[int]) -> None:
    chart = distribution_chart([*rated, 99_999_999], rated)
    assert chart is not None
    counts = re.findall(r"-?\d+ to -?\d+: (\d+)", chart.description)
    assert sum(map(int, counts)) == len(rated) + 1
    assert len(chart.svg) < 60_000


@pytest.mark.parametrize(
    ("rated", "title"),
    [
        ([1111] * 9, "All 9 with a rating are at 1111"),
        ([1111, 1112], "The 2 with a rating are between 1111 and 1112"),
        ([1000, *[1111] * 9, 1200], "Half of those with a rating are at 1111"),
        ([*range(1000, 1400, 50)], "Half of those with a rating are between 1050 and 1250; the middle one is at 1150"),
    ],
)
def test_a_spread_reads_well_where_ratings_are_the_same(rated: list[int], title: str) -> None:
    chart = distribution_chart(rated, [])
    assert chart is not None
    assert chart.title == title


@pytest.mark.parametrize(
    ("course", "title"),
    [
        ([1111, 1111, 1111], "1111 all along"),
        ([1111, 1100, 1111], "At 1111 first and last"),
        ([1111, 1200, 1111], "At 1111 first and last; highest 1200, on 30 June 1998"),
    ],
)
def test_a_course_back_where_it_began_reads_well(course: list[int], title: str) -> None:
    chart = COURSES.chart(LISTS[:3], course)
    assert chart is not None
    assert chart.title == title


def test_a_game_or_two_are_no_dot() -> None:
    bands = {"expected": [50.0, 70.0, 90.0], "scored": [50.0, 0.0, 80.0]}
    for second, dots in ((2, 2), (3, 3)):
        chart = reliability_chart(pl.DataFrame({**bands, "games": [30, second, 3]}))
        [path] = re.findall(r'<path d="([^"]*)" stroke="#\w+" stroke-width="6"', chart.svg)
        assert path.count("h0") == dots
        assert "scored 0.0 % in" in chart.description


def test_reliability_tells_what_favourites_scored() -> None:
    bands = pl.DataFrame({"expected": [50.0, 70.0], "scored": [50.0, 60.0], "games": [10, 30]})
    chart = reliability_chart(bands)
    assert chart.title == "Favourites were expected to score 65.0 % and scored 57.5 % in 40 games"
    assert "expected 70.0 %, scored 60.0 % in 30 games" in chart.description


def spots(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)"', svg)]


def labels(svg: str) -> set[str]:
    """The labels of the course, which are drawn after the axis of years."""
    return set(re.findall(r"<text x=\"[-\d.]+\" y=\"[-\d.]+\">(\d+)</text>", svg[svg.index("<polyline") :]))
