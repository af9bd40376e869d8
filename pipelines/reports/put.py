"""Move drawn files to the site, each with one rename: first new files, then the pages that link to them."""

import os
import shutil
from functools import partial
from pathlib import Path

from pipelines.machine.files import patiently
from pipelines.reports.files import MANIFEST, manifest_of

_ORDER = ("boards", "sessions", "players", "lists")
"""The folders with pages, in the order of moving: pages before those that link to them. Other pages come last."""


def put(aside: Path, site: Path) -> None:
    """Move the files in `aside` to `site`, then remove files that are gone from the site, and `aside`.

    If the move is killed, the next call completes it. `UnusableError` names a file that another program holds open.
    """
    if not aside.exists():
        return
    drawn = [file.relative_to(aside) for file in aside.rglob("*") if file.is_file()]
    files = (file for file in drawn if file.name != MANIFEST)
    for file in sorted(files, key=lambda file: ((site / file).exists(), _rank(file), file)):
        _move(aside / file, site / file)
    for of in sorted(file.parent for file in drawn if file.name == MANIFEST):
        now, before = manifest_of(aside / of).files, manifest_of(site / of).files
        gone = [of / name for name in before if name not in now]
        _remove(gone if now else [*gone, of / MANIFEST], site)
        if now:
            _move(aside / of / MANIFEST, site / of / MANIFEST)
    shutil.rmtree(aside)


def _rank(file: Path) -> tuple[int, ...]:
    if file.suffix != ".html":
        return (0,)
    if len(file.parts) == 1:
        return 2, int(file.name == "index.html")
    below_season = file.parts[3:-1]
    return 1, _ORDER.index(below_season[0]) if below_season and below_season[0] in _ORDER else len(_ORDER)


def _remove(gone: list[Path], site: Path) -> None:
    for file in sorted(gone, key=lambda file: (_rank(file), file), reverse=True):
        patiently(partial((site / file).unlink, missing_ok=True), site / file)
    for folder in sorted({parent for file in gone for parent in file.parents if parent.parts}, reverse=True):
        if (site / folder).is_dir() and not any((site / folder).iterdir()):
            (site / folder).rmdir()


def _move(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    patiently(partial(os.replace, file, place), place)
