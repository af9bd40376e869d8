"""A day as one says it, `9 september`, in the languages that are spoken here."""

import datetime as dt
import re
from collections.abc import Iterable

_NAMES_OF_MONTHS = (
    "jan janv january januari janvier januar",
    "feb febr fév févr fev fevr february februari février fevrier februar",
    "mar mrt march maart mars",
    "apr avr april avril",
    "may mei mai",
    "jun june juni juin",
    "jul juil july juli juillet",
    "aug août aout august augustus",
    "sep sept september septembre",
    "oct okt october oktober octobre",
    "nov november novembre",
    "dec déc des december décembre decembre desember",
)
"""In whole and short: of a beginning, `mardi 3` would be a day of March."""
_YEAR = re.compile(r"\b[12][0-9]{3}\s*$")
_MONTHS = {name: number for number, names in enumerate(_NAMES_OF_MONTHS, 1) for name in names.split()}
_IN_WORDS = re.compile(
    r"(?:(?P<day>\d{1,2})(?:er|st|nd|rd|th|e|\.)?\s+(?:of\s+)?(?P<month>[^\W\d]{3,10})\.?"
    r"|(?P<month_first>[^\W\d]{3,10})\.?\s+(?P<day_behind>\d{1,2})(?:st|nd|rd|th)?,?)(?:\s+(?P<year>\d{4}))?"
)


def day_in_words(text: str) -> dt.date | None:
    """The day that a text says, with its year; None where it says none."""
    year = _YEAR.search(text)
    if year is None:
        return None
    first = dt.date(int(year[0]), 1, 1)
    return next(iter(days_in_words(text, (first + dt.timedelta(day) for day in range(366))) or ()), None)


def days_in_words(text: str, days: Iterable[dt.date]) -> list[dt.date] | None:
    """Those of some days that a text says; None where it says no day.

    Args:
        text: a day, a month in words in either order, and perhaps a year.
        days: those that may be meant.
    """
    found = _IN_WORDS.fullmatch(text.strip())
    if found is None:
        return None
    word = (found["month"] or found["month_first"]).casefold()
    if (month := _MONTHS.get(word)) is None:
        return None
    day, year = int(found["day"] or found["day_behind"]), found["year"]
    return [one for one in days if (one.month, one.day) == (month, day) and year in (None, str(one.year))]
