"""The trail in the warehouse: what was published, what would now differ, and the contents that files had.

Which tables are read and written stands here; what they mean, in `transforms/published/`.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

import polars as pl

from pipelines.warehouse import Warehouse, build_record
from transforms.published.changed_results import (
    changed_results,
    changed_sessions,
    changed_since,
    ended_with,
    of_present,
    with_players,
)
from transforms.published.kinds import RATINGS, RESULTS, Kind
from transforms.published.shown import recorded, session_files, shown
from transforms.published.trail import (
    CHANGED,
    CORRECTIONS,
    HISTORY,
    PAST,
    PAST_CHANGED,
    READS,
    REMEMBERED,
    SOURCES,
    When,
    as_first_found,
    corrected,
    trail,
)
from transforms.published.vanished import last_files
from transforms.ratings.published import lists_to_publish, with_changed
from transforms.tables.schemas import SESSION, WAREHOUSE, Elo, PublishedLists, Tables
from transforms.tables.shared import in_shape

_OF_LINES = ("raw.results", "raw.sessions")
"""The tables by which `ChangedResults` are known."""


class AsAsked(Mapping[str, Any]):
    """The tables of a warehouse by name, each read when it is first asked for; of one club, or of all."""

    def __init__(self, warehouse: Warehouse, club: str | None = None) -> None:
        self._warehouse, self._club = warehouse, club
        self._read: dict[str, pl.DataFrame] = {}

    def __getitem__(self, name: str) -> pl.DataFrame:
        if name not in self._read:
            read, club = self._warehouse, self._club
            self._read[name] = read.read_all_seasons(name) if club is None else read.read_of(name, club=club)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(WAREHOUSE)

    def __len__(self) -> int:
        return len(WAREHOUSE)


def leave_trail(
    warehouse: Warehouse,
    build: int,
    at: dt.datetime,
    clubs: Collection[str] | None = None,
    made: Callable[[str], pl.DataFrame] | None = None,
) -> None:
    """Write what a build changes of the tables that are remembered; call it once the tables of these clubs are made.

    Args:
        warehouse: the warehouse of the build.
        build: the number of the build.
        at: its time, in UTC.
        clubs: whose tables were made; None: those of all clubs.
        made: gives a table that was made, with the rows of these clubs; None: all tables are those of the warehouse.
    """
    before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
    now = {name: made(name) for name in READS} if made else AsAsked(warehouse)
    left = trail(before, now, When(at, build))
    if clubs is None:
        write(warehouse, left)
    else:
        warehouse.replace(left, clubs)


def results_that_change(
    warehouse: Warehouse, build: int, clubs: Collection[str], made: Callable[[str], pl.DataFrame]
) -> pl.DataFrame | None:
    """`ChangedResults` of these clubs, as a build makes them; None where it changes none.

    Call it before what was made is kept: it compares that, as `made` gives it, with what the warehouse has.
    """
    published = warehouse.read_all_seasons(SOURCES, clubs)
    if published.is_empty():
        return None
    others = changed_sessions(warehouse.read_all_seasons("raw.files", clubs), made("raw.files"), published)
    # One whose going was published has no result list that it could differ from.
    sessions = others.join(warehouse.read_distinct(RESULTS.table, SESSION, clubs), on=SESSION, how="semi")
    if sessions.is_empty():
        return None
    of_these = sorted(sessions["club"].unique())
    of_clubs = {name: warehouse.read_all_seasons(name, of_these) for name in _OF_LINES}
    was = {name: rows.join(sessions, on=SESSION, how="semi") for name, rows in of_clubs.items()}
    now = {name: made(name).join(sessions, on=SESSION, how="semi") for name in _OF_LINES}
    before = warehouse.read_all_seasons(CHANGED, clubs)
    others = changed_results(before.join(sessions, on=SESSION, how="semi"), was, now, build)
    return pl.concat([before.join(sessions, on=SESSION, how="anti"), others]).sort(WAREHOUSE[CHANGED].primary_key())


def remembered(warehouse: Warehouse, club: str | None = None) -> dict[str, pl.DataFrame]:
    """The tables `REMEMBERED`, or their rows of one club, by name."""
    tables = AsAsked(warehouse, club)
    return {name: tables[name] for name in REMEMBERED}


def number_of_last_build(warehouse: Warehouse) -> int | None:
    """The number of the last build, which of a lake is the one that put last; None where builds have none."""
    number = build_record.last(warehouse).get("build")
    return number if isinstance(number, int) else None


class Planned(NamedTuple):
    """A publication of everything that is shown of some kinds, as it was when the pages were taken."""

    kinds: tuple[Kind, ...]
    build: int | None
    """The number of the build that made the pages."""
    before: Tables
    """The tables `REMEMBERED`."""
    after: dict[str, pl.DataFrame]
    """Those that change, once this is published."""
    first: Tables
    """`raw.results` and `raw.sessions` of the sessions that are published for the first time, or from one file more.

    No build between the pages and their record follows how these change: it does not know that they are published."""

    @classmethod
    def of(cls, before: Tables, made: Tables, kinds: Iterable[Kind], at: dt.datetime, build: int | None) -> Self:
        """`made` has the tables of the build with this number, and `at` is the time in UTC."""
        kinds, when = tuple(kinds), When(at, build)
        found = {**before, **corrected(before, made, when)}
        rows = {kind.table: recorded(found[kind.table], _rows_shown(kind, found, made), kind, *when) for kind in kinds}
        if RESULTS in kinds:
            rows[SOURCES] = _sources(found, made, at)
            rows[CHANGED] = WAREHOUSE[CHANGED].create_empty().lazy()
            changed = of_present(found[CHANGED], made["raw.sessions"])
            seated = with_players(changed, found[RESULTS.table], made["raw.entries"])
            rows[PAST_CHANGED] = ended_with(seated, found[PAST_CHANGED], at, build)
        tables = dict(zip(rows, pl.collect_all(rows.values()), strict=True))
        new = tables.get(SOURCES, before[SOURCES]).join(
            before[SOURCES], on=WAREHOUSE[SOURCES].primary_key(), how="anti"
        )
        first = {} if new.is_empty() else {name: made[name].join(new, on=SESSION, how="semi") for name in _OF_LINES}
        after = {**tables, **corrected({**found, **tables}, made, when, is_publication=True)}
        return cls(kinds, build, before, after, first)

    def after_builds(self, now: Tables, made: Tables, when: When) -> dict[str, pl.DataFrame]:
        """`after`, where builds came between the pages that were published and their record.

        What the build of these pages had made was published; from there on all is followed as if the last build, at
        `when`, had made it so, with every file that changed since. Rating lists that builds recorded or that were
        handed in meanwhile stay. Nothing else may have been published: `now` and `made` are the tables as they are.
        """
        then = {name: rows for name, rows in self.after.items() if name not in (CORRECTIONS, PAST)}
        if RATINGS.table in then:
            then[RATINGS.table] = with_changed(*(of[RATINGS.table] for of in (now, self.before, self.after))).collect()
        if CHANGED in then:
            # As in a build, one whose going was published has no result list that it could differ from.
            listed = then[RESULTS.table].select(SESSION).unique()
            since = changed_since(self.before[CHANGED], now[CHANGED], when.build)
            told = since.join(listed, on=SESSION, how="semi", maintain_order="left")
            if self.first:  # what builds since changed of the sessions that were published for the first time
                sessions = self.first["raw.sessions"].select(SESSION)
                latest = {name: made[name].join(sessions, on=SESSION, how="semi") for name in _OF_LINES}
                changed = changed_results(told.clear(), self.first, latest, when.build)
                others = pl.concat([told.join(sessions, on=SESSION, how="anti"), changed])
                told = others.sort(WAREHOUSE[CHANGED].primary_key())
            then[CHANGED] = told
        is_published = pl.col("kind").is_in([kind.name for kind in self.kinds])
        for name in (CORRECTIONS, PAST):
            # Of what was published, builds since compared with what was published before.
            then[name] = pl.concat([self.after[name].filter(is_published), now[name].filter(~is_published)])
        last, of_pages = (pl.lit(number, pl.Int64) for number in (when.build, self.build))
        known = pl.col("first_build", "until_build")
        since = pl.when(known > of_pages).then(last).otherwise(known).name.keep()
        follows = corrected({**now, **then, HISTORY: now[HISTORY].with_columns(since)}, made, when, kinds=self.kinds)
        return {**then, **follows, CORRECTIONS: as_first_found(follows[CORRECTIONS], now[CORRECTIONS], self.build)}


def record_lists(warehouse: Warehouse, lists: pl.DataFrame, at: dt.datetime) -> None:
    """Write the rating lists as published from here on, and what of them would now differ."""
    before, made = remembered(warehouse), AsAsked(warehouse)
    when = When(at, number_of_last_build(warehouse))
    found = {**before, **corrected(before, made, when, kinds=[RATINGS]), RATINGS.table: lists}
    follows = corrected(found, made, when, is_publication=True, kinds=[RATINGS])
    write(warehouse, {RATINGS.table: lists, **follows})


def write(warehouse: Warehouse, tables: Mapping[str, pl.DataFrame]) -> None:
    """Write tables of `REMEMBERED`."""
    for name, rows in tables.items():
        warehouse.write(name, rows)


def _rows_shown(kind: Kind, before: Tables, made: Tables) -> pl.LazyFrame:
    if kind is not RATINGS:
        return shown(kind, made)
    lists = lists_to_publish(in_shape(Elo, made["ratings.elo"]), in_shape(PublishedLists, before[kind.table]))
    return lists.select(kind.rows)


def _sources(before: Tables, made: Tables, at: dt.datetime) -> pl.LazyFrame:
    """The files of every session that was ever published; those of one whose files changed have this time."""
    key = WAREHOUSE[SOURCES].primary_key()
    sessions = made["scored.session_results"].lazy().select(SESSION).unique()
    now = session_files(made).join(sessions, on=SESSION, how="semi")
    known = before[SOURCES].lazy()
    last = last_files(known)
    others = pl.concat([now.join(last, on=key, how="anti"), last.join(now, on=key, how="anti")])
    new = now.join(others, on=SESSION, how="semi").with_columns(published_at=pl.lit(at))
    earlier = known.join(new, on=key, how="anti")
    return pl.concat([earlier, new.select(WAREHOUSE[SOURCES].column_names())]).sort(key)
