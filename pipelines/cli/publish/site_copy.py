"""Copy or send the changes of the public site to where a web server reads it: a folder, or a server with sftp or rsync.

In a folder, each file is written next to its place and then renamed, so that readers see the old version or the new
one. New pages come before the pages that link to them, and old pages go last. A list in the target names the files that
were copied: so the next run continues an interrupted copy, and files that are not Barometer's are kept.
"""

import filecmp
import hashlib
import os
import posixpath
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from html import unescape
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self
from urllib.parse import unquote

from filelock import Timeout

from pipelines.building.writing import ASIDE as SENT_ASIDE
from pipelines.building.writing import sending
from pipelines.intake.landing.our_pages import OF_SITE
from pipelines.machine import waits
from pipelines.machine.environment import SSH_CONFIG, value_of
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import patiently
from pipelines.reports.page_names import lasting
from pipelines.words.suggestions import some
from transforms.tables.messages import Message, gettext, gettext_noop

LIST = ".barometer-published"
"""The file in the target that lists the files that were copied there, one path per line."""
ASIDE = ".writing-"
FIRST = "index.html"
_LINK = re.compile(r"""\b(?:href|src)=["']?([^"'#?:\s>]+)""")
_FIX = Message("name an empty folder, or one to which barometer publish copied before")


class Copied(NamedTuple):
    """The numbers of files that were written, that were already the same, and that were removed."""

    written: int
    same: int
    removed: int
    lies_in: str | None = None
    made: str | None = None
    left: tuple[str, ...] = ()
    """The competitions, as `club/competition`, that are no longer on the site, so that their pages were removed."""


class Plan(NamedTuple):
    """The files of the site, and those to remove from a target, each in the order in which that is done."""

    here: list[PurePosixPath]
    gone: list[PurePosixPath]
    left: tuple[str, ...]

    def done(self, written: int, removed: int) -> Copied:
        """Return the result of the plan, from the number of files written and the number removed."""
        return Copied(written, len(self.here) - written, removed, left=self.left)


def planned(
    site: Path, before: Collection[PurePosixPath], target: str, *, replaces: bool, published: Iterable[str]
) -> Plan:
    """Return the plan for `target`, which has the copied files `before`; refuse it if it has another site.

    Another site is one with results of competitions, none of which is on this site or was `published` before
    (`club/competition`). If `replaces` is true, it is not refused.
    """
    files = files_of(site)
    here, there = _competitions(files), _competitions(before)
    # Before the first evening, a season has no page of an evening or a player, so nothing is lost.
    deepest = max((len(file.parts) for file in before if file.suffix == ".html"), default=0)
    is_of_nobody = deepest <= 4  # at most club/competition/season/page: nothing in the folders of a season
    is_same_site = not set(map(lasting, there)).isdisjoint(map(lasting, (*here, *published)))
    if here and there and not (replaces or is_of_nobody or is_same_site):
        sentence = gettext_noop(
            "{target}: not published, because this would remove the pages of {there}; the site to publish has "
            "those of {here}. Name another target, or another warehouse with --warehouse. If the competitions "
            "were renamed, or if you want to replace those pages, add --replace"
        )
        raise UnusableError(sentence, target=target, there=some(sorted(there)), here=some(sorted(here)))
    gone = sorted(set(before) - files, key=_late, reverse=True)
    return Plan(sorted(files, key=_late), gone, tuple(sorted(there - here)))


def copy_site(site: Path, target: Path, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Bring the folder `target`, which must be new, empty or a copy of a site, up to date; see `planned`."""
    check_is_site(site)
    check_apart(site, target)
    outermost = target.parts[0] if target.parts else ""
    if not os.path.lexists(outermost) and re.fullmatch(r"([\w.-]+@)?([\w-]+\.)+[a-zA-Z]{2,}(:[0-9]+)?", outermost):
        raise UnusableError(
            "{target}: there is no such folder on this computer; name a server as sftp://USER@HOST/FOLDER (USER: your"
            " login name there)",
            target=target,
        )
    if not target.absolute().parent.is_dir():
        raise UnusableError(
            "{target}: the folder that should contain this one does not exist; create it, or correct the path (the "
            "disk of the web server may not be mounted)",
            target=target,
        )
    try:
        before = _copied_before(target)
        plan = planned(site, before, str(target), replaces=replaces, published=published)
        target.mkdir(parents=True, exist_ok=True)
        _write(target / LIST, partial(write_list, files={*before, *plan.here}))
        written = sum(_put(site, target, name) for name in plan.here)
        removed = sum(_remove(target, name) for name in plan.gone)
        _write(target / LIST, partial(write_list, files=plan.here))
    except PermissionError as wrong:
        raise UnusableError(
            "{target}: no files may be written there, so nothing is recorded as published; name another folder, or"
            " give yourself the right to write in that folder (in Windows: right click, Properties, Security), or ask"
            " whoever looks after the computer",
            target=target,
        ) from wrong
    return plan.done(written, removed)


def check_is_site(site: Path) -> None:
    """Check that a folder holds a site."""
    if not _is_ours(site / FIRST):
        sentence = gettext_noop("{site}: there is no Barometer site in this folder; make one with: barometer build")
        raise UnusableError(sentence, site=site)


def check_is_ours(target: str, first_page: Path) -> None:
    """Check, by its home page, that the target is a Barometer site. Nothing else may be overwritten."""
    if not _is_ours(first_page):
        raise UnusableError("{target}: this contains files that Barometer did not make; {fix}", target=target, fix=_FIX)


def check_apart(site: Path, target: Path) -> None:
    """Check that the target is neither inside the site nor around it."""
    here, there = site.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        sentence = gettext_noop("{target}: this is the site itself, or a folder inside or around it; {fix}")
        raise UnusableError(sentence, target=target, fix=_FIX)
    if target.exists() and not target.is_dir():
        raise UnusableError("{target}: this is not a folder; {fix}", target=target, fix=_FIX)


def _is_ours(page: Path) -> bool:
    return page.is_file() and OF_SITE in page.read_bytes()


def files_of(site: Path) -> set[PurePosixPath]:
    """Return the paths of all files of the site, relative to the site, except names that begin with a dot."""
    found: set[PurePosixPath] = set()
    for folder, folders, names in os.walk(site):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = Path(folder).relative_to(site)
        found |= {PurePosixPath(inside.as_posix(), name) for name in names if not name.startswith(".")}
    return found


def write_list(path: Path, files: Mapping[PurePosixPath, str] | Iterable[PurePosixPath]) -> None:
    """Write a list of files, one per line: the digest of the file, if there is one, and its path."""
    digests = files if isinstance(files, Mapping) else {}
    lines = (f"{digests[file]} {file}\n" if digests else f"{file}\n" for file in sorted(files))
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def files_listed(path: Path, *, with_digests: bool = False) -> dict[PurePosixPath, str]:
    """Read a list of `write_list`: the digest of each file, by path. Paths that lead out of the target are ignored."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition(" ") if with_digests else ("", "", line)
        file = PurePosixPath(name)
        if file.parts and not file.is_absolute() and ".." not in file.parts and ":" not in file.parts[0]:
            found[file] = digest
    return found


def folders_around(name: PurePosixPath) -> list[PurePosixPath]:
    """Return the folders of the site that contain a file, the innermost first."""
    return [folder for folder in name.parents if folder.parts]


def _late(file: PurePosixPath) -> tuple[bool, int, str]:
    """Return the key that sorts files for writing: pages come after all other files, and deep pages come first."""
    return (file.suffix == ".html", -len(file.parts), str(file))


def _competitions(files: Iterable[PurePosixPath]) -> set[str]:
    return {"/".join(file.parts[:2]) for file in files if len(file.parts) > 2}


def _copied_before(target: Path) -> set[PurePosixPath]:
    """Return the files in the target that were copied there; refuse a target that has only other files.

    If a site was copied by other means, without a list, its pages and the files to which they link count as copied.
    """
    if (target / LIST).is_file():
        return {*files_listed(target / LIST)}
    if not target.exists() or not any(target.iterdir()):
        return set()
    check_is_ours(str(target), target / FIRST)
    target = target.resolve()
    copies = {page for page in target.rglob("*.html") if _is_ours(page)}
    for page in [*copies]:
        links = _LINK.findall(page.read_text(encoding="utf-8", errors="replace"))
        places = {Path(os.path.normpath(page.parent / unquote(unescape(link)))) for link in links}
        copies |= {to for to in places if to.suffix != ".html" and to.is_relative_to(target) and to.is_file()}
    return {PurePosixPath(file.relative_to(target).as_posix()) for file in copies}


def _put(site: Path, target: Path, name: PurePosixPath) -> bool:
    source, place = site / name, target / name
    _check_no_link(target, name)
    if place.is_file() and filecmp.cmp(source, place, shallow=False):
        return False
    if place.is_dir():
        sentence = gettext_noop("{place}: this is a folder, but the site has a file with this name; {fix}")
        raise UnusableError(sentence, place=place, fix=_FIX)
    place.parent.mkdir(parents=True, exist_ok=True)
    _write(place, partial(shutil.copyfile, source))
    return True


def _write(place: Path, write: Callable[[Path], object]) -> None:
    aside = place.with_name(f"{ASIDE}{place.name}")
    aside.unlink(missing_ok=True)  # left by an interrupted copy, or a link
    write(aside)
    patiently(partial(aside.replace, place), place)


def _remove(target: Path, name: PurePosixPath) -> bool:
    _check_no_link(target, name)
    if not (target / name).is_file():
        return False
    (target / name).unlink()
    with suppress(OSError):  # a folder that is not empty stays, and so do the folders around it
        for folder in folders_around(name):
            (target / folder).rmdir()
    return True


def _check_no_link(target: Path, name: PurePosixPath) -> None:
    for place in (target / name, *(target / folder for folder in folders_around(name))):
        if place.is_symlink():
            sentence = gettext_noop("{place}: this is a link, and Barometer does not write through links; {fix}")
            raise UnusableError(sentence, place=place, fix=_FIX)


@contextmanager
def as_built(site: Path, *, patience: float = waits.SENDING) -> Iterator[Path]:
    """Yield a folder with the files of the site as they are now. Call this while no build replaces pages.

    A build replaces each file and never changes it, so hard links are enough; if there are none, files are copied.
    """
    with ExitStack() as held:
        try:
            held.enter_context(sending(site, patience=patience))
        except Timeout as wrong:
            raise UnusableError(
                "{site}: another barometer publish is sending this site; wait until it has finished", site=site
            ) from wrong
        aside = tempfile.TemporaryDirectory(prefix=SENT_ASIDE, dir=site, ignore_cleanup_errors=True)
        taken = Path(held.enter_context(aside))
        for name in files_of(site):
            place = taken / name
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(site / name, place)
            except OSError:
                shutil.copy2(site / name, place)
        yield taken


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
    config = value_of(SSH_CONFIG)
    asks = "no" if sys.stdin.isatty() else "yes"
    return ["-oConnectTimeout=20", f"-oBatchMode={asks}", *(("-F", config) if config else ())]


def why_not(server: Server, said: str, status: int) -> Message:
    """Return why nothing could be sent and how to fix that, from a program's output and exit status."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    known = [line for line in lines if any(words in line.lower() for words in _FIXES)]
    line = (known or lines or [gettext("the program ended with exit status {status}", status=status)])[-1]
    usual = gettext_noop("correct this, and publish again")
    fix = next((fix for words, fix in _FIXES.items() if words in line.lower()), usual)
    login = f"-p {server.port} {server.who}" if server.port else server.who
    sentence = gettext_noop("{server}: the site could not be sent there ({why}); {fix}")
    return Message(sentence, server=server, why=line.rstrip("."), fix=Message(fix, who=server.who, login=login))


_ASKED = ("--recursive", "--times", "--checksum", "--delay-updates", "--delete-missing-args", "--itemize-changes")


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
    vanished = 24  # what rsync says about a file that is gone and should be removed there
    said = rsync(*_ASKED, f"--files-from={names}", f"{site}/", there, fine=(0, vanished)).splitlines()
    write_list(sent, plan.here)
    rsync("--checksum", str(sent), there)
    removed = sum(line.startswith("*deleting") and not line.endswith("/") for line in said)
    return plan.done(sum(line.startswith("<f") for line in said), removed)


SENT = ".barometer-sent"
"""The list of sent files on the server: in each line the SHA-256 of a file (`-` while it is sent) and its path."""
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
        steps += _put_aside(under_way, server, PurePosixPath(SENT))
        steps += (step for file in changed for step in _put_aside(site / file, server, file))
        for file in plan.gone:
            steps.append(f"-rm {_quoted(server.within(file))}")
            steps += (f"-rmdir {_quoted(server.within(around))}" for around in folders_around(file))
        _batch(server, folder, [*steps, *_put_aside(sent, server, PurePosixPath(SENT))])
    return plan.done(len(changed), len(plan.gone))._replace(lies_in=lies_in, made=made)


def _known_to_sftp(server: Server, folder: Path) -> tuple[dict[PurePosixPath, str], str | None, str | None]:
    """Return the digests of the files that were sent before, by path, and `lies_in` and `made` of `Copied`."""
    known, first = folder / "known", folder / FIRST
    parts = PurePosixPath(server.folder).parts
    outermost = str(PurePosixPath(*parts[: 2 if server.folder.startswith("/") else 1]))
    steps = [  # after a dash, a command may fail without ending the batch
        f"-get {_quoted(server.within(SENT))} {_quoted(known.as_posix())}",
        f"-get {_quoted(server.within(FIRST))} {_quoted(first.as_posix())}",
        *(f"-ls -1a {_quoted(server.folder)}", "-pwd", f"-cd {_quoted(outermost)}", "-pwd"),
    ]
    listed = _batch(server, folder, steps)
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


def _put_aside(source: Path, server: Server, file: PurePosixPath) -> Iterator[str]:
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
