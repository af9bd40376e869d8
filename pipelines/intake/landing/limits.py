"""Limits for reading one file (docs/landing.md). A file that exceeds a limit is left out."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Self

from pipelines.machine import environment as variables
from pipelines.machine.environment import number_within
from pipelines.machine.errors import UnusableError
from pipelines.words.suggestions import nearest
from transforms.tables.nearest_words import nearest_words

_BOUNDS = {
    "memory": (300_000_000, 10**15),
    "seconds": (1, 86_400),
    "bytes": (1, 10**15),
    "rows": (1, 10**12),
    "entrants": (1, 10**6),
    "nesting": (100, 100_000),
    "workers": (1, 256),
}
"""For each limit, the smallest value with which a worker can run, and the largest that is of use."""
OF_BYTES = ("memory", "bytes")


@dataclass(frozen=True)
class Limits:
    """The limits of reading; each is the most that is allowed.

    Args:
        memory: bytes that reading one file may take, beyond what an idle worker takes.
        seconds: time for one file.
        bytes: size of one file.
        rows: rows of all tables of one file.
        entrants: different entrants, or players, in one session.
        nesting: how deep the content of a file may be nested, counted in nested calls.
        workers: processes that read at the same time; 0 means as many as are useful.
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
        """Return the limits in BAROMETER_READ_MEMORY and so on, or the defaults; an empty variable counts as not set.

        Raises:
            UnusableError: a value is not a number within its bounds, or a variable is similar to one of ours.
        """
        limits = {variable(field.name): field.name for field in fields(cls)}
        _refuse_misspelled(environment, limits)
        for name in variables.NUMBERS:
            variables.number_in(name, environment)
        return cls(
            **{
                limit: number_within(name, environment[name], _BOUNDS[limit], of_bytes=limit in OF_BYTES)
                for name, limit in limits.items()
                if environment.get(name)
            }
        )


def variable(limit: str) -> str:
    """Return the name of the environment variable that sets a limit."""
    return f"{variables.READ}{limit.upper()}"


def _refuse_misspelled(environment: Iterable[str], limits: Iterable[str]) -> None:
    known = {*limits, *variables.NAMES}
    for name in sorted(set(environment) - known):
        if name.startswith(variables.READ):
            raise UnusableError(
                "{key}: there is no such limit{near}; correct its name, or unset it",
                key=name,
                near=nearest(name, limits),
            )
        of_ours = sorted(other.removeprefix(variables.OURS) for other in known)
        if name.startswith(variables.OURS) and (near := nearest_words(name.removeprefix(variables.OURS), of_ours)):
            raise UnusableError(
                "{key}: there is no environment variable with this name (the nearest: {near}); correct its "
                "name, or unset it",
                key=name,
                near=f"{variables.OURS}{near[0]}",
            )
