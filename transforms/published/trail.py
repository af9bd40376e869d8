"""The trail that a build leaves: what of the published would now be another, and every content that a file had."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from transforms.published.differences import COLUMNS, differences
from transforms.published.file_history import changed_in, file_history
from transforms.published.following import Followed, When, followed
from transforms.published.kinds import KINDS, RESULTS, Kind
from transforms.published.shown import FILES_READ, session_files, shown
from transforms.tables.schemas import CLUB, SESSION, PublishedCorrections, Tables

CORRECTIONS, PAST, SOURCES = "published.corrections", "published.past_corrections", "published.files"
HISTORY = "operations.file_history"
CHANGED, PAST_CHANGED = "published.changed_results", "published.past_changed_results"

REMEMBERED = (*(kind.table for kind in KINDS), SOURCES, CORRECTIONS, PAST, HISTORY, CHANGED, PAST_CHANGED)
"""The tables that are kept from build to build."""

READS = tuple(dict.fromkeys(["raw.files", "raw.deals", *FILES_READ, *(name for kind in KINDS for name in kind.reads)]))
"""The tables of this build that the trail follows from."""


def trail(before: Tables, made: Tables, when: When) -> dict[str, pl.DataFrame]:
    """What a build changes of the tables that are remembered.

    Args:
        before: the tables `REMEMBERED`, of any number of clubs.
        made: the tables `READS` as this build made them, of the same clubs.
        when: the time and number of this build; it must have a number.

    Returns:
        `operations.file_history`, `published.corrections` and `published.past_corrections` of these clubs, by name, as
        they are from here on.
    """
    if when.build is None:
        raise ValueError("a build leaves a trail under its number")
    history = file_history(before[HISTORY], made["raw.files"], when.build, when.at).collect()
    return {HISTORY: history, **corrected({**before, HISTORY: history}, made, when)}


def corrected(
    before: Tables, made: Tables, when: When, *, is_publication: bool = False, kinds: Iterable[Kind] = KINDS
) -> dict[str, pl.DataFrame]:
    """The corrections that stand, and those that stood: as `trail`, without the files.

    Args:
        before: the tables `REMEMBERED`; those of `kinds` as they are published from here on.
        made: the tables `READS`.
        when: this build, or this publication and the build that made the tables.
        is_publication: whether something was published just now.
        kinds: what is compared; the corrections of other kinds stay as they are.
    """
    kinds = tuple(kinds)
    of_sessions = any(kind.of_a_session for kind in kinds)
    others = [
        differences(before[kind.table], shown(kind, made), kind) for kind in kinds if not before[kind.table].is_empty()
    ]
    nothing = PublishedCorrections.create_empty().lazy().select(COLUMNS)
    found = pl.concat([nothing, *others]).collect()
    is_compared = pl.col("kind").is_in([kind.name for kind in kinds])
    stood = before[CORRECTIONS]
    changed, files = changed_in(before[HISTORY], when.build), before[SOURCES].lazy()
    if not found.is_empty():  # else no file is blamed, and the rows of all sessions need not be read
        came = sources(before, made)
        changed = _without_deals_alone(changed, came, made)
        files = came if of_sessions else files
    now: Followed = followed(
        stood.filter(is_compared),
        found,
        when,
        changed=changed,
        files=_dated(files, before, made),
        is_publication=is_publication,
    )
    stand, ended = pl.collect_all([now.stand, now.ended])
    order: list[Any] = [name for name in COLUMNS if name not in ("published", "now")]
    return {
        CORRECTIONS: pl.concat([stood.filter(~is_compared), stand]).sort(order, maintain_order=True),
        PAST: pl.concat([before[PAST], ended]).sort(*order, "since_at", "until_at", maintain_order=True),
    }


def sources(before: Tables, made: Tables) -> pl.LazyFrame:
    """(club, competition, season, session_id, file_id): the files from which sessions come, or came when published."""
    came = before[SOURCES].lazy().select(*SESSION, "file_id")
    return pl.concat([came, session_files(made)]).unique().sort(*SESSION, "file_id")


def _without_deals_alone(changed: pl.LazyFrame, files: pl.LazyFrame, made: Tables) -> pl.LazyFrame:
    """The files that changed, but for those of which deals alone are read now: no published number follows from them.

    A file that gives nothing any more may have held anything, so it stays.
    """
    key = [*CLUB, "file_id"]
    of_deals = made["raw.deals"].lazy().select(key).unique().join(files, on=key, how="anti")
    return changed.join(of_deals, on=key, how="anti")


def _dated(files: pl.LazyFrame, before: Tables, made: Tables) -> pl.LazyFrame:
    """(club, competition, season, session_id, file_id, date): the earlier of the day that was published and today's."""
    published = before[RESULTS.table].lazy().select(*SESSION, "date")
    present = [made["raw.sessions"].lazy().select(*SESSION, "date")] if "raw.sessions" in made else []
    days = pl.concat([published, *present]).group_by(SESSION).agg(pl.col("date").min())
    return files.select(*SESSION, "file_id").join(days, on=SESSION, how="left")
