"""What a `[[season]]` lacks, as it would be if it were a year long."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

_DAY = dt.timedelta(days=1)


def of_a_year(key: str, season: Mapping[str, Any]) -> str | None:
    """The line with a key that is missing, as `end = 2026-08-31`; None where the others do not say it.

    Args:
        key: `name`, `start` or `end`.
        season: what stands there.
    """
    start, end = (_day(season.get(name)) for name in ("start", "end"))
    try:
        return _line(key, start, end)
    except (OverflowError, ValueError):  # a year before 1 or after 9999
        return None


def _day(given: object) -> dt.date | None:
    if isinstance(given, dt.datetime):
        return given.date()
    return given if isinstance(given, dt.date) else None


def _line(key: str, start: dt.date | None, end: dt.date | None) -> str | None:
    if key == "end" and start:
        return f"end = {_years_on(start, 1) - _DAY}"
    if key == "start" and end:
        return f"start = {_years_on(end + _DAY, -1)}"
    if key == "name" and start and end:
        years = f"{start.year}" if start.year == end.year else f"{start.year}-{end.year % 100:02}"
        return f'name = "{years}"'
    return None


def _years_on(day: dt.date, years: int) -> dt.date:
    first = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + years, month=3 if first else day.month, day=1 if first else day.day)
