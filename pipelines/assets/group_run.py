"""One Dagster run: it makes the selected tables of some groups of clubs in a copy, which it then puts in place."""

import datetime as dt
import hashlib
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import NamedTuple

import dagster as dg
import polars as pl

from pipelines.building import brake
from pipelines.building.build import Build, under_way
from pipelines.building.changes import (
    FIRST,
    NO_CLUB,
    PUBLISHED,
    RAW,
    Plan,
    by_club,
    gone_clubs,
    only_these,
    plan_of,
    steps_made,
)
from pipelines.building.clubs_run import Checked, ClubsRun, offenders_in, steps_of_clubs
from pipelines.building.groups import assigned, bytes_of, most_alone
from pipelines.building.hiding import withheld_in
from pipelines.building.lock import turns
from pipelines.building.solving.store import is_at_work, store_of
from pipelines.building.writing import complete
from pipelines.intake.landing.folders import Folder, folders_in, read_through
from pipelines.intake.landing.gathered import RAW as RAW_TABLES
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.warehouse.build_record import FINDINGS, has_build
from pipelines.warehouse.record_copy import keep_copy
from transforms import season
from transforms.checks import Check
from transforms.privacy.withheld import Withheld, withheld
from transforms.published.trail import When
from transforms.tables.messages import in_english

FEDERATION_TABLES = tuple(table for step in season.STEPS if step.of_all_clubs for table in step.makes)
OF_CLUBS = (
    *(f"raw.{name}" for name in RAW_TABLES),
    PUBLISHED,
    *(table for step in steps_of_clubs() for table in step.makes),
)
_OF_ALL = frozenset({*FEDERATION_TABLES, FIRST})
_FIRST_GROUP = "no club"
_NOT_BEGUN = "the run has not begun to build"


class Wanted(NamedTuple):
    """The work that Dagster runs must do now."""

    groups: list[str]  # all groups, even if the last club of one is gone but not removed yet
    clubs: dict[str, list[str]]  # for each group with work, its clubs that changed or were removed, sorted
    keys: dict[str, str]  # for each group with work, a text that changes when its work changes
    sizes: dict[str, int]  # for each group with work, the bytes of the files of these clubs
    why: str
    waiting: list[str]  # clubs with an unbuilt change whose last file arrived over a day ago; sorted


def wanted(paths: Paths, folders: list[Folder], *, has_turns: bool | None = None) -> Wanted:
    """Return the work to do now, by group; `has_turns` says whether a run is writing or waiting to write.

    A run that is writing or waiting also makes the pages of all clubs together, so they are left out here. While a
    solver is at work, newly solved deals alone do not cause a build.
    """
    with as_it_is(paths.warehouse) as warehouse:
        plan = plan_of(paths, warehouse, folders, takes_solved=not is_at_work(store_of(paths.warehouse)))
        groups = group_of_clubs(plan.folders, plan.gone, warehouse, most_alone(paths.warehouse))
        built = steps_made(warehouse).group_by("club").agg(pl.max("build"))
    if turns(paths.warehouse) if has_turns is None else has_turns:
        of_none = plan.stale.get(NO_CLUB, frozenset()) - _OF_ALL
        others = {club: tables for club, tables in plan.stale.items() if club != NO_CLUB}
        plan = plan._replace(stale=others | ({NO_CLUB: of_none} if of_none else {}))
    names = sorted({name for club, name in groups.items() if club})
    plans = {name: of_groups(plan, groups, [name]) for name in names}
    clubs = {name: sorted({*of.stale, *of.gone}) for name, of in plans.items() if not of.is_empty}
    last = dict(built.iter_rows())
    keys = {name: f"{name} {_digest(plans[name], last)}" for name in clubs}
    sizes = {name: sum(bytes_of(plan.folders.get(club, ())) for club in of_group) for name, of_group in clubs.items()}
    return Wanted(names, clubs, keys, sizes, in_english(plan.why), _waiting(plan))


def group_of_clubs(
    of_clubs: Mapping[str, list[Folder]], gone: Iterable[str], warehouse: Warehouse, alone: int
) -> dict[str, str]:
    """Return the group of each club. A removed club keeps its group; files outside clubs are in the first group."""
    before = warehouse.read("operations.groups")
    had = dict(before.select("club", "group_name").iter_rows())
    sizes = {club: bytes_of(of_club) for club, of_club in of_clubs.items() if club != NO_CLUB}
    now = dict(assigned(before, sizes, alone).select("club", "group_name").iter_rows())
    first = min(now.values(), default=_FIRST_GROUP)
    return {**{club: had.get(club, first) for club in gone}, **now, NO_CLUB: first}


def of_groups(plan: Plan, groups: Mapping[str, str], names: Collection[str], *, every_club: bool = False) -> Plan:
    """Return the part of a plan that concerns some groups; with `every_club`, it includes clubs that did not change."""
    stale = {club: tables for club, tables in plan.stale.items() if groups[club] in names}
    members = [club for club in plan.folders if groups[club] in names]
    if every_club:
        stale = {club: stale.get(club, frozenset()) for club in {*members, *stale}}
    gone = [club for club in plan.gone if groups[club] in names]
    said = [f"{len(set(stale) - {NO_CLUB})} of {len(set(members) - {NO_CLUB})} clubs of {', '.join(names)}"]
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

    made: dict[tuple[str, str], dg.AssetMaterialization]  # by table (or `SITE`) and group
    evaluated: dict[tuple[str, str], dg.AssetCheckEvaluation]  # by check and group
    of_all: list[str]  # the other tables that were written
    found: pl.DataFrame
    failures: pl.DataFrame  # the clubs that were set aside, with the reason: (club, message)


class GroupRun:
    """The build of a Dagster run. It begins with `start_groups` or `start_federation`."""

    def __init__(self, paths: Paths, who: str) -> None:
        self.paths, self.who = paths, who
        # In a lake, many runs wait for each other. Each has already computed its group, so none gives up.
        self._patience = math.inf if isinstance(paths.warehouse, Lake) else waits.OTHER_BUILD
        self._open = ExitStack()
        self._build: Build | None = None
        self._clubs: ClubsRun | None = None
        self._hidden: Withheld | None = None
        self._say: Callable[[str], None] = lambda _: None
        self._record: dict[str, object] = {}
        self._put: Put | None = None
        self.members: dict[str, list[str]] = {}  # the clubs of each group of the run, sorted
        self.gone: dict[str, list[str]] = {}  # the clubs that are removed, for each group that had one
        self.publishes = False
        self.accepts: str | None = None
        self.held: list[brake.Stop] = []

    def start_groups(
        self,
        groups: Collection[str],
        say: Callable[[str], None],
        *,
        only: Collection[str] | None = None,
        full: bool = False,
        publishes: bool = False,
    ) -> bool:
        """Begin to build some groups; return whether there is work. LockedError: another process keeps writing.

        With `only`, make these tables (or `SITE`) of all clubs in the groups; otherwise, make what changed.
        """
        self.held, self.publishes = list[brake.Stop](), publishes

        def plan(warehouse: Warehouse) -> Plan:
            listed = folders_in(self.paths.landing)
            of_clubs = by_club(listed)
            group_of = group_of_clubs(
                of_clubs, gone_clubs(warehouse, of_clubs), warehouse, most_alone(self.paths.warehouse)
            )
            # A run needs no file contents from clubs of other groups.
            folders = [read_through(folder) if group_of[folder.club] in groups else folder for folder in listed]
            in_groups = [club for club, name in group_of.items() if name in groups]
            whole = plan_of(self.paths, warehouse, folders, full=full, only=in_groups)
            self.members = {
                group: sorted(club for club in in_groups if group_of[club] == group and club in whole.folders)
                for group in groups
            }
            gone = [(group_of[club], club) for club in whole.gone if only is None and group_of[club] in groups]
            self.gone = {group: [club for name, club in gone if name == group] for group, _ in gone}
            asked = of_groups(whole, group_of, groups, every_club=publishes or only is not None)
            return asked if only is None else only_these(asked, only)

        self._start(plan, say, at_once=publishes)
        return not self.build.plan.is_empty

    def start_federation(self, say: Callable[[str], None]) -> None:
        """Begin the build of tables and pages of all clubs together."""

        def plan(warehouse: Warehouse) -> Plan:
            return of_federation(plan_of(self.paths, warehouse, folders_in(self.paths.landing), only=()))

        self._start(plan, say)

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

    def kept(self) -> Iterator[ClubsRun]:
        """Compute, draw and keep the clubs, as many at a time as fit the memory budget; yield those of each time."""
        is_held = False
        for clubs in self.build.batches(self.build.plan.clubs, draw=self._draw, publishes=self.publishes):
            if not is_held and not self.build.hold():
                self._say("The drawn pages are gone from their separate folder, so they are drawn again.")
                self.build.draw(clubs)
            is_held = True
            self.build.keep(clubs)
            self._clubs, self._hidden = clubs, None
            yield clubs
        if not is_held:
            self.build.hold()
        self.build.remove(self.build.plan.gone)

    def _draw(self, clubs: ClubsRun) -> None:
        self._clubs, self._hidden = clubs, None
        if self.publishes and (held := self._hold_back(clubs)):
            self._say(f"Held back, so that everything of these clubs stays as it was: {', '.join(held)}.")
        self.build.draw(clubs)

    def _hold_back(self, clubs: ClubsRun) -> list[str]:
        """Take clubs out of the run that may show somebody who asked to be hidden, and return them.

        Unless the run accepts the doubts, the published results, tables and pages of these clubs stay as they were.
        """
        of_hiding: list[brake.Stop] = []
        if self.accepts is None:
            findings = pl.concat(clubs.table(name) for name in FINDINGS)
            found = brake.about_hiding(self.build.warehouse, findings, clubs.table("raw.files"))
            of_hiding = [stop for stop in found if stop.club]
        self.held += of_hiding
        held = {stop.club for stop in of_hiding}
        stale = {club: tables for club, tables in self.build.plan.stale.items() if club not in held}
        self.build.plan = self.build.plan._replace(stale=stale)
        return clubs.leave_out(held)

    def before_lists_are_published(self) -> None:
        """Raise BrakeError if there are reasons not to publish these clubs, unless the run accepts them."""
        when = When(self.build.started_at, self.build.number)
        members = {club for of_group in self.members.values() for club in of_group}
        clubs = {*members, *self.build.plan.gone} - {stop.club for stop in self.held}
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

    def checked_alone(self, group: str | None, checks: Collection[Check]) -> tuple[list[str], list[Checked], Withheld]:
        """Evaluate checks on the stored tables of a group (None: all); return its clubs, and whom to hide of them."""
        with as_it_is(self.paths.warehouse) as warehouse:
            rows = warehouse.read_of("operations.groups", **({"group_name": group} if group else {}))
            if not (clubs := rows["club"].to_list()):
                raise UnusableError("no club of {group} is stored yet", group=group or "the landing folder")
            evaluated = [
                Checked(check, offenders_in(check, warehouse.read, clubs), frozenset(clubs)) for check in checks
            ]
            return clubs, evaluated, withheld_in(warehouse, {check.check.name: check.rows for check in evaluated})

    @property
    def build(self) -> Build:
        """The build in progress."""
        if self._build is None:
            raise UnusableError(_NOT_BEGUN)
        return self._build

    @property
    def clubs(self) -> ClubsRun:
        """The clubs that were computed last."""
        if self._clubs is None:
            raise UnusableError(_NOT_BEGUN)
        return self._clubs

    def made(self, table: str, group: str) -> tuple[set[str], pl.DataFrame]:
        """Return the clubs of a group for which this run made a table, with the rows of these clubs."""
        clubs = self.clubs.made_for.get(table, set()) & set(self.clubs.clubs) & set(self.members[group])
        return clubs, self.clubs.made[table].filter(pl.col("club").fill_null("").is_in(list(clubs)))

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
