"""Seasons that `barometer new` proposes: every evening is in one, and they turn where the club takes its break."""

import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.cli.new.proposing import Sure, next_after, seasons_of

TODAY = dt.date(2026, 11, 24)


@pytest.mark.parametrize(
    ("weeks", "names", "start", "sure"),
    [
        ("2025-09-02 2026-06-23", "2025-26", "2025-09-01", Sure.LIKELY),
        ("2024-10-01 2025-07-29, 2025-09-02 2026-05-26", "2024-25, 2025-26", "2024-09-01", Sure.LIKELY),
        ("2025-01-07 2025-07-01, 2025-08-12 2025-12-16", "2024-25, 2025-26", "2024-08-01", Sure.LIKELY),
        ("2025-08-05 2026-06-09, 2026-07-14 2026-10-06", "2025-26, 2026-27", "2025-07-01", Sure.LIKELY),
        ("2025-02-04 2025-12-09, 2026-01-27 2026-12-08", "2025, 2026", "2025-01-01", Sure.LIKELY),
        ("2024-09-03 2026-11-17", "2024-25, 2025-26, 2026-27", "2024-09-01", Sure.GUESS),
        ("2026-07-15 2026-07-15", "2025-26", "2025-09-01", Sure.LIKELY),
        ("", "2026-27", "2026-09-01", Sure.GUESS),
    ],
    ids=["one", "two", "a break in July", "from July", "calendar years", "no break", "an evening in July", "no date"],
)
def test_seasons_turn_in_the_break(weeks: str, names: str, start: str, sure: Sure) -> None:
    """Evenings are a week apart, from a day to a day."""
    spans = (map(dt.date.fromisoformat, span.split()) for span in weeks.split(", ") if span)
    dates = [first + dt.timedelta(days) for first, last in spans for days in range(0, (last - first).days + 1, 7)]
    seasons, choice = seasons_of(dates, TODAY)
    assert ", ".join(season.name for season in seasons) == choice.value == names
    assert (seasons[0].start.isoformat(), choice.sure) == (start, sure)


@given(st.lists(st.dates(dt.date(1900, 1, 1), dt.date(2199, 12, 31)), max_size=30, unique=True))
def test_every_evening_is_in_one_season_and_seasons_are_apart(dates: list[dt.date]) -> None:
    seasons, _ = seasons_of(sorted(dates), TODAY)
    assert [day for season in seasons for day in season.evenings] == sorted(dates)
    assert all(season.start <= day <= season.end for season in seasons for day in season.evenings)
    assert all(one.end < two.start for one, two in itertools.pairwise(seasons))
    assert len({season.name for season in [*seasons, next_after(seasons[-1])]}) == len(seasons) + 1
    assert (next_after(seasons[-1]).start - seasons[-1].end).days == 1
