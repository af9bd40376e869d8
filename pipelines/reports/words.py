"""Dates and counts as a reader says them, in English whatever the machine's language."""

import datetime as dt

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def spoken_date(day: dt.date) -> str:
    """`2 September 2025`."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def short_date(day: dt.date) -> str:
    """`2 Sep`."""
    return f"{day.day} {_MONTHS[day.month - 1][:3]}"


def counted(number: int, thing: str) -> str:
    """`1 session`, `2 sessions`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
