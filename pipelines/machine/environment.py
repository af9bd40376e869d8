"""The names of our environment variables. An empty variable counts as not set."""

import os
from collections.abc import Mapping

from pipelines.machine.sizes import number_within

OURS = "BAROMETER_"
"""The prefix of all variables."""
LANDING = "BAROMETER_LANDING"
WAREHOUSE = "BAROMETER_WAREHOUSE"
REPORTS = "BAROMETER_REPORTS"
"""The landing folder, the warehouse and the folder of the reports, if they are not in the usual places."""
LAKE_DATA = "BAROMETER_LAKE_DATA"
"""The folder for the files of a new lake."""
DEALS = "BAROMETER_DEALS"
"""The file of solved deals, if it is not the one next to the warehouse."""
LANGUAGE = "BAROMETER_LANGUAGE"
"""The usual language of the terminal, and of clubs that name none."""
UMASK = "BAROMETER_UMASK"
"""Permissions that other users do not get for new files, in octal digits."""
SSH_CONFIG = "BAROMETER_SSH_CONFIG"
"""An ssh configuration to use instead of the user's own."""
MESSAGE_COMMAND = "BAROMETER_TELL"
"""The command that gets each failure message on its standard input."""
DRAW_WORKERS = "BAROMETER_DRAW_WORKERS"
"""How many processes draw at once, including the build."""
GROUP_BYTES = "BAROMETER_GROUP_BYTES"
"""The most bytes of files that the clubs of a group may have."""
NO_PROGRESS_SECONDS = "BAROMETER_NO_PROGRESS_SECONDS"
"""Seconds without progress before a build ends."""
READ = "BAROMETER_READ_"
"""The prefix of the limits of reading; `landing/limits.py` has their names."""

NUMBERS = {DRAW_WORKERS: (1, 64), GROUP_BYTES: (1, 10**15), NO_PROGRESS_SECONDS: (1, 10**6)}
"""Each numeric variable -> its least and greatest value."""
OF_THE_WEB_SERVER = frozenset(
    f"{OURS}{name}" for name in ("SITE", "DAGSTER", "USER", "PASSWORD_HASH", "WEBSERVER", "FOLDER")
)
"""For the web server in front of ours (`deploy/Caddyfile`).

These are the names of the site and of Dagster's page, the user and password for that page, where Dagster answers, and
the folder of the site.
"""
NAMES = frozenset(
    (
        *(LANDING, WAREHOUSE, REPORTS, LAKE_DATA, DEALS, LANGUAGE, UMASK, SSH_CONFIG, MESSAGE_COMMAND),
        *NUMBERS,
        *OF_THE_WEB_SERVER,
    )
)
"""All names except the limits of reading."""


def value_of(name: str) -> str | None:
    """Return the value of a variable; None if it is not set."""
    return os.environ.get(name) or None


def number_in(name: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """Return the value of one of `NUMBERS`, within its bounds; None if it is not set."""
    text = environment.get(name)
    return number_within(name, text, NUMBERS[name], of_bytes=name == GROUP_BYTES) if text else None
