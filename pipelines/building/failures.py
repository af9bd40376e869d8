"""What is told of a club that failed: what it keeps, and what its pages may show meanwhile."""

from collections.abc import Collection, Iterable, Mapping

import polars as pl

from pipelines.building.alone import Failure
from pipelines.building.changes import RAW
from pipelines.readers.reading import Finding, error
from pipelines.reports.page_names import page_name
from transforms.tables import Findings
from transforms.tables.shared import types_of

MAY_NAME = ("club.may_name", "club.may_name_later")
"""Findings about people whom pages may name although they are not to be shown."""


def findings_of(failures: Iterable[Failure], published: Collection[str]) -> pl.DataFrame:
    """`Findings`: one about each club that could not be built.

    Args:
        failures: what went wrong.
        published: the clubs that have something published.
    """
    return _findings({failure.club: _kept(failure, failure.club in published) for failure in failures})


def findings_of_pages(failures: Iterable[Failure], published: Collection[str], may_name: Iterable[str]) -> pl.DataFrame:
    """`Findings`: one about each club whose pages may name people who are not to be shown.

    Args:
        failures: what went wrong.
        published: the clubs that have something published.
        may_name: clubs whose pages do not hide all whom they are to hide.
    """
    unread = [failure.club for failure in failures if failure.where == RAW and failure.club in published]
    return _findings({club: _unread(club) for club in unread} | {club: _naming(club) for club in may_name})


def _findings(found: Mapping[str, Finding]) -> pl.DataFrame:
    rows = [{"club": club, "competition": None, "file_id": "", **one._asdict()} for club, one in found.items()]
    return pl.DataFrame(rows, schema=types_of(Findings))


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


def _naming(club: str) -> Finding:
    return error(
        "club.may_name",
        "the pages of the club could not be drawn anew, and may name people who are not to be shown: take the folder"
        " {folder} of the site away until they can be drawn",
        folder=page_name(club),
    )


def _unread(club: str) -> Finding:
    return error(
        "club.may_name_later",
        "who asks in the files of the club not to be shown could not be read, and may still be named: take the folder"
        " {folder} of the site away if somebody newly asks it",
        folder=page_name(club),
    )
