"""The names of our environment variables. An empty variable counts as not set."""

import os
from collections.abc import Mapping

from pipelines.machine.sizes import number_within

OURS = "BAROMETER_"
"""How all of them begin."""
LANDING = "BAROMETER_LANDING"
WAREHOUSE = "BAROMETER_WAREHOUSE"
REPORTS = "BAROMETER_REPORTS"
"""The landing folder, the warehouse and the folder of the reports, where they are not in the usual places."""
LAKE_DATA = "BAROMETER_LAKE_DATA"
"""The folder for the files of a lake that is made now."""
DEALS = "BAROMETER_DEALS"
"""The file of the solved deals, where it is not the one next to the warehouse."""
LANGUAGE = "BAROMETER_LANGUAGE"
"""The usual language: of the terminal, and of clubs that name none."""
UMASK = "BAROMETER_UMASK"
"""What nobody else may do with files that are made, in octal digits."""
SSH_CONFIG = "BAROMETER_SSH_CONFIG"
"""A configuration of ssh to use in place of one's own."""
MESSAGE_COMMAND = "BAROMETER_TELL"
"""The command that gets each message of a failure on its standard input."""
DRAW_WORKERS = "BAROMETER_DRAW_WORKERS"
"""How many processes draw at once, the build among them."""
GROUP_BYTES = "BAROMETER_GROUP_BYTES"
"""The bytes of files of the clubs of a group."""
NO_PROGRESS_SECONDS = "BAROMETER_NO_PROGRESS_SECONDS"
"""The seconds without progress after which a build ends."""
READ = "BAROMETER_READ_"
"""How the limits of reading begin, whose names `landing/limits.py` has."""

NUMBERS = {DRAW_WORKERS: (1, 64), GROUP_BYTES: (1, 10**15), NO_PROGRESS_SECONDS: (1, 10**6)}
"""Each that is a number by itself -> the least and the most."""
OF_THE_WEB_SERVER = frozenset(
    f"{OURS}{name}" for name in ("SITE", "DAGSTER", "USER", "PASSWORD_HASH", "WEBSERVER", "FOLDER")
)
"""For the web server in front of ours (`deploy/Caddyfile`): the names of the site and of Dagster's page, who may see
that and with which password, where Dagster answers, and the folder of the site."""
NAMES = frozenset(
    (
        *(LANDING, WAREHOUSE, REPORTS, LAKE_DATA, DEALS, LANGUAGE, UMASK, SSH_CONFIG, MESSAGE_COMMAND),
        *NUMBERS,
        *OF_THE_WEB_SERVER,
    )
)
"""All of them but the limits of reading."""


def value_of(name: str) -> str | None:
    """The value of a variable; None where it is not set."""
    return os.environ.get(name) or None


def number_in(name: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """The number, within its bounds, of one of `NUMBERS`; None where it is not set."""
    text = environment.get(name)
    return number_within(name, text, NUMBERS[name], of_bytes=name == GROUP_BYTES) if text else None
