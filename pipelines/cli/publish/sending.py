"""Send the changes of the public site to a server with sftp (of OpenSSH) or rsync.

A list on the server names the files that were sent. Because of it, old pages are removed, files that are not
Barometer's are kept, and the next run continues an interrupted one.
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
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from pipelines.cli.publish.site_copy import (
    ASIDE,
    FIRST,
    LIST,
    Copied,
    check_is_ours,
    files_listed,
    files_of,
    folders_around,
    planned,
    write_list,
)
from pipelines.machine.environment import SSH_CONFIG, value_of
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import Message, gettext, gettext_noop

_FIXES = {
    "host key verification failed": gettext_noop(
        "connect once yourself, and answer yes if the key is right: ssh {login}"
    ),
    "permission denied": gettext_noop(
        "check that you may write there, and that the server accepts one of your keys; to add a key, run: "
        "ssh-copy-id {login}"
    ),
    "could not resolve": gettext_noop("check how the name of the server is spelled"),
    "connection refused": gettext_noop("check that the server accepts ssh at this port"),
    "timed out": gettext_noop("check that the server can be reached from here"),
    "no space left": gettext_noop("free some space on the server"),
    "unknown option": gettext_noop("this needs rsync 3.2.3 or newer on both computers; or write sftp://{who}/FOLDER"),
    "command not found": gettext_noop("rsync is not installed on the server; write sftp://{who}/FOLDER"),
}
_USUAL_FIX = gettext_noop("correct this, and publish again")
_LACKING = {
    "sftp": gettext_noop(
        "install the OpenSSH client (an optional feature on Windows), or publish to a folder and copy that "
        "folder to the server"
    ),
    "rsync": gettext_noop("install it, or write sftp://{who}/FOLDER"),
}


class Server(NamedTuple):
    """A folder on a server."""

    way: str
    """The program that sends the files: `sftp` or `rsync`."""
    who: str
    """Where to log in: `host` or `user@host`."""
    port: str | None
    folder: str

    @classmethod
    def named(cls, target: str) -> Self | None:
        """Return the server of `sftp://user@host:port/folder` or `user@host:folder`; None for a local folder."""
        if found := re.fullmatch(r"sftp://([\w.@-]+)(?::(\d+))?/?(.*)", target, re.IGNORECASE | re.DOTALL):
            who, port, folder = found.groups()
            server = cls("sftp", who, port, folder or ".")
        elif re.match(r"https?:", target, re.IGNORECASE):
            raise UnusableError(
                "{target}: this is a web address, and the site cannot be copied to a web address. Name the "
                "folder that the web server reads: a folder of this computer, sftp://USER@HOST/FOLDER, or "
                "USER@HOST:FOLDER to use rsync (ask whoever runs that server)",
                target=target,
            )
        elif re.match(r"[a-z]+://", target, re.IGNORECASE):
            raise UnusableError(
                "{target}: the site cannot be sent there. Name a folder of this computer, "
                "sftp://USER@HOST/FOLDER, or USER@HOST:FOLDER to use rsync. If the server only accepts FTP, "
                "name a folder of this computer, and copy its content with an FTP program, such as FileZilla",
                target=target,
            )
        elif found := re.fullmatch(r"([\w.@-]{2,}):(.*)", target, re.DOTALL):
            server = cls("rsync", found[1], None, found[2] or ".")
        else:
            return None
        is_slashless = server.way == "rsync" and server.who.lower() == "sftp"
        if is_slashless or "-" in (server.who[:1], server.folder[:1]) or not server.folder.isprintable():
            raise UnusableError(
                "{target}: this is not a server; write sftp://USER@HOST/FOLDER or USER@HOST:FOLDER", target=target
            )
        return server

    def within(self, name: PurePosixPath | str) -> str:
        """Return the path on the server of a file of the site."""
        return f"{self.folder.rstrip('/') or '/'}/{name}"

    def __str__(self) -> str:
        """Return the target as text, in a form that `named` can read."""
        if self.way == "rsync":
            return f"{self.who}:{self.folder}"
        return f"sftp://{self.who}{f':{self.port}' if self.port else ''}/{self.folder}"


def send(site: Path, server: Server, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Bring the folder on a server up to date with the site; see `planned` for the arguments."""
    by_way = _send_by_sftp if server.way == "sftp" else _send_by_rsync
    with tempfile.TemporaryDirectory() as name:
        return by_way(site, server, Path(name), replaces, published)


def _run(server: Server, *arguments: str, fine: tuple[int, ...] = (0,)) -> str:
    """Run the program that talks to the server, and return its output; `fine` are the accepted exit statuses."""
    found = shutil.which(server.way)
    if found is None:
        fix = Message(_LACKING[server.way], who=server.who)
        raise UnusableError("{name} is not installed on this computer: {fix}", name=server.way, fix=fix)
    done = subprocess.run([found, *arguments], check=False, capture_output=True)  # noqa: S603 - no shell, and the host is checked
    printed, said = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    if done.returncode not in fine:
        raise UnusableError(why_not(server, said, done.returncode))
    return printed


def _options_of_ssh() -> list[str]:
    """Return options for ssh and sftp that prevent questions when nobody can answer them."""
    config = value_of(SSH_CONFIG)
    asks = "no" if sys.stdin.isatty() else "yes"
    return ["-oConnectTimeout=20", f"-oBatchMode={asks}", *(("-F", config) if config else ())]


def why_not(server: Server, said: str, status: int) -> Message:
    """Return why nothing could be sent and how to fix that, from a program's output and exit status."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    known = [line for line in lines if any(words in line.lower() for words in _FIXES)]
    line = (known or lines or [gettext("the program ended with exit status {status}", status=status)])[-1]
    fix = next((fix for words, fix in _FIXES.items() if words in line.lower()), _USUAL_FIX)
    login = f"-p {server.port} {server.who}" if server.port else server.who
    return Message(
        "{server}: the site could not be sent there ({why}); {fix}",
        server=server,
        why=line.rstrip("."),
        fix=Message(fix, who=server.who, login=login),
    )


_ASKED = ("--recursive", "--times", "--checksum", "--delay-updates", "--delete-missing-args", "--itemize-changes")
_VANISHED = 24


def _send_by_rsync(site: Path, server: Server, folder: Path, replaces: bool, published: Iterable[str]) -> Copied:
    fetched, names, sent = (folder / name for name in ("fetched", "names", LIST))
    there = f"{server.who}:{server.folder}/"
    rsync = partial(_run, server, "--rsh", shlex.join(["ssh", *_options_of_ssh()]))
    fetched.mkdir()
    rsync("--mkpath", "--dirs", f"{fetched}/", there)
    listed = {line.split(maxsplit=4)[-1] for line in rsync("--list-only", there).splitlines() if line.strip()} - {"."}
    if wanted := [f"{there}{name}" for name in (LIST, FIRST) if name in listed]:
        rsync(*wanted, f"{fetched}/")
    if listed and LIST not in listed:
        check_is_ours(str(server), fetched / FIRST)
    before = {*files_listed(fetched / LIST)} if LIST in listed else set()
    plan = planned(site, before, str(server), replaces=replaces, published=published)
    for path in (names, sent):
        write_list(path, {*plan.here, *before})
    rsync(str(sent), there)
    # rsync says "vanished" about a file that is gone and should be removed there.
    said = rsync(*_ASKED, f"--files-from={names}", f"{site}/", there, fine=(0, _VANISHED)).splitlines()
    write_list(sent, plan.here)
    rsync("--checksum", str(sent), there)
    removed = sum(line.startswith("*deleting") and not line.endswith("/") for line in said)
    return plan.done(sum(line.startswith("<f") for line in said), removed)


SENT = ".barometer-sent"
"""The name of the list of sent files on the server.

Each line of the list has the SHA-256 of a file (`-` while the file is being sent) and its path."""
_WORKING = re.compile(r"^Remote working directory: (.+?)\r?$", re.MULTILINE)


def _send_by_sftp(site: Path, server: Server, folder: Path, replaces: bool, published: Iterable[str]) -> Copied:
    here = {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in files_of(site)}
    there, lies_in, made = _known_to_sftp(server, folder)
    plan = planned(site, there, str(server), replaces=replaces, published=published)
    changed = [file for file in plan.here if there.get(file) != here[file]]
    if changed or plan.gone:
        under_way, sent = folder / "under-way", folder / "sent"
        write_list(under_way, there | dict.fromkeys(changed, "-"))
        write_list(sent, here)
        outer = [PurePosixPath(server.folder), *PurePosixPath(server.folder).parents]
        inside = {around for file in changed for around in folders_around(file)}
        steps = [f"-mkdir {_quoted(str(around))}" for around in reversed(outer) if around.name.strip(".")]
        steps += [f"-mkdir {_quoted(server.within(around))}" for around in sorted(inside)]
        steps += _put(under_way, server, PurePosixPath(SENT))
        steps += (step for file in changed for step in _put(site / file, server, file))
        for file in plan.gone:
            steps.append(f"-rm {_quoted(server.within(file))}")
            steps += (f"-rmdir {_quoted(server.within(around))}" for around in folders_around(file))
        _batch(server, folder, [*steps, *_put(sent, server, PurePosixPath(SENT))])
    return plan.done(len(changed), len(plan.gone))._replace(lies_in=lies_in, made=made)


def _known_to_sftp(server: Server, folder: Path) -> tuple[dict[PurePosixPath, str], str | None, str | None]:
    """Return the digests of the files that were sent before, by path, and `lies_in` and `made` of `Copied`."""
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
    made = outermost if is_new else None
    if known.is_file():
        return files_listed(known, with_digests=True), lies_in, made
    lines = (line.strip() for line in _WORKING.sub("", listed).splitlines() if not line.startswith("sftp>"))
    if any(PurePosixPath(line).name.strip(".") for line in lines):
        check_is_ours(str(server), first)
    return {}, lies_in, made


def _put(source: Path, server: Server, file: PurePosixPath) -> Iterator[str]:
    """Yield the sftp commands that send a file under another name and then rename it."""
    aside = server.within(file.with_name(f"{ASIDE}{file.name}"))
    yield f"put {_quoted(source.as_posix())} {_quoted(aside)}"
    yield f"rename {_quoted(aside)} {_quoted(server.within(file))}"


def _batch(server: Server, folder: Path, steps: list[str]) -> str:
    path = folder / "batch"
    path.write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
    port = ("-P", server.port) if server.port else ()
    return _run(server, *_options_of_ssh(), *port, "-b", str(path), "--", server.who)


def _quoted(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'
