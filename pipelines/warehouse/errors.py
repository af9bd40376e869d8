"""Turn DuckDB's errors into messages."""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from pipelines.machine import waits
from pipelines.machine.disks import full, is_full
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.machine.paths import Lake, Place, without_passwords
from pipelines.words.plain_text import folder_word, to_type, typed
from pipelines.words.suggestions import some
from transforms.tables.messages import gettext_noop
from transforms.tables.nearest_words import nearest_words

_CAME_FIRST = ("Transaction conflict", "database is locked", "could not serialize", "Exceeded the maximum retry count")
_NO_SERVER = (
    *("Unable to connect to Postgres", "server closed the connection", "terminating connection"),
    *("no connection to the server", "could not receive data from server", "could not send data to server"),
    *("SSL connection has been closed", "SSL SYSCALL error"),
)
_DAMAGED = ("Could not read enough bytes", "Corrupt database file", "Serialization Error", "INTERNAL Error")
_CATALOGUE = (
    *("file is not a database", "disk image is malformed", "malformed database schema"),
    *("No snapshot found", "No files found that match"),
)
"""Parts of DuckDB's errors about a damaged catalogue of a lake, or a missing file."""
NOT_DUCKDB = "not a valid DuckDB database file"
"""Part of DuckDB's error about another program's file, or about its own file if the first bytes are lost."""
COPY = ".next"
"""The suffix of the copy that a build writes; the name of the copy also begins with a dot."""
_ALIKE = 0.85  # how similar two warehouse names must be for a suggestion: `tuesday` is not suggested for `thursday`


class WarehouseError(UnusableError):
    """The warehouse cannot be used, or a table does not match its schema."""


class BrokenOffError(WarehouseError, MachineError):
    """DuckDB cannot go on, for example because the disk or the memory is full."""


class AnotherWriterError(BrokenOffError):
    """Another process wrote to the lake at the same time and was first."""


class DamagedError(BrokenOffError):
    """Data that a warehouse should hold can no longer be read."""


class NoServerError(BrokenOffError):
    """The server of a lake's catalogue does not answer, or has dropped this connection."""


def broken_off(place: Place, error: Exception) -> BrokenOffError:
    """Return the error for a warehouse that DuckDB cannot read or write any more."""
    place = _known(place)
    said = {"place": place, "error": first_line(error)}
    if is_full(error):
        return BrokenOffError(full(place.data if isinstance(place, Lake) else place, error))
    if isinstance(place, Lake) and any(words in str(error) for words in _CAME_FIRST):
        return AnotherWriterError("{place}: another program keeps writing to this warehouse: {error}", **said)
    if is_gone(place, error):
        return NoServerError(
            "{place}: the server of its catalogue no longer answers: {error}; start it, and try again", **said
        )
    if is_damaged(place, error):
        return DamagedError(
            "{place}: this warehouse is damaged ({error}). If you have a backup, put it back. If not, {command} gets "
            "the record of what was published back, from what can still be read and from the copy of the last "
            "publication; then a build makes everything else again from the landing folder",
            command=to_type("rescue", warehouse=place),
            **said,
        )
    return BrokenOffError("{place}: DuckDB cannot continue with this warehouse: {error}", **said)


def _known(place: Place) -> Place:
    """Return the name by which users know a file: `w.duckdb` for `.w.duckdb.next`, the copy that a build writes."""
    if isinstance(place, Path) and place.name.startswith(".") and place.suffix == COPY:
        return place.with_name(place.stem[1:])
    return place


@contextmanager
def in_use(place: Place) -> Iterator[None]:
    """Turn DuckDB errors inside this context into the errors of `broken_off`."""
    try:
        yield
    except duckdb.Error as error:
        raise broken_off(place, error) from error


def is_damaged(place: Place, error: Exception) -> bool:
    """Return whether an error means that bytes of a file, or whole files of a lake, are lost."""
    if isinstance(place, Lake):
        lost = () if is_gone(place, error) else ("No such file", *_CATALOGUE)
    else:
        lost = (NOT_DUCKDB,) if has_copy(_known(place)) else ()
    return any(words in str(error) for words in (*_DAMAGED, *lost))


def is_gone(place: Place, error: Exception) -> bool:
    """Return whether an error of a lake means that its server is gone."""
    return isinstance(place, Lake) and any(words in str(error) for words in _NO_SERVER)


def first_line(error: Exception) -> str:
    """Return the first line of a DuckDB error, with passwords hidden."""
    return without_passwords(str(error).partition("\n")[0])


def no_warehouse(place: Place) -> WarehouseError:
    """Return the error for a missing warehouse. It suggests other files, or the command that makes a warehouse."""
    others = {other.stem: other for other in place.parent.glob("*.duckdb")} if isinstance(place, Path) else {}
    if isinstance(place, Path) and (near := nearest_words(place.stem, others, alike=_ALIKE)):
        said = gettext_noop("{place}: no such warehouse; did you mean {near}?")
        return WarehouseError(said, place=place, near=typed(others[near[0]]))
    if has_copy(place):
        return without_its_record(place)
    command = to_type("build", folder_word(), warehouse=place)
    here = list(Path().glob("*.duckdb"))
    if len(here) != 1:
        said = gettext_noop(
            "{place}: no such warehouse; go to the folder where you built (cd FOLDER), or make it with: {command}"
        )
        return WarehouseError(said, place=place, command=command)
    said = gettext_noop(
        "{place}: no such warehouse; if you built {found}, name it with --warehouse {found}; if not, go to the folder"
        " where you built (cd FOLDER), or make it with: {command}"
    )
    return WarehouseError(said, place=place, found=typed(here[0]), command=command)


def without_its_record(place: Place) -> WarehouseError:
    """Return the error for a missing warehouse whose record of publications has a copy next to it."""
    said = gettext_noop(
        "{place}: no such warehouse, but {copy} has the record of what was published: get it back with {command}, then "
        "build; to begin anew, remove {copy}"
    )
    command = to_type("rescue", warehouse=place)
    return WarehouseError(said, place=place, copy=folder_of_copy(place), command=command)


def folder_of_copy(place: Place) -> Path | None:
    """Return the folder of the copy (`record_copy`): next to a file, or in a lake's folder; None if that is unknown."""
    if isinstance(place, Path):
        return place.with_name(f"{place.name}.record")
    return place.data and place.data / "record"


def has_copy(place: Place) -> bool:
    """Return whether a warehouse, perhaps one that is gone, has a copy of its record of publications."""
    return (folder := folder_of_copy(place)) is not None and folder.is_dir()


def of_another_version(place: Place, name: str, *, is_recorded: bool) -> WarehouseError:
    """Return the error for a table that another version wrote. A build cannot make `is_recorded` tables again."""
    if is_recorded:
        said = gettext_noop(
            "{place}: {name} was written by another version of Barometer, and no build can make it again; use "
            "that version, or build into a new file, in which nothing is published yet"
        )
        return WarehouseError(said, place=place, name=name)
    said = gettext_noop(
        "{place}: {name} was written by another version of Barometer; build all seasons again: {command}"
    )
    return WarehouseError(said, place=place, name=name, command=to_type("build", folder_word(), warehouse=place))


def of_others(place: Place, tables: Iterable[str]) -> WarehouseError:
    """Return the error for a database that another program made."""
    place = _known(place)
    said = gettext_noop(
        "{place}: this database is not from Barometer (it has {tables}), so nothing is written into it; name another "
        "file with --warehouse"
    )
    return WarehouseError(said, place=place, tables=some(sorted(tables)))


def until_first(write: Callable[[], None]) -> None:
    """Write to a lake. If another writer was first (AnotherWriterError), try again, up to a limit."""
    pause = waits.OTHER_WRITER_PAUSE
    for tries_left in reversed(range(waits.OTHER_WRITER_TRIES)):
        try:
            write()
            return
        except AnotherWriterError:
            if not tries_left:
                raise
            time.sleep(random.uniform(0.5, 1.5) * pause)  # noqa: S311 - not a secret
            pause = min(2 * pause, waits.LONGEST_PAUSE)
