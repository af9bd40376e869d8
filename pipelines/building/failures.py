"""What is told of a club that failed: what it keeps, and what its pages may show meanwhile."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import polars as pl

from pipelines.building.alone import Failure
from pipelines.building.changes import RAW
from pipelines.building.clubs_run import ClubsRun
from pipelines.intake.readers.hidden_players import ABOUT_HIDING
from pipelines.intake.readers.reading import Finding, error
from pipelines.reports.page_names import page_name
from transforms.tables.schemas import Findings
from transforms.tables.shared import types_of

MAY_NAME = "club.may_name"
"""The code of what is found about the pages of any club, whether or not it is among those that are built."""


def _no_pages(_: str) -> list[Path]:
    return []


def findings_of(
    failures: Iterable[Failure],
    published: Collection[str],
    may_name: Iterable[str] = (),
    folders_of: Callable[[str], list[Path]] = _no_pages,
) -> pl.DataFrame:
    """`Findings` about clubs that could not be built, and about pages that may name people who are not to be shown.

    Args:
        failures: what went wrong.
        published: the clubs that have something published.
        may_name: clubs whose pages do not hide all whom they are to hide.
        folders_of: those of a club in the site.
    """
    found = [(failure.club, _kept(failure, failure.club in published)) for failure in failures]
    found += [(club, _naming(club, folders_of(club))) for club in may_name]
    found += [
        (failure.club, _unread(failure.club, folders_of(failure.club)))
        for failure in failures
        if failure.where == RAW and failure.club in published
    ]
    rows = [{"club": club, "competition": None, "file_id": "", **one._asdict()} for club, one in found]
    return pl.DataFrame(rows, schema=types_of(Findings))


def slips_of(run: ClubsRun) -> pl.DataFrame:
    """`Findings` on the files of clubs that failed after they were read, by which somebody may be shown."""
    failed = [failure.club for failure in run.failures]
    found = run.made.get("raw.findings", Findings.create_empty())
    return found.filter(pl.col("club").is_in(failed), pl.col("code").is_in(ABOUT_HIDING))


def _kept(failure: Failure, is_published: bool) -> Finding:
    said = {"where": failure.where, "why": failure.why}
    if is_published:
        return error(
            "club.kept",
            "the club could not be built at {where}, so it keeps what it had published ({why}): mend its files, or"
            " report this if they are right",
            **said,
        )
    return error(
        "club.failed",
        "the club could not be built at {where}, so nothing of it is published ({why}): mend its files, or report this"
        " if they are right",
        **said,
    )


def _naming(club: str, folders: list[Path]) -> Finding:
    return error(
        "club.may_name",
        "the pages of the club could not be drawn anew, and may name people who are not to be shown: take every folder"
        " of the club ({folders}) away from the site until they can be drawn",
        folders=_named(club, folders),
    )


def _unread(club: str, folders: list[Path]) -> Finding:
    return error(
        "club.may_name_unread",
        "the files of the club could not be read, so whoever newly asks in them not to be shown is still named, also by"
        " other clubs that give the same federation_id, and in the list of all clubs: if somebody does, take every"
        " folder of this club ({folders}) and of those clubs away from the site",
        folders=_named(club, folders),
    )


def _named(club: str, folders: list[Path]) -> str:
    """The folders in which the pages of a club are, and those that an older version gave it."""
    return ", ".join(folder.name for folder in folders) or page_name(club)
