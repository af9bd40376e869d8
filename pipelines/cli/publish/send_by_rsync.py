"""Sends the public site by rsync: what changed comes aside, and takes its place when all of it is there."""

import shlex
import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from pipelines.cli.publish.sending import Server, check_is_ours, options_of_ssh, program, run
from pipelines.cli.publish.site_copy import FIRST, LIST, Copied, check_is_site, check_same_site, files_of, is_inside
from transforms.messages import Message

_ASKED = ("--recursive", "--times", "--checksum", "--delay-updates", "--delete-missing-args", "--itemize-changes")
_VANISHED = 24


def send_by_rsync(site: Path, server: Server, *, replaces: bool = False, published: Iterable[str] = ()) -> Copied:
    """Make the folder of a server hold the site, and return what had to be done for it.

    Raises:
        UnusableError: there is no site, the folder holds something else, or the server cannot be written to.
    """
    check_is_site(site)
    here = files_of(site)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = _sent_before(server, folder)
        left = check_same_site(here, before, str(server), replaces=replaces, published=published)
        names, sent = folder / "names", folder / LIST
        _write(names, here | before)
        _write(sent, here | before)
        there = f"{server.who}:{server.folder}/"
        _rsync(server, str(sent), there)
        # A file that is gone, and is to be removed there, has vanished, as rsync says.
        said = _rsync(server, *_ASKED, f"--files-from={names}", f"{site}/", there, fine=(0, _VANISHED)).splitlines()
        _write(sent, here)
        _rsync(server, "--checksum", str(sent), there)
    written = sum(line.startswith("<f") for line in said)
    removed = sum(line.startswith("*deleting") and not line.endswith("/") for line in said)
    return Copied(written, len(here) - written, removed, left=left)


def _sent_before(server: Server, folder: Path) -> set[PurePosixPath]:
    """What was sent to the server; nothing where its folder is empty or is not there."""
    fetched = folder / "fetched"
    fetched.mkdir()
    there = f"{server.who}:{server.folder}/"
    _rsync(server, "--mkpath", "--dirs", f"{fetched}/", there)
    listed = _rsync(server, "--list-only", there).splitlines()
    names = {line.split(maxsplit=4)[-1] for line in listed if line.strip()} - {"."}
    if wanted := [f"{there}{name}" for name in (LIST, FIRST) if name in names]:
        _rsync(server, *wanted, f"{fetched}/")
    if LIST not in names:
        check_is_ours(server, names, fetched / FIRST)
        return set()
    lines = (fetched / LIST).read_text(encoding="utf-8").splitlines()
    return {PurePosixPath(line) for line in lines if is_inside(PurePosixPath(line))}


def _rsync(server: Server, *arguments: str, fine: tuple[int, ...] = (0,)) -> str:
    """Have rsync do this; what it printed."""
    shell = shlex.join(["ssh", *options_of_ssh()])
    mend = Message("install it, or write sftp://{who}/FOLDER", who=server.who)
    return run(server, program("rsync", mend), "--rsh", shell, *arguments, fine=fine)


def _write(path: Path, names: set[PurePosixPath]) -> None:
    path.write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8", newline="\n")
