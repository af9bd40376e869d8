"""The names of our environment variables, and sizes such as `256 MB`. An empty variable counts as not set."""

import os
import re
from collections.abc import Mapping

from pipelines.machine.errors import UnusableError

OURS = "BAROMETER_"
"""The prefix of all our environment variables."""
LANDING = "BAROMETER_LANDING"
WAREHOUSE = "BAROMETER_WAREHOUSE"
REPORTS = "BAROMETER_REPORTS"
"""The variables for the landing folder, the warehouse and the folder of the reports. Each has a default."""
LAKE_DATA = "BAROMETER_LAKE_DATA"
"""The folder for the files of a new lake."""
DEALS = "BAROMETER_DEALS"
"""The file of solved deals, if it is not next to the warehouse."""
LANGUAGE = "BAROMETER_LANGUAGE"
"""The default language of the terminal, and of clubs whose settings name no language."""
UMASK = "BAROMETER_UMASK"
"""The permissions, in octal digits, that other users do not get on new files."""
SSH_CONFIG = "BAROMETER_SSH_CONFIG"
"""An ssh configuration to use instead of the user's own."""
MESSAGE_COMMAND = "BAROMETER_TELL"
"""Where alerts go: a command that gets them on standard input, or an address of `pipelines.machine.sending`."""
TIME_ZONE = "BAROMETER_TIME_ZONE"
"""The time zone in which a day begins, such as Europe/Amsterdam; by default that of the machine."""
HISTORY_DAYS = "BAROMETER_HISTORY_DAYS"
"""The number of days after which finished runs are removed from the history of Dagster."""
DRAW_WORKERS = "BAROMETER_DRAW_WORKERS"
"""How many processes draw pages at once, counting the build itself."""
GROUP_BYTES = "BAROMETER_GROUP_BYTES"
"""The maximum size in bytes of all files of the clubs in a group."""
NO_PROGRESS_SECONDS = "BAROMETER_NO_PROGRESS_SECONDS"
"""The number of seconds without progress after which a build is ended."""
BUILD_MEMORY = "BAROMETER_BUILD_MEMORY"
"""The maximum memory of a build in bytes; the default is four fifths of the machine's memory."""
BRIDGEMATE_CLUB, BRIDGEMATE_LICENCE = "BAROMETER_BRIDGEMATE_CLUB", "BAROMETER_BRIDGEMATE_LICENCE"
"""The club's id and licence key, which Bridgemate's Data Connector may require."""
READ = "BAROMETER_READ_"
"""The prefix of the variables that limit the reading of files. `landing/limits.py` has their full names."""

NUMBERS = {
    **{DRAW_WORKERS: (1, 64), HISTORY_DAYS: (1, 36_500), GROUP_BYTES: (1, 10**15), NO_PROGRESS_SECONDS: (1, 10**6)},
    BUILD_MEMORY: (1, 10**15),
}
"""The least and greatest value of each numeric variable, by name."""
OF_THE_WEB_SERVER = frozenset(
    f"{OURS}{name}" for name in ("SITE", "DAGSTER", "USER", "PASSWORD_HASH", "WEBSERVER", "FOLDER", "INSTANCE")
)
"""Variables of `deploy/`: host names, user, password, address and folder for the web server in front of Dagster and the
site, and the file with Dagster's settings."""
NAMES = frozenset(
    (
        *(LANDING, WAREHOUSE, REPORTS, LAKE_DATA, DEALS, LANGUAGE, UMASK, SSH_CONFIG, MESSAGE_COMMAND, TIME_ZONE),
        *(BRIDGEMATE_CLUB, BRIDGEMATE_LICENCE),
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
    return number_within(name, text, NUMBERS[name], of_bytes=name in (GROUP_BYTES, BUILD_MEMORY)) if text else None


# --- numbers and sizes as people write them -----------------------------------------------------

_UNITS = {"": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_NUMBER = re.compile(r"([1-9][0-9]{0,14})\s*([KMG]B)?", re.ASCII | re.IGNORECASE)


def number_within(name: str, text: str, bounds: tuple[int, int], *, of_bytes: bool) -> int:
    """Return `number_of` for this text if the number is within the bounds; else raise `UnusableError`."""
    number = number_of(name, text)
    least, most = bounds
    if not least <= number <= most:
        said = [in_bytes(bound) if of_bytes else str(bound) for bound in bounds]
        raise UnusableError(
            "{key} = {text!r}: write a number from {least} to {most}, or unset it",
            key=name,
            text=text,
            least=said[0],
            most=said[1],
        )
    return number


def number_of(name: str, text: str) -> int:
    """Return the value of the setting `name`, a number or a size such as `256 MB` (in bytes). It must be above 0."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise UnusableError(
            "{key} = {text!r}: write a number above 0, such as 60, or a size, such as 256 MB", key=name, text=text
        )
    number, unit = found.groups(default="")
    return int(number) * _UNITS[unit.upper()]


def in_bytes(size: int) -> str:
    """Return a number of bytes as text, such as `256 MB`."""
    unit = next((name for name in ("GB", "MB", "KB") if size % _UNITS[name] == 0 and size >= _UNITS[name]), "bytes")
    return f"{size // _UNITS.get(unit, 1)} {unit}"
