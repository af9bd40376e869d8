"""What day it is: the one place where it is asked."""

import datetime as dt


def today() -> dt.date:
    """The date where this machine stands."""
    return dt.datetime.now(dt.UTC).astimezone().date()
