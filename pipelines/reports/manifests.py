"""The folders of a site. The manifest of a folder lists the files that were drawn there; `put` moves them there."""

import json
import os
import shutil
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from pipelines.machine.files import patiently
from pipelines.reports.page_names import has_form_of_a_name, lasting, names_ever

MANIFEST = ".manifest"

_ORDER = ("hands", "boards", "sessions", "players", "lists")  # folders in moving order: pages before links to them


class Entry(NamedTuple):
    """One file in a manifest, which is the list of the files that were drawn in a folder."""

    digest: str
    drawn_from: str | None = None  # for a file that is slow to draw: the hash of its contents and of the drawing code
    words: list[Any] | None = None  # for a chart: the words about it on pages, such as its title


def as_manifest(files: Mapping[str, Entry]) -> bytes:
    """Return the content of the manifest of these files. Equal files give equal bytes."""
    return zlib.compress(json.dumps({"files": {name: list(entry) for name, entry in sorted(files.items())}}).encode())


def manifest_of(folder: Path) -> dict[str, Entry]:
    """Return by name the files that a folder's manifest lists inside the folder; {} if it cannot be read."""

    def stays_inside(name: str) -> bool:
        path = PurePosixPath(name)
        is_odd = path.is_absolute() or {"..", MANIFEST} & set(path.parts) or "\\" in name
        return bool(path.parts) and not is_odd

    try:
        content = (folder / MANIFEST).read_bytes()
        read = json.loads(content if content.startswith(b"{") else zlib.decompress(content))  # once it was plain text
        return {name: Entry(*entry) for name, entry in read["files"].items() if stays_inside(name)}
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError, zlib.error):
        return {}


def mark_as_gone(folder: Path) -> None:
    """Create this folder with an empty manifest, so that `put` removes the folder's files from the site."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_bytes(as_manifest({}))


def competitions_in(site: Path) -> list[Path]:
    """Return the folders of all competitions that Barometer drew in a site, relative to the site."""
    found = {file.parent.relative_to(site) for file in site.glob(f"*/*/{MANIFEST}")}
    # No folder of a club starts with a dot, but the separate folder for drawing may.
    return sorted(path for path in found if not path.parts[0].startswith("."))


class NamedFolders:
    """The subfolders of a folder, by the part of their name that is the same in all versions; listed only once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._named = defaultdict[str, list[Path]](list)
        for inside in sorted(folder.glob("*/")):
            if has_form_of_a_name(inside.name):
                self._named[lasting(inside.name)].append(inside)
        self._within = cache(NamedFolders)

    def of(self, identifier: str) -> list[Path]:
        """Return the folders that belong to an id, whichever version of Barometer named them."""
        return sorted(folder for name in names_ever(identifier) for folder in self._named.get(name, ()))

    def competitions_of(self, club: str, competition: str | None = None) -> list[Path]:
        """Return the folders of a club's competitions, or of one of them, relative to this folder."""
        found = (
            inside
            for folder in self.of(club)
            for inside in (folder.glob("*/") if competition is None else self._within(folder).of(competition))
        )
        return sorted(inside.relative_to(self._folder) for inside in found if (inside / MANIFEST).exists())


def forget(aside: Path, clubs: Iterable[str]) -> None:
    """Remove the drawn files of these clubs from `aside`."""
    named = NamedFolders(aside)
    for folder in [folder for club in clubs for folder in named.of(club)]:
        shutil.rmtree(folder)


def put(aside: Path, site: Path) -> None:
    """Move the files in `aside` to `site`, and remove files that are gone. After a kill, the next call finishes."""
    if not aside.exists():
        return
    drawn = [file.relative_to(aside) for file in aside.rglob("*") if file.is_file()]
    files = (file for file in drawn if file.name != MANIFEST)
    for file in sorted(files, key=lambda file: ((site / file).exists(), _rank(file), file)):
        _move(aside / file, site / file)
    for of in sorted(file.parent for file in drawn if file.name == MANIFEST):
        now, before = manifest_of(aside / of), manifest_of(site / of)
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
    below_season = file.parts[3:-1] or file.parts[1:2]  # or the folder of the careers, next to competitions
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
