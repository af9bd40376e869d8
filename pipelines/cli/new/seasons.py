"""Seasons that hold all evenings of a folder: a year each, that begins where the club takes its break."""

import datetime as dt
from bisect import bisect_left
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from transforms.tables.messages import gettext, gettext_noop


class Sure(StrEnum):
    """How sure a proposal is, in words for the director."""

    SURE = gettext_noop("sure")
    LIKELY = gettext_noop("likely")
    GUESS = gettext_noop("a guess")


class Choice(NamedTuple):
    """Something that is proposed."""

    value: str
    sure: Sure
    why: str

    @property
    def in_words(self) -> str:
        """`likely: 12 of 14 files name it`."""
        return f"{gettext(self.sure)}: {self.why}"


_USUAL = 9
_MONTHS = (_USUAL, 8, 7, 1)
"""Months with which a season may begin, the usual one first."""
_BREAK = dt.timedelta(days=21)
"""So long a club that plays every week does not play, or every other week."""
_BREAKS = {
    1: gettext_noop("nobody played around 1 January, and somebody did around 1 September"),
    7: gettext_noop("nobody played around 1 July, and somebody did around 1 September"),
    8: gettext_noop("nobody played around 1 August, and somebody did around 1 September"),
}
"""Month with which a season begins, other than the usual one -> why."""


class Proposed(NamedTuple):
    """A season: its name, its first and last day, and its evenings."""

    name: str
    start: dt.date
    end: dt.date
    evenings: tuple[dt.date, ...]


def seasons_of(dates: list[dt.date], today: dt.date) -> tuple[list[Proposed], Choice]:
    """The seasons in which there was an evening, in order, and how sure it is that they begin in that month.

    `dates` are the days of the evenings, in order, from 1900 on; where there are none, it is the season of today.
    """
    month = next((month for month in _MONTHS if _is_in_a_break(dates, month)), _USUAL)
    of_years = groupby(dates or [today], key=lambda date: date.year - (date.month < month))
    seasons = [season_of(year, month, tuple(evenings) if dates else ()) for year, evenings in of_years]
    return seasons, Choice(", ".join(season.name for season in seasons), *_how_sure(dates, month))


def next_after(season: Proposed) -> Proposed:
    """The season that follows."""
    start = season.end + dt.timedelta(days=1)
    return season_of(start.year, start.month, ())


def season_of(year: int, month: int, evenings: tuple[dt.date, ...]) -> Proposed:
    """The season that begins with this month."""
    name = str(year) if month == 1 else f"{year}-{(year + 1) % 100:02}"
    end = dt.date(year + 1, month, 1) - dt.timedelta(days=1)
    return Proposed(name, dt.date(year, month, 1), end, evenings)


def _is_in_a_break(dates: list[dt.date], month: int) -> bool:
    turns = (dt.date(year, month, 1) for year in sorted({date.year for date in dates}))
    return all(
        not 0 < place < len(dates) or dates[place] - dates[place - 1] >= _BREAK
        for place in (bisect_left(dates, turn) for turn in turns)
    )


def _how_sure(dates: list[dt.date], month: int) -> tuple[Sure, str]:
    if not dates:
        return Sure.GUESS, gettext("no file says when an evening was, so this is the season of today")
    if not _is_in_a_break(dates, month):
        return (
            Sure.GUESS,
            gettext(
                "from September to August, as is usual; but evenings go on around 1 September: say when yours begin"
            ),
        )
    if month != _USUAL:
        return Sure.LIKELY, gettext(_BREAKS[month])
    return Sure.LIKELY, gettext("from September to August, as is usual")
