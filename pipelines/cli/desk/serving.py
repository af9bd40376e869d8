"""Open the desk: on this machine alone, one desk per warehouse, at an address that only its browser knows."""

import secrets
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout

from pipelines.cli.desk.desk import Desk, folder_of
from pipelines.cli.desk.guard import Guard
from pipelines.cli.desk.screens import app_of
from pipelines.cli.terminal.which_landing import which_landing
from pipelines.machine import stopping
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import SAMPLE, Paths
from pipelines.words.browser import has_screen
from transforms.tables.messages import Message, gettext

_HOST = "127.0.0.1"
_FIRST_FOLDER = "results"
"""The landing folder of somebody who begins at the desk."""


def serve(landing: Path | None, paths: Paths, *, port: int, look: bool, say: Callable[[str], None]) -> None:
    """Serve the desk until a signal ends it. If another process serves it already, show that one.

    Raises:
        UnusableError: the port is taken, or the desk's folder cannot be used.
    """
    paths = replace(paths, landing=_landing(landing, paths, say))
    folder = folder_of(paths)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = folder / "address.txt"
    try:
        with FileLock(folder / "open.lock", timeout=0, is_singleton=False):
            _serve(Desk(paths), note, port, look=look, say=say)
    except Timeout:
        address = note.read_text(encoding="utf-8").strip() if note.is_file() else ""
        say(gettext("The desk is open already: {address}", address=address))
        if look and has_screen():
            webbrowser.open(address)


def _serve(desk: Desk, note: Path, port: int, *, look: bool, say: Callable[[str], None]) -> None:
    try:
        listening = socket.create_server((_HOST, port))
    except OSError:
        raise UnusableError("--port {port}: another program uses this port; name another", port=port) from None
    port, key = listening.getsockname()[1], secrets.token_urlsafe(32)
    address = f"http://{_HOST}:{port}/?key={key}"
    note.touch(mode=0o600)
    put_whole(note, f"{address}\n")
    say(gettext("The desk: {address}", address=address))
    say(gettext("It stays open until you press Ctrl-C here."))
    stopping.leaves(Message("the desk is closed; everything that it wrote is there"))
    if look and has_screen():
        webbrowser.open(address)
    app = Guard(app_of(desk), key, port)
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=2)
    )
    try:
        server.run(sockets=[listening])
    finally:
        desk.close()
        note.unlink(missing_ok=True)


def _landing(named: Path | None, paths: Paths, say: Callable[[str], None]) -> Path:
    """Return the landing folder: named, set or built last, as for a build; for a first desk, a new folder."""
    if named is not None:
        return named
    try:
        landing = which_landing(None, paths, lambda _: None)
    except UnusableError:
        landing = SAMPLE
    if landing != SAMPLE:
        return landing
    say(gettext("Files that you give to the desk will be in the folder {folder}.", folder=_FIRST_FOLDER))
    return Path(_FIRST_FOLDER)
