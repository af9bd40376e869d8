"""Kill builds at random points, while their clocks are wrong, and check what is left.

    python -m bench.kills 200 [SEED]

First, incremental and full builds of tiny clubs are killed by SIGKILL: after a random time, or before a random change
of folders once they publish. One in four is killed again at its next start. Then the warehouse must open, and it must
be the old or the new one; so must the site of each club, by content. The next build must make both equal to those of a
clean build, corrections included, and leave nothing else behind. Each build has a clock of its own, weeks off. A build
to be killed while it publishes is computed once for all. Exit status 1: anything is wrong.
"""

import datetime as dt
import hashlib
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as _imported_before_clocks_jump  # noqa: F401 - it would be imported at a time that jumps

from bench.killing import Changes, import_all, in_child, jump, kill_after, unharmed
from bench.same_warehouse import OF_THE_RUN
from bench.tiny_clubs import make_club
from pipelines.building import putting, swap, writing
from pipelines.cli.build import build
from pipelines.intake.landing.read_before import READINGS
from pipelines.intake.landing.workers import end_spare
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

KINDS = ("first", "incremental", "full")
_WEEKS = 60  # with an earlier clock, evenings would lie in the future
_MOST_OF_IT = 0.8
"""The share of a build's time in which it is killed, so that it is rarely complete before."""
_OF_FILES = {"raw.files": ["modified_at"]}
"""Columns with the time at which a file was written, which these builds do not compare."""
_OF_THE_RUN_IN_SITE = (".build", ".manifest", "raw.files.csv", "raw.xlsx")
"""Files with the name of a build, or with times at which files were written and read."""
_TOLD_EVERY = 25


class State(NamedTuple):
    """What people read: the hash of the warehouse, and of each folder and file at the top of the site."""

    warehouse: str
    site: dict[str, str]


class Measured(NamedTuple):
    """How long a kind of build takes, how many changes it makes to publish, and what it should make."""

    seconds: float
    changes: int
    wanted: State


class Federation:
    """Three tiny clubs, before and after a change that corrects one, removes one and adds one."""

    def __init__(self, folder: Path) -> None:
        self.here, self.kept = folder / "here", folder / "kept"
        self.paths = Paths(self.here / "landing", self.here / "data" / "w.duckdb", self.here / "reports")

    def before(self) -> None:
        for club in ("ash", "elm", "oak"):
            make_club(self.paths.landing, club)

    def after(self) -> None:
        make_club(self.paths.landing, "elm", tricks=9)
        shutil.rmtree(self.paths.landing / "oak", ignore_errors=True)
        make_club(self.paths.landing, "yew")

    def start(self, kind: str) -> None:
        """Lay out the files that exist before a build of this kind."""
        shutil.rmtree(self.here, ignore_errors=True)
        if kind == "first":
            self.before()
        else:
            shutil.copytree(self.kept, self.here)
            self.after()

    def kept_of(self, kind: str) -> Path:
        """Return the folder that keeps a build of this kind as it was before it published."""
        return self.here.parent / f"computed-{kind}"

    def computed(self, kind: str) -> None:
        """Lay out the files that exist when a build of this kind begins to publish."""
        shutil.rmtree(self.here)
        shutil.copytree(self.kept_of(kind), self.here)

    def state(self) -> State:
        """Return what people read now."""
        known = self.here.parent / "state.json"
        unharmed(lambda: _state(self.paths, known))
        return State(*json.loads(known.read_text(encoding="utf-8")))


def main(kills: int = 200, seed: int = 1) -> int:
    """Kill this many builds, print what became of them, and return how many went wrong."""
    import_all()
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    with tempfile.TemporaryDirectory() as name:
        federation = Federation(Path(name))
        measured, old = _measured(federation)
        done: Counter[str] = Counter()
        wrong: list[str] = []
        for number in range(1, kills + 1):
            kind = KINDS[number % len(KINDS)]
            before = State("", {}) if kind == "first" else old
            trial = Trial(federation, kind, before, measured[kind], chance)
            for fault in trial.run():
                wrong.append(f"{number} ({kind}, {trial.how}): {fault}")
                print(wrong[-1], flush=True)
            done[f"{kind}: {trial.became}"] += 1
            if not number % _TOLD_EVERY:
                print(f"{number} kills, {len(wrong)} wrong so far", flush=True)
    for what, count in sorted(done.items()):
        print(f"{what:60} {count:5}")
    print(f"{kills} kills, {len(wrong)} wrong")
    return len(wrong)


class Trial:
    """A build that is killed, perhaps twice, and the next build."""

    def __init__(
        self, federation: Federation, kind: str, old: State, measured: Measured, chance: random.Random
    ) -> None:
        self.federation, self.kind, self.old, self.measured, self.chance = federation, kind, old, measured, chance
        self.how = self.became = ""
        self.is_again = False

    def run(self) -> list[str]:
        """Run the trial, and return what is wrong."""
        self.federation.start(self.kind)
        _touch(self.federation.paths.landing, self.chance)
        faults = self._killed()
        if self.chance.random() < 0.25:
            self.is_again = True
            faults += self._killed()
        status = in_child(self._build)
        if status:
            faults.append(f"the next build ends with {status}")
        elif (now := self.federation.state()) != self.measured.wanted:
            faults.append(f"the next build is not the clean one: {_difference(now, self.measured.wanted)}")
        left = [path.name for path in self.federation.paths.file.parent.iterdir()]
        left += [path.name for path in self.federation.paths.reports.glob(".writing*")]
        if set(left) != {"w.duckdb", ".w.duckdb.lock", READINGS.format("w")}:
            faults.append(f"left behind: {left}")
        return faults

    def _killed(self) -> list[str]:
        seconds = self.chance.uniform(0, _MOST_OF_IT * self.measured.seconds) if self.chance.random() < 0.5 else None
        step = None if seconds is not None else self.chance.randint(1, self.measured.changes)
        if step is None or self.is_again:
            status = in_child(lambda: self._build(seconds, step))
        else:
            self.federation.computed(self.kind)
            status = in_child(lambda: _publish(self.federation.paths, step))
        self.how += f" after {seconds:.2f} s" if seconds is not None else f" before change {step}"
        now = self.federation.state()
        faults = [] if status in (0, -9) else [f"it ends with {status}"]
        new = self.measured.wanted
        self.became = "the old one" if now == self.old else "the new one" if now == new else "part of it"
        if status == 0:
            self.became = "done before it was to be killed"
        if now.warehouse not in (self.old.warehouse, new.warehouse):
            faults.append("the warehouse is neither the old nor the new one")
        names = now.site.keys() | self.old.site.keys() | new.site.keys()
        mixed = {name for name in names if now.site.get(name) not in (self.old.site.get(name), new.site.get(name))}
        if mixed:
            faults.append(f"neither old nor new: {mixed}")
        if now.warehouse == self.old.warehouse != new.warehouse and now.site != self.old.site:
            faults.append("pages are new, and the warehouse is old")
        return faults

    def _build(self, kill_in: float | None = None, kill_before: int | None = None) -> None:
        jump(dt.timedelta(weeks=self.chance.uniform(-_WEEKS, _WEEKS)))
        if kill_before is not None:
            Changes(kill_before)
        if kill_in is not None:
            kill_after(kill_in)
        _build(self.federation.paths, full=self.kind == "full")


def _measured(federation: Federation) -> tuple[dict[str, Measured], State]:
    """Return what each kind of build makes if nobody kills it, and what people read before the later kinds."""
    measured = {kind: _measured_kind(federation, kind) for kind in KINDS}
    one, other = (measured[kind].wanted for kind in KINDS[1:])
    if one != other:
        raise SystemExit(f"an incremental build is not a full one: {_difference(one, other)}")
    return measured, measured["first"].wanted


def _measured_kind(federation: Federation, kind: str) -> Measured:
    federation.start(kind)
    counted = federation.here.parent / "count"
    started = time.monotonic()
    unharmed(lambda: _build(federation.paths, full=kind == "full", computed=federation.kept_of(kind)))
    seconds = time.monotonic() - started
    federation.computed(kind)
    unharmed(lambda: _publish(federation.paths, None, counted))
    if kind == "first":
        shutil.copytree(federation.here, federation.kept)
    changes = int(counted.read_text(encoding="utf-8"))
    print(f"{kind}: {seconds:.1f} s, {changes} changes of folders to publish", flush=True)
    return Measured(seconds, changes, federation.state())


def _build(paths: Paths, *, full: bool, computed: Path | None = None) -> None:
    """Build in this process. In the folder `computed`, keep the files as they are when it begins to publish."""

    def publish(places: swap.Places) -> None:
        if computed is not None:
            shutil.copytree(paths.landing.parent, computed)
        swap.publish(places)

    replaced: Any = writing
    replaced.swap = _Replaced(swap, publish=publish)
    build(paths, full=full)
    end_spare()


def _publish(paths: Paths, kill_before: int | None, counted: Path | None = None) -> None:
    """Publish what was computed; kill this process before a change of folders. Swapping two folders is one change."""
    changes = Changes(kill_before)
    usual = putting.exchanged

    def exchanged(one: Path, other: Path) -> bool:
        changes.change()
        return usual(one, other)

    replaced: Any = putting
    replaced.exchanged = exchanged
    swap.publish(swap.Places(paths.file.resolve(), paths.reports))
    if counted is not None:
        counted.write_text(str(changes.count), encoding="utf-8")


class _Replaced:
    """A module in which some functions are replaced by others."""

    def __init__(self, module: Any, **others: Callable[..., None]) -> None:
        self._module, self._others = module, others

    def __getattr__(self, name: str) -> Any:
        return self._others.get(name) or getattr(self._module, name)


def _state(paths: Paths, out: Path) -> None:
    warehouse = ""
    if paths.file.exists():
        digest = hashlib.sha256()
        with Warehouse(paths.warehouse, read_only=True) as opened:
            for name in opened.tables():
                if not name.startswith(("operations.", "published.")):
                    rows = opened.read(name).drop(*OF_THE_RUN.get(name, ()), *_OF_FILES.get(name, ()))
                    digest.update(f"{name}\n{rows.write_json()}\n".encode())
        warehouse = digest.hexdigest()
    shown = sorted(paths.reports.iterdir()) if paths.reports.is_dir() else []
    contents = {path.name: _contents(path) for path in shown if not path.name.startswith(".")}
    out.write_text(json.dumps([warehouse, contents]), encoding="utf-8")


def _contents(path: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file() and file.name not in _OF_THE_RUN_IN_SITE:
            digest.update(f"{file.relative_to(path.parent)}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def _difference(now: State, wanted: State) -> str:
    names = {name for name in now.site.keys() | wanted.site.keys() if now.site.get(name) != wanted.site.get(name)}
    return f"warehouse {'differs' if now.warehouse != wanted.warehouse else 'is the same'}, pages {sorted(names)}"


def _touch(landing: Path, chance: random.Random) -> None:
    """Give the files random ages, because only their content counts."""
    for file in landing.rglob("*"):
        when = time.time() + chance.uniform(-1e8, 1e8)
        os.utime(file, (when, when))


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:3]))))
