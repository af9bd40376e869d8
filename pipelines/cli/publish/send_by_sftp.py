"""Sends the public site by SFTP: each changed file beside its place, and then renamed."""

import hashlib
import posixpath
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pipelines.cli.publish.sending import Server, check_is_ours, options_of_ssh, program, run
from pipelines.cli.publish.site_copy import (
    ASIDE,
    FIRST,
    Copied,
    check_is_site,
    check_same_site,
    files_of,
    folders_around,
    is_inside,
    late,
)
from transforms.tables.messages import Message

SENT = ".barometer-sent"
"""The list on the server: SHA-256 and path, a file a line; `-` while a file is under way."""
_WORKING = re.compile(r"^Remote working directory: (.+?)\r?$", re.MULTILINE)
_MEND = Message(
    "install OpenSSH's client (on Windows it is an optional feature), or publish to a folder and bring that there"
)


def send_by_sftp(site: Path, server: Server, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Make the folder of a server hold the site, and return what had to be done for it."""
    check_is_site(site)
    here = {name: _digest(site / name) for name in files_of(site)}
    with tempfile.TemporaryDirectory() as name:
        before = _sent_before(server, Path(name))
        there = before.files
        left = check_same_site(here, there, str(server), replaces=replaces, published=published)
        changed = sorted((file for file in here if there.get(file) != here[file]), key=late)
        gone = sorted(set(there) - set(here), key=late, reverse=True)
        if changed or gone:
            lists = Path(name) / "under-way", Path(name) / "sent"
            _write_list(lists[0], there | dict.fromkeys(changed, "-"))
            _write_list(lists[1], here)
            _batch(server, Path(name), [*_steps(site, server, changed, gone, lists)])
    return Copied(len(changed), len(here) - len(changed), len(gone), before.lies_in, before.made, left)


class _Before(NamedTuple):
    """What a server has before anything is sent."""

    files: dict[PurePosixPath, str]
    """Path -> digest of what was sent; nothing where its folder is empty or is not there."""
    lies_in: str | None
    """The whole path of its folder; None: the server does not say where one logs in."""
    made: str | None
    """The first folder of the path, where it is not there and has to be made."""


def _sent_before(server: Server, folder: Path) -> _Before:
    known, first = folder / "known", folder / FIRST
    parts = PurePosixPath(server.folder).parts
    outermost = str(PurePosixPath(*parts[: 2 if server.folder.startswith("/") else 1]))
    listed = _batch(
        server,
        folder,
        [
            f"-get {_quoted(server.within(SENT))} {_quoted(known.as_posix())}",
            f"-get {_quoted(server.within(FIRST))} {_quoted(first.as_posix())}",
            f"-ls -1a {_quoted(server.folder)}",
            "-pwd",
            f"-cd {_quoted(outermost)}",
            "-pwd",
        ],
    )
    home, *then = _WORKING.findall(listed) or [None]
    lies_in = home and posixpath.normpath(posixpath.join(home, server.folder))
    is_new = home and then == [home] and posixpath.normpath(posixpath.join(home, outermost)) not in (home, "/")
    where = lies_in, outermost if is_new else None
    if not known.is_file():
        lines = (line.strip() for line in _WORKING.sub("", listed).splitlines() if not line.startswith("sftp>"))
        names = [PurePosixPath(line).name for line in lines]
        check_is_ours(server, {name for name in names if name.strip(".")}, first)
        return _Before({}, *where)
    lines = (line.partition(" ") for line in known.read_text(encoding="utf-8").splitlines())
    return _Before({PurePosixPath(path): digest for digest, _, path in lines if is_inside(PurePosixPath(path))}, *where)


def _steps(
    site: Path, server: Server, changed: list[PurePosixPath], gone: list[PurePosixPath], lists: tuple[Path, Path]
) -> Iterator[str]:
    """The commands of sftp; one that starts with a dash may fail."""
    folders = [PurePosixPath(server.folder), *PurePosixPath(server.folder).parents]
    inside = {folder for file in changed for folder in folders_around(file)}
    yield from (f"-mkdir {_quoted(str(folder))}" for folder in reversed(folders) if folder.name.strip("."))
    yield from (f"-mkdir {_quoted(server.within(folder))}" for folder in sorted(inside))
    yield from _put(lists[0], server, PurePosixPath(SENT))
    for file in changed:
        yield from _put(site / file, server, file)
    for file in gone:
        yield f"-rm {_quoted(server.within(file))}"
        yield from (f"-rmdir {_quoted(server.within(folder))}" for folder in folders_around(file))
    yield from _put(lists[1], server, PurePosixPath(SENT))


def _put(source: Path, server: Server, file: PurePosixPath) -> Iterator[str]:
    aside = server.within(file.with_name(f"{ASIDE}{file.name}"))
    yield f"put {_quoted(source.as_posix())} {_quoted(aside)}"
    yield f"rename {_quoted(aside)} {_quoted(server.within(file))}"


def _batch(server: Server, folder: Path, steps: list[str]) -> str:
    path = folder / "batch"
    path.write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
    port = ("-P", server.port) if server.port else ()
    return run(server, program("sftp", _MEND), *options_of_ssh(), *port, "-b", str(path), "--", server.who)


def _quoted(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_list(path: Path, digests: dict[PurePosixPath, str]) -> None:
    path.write_text("".join(f"{digests[file]} {file}\n" for file in sorted(digests)), encoding="utf-8", newline="\n")
