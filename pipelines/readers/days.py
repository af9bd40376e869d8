"""Days that there are not: the 31st of September."""

import polars as pl

_WRITTEN = (
    r"^(?<year>[0-9]{4})[-./](?<month>[0-9]{1,2})[-./](?<day>[0-9]{1,2})$",
    r"^(?<day>[0-9]{1,2})[-./](?<month>[0-9]{1,2})[-./](?<year>[0-9]{4})$",
)


def last_of_month(text: pl.Expr) -> pl.Expr:
    """The last day of the month of a date in figures whose month has no such day; else null.

    Args:
        text: String, a date that is not understood.
    """
    return pl.coalesce(_last(text.str.extract_groups(form)) for form in _WRITTEN)


def _last(written: pl.Expr) -> pl.Expr:
    year, month, day = (written.struct.field(name).cast(pl.Int32) for name in ("year", "month", "day"))
    last = pl.date(year, month.clip(1, 12), 1).dt.month_end()
    return pl.when(month.is_between(1, 12), day.is_between(29, 31), day > last.dt.day()).then(
        last.dt.to_string("%Y-%m-%d")
    )
