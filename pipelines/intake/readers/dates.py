"""Dates as clubs and programs write them: in numbers, or with the name of the month.

The functions take and return expressions on a column of text; a cell that is no date becomes null.
"""

import datetime as dt

import polars as pl

from transforms.tables.phrases import phrase

_DATE_FORMS = ("%Y-%m-%d", "%Y.%m.%d", "%Y/%m/%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y")
_OF_EUROPE, _OF_AMERICA = "%d/%m/%Y", "%m/%d/%Y"
_EXCHANGED = ("%Y-%d-%m", "%Y.%d.%m", "%Y/%d/%m", "%m-%d-%Y", "%m.%d.%Y", _OF_AMERICA)
_TIME = r"[T\s]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?Z?$"
"""A time of day behind a date; it is passed over."""
_MONTHS = (
    "jan",
    "feb",
    "mar|maa|mrt|mär|mae",
    "apr",
    "may|mei|mai",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct|okt",
    "nov",
    "dec|dez",
)
"""How the names of the months begin in English, Dutch and German."""
_IN_FIGURES = (
    r"^(?<year>[0-9]{4})[-./](?<month>[0-9]{1,2})[-./](?<day>[0-9]{1,2})$",
    r"^(?<day>[0-9]{1,2})[-./](?<month>[0-9]{1,2})[-./](?<year>[0-9]{4})$",
)
_NAMED_MONTH = r"^([0-9]{1,2})(?:st|nd|rd|th|\.)?[\s-]*(\p{L}{3,9})\.?[\s,-]*([0-9]{4})$"
_FIRST_DAY, _LAST_DAY = dt.date(1900, 1, 1), dt.date(2199, 12, 31)
"""A date outside these is a slip of the pen."""


def date(text: pl.Expr) -> pl.Expr:
    """The day, where 03/04 is the third of April unless the column has the likes of 03/14, and none of 14/03: Date."""
    read = pl.coalesce(pl.when(_is_month_first(text)).then(_american(text)), _usual(text))
    return pl.when(read.is_between(_FIRST_DAY, _LAST_DAY)).then(read)


def exchanged(text: pl.Expr) -> pl.Expr:
    """The day as `2026-03-14` of a cell in which day and month are exchanged, as 03/14/2026 or 2026-14-03: String."""
    day = pl.coalesce(_day(text).str.to_date(form, strict=False) for form in _EXCHANGED)
    return pl.when(_usual(text).is_null(), day.is_between(_FIRST_DAY, _LAST_DAY)).then(day.cast(pl.String))


def last_of_month(text: pl.Expr) -> pl.Expr:
    """The last day of the month of a date in figures whose month has no such day; else null.

    Args:
        text: String, a date that is not understood.
    """
    return pl.coalesce(_last(text.str.extract_groups(form)) for form in _IN_FIGURES)


def _day(text: pl.Expr) -> pl.Expr:
    return text.str.replace(_TIME, "")


def _is_month_first(text: pl.Expr) -> pl.Expr:
    """Whether a date of the column has the month first alone, and none the day first alone."""
    american, european = _american(text), _day(text).str.to_date(_OF_EUROPE, strict=False)
    is_american = american.is_not_null() & european.is_null()
    is_european = american.is_null() & european.is_not_null()
    return is_american.any() & ~is_european.any()


def _american(text: pl.Expr) -> pl.Expr:
    return _day(text).str.to_date(_OF_AMERICA, strict=False)


def _usual(text: pl.Expr) -> pl.Expr:
    day = _day(text)
    return pl.coalesce(*(day.str.to_date(form, strict=False) for form in _DATE_FORMS), _with_name_of_month(day))


def _with_name_of_month(text: pl.Expr) -> pl.Expr:
    day, name, year = (text.str.extract(_NAMED_MONTH, part) for part in (1, 2, 3))
    beginnings = {beginning: number for number, month in enumerate(_MONTHS, start=1) for beginning in month.split("|")}
    month = name.str.to_lowercase().str.head(3).replace_strict(beginnings, default=None, return_dtype=pl.Int8)
    return phrase("{}-{}-{}", year, month, day).str.to_date("%Y-%m-%d", strict=False)


def _last(written: pl.Expr) -> pl.Expr:
    year, month, day = (written.struct.field(name).cast(pl.Int32) for name in ("year", "month", "day"))
    last = pl.date(year, month.clip(1, 12), 1).dt.month_end()
    return pl.when(month.is_between(1, 12), day.is_between(29, 31), day > last.dt.day()).then(
        last.dt.to_string("%Y-%m-%d")
    )
