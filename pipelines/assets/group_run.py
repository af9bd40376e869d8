"""One Dagster run: it builds a group of clubs in a copy of the warehouse, which the last asset publishes as a whole.

A run must begin with the files and end with the pages. Any other run is refused, because it would publish nothing.
"""

import datetime as dt
import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import polars as pl

from pipelines.building import brake
from pipelines.building.build import Build, under_way
from pipelines.building.changes import (
    FIRST,
    NO_CLUB,
    RAW,
    Plan,
    by_club,
    gone_clubs,
    plan_of,
    steps_made,
)
from pipelines.building.clubs_run import ClubsRun
from pipelines.building.groups import assigned, bytes_of
from pipelines.building.lock import turns
from pipelines.building.solving.store import is_at_work, store_of
from pipelines.building.writing import complete
from pipelines.intake.landing.folders import Folder, folders_in, read_through
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.warehouse.build_record import FINDINGS, has_build
from pipelines.warehouse.record_copy import keep_copy
from transforms import season
from transforms.privacy.withheld import Withheld, withheld
from transforms.published.trail import When
from transforms.tables.messages import in_english

FEDERATION_TABLES = tuple(table for step in season.STEPS if step.of_all_clubs for table in step.makes)
_OF_ALL = frozenset({*FEDERATION_TABLES, FIRST})
AS_A_WHOLE = (
    "a group of clubs is built as a whole, from its files to its pages, because its result is put in place at the "
    "end; launch the job build_group for this group (a run cannot continue from a failure)"
)
_FIRST_GROUP = "group-001"


class Wanted(NamedTuple):
    """The work that Dagster runs must do now."""

    groups: list[str]  # all groups, even if the last club of one is gone but not removed yet
    clubs: dict[str, list[str]]  # for each group with work, its clubs that changed or were removed, sorted
    keys: dict[str, str]  # for each group with work, a text that changes when its work changes
    why: str
    waiting: list[str]  # clubs with an unbuilt change whose last file arrived over a day ago; sorted


def wanted(paths: Paths, folders: list[Folder], *, has_turns: bool | None = None) -> Wanted:
    """Return the work to do now, by group; `has_turns` says whether a run is writing or waiting to write.

    A run that is writing or waiting also makes the pages of all clubs together, so they are left out here. While a
    solver is at work, newly solved deals alone do not cause a build.
    """
    with as_it_is(paths.warehouse) as warehouse:
        plan = plan_of(paths, warehouse, folders, takes_solved=not is_at_work(store_of(paths.warehouse)))
        groups = group_of_clubs(plan.folders, plan.gone, warehouse)
        built = steps_made(warehouse).group_by("club").agg(pl.max("build"))
    if turns(paths.warehouse) if has_turns is None else has_turns:
        of_none = plan.stale.get(NO_CLUB, frozenset()) - _OF_ALL
        others = {club: tables for club, tables in plan.stale.items() if club != NO_CLUB}
        plan = plan._replace(stale=others | ({NO_CLUB: of_none} if of_none else {}))
    names = sorted({name for club, name in groups.items() if club})
    plans = {name: of_group(plan, groups, name) for name in names}
    clubs = {name: sorted({*of.stale, *of.gone}) for name, of in plans.items() if not of.is_empty}
    last = dict(built.iter_rows())
    keys = {name: f"{name} {_digest(plans[name], last)}" for name in clubs}
    return Wanted(names, clubs, keys, in_english(plan.why), _waiting(plan))


def group_of_clubs(of_clubs: Mapping[str, list[Folder]], gone: Iterable[str], warehouse: Warehouse) -> dict[str, str]:
    """Return the group of each club. A removed club keeps its group; files outside clubs are in the first group."""
    before = warehouse.read("operations.groups")
    had = dict(before.select("club", "group_name").iter_rows())
    sizes = {club: bytes_of(of_club) for club, of_club in of_clubs.items() if club != NO_CLUB}
    now = dict(assigned(before, sizes).select("club", "group_name").iter_rows())
    first = min(now.values(), default=_FIRST_GROUP)
    return {**{club: had.get(club, first) for club in gone}, **now, NO_CLUB: first}


def of_group(plan: Plan, groups: Mapping[str, str], name: str, *, every_club: bool = False) -> Plan:
    """Return the part of a plan that concerns one group; with `every_club`, it includes clubs that did not change."""
    stale = {club: tables for club, tables in plan.stale.items() if groups[club] == name}
    members = [club for club in plan.folders if groups[club] == name]
    if every_club:
        stale = {club: stale.get(club, frozenset()) for club in {*members, *stale}}
    gone = [club for club in plan.gone if groups[club] == name]
    said = [f"{len(set(stale) - {NO_CLUB})} of {len(set(members) - {NO_CLUB})} clubs of {name}"]
    said += [f"{len(gone)} gone"] if gone else []
    return plan._replace(stale=stale, gone=gone, why=", ".join(said))


def of_federation(plan: Plan) -> Plan:
    """Return the part of a plan for the tables and pages of all clubs together."""
    stale = {NO_CLUB: plan.stale.get(NO_CLUB, frozenset()) & _OF_ALL}
    return plan._replace(stale={club: tables for club, tables in stale.items() if tables}, gone=[], why="all clubs")


def _waiting(plan: Plan) -> list[str]:
    last = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=waits.LATE_PAGES)
    times = {
        club: [modified for folder in plan.folders[club] for *_, modified in folder.contents if modified]
        for club in plan.clubs
        if RAW in plan.stale[club]
    }
    return [club for club, of_files in times.items() if all(modified < last for modified in of_files)]


def _digest(plan: Plan, last: Mapping[str, int]) -> str:
    clubs = sorted({*plan.stale, *plan.gone})
    rows = plan.wanted.filter(pl.col("club").is_in(clubs)).sort("club", "table_name").rows()
    said: Iterable[object] = (*rows, *((club, sorted(plan.stale.get(club, ())), last.get(club)) for club in clubs))
    return hashlib.sha256("\n".join(map(repr, said)).encode()).hexdigest()[:16]


class Put(NamedTuple):
    """The report of a run on the results that it puts in place."""

    metadata: dict[str, Any]
    found: pl.DataFrame
    of_all: bool  # whether the tables and pages of all clubs together were made too


class GroupRun:
    """The build of a Dagster run. It begins with `start_group` or `start_federation`."""

    def __init__(self, paths: Paths, who: str) -> None:
        self.paths, self.who = paths, who
        # In a lake, many runs wait for each other. Each has already computed its group, so none gives up.
        self._patience = math.inf if isinstance(paths.warehouse, Lake) else waits.OTHER_BUILD
        self._open = ExitStack()
        self._build: Build | None = None
        self._clubs: ClubsRun | None = None
        self._hidden: Withheld | None = None
        self._say: Callable[[str], None] = lambda _: None
        self._begin: Callable[[], bool] | None = None
        self.done: list[Callable[[ClubsRun], None]] = []  # the stages that `take_up` repeats
        self._record: dict[str, object] = {}
        self._put: Put | None = None
        self.group = ""
        self.members: list[str] = []
        self.accepts: str | None = None
        self.held: list[brake.Stop] = []
        self.seconds = 0.0

    def start_group(self, group: str, say: Callable[[str], None], *, full: bool, publishes: bool) -> bool:
        """Begin to build a group; return whether there is work. LockedError: another process keeps writing."""
        self.group = group
        self.done.clear()
        self.held = []

        def plan(warehouse: Warehouse) -> Plan:
            listed = folders_in(self.paths.landing)
            of_clubs = by_club(listed)
            groups = group_of_clubs(of_clubs, gone_clubs(warehouse, of_clubs), warehouse)
            # A run needs no file contents from clubs of other groups.
            folders = [read_through(folder) if groups[folder.club] == group else folder for folder in listed]
            in_group = [club for club, name in groups.items() if name == group]
            whole = plan_of(self.paths, warehouse, folders, full=full, only=in_group)
            self.members = sorted(club for club in in_group if club in whole.folders)
            return of_group(whole, groups, group, every_club=publishes)

        def begin() -> bool:
            self._start(plan, say, at_once=publishes)
            self._clubs = self.build.clubs_run(self.build.plan.clubs, publishes=publishes)
            return not self.build.plan.is_empty

        self._begin = begin
        return begin()

    def start_federation(self, say: Callable[[str], None]) -> bool:
        """Begin the build of the tables and pages of all clubs together; return whether there is anything to do."""

        def plan(warehouse: Warehouse) -> Plan:
            return of_federation(plan_of(self.paths, warehouse, folders_in(self.paths.landing), only=()))

        self._start(plan, say)
        return not self.build.plan.is_empty

    def _start(self, plan: Callable[[Warehouse], Plan], say: Callable[[str], None], *, at_once: bool = True) -> None:
        self.close()
        self._say = say
        self._complete()
        build = under_way(self.paths, plan, say=say, who=self.who, at_once=at_once, patience=self._patience)
        self._build = self._open.enter_context(build)

    def _complete(self) -> None:
        """Put in place the pages of a build that stopped after it was recorded: they cannot wait for the next build."""
        complete(self.paths.warehouse, self.paths.reports, self._say, who=self.who, patience=self._patience)

    def close(self) -> None:
        """End the build; discard results that were not published."""
        self._open.close()
        self._build = self._clubs = self._hidden = None

    def take_up(self) -> None:
        """If the build was closed, begin it again and repeat the stages done so far."""
        if self._build is None:
            if self._begin is None:
                raise UnusableError(AS_A_WHOLE)
            self._begin()
            for make in self.done:
                make(self.clubs)

    def hold_back(self) -> list[str]:
        """Take clubs out of the run that may show somebody who asked to be hidden, and return them.

        Unless the run accepts the doubts, the published results, tables and pages of these clubs stay as they were.
        """
        if self.accepts is None:
            findings = pl.concat(self.clubs.table(name) for name in FINDINGS)
            of_hiding = brake.about_hiding(self.build.warehouse, findings, self.clubs.table("raw.files"))
            self.held = [stop for stop in of_hiding if stop.club]
        held = {stop.club for stop in self.held}
        stale = {club: tables for club, tables in self.build.plan.stale.items() if club not in held}
        self.build.plan = self.build.plan._replace(stale=stale)
        return self.clubs.leave_out(held)

    def before_lists_are_published(self) -> None:
        """Raise BrakeError if there are reasons not to publish these clubs, unless the run accepts them."""
        when = When(self.build.started_at, self.build.number)
        clubs = {*self.members, *self.build.plan.gone} - {stop.club for stop in self.held}
        stops = brake.stops(self.build.warehouse, self.paths, clubs)
        brake.check(self.build.warehouse, stops, self.accepts, when)
        keep_copy(self.build.warehouse, self.paths.warehouse)

    def publish(self, put: Put) -> None:
        """Put the results in place, and keep `put`, which `already_put` returns later."""
        self._record, self._put = self.build.record, put
        self.build.publish()

    def already_put(self) -> Put | None:
        """Return the report of a run that put its results in place and was then interrupted; otherwise None."""
        if self._put is None:
            return None
        self._complete()
        with as_it_is(self.paths.warehouse) as warehouse:
            return self._put if has_build(warehouse, self._record) else None

    @property
    def build(self) -> Build:
        """The build in progress."""
        if self._build is None:
            raise UnusableError(AS_A_WHOLE)
        return self._build

    @property
    def clubs(self) -> ClubsRun:
        """The clubs of the group that are built in this run."""
        if self._clubs is None:
            raise UnusableError(AS_A_WHOLE)
        return self._clubs

    @contextmanager
    def stage(self) -> Iterator[ClubsRun]:
        """Run one stage, and measure how many seconds it takes."""
        clubs, began = self.clubs, time.perf_counter()
        yield clubs
        self.seconds = time.perf_counter() - began

    def made(self, table: str) -> pl.DataFrame | None:
        """Return a table's rows that this run made for clubs still in it; None if the run did not make the table."""
        if table not in self.clubs.made:
            return None
        return self.clubs.made[table].filter(pl.col("club").fill_null("").is_in(list(self.clubs.clubs)))

    def rows_in_group(self, table: str) -> int:
        """Return how many rows of a table belong to the clubs of the group after this run."""
        made = self.clubs.made_for.get(table, set()) & set(self.clubs.clubs)
        others = [club for club in self.members if club not in made]
        rows = self.made(table)
        return (0 if rows is None else rows.height) + self.build.warehouse.count(table, others)

    @property
    def hidden(self) -> Withheld:
        """The people of these clubs who must not be shown; known once the files are read."""
        if self._hidden is None:
            self._hidden = withheld(self._known)
        return self._hidden

    def _known(self, table: str) -> pl.DataFrame:
        failed = {failure.club for failure in self.clubs.failures}
        rows = [self.clubs.table(table), self.build.warehouse.read_all_seasons(table, failed)]
        if table == "raw.players":  # a person who asks one club to be hidden is hidden in all clubs
            rows.append(self.build.hiding.elsewhere(self.clubs, failed | set(self.clubs.clubs)))
        return pl.concat(rows)
