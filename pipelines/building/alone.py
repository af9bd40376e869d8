"""A club that fails is found, and set aside, so that it costs itself alone."""

import errno
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from pipelines.machine import standstill, stopping
from pipelines.machine.disks import is_full
from pipelines.machine.errors import MachineError, UnusableError
from transforms.tables.messages import in_english

T = TypeVar("T")

_OF_THE_MACHINE = (errno.EROFS, errno.EMFILE, errno.ENFILE)
"""Errors of which no club is to blame."""


_PANIC = "PanicException"
"""What polars raises where its own code breaks off; it is no `Exception`."""


class Failure(NamedTuple):
    """What went wrong with a club."""

    club: str
    where: str
    """The table or the stage that could not be made."""
    why: str


def each_alone(
    make: Callable[[list[str]], T], clubs: Collection[str], where: str
) -> tuple[list[tuple[list[str], T]], list[Failure]]:
    """Make something for all clubs at once; where that fails, for halves of them, until the clubs that fail are found.

    Args:
        make: makes it for some clubs.
        clubs: all of them.
        where: what is made, for the failures.

    Returns:
        What was made for which clubs, and the failures.

    Raises:
        MachineError, OSError: the machine fails, not a club: its disk is full, or it has no more files to open.
        KeyboardInterrupt: the process was asked to end.
    """
    clubs = sorted(clubs)
    if not clubs:
        return [], []
    standstill.stands_at(f"{where}: {clubs[0]}" + (f" … {clubs[-1]} ({len(clubs)})" if len(clubs) > 1 else ""))
    try:
        return [(clubs, make(clubs))], []
    except BaseException as wrong:
        if not (isinstance(wrong, Exception) or type(wrong).__name__ == _PANIC):
            raise
        stopping.raise_if_asked()
        if _is_of_the_machine(wrong):
            raise
        if len(clubs) == 1:
            return [], [Failure(clubs[0], where, _in_words(wrong))]
    half = len(clubs) // 2
    made, failed = each_alone(make, clubs[:half], where)
    also_made, also_failed = each_alone(make, clubs[half:], where)
    return made + also_made, failed + also_failed


def _is_of_the_machine(wrong: BaseException) -> bool:
    if isinstance(wrong, MachineError) or is_full(wrong):
        return True
    return isinstance(wrong, OSError) and wrong.errno in _OF_THE_MACHINE


def _in_words(wrong: BaseException) -> str:
    said = " ".join(in_english(wrong).split())[:500]
    if isinstance(wrong, UnusableError):
        return said
    return f"{type(wrong).__name__}: {said}" if said else type(wrong).__name__
