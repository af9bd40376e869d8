"""Today's date: only this module asks the clock for it."""

import datetime as dt


def today() -> dt.date:
    """Return today's date in the time zone of this machine."""
    return dt.datetime.now(dt.UTC).astimezone().date()
