"""What the next result must bring in the individual championship, held against the championship with that result."""

import datetime as dt

import polars as pl
import pytest
from examples import by_night
from hypothesis import example, given, settings
from hypothesis import strategies as st

from transforms.explanation.next_counting import next_counting
from transforms.rankings import championships

POINTS = st.lists(st.integers(30, 100), min_size=1, max_size=8)


def average(points: list[float], required: int, drop: int) -> float:
    sessions = [str(number) for number in range(len(points))]
    rows = pl.DataFrame({"session_id": sessions, "player_id": ["ann"] * len(points), "points": points})
    found: float = championships.standing(rows, individual_min=required, individual_drop=drop)["average"].item()
    return found


def told(points: list[float], required: int, drop: int) -> dict[str, object]:
    days = [dt.date(2026, 1, 1 + number) for number in range(len(points))]
    left_out = min(drop, max(0, len(points) - required))
    order = sorted(range(len(points)), key=lambda place: (points[place], place))
    counts = [place not in order[:left_out] for place in range(len(points))]
    rows = pl.DataFrame({"player_id": ["ann"] * len(points), "date": days, "points": points, "counts": counts})
    (row,) = next_counting(rows.cast({"points": pl.Float64}), required, drop).collect().to_dicts()
    return row


@settings(deadline=None, max_examples=by_night(40))
@given(POINTS, st.integers(1, 6), st.integers(0, 3))
@example([30, 30], 1, 1)
def test_more_than_that_lifts_the_average_and_less_does_not(points: list[int], required: int, drop: int) -> None:
    """Less lowers it, but where a result that is left out now is as high as the average, and counts then."""
    known = [float(number) for number in points]
    row = told(known, required, drop)
    now, lifts = average(known, required, drop), float(str(row["lifts"]))
    more, less = (average([*known, lifts + step], required, drop) for step in (0.5, -0.5))
    assert more > now
    left_out = sorted(known)[: min(drop, max(0, len(known) - required))]
    if row["lowest_on"] is None and left_out[-1:] != [now]:
        assert less < now
    else:
        assert less == pytest.approx(now)


def test_the_lowest_that_counts_is_told_with_its_day() -> None:
    row = told([60, 90, 50, 70], required=2, drop=3)
    assert row == {"player_id": "ann", "lifts": 70, "lowest_on": dt.date(2026, 1, 4)}


def test_where_none_more_is_left_out_the_average_has_to_be_passed() -> None:
    assert told([60, 90], required=4, drop=3) == {"player_id": "ann", "lifts": 75, "lowest_on": None}
    assert told([60, 90, 50], required=2, drop=1) == {"player_id": "ann", "lifts": 75, "lowest_on": None}
