"""Find what a build must make: tables whose files, rules or code changed since they were made.

The date matters only for rating lists: when a list is due, its club counts as changed.
"""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import polars as pl

from pipelines.building.solving.store import newly_solved, store_of
from pipelines.intake.landing.folders import CONTENTS, SETTINGS, Folder, fingerprint
from pipelines.intake.landing.gathered import RAW as RAW_TABLES
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.raw_tables import to_try_again
from pipelines.machine import clock
from pipelines.machine.paths import Paths
from pipelines.machine.source import DRAWING, REFERENCE, code_of, versions_of
from pipelines.reports.page_names import page_name, pages_in
from pipelines.settings.federation import contents_hash
from pipelines.warehouse import Warehouse
from pipelines.warehouse.build_record import code_sha256, last
from pipelines.warehouse.lake_files import lost
from pipelines.words.languages import FOLDER as CATALOGUES
from pipelines.words.languages import usual_language
from transforms import season
from transforms.published.vanished import GONE_SINCE
from transforms.ratings.seasons import list_is_due
from transforms.tables.messages import Message, ngettext, ngettext_noop

RAW, SITE, FIRST = "raw", "reports.site", "reports.first"
"""Names in `operations.steps`: all raw tables of a club, the pages of a club, and the pages of all clubs together."""
FAILED = "failed"
"""Stored in place of a table name if the last build of a club failed and made nothing."""
_COMPUTING = ("polars", "numpy", "numba", "lxml", "pydantic", "dataframely")
"""Libraries whose versions affect how files are read, and thereby all numbers."""
PUBLISHED = "ratings.published"
_LIST_OF_ALL = "federation.ratings"
NO_CLUB = ""
_RENAMED = ngettext_noop(
    "{number} file renamed ({old} is now {new})", "{number} files renamed (for example, {old} is now {new})"
)
_STEPS = "operations.steps"
_CHAIN = (
    ((PUBLISHED,), ("raw.ratings", "raw.rating_seasons")),
    *((step.makes, step.tables_read) for step in season.STEPS),
)
"""What follows from what: the tables that are made together, and the tables that they are made from, in order."""
READ_BY = {table: reads for makes, reads in _CHAIN for table in makes}
"""The tables from which each table is made, except raw tables and `SITE`."""
OWED = "/owed"
"""Stored instead of a hash of inputs, so that the next build makes the table again, from all files of the club."""
_LEFT = ("left", OWED)
"""What stands instead of a hash of inputs if a build left a table or page to a later one."""
_OF_SEVERAL = " among others"  # added to the inputs of the pages, which lead to the list of clubs if there are several


class Why(NamedTuple):
    """The changes that cause a build. `str` describes them in the current language."""

    built: int
    clubs: int
    otherwise: Sequence[Message]
    """The reasons that hold if no file changed."""
    changes: Sequence[tuple[tuple[str, str], int]] = ()
    renamed: tuple[str, str] = ("", "")
    """The old and the new name of a renamed file with an evening's results. It counts neither as new nor as removed."""

    def __str__(self) -> str:
        old, new = self.renamed
        changes = [ngettext(*words, number, old=old, new=new) for words, number in self.changes if number]
        return ngettext(
            "{built} of {number} club: {what}",
            "{built} of {number} clubs: {what}",
            self.clubs,
            built=self.built,
            what=", ".join(changes or map(str, self.otherwise)),
        )


class Plan(NamedTuple):
    """The work that a build must do."""

    folders: dict[str, list[Folder]]
    """The folders of each club. Files outside any club are under `NO_CLUB`."""
    wanted: pl.DataFrame
    """The steps that the present files and code require: (club, table_name, inputs_sha256, code_sha256)."""
    stale: dict[str, frozenset[str]]
    """For each club with something to do, the tables to make again."""
    gone: list[str]
    why: Why | str
    read_by_this_code: frozenset[str]
    """Clubs whose files the present code has read for all seasons, so unchanged files need not be read again."""
    only: frozenset[str] | None = None
    """The tables (or `SITE`) to make, changed or not, from the stored tables above them; None: all that changed."""
    late: Mapping[str, frozenset[str]] = MappingProxyType({})
    """With `only`, for each club, the tables that do not follow from its present files after this build."""

    @property
    def clubs(self) -> list[str]:
        """The clubs to build, sorted; for some of them, only the pages must be drawn."""
        return sorted(set(self.stale) - {NO_CLUB} | ({NO_CLUB} & set(self.folders) & set(self.stale)))

    @property
    def is_empty(self) -> bool:
        """Whether the build has nothing to do."""
        return not self.stale and not self.gone


def only_these(plan: Plan, tables: Collection[str]) -> Plan:
    """Return the plan that makes exactly these tables of all clubs of `plan.stale`, from what is stored above them.

    A table that is made from a table that should be made again should itself be made again.
    """
    only = frozenset(tables)
    raw = {f"raw.{name}" for name in RAW_TABLES}
    names = frozenset(RAW if table in raw else table for table in only)
    late: dict[str, frozenset[str]] = {}
    for club, stale in plan.stale.items():
        left = set(stale) - (names if raw <= only else names - {RAW})
        for makes, reads in _CHAIN:
            if not left.isdisjoint(RAW if table in raw else table for table in reads):
                left |= names & {*makes}
        late[club] = frozenset(left | ({SITE} & names if left else set()))
    return plan._replace(stale=dict.fromkeys(plan.stale, names), gone=[], only=only, late=late)


def plan_of(
    paths: Paths,
    warehouse: Warehouse,
    folders: Iterable[Folder],
    *,
    full: bool = False,
    takes_solved: bool = True,
    only: Collection[str] | None = None,
) -> Plan:
    """Compare the present inputs with the inputs from which the warehouse (or one season in it) was made.

    Without `takes_solved`, newly solved deals alone cause no build of a club. `only` restricts the clubs; None means
    all clubs.
    """
    if gone_files := lost(warehouse):
        raise gone_files.error(paths.warehouse)
    of_clubs = by_club(folders)
    asked = of_clubs if only is None else {club: of_clubs[club] for club in only if club in of_clubs}
    had = steps_made(warehouse, None if only is None else [*asked, NO_CLUB])
    wanted = _wanted(asked, warehouse, only, contents_hash(paths.landing), is_one=is_one_club(of_clubs))
    due = list_is_due(warehouse.read("raw.rating_seasons", only), clock.today())["club"]
    unread = to_try_again(warehouse.read("raw.findings", only))["club"]
    must_be_read = {*due, *unread, *_failed(warehouse)}
    with_solved = newly_solved(warehouse, store_of(paths.warehouse), asked if takes_solved else ())
    club, table = pl.col("club"), pl.col("table_name")
    again = wanted.filter(
        club.is_in(must_be_read & asked.keys())
        | ((table == _LIST_OF_ALL) & pl.lit(_list_of_all_is_due(warehouse)))
        | ((table == SITE) & club.is_in(_not_as_drawn(paths, warehouse, had, asked)))
        | ((table == FIRST) & pl.lit(not (paths.reports / "index.html").exists()))
        | (club.is_in(with_solved["club"].to_list()) & table.is_in(after("deals.double_dummy")))
    )
    changed = wanted.join(had.clear() if full else had, on=wanted.columns, how="anti")
    tables_of = pl.concat([changed, again]).group_by("club").agg("table_name")
    stale = {club: frozenset(tables) for club, tables in tables_of.iter_rows()}
    gone = gone_clubs(warehouse, of_clubs)
    same_code = had.filter(table_name=RAW).join(wanted, on=["club", "table_name", "code_sha256"], how="semi")
    # The last build of a failed club took over its hidden people without reading its files.
    is_known = ~pl.col("inputs_sha256").str.contains("/", literal=True) & ~club.is_in(_failed(warehouse))
    whole = frozenset(() if full else same_code.filter(is_known)["club"])
    built, there = (len(set(clubs) - {NO_CLUB}) for clubs in (stale, of_clubs))
    if full or had.is_empty():
        why = Why(built, there, [Message("everything is built again") if full else Message("the first build")])
        return Plan(of_clubs, wanted, stale, gone, why, whole)
    changes, renamed = _changed_files(of_clubs, warehouse, only)
    changes += [
        (ngettext_noop("{number} deal solved", "{number} deals solved"), with_solved["deal_id"].n_unique()),
        (ngettext_noop("{number} club removed", "{number} clubs removed"), len(set(gone) - {NO_CLUB})),
    ]
    otherwise = list[Message]()
    if not any(number for _, number in changes):
        otherwise = _reasons(paths, warehouse, had, changed, again, due={*due}, unread={*unread})
    return Plan(of_clubs, wanted, stale, gone, Why(built, there, otherwise, changes, renamed), whole)


def _list_of_all_is_due(warehouse: Warehouse) -> bool:
    last = warehouse.read_all_seasons("federation.rating_seasons")["list_date"].max()
    return isinstance(last, dt.date) and not isinstance(last, dt.datetime) and last < clock.today()


def _reasons(
    paths: Paths,
    warehouse: Warehouse,
    had: pl.DataFrame,
    changed: pl.DataFrame,
    again: pl.DataFrame,
    *,
    due: set[str],
    unread: set[str],
) -> list[Message]:
    """Return why tables and pages are made again although no file changed."""
    key = ["club", "table_name"]
    both = changed.join(had, on=key, suffix="_before")
    of_files, of_pages = pl.col("table_name") == RAW, pl.col("table_name").is_in([SITE, FIRST])
    other_code, other_input = (pl.col(name) != pl.col(f"{name}_before") for name in ("code_sha256", "inputs_sha256"))
    of_several = (pl.col("table_name") == SITE) & (
        pl.col("inputs_sha256").str.ends_with(_OF_SEVERAL) != pl.col("inputs_sha256_before").str.ends_with(_OF_SEVERAL)
    )
    by_code, by_input = both.filter(other_code), both.filter(other_input)
    is_new_version = last(warehouse).get("code_sha256") != code_sha256()
    left = pl.col("inputs_sha256_before").is_in(_LEFT)
    with_lists = by_input.filter(~of_several, ~left, table_name=SITE)
    clubs = {*again["club"]}
    failed = clubs & {*_failed(warehouse)}
    unmade = changed.join(had, on=key, how="anti").filter(~pl.col("club").is_in(list(failed)))
    folder = _pages_before(paths, warehouse)
    missing = again.filter(of_pages, ~pl.col("club").is_in([*failed, *due, *unread])).height
    reasons: list[tuple[bool, Message]] = [
        (is_new_version and not (by_code.is_empty() and unmade.is_empty()), Message("Barometer changed")),
        (
            not is_new_version and not by_code.filter(of_files).is_empty(),
            Message("the limits for reading files changed, or a library that computes"),
        ),
        (
            not is_new_version and not by_code.filter(of_pages).is_empty() and by_code.filter(of_files).is_empty(),
            Message("the language of Barometer changed, or a library that draws"),
        ),
        (not with_lists.is_empty(), Message("a rating list was published")),
        (not by_input.filter(of_several).is_empty(), Message("the site now has one club, or several")),
        (not by_input.filter(left).is_empty(), Message("an earlier build left something to this one")),
        (not is_new_version and not unmade.is_empty(), Message("an earlier build did not make everything")),
        (bool(clubs & due), Message("a rating list is due")),
        (bool(failed), Message("clubs that could not be built are tried again")),
        (bool(clubs & unread), Message("files that could not be read are tried again")),
        (folder is not None, Message("the last build wrote its pages to another folder: {folder}", folder=folder)),
        (bool(missing) and folder is None, Message("pages are missing")),
    ]
    return [said for holds, said in reasons if holds]


def by_club(folders: Iterable[Folder]) -> dict[str, list[Folder]]:
    """Return the folders of each club."""
    of_clubs = defaultdict[str, list[Folder]](list)
    for folder in folders:
        of_clubs[folder.club].append(folder)
    return dict(of_clubs)


def steps_made(warehouse: Warehouse, clubs: Collection[str] | None = None) -> pl.DataFrame:
    """Return the rows of `Steps` for these clubs (None: all clubs), without failed builds."""
    return warehouse.read(_STEPS, clubs).filter(pl.col("table_name") != FAILED)


def read_clubs(warehouse: Warehouse) -> set[str]:
    """Return the clubs that have been built and have published results."""
    return {*warehouse.read_of(_STEPS, table_name=RAW)["club"]}


def gone_clubs(warehouse: Warehouse, of_clubs: Mapping[str, list[Folder]]) -> list[str]:
    """Return the clubs that earlier builds made or failed to make and that have no folder any more, sorted."""
    closed = {  # their folder exists but cannot be opened, so they keep their results
        file_id.partition("/")[0]
        for folder in of_clubs.get(NO_CLUB, ())
        for file_id, file in folder.files.items()
        if any(finding.code == "landing.closed_folder" for finding in file.findings)
    }
    return sorted({*read_clubs(warehouse), *_failed(warehouse)} - set(of_clubs) - closed)


def _failed(warehouse: Warehouse) -> list[str]:
    findings = warehouse.read("operations.findings").filter(pl.col("code") != GONE_SINCE)
    return findings["club"].drop_nulls().unique().to_list()


def is_one_club(of_clubs: Mapping[str, Iterable[Folder]]) -> bool:
    """Return whether only one of these clubs has a competition; its first page is then that of the site."""
    with_one = {club for club, folders in of_clubs.items() if any(SETTINGS in folder.files for folder in folders)}
    return len(with_one - {NO_CLUB}) == 1


def _wanted(
    of_clubs: Mapping[str, list[Folder]],
    warehouse: Warehouse,
    only: Collection[str] | None,
    settings: str,
    *,
    is_one: bool,
) -> pl.DataFrame:
    of_season = "" if warehouse.season is None else f"/{warehouse.season}"
    inputs = [
        (club, fingerprint(file for folder in of_club for file in folder.contents) + of_season)
        for club, of_club in of_clubs.items()
    ]
    # No number follows from a list that was recorded; the pages offer it.
    lists = warehouse.read(PUBLISHED, only).group_by("club").agg(pl.col("published_at").max().cast(pl.String))
    clubs = pl.DataFrame(inputs, dict.fromkeys(("club", "files"), pl.String), orient="row").join(
        lists, on="club", how="left"
    )
    federation = {FIRST} | {table for step in season.STEPS if step.of_all_clubs for table in step.makes}
    tables = pl.DataFrame(list(versions().items()), ["table_name", "code_sha256"], orient="row")
    of_all = pl.col("table_name").is_in(list(federation))
    of_pages = pl.concat_str("files", "published_at", pl.lit("" if is_one else _OF_SEVERAL), ignore_nulls=True)
    inputs_sha256 = pl.when(table_name=SITE).then(of_pages).otherwise("files").alias("inputs_sha256")
    of_each = clubs.join(tables.filter(~of_all), how="cross").select("club", "table_name", inputs_sha256, "code_sha256")
    of_federation = f"all{of_season} {settings}".strip()
    everywhere = tables.filter(of_all).select(
        pl.lit(NO_CLUB).alias("club"), "table_name", pl.lit(of_federation).alias("inputs_sha256"), "code_sha256"
    )
    return pl.concat([of_each, everywhere])


def versions() -> dict[str, str]:
    """Return a hash per table (or `RAW`, `SITE`, `FIRST`) of the code and data of its step and all steps before."""
    limits = replace(Limits.from_environment(), workers=0)
    reading = code_of("pipelines.intake.landing.raw_tables", "pipelines.intake.landing.worker", data=(REFERENCE,))
    known = {RAW: _sha256(reading, str(limits), versions_of(*_COMPUTING))}
    known[PUBLISHED] = _sha256(code_of("transforms.ratings.published", "transforms.ratings.yearly"), known[RAW])
    for step in season.STEPS:
        data = (REFERENCE,) if {"rating_table", "profiles"} & {*step.reads.values()} else ()
        before = sorted({known[RAW if table.startswith("raw.") else table] for table in step.tables_read})
        modules = [step.transform.__module__, "transforms.checks.computed"]
        modules += ["pipelines.settings.federation"] if "federation" in step.reads.values() else []
        of_step = _sha256(code_of(*modules, data=data), *before)
        known |= dict.fromkeys(step.makes, of_step)
    reports = Path(__file__).resolve().parents[1] / "reports"
    drawing = ("pipelines.reports.site", "pipelines.building.drawing", "pipelines.building.build")
    pages = _sha256(code_of(*drawing, data=(reports, CATALOGUES)), usual_language(), versions_of(*DRAWING))
    return known | {SITE: _sha256(pages, *sorted(set(known.values()))), FIRST: pages}


def after(table: str) -> set[str]:
    """Return the tables that follow from a table, with itself and `SITE`."""
    found = {table, SITE}
    for step in season.STEPS:
        if not found.isdisjoint(step.tables_read):
            found |= set(step.makes)
    return found


def _not_as_drawn(paths: Paths, warehouse: Warehouse, had: pl.DataFrame, asked: Collection[str]) -> list[str]:
    """Return the clubs whose number of pages is wrong, or all clubs if the last build wrote its pages elsewhere."""
    drawn = dict(had.filter(pl.col("club").is_in(list(asked)), table_name=SITE).select("club", "pages").iter_rows())
    if _pages_before(paths, warehouse) is not None:
        return list(drawn)
    folders = {club: paths.reports / page_name(club) for club in drawn}
    there = {club: pages_in(folder) for club, folder in folders.items() if folder.is_dir() and not folder.is_symlink()}
    return [club for club, pages in drawn.items() if there.get(club, 0) != (pages or 0)]


def _pages_before(paths: Paths, warehouse: Warehouse) -> str | None:
    """Return the folder to which the last build wrote its pages ("" if unknown); None if it is the present folder."""
    before = last(warehouse).get("reports")
    return None if before == str(paths.reports.resolve()) else str(before or "")


def _changed_files(
    of_clubs: Mapping[str, list[Folder]], warehouse: Warehouse, only: Collection[str] | None
) -> tuple[list[tuple[tuple[str, str], int]], tuple[str, str]]:
    before = {row[:3]: row[3:] for row in warehouse.read("raw.files", only).select(CONTENTS).iter_rows()}
    counted = of_clubs if only is None else only
    now = {row[:3]: row[3:] for club in counted for folder in of_clubs.get(club, ()) for row in folder.contents}
    renamed = _renamed(before, now, warehouse)
    new, gone = (sum(file not in others for file in files) for files, others in ((now, before), (before, now)))
    changed = sum(file in before and before[file] != what for file, what in now.items())
    changes = [
        (ngettext_noop("{number} new file", "{number} new files"), new - len(renamed)),
        (ngettext_noop("{number} file changed", "{number} files changed"), changed),
        (ngettext_noop("{number} file removed", "{number} files removed"), gone - len(renamed)),
        (_RENAMED, len(renamed)),
    ]
    return changes, renamed[0] if renamed else ("", "")


def _renamed(
    before: Mapping[Any, tuple[Any, ...]], now: Mapping[Any, tuple[Any, ...]], warehouse: Warehouse
) -> tuple[tuple[str, str], ...]:
    """Return (old name, new name) for each evening's file that is gone and has the same bytes as a new file."""
    new = {(*file[:2], what[0]): file[2] for file, what in now.items() if file not in before}
    gone = {file: new.get((*file[:2], what[0])) for file, what in before.items() if file not in now}
    if not any(gone.values()):
        return ()
    clubs = {club for club, *_ in gone}
    evenings = set(warehouse.read("raw.sessions", clubs).select("club", "competition", "file_id").iter_rows())
    of_new = {(*file[:2], named): file[2] for file, named in gone.items() if named and file in evenings}
    return tuple(sorted((old, named) for (*_, named), old in of_new.items()))


def _sha256(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
