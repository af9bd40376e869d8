"""Connect DuckDB to one warehouse and to nothing else.

In each connection the warehouse has the same name. DuckDB would name it after its file, so a warehouse in `raw.duckdb`
would get the name of the schema `raw`.
"""

import atexit
import glob
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import duckdb

from pipelines.machine import waits
from pipelines.machine.disks import is_full
from pipelines.machine.environment import LAKE_DATA
from pipelines.machine.errors import UnusableError, why
from pipelines.machine.files import claimed, is_claimed
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import errors
from pipelines.warehouse.errors import NoServerError, WarehouseError
from pipelines.warehouse.statements import WITHOUT_EXTENSIONS, quoted
from transforms.tables.messages import Message, gettext_noop

NAME = "warehouse"  # the name of the warehouse in each connection, whatever its file is called
_SETTINGS = "set timezone = 'UTC'; set enable_progress_bar = false"
_NOTHING_ELSE = "set enable_external_access = false; set lock_configuration = true"  # an attached database stays open
WRITING = {"memory_limit": "1GB", "threads": 1, "checkpoint_threshold": "400MB"}
"""Limits for writing, because the build itself needs most of the memory. Data beyond this limit goes to disk.
With two threads, or a checkpoint after each batch, inserting takes twice the processor time."""
_SILENCE = [
    *(f"{name}={value}" for name, value in waits.SILENT_SERVER.items()),
    f"tcp_user_timeout={waits.NO_ANSWER_MS}",
]
_EXAMPLE = "barometer.duckdb"
_IN_USE = ("Could not set lock", "being used by another process")  # on Linux and macOS, and on Windows
_HOLDER = re.compile(r"(?:held|open) in\s+(.+?) \(PID (\d+)\)")
_IN_SQLITE = "meta_journal_mode 'wal'"  # in this mode, readers do not block writers
_SPILLED = ".spilled-"
_OF_PROCESSES, _ALIVE = "barometer.", ".alive"  # temporary folders; each has a file, locked while its process lives


def exists(place: Place) -> bool:
    """Return whether the warehouse exists."""
    if isinstance(place, Path):
        return place.exists()
    if place.file is not None:
        return place.file.is_file() and place.file.stat().st_size > 0
    with server(place) as connection:
        known = "select 1 from duckdb_tables() where database_name = 'server' and table_name = 'ducklake_metadata'"
        with errors.in_use(place):
            return bool(connection.sql(known).fetchall())


def opened(place: Place, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open a connection. It sees a read-only lake as it is at this moment. WarehouseError: opening failed."""
    if read_only and not exists(place):
        raise errors.no_warehouse(place)
    return _lake(place, read_only=read_only) if isinstance(place, Lake) else _file(place, read_only=read_only)


def server(lake: Lake, application: str = "barometer") -> duckdb.DuckDBPyConnection:
    """Attach the Postgres server of a lake's catalogue as `server`. It sees 63 characters of `application`."""
    connection = _with_extensions(_spilled_elsewhere(), "postgres_scanner")
    if "://" in lake.server:
        said = "&".join([*_SILENCE, f"application_name={quote(application)}"])
        named = f"{lake.server}{'&' if '?' in lake.server else '?'}{said}"
    else:
        named = f"{' '.join(_SILENCE)} {lake.server} application_name='{application}'"
    try:
        connection.execute(f"attach {quoted(named)} as server (type postgres)")
    except duckdb.Error as error:
        connection.close()
        raise _cannot(lake, error, Message("start its server, and check the address")) from None
    return connection


def end_transaction(connection: duckdb.DuckDBPyConnection) -> None:
    """Roll back. Otherwise, if the server of a catalogue is gone, closing the connection would end this process."""
    with suppress(duckdb.Error):
        connection.rollback()


def _lake(lake: Lake, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    settings = _spilled_elsewhere() if read_only else _spilled_elsewhere() | WRITING
    connection = _with_extensions(settings, "ducklake", "postgres_scanner" if lake.file is None else "sqlite_scanner")
    options = [_IN_SQLITE] if lake.file else []
    if read_only:
        options.append("read_only")
    elif not exists(lake):
        options.append(f"data_path {quoted(str(_new_folder(lake)))}")
    said = f" ({', '.join(options)})" if options else ""
    try:
        connection.execute(f"attach {quoted(f'ducklake:{lake.catalogue}')} as {NAME}{said}")
        metadata = f"__ducklake_metadata_{NAME}.ducklake_metadata"
        ((folder,),) = connection.sql(f"select value from {metadata} where key = 'data_path'").fetchall()  # noqa: S608 - a name of ours
        connection.execute(f"set allowed_directories = [{quoted(folder)}]")
    except duckdb.Error as error:
        connection.close()
        raise _cannot(lake, error, Message("check that it is a catalogue, and that you may write to it")) from None
    connection.execute(f"use {NAME}; {_SETTINGS}; {_NOTHING_ELSE}")
    if read_only:
        connection.begin()
    return connection


def _new_folder(lake: Lake) -> Path:
    if lake.data is None:
        sentence = gettext_noop(
            "{lake}: this lake is empty, and has no folder for its files yet; name a folder that all its users "
            "can see, with {variable}"
        )
        raise WarehouseError(sentence, lake=lake, variable=LAKE_DATA)
    try:
        lake.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = gettext_noop("{folder}: no folder can be made there ({strerror}); name another place")
        raise WarehouseError(said, folder=lake.data, strerror=why(error)) from None
    return lake.data


def _with_extensions(settings: Mapping[str, Any], *names: str) -> duckdb.DuckDBPyConnection:
    files = [_extension(name) for name in names]
    connection = duckdb.connect(":memory:", config={**WITHOUT_EXTENSIONS, **settings})
    for file in files:
        connection.execute(f"load {quoted(str(file))}")
    return connection


@cache
def _extension(name: str) -> Path:
    """Return the file of a DuckDB extension, which is in an installed package: nothing is downloaded at run time."""
    package = find_spec(f"duckdb_extension_{name}")
    folders = package.submodule_search_locations if package else None
    files = sorted(Path(next(iter(folders))).rglob(f"v{duckdb.__version__}/*.duckdb_extension")) if folders else []
    if not files:
        said = gettext_noop(
            "a lake needs the extension {name} of DuckDB {version}; install it: pip install 'barometer[lake]'"
        )
        raise UnusableError(said, name=name, version=duckdb.__version__)
    return files[0]


def _file(file: Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    path = _usable_path(file)
    settings = _spilled_elsewhere() if read_only else _spilled_next_to(Path(path)) | WRITING
    connection = duckdb.connect(":memory:", config={**WITHOUT_EXTENSIONS, **settings})
    try:
        connection.execute(f"attach {quoted(path)} as {NAME} (type duckdb{', read_only' if read_only else ''})")
    except duckdb.Error as error:
        connection.close()
        raise _not_opened(file, error) from None
    if not read_only:
        clear_spilled(Path(path))
    connection.execute(f"use {NAME}; {_SETTINGS}; {_NOTHING_ELSE}")
    return connection


def _not_opened(file: Path, error: duckdb.Error) -> WarehouseError:
    said = str(error)
    if errors.NOT_DUCKDB in said and not errors.is_damaged(file, error):
        return WarehouseError(
            "{file}: barometer build did not make this file; leave --warehouse out, or name a file that it made",
            file=file,
        )
    if any(words in said for words in _IN_USE):
        if (who := _HOLDER.search(said)) is None:
            return WarehouseError("{file}: another program has it open; close it there, and run this again", file=file)
        sentence = gettext_noop(
            "{file}: another program has it open: {program}, process {number}; close the file there, or end "
            "that process (in Windows: Task Manager, Details, where this number is the PID), and run this again"
        )
        return WarehouseError(sentence, file=file, program=re.split(r"[/\\]", who[1].strip())[-1], number=who[2])
    return _cannot(
        file, error, Message("close any other program that has it open, or name another file with --warehouse")
    )


def _cannot(place: Place, error: duckdb.Error, fix: Message) -> WarehouseError:
    if is_full(error) or errors.is_damaged(place, error):
        return errors.broken_off(place, error)
    said = gettext_noop("{place}: cannot be opened as a warehouse ({error}); {fix}")
    kind = NoServerError if errors.is_gone(place, error) else WarehouseError
    return kind(said, place=place, error=errors.first_line(error), fix=fix)


def _usable_path(file: Path) -> str:
    """Make the folder of a warehouse, and return its absolute path: DuckDB could take `md:x` for an address."""
    path = str(file.absolute())
    if "?" in path or not path.isprintable():
        # DuckDB treats the text after a question mark as a query, and would put its log into another file.
        raise WarehouseError(
            "{file}: the path of a warehouse must be UTF-8, without question marks or line breaks; name "
            "another file with --warehouse",
            file=file,
        )
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():
            said = gettext_noop("{file}: this is not a file; name a file with --warehouse, such as {example}")
            raise WarehouseError(said, file=file, example=_EXAMPLE)
    except OSError as error:
        sentence = gettext_noop(
            "{file}: cannot be opened as a warehouse ({strerror}); name another file with --warehouse"
        )
        raise WarehouseError(sentence, file=file, strerror=why(error)) from None
    return path


def _spilled_next_to(file: Path) -> dict[str, Any]:
    """Return a writer's setting: large data goes next to the file, where there is room and `clear_spilled` looks."""
    return {"temp_directory": str(file.with_name(f"{file.name}{_SPILLED}{uuid4().hex}"))}


def _spilled_elsewhere() -> dict[str, Any]:
    """Return the setting of lakes and readers, whose folder may be read-only: large data goes to a temporary folder."""
    try:
        return {"temp_directory": str(folder_of_this_process() / uuid4().hex)}
    except OSError as error:
        raise WarehouseError(
            "no temporary folder can be made ({strerror}); use TMPDIR to name a folder with enough room",
            strerror=why(error),
        ) from None


def clear_spilled(file: Path) -> None:
    """Remove temporary data of killed writers next to this file. No other process may have the file open."""
    for folder in file.parent.glob(f"{glob.escape(file.name)}{_SPILLED}*"):
        shutil.rmtree(folder, ignore_errors=True)


@cache
def folder_of_this_process() -> Path:
    """Return a private temporary folder. This process removes it at its end; after a kill, the next process does."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_OF_PROCESSES}*"):
        with suppress(OSError):  # other users' folders, and folders that another process removes now
            if (folder / _ALIVE).exists() and not is_claimed(folder / _ALIVE):
                shutil.rmtree(folder)
    folder = Path(tempfile.mkdtemp(prefix=_OF_PROCESSES))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    alive = ExitStack()
    alive.enter_context(claimed(folder / _ALIVE))
    atexit.register(alive.close)
    return folder
