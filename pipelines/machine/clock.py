"""The time. Only this module reads the clock for what depends on a day; `now` can be replaced in tests."""

import datetime as dt
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pipelines.machine.environment import TIME_ZONE, value_of
from pipelines.machine.errors import UnusableError


def now() -> dt.datetime:
    """Return the time, in UTC."""
    return dt.datetime.now(dt.UTC)


def today() -> dt.date:
    """Return today's date in the time zone in BAROMETER_TIME_ZONE, or else in that of this machine."""
    return local().date()


def local(name: str | None = None) -> dt.datetime:
    """Return the time in a time zone such as `Europe/Amsterdam`; by default as `today` does.

    UnusableError: there is no such time zone.
    """
    zone, where = (name, "time_zone") if name else (value_of(TIME_ZONE), TIME_ZONE)
    if zone is None:
        return now().astimezone()
    try:
        return now().astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError) as wrong:
        raise UnusableError(
            "{key} = {text!r}: there is no such time zone; write one such as Europe/Amsterdam", key=where, text=zone
        ) from wrong
