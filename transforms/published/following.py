"""Follows corrections from build to build: since when each stands, from which files, and how it ended."""

import datetime as dt
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.published.differences import COLUMNS
from transforms.published.kinds import KINDS
from transforms.tables.schemas import CLUB, SESSION, Frame, PastCorrections, PublishedCorrections, Rows

_NOT_THE_VALUE = ("published", "now", "published_at", "published_build", "players", "date")
_VALUE = [name for name in COLUMNS if name not in _NOT_THE_VALUE]
"""What a correction is about."""
_SINCE = ("since_at", "since_build", "files")
_SAME = [*_VALUE, "published", "now"]


class When(NamedTuple):
    """A build, or a publication after it: its time in UTC, and the number of the build."""

    at: dt.datetime
    build: int | None


class Followed(NamedTuple):
    """The corrections that stand, and those that ended."""

    stand: dy.LazyFrame[PublishedCorrections]
    ended: dy.LazyFrame[PastCorrections]


def followed(
    before: Frame[PublishedCorrections],
    found: Rows,
    when: When,
    *,
    changed: Rows,
    files: Rows,
    is_publication: bool = False,
) -> Followed:
    """The corrections that stand now, sorted, each with since when and from which files; and those that ended.

    Args:
        before: `PublishedCorrections`, as they stood.
        found: what differs now, of the same clubs (`differences.differences`, of any kinds).
        when: this build, or this publication.
        changed: (club, competition, file_id) of the files that changed in this build.
        files: (`SESSION`, date, file_id): the files from which sessions come, or came.
        is_publication: whether something was published just now: a correction that no longer stands was, then.
    """
    before, found = before.lazy(), found.lazy()
    # In one order however often it is run: what a correction came from is found by its place.
    known = before.select(*_SAME, *_SINCE, was=True)
    each = found.join(known, on=_SAME, how="left", nulls_equal=True, maintain_order="left").with_row_index("place")
    new = each.filter(pl.col("was").is_null()).drop(_SINCE)
    since = new.join(_causes(new, changed.lazy(), files.lazy()), on="place", how="left").with_columns(
        since_at=pl.lit(when.at), since_build=pl.lit(when.build, pl.Int64)
    )
    stand = pl.concat([each.filter("was"), since], how="diagonal_relaxed").sort("place")
    gone = before.join(found.select(_SAME), on=_SAME, how="anti", nulls_equal=True)
    yet_another = found.select(*_VALUE, "published", another=pl.lit(value=True)).unique()
    ending = pl.when("another").then(pl.lit("changed")).otherwise(pl.lit("undone"))
    ended = gone.join(yet_another, on=[*_VALUE, "published"], how="left", nulls_equal=True).with_columns(
        until_at=pl.lit(when.at),
        until_build=pl.lit(when.build, pl.Int64),
        ending=pl.lit("published") if is_publication else ending,
    )
    return Followed(PublishedCorrections.cast(stand), PastCorrections.cast(ended))


def as_first_found(found: pl.DataFrame, known: pl.DataFrame, build: int | None) -> pl.DataFrame:
    """`PublishedCorrections` since the build that made the value, where `known` has it.

    Args:
        found: `PublishedCorrections`.
        known: those of the same tables against what was published before.
        build: the number of the build that was published; `known` counts where a later one made the value.
    """
    later = known.filter(pl.col("since_build") > pl.lit(build, pl.Int64)).select(*_VALUE, "now", *_SINCE)
    each = found.join(later, on=[*_VALUE, "now"], how="left", nulls_equal=True, maintain_order="left", suffix="_known")
    is_known = pl.col("since_build_known").is_not_null()
    return each.with_columns(
        pl.when(is_known).then(f"{name}_known").otherwise(name).alias(name) for name in _SINCE
    ).select(found.columns)


def _causes(new: pl.LazyFrame, changed: pl.LazyFrame, files: pl.LazyFrame) -> pl.LazyFrame:
    """(place, files): the files behind each correction that changed, of its session or else of its competition.

    A standing does not follow from files whose sessions were all played after it.
    """
    of_sessions = [kind.name for kind in KINDS if kind.of_a_session]
    own = (
        new.filter(pl.col("kind").is_in(of_sessions))
        .join(files.select(*SESSION, "file_id"), on=SESSION)
        .join(changed, on=[*CLUB, "file_id"], how="semi")
        .select("place", "file_id")
    )
    begins = files.group_by(*CLUB, "file_id").agg(
        begins=pl.when(pl.col("date").is_not_null().all()).then(pl.col("date").min())
    )
    of_competition = (
        new.join(own, on="place", how="anti")
        .join(changed.join(begins, on=[*CLUB, "file_id"], how="left"), on=CLUB)
        .remove(pl.col("begins") > pl.col("date"))
        .select("place", "file_id")
    )
    each = pl.concat([own, of_competition]).unique().sort("place", "file_id")
    return each.group_by("place", maintain_order=True).agg(files="file_id")
