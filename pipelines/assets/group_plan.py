"""What is to be made of which group of clubs, and of what is shown of all clubs together."""

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import polars as pl

from pipelines.building.changes import (
    FIRST,
    NO_CLUB,
    RAW,
    Plan,
    by_club,
    federation_wide,
    gone_clubs,
    plan_of,
    steps_made,
)
from pipelines.building.groups import assigned, bytes_of
from pipelines.building.lock import turns
from pipelines.building.solving.store import is_at_work, store_of
from pipelines.intake.landing.folders import Folder, read_through
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse, as_it_is
from transforms import season
from transforms.tables.messages import in_english

FEDERATION_TABLES = tuple(table for step in season.STEPS if federation_wide(step) for table in step.makes)
_OF_ALL = frozenset({*FEDERATION_TABLES, FIRST})
"""What is made of all clubs together, by every run."""
_SOON_ENOUGH = dt.timedelta(days=1)
"""Within this time after the last file of a club came, its pages show it."""
_FIRST_GROUP = "group-001"
"""Where no club has a group yet."""


class Wanted(NamedTuple):
    """What runs are to make."""

    groups: list[str]
    """All groups there are, also one of which the last club is yet to be taken out."""
    clubs: dict[str, list[str]]
    """Group -> its clubs that changed or are gone, sorted; groups without any are left out."""
    keys: dict[str, str]
    """Group -> a text that is another one where something else is to be made of it."""
    why: str
    """What changed, in words."""
    waiting: list[str]
    """Clubs of which nothing changed for a day, but what changed before is not built yet; sorted."""


def wanted(paths: Paths, folders: list[Folder], *, has_turns: bool | None = None) -> Wanted:
    """What is to be made now, of which groups.

    While deals are being solved, no club is built for these alone: it would be again and again. What is shown of all
    clubs together is not asked for while a run has its turn, or waits for it, since that will make it.

    Args:
        paths: landing folder, warehouse and reports.
        folders: what is in the landing folder.
        has_turns: whether a run has its turn, or waits for it, as was asked before; None: it is asked now.

    Raises:
        WarehouseError: the warehouse cannot be opened.
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


def members_read(folders: list[Folder], warehouse: Warehouse, group: str) -> tuple[list[Folder], dict[str, str]]:
    """The folders, with those of a group's clubs read through, and the group of each club, as `group_of_clubs`.

    Of the others, a run of the group needs no contents.

    Args:
        folders: of `folders_in`.
        warehouse: that of the last build.
        group: its name.
    """
    of_clubs = by_club(folders)
    groups = group_of_clubs(of_clubs, gone_clubs(warehouse, of_clubs), warehouse)
    return [read_through(folder) if groups[folder.club] == group else folder for folder in folders], groups


def group_of_clubs(of_clubs: Mapping[str, list[Folder]], gone: Iterable[str], warehouse: Warehouse) -> dict[str, str]:
    """Club -> its group; a club that is gone is in the group that it had, what is outside any club in the first one."""
    before = warehouse.read("operations.groups")
    had = dict(before.select("club", "group_name").iter_rows())
    sizes = {club: bytes_of(of_club) for club, of_club in of_clubs.items() if club != NO_CLUB}
    now = dict(assigned(before, sizes).select("club", "group_name").iter_rows())
    first = min(now.values(), default=_FIRST_GROUP)
    return {**{club: had.get(club, first) for club in gone}, **now, NO_CLUB: first}


def of_group(plan: Plan, groups: Mapping[str, str], name: str, *, every_club: bool = False) -> Plan:
    """The part of a plan that is about one group of clubs; what belongs to no club goes with the first group.

    Args:
        plan: of all clubs.
        groups: as `group_of_clubs`.
        name: of the group.
        every_club: whether clubs of which nothing changed are in the running too.
    """
    stale = {club: tables for club, tables in plan.stale.items() if groups[club] == name}
    members = [club for club in plan.folders if groups[club] == name]
    if every_club:
        stale = {club: stale.get(club, frozenset()) for club in {*members, *stale}}
    gone = [club for club in plan.gone if groups[club] == name]
    said = [f"{len(set(stale) - {NO_CLUB})} of {len(set(members) - {NO_CLUB})} clubs of {name}"]
    said += [f"{len(gone)} gone"] if gone else []
    return plan._replace(stale=stale, gone=gone, why=", ".join(said))


def of_federation(plan: Plan) -> Plan:
    """The part of a plan that is about what is shown of all clubs together."""
    stale = {NO_CLUB: plan.stale.get(NO_CLUB, frozenset()) & _OF_ALL}
    return plan._replace(stale={club: tables for club, tables in stale.items() if tables}, gone=[], why="all clubs")


def _waiting(plan: Plan) -> list[str]:
    """Clubs that are to be read, and of which the last file came more than a day ago."""
    last = dt.datetime.now(dt.UTC) - _SOON_ENOUGH
    return [club for club in plan.clubs if RAW in plan.stale[club] and _changed_at(plan.folders[club]) < last]


def _changed_at(folders: Iterable[Folder]) -> dt.datetime:
    """When the last of the files came; a file that is gone does not count."""
    times = (modified for folder in folders for *_, modified in folder.contents() if modified)
    return max(times, default=dt.datetime.min.replace(tzinfo=dt.UTC))


def _digest(plan: Plan, last: Mapping[str, int]) -> str:
    """Of what the clubs of a plan are to be made from, and of the builds that made them last."""
    clubs = sorted({*plan.stale, *plan.gone})
    rows = plan.wanted.filter(pl.col("club").is_in(clubs)).sort("club", "table_name").rows()
    said: Iterable[object] = (*rows, *((club, sorted(plan.stale.get(club, ())), last.get(club)) for club in clubs))
    return hashlib.sha256("\n".join(map(repr, said)).encode()).hexdigest()[:16]
