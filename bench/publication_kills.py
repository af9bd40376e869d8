"""Kill publications at random points, and check what is left.

    python -m bench.publication_kills 100 [SEED]

Three tiny clubs are built and published to a folder. Then an evening is added, which the brake lets pass, or a club is
removed and a winner changes, which somebody accepts. `publish` is killed by SIGKILL: after a random time, or before a
random change of folders. Then each file in the folder must be the old or the new one, and the record of publications
must be the old or the new one as a whole, and new only if all files are. The next `publish` must not be stopped, and
must make both equal to those of a publication that nobody killed. Exit status 1: anything is wrong.
"""

import json
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import polars.selectors as cs

from bench.killing import Changes, import_all, in_child, kill_after, unharmed
from bench.tiny_clubs import make_club
from pipelines.cli.build import build
from pipelines.cli.publish import publish
from pipelines.intake.landing.workers import end_spare
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.published.trail import REMEMBERED

WHY = {"an evening more": None, "an accepted change": "the club moved away"}
_NOT_COMPARED = (".manifest", ".build", ".published")


class Published(NamedTuple):
    """The record of publications without times, and the files in the folder, by name."""

    record: str
    files: dict[str, str]


class Measured(NamedTuple):
    """How long a publication takes, how many changes of folders it makes, and what is published before and after."""

    seconds: float
    changes: int
    old: Published
    new: Published


class Site:
    """A landing folder, its warehouse and site, and the folder to which the site is published."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.target = folder / "published"
        self.paths = Paths(folder / "landing", folder / "data" / "w.duckdb", folder / "reports")

    def build(self) -> None:
        build(self.paths)
        end_spare()

    def publish(self, why: str | None) -> None:
        publish.publish(self.paths.warehouse, str(self.target), accepts=why)

    def published(self) -> Published:
        known = self.folder.parent / "published.json"
        unharmed(lambda: self._write_published(known))
        return Published(*json.loads(known.read_text(encoding="utf-8")))

    def _write_published(self, known: Path) -> None:
        files = [file for file in sorted(self.target.rglob("*")) if file.is_file() and file.name not in _NOT_COMPARED]
        contents = {file.relative_to(self.target).as_posix(): file.read_bytes().hex() for file in files}
        with Warehouse(self.paths.warehouse, read_only=True) as opened:
            rows = {name: opened.read_all_seasons(name).drop(cs.temporal()) for name in REMEMBERED}
        record = {name: table.drop("build", strict=False).write_json() for name, table in rows.items()}
        known.write_text(json.dumps([json.dumps(record), contents]), encoding="utf-8")


def main(kills: int = 100, seed: int = 1) -> int:
    """Kill this many publications, print what became of them, and return how many went wrong."""
    import_all()
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    done: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        first = Site(here / "first")
        for club in ("ash", "elm", "oak"):
            make_club(first.paths.landing, club)
        unharmed(first.build)
        unharmed(lambda: first.publish(None))
        measured = {kind: _measured(here, kind) for kind in WHY}
        for number in range(1, kills + 1):
            kind = [*WHY][number % len(WHY)]
            became, faults = _killed(here, kind, measured[kind], chance)
            wrong += [f"{number} ({kind}, {became}): {fault}" for fault in faults]
            done[f"{kind}: {became}"] += 1
            if faults:
                print(wrong[-1], flush=True)
    for what, count in sorted(done.items()):
        print(f"{what:60} {count:5}")
    print(f"{kills} kills, {len(wrong)} wrong")
    return len(wrong)


def _measured(here: Path, kind: str) -> Measured:
    site = Site(here / "here")
    shutil.copytree(here / "first", site.folder)
    if kind == "an evening more":
        make_club(site.paths.landing, "elm", sessions=2)
    else:
        shutil.rmtree(site.paths.landing / "oak")
        make_club(site.paths.landing, "elm", tricks=9)
    unharmed(site.build)
    shutil.copytree(site.folder, here / kind)
    counted, old = here / "count", site.published()

    def count() -> None:
        changes = Changes()
        site.publish(WHY[kind])
        counted.write_text(str(changes.count), encoding="utf-8")

    started = time.monotonic()
    unharmed(count)
    seconds, new = time.monotonic() - started, site.published()
    shutil.rmtree(site.folder)
    return Measured(seconds, int(counted.read_text(encoding="utf-8")), old, new)


def _killed(here: Path, kind: str, measured: Measured, chance: random.Random) -> tuple[str, list[str]]:
    """Kill a publication; return what became of it, and what is wrong."""
    site = Site(here / "here")
    shutil.copytree(here / kind, site.folder)
    seconds, changes, old, new = measured
    by_time, after, before = chance.random() < 0.5, chance.uniform(0, seconds), chance.randint(1, changes)

    def publish_and_die() -> None:
        if by_time:
            kill_after(after)
        else:
            Changes(before)
        site.publish(WHY[kind])

    status, now = in_child(publish_and_die), site.published()
    faults = [] if status in (0, -9) else [f"it ends with {status}"]
    names = now.files.keys() | old.files.keys() | new.files.keys()
    begun = {name for name in names if Path(name).name.startswith(".writing")}  # not visible, and gone after the next
    torn = [name for name in names - begun if now.files.get(name) not in (old.files.get(name), new.files.get(name))]
    if torn:
        faults.append(f"neither old nor new: {torn}")
    if now.record not in (old.record, new.record):
        faults.append("the record is neither the old nor the new one")
    if now.record == new.record != old.record and now.files != new.files:
        faults.append("the record is new, and not all files are")
    files = "old" if now.files == old.files else "new" if now.files == new.files else "some old and some new"
    record = "new" if now.record == new.record else "old"
    if status := in_child(lambda: site.publish(WHY[kind])):
        faults.append(f"the next publication ends with {status}")
    elif (end := site.published()) != new:
        what = "record" if end.record != new.record else "files"
        faults.append(f"the next publication does not make the same {what}")
    shutil.rmtree(site.folder)
    return f"files {files}, record {record}", faults


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:3]))))
