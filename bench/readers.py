"""Build while others read: nobody may have to wait, and nobody may see half of anything.

    python -m bench.readers 20

Tiny clubs are built again and again, each time after a change. Meanwhile one process keeps the warehouse open and
counts its rows, one opens it each time, and one goes through the site by its links from the home page, again and again.
A page must be whole. A link is dead if its target is missing although the page with the link is still the same. If that
page changed meanwhile, the visitor met a swap; swaps are counted separately. Exit status 1: something failed.
"""

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from bench.killing import import_all, in_child
from bench.tiny_clubs import make_club
from pipelines.cli.build import build
from pipelines.intake.landing.workers import end_spare
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

_LINK = re.compile(r'(?:href|src)="([^"#?]+)')
_FURTHER = ("http:", "https:", "mailto:", "data:")
_STILL_THERE = 0.05
"""Seconds after which the visitor looks again for a missing file, and for the page that links to it."""


class Visitor:
    """Goes through a site by its links, and takes notes."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.pages = self.rounds = self.swaps = 0
        self.wrong: list[str] = []

    def go_round(self) -> None:
        """Read all pages that can be reached from the home page."""
        first = self.site / "index.html"
        waiting, seen = [(first, first)], {first}
        while waiting:
            page, came_from = waiting.pop()
            text = self.read(page, came_from)
            if text is None or page.suffix != ".html":
                continue
            if not text.rstrip().endswith("</html>"):
                self.wrong.append(f"half a page: {page}")
            self.pages += 1
            for link in _LINK.findall(text):
                target = Path(os.path.normpath(page.parent / unquote(link)))
                if not link.startswith(_FURTHER) and target not in seen:
                    seen.add(target)
                    waiting.append((target, page))
        self.rounds += 1

    def read(self, page: Path, came_from: Path) -> str | None:
        """Return the content of a page; if there is none, take a note and return None."""
        linked = _stamp(came_from)
        try:
            return page.read_text(encoding="utf-8") if page.suffix == ".html" else str(page.stat().st_size)
        except FileNotFoundError:
            time.sleep(_STILL_THERE)
            if page.exists() or _stamp(came_from) != linked or self._no_longer_links(came_from, page):
                self.swaps += 1
            else:
                self.wrong.append(f"dead link: {came_from} -> {page}")
            return None

    def _no_longer_links(self, came_from: Path, page: Path) -> bool:
        try:
            text = came_from.read_text(encoding="utf-8")
        except FileNotFoundError:
            return True
        return page not in {Path(os.path.normpath(came_from.parent / unquote(link))) for link in _LINK.findall(text)}


def main(builds: int = 20) -> int:
    """Build this many times while others read; print what they saw, and return how many failed."""
    import_all()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = Paths(folder / "landing", folder / "data" / "w.duckdb", folder / "reports")
        end = folder / "end"
        change(paths.landing, 0)
        if in_child(lambda: _build(paths)):
            raise SystemExit("the first build fails")
        readers = [_start(lambda work=work: work(paths, end)) for work in (_hold, _open_anew, _visit)]
        failed = 0
        for number in range(1, builds + 1):
            change(paths.landing, number)
            failed += in_child(lambda: _build(paths)) != 0
        end.touch()
        broken = sum(os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1]) != 0 for reader in readers)
    print(f"{builds} builds, {failed} failed; {broken} of {len(readers)} readers failed")
    return failed + broken


def change(landing: Path, number: int) -> None:
    """Correct one club, give another an evening more or less, and let a third come or go."""
    make_club(landing, "ash", tricks=9 + number % 2)
    make_club(landing, "elm", sessions=1 + number % 2)
    if number % 2:
        make_club(landing, "yew")
    else:
        shutil.rmtree(landing / "yew", ignore_errors=True)


def _build(paths: Paths) -> None:
    build(paths)
    end_spare()


def _start(work: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        os._exit(in_child(work))
    return child


def _hold(paths: Paths, end: Path) -> None:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        rows = warehouse.read("raw.results").height
        reads = 0
        while not end.exists():
            if warehouse.read("raw.results").height != rows:
                raise ValueError("other rows than before")
            reads += 1
            time.sleep(0.2)
    print(f"held open: read {reads} times, always the same {rows} rows", flush=True)


def _open_anew(paths: Paths, end: Path) -> None:
    opened = 0
    met: set[int] = set()
    while not end.exists():
        with Warehouse(paths.warehouse, read_only=True) as warehouse:
            met.add(warehouse.read("raw.results").height)
        opened += 1
        time.sleep(0.2)
    print(f"opened anew: {opened} times; {sorted(met)} rows", flush=True)


def _visit(paths: Paths, end: Path) -> None:
    visitor = Visitor(paths.reports)
    while not end.exists():
        visitor.go_round()
        time.sleep(0.1)
    told = f"{visitor.rounds} rounds, {visitor.pages} pages, {visitor.swaps} swaps met, {len(visitor.wrong)} wrong"
    print(f"visited: {told}", *visitor.wrong[:10], sep="\n", flush=True)
    if visitor.wrong:
        raise ValueError(visitor.wrong[0])


def _stamp(page: Path) -> tuple[int, int] | None:
    try:
        found = page.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:2]))))
