"""The files of a folder of the site: drawn aside, and only those that differ from what the site has now.

Pages and tables are compared byte by byte; charts and workbooks by what they are drawn from, and by the code.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import polars as pl
import polars.selectors as cs

from pipelines.machine.source import code_of, versions_of
from pipelines.reports.html import as_page, filled
from pipelines.reports.page_names import has_form_of_a_name, lasting, names_ever
from pipelines.words.languages import FOLDER as CATALOGUES
from pipelines.words.languages import language

MANIFEST = ".manifest"

DRAWING = ("matplotlib", "polars", "babel", "jinja2", "xlsxturbo")
"""The libraries on which the bytes of pages, charts and workbooks depend."""


class Entry(NamedTuple):
    """What a manifest says about one file."""

    sha256: str
    drawn_from: str | None = None
    """Of a chart or workbook: the digest of its inputs, and of the code that draws it."""
    words: list[Any] | None = None  # of a chart: what pages say about it, such as its title


class Manifest(NamedTuple):
    """The files of a folder."""

    files: dict[str, Entry]  # the name from the folder on, with `/` -> what is known about the file

    def as_bytes(self) -> bytes:
        """As it is written; the same files give the same bytes."""
        files = {name: list(entry) for name, entry in sorted(self.files.items())}
        return json.dumps({"files": files}, indent=0).encode()


def manifest_of(folder: Path) -> Manifest:
    """The manifest of a folder, without names that lead out of it; one of no files where none can be read."""

    def stays_inside(name: str) -> bool:
        path = PurePosixPath(name)
        is_odd = path.is_absolute() or {"..", MANIFEST} & set(path.parts) or "\\" in name
        return bool(path.parts) and not is_odd

    try:
        read = json.loads((folder / MANIFEST).read_bytes())
        return Manifest({name: Entry(*entry) for name, entry in read["files"].items() if stays_inside(name)})
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
        return Manifest({})


def mark_as_gone(folder: Path) -> None:
    """Make this folder, with a manifest of no files: `put` removes those of its place."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_bytes(Manifest({}).as_bytes())


def is_of_competition(folder: Path) -> bool:
    """Whether Barometer drew a competition in this folder."""
    return (folder / MANIFEST).exists()


def competitions_in(site: Path) -> list[Path]:
    """The folders of all competitions that Barometer drew in a site, from it on."""
    found = {file.parent.relative_to(site) for file in site.glob(f"*/*/{MANIFEST}")}
    # No name of a club starts with a point, as that of a folder aside may.
    return sorted(path for path in found if not path.parts[0].startswith("."))


class Files:
    """Takes the files of one folder of the site, and puts those that differ from the site's into a folder `aside`.

    `site` is what the site has now, None where there is nothing to compare with; `each` is called for each file.
    """

    def __init__(self, aside: Path, site: Path | None = None, *, each: Callable[[], None] = lambda: None) -> None:
        self._aside, self._site, self._prefix, self._each = aside, site, "", each
        self._before = manifest_of(site) if site else Manifest({})
        self._now: dict[str, Entry] = {}
        self._made: set[Path] = set()
        self._everywhere: dict[str, Any] = {}

    @property
    def before(self) -> set[str]:
        """The names of the files that the site has in this folder."""
        return {*self._before.files}

    @property
    def now(self) -> set[str]:
        """The names of the files that were taken."""
        return {*self._now}

    def within(self, folder: str) -> "Files":
        """The same files, where all names that are given start in this folder."""
        inner = copy(self)
        inner._prefix = f"{self._prefix}{folder}/"
        return inner

    def on_every_page(self, **content: Any) -> None:
        """Fill templates with this too, from now on."""
        self._everywhere |= content

    def page(self, name: str, template: str, /, **content: Any) -> None:
        """Fill a template, as `filled`, and take the page."""
        self.write(name, as_page(filled(template, self._everywhere | content)))

    def write(self, name: str, content: bytes) -> str:
        """Take a file; return the sha256 of its bytes."""
        name = self._prefix + name
        digest = hashlib.sha256(content).hexdigest()
        self._now[name] = Entry(digest)
        self._put(name, content)
        return digest

    def drawn(
        self, name: str, drawn_from: Iterable[object], draw: Callable[[], tuple[bytes, list[Any]] | None]
    ) -> list[Any] | None:
        """Draw a file that costs much, unless the site has it, unchanged, from the same inputs, `drawn_from`.

        `draw` gives its bytes and its words; None means no file. Returns the words.
        """
        name = self._prefix + name
        digest = digest_of(name, *drawn_from)
        before = self._before.files.get(name)
        if before and before.drawn_from == digest and before.words is not None and self._is_still(name, before.sha256):
            self._now[name] = before
            return before.words
        made = draw()
        if made is None:
            return None
        content, words = made
        self._now[name] = Entry(hashlib.sha256(content).hexdigest(), digest, words)
        self._put(name, content)
        return words

    def finish(self) -> None:
        """Write the manifest, where it differs from the site's."""
        self._put(MANIFEST, Manifest(self._now).as_bytes())

    def _is_still(self, name: str, sha256: str) -> bool:
        try:
            return self._site is not None and hashlib.sha256((self._site / name).read_bytes()).hexdigest() == sha256
        except OSError:
            return False

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
    """One sha256 over tables (without their nested columns) and values, and the code and libraries that draw them."""
    digest = hashlib.sha256(f"{_code()} {language()}".encode())
    for value in values:
        if isinstance(value, pl.DataFrame):
            digest.update(value.drop(cs.nested()).write_csv().encode())
        else:
            digest.update(f"{value!r}\n".encode())
    return digest.hexdigest()


@cache
def _code() -> str:
    return f"{code_of('pipelines.reports.site', data=(CATALOGUES,))} {versions_of(*DRAWING)}"


class NamedFolders:
    """The folders in a folder, by the part of their names that lasts; listed once, when this is made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._named = defaultdict[str, list[Path]](list)
        for inside in sorted(folder.glob("*/")):
            if has_form_of_a_name(inside.name):
                self._named[lasting(inside.name)].append(inside)
        self._within = cache(NamedFolders)

    def of(self, identifier: str) -> list[Path]:
        """Those of an id, whichever version named them."""
        return sorted(folder for name in names_ever(identifier) for folder in self._named.get(name, ()))

    def competitions_of(self, club: str, competition: str | None = None) -> list[Path]:
        """The folders of a club's competitions, or of one of them, from this folder on."""
        found = (
            inside
            for folder in self.of(club)
            for inside in (folder.glob("*/") if competition is None else self._within(folder).of(competition))
        )
        return sorted(inside.relative_to(self._folder) for inside in found if is_of_competition(inside))
