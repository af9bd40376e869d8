"""Today's date. Only this module reads it from the clock."""

import datetime as dt


def today() -> dt.date:
    """Return today's date in the time zone of this machine."""
    return dt.datetime.now(dt.UTC).astimezone().date()
