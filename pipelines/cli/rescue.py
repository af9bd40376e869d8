"""`barometer rescue`: get the record of publications back from a damaged warehouse, or from its copy."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import chain, count
from pathlib import Path

import polars as pl

from pipelines.building import swap
from pipelines.building.lock import build_lock
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import Warehouse, WarehouseError, exists, no_warehouse
from pipelines.warehouse.errors import BrokenOffError, folder_of_copy
from pipelines.warehouse.lake_files import make_again
from pipelines.warehouse.record_copy import RECORD, copy_of
from pipelines.warehouse.statements import stored
from pipelines.words.plain_text import folder_word, to_type
from pipelines.words.suggestions import some
from transforms.tables.messages import gettext, gettext_noop, ngettext, ngettext_noop
from transforms.tables.schemas import VIEWS, WAREHOUSE

_TABLES = [name for name in WAREHOUSE if name not in VIEWS]


def rescue(place: Place, say: Callable[[str], None] = lambda _: None) -> list[str]:
    """Put a warehouse with the record in the place of a damaged one; return sentences on what was recovered.

    A damaged file is kept under another name; in a lake, only the tables that cannot be read are replaced.
    """
    if not exists(place) and copy_of(place, RECORD[0]) is None:
        raise no_warehouse(place)
    with build_lock(place, "barometer rescue", say=say):
        if isinstance(place, Path):
            swap.complete(_places(place))
        with Warehouse(place, read_only=True) as warehouse:
            with suppress(BrokenOffError):
                if exists(place):
                    warehouse.tables()  # this refuses the database of another program
            broken = [*_unreadable(warehouse)]
            if not broken:
                return [gettext("{place}: all tables can be read, so there is nothing to rescue.", place=place)]
            rows = {
                name: copy_of(place, name) if name in broken else warehouse.read_all_seasons(name) for name in RECORD
            }
        kept = {name: found for name, found in rows.items() if found is not None}
        if not kept:
            sentence = gettext_noop(
                "{place}: no record can be read there, and it has no copy, so this file stays as it is: put a backup "
                "in its place, or move it away and build again"
            )
            raise UnusableError(sentence, place=place)
        if isinstance(place, Path):
            _replace_file(_places(place), kept)
        else:
            _replace_tables(place, broken, kept)
    return [*_said(place, broken, rows)]


def _places(file: Path) -> swap.Places:
    return swap.Places(file.resolve(), file.with_name(f".{file.name}.no-pages"))


def _said(place: Place, broken: list[str], rows: dict[str, pl.DataFrame | None]) -> Iterator[str]:
    for name, found in rows.items():
        if found is not None:
            where = folder_of_copy(place) if name in broken else place
            words = ngettext_noop("{table}: {number} row, from {where}", "{table}: {number} rows, from {where}")
            yield ngettext(*words, found.height, table=name, where=where)
    if lost := [name for name, found in rows.items() if found is None]:
        yield gettext(
            "Lost, because neither the warehouse nor its copy can be read: {tables}. If you have a backup of the "
            "warehouse, put it back instead.",
            tables=some(lost),
        )
    command = to_type("build", folder_word(), warehouse=place)
    yield gettext("Everything else is made again from the landing folder: {command}", command=command)


def _unreadable(warehouse: Warehouse) -> Iterator[str]:
    """Yield the tables that cannot be read as a whole: all of them, if a lake's catalogue is damaged."""
    file = warehouse.place.file if isinstance(warehouse.place, Lake) else None
    if file and not (exists(warehouse.place) and _is_whole(file)):
        yield from _TABLES
        return
    for name in _TABLES:
        try:
            if name in warehouse.tables():
                warehouse.sql(f"select bit_xor(hash(stood)) from {stored(name)} as stood")  # noqa: S608 - a name of ours
        except WarehouseError:
            yield name
            warehouse.close()  # some errors make a connection useless, so the next table gets a new one


def _replace_file(places: swap.Places, kept: dict[str, pl.DataFrame]) -> None:
    swap.forget(places)
    with Warehouse(places.copy) as warehouse:
        warehouse.describe()
        for name, rows in kept.items():
            warehouse.write(name, rows)
        warehouse.save()
    if places.warehouse.exists():
        shutil.copyfile(places.warehouse, _free(places.warehouse))
    swap.publish(places)


def _free(file: Path) -> Path:
    """Return the name under which a damaged file is kept."""
    names = (file.with_name(f"{file.name}.damaged{number}") for number in chain([""], count(2)))
    return next(name for name in names if not name.exists())


def _is_whole(catalogue: Path) -> bool:
    """Return whether an SQLite catalogue has all its rows: DuckDB does not notice some kinds of damage."""
    try:
        with closing(sqlite3.connect(catalogue)) as connection:
            return connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    except sqlite3.Error:
        return False


def _replace_tables(place: Lake, broken: list[str], kept: dict[str, pl.DataFrame]) -> None:
    if (file := place.file) and file.exists() and not _is_whole(file):
        for part in (file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm"), file):
            if part.exists():
                part.rename(_free(part))
    with Warehouse(place) as warehouse:
        warehouse.hold_back()
        make_again(warehouse, broken)
        for name in set(broken) & kept.keys():
            warehouse.write(name, kept[name])
        warehouse.save()
