"""The trail in the warehouse: what was published, what would now differ, and earlier contents of files.

This module knows which tables are read and written; `transforms/published/` knows what they mean.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import NamedTuple, Self

import polars as pl

from pipelines.warehouse import Warehouse, build_record
from transforms.published.kinds import RATINGS, RESULTS, Kind
from transforms.published.trail import (
    OF_LINES,
    ORDER,
    REMEMBERED,
    When,
    overtaken,
    publication,
    settled,
    trail,
)
from transforms.ratings.published import with_changed
from transforms.tables.schemas import Tables


class AsAsked(dict[str, pl.DataFrame]):
    """Tables by name; each is read when first used."""

    def __init__(self, read: Callable[[str], pl.DataFrame]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, name: str) -> pl.DataFrame:
        self[name] = self._read(name)
        return self[name]


def tables_of(warehouse: Warehouse, club: str | None = None) -> AsAsked:
    """Return the tables of a warehouse, or their rows of one club."""
    return AsAsked(warehouse.read_all_seasons if club is None else partial(warehouse.read_of, club=club))


def leave_trail(
    warehouse: Warehouse, build: int, at: dt.datetime, clubs: Collection[str], made: Callable[[str], pl.DataFrame]
) -> None:
    """Write what a build of these clubs changes in the remembered tables.

    Call this before the new tables are kept, because some are compared with those in the warehouse.

    Args:
        warehouse: the warehouse of the build.
        build: the number of the build.
        at: its time, in UTC.
        clubs: the clubs whose tables were made.
        made: returns a table as it is after the build, with the rows of these clubs.
    """
    before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
    before[RATINGS.table] = made(RATINGS.table)  # a build may record a list
    left = trail(before, warehouse.read_all_seasons, AsAsked(made), When(at, build))
    warehouse.replace({name: rows for name, rows in left.items() if not rows.equals(before[name])}, clubs)


def remembered(warehouse: Warehouse) -> dict[str, pl.DataFrame]:
    """Return the tables `REMEMBERED`, by name."""
    return {name: warehouse.read_all_seasons(name) for name in REMEMBERED}


def number_of_last_build(warehouse: Warehouse) -> int | None:
    """Return the number of the last build; in a lake, of the build that was last to write. None without builds."""
    number = build_record.last(warehouse).get("build")
    return number if isinstance(number, int) else None


class Planned(NamedTuple):
    """A publication of everything shown of some kinds, as it was when the pages were taken."""

    kinds: tuple[Kind, ...]
    when: When
    """The time of the publication, and the number of the build that made the pages."""
    before: Tables
    """The tables `REMEMBERED`."""
    after: Mapping[str, pl.DataFrame]
    """Tables that change once this is published."""
    lines: Tables
    """The tables `OF_LINES` of that build, if results are published."""

    @classmethod
    def of(cls, warehouse: Warehouse, kinds: Iterable[Kind]) -> Self:
        """Return what the last build made, to be published now."""
        kinds, when = tuple(kinds), When(dt.datetime.now(dt.UTC), number_of_last_build(warehouse))
        before, made = remembered(warehouse), tables_of(warehouse)
        after = publication(before, made, kinds, when)
        return cls(kinds, when, before, after, {name: made[name] for name in OF_LINES if RESULTS in kinds})

    def after_builds(self, now: Tables, made: Tables, when: When) -> dict[str, pl.DataFrame]:
        """Return `after`, adjusted for builds that came between the published pages and their record.

        The result is as if the build of these pages had been published, and the last build, at `when`, had come after
        that. Rating lists that builds recorded meanwhile stay. Nothing else may have been published: `now` and `made`
        are the present tables.
        """
        after = dict(self.after)
        if RATINGS.table in after:
            lists = with_changed(*(tables[RATINGS.table] for tables in (now, self.before, self.after)))
            after[RATINGS.table] = lists.collect()
        # If results are not published, the lines that changed are as builds left them.
        found = trail({**self.before, **after}, lambda name, _: self.lines.get(name, made[name]), made, when)
        for name in ORDER:
            if name in after:
                after[name] = overtaken(name, found[name], now[name], self.kinds, self.when.build)
        return after


def record_lists(warehouse: Warehouse, lists: pl.DataFrame, at: dt.datetime) -> None:
    """Write the rating lists as published from now on; lists with this time are new."""
    tables = {RATINGS.table: lists}
    write(warehouse, tables | settled(remembered(warehouse), tables, When(at, number_of_last_build(warehouse))))


def write(warehouse: Warehouse, tables: Mapping[str, pl.DataFrame]) -> None:
    """Write tables of `REMEMBERED`."""
    for name, rows in tables.items():
        warehouse.write(name, rows)
