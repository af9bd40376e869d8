"""Draw a folder of the site: pages and charts whose contents or code changed. Only files that differ are written."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import polars as pl

from pipelines.machine.source import DRAWING, REFERENCE, code_of, versions_of
from pipelines.reports.html import TEMPLATES, as_page, filled, unbroken
from pipelines.reports.manifests import MANIFEST, Entry, as_manifest, manifest_of
from pipelines.reports.rows import pages
from pipelines.words.languages import FOLDER as CATALOGUES
from pipelines.words.languages import language

FORWARDS = "moved.js"
"""The script of pages that forward from the names of an older version to those of this version."""

_DIGITS = 32  # of a sha256: enough to notice a change, and half as long in the manifest


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
        """Add this content to all templates that this writer fills from now on, and those writers made from it."""
        self._everywhere = self._everywhere | content

    def inputs(self, *values: object) -> str:
        """Return a digest of what pages are drawn from: these values, and what all pages of the site share."""
        return digest_of(self._everywhere, *values)

    def drawn_from(self, inputs: str) -> "Files":
        """Return a writer for files that are drawn from these inputs."""
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
        """Fill a template as `filled` does, with the page's own path as `at`, and write the page."""
        shared = {**self._everywhere, "at": self._prefix + name}
        self.write(name, as_page(filled(template, shared | content)))

    def pages(self, names: Iterable[str], template: str, table: pl.DataFrame, /, **content: Any) -> None:
        """Fill a template with each row of a table, and write the pages, all in one folder, which is their `at`.

        What the pages share is filled in only once.
        """
        names = list(names)
        shared = {**self._everywhere, "at": f"{self._prefix}{PurePosixPath(names[0]).parent}/"} if names else {}
        for name, page in zip(names, pages(template, shared | content, table), strict=True):
            self.write(name, as_page(unbroken(page)))

    def write(self, name: str, content: bytes) -> str:
        """Write a file, and return the digest of its bytes."""
        name = self._prefix + name
        digest = _digest(content)
        self.now[name] = Entry(digest, self._drawn_from)
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
        self.now[name] = Entry(_digest(content), digest, words)
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
            if _digest((self._site / name).read_bytes()) == before.digest:
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
    return digest.hexdigest()[:_DIGITS]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def hashes_of_rows(table: pl.DataFrame) -> pl.Series:
    """Return a hash of each row, which only another version of polars computes otherwise; 0.0 and -0.0 are equal."""
    return table.hash_rows() if table.height else pl.Series(dtype=pl.UInt64)


@cache
def _code() -> str:
    code = code_of("pipelines.reports.site", data=(CATALOGUES, TEMPLATES.parent, REFERENCE))
    return f"{code} {versions_of(*DRAWING)}"
