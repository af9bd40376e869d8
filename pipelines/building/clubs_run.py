"""Read, compute, check, draw and keep some clubs together, in the same frames.

A club that fails at any stage is set aside: it leaves the run, and its published results stay.
"""

import datetime as dt
import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import dataframely as dy
import polars as pl

from pipelines.building.changes import PUBLISHED, RAW, Plan
from pipelines.building.failures import Failure, each_alone
from pipelines.building.groups import bytes_of
from pipelines.building.solving.store import solved_tables
from pipelines.intake.landing.gathered import RAW as RAW_TABLES
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.intake.landing.read_before import ReadBefore
from pipelines.machine import clock
from pipelines.machine.stopping import stands_at
from pipelines.settings.ratings import rating_table
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse, validated
from pipelines.words.progress import Progress
from transforms import season
from transforms.checks import Check
from transforms.checks.computed import conditions, in_words
from transforms.published.shown import latest_lists
from transforms.published.trail import RULES
from transforms.published.vanished import published_sessions
from transforms.ratings import published
from transforms.ratings.yearly import with_list
from transforms.tables.messages import gettext
from transforms.tables.schemas import VIEWS, WAREHOUSE, Elo, PublishedLists, PublishedRatings, Ratings, RatingSeasons
from transforms.tables.shared import in_shape
from transforms.tables.steps import Step

_SMALL = 12_000_000
"""Up to this number of bytes of files, polars uses its in-memory engine, which starts queries faster. The streaming
engine takes an eighth more time for the sample, or for five clubs of 30,000 result lines. Beyond some million lines
that engine is faster and needs less memory."""


def engine_for(size: int) -> AbstractContextManager[object]:
    """Return a context in which polars uses its in-memory engine for few bytes, unless the environment names one."""
    is_chosen = size > _SMALL or os.environ.get("POLARS_ENGINE_AFFINITY")
    return nullcontext() if is_chosen else pl.Config(engine_affinity="in-memory")


def last_build(warehouse: Warehouse, clubs: Collection[str] | None = None) -> LastBuild:
    """Return the record of the last build about these clubs; None means all clubs."""
    published = ("published.results", "published.files", "operations.file_history")
    known = ("raw.players", "raw.people", "raw.files", "raw.findings", "operations.hidden_on_pages")
    return LastBuild(
        *(warehouse.read(table, clubs) for table in known),
        published=published_sessions(*(warehouse.read(table, clubs) for table in published)).collect(),
        rules=warehouse.read(RULES, clubs),
    )


LISTS = "published.ratings"
"""The table behind the view `ratings.published`."""


class Checked(NamedTuple):
    """A check, with the rows that fail it, and the clubs that were checked."""

    check: Check
    rows: pl.DataFrame
    clubs: frozenset[str]


class ClubsRun:
    """The tables of some clubs that are being built. Unchanged tables are read from the warehouse.

    With `publishes`, the latest rating lists are recorded as published. `solved` is the file of solved deals, and
    `readings` the folder of `ReadBefore`, if there is one.
    """

    def __init__(
        self,
        warehouse: Warehouse,
        plan: Plan,
        clubs: Iterable[str],
        landing: Path,
        progress: Progress = lambda *_: None,
        *,
        number: int | None = None,
        publishes: bool = False,
        solved: Path | None = None,
        readings: Path | None = None,
    ) -> None:
        self.number, self.solved, self.readings = number, solved, readings
        self.warehouse, self.plan, self.landing, self.progress = warehouse, plan, landing, progress
        self.clubs = {club: plan.stale[club] for club in clubs if club in plan.stale}
        self.publishes = publishes
        self.failures: list[Failure] = []
        self.seconds: dict[str, float] = {}
        self.made: dict[str, pl.DataFrame] = {}
        self.made_for: dict[str, set[str]] = {}
        self._recorded: pl.DataFrame = WAREHOUSE[LISTS].create_empty()
        self.checked: list[Checked] = []
        stale = frozenset[str]().union(*self.clubs.values())
        of_steps = {table for step in steps_of_clubs() if not stale.isdisjoint(step.makes) for table in step.makes}
        self._to_make = of_steps | ({f"raw.{name}" for name in RAW_TABLES} if RAW in stale else set())
        self._kept = None if plan.only is None else plan.only | ({LISTS} if PUBLISHED in plan.only else set())
        if self._kept is not None:
            self._to_make &= self._kept

    def run(self, draw: Callable[["ClubsRun"], None]) -> None:
        """Run all stages in order, and draw the pages at the end."""
        with self.engine():
            self.read()
            self.record_published()
            for number, step in enumerate(steps_of_clubs(), start=1):
                self.compute(step)
                self.progress(gettext("computing"), number, len(steps_of_clubs()))
            draw(self)

    def engine(self) -> AbstractContextManager[object]:
        """Return a context in which polars uses the engine that suits these clubs."""
        return engine_for(sum(bytes_of(self.plan.folders.get(club, ())) for club in self.clubs))

    def read(self) -> None:
        """Make the raw tables from files; a competition without a changed file keeps its rows."""
        self._make(RAW, self._read)
        self._check()

    def record_published(self) -> None:
        """Make the table of published ratings from lists recorded earlier and lists in the files."""
        self._recorded = self.warehouse.read(LISTS, list(self.clubs))
        self._make(PUBLISHED, self._published)

    def compute(self, step: Step) -> None:
        """Make and check the tables of a step for the clubs that need them."""
        self._make(step.makes[0], lambda clubs: self._computed(step, clubs), tables=step.makes)
        self._check()
        if self.publishes and "ratings.elo" in step.makes:
            self._make(PUBLISHED, self._with_latest, of_all=True)

    def table(self, name: str, clubs: Iterable[str] | None = None, *, all_seasons: bool = True) -> pl.DataFrame:
        """Return a table's rows for clubs still in this run: the rows made here, or else the rows in the warehouse."""
        wanted = set(self.clubs if clubs is None else clubs) & set(self.clubs)
        here = self.made_for.get(name, set()) & wanted
        of_season = self.warehouse.in_season(name)
        parts = []
        if here:
            rows = self.made[name]
            rows = rows if here == self.made_for[name] else rows.filter(pl.col("club").is_in(here))
            if of_season is not None:
                parts.append(self.warehouse.read_all_seasons(name, here).filter(pl.col("season") != of_season))
                rows = rows.filter(pl.col("season") == of_season)
            parts.append(rows)
        if wanted - here:
            parts.append(self.warehouse.read_all_seasons(name, wanted - here))
        rows = pl.concat(parts) if parts else WAREHOUSE[name].create_empty()
        return rows if all_seasons or of_season is None else rows.filter(pl.col("season") == of_season)

    def set_aside(self, failures: Iterable[Failure]) -> None:
        """Take the clubs of these failures out of this run, and record the failures."""
        for failure in failures:
            if self.clubs.pop(failure.club, None) is not None:
                self.failures.append(failure)

    def leave_out(self, clubs: Iterable[str]) -> list[str]:
        """Take these clubs out of this run without recording a failure; return those that were in it."""
        self.failures = [failure for failure in self.failures if failure.club not in clubs]
        return [club for club in clubs if self.clubs.pop(club, None) is not None]

    def kept(self) -> dict[str, pl.DataFrame]:
        """Return the tables made for clubs still in this run. Call this when no other process can write.

        Rating lists that others published during the run are kept, because no build could make them again.
        """
        stands_at("keeping the tables")
        if LISTS in self.made:
            clubs = list(self.made_for[LISTS] & set(self.clubs))
            before, made = (rows.filter(pl.col("club").is_in(clubs)) for rows in (self._recorded, self.made[LISTS]))
            now = self.warehouse.read(LISTS, clubs)
            self.made[LISTS] = validated(LISTS, published.with_changed(made, before, now))
        is_running = pl.col("club").fill_null("").is_in(list(self.clubs))
        return {
            name: rows if self.made_for[name] <= set(self.clubs) else rows.filter(is_running)
            for name, rows in self.made.items()
            if name not in VIEWS
        }

    # --- one stage ------------------------------------------------------------------------------

    def _make(
        self,
        table: str,
        make: Callable[[list[str]], dict[str, pl.DataFrame]],
        tables: tuple[str, ...] = (),
        *,
        of_all: bool = False,
    ) -> None:
        names, began = (table, *tables), time.perf_counter()
        clubs = [club for club, stale in self.clubs.items() if of_all or not stale.isdisjoint(names)]
        made, failures = each_alone(make, clubs, table)
        self.set_aside(failures)
        frames = defaultdict[str, list[pl.DataFrame]](list)
        for of_clubs, parts in made:
            for name, rows in parts.items():
                if self._kept is None or name in self._kept:
                    frames[name].append(rows)
                    self.made_for.setdefault(name, set()).update(of_clubs)
        self.made |= {name: pl.concat(parts) for name, parts in frames.items()}
        self.seconds |= dict.fromkeys(frames, time.perf_counter() - began)

    def _read(self, clubs: list[str]) -> dict[str, pl.DataFrame]:
        read_before = [club for club in clubs if club in self.plan.read_by_this_code]
        kept = {name: self.warehouse.read(f"raw.{name}", read_before) for name in RAW_TABLES}
        folders = [folder for club in clubs for folder in self.plan.folders[club]]
        last = replace(last_build(self.warehouse, clubs), read=ReadBefore(self.readings, read_before))
        for club in clubs:
            last.read.forget(club, {folder.competition for folder in folders if folder.club == club})
        tables = read_landing(self.landing, kept, self.progress, folders, last)
        return {f"raw.{name}": validated(f"raw.{name}", rows) for name, rows in tables.items()}

    def _computed(self, step: Step, clubs: list[str]) -> dict[str, pl.DataFrame]:
        given: dict[str, Any] = {
            name: self.table(name, clubs, all_seasons=step.all_seasons) for name in step.tables_read
        }
        conditions = {
            "rating_table": rating_table,
            "profiles": profile_table,
            "today": clock.today,
            "solved": lambda: solved_tables(self.solved, self.table("raw.deals", clubs)["deal_id"]),
        }
        given |= {name: now() for name, now in conditions.items() if name in step.reads}
        return {name: validated(name, rows) for name, rows in step.computed(given).items()}

    def _published(self, clubs: list[str]) -> dict[str, pl.DataFrame]:
        past = with_list(in_shape(RatingSeasons, self.table("raw.rating_seasons", clubs)), clock.today())
        recorded = in_shape(PublishedLists, self._recorded.filter(pl.col("club").is_in(clubs)))
        ratings = in_shape(Ratings, self.table("raw.ratings", clubs))
        return _lists(published.published_ratings(recorded, ratings, past))

    def _with_latest(self, clubs: list[str]) -> dict[str, pl.DataFrame]:
        known = in_shape(PublishedLists, self.table(LISTS, clubs))
        latest = latest_lists(self.table("ratings.elo", clubs), known)
        return _lists(published.with_recorded(known, in_shape(Elo, latest), dt.datetime.now(dt.UTC), self.number))

    # --- checks ---------------------------------------------------------------------------------

    def _check(self) -> None:
        done = {checked.check.name for checked in self.checked}
        for check in conditions():
            read = {check.on, *check.reads.values()}
            is_ready = not read.isdisjoint(self.made_for) and not read & self._to_make - set(self.made_for)
            if check.name not in done and is_ready:
                self.checked.append(self._checked(check))

    def _checked(self, check: Check) -> Checked:
        def offenders(clubs: list[str]) -> pl.DataFrame:
            return offenders_in(check, lambda table, clubs: self.table(table, clubs, all_seasons=False), clubs)

        made_for = (self.made_for.get(table, set()) for table in (check.on, *check.reads.values()))
        of_clubs = frozenset[str]().union(*made_for) & set(self.clubs)
        found, failures = each_alone(offenders, of_clubs, f"check {check.name}")
        self.set_aside(failures)
        rows = pl.concat([rows for _, rows in found], how="diagonal") if found else pl.DataFrame()
        if check.severity == "error" and not rows.is_empty():
            where = f"{check.on}, check {check.name}"
            parts = rows.partition_by("club", as_dict=True, maintain_order=True)
            self.set_aside(Failure(club, where, in_words(check, of_club)) for (club,), of_club in parts.items())
        return Checked(check, rows, of_clubs)


def offenders_in(
    check: Check, read: Callable[[str, Collection[str]], pl.DataFrame], clubs: Collection[str]
) -> pl.DataFrame:
    """Return the rows of these clubs that fail a check; `read` returns the rows of some clubs in a table."""
    given = {name: read(table, clubs) for name, table in check.reads.items()}
    return check.offenders(**given).lazy().collect()


def steps_of_clubs() -> list[Step]:
    """Return the steps that make tables of individual clubs, in order."""
    return [step for step in season.STEPS if not step.of_all_clubs]


def _lists(lists: dy.LazyFrame[PublishedLists]) -> dict[str, pl.DataFrame]:
    remembered = validated(LISTS, lists)
    return {LISTS: remembered, PUBLISHED: validated(PUBLISHED, in_shape(PublishedRatings, remembered))}
