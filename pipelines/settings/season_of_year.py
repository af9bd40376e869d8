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
    start, end = (season.get(name) for name in ("start", "end"))
    if key == "end" and isinstance(start, dt.date):
        return f"end = {_years_on(start, 1) - _DAY}"
    if key == "start" and isinstance(end, dt.date):
        return f"start = {_years_on(end + _DAY, -1)}"
    if key == "name" and isinstance(start, dt.date) and isinstance(end, dt.date):
        years = f"{start.year}" if start.year == end.year else f"{start.year}-{end.year % 100:02}"
        return f'name = "{years}"'
    return None


def _years_on(day: dt.date, years: int) -> dt.date:
    first = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + years, month=3 if first else day.month, day=1 if first else day.day)
