"""A day as one says it, `9 september`, in the languages that are spoken here."""

import datetime as dt
import re
from collections.abc import Iterable

_MONTHS = {
    "jan": 1, "feb": 2, "fév": 2, "fev": 2, "mar": 3, "maa": 3, "mrt": 3, "apr": 4, "avr": 4, "may": 5, "mai": 5,
    "mei": 5, "jun": 6, "juin": 6, "jul": 7, "juil": 7, "aug": 8, "aoû": 8, "aou": 8, "sep": 9, "oct": 10, "okt": 10,
    "nov": 11, "dec": 12, "déc": 12, "des": 12,
}  # fmt: skip
"""How the name of a month begins -> its number."""
_IN_WORDS = re.compile(
    r"(?:(?P<day>\d{1,2})(?:er|st|nd|rd|th|e|\.)?\s+(?:of\s+)?(?P<month>[^\W\d]{3,10})\.?"
    r"|(?P<month_first>[^\W\d]{3,10})\.?\s+(?P<day_behind>\d{1,2})(?:st|nd|rd|th)?,?)(?:\s+(?P<year>\d{4}))?"
)


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
    longest = sorted(_MONTHS, key=len, reverse=True)
    month = next((_MONTHS[start] for start in longest if word.startswith(start)), None)
    if month is None:
        return None
    day, year = int(found["day"] or found["day_behind"]), found["year"]
    return [one for one in days if (one.month, one.day) == (month, day) and year in (None, str(one.year))]
