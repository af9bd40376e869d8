"""How much one file may cost before it is left out: memory, time, bytes, rows, entrants, nesting.

Each limit can be set in the environment (docs/landing.md, "Limits"); a file that goes beyond one is left out with a
finding, and the other files are read as before.
"""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Self

from pipelines.display.suggestions import nearest
from pipelines.errors import UnusableError
from transforms.messages import Message
from transforms.tables.nearest_words import nearest_words

_UNITS = {"": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_NUMBER = re.compile(r"([1-9][0-9]{0,14})\s*([KMG]B)?", re.ASCII | re.IGNORECASE)
_OURS = "BAROMETER_"
_PREFIX = f"{_OURS}READ_"
_OTHERS = (
    *("LANDING", "WAREHOUSE", "REPORTS", "DEALS", "LAKE_DATA", "LANGUAGE", "SSH_CONFIG", "TELL", "UMASK"),
    *("SITE", "DAGSTER", "USER", "PASSWORD_HASH", "WEBSERVER", "FOLDER"),
)
"""What is set in the environment beside limits, also for the programs around it (deploy/); without the beginning."""
_BOUNDS = {
    "memory": (300_000_000, 10**15),
    "seconds": (1, 86_400),
    "bytes": (1, 10**15),
    "rows": (1, 10**12),
    "entrants": (1, 10**6),
    "nesting": (100, 100_000),
    "workers": (1, 256),
}
"""Limit -> the least with which a worker runs at all, and the most that the system takes or that makes sense."""
_OF_BYTES = ("memory", "bytes")
DRAW_WORKERS, GROUP_BYTES = f"{_OURS}DRAW_WORKERS", f"{_OURS}GROUP_BYTES"
"""How many processes draw at once, the build among them; the bytes of files of the clubs of a group."""
_OF_BUILDS = {DRAW_WORKERS: (1, 64), GROUP_BYTES: (1, 10**15)}
"""Each of these -> the least and the most."""


@dataclass(frozen=True)
class Limits:
    """The limits of reading; each is the most that is allowed.

    Args:
        memory: bytes of memory that reading one file may take, beside what a worker takes when it is idle.
        seconds: time for one file.
        bytes: size of one file.
        rows: rows of all tables of one file.
        entrants: different entrants, or players, in one session.
        nesting: how deep calls may go while a file is read, which is how deep its content may be nested.
        workers: processes that read at the same time; 0: as many as the processor and the files make useful.
    """

    memory: int = 1_000_000_000
    seconds: int = 60
    bytes: int = 256_000_000
    rows: int = 1_000_000
    entrants: int = 400
    nesting: int = 1_000
    workers: int = 0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """The limits in BAROMETER_READ_MEMORY and so on, or else the usual ones; an empty variable counts as not set.

        Raises:
            UnusableError: a variable is not a number above 0, with KB, MB or GB behind it or not, or is out of bounds;
                or a variable is none of them, but begins like these, or is nearly one that begins with BAROMETER_.
        """
        limits = {variable(field.name): field.name for field in fields(cls)}
        known = {*limits, *_OF_BUILDS, *(f"{_OURS}{name}" for name in _OTHERS)}
        for key in sorted(set(environment) - known):
            if key.startswith(_PREFIX):
                raise UnusableError(
                    Message(
                        "{key}: there is no such limit{near}; mend its name, or unset it",
                        key=key,
                        near=nearest(key, limits),
                    )
                )
            if key.startswith(_OURS) and (near := _nearly(key, known)):
                raise UnusableError(
                    Message(
                        "{key}: nothing is set by this name (the nearest: {near}); mend it, or unset it",
                        key=key,
                        near=near,
                    )
                )
        for key in _OF_BUILDS:
            number_from_environment(key, environment)
        return cls(**{name: _limit(name, environment[key]) for key, name in limits.items() if environment.get(key)})


def number_from_environment(key: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """The number that `DRAW_WORKERS` or `GROUP_BYTES` sets; None: it is not set, or empty.

    Raises:
        UnusableError: it is no number, or out of bounds.
    """
    text = environment.get(key)
    return _within(key, text, _OF_BUILDS[key], of_bytes=key == GROUP_BYTES) if text else None


def _nearly(key: str, known: Iterable[str]) -> str | None:
    """The variable that is probably meant, told by what stands behind the common beginning."""
    near = nearest_words(key.removeprefix(_OURS), sorted(name.removeprefix(_OURS) for name in known))
    return f"{_OURS}{near[0]}" if near else None


def variable(limit: str) -> str:
    """The name of a limit in the environment."""
    return f"{_PREFIX}{limit.upper()}"


def as_text(size: int) -> str:
    """A number of bytes as people say it: `256 MB`."""
    unit = next((name for name in ("GB", "MB", "KB") if size % _UNITS[name] == 0 and size >= _UNITS[name]), "bytes")
    return f"{size // _UNITS.get(unit, 1)} {unit}"


def number_of(key: str, text: str) -> int:
    """A number, or a size such as `256 MB`, from text.

    Raises:
        UnusableError: it is none; the message names the key.
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise UnusableError(
            Message("{key} = {text!r}: write a number above 0, such as 60, or 256 MB for bytes", key=key, text=text)
        )
    number, unit = found.groups(default="")
    return int(number) * _UNITS[unit.upper()]


def _limit(limit: str, text: str) -> int:
    return _within(variable(limit), text, _BOUNDS[limit], of_bytes=limit in _OF_BYTES)


def _within(key: str, text: str, bounds: tuple[int, int], *, of_bytes: bool) -> int:
    size = number_of(key, text)
    least, most = bounds
    if not least <= size <= most:
        said = [as_text(bound) if of_bytes else str(bound) for bound in bounds]
        raise UnusableError(
            Message(
                "{key} = {text!r}: write a number from {least} to {most}, or unset it",
                key=key,
                text=text,
                least=said[0],
                most=said[1],
            )
        )
    return size
