"""The tables about what was published, what changed since, and earlier files. `transforms/published/` defines them."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import NamedTuple, Self

import polars as pl

from pipelines.warehouse import Warehouse, build_record
from transforms.published.kinds import RATINGS, RESULTS, Kind
from transforms.published.trail import OF_LINES, ORDER, REMEMBERED, When, overtaken, publication, settled, trail
from transforms.ratings.published import with_changed
from transforms.tables.schemas import Tables


class AsAsked(dict[str, pl.DataFrame]):
    """Tables by name. A table is read when it is first used."""

    def __init__(self, read: Callable[[str], pl.DataFrame]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, name: str) -> pl.DataFrame:
        self[name] = self._read(name)
        return self[name]


def tables_of(warehouse: Warehouse, club: str | None = None) -> AsAsked:
    """Return the tables of a warehouse by name; with `club`, only the rows of that club."""
    return AsAsked(warehouse.read_all_seasons if club is None else partial(warehouse.read_of, club=club))


def leave_trail(
    warehouse: Warehouse, build: int, at: dt.datetime, clubs: Collection[str], made: Callable[[str], pl.DataFrame]
) -> None:
    """Record in the tables `REMEMBERED` what a build of these clubs changes.

    `made` returns a table's rows of these clubs after the build. Call this before the new tables are stored, because
    some are compared with those in the warehouse.
    """
    before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
    before[RATINGS.table] = made(RATINGS.table)  # a build may record a rating list as published
    left = trail(before, warehouse.read_all_seasons, AsAsked(made), When(at, build))
    warehouse.replace({name: rows for name, rows in left.items() if not rows.equals(before[name])}, clubs)


def remembered(warehouse: Warehouse) -> dict[str, pl.DataFrame]:
    """Return the tables `REMEMBERED`, by name."""
    return {name: warehouse.read_all_seasons(name) for name in REMEMBERED}


class Planned(NamedTuple):
    """A planned publication: the values of some kinds, as they were when the pages were copied."""

    kinds: tuple[Kind, ...]
    when: When  # the time of the publication, with the number of the build that made its pages
    before: Tables  # the tables `REMEMBERED` before the publication
    after: Mapping[str, pl.DataFrame]  # the tables that the publication changes, as they are after it
    lines: Tables  # the tables `OF_LINES` of that build; empty unless results are among the kinds

    @classmethod
    def of(cls, warehouse: Warehouse, kinds: Iterable[Kind]) -> Self:
        """Plan to publish these kinds of values now, as they were made by the last build."""
        kinds, when = tuple(kinds), When(dt.datetime.now(dt.UTC), build_record.last_number(warehouse) or None)
        before, made = remembered(warehouse), tables_of(warehouse)
        after = publication(before, made, kinds, when)
        return cls(kinds, when, before, after, {name: made[name] for name in OF_LINES if RESULTS in kinds})

    def after_builds(self, now: Tables, made: Tables, when: When) -> dict[str, pl.DataFrame]:
        """Return `after`, but as if the publication had come before the builds that followed the copy of the pages.

        `when` is the time of the last of these builds; rating lists that they recorded stay. `now` and `made` are the
        current tables. No other publication may have come in between.
        """
        after = dict(self.after)
        if RATINGS.table in after:
            lists = with_changed(*(tables[RATINGS.table] for tables in (now, self.before, self.after)))
            after[RATINGS.table] = lists.collect()
        # Without a publication of results, the lines that changed are as the builds left them.
        found = trail({**self.before, **after}, lambda name, _: self.lines.get(name, made[name]), made, when)
        for name in ORDER:
            if name in after:
                after[name] = overtaken(name, found[name], now[name], self.kinds, self.when.build)
        return after


def record_lists(warehouse: Warehouse, lists: pl.DataFrame, at: dt.datetime) -> None:
    """Write these rating lists, which are published at `at`."""
    tables, when = {RATINGS.table: lists}, When(at, build_record.last_number(warehouse) or None)
    write(warehouse, tables | settled(remembered(warehouse), tables, when))


def write(warehouse: Warehouse, tables: Mapping[str, pl.DataFrame]) -> None:
    """Write some of the tables `REMEMBERED`."""
    for name, rows in tables.items():
        warehouse.write(name, rows)
