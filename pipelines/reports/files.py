"""Draw a folder of the site: pages and charts whose contents or code changed. Only files that differ are written."""

import hashlib
import json
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import polars as pl

from pipelines.machine.files import patiently
from pipelines.machine.source import DRAWING, REFERENCE, code_of, versions_of
from pipelines.reports.html import TEMPLATES, as_page, filled
from pipelines.reports.page_names import has_form_of_a_name, lasting, names_ever
from pipelines.words.languages import FOLDER as CATALOGUES
from pipelines.words.languages import language

MANIFEST = ".manifest"
FORWARDS = "moved.js"
"""The script of pages that forward from the names of an older version to those of this version."""

_ORDER = ("boards", "sessions", "players", "lists")  # folders in moving order: pages before those that link to them


class Entry(NamedTuple):
    """One file in a manifest, which is the list of the files that were drawn in a folder."""

    sha256: str
    drawn_from: str | None = None  # for a file that is slow to draw: the hash of its contents and of the drawing code
    words: list[Any] | None = None  # for a chart: the words about it on pages, such as its title


def as_manifest(files: Mapping[str, Entry]) -> bytes:
    """Return the content of the manifest of these files. Equal files give equal bytes."""
    return json.dumps({"files": {name: list(entry) for name, entry in sorted(files.items())}}, indent=0).encode()


def manifest_of(folder: Path) -> dict[str, Entry]:
    """Return by name the files that a folder's manifest lists inside the folder; {} if it cannot be read."""

    def stays_inside(name: str) -> bool:
        path = PurePosixPath(name)
        is_odd = path.is_absolute() or {"..", MANIFEST} & set(path.parts) or "\\" in name
        return bool(path.parts) and not is_odd

    try:
        read = json.loads((folder / MANIFEST).read_bytes())
        return {name: Entry(*entry) for name, entry in read["files"].items() if stays_inside(name)}
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
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


class Files:
    """Writes one folder of the site. Only files that differ from those in `site` go into `aside`."""

    def __init__(self, aside: Path, site: Path | None = None, *, each: Callable[[], None] = lambda: None) -> None:
        self._aside, self._site, self._prefix, self._each = aside, site, "", each
        self.before = manifest_of(site) if site else {}  # the files that the site has in this folder
        self.now: dict[str, Entry] = {}  # the files written or drawn so far
        self._made: set[Path] = set()
        self._everywhere: dict[str, Any] = {}
        self._drawn_from: str | None = None
        self._names_from = defaultdict[str | None, list[str]](list)
        for name, entry in self.before.items():
            self._names_from[entry.drawn_from].append(name)

    def within(self, folder: str) -> "Files":
        """Return a writer for a subfolder. It shares the files of this writer, by names relative to the subfolder."""
        inner = copy(self)
        inner._prefix = f"{self._prefix}{folder}/"
        return inner

    def on_every_page(self, **content: Any) -> None:
        """Add this content to all templates that are filled from now on."""
        self._everywhere |= content

    def inputs(self, *values: object) -> str:
        """Return a digest of what pages are drawn from: these values, and what all pages of the site share."""
        return digest_of(self._everywhere, *values)

    def drawn_from(self, inputs: str) -> "Files":
        """Return a writer for pages that are drawn from these inputs."""
        inner = copy(self)
        inner._drawn_from = inputs
        return inner

    def keeps(self, inputs: str) -> bool:
        """Keep all pages drawn from these inputs. Return False if there are none, or if one of them was changed."""
        names = self._names_from.get(inputs, [])
        return bool(names) and all(self._stays(name, inputs) for name in names)

    def keeps_all(self, inputs: str) -> bool:
        """Keep all files of this folder. Return False if its first page has other inputs, or if a file was changed."""
        first = self.before.get(f"{self._prefix}index.html")
        # Pages that forward from names of an older version are no pages of the folder: `_lead_on` draws them.
        if first is None or first.drawn_from != inputs or FORWARDS in self.before:
            return False
        own = {name: entry for name, entry in self.before.items() if name.startswith(self._prefix)}
        return all(self._stays(name, entry.drawn_from) for name, entry in own.items())

    def page(self, name: str, template: str, /, **content: Any) -> None:
        """Fill a template as `filled` does, and write the page."""
        self.write(name, as_page(filled(template, self._everywhere | content)), self._drawn_from)

    def write(self, name: str, content: bytes, drawn_from: str | None = None) -> str:
        """Write a file, and return the sha256 of its bytes."""
        name = self._prefix + name
        digest = hashlib.sha256(content).hexdigest()
        self.now[name] = Entry(digest, drawn_from)
        self._put(name, content)
        return digest

    def drawn(
        self, name: str, drawn_from: Iterable[object], draw: Callable[[], tuple[bytes, list[Any]] | None]
    ) -> list[Any] | None:
        """Return the words of a file that is slow to draw, such as a title. `draw` is called only if inputs changed."""
        name = self._prefix + name
        digest = digest_of(name, *drawn_from)
        if (before := self._stays(name, digest)) and before.words is not None:
            return before.words
        made = draw()
        if made is None:
            return None
        content, words = made
        self.now[name] = Entry(hashlib.sha256(content).hexdigest(), digest, words)
        self._put(name, content)
        return words

    def finish(self) -> None:
        """Write the manifest, if it differs from the one on the site."""
        self._put(MANIFEST, as_manifest(self.now))

    def _stays(self, name: str, drawn_from: str | None) -> Entry | None:
        """Return the entry of a file that the site already has, if its inputs and the file itself are unchanged."""
        before = self.before.get(name)
        if self._site is None or before is None or before.drawn_from != drawn_from:
            return None
        with suppress(OSError):
            if hashlib.sha256((self._site / name).read_bytes()).hexdigest() == before.sha256:
                self._each()
                self.now[name] = before
                return before
        return None

    def _put(self, name: str, content: bytes) -> None:
        self._each()
        with suppress(OSError):
            there = self._site and self._site / name
            if there and there.stat().st_size == len(content) and there.read_bytes() == content:
                return
        path = self._aside / name
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        path.write_bytes(content)


def digest_of(*values: object) -> str:
    """Return a hash of these tables and values, and of the drawing code and libraries."""
    digest = hashlib.sha256(f"{_code()} {language()}".encode())
    for value in values:
        if isinstance(value, pl.DataFrame):
            digest.update(f"{value.columns}".encode() + hashes_of_rows(value).to_numpy().tobytes())
        elif isinstance(value, bytes):
            digest.update(value)
        else:
            digest.update(f"{value!r}\n".encode())
    return digest.hexdigest()


def hashes_of_rows(table: pl.DataFrame) -> pl.Series:
    """Return a hash of each row, which only another version of polars computes otherwise; 0.0 and -0.0 are equal."""
    return table.hash_rows() if table.height else pl.Series(dtype=pl.UInt64)


@cache
def _code() -> str:
    code = code_of("pipelines.reports.site", data=(CATALOGUES, TEMPLATES.parent, REFERENCE))
    return f"{code} {versions_of(*DRAWING)}"


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
