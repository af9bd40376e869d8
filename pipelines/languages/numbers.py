"""Numbers and dates as the language that is spoken writes them."""

import datetime as dt
from functools import cache

from pipelines.languages import ENGLISH, language

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def decimal_sign() -> str:
    """What stands before the decimals: a point in English, a comma in most languages."""
    return _decimal_sign(language())


def written(number: str) -> str:
    """A number as Python writes it, as it is written here: `−1,50`; other texts with one number in them too."""
    return number.replace("-", "−").replace(".", decimal_sign())


def grouped(number: int) -> str:
    """A whole number with its thousands apart: `12,345`."""
    if language() == ENGLISH:
        return f"{number:,}"
    from babel.numbers import format_decimal

    return format_decimal(number, locale=language())


def spoken_date(day: dt.date) -> str:
    """`2 September 2025`."""
    if language() == ENGLISH:
        return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
    from babel.dates import format_date

    return format_date(day, "long", locale=language())


def short_date(day: dt.date) -> str:
    """`2 Sep`."""
    if language() == ENGLISH:
        return f"{day.day} {short_month(day)}"
    from babel.dates import format_skeleton

    return format_skeleton("MMMd", day, locale=language())


def short_month(day: dt.date) -> str:
    """`Sep`."""
    if language() == ENGLISH:
        return _MONTHS[day.month - 1][:3]
    from babel.dates import format_date

    return format_date(day, "LLL", locale=language())


@cache
def _decimal_sign(name: str) -> str:
    if name == ENGLISH:
        return "."
    from babel.numbers import get_decimal_symbol

    return get_decimal_symbol(name)
