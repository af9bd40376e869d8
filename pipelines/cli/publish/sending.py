"""Sends the public site to a server with the programs of the system: OpenSSH's sftp, or rsync.

Only what changed is sent. What was sent stands in a list on the server, so that a page that is gone is removed there
too, a file that is not Barometer's stays, and what was stopped goes on the next time.
"""

import hashlib
import posixpath
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from pipelines.cli.publish.site_copy import (
    ASIDE,
    FIRST,
    LIST,
    Copied,
    check_is_ours,
    check_is_site,
    check_same_site,
    files_listed,
    files_of,
    folders_around,
    late,
    write_list,
)
from pipelines.machine.environment import SSH_CONFIG, value_of
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import Message, gettext, gettext_noop

_MENDS = {
    "host key verification failed": gettext_noop(
        "connect once by hand, and answer yes where the key is right: ssh {login}"
    ),
    "permission denied": gettext_noop(
        "see that you may write there, and that a key of yours is known there: ssh-copy-id {login}"
    ),
    "could not resolve": gettext_noop("see that the name of the server is written right"),
    "connection refused": gettext_noop("see that the server takes ssh at this port"),
    "timed out": gettext_noop("see that the server can be reached from here"),
    "no space left": gettext_noop("make room on the server"),
    "unknown option": gettext_noop("this takes rsync 3.2.3 or newer, here and there; or write sftp://{who}/FOLDER"),
    "command not found": gettext_noop("rsync is not on the server: write sftp://{who}/FOLDER"),
}


class Server(NamedTuple):
    """A folder on a server."""

    way: str
    """`sftp` or `rsync`."""
    who: str
    """`host` or `user@host`."""
    port: str | None
    folder: str

    @classmethod
    def named(cls, target: str) -> Self | None:
        """The folder of `sftp://user@host:port/folder` or `user@host:folder`; None: a folder of this machine."""
        if found := re.fullmatch(r"sftp://([\w.@-]+)(?::(\d+))?/?(.*)", target, re.IGNORECASE | re.DOTALL):
            who, port, folder = found.groups()
            server = cls("sftp", who, port, folder or ".")
        elif re.match(r"https?:", target, re.IGNORECASE):
            raise UnusableError(
                "{target}: this is the address at which people read the site, not a place to which it can be"
                " copied; name the folder from which the web server takes it: a folder of this computer,"
                " sftp://USER@HOST/FOLDER, or with rsync USER@HOST:FOLDER (whoever runs that server knows which)",
                target=target,
            )
        elif re.match(r"[a-z]+://", target, re.IGNORECASE):
            raise UnusableError(
                "{target}: the site cannot be sent there; name a folder of this computer, sftp://USER@HOST/FOLDER,"
                " or with rsync USER@HOST:FOLDER. Where only FTP will do, name a folder of this computer, and copy"
                " what is in it with a program for FTP, such as FileZilla",
                target=target,
            )
        elif found := re.fullmatch(r"([\w.@-]{2,}):(.*)", target, re.DOTALL):
            server = cls("rsync", found[1], None, found[2] or ".")
        else:
            return None
        is_slashless = server.way == "rsync" and server.who.lower() == "sftp"
        if is_slashless or "-" in (server.who[:1], server.folder[:1]) or not server.folder.isprintable():
            raise UnusableError(
                "{target}: this is no server; write sftp://USER@HOST/FOLDER or USER@HOST:FOLDER", target=target
            )
        return server

    @property
    def login(self) -> str:
        """What `ssh` and `ssh-copy-id` want to connect with it."""
        return f"-p {self.port} {self.who}" if self.port else self.who

    def within(self, name: PurePosixPath | str) -> str:
        """Where a file of the site is there."""
        return f"{self.folder.rstrip('/') or '/'}/{name}"

    def __str__(self) -> str:
        """As it may be written again."""
        if self.way == "rsync":
            return f"{self.who}:{self.folder}"
        return f"sftp://{self.who}{f':{self.port}' if self.port else ''}/{self.folder}"


def options_of_ssh() -> list[str]:
    """For ssh and sftp: nobody is asked for anything where nobody can answer."""
    config = value_of(SSH_CONFIG)
    asks = "no" if sys.stdin.isatty() else "yes"
    return ["-oConnectTimeout=20", f"-oBatchMode={asks}", *(("-F", config) if config else ())]


def program(name: str, mend: Message) -> str:
    """Where a program is; how to `mend` that it is not on this machine."""
    found = shutil.which(name)
    if found is None:
        raise UnusableError("{name} is not on this machine: {mend}", name=name, mend=mend)
    return found


def run(server: Server, *command: str, fine: tuple[int, ...] = (0,)) -> str:
    """What a program printed that speaks with the server; `fine` are the statuses with which it may end."""
    done = subprocess.run(command, check=False, capture_output=True)  # noqa: S603 - no shell, and the host is checked
    printed, said = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    if done.returncode not in fine:
        raise UnusableError(why_not(server, said, done.returncode))
    return printed


def why_not(server: Server, said: str, status: int) -> Message:
    """Why nothing could be sent, by what a program said and the status it ended with, and how to mend that."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if any(words in line.lower() for words in _MENDS)]
    line = (telling or lines or [gettext("it ended with {status}", status=status)])[-1]
    usual = gettext_noop("mend that, and publish again")
    mend = next((mend for words, mend in _MENDS.items() if words in line.lower()), usual)
    return Message(
        "{server}: the site cannot be sent there ({why}); {mend}",
        server=server,
        why=line.rstrip("."),
        mend=Message(mend, who=server.who, login=server.login),
    )


_ASKED = ("--recursive", "--times", "--checksum", "--delay-updates", "--delete-missing-args", "--itemize-changes")
_VANISHED = 24


def send_by_rsync(site: Path, server: Server, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Make the folder of a server hold the site, and return what had to be done for it."""
    check_is_site(site)
    here = files_of(site)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = _known_to_rsync(server, folder)
        left = check_same_site(here, before, str(server), replaces=replaces, published=published)
        names, sent = folder / "names", folder / LIST
        write_list(names, here | before)
        write_list(sent, here | before)
        there = f"{server.who}:{server.folder}/"
        _rsync(server, str(sent), there)
        # A file that is gone, and is to be removed there, has vanished, as rsync says.
        said = _rsync(server, *_ASKED, f"--files-from={names}", f"{site}/", there, fine=(0, _VANISHED)).splitlines()
        write_list(sent, here)
        _rsync(server, "--checksum", str(sent), there)
    written = sum(line.startswith("<f") for line in said)
    removed = sum(line.startswith("*deleting") and not line.endswith("/") for line in said)
    return Copied(written, len(here) - written, removed, left=left)


def _known_to_rsync(server: Server, folder: Path) -> set[PurePosixPath]:
    fetched = folder / "fetched"
    fetched.mkdir()
    there = f"{server.who}:{server.folder}/"
    _rsync(server, "--mkpath", "--dirs", f"{fetched}/", there)
    listed = _rsync(server, "--list-only", there).splitlines()
    names = {line.split(maxsplit=4)[-1] for line in listed if line.strip()} - {"."}
    if wanted := [f"{there}{name}" for name in (LIST, FIRST) if name in names]:
        _rsync(server, *wanted, f"{fetched}/")
    if LIST not in names:
        if names:
            check_is_ours(str(server), fetched / FIRST)
        return set()
    return {*files_listed(fetched / LIST)}


def _rsync(server: Server, *arguments: str, fine: tuple[int, ...] = (0,)) -> str:
    shell = shlex.join(["ssh", *options_of_ssh()])
    mend = Message("install it, or write sftp://{who}/FOLDER", who=server.who)
    return run(server, program("rsync", mend), "--rsh", shell, *arguments, fine=fine)


SENT = ".barometer-sent"
"""The list on the server: SHA-256 and path, a file a line; `-` while a file is under way."""
_WORKING = re.compile(r"^Remote working directory: (.+?)\r?$", re.MULTILINE)
_MEND = Message(
    "install OpenSSH's client (on Windows it is an optional feature), or publish to a folder and bring that there"
)


def send_by_sftp(site: Path, server: Server, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Make the folder of a server hold the site, and return what had to be done for it."""
    check_is_site(site)
    here = {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in files_of(site)}
    with tempfile.TemporaryDirectory() as name:
        before = _known_to_sftp(server, Path(name))
        there = before.files
        left = check_same_site(here, there, str(server), replaces=replaces, published=published)
        changed = sorted((file for file in here if there.get(file) != here[file]), key=late)
        gone = sorted(set(there) - set(here), key=late, reverse=True)
        if changed or gone:
            lists = Path(name) / "under-way", Path(name) / "sent"
            write_list(lists[0], there | dict.fromkeys(changed, "-"))
            write_list(lists[1], here)
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


def _known_to_sftp(server: Server, folder: Path) -> _Before:
    known, first = folder / "known", folder / FIRST
    parts = PurePosixPath(server.folder).parts
    outermost = str(PurePosixPath(*parts[: 2 if server.folder.startswith("/") else 1]))
    listed = _batch(
        server,
        folder,
        [
            f"-get {_between_quotes(server.within(SENT))} {_between_quotes(known.as_posix())}",
            f"-get {_between_quotes(server.within(FIRST))} {_between_quotes(first.as_posix())}",
            f"-ls -1a {_between_quotes(server.folder)}",
            "-pwd",
            f"-cd {_between_quotes(outermost)}",
            "-pwd",
        ],
    )
    home, *then = _WORKING.findall(listed) or [None]
    lies_in = home and posixpath.normpath(posixpath.join(home, server.folder))
    is_new = home and then == [home] and posixpath.normpath(posixpath.join(home, outermost)) not in (home, "/")
    where = lies_in, outermost if is_new else None
    if not known.is_file():
        lines = (line.strip() for line in _WORKING.sub("", listed).splitlines() if not line.startswith("sftp>"))
        if any(PurePosixPath(line).name.strip(".") for line in lines):
            check_is_ours(str(server), first)
        return _Before({}, *where)
    return _Before(files_listed(known, with_digests=True), *where)


def _steps(
    site: Path, server: Server, changed: list[PurePosixPath], gone: list[PurePosixPath], lists: tuple[Path, Path]
) -> Iterator[str]:
    """The commands of sftp; one that starts with a dash may fail."""
    folders = [PurePosixPath(server.folder), *PurePosixPath(server.folder).parents]
    inside = {folder for file in changed for folder in folders_around(file)}
    yield from (f"-mkdir {_between_quotes(str(folder))}" for folder in reversed(folders) if folder.name.strip("."))
    yield from (f"-mkdir {_between_quotes(server.within(folder))}" for folder in sorted(inside))
    yield from _put(lists[0], server, PurePosixPath(SENT))
    for file in changed:
        yield from _put(site / file, server, file)
    for file in gone:
        yield f"-rm {_between_quotes(server.within(file))}"
        yield from (f"-rmdir {_between_quotes(server.within(folder))}" for folder in folders_around(file))
    yield from _put(lists[1], server, PurePosixPath(SENT))


def _put(source: Path, server: Server, file: PurePosixPath) -> Iterator[str]:
    aside = server.within(file.with_name(f"{ASIDE}{file.name}"))
    yield f"put {_between_quotes(source.as_posix())} {_between_quotes(aside)}"
    yield f"rename {_between_quotes(aside)} {_between_quotes(server.within(file))}"


def _batch(server: Server, folder: Path, steps: list[str]) -> str:
    path = folder / "batch"
    path.write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
    port = ("-P", server.port) if server.port else ()
    return run(server, program("sftp", _MEND), *options_of_ssh(), *port, "-b", str(path), "--", server.who)


def _between_quotes(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'
