"""What the environment may say: the name of each variable that is ours, what it is for, and numbers that it gives.

An empty variable is as one that is not set.
"""

import os
import re
from collections.abc import Mapping

from pipelines.errors import UnusableError
from transforms.messages import Message

OURS = "BAROMETER_"
"""How all of them begin."""
LANDING = "BAROMETER_LANDING"
WAREHOUSE = "BAROMETER_WAREHOUSE"
REPORTS = "BAROMETER_REPORTS"
"""The landing folder, the warehouse and the folder of the reports, where they are not in the usual places."""
LAKE_DATA = "BAROMETER_LAKE_DATA"
"""The folder for the files of a lake that is made now."""
DEALS = "BAROMETER_DEALS"
"""The file of the solved deals, where it is not the one beside the warehouse."""
LANGUAGE = "BAROMETER_LANGUAGE"
"""The usual language: of the terminal, and of clubs that name none."""
UMASK = "BAROMETER_UMASK"
"""What nobody else may do with files that are made, in octal digits."""
SSH_CONFIG = "BAROMETER_SSH_CONFIG"
"""A configuration of ssh to use in place of one's own."""
TELL = "BAROMETER_TELL"
"""The command that gets the message of each failure on its standard input."""
DRAW_WORKERS = "BAROMETER_DRAW_WORKERS"
"""How many processes draw at once, the build among them."""
GROUP_BYTES = "BAROMETER_GROUP_BYTES"
"""The bytes of files of the clubs of a group."""
READ = "BAROMETER_READ_"
"""How the limits of reading begin, of which `landing/limits.py` has the names."""

NUMBERS = {DRAW_WORKERS: (1, 64), GROUP_BYTES: (1, 10**15)}
"""Each that is a number by itself -> the least and the most."""
_AROUND = ("SITE", "DAGSTER", "USER", "PASSWORD_HASH", "WEBSERVER", "FOLDER")
"""What the programs around ours are told (`deploy/`), without the beginning."""
NAMES = frozenset(
    (
        *(LANDING, WAREHOUSE, REPORTS, LAKE_DATA, DEALS, LANGUAGE, UMASK, SSH_CONFIG, TELL),
        *NUMBERS,
        *(f"{OURS}{name}" for name in _AROUND),
    )
)
"""All of them but the limits of reading."""

_UNITS = {"": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_NUMBER = re.compile(r"([1-9][0-9]{0,14})\s*([KMG]B)?", re.ASCII | re.IGNORECASE)


def value_of(name: str) -> str | None:
    """What a variable says; None where it says nothing."""
    return os.environ.get(name) or None


def number_in(name: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """The number that one of `NUMBERS` says; None where it says nothing.

    Raises:
        UnusableError: it is no number, or out of bounds.
    """
    text = environment.get(name)
    return number_within(name, text, NUMBERS[name], of_bytes=name == GROUP_BYTES) if text else None


def number_within(name: str, text: str, bounds: tuple[int, int], *, of_bytes: bool) -> int:
    """A number, or a size such as `256 MB`, from text.

    Args:
        name: what says so.
        text: what it says.
        bounds: the least and the most that it can be.
        of_bytes: whether it is a size, so that the bounds are told as such.

    Raises:
        UnusableError: it is no number, or out of bounds.
    """
    number = number_of(name, text)
    least, most = bounds
    if not least <= number <= most:
        said = [as_text(bound) if of_bytes else str(bound) for bound in bounds]
        raise UnusableError(
            Message(
                "{key} = {text!r}: write a number from {least} to {most}, or unset it",
                key=name,
                text=text,
                least=said[0],
                most=said[1],
            )
        )
    return number


def number_of(name: str, text: str) -> int:
    """A number, or a size such as `256 MB`, from text.

    Raises:
        UnusableError: it is none; the message says what gave it.
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise UnusableError(
            Message("{key} = {text!r}: write a number above 0, such as 60, or 256 MB for bytes", key=name, text=text)
        )
    number, unit = found.groups(default="")
    return int(number) * _UNITS[unit.upper()]


def as_text(size: int) -> str:
    """A number of bytes as people say it: `256 MB`."""
    unit = next((name for name in ("GB", "MB", "KB") if size % _UNITS[name] == 0 and size >= _UNITS[name]), "bytes")
    return f"{size // _UNITS.get(unit, 1)} {unit}"
