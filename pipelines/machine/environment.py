"""The names of our environment variables. An empty variable counts as not set."""

import os
from collections.abc import Mapping

from pipelines.machine.sizes import number_within

OURS = "BAROMETER_"
"""The prefix of all our environment variables."""
LANDING = "BAROMETER_LANDING"
WAREHOUSE = "BAROMETER_WAREHOUSE"
REPORTS = "BAROMETER_REPORTS"
"""These three name the landing folder, the warehouse and the folder of the reports, which have defaults."""
LAKE_DATA = "BAROMETER_LAKE_DATA"
"""The folder for the files of a new lake."""
DEALS = "BAROMETER_DEALS"
"""The file of solved deals, if it is not the one next to the warehouse."""
LANGUAGE = "BAROMETER_LANGUAGE"
"""The default language of the terminal, and of clubs whose settings name no language."""
UMASK = "BAROMETER_UMASK"
"""The permissions that new files do not give to other users, in octal digits."""
SSH_CONFIG = "BAROMETER_SSH_CONFIG"
"""An ssh configuration to use instead of the user's own."""
MESSAGE_COMMAND = "BAROMETER_TELL"
"""The command that gets each failure message on its standard input."""
DRAW_WORKERS = "BAROMETER_DRAW_WORKERS"
"""How many processes draw pages at once, counting the build itself."""
GROUP_BYTES = "BAROMETER_GROUP_BYTES"
"""The maximum size in bytes of all files of the clubs in a group."""
NO_PROGRESS_SECONDS = "BAROMETER_NO_PROGRESS_SECONDS"
"""The number of seconds without progress after which a build is ended."""
READ = "BAROMETER_READ_"
"""The prefix of the variables for the limits of reading files. `landing/limits.py` has their full names."""

NUMBERS = {DRAW_WORKERS: (1, 64), GROUP_BYTES: (1, 10**15), NO_PROGRESS_SECONDS: (1, 10**6)}
"""The least and greatest value of each numeric variable, by name."""
OF_THE_WEB_SERVER = frozenset(
    f"{OURS}{name}" for name in ("SITE", "DAGSTER", "USER", "PASSWORD_HASH", "WEBSERVER", "FOLDER")
)
"""The variables for a web server in front of Dagster and the site (`deploy/Caddyfile`).

They hold the host names of the site and of Dagster's page, the user and password for that page, the address at which
Dagster answers, and the folder of the site."""
NAMES = frozenset(
    (
        *(LANDING, WAREHOUSE, REPORTS, LAKE_DATA, DEALS, LANGUAGE, UMASK, SSH_CONFIG, MESSAGE_COMMAND),
        *NUMBERS,
        *OF_THE_WEB_SERVER,
    )
)
"""The names of all variables, except those for the limits of reading files."""


def value_of(name: str) -> str | None:
    """Return the value of a variable; None if it is not set."""
    return os.environ.get(name) or None


def number_in(name: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """Return the value of one of the variables in `NUMBERS`, or None if it is not set."""
    text = environment.get(name)
    return number_within(name, text, NUMBERS[name], of_bytes=name == GROUP_BYTES) if text else None
