"""One run of Dagster: the build of a group of clubs, from its first asset to the last.

The run works on a copy of the warehouse, which its last asset swaps in. So a group is built as a whole: a run that does
not begin with the files and end with the pages would compute what nobody ever sees, and is refused.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import polars as pl

from pipelines.assets.group_plan import members_read, of_federation, of_group
from pipelines.building.build import Build, under_way
from pipelines.building.changes import Plan, plan_of
from pipelines.building.clubs_run import ClubsRun
from pipelines.building.lock import PATIENCE
from pipelines.building.writing import complete
from pipelines.intake.landing.folders import folders_in
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.warehouse.build_record import has_build
from transforms.privacy.withheld import Withheld, withheld


class NotAsAWholeError(UnusableError):
    """Only some assets of a group were asked for."""


class Put(NamedTuple):
    """What there is to say of what a run puts."""

    metadata: dict[str, Any]
    found: pl.DataFrame
    """Clubs, and what is found about them."""
    of_all: bool
    """Whether what is shown of all clubs together is made too."""


class GroupRun:
    """The build under way in this run; nothing is open before `start_group` or `start_federation`.

    Args:
        paths: landing folder, warehouse and reports.
        who: what holds the lock of the warehouse, in words.
    """

    def __init__(self, paths: Paths, who: str) -> None:
        self.paths, self.who = paths, who
        self._open = ExitStack()
        self._build: Build | None = None
        self._clubs: ClubsRun | None = None
        self._hidden: Withheld | None = None
        self._say: Callable[[str], None] = lambda _: None
        self._begin: Callable[[], bool] = _not_begun
        self._done: list[Callable[[ClubsRun], None]] = []
        self._record: dict[str, object] = {}
        self._put: Put | None = None
        self.group = ""
        self.members: list[str] = []
        self.seconds = 0.0

    def start_group(self, group: str, say: Callable[[str], None], *, full: bool, publishes: bool) -> bool:
        """Begin the build of a group; return whether there is anything to do.

        Raises:
            LockedError: another build holds the lock and does not end.
        """
        self.group = group
        self._done.clear()

        def plan(warehouse: Warehouse) -> Plan:
            folders, groups = members_read(folders_in(self.paths.landing), warehouse, group)
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
        """Begin the build of what is shown of all clubs; return whether there is anything to do."""
        self._start(
            lambda warehouse: of_federation(
                plan_of(self.paths, warehouse, folders_in(self.paths.landing), only=()),
            ),
            say,
        )
        return not self.build.plan.is_empty

    def _start(self, plan: Callable[[Warehouse], Plan], say: Callable[[str], None], *, at_once: bool = True) -> None:
        self.close()
        self._say = say
        self._complete()
        self._build = self._open.enter_context(
            under_way(self.paths, plan, say=say, who=self.who, at_once=at_once, patience=self._patience)
        )

    def _complete(self) -> None:
        """Put the pages of a build that was broken off once it was recorded: there may be nothing else to do."""
        complete(self.paths.warehouse, self.paths.reports, self._say, who=self.who, patience=self._patience)

    @property
    def _patience(self) -> float:
        """Of a lake many runs wait for each other, and each has computed its group by then: none gives up."""
        return math.inf if isinstance(self.paths.warehouse, Lake) else PATIENCE

    def close(self) -> None:
        """End the build; what was not published is forgotten."""
        self._open.close()
        self._build = self._clubs = self._hidden = None

    def take_up(self) -> None:
        """Where the build of a group was closed, begin it anew, up to where it was: what is put stays."""
        if self._build is None:
            self._begin()
            for make in self._done:
                make(self.clubs)

    def made_by(self, make: Callable[[ClubsRun], None]) -> None:
        """Remember by what a stage was made, so that `take_up` makes it again."""
        self._done.append(make)

    def publish(self, put: Put) -> None:
        """Put what was made in its place, of which this is to be said."""
        self._record, self._put = self.build.record, put
        self.build.publish()

    def already_put(self) -> Put | None:
        """What there is to say of what was put as the build was broken off; None where it is still to be made."""
        if self._put is None:
            return None
        self._complete()
        with as_it_is(self.paths.warehouse) as warehouse:
            return self._put if has_build(warehouse, self._record) else None

    @property
    def build(self) -> Build:
        """The build under way."""
        if self._build is None:
            raise NotAsAWholeError(AS_A_WHOLE)
        return self._build

    @property
    def clubs(self) -> ClubsRun:
        """The clubs of the group that are built in this run."""
        if self._clubs is None:
            raise NotAsAWholeError(AS_A_WHOLE)
        return self._clubs

    @contextmanager
    def stage(self) -> Iterator[ClubsRun]:
        """One stage of the run, whose seconds are counted."""
        clubs, began = self.clubs, time.perf_counter()
        yield clubs
        self.seconds = time.perf_counter() - began

    def made(self, table: str) -> pl.DataFrame | None:
        """The rows of a table made in this run, of the clubs that are in the running; None if none were made."""
        if table not in self.clubs.made:
            return None
        rows, clubs = self.clubs.made[table], set(self.clubs.clubs)
        return (
            rows
            if self.clubs.made_for[table] <= clubs
            else rows.filter(pl.col("club").fill_null("").is_in(list(clubs)))
        )

    def rows_in_group(self, table: str) -> int:
        """How many rows the group has in a table, after this run."""
        made = self.clubs.made_for.get(table, set()) & set(self.clubs.clubs)
        others = [club for club in self.members if club not in made]
        rows = self.made(table)
        return (0 if rows is None else rows.height) + self.build.warehouse.count(table, others)

    @property
    def hidden(self) -> Withheld:
        """The people of its clubs who are not shown, as they are known once the files are read."""
        if self._hidden is None:
            self._hidden = withheld(self._known)
        return self._hidden

    def _known(self, table: str) -> pl.DataFrame:
        failed = {failure.club for failure in self.clubs.failures}
        rows = [self.clubs.table(table), self.build.warehouse.read_all_seasons(table, failed)]
        if table == "raw.players":  # who asks in one club is hidden in all
            rows.append(self.build.hiding.elsewhere(self.clubs, failed | set(self.clubs.clubs)))
        return pl.concat(rows)


def _not_begun() -> bool:
    raise NotAsAWholeError(AS_A_WHOLE)


AS_A_WHOLE = (
    "a group of clubs is built as a whole, from its files to its pages, since it is swapped in at the end;"
    " launch the job build_group for this group (from failure nothing can be gone on with)"
)
