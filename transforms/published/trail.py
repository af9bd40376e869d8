"""The traces of builds and publications: published values that are different now, and every content that a file had.

Each difference is a correction. It is kept, with the build in which it began and its source files, until it ends. A
publication ends the corrections of the values that it publishes.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import polars as pl

from transforms.published.differences import COLUMNS, differences
from transforms.published.kinds import KINDS, RATINGS, RESULTS, Kind
from transforms.published.rules import rules_of_seasons
from transforms.published.shown import AND, lists_to_publish, recorded, session_files, shown
from transforms.published.vanished import last_files
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    SESSION,
    WAREHOUSE,
    ChangedResults,
    FileHistory,
    PastChangedResults,
    PastCorrections,
    PublishedCorrections,
    PublishedFiles,
    PublishedSeasons,
    Rows,
    Tables,
)

CORRECTIONS, PAST, SOURCES = "published.corrections", "published.past_corrections", "published.files"
CHANGED, PAST_CHANGED = "published.changed_results", "published.past_changed_results"
HISTORY = "operations.file_history"
RULES = "published.rules"
SEASONS = "published.seasons"

REMEMBERED = (
    *(kind.table for kind in KINDS),
    SOURCES,
    CORRECTIONS,
    PAST,
    HISTORY,
    CHANGED,
    PAST_CHANGED,
    RULES,
    SEASONS,
)
"""The tables that are kept from build to build."""

_OF_LINES = ("raw.results", "raw.sessions")

_FILE = (*CLUB, "file_id")
_MET = (*SESSION, "line", "board", "ns", "ew")
_SAYS = ("contract", "declarer", "tricks", "score", "ruling")
_SINCE = ("since_at", "since_build", "files")
_PLACE = [name for name in COLUMNS if name not in ("published", "now")]
_VALUE = [name for name in _PLACE if name not in ("published_at", "published_build", "players", "date")]
"""The columns that identify the value that a correction is about."""
_SAME = [*_VALUE, "published", "now"]
_ORDER = {CORRECTIONS: _PLACE, PAST: [*_PLACE, "since_at", "until_at"]}


class When(NamedTuple):
    """The time in UTC and the number of a build, or of a publication of that build."""

    at: dt.datetime
    build: int | None


def trail(
    before: Tables,
    was: Callable[[str, Collection[str]], pl.DataFrame],
    made: Tables,
    when: When,
    kinds: Iterable[Kind] = KINDS,
) -> dict[str, pl.DataFrame]:
    """Return `HISTORY`, `CORRECTIONS`, `PAST` and `CHANGED` after a build, by name; corrections only of these `kinds`.

    `before` are the tables `REMEMBERED` of some clubs, and `made` the tables of this build, of the same clubs. `was`
    returns the rows that clubs had in a table before the build.
    """
    history = file_history(before[HISTORY], made["raw.files"], when).collect()
    of_build = pl.any_horizontal(pl.col("first_build", "until_build") == when.build)
    changed = history.filter(of_build.fill_null(value=False)).select(_FILE).unique()
    return {
        HISTORY: history,
        **corrected(before, {kind.table: before[kind.table] for kind in kinds}, made, when, changed),
        CHANGED: changed_results(before, was, made, changed, when.build),
    }


def file_history(before: Rows, files: Rows, when: When) -> pl.LazyFrame:
    """Return `FileHistory` after a build, from the `Files` that count now: new content ends the row of the old."""
    before, files = before.lazy(), files.lazy()
    counts = pl.col("until_build").is_null()
    ending = {"until_build": pl.lit(when.build), "superseded_at": pl.lit(when.at), "superseded_by": pl.col("now")}
    known = before.join(files.select(*_FILE, now="sha256"), on=_FILE, how="left").with_columns(
        pl.when(counts & pl.col("now").ne_missing(pl.col("sha256"))).then(value).otherwise(name).alias(name)
        for name, value in ending.items()
    )
    same = [*_FILE, "sha256"]
    new = files.join(before.filter(counts), on=same, how="anti").select(
        *same, "rows", "format", first_build=pl.lit(when.build), first_seen_at=pl.lit(when.at)
    )
    return FileHistory.cast(pl.concat([known, new], how="diagonal_relaxed").sort(FileHistory.primary_key()))


def corrected(
    before: Tables, published: Tables, made: Tables, when: When, changed: pl.DataFrame | None = None
) -> dict[str, pl.DataFrame]:
    """Return `CORRECTIONS` and `PAST` after a build whose files `changed`, or after a publication (`changed` is None).

    `published` are the tables of the kinds to compare with the tables that the last build `made`.
    """
    kinds = [kind for kind in KINDS if kind.table in published]
    is_compared = pl.col("kind").is_in([kind.name for kind in kinds])
    each = [differences(published[kind.table], shown(kind, made), kind) for kind in kinds if len(published[kind.table])]
    found = pl.concat([PublishedCorrections.create_empty().lazy().select(COLUMNS), *each]).collect()
    stood = before[CORRECTIONS].filter(is_compared)
    known = stood.select(*_SAME, *_SINCE)
    stand = found.join(known, on=_SAME, how="left", nulls_equal=True, maintain_order="left").with_row_index("place")
    new = stand.filter(pl.col("since_at").is_null())
    if not new.is_empty():  # without new corrections, the rows of all sessions need not be read
        files = causes(new.lazy(), before, made, changed.lazy()).collect() if changed is not None else None
        new = new.drop(_SINCE).with_columns(since_at=pl.lit(when.at), since_build=pl.lit(when.build))
        new = new if files is None else new.join(files, on="place", how="left", maintain_order="left")
        stand = pl.concat([stand.drop_nulls("since_at"), new], how="diagonal_relaxed")
    ended = stood.join(found, on=_SAME, how="anti", nulls_equal=True).with_columns(
        until_at=pl.lit(when.at), until_build=pl.lit(when.build)
    )
    if changed is None:
        ended = ended.with_columns(ending=pl.lit("published"))
    else:
        yet_another = found.select(*_VALUE, "published", ending=pl.lit("changed")).unique()
        ended = ended.join(yet_another, on=[*_VALUE, "published"], how="left", nulls_equal=True)
    past = PastCorrections.cast(ended.with_columns(pl.col("ending").fill_null("undone")))
    after = {
        CORRECTIONS: pl.concat(
            [before[CORRECTIONS].remove(is_compared), PublishedCorrections.cast(stand.sort("place"))]
        ),
        PAST: pl.concat([before[PAST], past]),
    }
    return {name: rows.sort(_ORDER[name], maintain_order=True) for name, rows in after.items()}


def causes(new: pl.LazyFrame, before: Tables, made: Tables, changed: pl.LazyFrame) -> pl.LazyFrame:
    """Return (place, files): the changed files behind each correction, in its session or else in its competition.

    A file is not a cause if all its sessions were played after the standing, or if it now has only deals. A file that
    is now empty may be a cause, because it may have held more before.
    """
    came = sources(before, made)
    days = pl.concat(rows.lazy().select(*SESSION, "date") for rows in (before[RESULTS.table], made["raw.sessions"]))
    earliest = days.group_by(SESSION).agg(pl.col("date").min())
    deals_alone = made["raw.deals"].lazy().select(_FILE).unique().join(came, on=_FILE, how="anti")
    changed = changed.join(deals_alone, on=_FILE, how="anti")
    own = (
        new.filter(pl.col("kind").is_in([kind.name for kind in KINDS if kind.of_a_session]))
        .join(came, on=SESSION)
        .join(changed, on=_FILE, how="semi")
        .select("place", "file_id")
    )
    begins = (
        came.join(earliest, on=SESSION, how="left")
        .group_by(_FILE)
        .agg(begins=pl.when(pl.col("date").is_not_null().all()).then(pl.col("date").min()))
    )
    of_competition = (
        new.join(own, on="place", how="anti")
        .join(changed.join(begins, on=_FILE, how="left"), on=CLUB)
        .remove(pl.col("begins") > pl.col("date"))
        .select("place", "file_id")
    )
    each = pl.concat([own, of_competition]).unique().sort("place", "file_id")
    return each.group_by("place", maintain_order=True).agg(files="file_id")


def sources(before: Tables, made: Tables) -> pl.LazyFrame:
    """Return (`SESSION`, file_id): the source files of sessions, both now and when the sessions were published."""
    came = before[SOURCES].lazy().select(*SESSION, "file_id")
    return pl.concat([came, session_files(made)]).unique().sort(*SESSION, "file_id")


def changed_results(
    before: Tables,
    was: Callable[[str, Collection[str]], pl.DataFrame],
    made: Tables,
    changed: pl.DataFrame,
    build: int | None,
) -> pl.DataFrame:
    """Return `ChangedResults` after a build in which the files `changed`, without sit-outs and unchanged lines."""
    # If the removal of a session was published, it has no result list from which it could differ.
    listed = before[RESULTS.table].select(SESSION)
    sessions = before[SOURCES].join(changed, on=_FILE, how="semi").join(listed, on=SESSION, how="semi")
    sessions = sessions.select(SESSION).unique()
    if sessions.is_empty():
        return before[CHANGED]
    clubs = sessions["club"].unique().sort().to_list()
    old = {name: was(name, clubs).join(sessions, on=SESSION, how="semi") for name in _OF_LINES}
    new = {name: made[name].join(sessions, on=SESSION, how="semi") for name in _OF_LINES}
    days = pl.concat(tables["raw.sessions"].select(*SESSION, day="date") for tables in (new, old))
    of_session = days.drop_nulls().unique(SESSION, keep="first", maintain_order=True)
    lines = (
        _said(old["raw.results"], "was")
        .join(_said(new["raw.results"], "is"), on=_MET, how="full", coalesce=True)
        .join(before[CHANGED].join(sessions, on=SESSION, how="semi"), on=_MET, how="full", coalesce=True)
        .join(of_session, on=SESSION, how="left")
        .with_columns(
            date=pl.coalesce("day", "date"),
            published=pl.when(pl.col("since_build").is_not_null()).then("published").otherwise("was"),
            now="is",
            since_build=pl.coalesce("since_build", pl.lit(build)),
        )
        .filter(pl.col("published").ne_missing(pl.col("now")))
    )
    others = before[CHANGED].join(sessions, on=SESSION, how="anti")
    return pl.concat([others, ChangedResults.cast(lines)]).sort(_MET)


def _said(results: pl.DataFrame, name: str) -> pl.DataFrame:
    says = pl.concat_str([pl.col(column).cast(pl.String) for column in _SAYS], separator=" ", ignore_nulls=True)
    lines = results.drop_nulls(["ns", "ew"]).unique(_MET, keep="first", maintain_order=True)
    return lines.select(*_MET, says.alias(name))


OF_SEASONS = tuple(kind for kind in KINDS if kind is not RATINGS)
"""The kinds that a season has. Rating lists have seasons of their own."""


def publication(
    before: Tables, made: Tables, kinds: Iterable[Kind], when: When, today: dt.date | None = None
) -> dict[str, pl.DataFrame]:
    """Return the tables of `REMEMBERED` that change when these kinds are published as the build `made` them.

    If all kinds of a season are published, each season that ended before `today` is recorded in `SEASONS`.
    """
    kinds = tuple(kinds)
    rows = {}
    for kind in kinds:
        known = before[kind.table]
        now = lists_to_publish(made["ratings.elo"], known) if kind is RATINGS else shown(kind, made)
        rows[kind.table] = recorded(known, now.select(kind.rows), kind, *when)
    if RESULTS in kinds:
        rows[SOURCES] = _sources(before, made, when.at)
        listed = made["scored.session_results"].select(COMPETITION).unique()
        rows[RULES] = rules_of_seasons(made["raw.competitions"].join(listed, on=COMPETITION, how="semi"))
        if today is not None and all(kind in kinds for kind in OF_SEASONS):
            rows[SEASONS] = _seasons(
                before[SEASONS], made["raw.competitions"].join(listed, on=COMPETITION), when, today
            )
        rows[CHANGED] = WAREHOUSE[CHANGED].create_empty().lazy()
        present = of_present(before[CHANGED], made["raw.sessions"])
        seated = with_players(present, before[RESULTS.table], made["raw.entries"])
        ended = seated.with_columns(until_at=pl.lit(when.at), until_build=pl.lit(when.build))
        past = pl.concat(PastChangedResults.cast(each.lazy()) for each in (before[PAST_CHANGED], ended))
        rows[PAST_CHANGED] = past.sort(*_MET, "until_at")
    tables = dict(zip(rows, pl.collect_all(rows.values()), strict=True))
    return {**tables, **corrected(before, tables, made, when)}


def _seasons(before: Rows, competitions: Rows, when: When, today: dt.date) -> pl.LazyFrame:
    over = competitions.lazy().filter(pl.col("end") < today).join(before.lazy(), on=COMPETITION, how="anti")
    new = over.select(*COMPETITION, "end", published_at=pl.lit(when.at), build=pl.lit(when.build))
    return PublishedSeasons.cast(pl.concat([before.lazy(), new], how="diagonal_relaxed")).sort(COMPETITION)


def _sources(before: Tables, made: Tables, at: dt.datetime) -> pl.LazyFrame:
    """Return the files of every session ever published. A session whose files changed gets the time `at`."""
    key = PublishedFiles.primary_key()
    sessions = made["scored.session_results"].lazy().select(SESSION).unique()
    now = session_files(made).join(sessions, on=SESSION, how="semi")
    known = before[SOURCES].lazy()
    last = last_files(known)
    others = pl.concat([now.join(last, on=key, how="anti"), last.join(now, on=key, how="anti")])
    new = now.join(others, on=SESSION, how="semi").with_columns(published_at=pl.lit(at))
    earlier = known.join(new, on=key, how="anti")
    return pl.concat([earlier, new.select(PublishedFiles.column_names())]).sort(key)


def of_present(changed: Rows, sessions: Rows) -> pl.LazyFrame:
    """Return the changed result lines of sessions that still exist. `sessions` are the current `Sessions`."""
    return changed.lazy().join(sessions.lazy(), on=SESSION, how="semi", maintain_order="left")


def with_players(lines: Rows, published: Rows, entries: Rows) -> pl.LazyFrame:
    """Add `ns_players` and `ew_players`: ids of the pair in `PublishedResults`, or else in the current `Entries`."""
    seat = [*SESSION, "line", "entrant"]
    now = entries.lazy().group_by(seat).agg(players=pl.col("player_id").sort().str.join(AND))
    every = pl.concat([published.lazy().select(*seat, "players").drop_nulls("players"), now])
    known = every.unique(seat, keep="first", maintain_order=True)
    seated = lines.lazy()
    for side in ("ns", "ew"):
        pair = known.rename({"entrant": side, "players": f"{side}_players"})
        seated = seated.join(pair, on=[*SESSION, "line", side], how="left", maintain_order="left")
    return seated
