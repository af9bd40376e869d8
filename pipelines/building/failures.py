"""Find clubs whose build fails, set them aside, and report which results they keep."""

import errno
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import polars as pl

from pipelines.building import beyond
from pipelines.building.changes import RAW
from pipelines.intake.readers.reading import error
from pipelines.machine import stopping
from pipelines.machine.disks import is_full
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.reports.page_names import page_name
from transforms.tables.messages import in_english
from transforms.tables.schemas import Findings
from transforms.tables.shared import types_of

T = TypeVar("T")

_OF_THE_MACHINE = (errno.EROFS, errno.EMFILE, errno.ENFILE)
MAY_NAME = "club.may_name"
"""The code of findings about pages that may name hidden people. This build need not have built the clubs concerned."""


_FAILED = (
    (
        "club.failed",
        (
            "the club could not be built, so nothing of this club is published (step {where}: {why}): correct its "
            "files, or report this as a bug if the files are right"
        ),
    ),
    (
        "club.failed/kept",
        (
            "the club could not be built, so its earlier numbers and pages stay as they were (step {where}: "
            "{why}): correct its files, or report this as a bug if the files are right"
        ),
    ),
)
_UNDRAWN = (
    "club.may_name",
    (
        "the pages of the club could not be drawn again, so they may still name people who must not be shown: "
        "remove every folder of the club ({folders}) from the site until the pages can be drawn"
    ),
)
_NOT_MADE = (
    "federation.not_made",
    (
        "the table {table} of all clubs could not be made, so it stays as it was ({why}), and everything of the clubs "
        "themselves is up to date: build again, and report this as a bug if that fails too"
    ),
)
NOT_MADE = _NOT_MADE[0]
"""The code of findings about tables of all clubs that could not be made."""
_UNREAD = (
    "club.may_name/unread",
    (
        "the files of the club could not be read. If anyone has newly asked in these files not to be shown, that "
        "person is still named: by this club, by other clubs that give the same federation_id, and in the list of "
        "all clubs. In that case, remove every folder of this club ({folders}) and of those clubs from the site"
    ),
)


class Failure(NamedTuple):
    """A club whose build failed, with the stage at which it failed and the reason."""

    club: str
    where: str
    why: str


def each_alone(
    make: Callable[[list[str]], T], clubs: Collection[str], where: str
) -> tuple[list[tuple[list[str], T]], list[Failure]]:
    """Make something for all clubs at once. If that fails, try halves of the clubs, until the failing clubs are found.

    Returns the results, each with its clubs, and the failures. Errors of the machine are raised: a full disk, too many
    open files, a request to stop. If an earlier build hit a limit at this step, clubs are taken one by one.
    """
    known = beyond.known()
    aside = known.aside(where, clubs)
    left = sorted(set(clubs) - set(aside))
    made, failed = list[tuple[list[str], T]](), [Failure(club, where, str(known.limits)) for club in aside]
    for some in ([club] for club in left) if known.is_alone(where, left) else [left]:
        of_some, also_failed = _halved(make, some, where)
        made, failed = made + of_some, failed + also_failed
    return made, failed


def _halved(
    make: Callable[[list[str]], T], clubs: list[str], where: str
) -> tuple[list[tuple[list[str], T]], list[Failure]]:
    if not clubs:
        return [], []
    stopping.stands_at(f"{where}: {clubs[0]}" + (f" … {clubs[-1]} ({len(clubs)})" if len(clubs) > 1 else ""))
    try:
        with beyond.known().trying(where, clubs):
            return [(clubs, make(clubs))], []
    except BaseException as wrong:
        raise_if_of_the_machine(wrong)
        if len(clubs) == 1:
            return [], [Failure(clubs[0], where, in_words(wrong))]
    half = len(clubs) // 2
    made, failed = _halved(make, clubs[:half], where)
    also_made, also_failed = _halved(make, clubs[half:], where)
    return made + also_made, failed + also_failed


def raise_if_of_the_machine(wrong: BaseException) -> None:
    """Raise the error again unless it is due to data: a full disk, too many open files, a request to stop."""
    # A panic in the code of polars raises an error that is not an `Exception`.
    if not (isinstance(wrong, Exception) or type(wrong).__name__ == "PanicException"):
        raise wrong
    stopping.raise_if_asked()
    of_the_machine = isinstance(wrong, OSError) and wrong.errno in _OF_THE_MACHINE
    if of_the_machine or isinstance(wrong, MachineError) or is_full(wrong):
        raise wrong


def in_words(wrong: BaseException) -> str:
    """Return the English message of an error, on one line; unless it is written for people, with its type."""
    words = " ".join(in_english(wrong).split())[:500]
    return words if isinstance(wrong, UnusableError) else f"{type(wrong).__name__}: {words}".removesuffix(": ")


def findings_of_all_clubs(failed: Mapping[str, str]) -> pl.DataFrame:
    """Return `Findings` on tables of all clubs that could not be made; `failed` has the error of each table."""
    rows = [
        {"club": None, "competition": None, "file_id": "", **error(*_NOT_MADE, table=table, why=why)._asdict()}
        for table, why in failed.items()
    ]
    return pl.DataFrame(rows, schema=types_of(Findings))


def findings_of(
    failures: Iterable[Failure],
    published: Collection[str],
    may_name: Iterable[str] = (),
    folders_of: Callable[[str], list[Path]] = lambda _: [],
) -> pl.DataFrame:
    """Return `Findings` on clubs that could not be built, and on clubs whose pages may name hidden people."""

    def named(club: str) -> str:
        return ", ".join(folder.name for folder in folders_of(club)) or page_name(club)

    failed = list(failures)
    found = [(club, *_FAILED[club in published], {"where": where, "why": why}) for club, where, why in failed]
    found += [(club, *_UNDRAWN, {"folders": named(club)}) for club in may_name]
    unread = [failure.club for failure in failed if failure.where == RAW and failure.club in published]
    found += [(club, *_UNREAD, {"folders": named(club)}) for club in unread]
    rows = [
        {"club": club, "competition": None, "file_id": "", **error(code, sentence, **gaps)._asdict()}
        for club, code, sentence, gaps in found
    ]
    return pl.DataFrame(rows, schema=types_of(Findings))
