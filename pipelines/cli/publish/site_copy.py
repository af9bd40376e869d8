"""Copy the changes of the public site to where a web server reads it: a folder, or a server with rsync.

In a folder, each file is written next to its place and then renamed, so that readers see the old version or the new
one. New pages come before the pages that link to them, and old pages go last. A list in the target names the files that
were copied. With it, the next run continues an interrupted copy, and keeps files that are not Barometer's.
"""

import filecmp
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from pipelines.intake.landing.our_pages import OF_SITE
from pipelines.machine.environment import SSH_CONFIG, value_of
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import patiently
from pipelines.reports.page_names import lasting
from pipelines.words.suggestions import some
from transforms.tables.messages import Message, gettext, gettext_noop

LIST = ".barometer-published"
"""The file in the target that lists the files that were copied there, one path per line."""
_SENT_BY_SFTP = ".barometer-sent"
"""The list that older versions of Barometer left on a server: in each line a digest and a path."""
_DIGEST = re.compile(r"^(?:[0-9a-f]{64}|-) ")
_ASIDE = ".writing-"
_FIRST = "index.html"
_FIX = Message("name an empty folder, or one to which barometer publish copied before")

NO_PARENT = gettext_noop(
    "{target}: the folder that should contain this one does not exist; create it, or correct the path"
)


class Copied(NamedTuple):
    """The numbers of files that were written, that were already the same, and that were removed."""

    written: int
    same: int
    removed: int
    left: tuple[str, ...] = ()
    """The competitions (`club/competition`) whose pages were removed because they are no longer on the site."""


class _Plan(NamedTuple):
    here: list[PurePosixPath]  # the files to copy and the files to remove, each list in the order of the work
    gone: list[PurePosixPath]
    left: tuple[str, ...]
    kept: set[PurePosixPath]  # files in the target that stay as they are


_Planned = Callable[[Collection[PurePosixPath]], _Plan]
"""A function that makes the plan for a target, from the files that were copied there before."""
_From = Mapping[PurePosixPath, Path]
"""The folder that has each file to copy."""


class Server(NamedTuple):
    """A folder on a server: where to log in (`host` or `user@host`), and its path there."""

    who: str
    folder: str

    @classmethod
    def named(cls, target: str) -> Self | None:
        """Return the server of `user@host:folder`; None for a local folder."""
        if re.match(r"[a-z]+://", target, re.IGNORECASE):
            raise UnusableError(
                "{target}: the site cannot be sent there. Name the folder that the web server reads: a folder of this"
                " computer, or USER@HOST:FOLDER to use rsync. If the server only accepts SFTP or FTP, name a folder of"
                " this computer, and mirror that folder with another program, such as WinSCP or rclone",
                target=target,
            )
        if not (found := re.fullmatch(r"([\w.@-]{2,}):(.*)", target, re.DOTALL)):
            return None
        server = cls(found[1], found[2] or ".")
        if server.who.lower() == "sftp" or "-" in (server.who[:1], server.folder[:1]) or not target.isprintable():
            raise UnusableError("{target}: this is not a server; write USER@HOST:FOLDER", target=target)
        return server

    def __str__(self) -> str:
        return f"{self.who}:{self.folder}"


def copy_site(
    site: Path,
    target: Path | Server,
    *,
    replaces: bool = False,
    published: Iterable[str] = (),
    held: Collection[str] = (),
    shared: Path | None = None,
    is_trial: bool = False,
) -> Copied:
    """Bring a target, which must be new, empty or a copy of a site, up to date with the site; a trial only counts.

    The folders of clubs in `held`, as `names_ever` gives them, stay as they are; the files next to the clubs' folders
    then come from the folder `shared`.

    A target is refused if all its results are of competitions that are neither on this site nor `published` before
    (`club/competition`), unless `replaces` is true.
    """
    if not _is_site(site):
        sentence = gettext_noop("{site}: there is no Barometer site in this folder; make one with: barometer build")
        raise UnusableError(sentence, site=site)
    files = dict.fromkeys(files_of(site), site)
    if shared:
        files = {name: site for name in files if len(name.parts) > 1} | dict.fromkeys(files_of(shared), shared)
    planned = partial(_planned, {*files}, str(target), replaces=replaces, published=published, held=held)
    if isinstance(target, Server):
        with tempfile.TemporaryDirectory() as folder:
            return _to_server(files, site, target, planned, Path(folder), is_trial=is_trial)
    _check_folder(site, target)
    try:
        return _to_folder(files, target, planned, is_trial=is_trial)
    except PermissionError as wrong:
        raise UnusableError(
            "{target}: no files may be written there, so nothing is recorded as published; name another folder, or"
            " give yourself the right to write in that folder (in Windows: right click, Properties, Security), or ask"
            " whoever looks after the computer",
            target=target,
        ) from wrong


def files_of(site: Path) -> set[PurePosixPath]:
    """Return the paths of all files of the site, relative to the site, except names that begin with a dot."""
    found: set[PurePosixPath] = set()
    for folder, folders, names in os.walk(site):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = Path(folder).relative_to(site)
        found |= {PurePosixPath(inside.as_posix(), name) for name in names if not name.startswith(".")}
    return found


def _is_site(folder: Path) -> bool:
    return (folder / _FIRST).is_file() and OF_SITE in (folder / _FIRST).read_bytes()


def _planned(
    files: set[PurePosixPath],
    target: str,
    before: Collection[PurePosixPath],
    *,
    replaces: bool,
    published: Iterable[str],
    held: Collection[str],
) -> _Plan:
    kept = {file for file in before if len(file.parts) > 1 and lasting(file.parts[0]) in held}
    files = {file for file in files if len(file.parts) == 1 or lasting(file.parts[0]) not in held}
    before = {*before} - kept
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
    gone = sorted(before - files, key=_late, reverse=True)
    return _Plan(sorted(files, key=_late), gone, tuple(sorted(there - here)), kept)


def _competitions(files: Iterable[PurePosixPath]) -> set[str]:
    return {"/".join(file.parts[:2]) for file in files if len(file.parts) > 2}


def _late(file: PurePosixPath) -> tuple[bool, int, str]:
    """Return the key that sorts files for writing: pages come after all other files, and deep pages come first."""
    return (file.suffix == ".html", -len(file.parts), str(file))


def _write_list(files: Iterable[PurePosixPath], path: Path) -> None:
    path.write_text("".join(f"{file}\n" for file in sorted(files)), encoding="utf-8", newline="\n")


def _listed(path: Path) -> set[PurePosixPath]:
    """Read a list of copied files. Paths that lead out of the target are ignored."""
    lines = path.read_text(encoding="utf-8").splitlines()
    files = [PurePosixPath(_DIGEST.sub("", line) if path.name == _SENT_BY_SFTP else line) for line in lines]
    leads_out = re.compile(r"/|[^/]*:|(?:.*/)?\.\.(?:/|$)")
    return {file for file in files if file.name and not leads_out.match(str(file))}


def _of_others(target: object) -> UnusableError:
    return UnusableError("{target}: this contains files that Barometer did not make; {fix}", target=target, fix=_FIX)


# --- a folder ---------------------------------------------------------------------------------


def _check_folder(site: Path, target: Path) -> None:
    here, there = site.resolve(), target.resolve()
    outermost = target.parts[0] if target.parts else ""
    wrong = None
    if here == there or here in there.parents or there in here.parents:
        wrong = gettext_noop("{target}: this is the site itself, or a folder inside or around it; {fix}")
    elif target.exists() and not target.is_dir():
        wrong = gettext_noop("{target}: this is not a folder; {fix}")
    elif not os.path.lexists(outermost) and re.fullmatch(r"([\w.-]+@)?([\w-]+\.)+[a-zA-Z]{2,}", outermost):
        wrong = gettext_noop(
            "{target}: there is no such folder on this computer; name a server as USER@HOST:FOLDER (USER: your login"
            " name there)"
        )
    elif not target.absolute().parent.is_dir():
        wrong = NO_PARENT
    if wrong:
        raise UnusableError(wrong, target=target, fix=_FIX)


def _to_folder(site: _From, target: Path, planned: _Planned, *, is_trial: bool) -> Copied:
    before = _listed(target / LIST) if (target / LIST).is_file() else set[PurePosixPath]()
    if not before and target.exists() and any(file.name != LIST for file in target.iterdir()):
        raise _of_others(target)
    plan = planned(before)
    files = [*plan.here, *plan.gone]
    for place in sorted({target / path for name in files for path in (name, *name.parents[:-1])}):
        if place.is_symlink():
            sentence = gettext_noop("{place}: this is a link, and Barometer does not write through links; {fix}")
            raise UnusableError(sentence, place=place, fix=_FIX)
    new = [name for name in plan.here if not _is_same(site[name], target, name)]
    gone = [name for name in plan.gone if (target / name).is_file()]
    if not is_trial:
        target.mkdir(exist_ok=True)
        _write(target / LIST, partial(_write_list, {*before, *plan.here}))
        for name in new:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            _write(target / name, partial(shutil.copyfile, site[name] / name))
        for name in gone:
            (target / name).unlink()
            with suppress(OSError):  # a folder that is not empty stays, and so do the folders around it
                for folder in name.parents[:-1]:
                    (target / folder).rmdir()
        _write(target / LIST, partial(_write_list, {*plan.here, *plan.kept}))
    return Copied(len(new), len(plan.here) - len(new), len(gone), plan.left)


def _is_same(site: Path, target: Path, name: PurePosixPath) -> bool:
    place = target / name
    if place.is_dir() and not place.is_symlink():
        sentence = gettext_noop("{place}: this is a folder, but the site has a file with this name; {fix}")
        raise UnusableError(sentence, place=place, fix=_FIX)
    return place.is_file() and filecmp.cmp(site / name, place, shallow=False)


def _write(place: Path, write: Callable[[Path], object]) -> None:
    aside = place.with_name(f"{_ASIDE}{place.name}")
    aside.unlink(missing_ok=True)  # left by an interrupted copy, or a link
    write(aside)
    patiently(partial(aside.replace, place), place)


# --- a server ---------------------------------------------------------------------------------

_CHANGES = ("--recursive", "--times", "--checksum", "--delay-updates", "--delete-missing-args", "--itemize-changes")
_VANISHED, _ABSENT = 24, 23
"""Exit statuses of rsync: a file to remove is already gone; a folder does not exist."""
_FIXES = {
    "host key verification failed": gettext_noop(
        "connect once yourself, and answer yes if the key of the server is right: ssh {login}"
    ),
    "permission denied": gettext_noop(
        "check that you may write there, and that the server accepts one of your keys; to add a key, run: "
        "ssh-copy-id {login}"
    ),
    "unknown option": gettext_noop("this needs rsync 3.2.3 or newer on both computers"),
    "command not found": gettext_noop("rsync is not installed on the server"),
}


def _to_server(files: _From, site: Path, server: Server, planned: _Planned, folder: Path, *, is_trial: bool) -> Copied:
    fetched, names, sent = (folder / name for name in ("fetched", "names", LIST))
    there, trial = f"{server}/", ("--dry-run",) if is_trial else ()
    fetched.mkdir()
    _rsync(server, *trial, "--mkpath", "--dirs", f"{fetched}/", there)
    lines = _rsync(server, "--list-only", there, fine=(0, _ABSENT) if is_trial else (0,)).splitlines()
    on_server = {line.split(maxsplit=4)[-1] for line in lines if line.strip()} - {"."}
    known = next((name for name in (LIST, _SENT_BY_SFTP) if name in on_server), None)
    if on_server and not known:
        raise _of_others(server)
    if known:
        _rsync(server, f"{there}{known}", f"{fetched}/")
    before = _listed(fetched / known) if known else set[PurePosixPath]()
    plan = planned(before)
    _write_list({*plan.here, *before}, sent)
    _rsync(server, *trial, str(sent), there)
    changes = (*trial, *_CHANGES, *(("--mkpath",) if is_trial else ()), f"--files-from={names}")
    said = list[str]()
    for source in sorted({*files.values(), site}, key=lambda source: source != site):
        _write_list([name for name in (*plan.here, *plan.gone) if files.get(name, site) == source], names)
        said += _rsync(server, *changes, f"{source}/", there, fine=(0, _VANISHED)).splitlines()
    _write_list({*plan.here, *plan.kept}, sent)
    _rsync(server, *trial, "--checksum", str(sent), there)
    written = sum(line.startswith("<f") for line in said)
    removed = sum(line.startswith("*deleting") and not line.endswith("/") for line in said)
    return Copied(written, len(plan.here) - written, removed, plan.left)


def _rsync(server: Server, *arguments: str, fine: tuple[int, ...] = (0,)) -> str:
    """Run rsync, and return its output; `fine` are the accepted exit statuses."""
    if (found := shutil.which("rsync")) is None:
        raise UnusableError(
            "rsync is not installed on this computer: install it; or name a folder of this computer, and mirror that"
            " folder with another program, such as WinSCP or rclone"
        )
    config, asks = value_of(SSH_CONFIG), "no" if sys.stdin.isatty() else "yes"
    ssh = ["ssh", "-oConnectTimeout=20", f"-oBatchMode={asks}", *(("-F", config) if config else ())]
    done = subprocess.run([found, "--rsh", shlex.join(ssh), *arguments], check=False, capture_output=True)  # noqa: S603 - no shell, and the host is checked
    printed, said = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    if done.returncode not in fine:
        raise UnusableError(why_not(server, said, done.returncode))
    return printed


def why_not(server: Server, said: str, status: int) -> Message:
    """Return why nothing could be sent and how to fix that, from the output and exit status of rsync."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    known = [line for line in lines if any(words in line.lower() for words in _FIXES)]
    line = (known or lines or [gettext("the program ended with exit status {status}", status=status)])[-1]
    usual = gettext_noop("correct this, and publish again")
    fix = next((fix for words, fix in _FIXES.items() if words in line.lower()), usual)
    sentence = gettext_noop("{server}: the site could not be sent there ({why}); {fix}")
    return Message(sentence, server=server, why=line.rstrip("."), fix=Message(fix, login=server.who))
