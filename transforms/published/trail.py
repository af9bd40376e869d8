"""The trail that a build leaves: what of the published would now be another, and every content that a file had.

Corrections are followed from build to build: since when each stands, from which files, and how it ended.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any, NamedTuple

import dataframely as dy
import polars as pl

from transforms.published.differences import COLUMNS, differences
from transforms.published.kinds import KINDS, RESULTS, Kind
from transforms.published.shown import FILES_READ, session_files, shown
from transforms.tables.schemas import (
    CLUB,
    SESSION,
    FileHistory,
    Files,
    Frame,
    PastCorrections,
    PublishedCorrections,
    Rows,
    Tables,
)

CORRECTIONS, PAST, SOURCES = "published.corrections", "published.past_corrections", "published.files"
HISTORY = "operations.file_history"
_FILE = (*CLUB, "file_id")
CHANGED, PAST_CHANGED = "published.changed_results", "published.past_changed_results"

REMEMBERED = (*(kind.table for kind in KINDS), SOURCES, CORRECTIONS, PAST, HISTORY, CHANGED, PAST_CHANGED)
"""The tables that are kept from build to build."""

READS = tuple(dict.fromkeys(["raw.files", "raw.deals", *FILES_READ, *(name for kind in KINDS for name in kind.reads)]))
"""The tables of this build that the trail follows from."""

_NOT_THE_VALUE = ("published", "now", "published_at", "published_build", "players", "date")
_VALUE = [name for name in COLUMNS if name not in _NOT_THE_VALUE]
"""What a correction is about."""
_SINCE = ("since_at", "since_build", "files")
_SAME = [*_VALUE, "published", "now"]


class When(NamedTuple):
    """A build, or a publication after it: its time in UTC, and the number of the build."""

    at: dt.datetime
    build: int | None


def trail(before: Tables, made: Tables, when: When) -> dict[str, pl.DataFrame]:
    """`operations.file_history`, `published.corrections` and `published.past_corrections` after a build, by name.

    Args:
        before: the tables `REMEMBERED`, of any number of clubs.
        made: the tables `READS` of this build, of the same clubs.
        when: the time and number of this build.

    Raises:
        ValueError: the build has no number.
    """
    if when.build is None:
        raise ValueError("a build leaves a trail under its number")
    history = file_history(before[HISTORY], made["raw.files"], when.build, when.at).collect()
    return {HISTORY: history, **corrected({**before, HISTORY: history}, made, when)}


def corrected(
    before: Tables, made: Tables, when: When, *, is_publication: bool = False, kinds: Iterable[Kind] = KINDS
) -> dict[str, pl.DataFrame]:
    """As `trail`, without the history of files; or after a publication (`is_publication`) of what `when.build` made.

    `before` has the tables of `kinds` as they are published from here on; corrections of other kinds stay.
    """
    kinds = tuple(kinds)
    compared = [kind for kind in kinds if not before[kind.table].is_empty()]
    nothing = PublishedCorrections.create_empty().lazy().select(COLUMNS)
    found = pl.concat(
        [nothing, *(differences(before[kind.table], shown(kind, made), kind) for kind in compared)]
    ).collect()
    is_compared = pl.col("kind").is_in([kind.name for kind in kinds])
    stood = before[CORRECTIONS]
    changed, files = changed_in(before[HISTORY], when.build), before[SOURCES].lazy()
    if not found.is_empty():  # else no file is blamed, and the rows of all sessions need not be read
        came = sources(before, made)
        # What gives deals alone now changes no list; one that gives nothing may have held more.
        of_deals = made["raw.deals"].lazy().select(_FILE).unique().join(came, on=_FILE, how="anti")
        changed = changed.join(of_deals, on=_FILE, how="anti")
        files = came if any(kind.of_a_session for kind in kinds) else files
    dated = _dated(files, before, made)
    stood_then = stood.filter(is_compared)
    now = followed(stood_then, found, when, changed=changed, files=dated, is_publication=is_publication)
    stand, ended = pl.collect_all(now)
    order: list[Any] = [name for name in COLUMNS if name not in ("published", "now")]
    return {
        CORRECTIONS: pl.concat([stood.filter(~is_compared), stand]).sort(order, maintain_order=True),
        PAST: pl.concat([before[PAST], ended]).sort(*order, "since_at", "until_at", maintain_order=True),
    }


def sources(before: Tables, made: Tables) -> pl.LazyFrame:
    """(`SESSION`, file_id): the files from which sessions come, or came when they were published."""
    came = before[SOURCES].lazy().select(*SESSION, "file_id")
    return pl.concat([came, session_files(made)]).unique().sort(*SESSION, "file_id")


def _dated(files: pl.LazyFrame, before: Tables, made: Tables) -> pl.LazyFrame:
    """(`SESSION`, file_id, date): the earlier of the day that was published and that of now."""
    published = before[RESULTS.table].lazy().select(*SESSION, "date")
    present = [made["raw.sessions"].lazy().select(*SESSION, "date")] if "raw.sessions" in made else []
    days = pl.concat([published, *present]).group_by(SESSION).agg(pl.col("date").min())
    return files.select(*SESSION, "file_id").join(days, on=SESSION, how="left")


def file_history(
    before: Frame[FileHistory], files: Frame[Files], build: int, at: dt.datetime
) -> dy.LazyFrame[FileHistory]:
    """`FileHistory` after a build, sorted by key: another content ends the row of the one before and has its own.

    Args:
        before: `FileHistory`, after the build before.
        files: `Files`: those that count now.
        build: the number of this build, higher than that of any before.
        at: its time, in UTC.
    """
    before, files = before.lazy(), files.lazy()
    counts = pl.col("until_build").is_null()
    ending = {"until_build": pl.lit(build, pl.Int64), "superseded_at": pl.lit(at), "superseded_by": pl.col("now")}
    known = before.join(files.select(*_FILE, now="sha256"), on=_FILE, how="left").with_columns(
        pl.when(counts & pl.col("now").ne_missing(pl.col("sha256"))).then(value).otherwise(name).alias(name)
        for name, value in ending.items()
    )
    same = [*_FILE, "sha256"]
    new = files.join(before.filter(counts), on=same, how="anti").select(
        *same, "rows", "format", first_build=pl.lit(build, pl.Int64), first_seen_at=pl.lit(at)
    )
    return FileHistory.cast(pl.concat([known, new], how="diagonal_relaxed").sort(FileHistory.primary_key()))


def changed_in(history: Rows, build: int | None) -> pl.LazyFrame:
    """(club, competition, file_id) of the files that are new, changed or gone in this build; none without a number."""
    of_build = (pl.col("first_build") == pl.lit(build)) | (pl.col("until_build") == pl.lit(build))
    return history.lazy().filter(of_build.fill_null(value=False)).select(_FILE).unique()


def followed(
    before: Frame[PublishedCorrections],
    found: Rows,
    when: When,
    *,
    changed: Rows,
    files: Rows,
    is_publication: bool = False,
) -> tuple[dy.LazyFrame[PublishedCorrections], dy.LazyFrame[PastCorrections]]:
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
    return PublishedCorrections.cast(stand), PastCorrections.cast(ended)


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
