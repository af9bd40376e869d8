"""Write numbers and dates as the current language does."""

import datetime as dt

from pipelines.words.languages import ENGLISH, language
from transforms.tables.messages import decimal_sign as decimal_sign
from transforms.tables.messages import written as written

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def grouped(number: int) -> str:
    """Return a whole number as text with thousands separated: `12,345`."""
    if language() == ENGLISH:
        return f"{number:,}"
    from babel.numbers import format_decimal

    return format_decimal(number, locale=language())


def spoken_date(day: dt.date) -> str:
    """Return a date in full: `2 September 2025`."""
    return _first_of_month(_written(day, f"{day.day} {_MONTHS[day.month - 1]} {day.year}", "long"))


def short_date(day: dt.date) -> str:
    """Return a date without its year: `2 Sep`."""
    if language() == ENGLISH:
        return f"{day.day} {short_month(day)}"
    from babel.dates import format_skeleton

    return _first_of_month(format_skeleton("MMMd", day, locale=language()))


def name_of_day(day: dt.date) -> str:
    """Return the day of the week as in the middle of a sentence: `Tuesday`, `dinsdag`."""
    return _written(day, _DAYS[day.weekday()], "EEEE")


def short_month(day: dt.date) -> str:
    """Return the short name of the month: `Sep`."""
    return _written(day, _MONTHS[day.month - 1][:3], "LLL")


def _written(day: dt.date, in_english: str, pattern: str) -> str:
    if language() == ENGLISH:
        return in_english
    from babel.dates import format_date

    return format_date(day, pattern, locale=language())


def _first_of_month(date: str) -> str:
    return f"1er{date[1:]}" if language() == "fr" and date.startswith("1 ") else date
