"""Which days of a season are named along the axis of a chart."""

import datetime as dt
import math
from itertools import pairwise

from pipelines.words.words import short_date, short_month


def ticks(days: list[dt.date], labels: int) -> dict[dt.date, str]:
    """Day -> the label of an axis there.

    Every day has a label where all labels fit; else the months have one, the first of a year with its year; else the
    first and the last day.

    Args:
        days: the days of the sessions, sorted.
        labels: how many labels there is room for.
    """
    first, last = days[0], days[-1]
    apart = min((later - earlier for earlier, later in pairwise(days)), default=last - first)
    if len(days) <= labels and apart * labels >= last - first:
        return {day: short_date(day) for day in days}
    numbers = range(first.year * 12 + first.month, last.year * 12 + last.month)
    months = [dt.date(number // 12, number % 12 + 1, 1) for number in numbers]
    if len(months) < 2:
        return {day: short_date(day) for day in (first, last)}
    shown = months[:: math.ceil(len(months) / labels)]
    years = {month.year: month for month in reversed(shown)}
    return {month: short_month(month) + (f"\n{month.year}" if years[month.year] == month else "") for month in shown}
